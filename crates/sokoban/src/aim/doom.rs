//! Dear tests for positions without a solution, made once for every position about to be expanded.
//!
//! Forwards they are those of the adviser of `fess`. Backwards boxes are never lost, but they may not get to where they
//! start.

use super::spaces::to_end;
use crate::Puzzle;
use crate::deadlock::DearRules;
use crate::estimate::{Assigned, Hungarian};
use crate::macros::Way;
use boxwright_grid::{Square, SquareSet};
use std::sync::Arc;

/// The tests.
pub(super) struct Doom {
    puzzle: Arc<Puzzle>,
    to_end: Assigned<Hungarian>,
    forwards: Option<DearRules>,
}

impl Doom {
    /// For boxes that are moved this way.
    pub(super) fn new(puzzle: &Arc<Puzzle>, way: Way) -> Doom {
        Doom {
            to_end: to_end(puzzle, way),
            forwards: (way == Way::Push).then(|| DearRules::new(puzzle)),
            puzzle: Arc::clone(puzzle),
        }
    }

    /// Whether a position provably has no solution.
    pub(super) fn is_near(&mut self, boxes: &SquareSet, player: Square) -> bool {
        let Doom { puzzle, to_end, forwards } = self;
        to_end.of_boxes(boxes).is_none() || forwards.as_mut().is_some_and(|rules| rules.condemn(puzzle, boxes, player))
    }
}
