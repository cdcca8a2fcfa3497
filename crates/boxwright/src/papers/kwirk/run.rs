//! Our counterparts of a paper's solvers, run on its puzzles.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boxwright_kwirk::strategy::layered::{Layered, LayeredOptions};
use boxwright_kwirk::strategy::{self, STRATEGIES};
use boxwright_kwirk::{Level, Plan, Puzzle, verify};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Cancel, Limit, Objective, Outcome, Solver};

use super::data::{Paper, Published, SolverColumn, TableOfResults};
use crate::game::AnyLevel;
use crate::source;

/// What each run may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most time.
    pub time: Duration,
    /// The most bytes.
    pub memory: usize,
    /// To be stopped from outside.
    pub cancel: Cancel,
}

/// The runs that were made.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The paper.
    pub paper: Paper,
    /// The most time each run had.
    pub time: Duration,
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

    /// The runs whose plan failed verification.
    pub fn refused(&self) -> impl Iterator<Item = (&Column, &Row)> {
        let rows = self.columns.iter().flat_map(|c| c.rows.iter().map(move |r| (c, r)));
        rows.filter(|(_, row)| matches!(row.ours.ending, Ending::Refused(_)))
    }
}

/// Runs the solvers of the wanted tables on the wanted puzzles, read from the files `NAME.txt` or `NAME.kwk` of a
/// folder. Where the paper lists results only those puzzles are run. `observe` sees each run as it ends.
///
/// # Errors
/// If a puzzle cannot be read or is none of Kwirk.
pub fn run(
    paper: &Paper,
    folder: &Path,
    tables: &[&TableOfResults],
    is_wanted: impl Fn(&str) -> bool,
    limits: &Limits,
    mut observe: impl FnMut(&SolverColumn, &Row),
) -> Result<Experiment, String> {
    let mut levels: Vec<(String, Level)> = Vec::new();
    for name in paper.puzzles.iter().filter(|name| is_wanted(name)) {
        levels.push((name.clone(), read(folder, name)?));
    }
    let mut columns = Vec::new();
    for table in tables {
        for solver in &table.solvers {
            let mut rows = Vec::new();
            for (puzzle, level) in &levels {
                let published = solver.results.get(puzzle).cloned();
                if (published.is_none() && !solver.results.is_empty()) || limits.cancel.is_cancelled() {
                    continue;
                }
                let ours = solve(level, &solver.spec, limits)?;
                let one_more = paper.one_more.contains(puzzle);
                let row = Row { puzzle: puzzle.clone(), ours, published, one_more };
                observe(solver, &row);
                rows.push(row);
            }
            let (table, caption) = (table.number.clone(), table.caption.clone());
            columns.push(Column { table, caption, solver: solver.clone(), rows });
        }
    }
    Ok(Experiment { paper: paper.clone(), time: limits.time, columns })
}

fn read(folder: &Path, name: &str) -> Result<Level, String> {
    let path = ["txt", "kwk"].map(|ending| folder.join(format!("{name}.{ending}"))).into_iter().find(|p| p.is_file());
    let path = path.ok_or_else(|| format!("{}: there is no {name}.txt or {name}.kwk", folder.display()))?;
    let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut levels = source::read(&path.to_string_lossy(), &bytes)?.levels;
    match (levels.len(), levels.pop()) {
        (1, Some(AnyLevel::Kwirk(level))) => Ok(level),
        _ => Err(format!("{}: not a file with one level of Kwirk", path.display())),
    }
}

fn solve(level: &Level, spec: &str, limits: &Limits) -> Result<Ours, String> {
    let begun = Instant::now();
    let spec = Spec::parse(spec, STRATEGIES).map_err(|error| error.to_string())?;
    let faults =
        |faults: Vec<boxwright_kwirk::Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let puzzle = Arc::new(Puzzle::new(level).map_err(faults)?);
    let budget = Budget { bytes: limits.memory, cancel: limits.cancel.clone(), ..Budget::default() };
    let budget = budget.with_time(limits.time);
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
