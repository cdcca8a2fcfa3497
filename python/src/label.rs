//! Labels for data sets.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use boxwright::label::{self, Event, Format, Levels, Lines, Options, Sink, Streamed, ToGo, Trouble, label_all};
use boxwright::{Objective, Status, default_memory};
use pyo3::exceptions::{PyFileExistsError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::level::Level;
use crate::patience::patiently;
use crate::solve::{limits, parse_objective};

/// A label; the Python side makes a data class of it.
#[pyclass(frozen, module = "boxwright._boxwright")]
pub(crate) struct RawLabel(label::Label);

#[pymethods]
impl RawLabel {
    #[getter]
    fn status(&self) -> &'static str {
        self.0.status.name()
    }

    #[getter]
    fn objective(&self) -> &'static str {
        self.0.objective
    }

    #[getter]
    fn cost(&self) -> Option<usize> {
        self.0.cost
    }

    #[getter]
    fn moves(&self) -> Option<usize> {
        self.0.moves
    }

    #[getter]
    fn pushes(&self) -> Option<usize> {
        self.0.pushes
    }

    #[getter]
    fn solution(&self) -> Option<&str> {
        self.0.solution.as_deref()
    }

    #[getter]
    fn expanded(&self) -> u64 {
        self.0.expanded
    }

    #[getter]
    fn error(&self) -> Option<&str> {
        self.0.error.as_deref()
    }

    /// The bytes of 32-bit integers.
    #[getter]
    fn to_go<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.0.to_go.as_ref().map(|list| bytes(py, list.iter().map(|&n| n as i32)))
    }

    /// Costs, players and boxes, as bytes of 32-bit integers.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Option<[Bound<'py, PyBytes>; 3]> {
        let positions = self.0.positions.as_ref()?;
        let columns = [&positions.position_costs, &positions.position_players, &positions.position_boxes];
        Some(columns.map(|column| bytes(py, column.iter().copied())))
    }
}

fn bytes(py: Python<'_>, numbers: impl Iterator<Item = i32>) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &numbers.flat_map(i32::to_ne_bytes).collect::<Vec<u8>>())
}

/// What the keyword arguments of both functions say.
fn options(
    objective: &str,
    to_go: &str,
    max_positions: usize,
    threads: usize,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Options> {
    let objective = parse_objective(objective)?;
    if objective == Objective::Any {
        return Err(PyValueError::new_err("a label needs something to be best in: moves or pushes"));
    }
    let to_go = match to_go {
        "none" => ToGo::None,
        "path" => ToGo::Path,
        "all" => ToGo::All,
        _ => return Err(PyValueError::new_err("to_go is 'none', 'path' or 'all'")),
    };
    let limits = limits(time, default_memory() / threads, nodes)?;
    Ok(Options { objective, to_go, max_positions, board: false, limits })
}

fn thread_count(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from)).clamp(1, 1024)
}

/// Labels of some levels, in their order.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keyword arguments in Python")]
pub(crate) fn label_batch(
    py: Python<'_>,
    levels: Vec<PyRef<'_, Level>>,
    objective: &str,
    to_go: &str,
    max_positions: usize,
    threads: Option<usize>,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Vec<RawLabel>> {
    let threads = thread_count(threads);
    let options = options(objective, to_go, max_positions, threads, time, nodes)?;
    let streamed = |level: PyRef<'_, Level>| Streamed {
        source: level.source.as_str().into(),
        index: level.index,
        level: level.level.clone(),
        lines_before: 0,
    };
    let levels: Vec<Streamed> = levels.into_iter().map(streamed).collect();
    patiently(py, &options.limits.cancel, || {
        let mut labels = Vec::with_capacity(levels.len());
        let work = |level: &Streamed| label::Label::of(level, &options);
        label::in_order(threads, usize::MAX / 2, levels.iter(), work, |label| match label {
            Some(label) => {
                labels.push(RawLabel(label));
                label::Enough::No
            }
            None => label::Enough::Yes,
        });
        labels
    })
}

/// How many levels ended how, and what could not be read.
type Summary = (Vec<(&'static str, usize)>, Vec<String>);

/// Labels files into a file; how many levels ended how.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keyword arguments in Python")]
pub(crate) fn label_files(
    py: Python<'_>,
    sources: Vec<OsString>,
    output: PathBuf,
    objective: &str,
    format: &str,
    to_go: &str,
    max_positions: usize,
    board: bool,
    resume: bool,
    threads: Option<usize>,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Summary> {
    let threads = thread_count(threads);
    let options = Options { board, ..options(objective, to_go, max_positions, threads, time, nodes)? };
    let mut sink = open(&output, format, resume, &options)?;
    let mut counts = Status::ALL.map(|status| (status.name(), 0));
    let mut unreadable = Vec::new();
    let ended = patiently(py, &options.limits.cancel, || {
        label_all(Levels::new(&sources), &options, threads, &mut *sink, |event| match event {
            Event::Labelled(label) => {
                counts.iter_mut().filter(|(name, _)| *name == label.status.name()).for_each(|(_, n)| *n += 1);
            }
            Event::Unreadable(why) => unreadable.push(why.to_owned()),
        })
    })?;
    match ended {
        Ok(()) => Ok((counts.to_vec(), unreadable)),
        Err(Trouble::Output(error)) => Err(refused(&output, &error)),
        Err(Trouble::Resume(why)) => Err(PyValueError::new_err(format!("{}: {why}", output.display()))),
    }
}

fn open(output: &Path, format: &str, resume: bool, options: &Options) -> PyResult<Box<dyn Sink + Send>> {
    let format = match format {
        "jsonl" => Format::Jsonl,
        "csv" => Format::Csv,
        "parquet" => return open_parquet(output, resume, options),
        _ => return Err(PyValueError::new_err("format is 'jsonl', 'csv' or 'parquet'")),
    };
    let lines = if resume {
        Lines::reopen(output, format)
    } else {
        File::create_new(output).and_then(|file| Lines::new(file, format))
    };
    lines.map(|lines| Box::new(lines) as _).map_err(|error| refused(output, &error))
}

#[cfg(feature = "parquet")]
fn open_parquet(output: &Path, resume: bool, options: &Options) -> PyResult<Box<dyn Sink + Send>> {
    let parts = label::parquet::Parts::open(output, options, resume);
    parts.map(|parts| Box::new(parts) as _).map_err(|error| refused(output, &error))
}

#[cfg(not(feature = "parquet"))]
fn open_parquet(_: &Path, _: bool, _: &Options) -> PyResult<Box<dyn Sink + Send>> {
    Err(PyValueError::new_err("this build writes no Parquet: build with 'maturin build --release --features parquet'"))
}

fn refused(path: &Path, error: &io::Error) -> PyErr {
    let message = format!("{}: {error}", path.display());
    match error.kind() {
        io::ErrorKind::AlreadyExists => PyFileExistsError::new_err(format!("{message}; resume=True goes on with it")),
        _ => PyOSError::new_err(message),
    }
}
