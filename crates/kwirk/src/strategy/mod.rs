//! The strategies of Kwirk, by name.
//!
//! [`STRATEGIES`] is the one table from which specs are checked and help is printed; [`build`] turns a checked spec into
//! a solver at work.

use crate::estimate::{Apart, Exit, Way};
use crate::space::{Interactions, StepCosts, Steps};
use crate::{Plan, Puzzle};
use boxwright_search::classic::{self, WEIGHT};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{Objective, Properties, Solver};
use std::sync::Arc;

/// A boxed solver of a Kwirk puzzle.
pub type KwirkSolver = Box<dyn Solver<Plan = Plan> + Send>;

const SPACE: OptionInfo = OptionInfo {
    key: "space",
    values: Values::Words(&["auto", "interactions", "steps"]),
    default: "auto",
    help: "what one action is: a push or turn with all walking, or a key press; auto: what the objective needs",
};
const COST: OptionInfo = OptionInfo {
    key: "cost",
    values: Values::Words(&["bound", "exit"]),
    default: "bound",
    help: "the estimate: a lower bound, or the distance to the exit (no optimum is promised then)",
};
const GUIDE: OptionInfo = OptionInfo {
    key: "cost",
    values: Values::Words(&["exit", "bound"]),
    default: "exit",
    help: "the estimate: the distance to the exit, or a lower bound",
};

/// All strategies.
pub static STRATEGIES: &[StrategyInfo] = &[
    StrategyInfo {
        name: "auto",
        summary: "chooses for you: breadth-first for any solution and for the fewest interactions, A* for the rest",
        source: "boxwright",
        options: &[],
    },
    StrategyInfo {
        name: "bfs",
        summary: "breadth-first search; with unequal costs the cheapest path first",
        source: "Moore 1959; Wittingen 2021",
        options: &[SPACE],
    },
    StrategyInfo {
        name: "dfs",
        summary: "depth-first search with a table of known states",
        source: "Wittingen 2021",
        options: &[SPACE],
    },
    StrategyInfo {
        name: "astar",
        summary: "A*: smallest cost so far plus estimate",
        source: "Hart, Nilsson, Raphael 1968; Wittingen 2021",
        options: &[SPACE, COST],
    },
    StrategyInfo {
        name: "wastar",
        summary: "weighted A*: like A*, but the estimate counts more",
        source: "Pohl 1970",
        options: &[SPACE, GUIDE, WEIGHT],
    },
    StrategyInfo {
        name: "cbfs",
        summary: "greedy: always the smallest estimate",
        source: "\"complete best first\" in Froleyks, Balyo 2017",
        options: &[SPACE, GUIDE],
    },
    StrategyInfo {
        name: "id",
        summary: "iterative deepening with a transposition table",
        source: "Korf 1985",
        options: &[SPACE],
    },
    StrategyInfo {
        name: "idastar",
        summary: "IDA*: iterative deepening on cost plus estimate",
        source: "Korf 1985",
        options: &[SPACE, COST],
    },
    StrategyInfo {
        name: "fringe",
        summary: "Fringe search: IDA*'s order without searching anything twice",
        source: "Björnsson et al. 2005; Wittingen 2021",
        options: &[SPACE, COST],
    },
];

/// The concrete strategy behind a spec: `auto` is replaced by what it chooses for this puzzle and objective.
///
/// # Errors
/// If the strategy cannot promise the objective; the text says why.
pub fn resolve(spec: &Spec, _puzzle: &Arc<Puzzle>, objective: Objective) -> Result<Spec, String> {
    let spec = match (spec.info.name, objective) {
        ("auto", Objective::Any | Objective::Pushes) => parse("bfs"),
        ("auto", _) => parse("astar"),
        _ => spec.clone(),
    };
    let promised = properties(&spec, objective).optimal;
    if objective != Objective::Any && promised != objective {
        return Err(match promised {
            Objective::Any => format!("{spec} finds some solution, not the one with the fewest {objective}"),
            other => format!("{spec} finds the fewest {other}, not the fewest {objective}"),
        });
    }
    Ok(spec)
}

fn parse(text: &str) -> Spec {
    Spec::parse(text, STRATEGIES).expect("a spec of our own")
}

fn option<'s>(spec: &'s Spec, key: &str) -> Option<&'s str> {
    spec.info.options.iter().any(|o| o.key == key).then(|| spec.get(key))
}

/// What a concrete strategy promises when asked for an objective.
#[must_use]
pub fn properties(spec: &Spec, objective: Objective) -> Properties {
    let cheapest = match spec.info.name {
        "auto" => true,
        name => classic::finds_cheapest(name) && option(spec, COST.key) != Some("exit"),
    };
    let optimal = match (cheapest, uses_steps(spec, objective), objective) {
        (false, ..) => Objective::Any,
        (true, false, _) => Objective::Pushes,
        (true, true, Objective::MovesPushes | Objective::PushesMoves) => objective,
        (true, true, _) => Objective::Moves,
    };
    Properties { complete: true, optimal }
}

/// Whether single key presses matter.
fn uses_steps(spec: &Spec, objective: Objective) -> bool {
    match option(spec, SPACE.key) {
        Some("steps") => true,
        Some("interactions") => false,
        _ => !matches!(objective, Objective::Any | Objective::Pushes),
    }
}

/// A solver for a spec that [`resolve`] made concrete.
///
/// # Panics
/// If the spec is not concrete.
#[must_use]
pub fn build(spec: &Spec, puzzle: &Arc<Puzzle>, objective: Objective) -> KwirkSolver {
    let promises = properties(spec, objective);
    let guided = option(spec, COST.key) == Some("exit");
    let steps = || Steps::new(puzzle, StepCosts::of(objective));
    let interactions = || Interactions::new(puzzle);
    let (exit, way) = (|| Exit::new(puzzle), || Way::new(puzzle));
    let solver = match (uses_steps(spec, objective), guided) {
        (true, true) => classic::build(spec, steps(), exit, false, promises, Steps::plan),
        (true, false) => classic::build(spec, steps(), way, true, promises, Steps::plan),
        (false, true) => classic::build(spec, interactions(), exit, false, promises, Interactions::plan),
        (false, false) => classic::build(spec, interactions(), || Apart, true, promises, Interactions::plan),
    };
    solver.unwrap_or_else(|| unreachable!("{spec} is not a concrete strategy"))
}
