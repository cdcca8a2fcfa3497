//! The way to the exit if walls were all there is.
//!
//! Every character on the board must walk at least that far, so the sum over the characters bounds the steps that are
//! left from below; halved where turnstiles can carry a character two cells in one step. A character that walls alone
//! keep from the exit makes the position hopeless. Computed once per puzzle by breadth-first search from the exit.

use crate::Puzzle;
use crate::space::{StepState, Steps};
use boxwright_grid::{Square, UNREACHED};
use boxwright_search::{Cost, Heuristic, Past};

/// Steps from every square to the exit if only walls were there.
#[derive(Clone, Debug)]
pub(super) struct WayOut(Vec<u16>);

impl WayOut {
    pub(super) fn new(puzzle: &Puzzle) -> WayOut {
        let floor = puzzle.floor();
        let mut distance = vec![UNREACHED; floor.len()];
        let mut queue = Vec::new();
        for &(side, _) in puzzle.exit_sides() {
            distance[side.index()] = 1;
            queue.push(side);
        }
        let mut at = 0;
        while let Some(&square) = queue.get(at) {
            at += 1;
            for &next in floor.neighbours(square) {
                if next.exists() && distance[next.index()] == UNREACHED {
                    distance[next.index()] = distance[square.index()] + 1;
                    queue.push(next);
                }
            }
        }
        WayOut(distance)
    }

    /// The distance of a character on the board; `None` if walls alone keep it from the exit.
    pub(super) fn from(&self, square: Square) -> Option<Cost> {
        let distance = self.0[square.index()];
        (distance != UNREACHED).then_some(distance.into())
    }
}

/// The way of every character to the exit, walls being the only obstacles; halved if turnstiles can carry a character
/// two cells in one step. Admissible and consistent for steps.
#[derive(Clone, Debug)]
pub struct Way {
    way_out: WayOut,
    per_step: Cost,
}

impl Way {
    /// The estimate for a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Way {
        Way { way_out: WayOut::new(puzzle), per_step: if puzzle.has_rides() { 2 } else { 1 } }
    }
}

impl Heuristic<Steps> for Way {
    fn estimate(&mut self, space: &Steps, state: &StepState, _: &dyn Past) -> Option<Cost> {
        let present = state.characters().into_iter().filter(|c| c.exists());
        let ways = present.map(|c| self.way_out.from(c)).sum::<Option<Cost>>()?;
        Some((ways / self.per_step).saturating_mul(space.costs().walk))
    }
}
