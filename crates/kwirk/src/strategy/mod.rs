//! The strategies of Kwirk, by name.
//!
//! [`STRATEGIES`] is the one table from which specs are checked and help is printed; [`build`] turns a checked spec into
//! a solver at work.

mod guided;
pub mod layered;

use crate::estimate::{Apart, Exit, Explore, Way};
use crate::space::{Interactions, Rule, Steps};
use crate::{Plan, Puzzle};
use boxwright_search::classic::{self, WEIGHT};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{ExternalBfs, Objective, Properties, Shared, Solver, StepCosts, Translated};
use std::path::Path;
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
    values: Values::Words(&["bound", "explore", "exit"]),
    default: "bound",
    help: "the estimate: a lower bound, or the Kwirk paper's: new squares reached, distance to the exit (no optimum then)",
};
const LOOK_BACK: OptionInfo = OptionInfo {
    key: "x",
    values: Values::Whole(1, 1000),
    default: "10",
    help: "how many predecessors cost=explore compares with; the paper tries 10, 20 and 30",
};
const RULE: OptionInfo = OptionInfo {
    key: "rule",
    values: Values::Words(&["complete", "paper"]),
    default: "complete",
    help: "what characters who do not push may do before an interaction: anything, or what the Kwirk paper lets them do",
};
const GUIDE: OptionInfo = OptionInfo {
    key: "cost",
    values: Values::Words(&["exit", "explore", "bound"]),
    default: "exit",
    help: "the estimate: the distance to the exit, new squares reached, or a lower bound",
};

/// All strategies.
pub static STRATEGIES: &[StrategyInfo] = &[
    StrategyInfo {
        name: "bfs",
        summary: "breadth-first search; with unequal costs the cheapest path first",
        source: "Moore 1959; Wittingen 2021",
        options: &[SPACE, RULE],
    },
    StrategyInfo {
        name: "dfs",
        summary: "depth-first search with a table of known states",
        source: "Wittingen 2021",
        options: &[SPACE, RULE],
    },
    StrategyInfo {
        name: "astar",
        summary: "A*: smallest cost so far plus estimate",
        source: "Hart, Nilsson, Raphael 1968; Wittingen 2021",
        options: &[SPACE, RULE, COST, LOOK_BACK],
    },
    StrategyInfo {
        name: "wastar",
        summary: "weighted A*: like A*, but the estimate counts more",
        source: "Pohl 1970",
        options: &[SPACE, RULE, GUIDE, LOOK_BACK, WEIGHT],
    },
    StrategyInfo {
        name: "cbfs",
        summary: "greedy: always the smallest estimate",
        source: "\"complete best first\" in Froleyks, Balyo 2017",
        options: &[SPACE, RULE, GUIDE, LOOK_BACK],
    },
    StrategyInfo {
        name: "id",
        summary: "iterative deepening with a transposition table",
        source: "Korf 1985",
        options: &[SPACE, RULE],
    },
    StrategyInfo {
        name: "idastar",
        summary: "IDA*: iterative deepening on cost plus estimate",
        source: "Korf 1985",
        options: &[SPACE, RULE, COST, LOOK_BACK],
    },
    StrategyInfo {
        name: "fringe",
        summary: "Fringe search: IDA*'s order without searching anything twice",
        source: "Björnsson et al. 2005; Wittingen 2021",
        options: &[SPACE, RULE, COST, LOOK_BACK],
    },
    layered::LAYERED,
    guided::GUIDED,
    guided::BEAM,
    guided::FESS,
];

/// What a strategy promises when asked for an objective.
#[must_use]
pub fn properties(spec: &Spec, objective: Objective) -> Properties {
    let paper = follows_paper(spec, objective);
    let cheapest = match spec.info.name {
        _ if paper => false,
        name => classic::finds_cheapest(name) && spec.option(COST.key).is_none_or(|cost| cost == "bound"),
    };
    let optimal = match (cheapest, uses_steps(spec, objective), objective) {
        (false, ..) => Objective::Any,
        (true, false, _) => Objective::Pushes,
        (true, true, Objective::MovesPushes | Objective::PushesMoves) => objective,
        (true, true, _) => Objective::Moves,
    };
    Properties { complete: !paper, optimal }
}

/// Whether the paper's rule for several characters is in force, which loses solutions.
fn follows_paper(spec: &Spec, objective: Objective) -> bool {
    spec.option(RULE.key) == Some("paper") && !uses_steps(spec, objective)
}

/// Whether single key presses matter.
fn uses_steps(spec: &Spec, objective: Objective) -> bool {
    match spec.option(SPACE.key) {
        Some("steps") => true,
        Some("interactions") => false,
        _ => !matches!(objective, Objective::Any | Objective::Pushes),
    }
}

/// A solver for a spec that promises the objective.
///
/// # Panics
/// If the spec is not concrete.
#[must_use]
pub fn build(spec: &Spec, puzzle: &Arc<Puzzle>, objective: Objective) -> KwirkSolver {
    build_sharing(spec, puzzle, objective, &Arc::default())
}

/// The same, for one of several solvers that tell each other what they find.
#[must_use]
pub fn build_sharing(spec: &Spec, puzzle: &Arc<Puzzle>, objective: Objective, shared: &Arc<Shared>) -> KwirkSolver {
    if let Some(solver) = guided::build(spec, puzzle) {
        return solver;
    }
    if let Some(options) = layered::LayeredOptions::of(spec) {
        return Box::new(layered::Layered::new(puzzle, options));
    }
    let promises = properties(spec, objective);
    let steps = || Steps::new(puzzle, StepCosts::of(objective));
    let rule = if follows_paper(spec, objective) { Rule::Paper } else { Rule::Complete };
    let interactions = || Interactions::new(puzzle).with_rule(rule);
    let (exit, way) = (|| Exit::new(puzzle), || Way::new(puzzle));
    let look_back = || spec.whole(LOOK_BACK.key) as usize;
    let solver = match (uses_steps(spec, objective), spec.option(COST.key)) {
        (true, Some("exit")) => classic::build(spec, steps(), exit, false, false, promises, shared, None, Steps::plan),
        (true, Some("explore")) => {
            let explore = || Explore::new(&steps(), look_back());
            classic::build(spec, steps(), explore, false, false, promises, shared, None, Steps::plan)
        }
        (true, _) => classic::build(spec, steps(), way, true, false, promises, shared, None, Steps::plan),
        (false, Some("exit")) => {
            classic::build(spec, interactions(), exit, false, false, promises, shared, None, Interactions::plan)
        }
        (false, Some("explore")) => {
            let explore = || Explore::new(&interactions(), look_back());
            classic::build(spec, interactions(), explore, false, false, promises, shared, None, Interactions::plan)
        }
        (false, _) => {
            classic::build(spec, interactions(), || Apart, true, false, promises, shared, None, Interactions::plan)
        }
    };
    solver.unwrap_or_else(|| unreachable!("{spec} is not a concrete strategy"))
}

/// A solver for a concrete spec that keeps its states in files in `folder`, for spaces larger than the memory. `level`
/// is a text that tells this level from all others; a folder is only used again for the same level and space.
///
/// # Errors
/// If the strategy is not `bfs`, if steps have different costs, or if the folder cannot be used; the text says why.
pub fn build_external(
    spec: &Spec,
    puzzle: &Arc<Puzzle>,
    objective: Objective,
    folder: &Path,
    level: &str,
) -> Result<KwirkSolver, String> {
    if spec.info.name != "bfs" {
        return Err(format!("only bfs can keep its states in files, not {spec}"));
    }
    let promises = properties(spec, objective);
    if uses_steps(spec, objective) {
        let space = Steps::new(puzzle, StepCosts::of(objective));
        let search = ExternalBfs::open(space, folder, &format!("kwirk steps {level}"));
        return Ok(Box::new(Translated::new(search.map_err(|error| error.to_string())?, promises, Steps::plan)));
    }
    let (rule, name) = match follows_paper(spec, objective) {
        true => (Rule::Paper, "paper"),
        false => (Rule::Complete, "complete"),
    };
    let space = Interactions::new(puzzle).with_rule(rule);
    let search = ExternalBfs::open(space, folder, &format!("kwirk interactions {name} {level}"));
    Ok(Box::new(Translated::new(search.map_err(|error| error.to_string())?, promises, Interactions::plan)))
}
