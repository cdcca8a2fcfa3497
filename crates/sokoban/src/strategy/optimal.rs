//! A* with everything known that keeps the optimum: for proofs.
//!
//! For pushes it works on positions up to walking ([`Pruned`]), for moves and both lexicographic orders on walks with a
//! push ([`Walks`]); the estimate is the matching that knows on which side of each box the player is
//! ([`Aware`]), and what boxes in each other's way cost more (`Surplus`). A portfolio gives it the cost of a solution in
//! hand, beyond which it does not look. Positions that are images of each other are one ([`Symmetric`]).
//!
//! For pushes it can also go backwards, by pulling ([`Pulls`]), or from both ends at once ([`both_ends`]). Backwards alone it
//! sees little: what boxes cost each other is where they start, and a search that comes from the goals gets there last.
//!
//! Source: the recipes for optimal solving in the literature: Junghanns and Schaeffer 2001; Pereira, Ritt and Buriol 2015.
//! Complete, and optimal in what is asked for; every rule is sound for it, and tests switch each off.

use super::{SokobanSolver, both_ends};
use crate::estimate::Aware;
use crate::space::{Position, Prune, Pruned, Pulls, Push, Symmetric, Walks};
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
const GROUPS: OptionInfo = OptionInfo {
    key: "groups",
    values: ON_OFF,
    default: "on",
    help: "with surplus: learn on the way what three to five boxes cost more",
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
const ENDS: OptionInfo = OptionInfo {
    key: "ends",
    values: Values::Words(&["forward", "backward", "both"]),
    default: "forward",
    help: "from where it searches; other than forwards for pushes only",
};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    summary: "A* with every rule that keeps the optimum, for proofs",
    source: "Junghanns, Schaeffer 2001; Pereira, Ritt, Buriol 2015",
    options: &[ENDS, PAIRS, FROZEN, CORRALS, SURPLUS, GROUPS, DOMINANCE, SYMMETRY],
};

/// What it promises when asked for an objective.
pub(super) fn properties(spec: &Spec, objective: Objective) -> Properties {
    let pushes = objective == Objective::Any || spec.get(ENDS.key) != "forward";
    let optimal = if pushes { Objective::Pushes } else { objective };
    Properties { complete: true, optimal }
}

/// A solver for a spec of this strategy.
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, objective: Objective, shared: &Arc<Shared>) -> SokobanSolver {
    let is_on = |option: &OptionInfo| spec.option(option.key) == Some("on");
    let promises = properties(spec, objective);
    // Where moves come first it saves next to no nodes, and costs some time.
    let surplus = is_on(&SURPLUS) && !matches!(objective, Objective::Moves | Objective::MovesPushes);
    let with_surplus = |estimate: Aware| if surplus { estimate.with_surplus() } else { estimate };
    let prune = Prune { pairs: is_on(&PAIRS), frozen: is_on(&FROZEN), corrals: is_on(&CORRALS) };
    let forward = || (Pruned::new(puzzle, prune), with_surplus(Aware::new(puzzle)));
    let backward = || {
        let space = if prune.pairs { Pulls::new(puzzle).without_dead_pairs() } else { Pulls::new(puzzle) };
        (space, with_surplus(Aware::backwards(puzzle)))
    };
    match spec.get(ENDS.key) {
        "both" => return both_ends::build(puzzle, forward(), backward(), promises, shared),
        "backward" => {
            let (space, estimate) = backward();
            let search = BestFirst::new(space, estimate, Order::A_STAR, true).sharing(Arc::clone(shared));
            return Box::new(Translated::new(search, promises, Pulls::plan));
        }
        _ => {}
    }
    let (space, estimate) = forward();
    let estimate = if is_on(&GROUPS) { estimate.with_groups() } else { estimate };
    let task = Task { puzzle, estimate, symmetry: is_on(&SYMMETRY), promises, shared };
    if promises.optimal == Objective::Pushes {
        return task.in_space(space, Pruned::plan);
    }
    let walks = Walks::new(puzzle, StepCosts::of(objective), prune.pairs);
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
