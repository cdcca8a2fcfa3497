//! Frozen boxes: boxes that can never move again.
//!
//! A box is blocked along an axis if there is a wall on one side, if both sides are dead squares, or if a neighbouring
//! box on that axis is itself blocked along the other one. A box blocked along both axes is frozen, and so are the
//! boxes that block it. If one of them is not on a goal the position is dead.
//!
//! Source: the Sokoban wiki's description of freeze deadlocks; in one form or another every solver has it. While the
//! neighbours of a box are looked at the box itself counts as a wall, and only as long: marks that outlive their path
//! condemn positions that can be solved.
//! Cost: a few table look-ups for most pushes; the number of boxes looked at is limited.
//! Sound for: any, pushes, moves.

use crate::Puzzle;
use boxwright_grid::{Direction, Square, SquareSet};

/// More boxes than this are not looked at; the answer is then "not frozen", which is always safe.
const MOST_VISITS: u32 = 64;

/// Working memory of the test.
#[derive(Clone, Debug)]
pub struct Freeze {
    /// Boxes on the path of the recursion: they count as walls.
    path: SquareSet,
    /// Boxes found frozen if the assumption behind them holds.
    frozen: Vec<Square>,
    visits: u32,
}

#[derive(Clone, Copy)]
enum Axis {
    Vertical,
    Horizontal,
}

impl Axis {
    fn directions(self) -> (Direction, Direction) {
        match self {
            Axis::Vertical => (Direction::Up, Direction::Down),
            Axis::Horizontal => (Direction::Left, Direction::Right),
        }
    }

    fn other(self) -> Axis {
        match self {
            Axis::Vertical => Axis::Horizontal,
            Axis::Horizontal => Axis::Vertical,
        }
    }
}

impl Freeze {
    /// Working memory for this puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Freeze {
        Freeze { path: SquareSet::new(puzzle.floor().len()), frozen: Vec::new(), visits: 0 }
    }

    /// Whether the box on `square`, pushed there last, is frozen together with some box off the goals.
    pub fn is_dead(&mut self, puzzle: &Puzzle, boxes: &SquareSet, square: Square) -> bool {
        self.frozen.clear();
        self.visits = 0;
        self.is_blocked(puzzle, boxes, square, Axis::Vertical)
            && self.is_blocked(puzzle, boxes, square, Axis::Horizontal)
            && (!puzzle.goals().contains(square) || self.frozen.iter().any(|&b| !puzzle.goals().contains(b)))
    }

    fn is_blocked(&mut self, puzzle: &Puzzle, boxes: &SquareSet, square: Square, axis: Axis) -> bool {
        let (back, forth) = axis.directions();
        let sides = [puzzle.floor().next(square, back), puzzle.floor().next(square, forth)];
        if sides.iter().any(|&side| !side.exists() || self.path.contains(side)) {
            return true;
        }
        if sides.iter().all(|&side| !puzzle.is_live(side)) {
            return true;
        }
        self.visits += 1;
        if self.visits > MOST_VISITS {
            return false;
        }
        self.path.insert(square);
        let mut blocked = false;
        for side in sides.into_iter().filter(|&side| boxes.contains(side)) {
            let known = self.frozen.len();
            if self.is_blocked(puzzle, boxes, side, axis.other()) {
                self.frozen.push(side);
                blocked = true;
                break;
            }
            self.frozen.truncate(known);
        }
        self.path.remove(square);
        blocked
    }
}
