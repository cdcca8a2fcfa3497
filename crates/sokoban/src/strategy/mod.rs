//! The strategies of Sokoban, by name.
//!
//! [`STRATEGIES`] is the one table from which specs are checked and help is printed; [`build`] turns a checked spec into
//! a solver at work.

mod aim;
mod backward;
mod both_ends;
mod finish;
mod halves;
mod novel;
mod optimal;
mod phases;
mod relay;
pub mod reversed;
mod scout;
pub mod taboo;
mod talking_stones;
mod value;

use crate::deadlock::Rules;
use crate::estimate::{Assign, Estimate, Metric};
use crate::fess::{Advice, Clearing, Planning, SokobanAdviser};
use crate::space::{MacroPushes, Pushes, Steps};
use crate::{Plan, Puzzle};
use boxwright_search::classic::{self, RECURSIVE, WEIGHT};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{
    Adviser, Domain, ExternalBfs, Fess, Hopeless, Objective, Properties, Shared, Side, Solver, StepCosts, Through,
    Translated, Visitor,
};
pub use halves::join;

use finish::{FINISH, finished, has_finisher, whole};
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
    values: Values::Words(&["manhattan", "pythagorean", "pull"]),
    default: "pull",
    help: "distance of a box to a goal: rows plus columns, as the crow flies, or pushes on the empty board",
};
const ASSIGN: OptionInfo = OptionInfo {
    key: "assign",
    values: Values::Words(&["closest", "greedy", "hungarian"]),
    default: "hungarian",
    help: "which goal a box is given: its nearest, the nearest pairs first, or the matching with the least sum",
};
/// For searches that need no estimate: it decides between equals only.
const TIES: OptionInfo = OptionInfo {
    values: Values::Words(&["none", "manhattan", "pythagorean", "pull"]),
    default: "none",
    help: "order equals by an estimate with this distance of a box to a goal",
    ..METRIC
};
const DEADLOCKS: OptionInfo = OptionInfo {
    key: "deadlocks",
    values: Values::Words(&["none", "areas", "capacity", "freeze", "all"]),
    default: "all",
    help: "prune pushes that freeze boxes, or bring more boxes into an area than there are goals for",
};
const ROOMS: OptionInfo = OptionInfo {
    key: "rooms",
    values: Values::Words(&["on", "off"]),
    default: "on",
    help: "whether links between rooms that boxes cut count as a feature",
};
const OPENER: OptionInfo = OptionInfo {
    key: "opener",
    values: Values::Words(&["off", "on"]),
    default: "off",
    help: "whether, when no box can be packed, those near the next place of the plan are taken away",
};
const CLEARING: OptionInfo = OptionInfo {
    key: "clearing",
    values: Values::Words(&["off", "on", "due"]),
    default: "off",
    help: "whether boxes near squares that the plan will soon cut off are taken away; due: only if some are there",
};
const FAR: OptionInfo = OptionInfo {
    key: "far",
    values: Values::Words(&["off", "on"]),
    default: "off",
    help: "whether, of positions alike in everything else, those with boxes far from the goals come first",
};
const LINES: OptionInfo = OptionInfo {
    key: "lines",
    values: Values::Words(&["on", "off"]),
    default: "on",
    help: "whether, inside a cell, what began differently is served in turn",
};
const RECALL: OptionInfo = OptionInfo {
    key: "recall",
    values: Values::Words(&["off", "on"]),
    default: "off",
    help: "whether a move counts as recommended that leads to a known position, instead of the next best",
};
const MOVES: OptionInfo = OptionInfo {
    key: "moves",
    values: Values::Words(&["unit", "macro"]),
    default: "unit",
    help: "what one action is: a box taken to the next square, or any distance",
};
const PLAN: OptionInfo = OptionInfo {
    key: "plan",
    values: Values::Words(&["starts", "groups", "part"]),
    default: "starts",
    help: "the packing plan: boxes go back to any start, to groups of starts that are alike, or there as far as it goes",
};
const ENDGAMES: OptionInfo = OptionInfo {
    key: "endgames",
    values: Values::Words(&["off", "on"]),
    default: "off",
    help: "whether the last moves are played backwards, to see which boxes must be in place before them",
};
const DIAGONALS: OptionInfo = OptionInfo {
    key: "diagonals",
    values: Values::Words(&["off", "on"]),
    default: "off",
    help: "whether holes that touch at corners are looked at together",
};
const CAPACITY: OptionInfo = OptionInfo {
    key: "capacity",
    values: Values::Words(&["off", "on"]),
    default: "off",
    help: "whether boxes are counted that can reach the same few goals only",
};
const TRIPLES: OptionInfo = OptionInfo {
    key: "triples",
    values: Values::Words(&["off", "on"]),
    default: "off",
    help: "whether long searches leave out triples of boxes that cannot all be solved",
};
/// Boxes times squares beyond which one expansion over macro moves would take longer than limits can be late; `fess`, `aim`,
/// `value`, `phases` and `relay`, whose plan is made of them, are weighted A* there. Boards that people play have less than half.
const FESS_SIZE: usize = 1 << 16;

/// All strategies.
pub static STRATEGIES: &[StrategyInfo] = &[
    StrategyInfo {
        name: "bfs",
        summary: "breadth-first search; with unequal costs the cheapest path first",
        source: "Moore 1959; Froleyks, Balyo 2017; Wittingen 2021",
        options: &[SPACE, TIES, ASSIGN, DEADLOCKS, RECURSIVE, FINISH],
    },
    StrategyInfo {
        name: "dfs",
        summary: "depth-first search with a table of known states",
        source: "Froleyks, Balyo 2017; Wittingen 2021",
        options: &[SPACE, TIES, ASSIGN, DEADLOCKS, RECURSIVE, FINISH],
    },
    StrategyInfo {
        name: "astar",
        summary: "A*: smallest cost so far plus estimate",
        source: "Hart, Nilsson, Raphael 1968; Froleyks, Balyo 2017",
        options: &[SPACE, METRIC, ASSIGN, DEADLOCKS, RECURSIVE, FINISH],
    },
    StrategyInfo {
        name: "wastar",
        summary: "weighted A*: like A*, but the estimate counts more",
        source: "Pohl 1970",
        options: &[SPACE, METRIC, ASSIGN, DEADLOCKS, RECURSIVE, WEIGHT, FINISH],
    },
    StrategyInfo {
        name: "cbfs",
        summary: "greedy: always the smallest estimate",
        source: "\"complete best first\" in Froleyks, Balyo 2017",
        options: &[SPACE, METRIC, ASSIGN, DEADLOCKS, RECURSIVE, FINISH],
    },
    StrategyInfo {
        name: "id",
        summary: "iterative deepening with a transposition table",
        source: "Korf 1985",
        options: &[SPACE, DEADLOCKS, FINISH],
    },
    StrategyInfo {
        name: "idastar",
        summary: "IDA*: iterative deepening on cost plus estimate",
        source: "Korf 1985",
        options: &[SPACE, METRIC, ASSIGN, DEADLOCKS, FINISH],
    },
    StrategyInfo {
        name: "fringe",
        summary: "Fringe search: IDA*'s order without searching anything twice",
        source: "Björnsson et al. 2005; Wittingen 2021",
        options: &[SPACE, METRIC, ASSIGN, DEADLOCKS, FINISH],
    },
    StrategyInfo {
        name: "fess",
        summary: "feature space search over macro moves: cells of positions alike in their features are served in turn",
        source: "Shoham, Schaeffer 2020",
        options: &[ROOMS, OPENER, CLEARING, FAR, LINES, RECALL, PLAN, ENDGAMES, DIAGONALS, CAPACITY, TRIPLES, FINISH],
    },
    aim::INFO,
    value::INFO,
    phases::INFO,
    optimal::INFO,
    backward::INFO,
    novel::INFO,
    relay::INFO,
    talking_stones::INFO,
    reversed::INFO,
    taboo::INFO,
];

/// What a strategy promises when asked for an objective.
#[must_use]
pub fn properties(spec: &Spec, objective: Objective) -> Properties {
    let cheapest = match spec.info.name {
        _ if has_finisher(spec) => false,
        "bfs" => true,
        optimal::NAME => return optimal::properties(spec, objective),
        "reversed" => return reversed::properties(spec),
        "taboo-astar" => return taboo::properties(spec),
        name => classic::finds_cheapest(name) && assign(spec).is_none_or(Assign::is_admissible),
    };
    let optimal = match (cheapest, uses_steps(spec, objective), objective) {
        (false, ..) => Objective::Any,
        (true, false, _) => Objective::Pushes,
        (true, true, Objective::MovesPushes | Objective::PushesMoves) => objective,
        (true, true, _) => Objective::Moves,
    };
    Properties { complete: true, optimal }
}

/// Whether the player's exact square matters.
fn uses_steps(spec: &Spec, objective: Objective) -> bool {
    match spec.option(SPACE.key) {
        Some("steps") => true,
        Some("pushes") => false,
        _ => !matches!(objective, Objective::Any | Objective::Pushes),
    }
}

/// The metric a spec asks for, if any.
fn metric(spec: &Spec) -> Option<Metric> {
    match spec.option(METRIC.key)? {
        "manhattan" => Some(Metric::Manhattan),
        "pythagorean" => Some(Metric::Pythagorean),
        "pull" => Some(Metric::Pull),
        _ => None,
    }
}

/// The assignment a spec asks for, if any.
fn assign(spec: &Spec) -> Option<Assign> {
    match spec.option(ASSIGN.key)? {
        "closest" => Some(Assign::Closest),
        "greedy" => Some(Assign::Greedy),
        _ => Some(Assign::Hungarian),
    }
}

/// The deadlock rules a spec asks for.
fn rules(spec: &Spec) -> Rules {
    match spec.option(DEADLOCKS.key) {
        Some("none") => Rules::NONE,
        Some("areas") => Rules { areas: true, ..Rules::NONE },
        Some("capacity") => Rules { capacity: true, ..Rules::NONE },
        Some("freeze") => Rules { freeze: true, ..Rules::NONE },
        _ => Rules::ALL,
    }
}

/// How a spec wants the packing plan to be made.
fn planning(spec: &Spec) -> Planning {
    match spec.option(PLAN.key) {
        Some("groups") => Planning::Groups,
        Some("part") => Planning::Part,
        _ => Planning::Starts,
    }
}

/// What the adviser of `fess` looks at.
fn advice(spec: &Spec) -> Advice {
    let is_on = |option: &OptionInfo| spec.option(option.key) == Some("on");
    Advice {
        rooms: is_on(&ROOMS),
        opener: is_on(&OPENER),
        clearing: match spec.option(CLEARING.key) {
            Some("on") => Clearing::On,
            Some("due") => Clearing::Due,
            _ => Clearing::Off,
        },
        far: is_on(&FAR),
        planning: planning(spec),
        endgames: is_on(&ENDGAMES),
        diagonals: is_on(&DIAGONALS),
        triples: is_on(&TRIPLES),
    }
}

/// A spec that one strategy has for another.
fn own_spec(text: &str) -> Spec {
    Spec::parse(text, STRATEGIES).expect("a spec of our own")
}

/// A feature space search that goes about it as a spec wants.
fn in_manner<D: Domain, A: Adviser<D>>(spec: &Spec, search: Fess<D, A>) -> Fess<D, A> {
    let search = if spec.option(LINES.key) == Some("off") { search.in_one_line() } else { search };
    if spec.option(RECALL.key) == Some("on") { search.recalling() } else { search }
}

/// A solver for a spec that promises the objective.
#[must_use]
pub fn build(spec: &Spec, puzzle: &Arc<Puzzle>, objective: Objective) -> SokobanSolver {
    build_sharing(spec, puzzle, objective, &Arc::default())
}

/// The same, for one of several solvers that tell each other what they find.
#[must_use]
pub fn build_sharing(spec: &Spec, puzzle: &Arc<Puzzle>, objective: Objective, shared: &Arc<Shared>) -> SokobanSolver {
    if puzzle.is_hopeless() {
        return Box::new(Hopeless::new());
    }
    match spec.info.name {
        "fess" | aim::NAME | value::NAME | phases::NAME | relay::NAME
            if puzzle.boxes().len() * puzzle.floor().len() > FESS_SIZE =>
        {
            let plain = Spec::parse("wastar", STRATEGIES).expect("a spec of our own");
            return build_sharing(&plain, puzzle, objective, shared);
        }
        "fess" => {
            let capacity = spec.option(CAPACITY.key) == Some("on");
            let rules = Rules { areas: !capacity, capacity, ..Rules::ALL };
            let (space, adviser) = (MacroPushes::with_rules(puzzle, rules), SokobanAdviser::new(puzzle, advice(spec)));
            let promises = properties(spec, objective);
            if !has_finisher(spec) {
                let search = in_manner(spec, Fess::new(space, adviser)).meeting(Visitor::new(shared, Side::Forward));
                let solver = Translated::new(search, promises, MacroPushes::plan);
                return Box::new(solver.with_halves(Some(halves::MACRO_PUSHES)));
            }
            let search = in_manner(spec, Fess::new(finished(space, puzzle), Through(adviser)));
            return Box::new(Translated::new(search, promises, whole(MacroPushes::plan)));
        }
        aim::NAME => return aim::build(spec, puzzle, properties(spec, objective), shared),
        value::NAME => return value::build(spec, puzzle, properties(spec, objective), shared),
        phases::NAME => return phases::build(spec, puzzle, properties(spec, objective), shared),
        optimal::NAME => return optimal::build(spec, puzzle, objective, shared),
        backward::NAME => return backward::build(spec, puzzle, properties(spec, objective), shared),
        novel::NAME => return novel::build(spec, puzzle, properties(spec, objective), shared),
        relay::NAME => return relay::build(spec, puzzle, properties(spec, objective), shared),
        talking_stones::NAME => return talking_stones::build(spec, puzzle, properties(spec, objective)),
        "reversed" => return reversed::build(spec, puzzle),
        "taboo-astar" => return taboo::build(spec, puzzle, properties(spec, objective)),
        _ => {}
    }
    let promises = properties(spec, objective);
    let rules = rules(spec);
    let estimate =
        || Estimate::new(puzzle, metric(spec).unwrap_or(Metric::Pull), assign(spec).unwrap_or(Assign::Closest));
    let (admissible, ordered) = (assign(spec).is_none_or(Assign::is_admissible), metric(spec).is_some());
    let solver = if has_finisher(spec) {
        build_finished(spec, puzzle, objective, shared, estimate)
    } else if uses_steps(spec, objective) {
        let space = Steps::with_rules(puzzle, StepCosts::of(objective), rules);
        classic::build(spec, space, estimate, admissible, ordered, promises, shared, None, Steps::plan)
    } else {
        let space = Pushes::with_rules(puzzle, rules);
        let halves = Some(halves::PUSHES);
        classic::build(spec, space, estimate, admissible, ordered, promises, shared, halves, Pushes::plan)
    };
    solver.unwrap_or_else(|| unreachable!("{spec} is no strategy"))
}

/// A classic search that tries to solve promising positions stone by stone.
fn build_finished(
    spec: &Spec,
    puzzle: &Arc<Puzzle>,
    objective: Objective,
    shared: &Arc<Shared>,
    estimate: impl Fn() -> Estimate,
) -> Option<SokobanSolver> {
    let promises = properties(spec, objective);
    let through = || Through(estimate());
    let ordered = metric(spec).is_some();
    if uses_steps(spec, objective) {
        let space = finished(Steps::with_rules(puzzle, StepCosts::of(objective), rules(spec)), puzzle);
        classic::build(spec, space, through, false, ordered, promises, shared, None, whole(Steps::plan))
    } else {
        let space = finished(Pushes::with_rules(puzzle, rules(spec)), puzzle);
        classic::build(spec, space, through, false, ordered, promises, shared, None, whole(Pushes::plan))
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
        let space = Steps::with_rules(puzzle, StepCosts::of(objective), rules(spec));
        let search = ExternalBfs::open(space, folder, &format!("sokoban steps {level}"));
        return Ok(Box::new(Translated::new(search.map_err(|error| error.to_string())?, promises, Steps::plan)));
    }
    let search = ExternalBfs::open(Pushes::with_rules(puzzle, rules(spec)), folder, &format!("sokoban pushes {level}"));
    Ok(Box::new(Translated::new(search.map_err(|error| error.to_string())?, promises, Pushes::plan)))
}
