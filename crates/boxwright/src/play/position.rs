//! A position of either game that can be played on.
//!
//! The rules are those of the games' own `Game`s, which also judge every solution. What is pressed and what comes of it
//! is said in Kwirk's terms, because those of Sokoban are among them.

use boxwright_grid::{Direction, Point, Size};
use boxwright_kwirk::{Move, Outcome, Terrain};
use boxwright_sokoban::{Cell, Step};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use crate::game::{AnyLevel, Game};

/// A position. It may be one of a level with faults, which is played as far as it makes sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Position {
    Sokoban(sokoban::Game),
    Kwirk(kwirk::Game),
}

/// What came of a press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pressed {
    pub(crate) outcome: Outcome,
    /// What was pushed or turned: its place before and after. A block that fell into a hole is nowhere.
    pub(crate) moved: Option<(Point, Option<Point>)>,
}

impl Position {
    /// The first position of a level.
    #[must_use]
    pub(crate) fn new(level: &AnyLevel) -> Position {
        match level {
            AnyLevel::Sokoban(level) => Position::Sokoban(sokoban::Game::new(level)),
            AnyLevel::Kwirk(level) => Position::Kwirk(kwirk::Game::new(level)),
        }
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, press: Move) -> Pressed {
        let ahead = self.ahead(press);
        let before = ahead.and_then(|point| self.thing_at(point));
        let outcome = match (&mut *self, press) {
            (Position::Kwirk(game), press) => game.press(press),
            (Position::Sokoban(_), Move::Switch) => Outcome::Blocked,
            (Position::Sokoban(game), Move::Step(direction)) => match game.step(direction) {
                Step::Blocked => Outcome::Blocked,
                Step::Walk => Outcome::Walk,
                Step::Push => Outcome::Push,
            },
        };
        let after = |place: Point| match (outcome, press) {
            (Outcome::Push, Move::Step(direction)) => self.size().step(place, direction),
            (Outcome::Fill, _) => None,
            _ => Some(place),
        };
        let moved = before.filter(|_| outcome.is_interaction()).map(|place| (place, after(place)));
        Pressed { outcome, moved }
    }

    /// The point that a step would go to.
    #[must_use]
    pub(crate) fn ahead(&self, press: Move) -> Option<Point> {
        let Move::Step(direction) = press else { return None };
        self.size().step(self.actor()?, direction)
    }

    /// Where the box, block or turnstile that covers a point is: its place is enough to know it again.
    fn thing_at(&self, point: Point) -> Option<Point> {
        self.pushable_at(point).or_else(|| match self {
            Position::Sokoban(_) => None,
            Position::Kwirk(game) => game.board().arm_at(point).map(|(t, _)| game.board().turnstiles[t].pivot),
        })
    }

    /// The place of the box or block that covers a point: of a block, its top left cell.
    #[must_use]
    pub(crate) fn pushable_at(&self, point: Point) -> Option<Point> {
        match self {
            Position::Sokoban(game) => game.board().cell(point).has_box().then_some(point),
            Position::Kwirk(game) => game.board().block_at(point).map(|b| game.board().blocks[b].origin),
        }
    }

    /// All cells of the box or block at a place.
    #[must_use]
    pub(crate) fn cells_of(&self, place: Point) -> Vec<Point> {
        match self {
            Position::Sokoban(_) => vec![place],
            Position::Kwirk(game) => {
                let board = game.board();
                board.block_at(place).map_or_else(Vec::new, |b| board.cells(board.blocks[b]).collect())
            }
        }
    }

    /// Whether everything is done.
    #[must_use]
    pub(crate) fn is_solved(&self) -> bool {
        match self {
            Position::Sokoban(game) => game.is_solved(),
            Position::Kwirk(game) => game.is_solved(),
        }
    }

    /// Where whoever moves next is.
    #[must_use]
    pub(crate) fn actor(&self) -> Option<Point> {
        match self {
            Position::Sokoban(game) => game.player(),
            Position::Kwirk(game) => game.active().and_then(|me| game.board().characters[me]),
        }
    }

    /// The number of the active character, from 1, and how many are left; `None` where there is no choice.
    #[must_use]
    pub(crate) fn character(&self) -> Option<(usize, usize)> {
        let Position::Kwirk(game) = self else { return None };
        let left = game.board().characters.iter().flatten().count();
        game.active().filter(|_| left > 1).map(|me| (me + 1, left))
    }

    /// The number of the character at a point, from 1.
    #[must_use]
    pub(crate) fn character_at(&self, point: Point) -> Option<usize> {
        let Position::Kwirk(game) = self else { return None };
        game.board().character_at(point).map(|me| me + 1)
    }

    /// How much is done, and of how much: boxes on goals.
    #[must_use]
    pub(crate) fn boxes_home(&self) -> Option<(usize, usize)> {
        let Position::Sokoban(game) = self else { return None };
        let boxes = game.board().cells().iter().filter(|cell| cell.has_box()).count();
        Some((boxes - game.boxes_off_goals(), boxes))
    }

    /// Whether somebody could walk onto a point.
    #[must_use]
    pub(crate) fn is_free(&self, point: Point) -> bool {
        match self {
            Position::Sokoban(game) => matches!(game.board().cell(point), Cell::FLOOR | Cell::GOAL),
            Position::Kwirk(game) => {
                let board = game.board();
                let is_clear = || {
                    !board.is_hole(point)
                        && board.pivot_at(point).is_none()
                        && board.arm_at(point).is_none()
                        && board.block_at(point).is_none()
                        && board.character_at(point).is_none()
                };
                match board.terrain(point) {
                    Terrain::Wall => false,
                    Terrain::Exit => true,
                    Terrain::Floor => is_clear(),
                }
            }
        }
    }

    /// Whether one leaves the room there.
    #[must_use]
    pub(crate) fn is_exit(&self, point: Point) -> bool {
        matches!(self, Position::Kwirk(game) if game.board().terrain(point) == Terrain::Exit)
    }

    /// Width and height of the board.
    #[must_use]
    pub(crate) fn size(&self) -> Size {
        match self {
            Position::Sokoban(game) => game.board().size(),
            Position::Kwirk(game) => game.board().size(),
        }
    }

    /// Which game it is.
    #[must_use]
    pub(crate) fn game(&self) -> Game {
        match self {
            Position::Sokoban(_) => Game::Sokoban,
            Position::Kwirk(_) => Game::Kwirk,
        }
    }

    /// A level that begins with this position; what solves it, pressed here, does the same.
    #[must_use]
    pub(crate) fn level(&self) -> AnyLevel {
        match self {
            Position::Sokoban(game) => AnyLevel::Sokoban(sokoban::Level::new(game.board().clone())),
            Position::Kwirk(game) => {
                // A level begins with the lowest number, so the numbers are turned until that is the active one.
                let mut board = game.board().clone();
                let first = game.active().unwrap_or(0);
                let order = (0..4).map(|i| (first + i) % 4);
                let present: Vec<Point> = order.filter_map(|i| game.board().characters[i]).collect();
                board.characters = std::array::from_fn(|i| present.get(i).copied());
                AnyLevel::Kwirk(kwirk::Level::from_board(board))
            }
        }
    }

    /// A text that only this position has.
    #[must_use]
    pub(crate) fn identity(&self) -> String {
        self.level().board_text()
    }

    /// The presses that make a character the active one.
    #[must_use]
    pub(crate) fn switches_to(&self, character: usize) -> Vec<Move> {
        let mut there = self.clone();
        let mut presses = Vec::new();
        while there.character().is_some_and(|(active, _)| active != character) {
            presses.push(Move::Switch);
            if presses.len() > 3 || there.press(Move::Switch).outcome == Outcome::Blocked {
                return Vec::new();
            }
        }
        presses
    }
}

/// The name of a direction.
#[must_use]
pub(crate) fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Right => "right",
        Direction::Down => "down",
        Direction::Left => "left",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    fn position(text: &str) -> Position {
        Position::new(&source::read("x.txt", text.as_bytes()).unwrap().levels[0])
    }

    #[test]
    fn a_solution_from_any_position_can_be_pressed_there() {
        let mut at = position("########\n#1  2  #\n#     %#\n########\n");
        assert_eq!(at.character(), Some((1, 2)));
        at.press(Move::Switch);
        at.press(Move::Step(Direction::Right));
        let report = crate::solve_level(&at.level(), &crate::Request::default(), |_| {});
        let plan = kwirk::Plan::parse(&report.solution.unwrap()).unwrap();
        for press in plan.0 {
            assert_ne!(at.press(press).outcome, Outcome::Blocked);
        }
        assert!(at.is_solved());
    }

    #[test]
    fn things_are_known_by_their_place() {
        let mut at = position("######\n#@ $.#\n######\n");
        let right = Move::Step(Direction::Right);
        assert_eq!(at.press(right), Pressed { outcome: Outcome::Walk, moved: None });
        let (from, to) = (Point::new(3, 1), Point::new(4, 1));
        assert_eq!(at.press(right), Pressed { outcome: Outcome::Push, moved: Some((from, Some(to))) });
        assert_eq!(at.press(Move::Switch).outcome, Outcome::Blocked);
        let mut at = position("######\n#1aO%#\n######\n");
        assert_eq!(at.press(right).moved, Some((Point::new(2, 1), None)));
    }

    #[test]
    fn characters_are_switched_to_by_number() {
        let at = position("#######\n#1 2 3#\n#    %#\n#######\n");
        assert_eq!(at.switches_to(3).len(), 2);
        assert_eq!(at.switches_to(1).len(), 0);
        assert_eq!(at.switches_to(4).len(), 0);
    }
}
