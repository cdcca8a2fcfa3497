//! Solving and verifying.

use std::time::Duration;

use boxwright::{Cancel, Means, Objective, Request, StoppedBy, default_memory, solve_level};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::level::Level;
use crate::patience::patiently;

create_exception!(boxwright, Refused, PyValueError, "A text that does not solve its level.");

/// What came of a level.
#[pyclass(frozen, get_all, module = "boxwright")]
pub(crate) struct Report {
    /// "solved", "unsolvable", "stopped" or "invalid".
    status: &'static str,
    /// The limit that stopped the search: "time", "memory", "nodes", …
    stopped_by: Option<&'static str>,
    /// The solution, replayed: `lurd`, capitals push.
    solution: Option<String>,
    /// Its moves.
    moves: Option<usize>,
    /// Its pushes; in Kwirk its interactions.
    pushes: Option<usize>,
    /// What the solution is proven to be best in.
    optimal: Option<&'static str>,
    /// No solution costs less, as far as was proven.
    lower_bound: Option<usize>,
    /// The strategy that found it.
    strategy: Option<String>,
    /// How long it took.
    seconds: f64,
    /// Positions expanded.
    expanded: u64,
    /// Positions generated.
    generated: u64,
    /// The most memory the search held.
    peak_bytes: usize,
    /// What went wrong.
    error: Option<String>,
}

impl Report {
    /// What the façade reports of a level.
    ///
    /// # Errors
    /// If it could not be asked like this, or a solution failed its verification.
    pub(crate) fn of(level: &Level, report: boxwright::Report) -> PyResult<Report> {
        match report.status {
            // Faults of the level are a result; a strategy that does not exist is a slip of the caller.
            boxwright::Status::Invalid if level.level.faults().is_empty() => {
                return Err(PyValueError::new_err(report.error.unwrap_or_default()));
            }
            boxwright::Status::Refused => return Err(PyRuntimeError::new_err(report.error.unwrap_or_default())),
            _ => {}
        }
        Ok(Report {
            status: report.status.name(),
            stopped_by: report.stopped_by.map(StoppedBy::name),
            solution: report.solution,
            moves: report.moves,
            pushes: report.pushes,
            optimal: report.optimal.map(Objective::name),
            lower_bound: report.lower_bound,
            strategy: report.strategy,
            seconds: report.seconds,
            expanded: report.expanded,
            generated: report.generated,
            peak_bytes: report.peak_bytes,
            error: report.error,
        })
    }
}

#[pymethods]
impl Report {
    /// Whether there is a solution.
    #[getter]
    fn solved(&self) -> bool {
        self.solution.is_some()
    }

    fn __repr__(&self) -> String {
        let number = |n: Option<usize>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let (moves, pushes) = (number(self.moves), number(self.pushes));
        format!("<Report {} moves={moves} pushes={pushes} seconds={:.3}>", self.status, self.seconds)
    }
}

/// Solves a level within limits.
#[pyfunction]
#[pyo3(signature = (level, *, objective = "any", strategy = "auto", time = Some(60.0), memory = None, nodes = None, threads = 1))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments in Python")]
pub(crate) fn solve(
    py: Python<'_>,
    level: &Level,
    objective: &str,
    strategy: &str,
    time: Option<f64>,
    memory: Option<usize>,
    nodes: Option<u64>,
    threads: usize,
) -> PyResult<Report> {
    let limits = limits(time, memory.unwrap_or_else(default_memory), nodes)?;
    let request = Request {
        strategy: strategy.to_owned(),
        objective: parse_objective(objective)?,
        means: Means { threads: threads.max(1), ..Means::default() },
        ..limits
    };
    let cancel = request.cancel.clone();
    let report = patiently(py, &cancel, || solve_level(&level.level, &request, |_| {}))?;
    Report::of(level, report)
}

/// A request with these limits and a way to cancel it.
pub(crate) fn limits(time: Option<f64>, memory: usize, nodes: Option<u64>) -> PyResult<Request> {
    let time = time.map(Duration::try_from_secs_f64).transpose();
    Ok(Request {
        time: time.map_err(|error| PyValueError::new_err(format!("time: {error}")))?,
        memory,
        nodes: nodes.unwrap_or(u64::MAX),
        cancel: Cancel::default(),
        ..Request::default()
    })
}

/// The objective with this name.
pub(crate) fn parse_objective(name: &str) -> PyResult<Objective> {
    name.parse().map_err(PyValueError::new_err)
}

/// A solution that was replayed by the plain rules.
#[pyclass(frozen, get_all, module = "boxwright")]
pub(crate) struct Verified {
    /// The solution as the game writes it: capitals where something is pushed.
    solution: String,
    /// Its moves.
    moves: usize,
    /// Its pushes; in Kwirk its interactions.
    pushes: usize,
}

#[pymethods]
impl Verified {
    fn __repr__(&self) -> String {
        format!("<Verified moves={} pushes={}>", self.moves, self.pushes)
    }
}

/// Replays a solution by the plain rules of the game.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, level: &Level, solution: &str) -> PyResult<Verified> {
    let replayed = py.detach(|| level.level.replay(solution)).map_err(Refused::new_err)?;
    Ok(Verified { solution: replayed.text, moves: replayed.moves, pushes: replayed.pushes })
}
