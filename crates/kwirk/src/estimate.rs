//! Estimates of what is left to do.
//!
//! [`Apart`] is admissible for interactions, [`Way`] for steps. [`Exit`] is neither: it is the Kwirk paper's guide
//! (section 5.1) in our terms, how far the characters are from the exit, for searches that promise no optimum.

use crate::Puzzle;
use crate::space::{InteractionState, Interactions, StepState, Steps};
use boxwright_grid::{Square, UNREACHED};
use boxwright_search::{Cost, Domain, Heuristic, Past};

/// 0 if every character can walk to the exit, else 1: as long as somebody is cut off, something must be moved.
/// Admissible and consistent for interactions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Apart;

impl Heuristic<Interactions> for Apart {
    fn estimate(&mut self, space: &Interactions, state: &InteractionState, _: &dyn Past) -> Option<Cost> {
        Some(Cost::from(!space.is_goal(state)))
    }
}

/// Steps from every square to the exit if only walls were there.
#[derive(Clone, Debug)]
struct WayOut(Vec<u16>);

impl WayOut {
    fn new(puzzle: &Puzzle) -> WayOut {
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
    fn from(&self, square: Square) -> Option<Cost> {
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

/// The way to the exit past walls alone, summed over the characters, each from the square that represents its region.
#[derive(Clone, Debug)]
pub struct Exit {
    way_out: WayOut,
}

impl Exit {
    /// The guide for a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Exit {
        Exit { way_out: WayOut::new(puzzle) }
    }
}

impl Heuristic<Interactions> for Exit {
    fn estimate(&mut self, _: &Interactions, state: &InteractionState, _: &dyn Past) -> Option<Cost> {
        let present = state.whereabouts().into_iter().filter(|c| c.exists());
        present.map(|c| self.way_out.from(c)).sum()
    }
}

impl Heuristic<Steps> for Exit {
    fn estimate(&mut self, _: &Steps, state: &StepState, _: &dyn Past) -> Option<Cost> {
        let present = state.characters().into_iter().filter(|c| c.exists());
        present.map(|c| self.way_out.from(c)).sum()
    }
}
