//! Phases: pushes along the packing plan, phase by phase ([`crate::phases`], [`boxwright_search::judged`]).
//!
//! Complete: nothing but dead positions is thrown away. Deterministic.

use super::{PLAN, SokobanSolver, halves, planning};
use crate::Puzzle;
use crate::phases::Phases;
use crate::space::{Prune, Pruned};
use boxwright_search::spec::{Spec, StrategyInfo};
use boxwright_search::{InTurn, Judged, Properties, Shared, Side, Translated, Visitor};
use std::sync::Arc;

pub(super) const NAME: &str = "phases";

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    summary: "greedy search over pushes through the phases of a packing plan",
    source: "YASS (Damgaard)",
    options: &[PLAN],
};

/// A solver for a spec of this strategy.
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, promises: Properties, shared: &Arc<Shared>) -> SokobanSolver {
    let referee = Phases::new(puzzle, planning(spec));
    let search = Judged::new(Pruned::new(puzzle, Prune::ALL), referee, InTurn::default())
        .meeting(Visitor::new(shared, Side::Forward));
    Box::new(Translated::new(search, promises, Pruned::plan).with_halves(Some(halves::PRUNED)))
}
