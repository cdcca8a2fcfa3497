//! Shorter solutions.

use boxwright::{Cancel, Measures, OptimizeRequest, default_memory, optimize_level};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::level::Level;
use crate::patience::patiently;
use crate::solve::{Refused, Report, limits};

/// Improves the best of some solutions of a level, or its own if none is given.
#[pyfunction]
#[pyo3(signature = (level, solutions = Vec::new(), *, measures = "pushes,moves", time = Some(60.0), memory = None, nodes = None))]
pub(crate) fn optimize(
    py: Python<'_>,
    level: &Level,
    solutions: Vec<String>,
    measures: &str,
    time: Option<f64>,
    memory: Option<usize>,
    nodes: Option<u64>,
) -> PyResult<Report> {
    let limits = limits(time, memory.unwrap_or_else(default_memory), nodes)?;
    let measures: Measures = measures.parse().map_err(PyValueError::new_err)?;
    let cancel = Cancel::default();
    let request = OptimizeRequest {
        measures,
        time: limits.time,
        memory: limits.memory,
        nodes: limits.nodes,
        cancel: cancel.clone(),
    };
    let improved = patiently(py, &cancel, || optimize_level(&level.level, &solutions, &request, |_| {}))?;
    let improvement = improved.map_err(PyValueError::new_err)?;
    match improvement.refusal {
        Some(why) => Err(Refused::new_err(why)),
        None => Report::of(level, improvement.report),
    }
}
