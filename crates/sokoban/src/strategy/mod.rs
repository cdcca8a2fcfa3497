//! The strategies of Sokoban, by name.
//!
//! [`STRATEGIES`] is the one table from which specs are checked and help is printed; [`build`] turns a checked spec into
//! a solver at work.

mod talking_stones;

use crate::estimate::{Closest, Metric};
use crate::protocol::{GoalOrder, Pick, Protocol, Stones};
use crate::space::{Pushes, Steps};
use crate::{Plan, Puzzle};
use boxwright_search::classic::{self, WEIGHT};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{
    ExternalBfs, Finished, Hopeless, Objective, Properties, Rationed, Solver, StepCosts, Through, Translated,
};
use std::path::Path;
use std::sync::Arc;

/// A boxed solver of a Sokoban puzzle.
pub type SokobanSolver = Box<dyn Solver<Plan = Plan> + Send>;

const SPACE: OptionInfo = OptionInfo {
    key: "space",
    values: Values::Words(&["auto", "pushes", "steps"]),
    default: "auto",
    help: "what one action is: a push with the walk to it, or a single step; auto: what the objective needs",
};
const METRIC: OptionInfo = OptionInfo {
    key: "metric",
    values: Values::Words(&["pull", "manhattan"]),
    default: "pull",
    help: "distance of a box to a goal: pushes on the empty board, or rows plus columns",
};
const FINISH: OptionInfo = OptionInfo {
    key: "finish",
    values: Values::Words(&["off", "stones"]),
    default: "off",
    help: "whether promising positions are tried to be solved box by box (see talking-stones)",
};
/// All strategies.
pub static STRATEGIES: &[StrategyInfo] = &[
    StrategyInfo {
        name: "auto",
        summary: "chooses for you: weighted A* for any solution, A* for the best",
        source: "boxwright",
        options: &[],
    },
    StrategyInfo {
        name: "bfs",
        summary: "breadth-first search; with unequal costs the cheapest path first",
        source: "Moore 1959; Froleyks, Balyo 2017; Wittingen 2021",
        options: &[SPACE, FINISH],
    },
    StrategyInfo {
        name: "dfs",
        summary: "depth-first search with a table of known states",
        source: "Froleyks, Balyo 2017; Wittingen 2021",
        options: &[SPACE, FINISH],
    },
    StrategyInfo {
        name: "astar",
        summary: "A*: smallest cost so far plus estimate",
        source: "Hart, Nilsson, Raphael 1968; Froleyks, Balyo 2017",
        options: &[SPACE, METRIC],
    },
    StrategyInfo {
        name: "wastar",
        summary: "weighted A*: like A*, but the estimate counts more",
        source: "Pohl 1970",
        options: &[SPACE, METRIC, WEIGHT, FINISH],
    },
    StrategyInfo {
        name: "cbfs",
        summary: "greedy: always the smallest estimate",
        source: "\"complete best first\" in Froleyks, Balyo 2017",
        options: &[SPACE, METRIC, FINISH],
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
        options: &[SPACE, METRIC],
    },
    StrategyInfo {
        name: "fringe",
        summary: "Fringe search: IDA*'s order without searching anything twice",
        source: "Björnsson et al. 2005; Wittingen 2021",
        options: &[SPACE, METRIC],
    },
    talking_stones::INFO,
];

/// The concrete strategy behind a spec: `auto` is replaced by what it chooses for this puzzle and objective.
///
/// # Errors
/// If the strategy cannot promise the objective; the text says why.
pub fn resolve(spec: &Spec, _puzzle: &Arc<Puzzle>, objective: Objective) -> Result<Spec, String> {
    let spec = match (spec.info.name, objective) {
        ("auto", Objective::Any) => parse("wastar"),
        ("auto", _) => parse("astar"),
        _ => spec.clone(),
    };
    properties(&spec, objective).check(&spec, objective)?;
    Ok(spec)
}

fn parse(text: &str) -> Spec {
    Spec::parse(text, STRATEGIES).expect("a spec of our own")
}

/// What a concrete strategy promises when asked for an objective.
#[must_use]
pub fn properties(spec: &Spec, objective: Objective) -> Properties {
    let cheapest = match spec.info.name {
        "auto" => objective != Objective::Any,
        name => classic::finds_cheapest(name) && !has_finisher(spec),
    };
    let optimal = match (cheapest, uses_steps(spec, objective), objective) {
        (false, ..) => Objective::Any,
        (true, false, _) => Objective::Pushes,
        (true, true, Objective::MovesPushes | Objective::PushesMoves) => objective,
        (true, true, _) => Objective::Moves,
    };
    Properties { complete: true, optimal }
}

/// The value of an option, or its default where the strategy does not have it.
fn value<'a>(spec: &'a Spec, option: &OptionInfo) -> &'a str {
    if spec.info.options.iter().any(|o| o.key == option.key) { spec.get(option.key) } else { option.default }
}

fn has_finisher(spec: &Spec) -> bool {
    value(spec, &FINISH) != FINISH.default
}

/// Whether the player's exact square matters.
fn uses_steps(spec: &Spec, objective: Objective) -> bool {
    match value(spec, &SPACE) {
        "steps" => true,
        "pushes" => false,
        _ => !matches!(objective, Objective::Any | Objective::Pushes),
    }
}

/// A solver for a spec that [`resolve`] made concrete.
#[must_use]
pub fn build(spec: &Spec, puzzle: &Arc<Puzzle>, objective: Objective) -> SokobanSolver {
    if puzzle.is_hopeless() {
        return Box::new(Hopeless::new());
    }
    let promises = properties(spec, objective);
    let metric = || match spec.get(METRIC.key) {
        "manhattan" => Metric::Manhattan,
        _ => Metric::Pull,
    };
    if spec.info.name == talking_stones::NAME {
        return talking_stones::build(spec, puzzle, promises);
    }
    let closest = || Closest::new(puzzle, metric());
    let solver = if has_finisher(spec) {
        build_finished(spec, puzzle, objective, closest)
    } else if uses_steps(spec, objective) {
        let space = Steps::new(puzzle, StepCosts::of(objective));
        classic::build(spec, space, closest, true, promises, Steps::plan)
    } else {
        classic::build(spec, Pushes::new(puzzle), closest, true, promises, Pushes::plan)
    };
    solver.unwrap_or_else(|| unreachable!("{spec} is not a concrete strategy"))
}

/// A classic search that tries to solve promising positions stone by stone.
fn build_finished(
    spec: &Spec,
    puzzle: &Arc<Puzzle>,
    objective: Objective,
    closest: impl Fn() -> Closest,
) -> Option<SokobanSolver> {
    let promises = properties(spec, objective);
    let protocol = Protocol::new(puzzle, GoalOrder::Retrograde, Pick::Shortest);
    let finisher = Rationed::new(Stones::new(protocol));
    let through = || Through(closest());
    if uses_steps(spec, objective) {
        let space = Finished::new(Steps::new(puzzle, StepCosts::of(objective)), finisher);
        let plan = |space: &Finished<Steps, _>, steps: &[_]| space.domain().plan(&space.whole(steps));
        classic::build(spec, space, through, false, promises, plan)
    } else {
        let space = Finished::new(Pushes::new(puzzle), finisher);
        let plan = |space: &Finished<Pushes, _>, pushes: &[_]| space.domain().plan(&space.whole(pushes));
        classic::build(spec, space, through, false, promises, plan)
    }
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
) -> Result<SokobanSolver, String> {
    if spec.info.name != "bfs" || has_finisher(spec) {
        return Err(format!("only bfs can keep its states in files, not {spec}"));
    }
    if puzzle.is_hopeless() {
        return Ok(Box::new(Hopeless::new()));
    }
    let promises = properties(spec, objective);
    if uses_steps(spec, objective) {
        let space = Steps::new(puzzle, StepCosts::of(objective));
        let search = ExternalBfs::open(space, folder, &format!("sokoban steps {level}"));
        return Ok(Box::new(Translated::new(search.map_err(|error| error.to_string())?, promises, Steps::plan)));
    }
    let search = ExternalBfs::open(Pushes::new(puzzle), folder, &format!("sokoban pushes {level}"));
    Ok(Box::new(Translated::new(search.map_err(|error| error.to_string())?, promises, Pushes::plan)))
}
