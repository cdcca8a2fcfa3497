//! Our counterparts of a paper's solvers, run on its puzzles.

use std::sync::Arc;
use std::time::Instant;

use boxwright_kwirk::strategy::layered::{Layered, LayeredOptions};
use boxwright_kwirk::strategy::{self, STRATEGIES};
use boxwright_kwirk::{Level, Plan, Puzzle, verify};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Limit, Objective, Outcome, Solver};

use super::super::{Collections, Observer};
use super::data::{Paper, Published, SolverColumn};
use crate::solve::Request;

/// What is to be run; nothing: everything.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Puzzles whose names begin like one of these.
    pub puzzles: Vec<String>,
    /// Tables with one of these numbers.
    pub tables: Vec<String>,
}

impl Choice {
    /// Whether a puzzle is chosen.
    #[must_use]
    pub fn has_puzzle(&self, name: &str) -> bool {
        self.puzzles.is_empty() || self.puzzles.iter().any(|prefix| name.starts_with(prefix))
    }

    fn has_table(&self, number: &String) -> bool {
        self.tables.is_empty() || self.tables.contains(number)
    }
}

/// The runs that were made.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The paper.
    pub paper: Paper,
    /// What was to be run.
    pub choice: Choice,
    /// What each run might use.
    pub request: Request,
    /// One per solver and table.
    pub columns: Vec<Column>,
}

/// A solver of a table on all its puzzles.
#[derive(Clone, Debug)]
pub struct Column {
    /// The number of the table.
    pub table: String,
    /// The caption of the table.
    pub caption: String,
    /// The solver and what was published.
    pub solver: SolverColumn,
    /// By puzzle.
    pub rows: Vec<Row>,
}

/// A solver on a puzzle.
#[derive(Clone, Debug)]
pub struct Row {
    /// The puzzle.
    pub puzzle: String,
    /// Our result.
    pub ours: Ours,
    /// The published one.
    pub published: Option<Published>,
    /// Whether the paper's m is one more than the interactions on this puzzle.
    pub one_more: bool,
}

/// Our result.
#[derive(Clone, Debug)]
pub struct Ours {
    /// How it ended.
    pub ending: Ending,
    /// The states opened.
    pub s: u64,
    /// The sub-goal sequences explored, for solvers that have any.
    pub seq: Option<usize>,
    /// How long it took.
    pub seconds: f64,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Solved and verified, with that many interactions.
    Solved(usize),
    /// A limit was met.
    Stopped(Limit),
    /// Everything was searched in vain.
    Unsolved,
    /// The plan failed its verification: a bug.
    Refused(String),
}

impl Row {
    /// The published m in our way of counting.
    #[must_use]
    pub fn published_m(&self) -> Option<usize> {
        self.published.as_ref().and_then(|p| p.m).map(|m| m - usize::from(self.one_more))
    }

    /// Our m.
    #[must_use]
    pub fn our_m(&self) -> Option<usize> {
        if let Ending::Solved(m) = self.ours.ending { Some(m) } else { None }
    }

    /// Our opened states per published one, if both solved the puzzle.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let published = self.published.as_ref().filter(|p| p.m.is_some() && p.s > 0)?;
        self.our_m().map(|_| self.ours.s as f64 / published.s as f64)
    }
}

impl Experiment {
    /// The runs whose m should be the published one and is not.
    pub fn disagreements(&self) -> impl Iterator<Item = (&Column, &Row)> {
        let rows = self.columns.iter().filter(|c| c.solver.exact).flat_map(|c| c.rows.iter().map(move |r| (c, r)));
        rows.filter(|(_, row)| row.published_m().is_some() && row.published_m() != row.our_m())
    }

    /// The runs whose plan failed verification, and why.
    pub fn refused(&self) -> impl Iterator<Item = (&Column, &Row, &str)> {
        let rows = self.columns.iter().flat_map(|c| c.rows.iter().map(move |r| (c, r)));
        rows.filter_map(|(c, r)| if let Ending::Refused(why) = &r.ours.ending { Some((c, r, &**why)) } else { None })
    }
}

/// Runs the solvers of the chosen tables on the chosen puzzles, each read from a file of its name. Where the paper lists
/// results only those puzzles are run. `request` has the limits; `observe` sees each run as it ends.
///
/// # Errors
/// If a puzzle is missing, has faults or is none of Kwirk.
pub fn run(
    paper: &Paper,
    levels: &Collections<'_>,
    choice: &Choice,
    request: &Request,
    observe: &mut Observer<'_>,
) -> Result<Experiment, String> {
    let mut puzzles: Vec<(&String, &Level)> = Vec::new();
    for name in paper.puzzles.iter().filter(|name| choice.has_puzzle(name)) {
        puzzles.push((name, levels.puzzle(name)?));
    }
    let mut columns = Vec::new();
    for table in paper.tables.iter().filter(|table| choice.has_table(&table.number)) {
        for solver in &table.solvers {
            let mut rows = Vec::new();
            for &(puzzle, level) in &puzzles {
                let published = solver.results.get(puzzle).cloned();
                if (published.is_none() && !solver.results.is_empty()) || request.cancel.is_cancelled() {
                    continue;
                }
                let ours = solve(level, &solver.spec, request)?;
                observe(&format!("{} on {puzzle}", solver.spec), ours.seconds);
                let one_more = paper.one_more.contains(puzzle);
                rows.push(Row { puzzle: puzzle.clone(), ours, published, one_more });
            }
            let (table, caption) = (table.number.clone(), table.caption.clone());
            columns.push(Column { table, caption, solver: solver.clone(), rows });
        }
    }
    Ok(Experiment { paper: paper.clone(), choice: choice.clone(), request: request.clone(), columns })
}

fn solve(level: &Level, spec: &str, request: &Request) -> Result<Ours, String> {
    let begun = Instant::now();
    let spec = Spec::parse(spec, STRATEGIES).map_err(|error| error.to_string())?;
    let faults =
        |faults: Vec<boxwright_kwirk::Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let puzzle = Arc::new(Puzzle::new(level).map_err(faults)?);
    let deadline = request.time.and_then(|time| begun.checked_add(time));
    let budget = Budget { deadline, bytes: request.memory, nodes: request.nodes, cancel: request.cancel.clone() };
    let (ending, s, seq) = if let Some(options) = LayeredOptions::of(&spec) {
        let mut solver = Layered::new(&puzzle, options);
        let ending = drive(level, &mut solver, &budget);
        (ending, solver_states(&solver), Some(solver.sequences()))
    } else {
        let mut solver = strategy::build(&spec, &puzzle, Objective::Any);
        let ending = drive(level, &mut *solver, &budget);
        (ending, solver_states(&*solver), None)
    };
    Ok(Ours { ending, s, seq, seconds: begun.elapsed().as_secs_f64() })
}

fn solver_states(solver: &dyn Solver<Plan = Plan>) -> u64 {
    solver.statistics().expanded
}

fn drive(level: &Level, solver: &mut dyn Solver<Plan = Plan>, budget: &Budget) -> Ending {
    match budget.drive(solver, |_| {}) {
        Outcome::Stopped(limit) => Ending::Stopped(limit),
        Outcome::Exhausted => Ending::Unsolved,
        Outcome::Solved => match solver.plan().map(|plan| verify(level, &plan)) {
            Some(Ok(verified)) => Ending::Solved(verified.pushes),
            Some(Err(refusal)) => Ending::Refused(refusal.to_string()),
            None => Ending::Refused("no plan".to_owned()),
        },
    }
}
