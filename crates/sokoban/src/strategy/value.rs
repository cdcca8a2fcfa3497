//! Value: the tree of macro moves is climbed where positions are worth most, by weights that were learned
//! ([`crate::value`], [`boxwright_search::ascent`]).
//!
//! Complete: nothing but dead positions is thrown away. Deterministic.

use super::{PLAN, SokobanSolver, halves, planning};
use crate::Puzzle;
use crate::space::MacroPushes;
use crate::value::{Weights, climb};
use boxwright_search::spec::{Spec, StrategyInfo};
use boxwright_search::{Properties, Shared, Side, Translated, Visitor};
use std::sync::Arc;

pub(super) const NAME: &str = "value";

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    summary: "climbs a tree of macro moves by a learned value of positions",
    source: "Shoham, Elidan 2021",
    options: &[PLAN],
};

/// A solver for a spec of this strategy.
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, promises: Properties, shared: &Arc<Shared>) -> SokobanSolver {
    let search = climb(puzzle, planning(spec), Weights::learned()).meeting(Visitor::new(shared, Side::Forward));
    Box::new(Translated::new(search, promises, MacroPushes::plan).with_halves(Some(halves::MACRO_PUSHES)))
}
