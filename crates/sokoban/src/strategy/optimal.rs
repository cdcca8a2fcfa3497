//! A* with everything known that keeps the optimum: for proofs.
//!
//! For pushes it works on positions up to walking ([`Pruned`]), for moves and both lexicographic orders on walks with a
//! push ([`Walks`]); the estimate is the matching that knows on which side of each box the player is
//! ([`Aware`]), and what pairs of boxes cost more (`Surplus`). A portfolio gives it the cost of a solution in hand, beyond
//! which it does not look. Positions that are images of each other are one ([`Symmetric`]).
//!
//! Source: the recipes for optimal solving in the literature: Junghanns and Schaeffer 2001; Pereira, Ritt and Buriol 2015.
//! Complete, and optimal in what is asked for; every rule is sound for it, and tests switch each off.

use super::SokobanSolver;
use crate::estimate::Aware;
use crate::space::{Position, Prune, Pruned, Push, Symmetric, Walks};
use crate::{Plan, Puzzle};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{BestFirst, Domain, Heuristic, Objective, Order, Properties, Shared, StepCosts, Translated};
use std::sync::Arc;

pub(super) const NAME: &str = "optimal";

const ON_OFF: Values = Values::Words(&["on", "off"]);
const PAIRS: OptionInfo = OptionInfo {
    key: "pairs",
    values: ON_OFF,
    default: "on",
    help: "leave out pairs of boxes that cannot both be solved",
};
const FROZEN: OptionInfo = OptionInfo {
    key: "frozen",
    values: ON_OFF,
    default: "on",
    help: "for pushes: take boxes that can never move again for walls, and see what that makes impossible",
};
const CORRALS: OptionInfo = OptionInfo {
    key: "corrals",
    values: ON_OFF,
    default: "on",
    help: "for pushes: leave out dead corrals, and deal with closed ones first",
};
const SURPLUS: OptionInfo = OptionInfo {
    key: "surplus",
    values: ON_OFF,
    default: "on",
    help: "unless moves come first: estimate what pairs of boxes cost more than each of them alone",
};
const DOMINANCE: OptionInfo = OptionInfo {
    key: "dominance",
    values: ON_OFF,
    default: "on",
    help: "unless only pushes count: leave out positions that the player can walk to from others no later",
};
const SYMMETRY: OptionInfo = OptionInfo {
    key: "symmetry",
    values: ON_OFF,
    default: "on",
    help: "on levels that can be turned or mirrored onto themselves: keep one of the positions that are alike",
};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    summary: "A* with every rule that keeps the optimum, for proofs",
    source: "Junghanns, Schaeffer 2001; Pereira, Ritt, Buriol 2015",
    options: &[PAIRS, FROZEN, CORRALS, SURPLUS, DOMINANCE, SYMMETRY],
};

/// What it promises when asked for an objective.
pub(super) fn properties(objective: Objective) -> Properties {
    let optimal = if objective == Objective::Any { Objective::Pushes } else { objective };
    Properties { complete: true, optimal }
}

/// A solver for a spec of this strategy.
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, objective: Objective, shared: &Arc<Shared>) -> SokobanSolver {
    let is_on = |option: &OptionInfo| spec.option(option.key) == Some("on");
    let mut estimate = Aware::new(puzzle);
    // Where moves come first it saves next to no nodes, and costs some time.
    if is_on(&SURPLUS) && !matches!(objective, Objective::Moves | Objective::MovesPushes) {
        estimate = estimate.with_surplus();
    }
    let task = Task { puzzle, estimate, symmetry: is_on(&SYMMETRY), promises: properties(objective), shared };
    if matches!(objective, Objective::Any | Objective::Pushes) {
        let prune = Prune { pairs: is_on(&PAIRS), frozen: is_on(&FROZEN), corrals: is_on(&CORRALS) };
        return task.in_space(Pruned::new(puzzle, prune), Pruned::plan);
    }
    let walks = Walks::new(puzzle, StepCosts::of(objective), is_on(&PAIRS));
    task.in_space(if is_on(&DOMINANCE) { walks.with_dominance() } else { walks }, Walks::plan)
}

/// What does not depend on the space.
struct Task<'a> {
    puzzle: &'a Arc<Puzzle>,
    estimate: Aware,
    symmetry: bool,
    promises: Properties,
    shared: &'a Arc<Shared>,
}

impl Task<'_> {
    /// A search in a space, up to symmetry if there is any.
    fn in_space<S>(self, space: S, plan: fn(&S, &[Push]) -> Plan) -> SokobanSolver
    where
        S: Domain<State: Position + Send, Action = Push> + Send + 'static,
        Aware: Heuristic<S>,
    {
        let automorphisms = if self.symmetry { self.puzzle.automorphisms() } else { Vec::new() };
        if automorphisms.is_empty() {
            return self.search(space, plan);
        }
        let space = Symmetric::new(space, self.puzzle, automorphisms);
        self.search::<Symmetric<S>>(space, Symmetric::plan)
    }

    fn search<S>(self, space: S, plan: fn(&S, &[Push]) -> Plan) -> SokobanSolver
    where
        S: Domain<State: Send, Action = Push> + Send + 'static,
        Aware: Heuristic<S>,
    {
        let search = BestFirst::new(space, self.estimate, Order::A_STAR, true).sharing(Arc::clone(self.shared));
        Box::new(Translated::new(search, self.promises, plan))
    }
}
