//! Novel: greedy, and every other time what is newest ([`crate::novel`], [`boxwright_search::judged`]).
//!
//! By single pulls from the goals, or by single pushes from the start. What is near is judged by the matching alone, so
//! it needs no plan; where greed is stuck, what is new leads it out.
//!
//! Complete: nothing but dead positions is thrown away. Deterministic.

use super::{SokobanSolver, halves};
use crate::Puzzle;
use crate::macros::Way;
use crate::novel::{Kinds, Novel};
use crate::space::{Prune, Pruned, Pulls};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{Judged, Properties, Shared, Side, Translated, Visitor};
use std::sync::Arc;

pub(super) const NAME: &str = "novel";

const FROM: OptionInfo = OptionInfo {
    key: "from",
    values: Values::Words(&["goals", "start"]),
    default: "goals",
    help: "where it begins: at the goals, by pulling, or at the start, by pushing",
};

const KINDS: OptionInfo = OptionInfo {
    key: "kinds",
    values: Values::Words(&["number", "set", "both"]),
    default: "number",
    help: "what positions have in common that are compared: how many boxes are in place, which places are filled, or each in turn",
};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    summary: "greedy search that looks every other time at what is newest",
    source: "best-first width search: Lipovetzky, Geffner 2017",
    options: &[FROM, KINDS],
};

/// A solver for a spec of this strategy.
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, promises: Properties, shared: &Arc<Shared>) -> SokobanSolver {
    let start = Start { puzzle, promises, shared, pushes: spec.get(FROM.key) == "start" };
    match spec.get(KINDS.key) {
        "set" => start.comparing([Kinds::Set]),
        "both" => start.comparing([Kinds::Set, Kinds::Number]),
        _ => start.comparing([Kinds::Number]),
    }
}

/// A search that is about to begin.
struct Start<'a> {
    puzzle: &'a Arc<Puzzle>,
    promises: Properties,
    shared: &'a Arc<Shared>,
    pushes: bool,
}

impl Start<'_> {
    /// The search that compares positions in these ways.
    fn comparing<const N: usize>(self, kinds: [Kinds; N]) -> SokobanSolver {
        let Start { puzzle, promises, shared, pushes } = self;
        if pushes {
            let search = Judged::new(Pruned::new(puzzle, Prune::ALL), Novel::new(puzzle, Way::Push, kinds))
                .meeting(Visitor::new(shared, Side::Forward));
            return Box::new(Translated::new(search, promises, Pruned::plan).with_halves(Some(halves::PRUNED)));
        }
        let space = Pulls::new(puzzle).without_dead_pairs().without_pens();
        let search =
            Judged::new(space, Novel::new(puzzle, Way::Pull, kinds)).meeting(Visitor::new(shared, Side::Backward));
        Box::new(Translated::new(search, promises, Pulls::plan).with_halves(Some(halves::PULLS)))
    }
}
