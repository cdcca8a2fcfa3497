//! Macro moves: one box, any distance.
//!
//! A macro move takes one box from where it is to some other square while all others stay. What matters of the player is
//! only on which side of the box he ends, and of sides that are connected any one will do. So a search over (square of
//! the box, sides of the player) finds all destinations of a box; with the blocks of the floor ([`boxwright_grid::Blocks`])
//! each of its steps is a few look-ups, and every destination comes with the player's region and the number of regions
//! afterwards, without a single flood fill. The blocks are found once for all boxes of a position.
//!
//! Source: FESS (Shoham and Schaeffer 2020) searches over macro moves; the idea to use blocks is from R. Kirov's solver.
//! The same search serves pulls, for going backwards.

use crate::Puzzle;
use boxwright_grid::{Blocks, Direction, Floor, Lifted, PutDown, Square, SquareSet};

/// Which way boxes go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Forwards: the player pushes.
    Push,
    /// Backwards in time: the player pulls.
    Pull,
}

/// One box moved to another square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MacroMove {
    /// Where the box was.
    pub from: Square,
    /// Where it is afterwards.
    pub to: Square,
    /// The player stands next to `to` in one of these directions, as bits; they are all connected.
    pub sides: u8,
    /// How many pushes (or pulls) it takes at least.
    pub length: u16,
    /// The smallest square of the player's region afterwards.
    pub region: Square,
    /// How many regions the floor has afterwards.
    pub regions: u16,
}

impl MacroMove {
    /// A single push, to be played: what a search asks of a move, the regions afterwards, is not filled in.
    #[must_use]
    pub fn of_push(floor: &Floor, from: Square, direction: Direction) -> MacroMove {
        let (to, sides) = (floor.next(from, direction), 1 << direction.opposite().index());
        MacroMove { from, to, sides, length: 1, region: from, regions: 1 }
    }
}

/// Finds macro moves.
#[derive(Clone, Debug)]
pub struct Macros {
    way: Way,
    blocks: Blocks,
    /// The boxes that the blocks were found with.
    known: SquareSet,
    /// The box at hand, and the others.
    lifted: Lifted,
    obstacles: SquareSet,
    /// For each square the sides that were reached, as bits.
    seen: Vec<u8>,
    queue: Vec<Reached>,
}

/// All directions, as bits.
pub const ANY: u8 = 0b1111;

/// A box on its way.
#[derive(Clone, Copy, Debug)]
struct Reached {
    square: Square,
    down: PutDown,
    origin: Origin,
}

/// How a box got somewhere.
#[derive(Clone, Copy, Debug)]
struct Origin {
    /// Which entry of the queue it comes from, and by a step in which direction.
    parent: u32,
    step: Direction,
    length: u16,
}

impl Macros {
    /// Working memory for this puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle, way: Way) -> Macros {
        let floor = puzzle.floor();
        let blocks = Blocks::new(floor);
        Macros {
            way,
            lifted: blocks.lift(floor, puzzle.player()),
            blocks,
            known: SquareSet::new(floor.len()),
            obstacles: SquareSet::new(floor.len()),
            seen: vec![0; floor.len()],
            queue: Vec::with_capacity(4 * floor.len()),
        }
    }

    /// Calls `visit` with every macro move of the box on `from`, the shorter ones first. `reach` is where the player can
    /// walk. A box is never brought to a square that `may_enter` refuses, and its first step goes in one of the directions
    /// `first`, given as bits.
    #[expect(clippy::too_many_arguments, reason = "a position, a box, and what may be done with it")]
    pub fn of_box(
        &mut self,
        puzzle: &Puzzle,
        boxes: &SquareSet,
        reach: &SquareSet,
        from: Square,
        first: u8,
        may_enter: impl Fn(Square) -> bool,
        mut visit: impl FnMut(MacroMove),
    ) {
        let floor = puzzle.floor();
        // Most boxes cannot be moved at all, and to see that is cheap.
        let first = self.first_steps(floor, boxes, reach, from, first, &may_enter);
        if first == 0 || !self.begin(puzzle, boxes, reach, from) {
            return;
        }
        let mut at = 0;
        while at < self.queue.len() {
            let Reached { square, down, origin: Origin { length, .. } } = self.queue[at];
            if length > 0 {
                let PutDown { sides, least, regions } = down;
                visit(MacroMove { from, to: square, sides, length, region: least, regions });
            }
            let directions = if length == 0 { first } else { ANY };
            self.step(puzzle, at as u32, directions, &may_enter);
            at += 1;
        }
    }

    /// The directions among `wanted` in which a box can go now, as bits.
    fn first_steps(
        &self,
        floor: &Floor,
        boxes: &SquareSet,
        reach: &SquareSet,
        from: Square,
        wanted: u8,
        may_enter: impl Fn(Square) -> bool,
    ) -> u8 {
        let stands = |square: Square| square.exists() && reach.contains(square);
        let possible = |step: &Direction| {
            let to = floor.next(from, *step);
            to.exists()
                && !boxes.contains(to)
                && match self.way {
                    Way::Push => stands(floor.next(from, step.opposite())),
                    Way::Pull => stands(to) && stands(floor.next(to, *step)),
                }
                && may_enter(to)
        };
        let those = Direction::ALL.into_iter().filter(|step| wanted >> step.index() & 1 != 0);
        those.filter(possible).fold(0, |bits, step| bits | 1 << step.index())
    }

    /// The single steps of a macro move: the directions in which the box goes.
    ///
    /// # Panics
    /// If the move is not possible.
    pub fn steps(
        &mut self,
        puzzle: &Puzzle,
        boxes: &SquareSet,
        reach: &SquareSet,
        wanted: &MacroMove,
        may_enter: impl Fn(Square) -> bool,
    ) -> Vec<Direction> {
        assert!(self.begin(puzzle, boxes, reach, wanted.from), "the box can be moved");
        let mut at = 0;
        loop {
            let reached = self.queue.get(at).expect("the move is possible");
            if reached.origin.length > 0 && reached.square == wanted.to && reached.down.sides & wanted.sides != 0 {
                break;
            }
            self.step(puzzle, at as u32, ANY, &may_enter);
            at += 1;
        }
        let mut steps = Vec::new();
        while let Origin { parent, step, length: 1.. } = self.queue[at].origin {
            steps.push(step);
            at = parent as usize;
        }
        steps.reverse();
        steps
    }

    /// Sets out with a box where it is; `false` if the player cannot get at it.
    fn begin(&mut self, puzzle: &Puzzle, boxes: &SquareSet, reach: &SquareSet, from: Square) -> bool {
        let floor = puzzle.floor();
        let at_hand = |side: Direction| {
            let next = floor.next(from, side);
            next.exists() && reach.contains(next)
        };
        let Some(side) = Direction::ALL.into_iter().find(|&side| at_hand(side)) else { return false };
        if self.known != *boxes {
            self.known.copy_from(boxes);
            self.blocks.find(floor, boxes);
        }
        self.lifted = self.blocks.lift(floor, from);
        self.obstacles.copy_from(boxes);
        self.obstacles.remove(from);
        self.seen.fill(0);
        self.queue.clear();
        self.reach(puzzle, from, side, Origin { parent: 0, step: side, length: 0 });
        true
    }

    /// Notes that the box is on a square with the player on a side of it.
    fn reach(&mut self, puzzle: &Puzzle, square: Square, side: Direction, origin: Origin) {
        if self.seen[square.index()] >> side.index() & 1 == 0 {
            let down = self.blocks.put_down(puzzle.floor(), &self.lifted, square, side);
            self.seen[square.index()] |= down.sides;
            self.queue.push(Reached { square, down, origin });
        }
    }

    /// Moves the box of a queue entry by one square in every possible way.
    fn step(&mut self, puzzle: &Puzzle, at: u32, directions: u8, may_enter: impl Fn(Square) -> bool) {
        let floor = puzzle.floor();
        let Reached { square, down: PutDown { sides, .. }, origin: Origin { length, .. } } = self.queue[at as usize];
        for side in Direction::ALL.into_iter().filter(|side| sides >> side.index() & 1 != 0) {
            // A push goes away from the player, and he ends where the box was; a pull comes towards him.
            let (to, step, end) = match self.way {
                Way::Push => (floor.next(square, side.opposite()), side.opposite(), side),
                Way::Pull => {
                    let to = floor.next(square, side);
                    let stand = floor.next(to, side);
                    if !stand.exists() || self.obstacles.contains(stand) {
                        continue;
                    }
                    (to, side, side)
                }
            };
            if directions >> step.index() & 1 != 0 && to.exists() && !self.obstacles.contains(to) && may_enter(to) {
                self.reach(puzzle, to, end, Origin { parent: at, step, length: length + 1 });
            }
        }
    }
}
