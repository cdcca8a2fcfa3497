//! What is new about a position, for a greedy search that wants to see something new every now and then.
//!
//! Positions are compared with those of the same kind: as many boxes where they belong in the end, or the same places
//! filled ([`Kinds`]), or once in each way, and the player in the same part of the floor; where boxes are pulled any
//! distance, with the floor in as many parts. A position is newest if the box
//! that was just moved stands where none of its kind had one, and still new if it stands there together with another box
//! that none had at the same time. A search that gets stuck does so among positions made of pairs seen before.
//!
//! The memory is a row of squares for every kind and square: what else had a box when a box came there. So to judge a
//! position and to remember it takes one look at a cache line or two. Rows are found by a hash and share places; a
//! collision makes a position look less new than it is, which only changes the order of the search.
//!
//! Source: novelty of best-first width search (Lipovetzky, Geffner 2017); pairs with the box just moved, and the player's
//! part of the floor as a feature, are our own.

use crate::Puzzle;
use crate::estimate::{Assigned, Hungarian, Metric, Position};
use crate::fess::common;
use crate::macros::{MacroMove, Way};
use crate::space::{MacroPulls, MacroPushes, Pruned, Pull, Pulls, Push};
use boxwright_grid::{Square, SquareSet, scramble};
use boxwright_search::{Domain, Note, Referee, Sight};

/// The most bytes for what was seen.
const MOST_BYTES: usize = 16 << 20;

/// There are about as many parts of the floor, over all positions, as the floor has squares, divided by this.
const PARTS: usize = 4;

/// What was seen so far.
#[derive(Clone, Debug)]
struct Seen {
    /// Words of a row.
    words: usize,
    rows: Vec<u64>,
}

impl Seen {
    /// For so many squares and boxes: a row for every square and kind, as far as there is room.
    fn new(squares: usize, boxes: usize) -> Seen {
        let words = squares.div_ceil(64).next_power_of_two();
        let wanted = squares * (boxes + 1) * squares.div_ceil(PARTS);
        let rows = wanted.next_power_of_two().min(1 << (MOST_BYTES / 8 / words).max(1).ilog2());
        Seen { words, rows: vec![0; rows * words] }
    }

    /// 1 if no position of this kind had a box where one was just moved, 2 if none had this one and one of the others, else 3.
    #[inline]
    fn judge(&mut self, kind: u64, boxes: &SquareSet, moved: Square) -> u8 {
        let rows = self.rows.len() / self.words;
        let first = scramble(kind ^ u64::from(moved.0)) as usize & (rows - 1);
        let row = &mut self.rows[first * self.words..][..self.words];
        // The box itself is in its row as soon as there is anything.
        let known = row[moved.index() / 64] >> (moved.index() % 64) & 1 != 0;
        let mut new = 0;
        for (seen, boxes) in row.iter_mut().zip(boxes.words()) {
            new |= boxes & !*seen;
            *seen |= boxes;
        }
        match (known, new) {
            (false, _) => 1,
            (true, 1..) => 2,
            (true, 0) => 3,
        }
    }
}

/// What positions have in common that are compared, besides the player's part of the floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kinds {
    /// How many boxes are where they belong.
    Number,
    /// Which places are filled.
    Set,
}

impl Kinds {
    /// What boxes have in common with others of the same kind, given where they belong.
    #[inline]
    fn of(self, boxes: &SquareSet, ends: &SquareSet) -> u64 {
        match self {
            Kinds::Number => common(boxes, ends) as u64,
            Kinds::Set => boxes.words().iter().zip(ends.words()).fold(0, |set, (a, b)| scramble(set ^ a & b)),
        }
    }
}

/// Says how near and, in `N` ways, how new positions are, for a search that moves one box at a time.
#[derive(Clone, Debug)]
pub struct Novel<const N: usize> {
    kinds: [Kinds; N],
    /// Where the boxes belong in the end.
    ends: SquareSet,
    estimate: Assigned<Hungarian>,
    seen: [Seen; N],
}

impl<const N: usize> Novel<N> {
    /// For boxes that are moved this way.
    #[must_use]
    pub fn new(puzzle: &Puzzle, way: Way, kinds: [Kinds; N]) -> Novel<N> {
        let squares = puzzle.floor().len();
        let (ends, estimate) = match way {
            Way::Push => (puzzle.goals().clone(), Assigned::new(puzzle, Metric::Pull, Hungarian::new)),
            Way::Pull => (
                SquareSet::from_squares(squares, puzzle.boxes().iter().copied()),
                Assigned::backwards(puzzle, Hungarian::new),
            ),
        };
        Novel { kinds, ends, estimate, seen: std::array::from_fn(|_| Seen::new(squares, puzzle.boxes().len())) }
    }
}

/// A space in which one action moves one box.
pub trait OneBox: Domain<State: Position> {
    /// Where an action takes the box.
    fn end(&self, action: Self::Action) -> Square;

    /// What else positions have in common that are compared, given what led to them.
    fn kind(&self, _: Self::Action) -> u64 {
        0
    }
}

impl OneBox for Pulls {
    fn end(&self, pull: Pull) -> Square {
        self.puzzle().floor().next(pull.from, pull.direction)
    }
}

impl OneBox for MacroPulls {
    fn end(&self, one: MacroMove) -> Square {
        one.to
    }

    fn kind(&self, one: MacroMove) -> u64 {
        one.regions.into()
    }
}

impl OneBox for MacroPushes {
    fn end(&self, one: MacroMove) -> Square {
        one.to
    }
}

impl OneBox for Pruned {
    fn end(&self, push: Push) -> Square {
        self.puzzle().floor().next(push.from, push.direction)
    }
}

impl<D: OneBox, const N: usize> Referee<D> for Novel<N> {
    type Score = Sight<N>;

    fn enter(&mut self, _: &D, state: &D::State, _: Note) {
        self.estimate.enter_boxes(state.boxes());
    }

    fn judge(&mut self, space: &D, state: &D::State, action: Option<D::Action>) -> Option<(Note, Sight<N>)> {
        let boxes = state.boxes();
        let estimate = self.estimate.of_boxes(boxes)?;
        let mut newness = [1; N];
        if let Some(action) = action {
            let (moved, kind) = (space.end(action), u64::from(state.player().0) << 48 ^ space.kind(action) << 32);
            for ((newness, kinds), seen) in newness.iter_mut().zip(self.kinds).zip(&mut self.seen) {
                let kind = scramble(kinds.of(boxes, &self.ends) ^ kind);
                *newness = seen.judge(kind, boxes, moved);
            }
        }
        Some((0, Sight { estimate, newness }))
    }

    fn bytes(&self) -> usize {
        self.seen.iter().map(|seen| seen.rows.len() * size_of::<u64>()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_not_new() {
        let mut seen = Seen::new(100, 3);
        let set = |squares: &[u16]| SquareSet::from_squares(100, squares.iter().map(|&s| Square(s)));
        assert_eq!(seen.judge(7, &set(&[1, 2, 80]), Square(80)), 1, "nothing was seen yet");
        assert_eq!(seen.judge(7, &set(&[1, 2, 80]), Square(80)), 3, "all of it was");
        assert_eq!(seen.judge(7, &set(&[1, 3, 80]), Square(80)), 2, "a new pair");
        assert_eq!(seen.judge(7, &set(&[2, 3, 80]), Square(80)), 3, "pairs seen at different times");
        assert_eq!(seen.judge(7, &set(&[2, 3, 80]), Square(3)), 1, "another box was moved");
        assert_eq!(seen.judge(8, &set(&[2, 3, 80]), Square(3)), 1, "another kind");
    }
}
