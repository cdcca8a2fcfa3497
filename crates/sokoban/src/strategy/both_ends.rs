//! The fewest pushes from both ends: [`BothEnds`] over pushes and pulls, and the plan that its halves make.
//!
//! Forwards every rule of `optimal` is in force; backwards positions are left out that the beginning cannot lead to. Where
//! the two have met the positions are equal up to walking, so the halves fit.

use super::SokobanSolver;
use crate::estimate::Aware;
use crate::space::{Pruned, Pulls, plan};
use crate::{Plan, Puzzle};
use boxwright_search::{BothEnds, Properties, Search, Shared, Slice, Solver, Statistics, Status};
use std::sync::Arc;

/// A solver with these spaces and estimates for each end.
pub(super) fn build(
    puzzle: &Arc<Puzzle>,
    forward: (Pruned, Aware),
    backward: (Pulls, Aware),
    promises: Properties,
    shared: &Arc<Shared>,
) -> SokobanSolver {
    let search = BothEnds::new(forward, backward).sharing(Arc::clone(shared));
    Box::new(Joined { puzzle: Arc::clone(puzzle), search, promises })
}

struct Joined {
    puzzle: Arc<Puzzle>,
    search: BothEnds<Pruned, Pulls, Aware, Aware>,
    promises: Properties,
}

impl Search for Joined {
    fn step(&mut self, slice: Slice) -> Status {
        self.search.step(slice)
    }

    fn statistics(&self) -> Statistics {
        self.search.statistics()
    }
}

impl Solver for Joined {
    type Plan = Plan;

    fn plan(&self) -> Option<Plan> {
        let mut pushes = self.search.first_half()?;
        let (_, backward) = self.search.domains();
        pushes.extend(backward.undone(&self.search.second_half()?));
        plan(&self.puzzle, &pushes)
    }

    fn properties(&self) -> Properties {
        self.promises
    }

    fn glimpse(&self) -> Option<Plan> {
        plan(&self.puzzle, &self.search.best_so_far()?)
    }
}
