//! The exact rules of the game, as plainly as they can be said.
//!
//! The rules were established from the cartridge; the letters in brackets below (W4, T6, …) are those of the rule
//! list they were written down in. `Game` is the authority: verification, showing, playing and the brute-force oracle
//! all go through [`Game::press`], and the fast successor generators of the solvers are tested against it. It is
//! deliberately unoptimised and shares no code with them.

use std::fmt;

use boxwright_grid::{Direction, Point};

use crate::board::{Board, Terrain, neighbour};
use crate::level::Level;
use crate::plan::Move;
use crate::render;

/// What a press did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Nothing: the press was refused.
    Blocked,
    /// A plain step.
    Walk,
    /// A block was pushed.
    Push,
    /// A block was pushed and fell into holes.
    Fill,
    /// A turnstile turned and the pusher moved one cell.
    Turn1,
    /// A turnstile turned and carried the pusher two cells.
    Turn2,
    /// The character left by the exit.
    Exit,
    /// Control passed to another character.
    Switch,
}

impl Outcome {
    /// Whether a block was pushed or a turnstile turned.
    #[must_use]
    pub const fn is_interaction(self) -> bool {
        matches!(self, Outcome::Push | Outcome::Fill | Outcome::Turn1 | Outcome::Turn2)
    }

    /// The outcome in one lower-case word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Blocked => "blocked",
            Outcome::Walk => "walk",
            Outcome::Push => "push",
            Outcome::Fill => "fill",
            Outcome::Turn1 => "turn1",
            Outcome::Turn2 => "turn2",
            Outcome::Exit => "exit",
            Outcome::Switch => "switch",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A level being played.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    board: Board,
    active: Option<usize>,
}

impl Game {
    /// The level at its start; the lowest numbered character is active (C1).
    ///
    /// A level with faults can be played too, as far as it makes sense.
    #[must_use]
    pub fn new(level: &Level) -> Game {
        let board = level.board.clone();
        let active = board.characters.iter().position(Option::is_some);
        Game { board, active }
    }

    /// The board as it is now.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The index (number less one) of the active character; `None` when all have left.
    #[must_use]
    pub fn active(&self) -> Option<usize> {
        self.active
    }

    /// Whether every character has left (X2).
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.board.characters == [None; 4]
    }

    /// The board drawn in the glyphs of the `.kwk` format; blocks keep their letters.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        render::rows(&self.board)
    }

    /// The holes beneath what [`Game::rows`] draws (`O`, else `.`); `None` if there are none.
    #[must_use]
    pub fn under(&self) -> Option<Vec<String>> {
        render::under(&self.board)
    }

    /// Plays one press; a refused press changes nothing.
    pub fn press(&mut self, press: Move) -> Outcome {
        let Some(me) = self.active else { return Outcome::Blocked };
        match press {
            Move::Switch => self.switch(me),
            Move::Step(direction) => self.step(me, direction),
        }
    }

    /// Control passes to the next present character in cyclic number order (C2).
    fn switch(&mut self, me: usize) -> Outcome {
        match self.next_character(me) {
            Some(next) if next != me => {
                self.active = Some(next);
                Outcome::Switch
            }
            _ => Outcome::Blocked,
        }
    }

    fn step(&mut self, me: usize, direction: Direction) -> Outcome {
        let Some(next) = self.board.characters[me].and_then(|p| neighbour(p, direction)) else {
            return Outcome::Blocked;
        };
        if self.board.terrain(next) == Terrain::Exit {
            // (X1, X2) He leaves, and control passes on.
            self.board.characters[me] = None;
            self.active = self.next_character(me);
            return Outcome::Exit;
        }
        // (W3, W4) Also where a block or an arm covers the hole.
        if self.board.is_hole(next) {
            return Outcome::Blocked;
        }
        if let Some(block) = self.board.block_at(next) {
            return self.push(me, next, direction, block);
        }
        if let Some((turnstile, arm)) = self.board.arm_at(next) {
            return self.turn(me, next, direction, turnstile, arm);
        }
        if !self.is_clear(next, Ignored::Nothing) {
            return Outcome::Blocked;
        }
        self.board.characters[me] = Some(next);
        Outcome::Walk
    }

    /// (P1 to P4) The whole block shifts by one cell if nothing is in its way.
    fn push(&mut self, me: usize, next: Point, direction: Direction, number: usize) -> Outcome {
        let mut block = self.board.blocks[number];
        let Some(origin) = neighbour(block.origin, direction) else { return Outcome::Blocked };
        block.origin = origin;
        if !block.points().all(|p| self.is_clear(p, Ignored::Block(number))) {
            return Outcome::Blocked;
        }
        self.board.characters[me] = Some(next);
        if block.points().all(|p| self.board.is_hole(p)) {
            block.points().for_each(|p| self.board.set_hole(p, false));
            self.board.blocks.remove(number);
            Outcome::Fill
        } else {
            self.board.blocks[number] = block;
            Outcome::Push
        }
    }

    /// (T1 to T6) The whole turnstile turns by a quarter if nothing is in the way of any arm.
    fn turn(&mut self, me: usize, next: Point, direction: Direction, number: usize, arm: Direction) -> Outcome {
        let turnstile = self.board.turnstiles[number];
        let clockwise = direction == arm.clockwise();
        if !clockwise && direction != arm.counter_clockwise() {
            return Outcome::Blocked; // along the arm's own axis
        }
        let turned = |d: Direction| if clockwise { d.clockwise() } else { d.counter_clockwise() };
        for from in turnstile.arms.iter() {
            let to = turned(from);
            let landing = neighbour(turnstile.pivot, to);
            let corner = landing.and_then(|p| neighbour(p, from));
            let (Some(landing), Some(corner)) = (landing, corner) else { return Outcome::Blocked };
            if !self.is_clear(corner, Ignored::Character(me)) || !self.is_clear(landing, Ignored::Arms(number)) {
                return Outcome::Blocked;
            }
        }
        let arms = if clockwise { turnstile.arms.clockwise() } else { turnstile.arms.counter_clockwise() };
        if !arms.contains(arm) {
            self.board.turnstiles[number].arms = arms;
            self.board.characters[me] = Some(next);
            return Outcome::Turn1;
        }
        // (T6) An arm came round into the cell he pushed and carries him on, which must not be into a hole.
        match neighbour(next, direction) {
            Some(beyond) if !self.board.is_hole(beyond) => {
                self.board.turnstiles[number].arms = arms;
                self.board.characters[me] = Some(beyond);
                Outcome::Turn2
            }
            _ => Outcome::Blocked,
        }
    }

    /// Floor, perhaps an open hole, with nothing on it but what is ignored (P1, T3).
    fn is_clear(&self, point: Point, ignored: Ignored) -> bool {
        let board = &self.board;
        board.terrain(point) == Terrain::Floor
            && board.pivot_at(point).is_none()
            && board.arm_at(point).is_none_or(|(t, _)| ignored == Ignored::Arms(t))
            && board.block_at(point).is_none_or(|b| ignored == Ignored::Block(b))
            && board.character_at(point).is_none_or(|c| ignored == Ignored::Character(c))
    }

    /// The next present character after `me` in cyclic order; `me` only if nobody else is there.
    fn next_character(&self, me: usize) -> Option<usize> {
        (1..=4).map(|i| (me + i) % 4).find(|&c| self.board.characters[c].is_some())
    }
}

/// What does not count as an obstacle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ignored {
    Nothing,
    Block(usize),
    Arms(usize),
    Character(usize),
}
