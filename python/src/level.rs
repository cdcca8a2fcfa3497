//! Levels of both games.

use boxwright::{AnyLevel, builtin as collections, source};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

/// A level of Sokoban or Kwirk, as read: it may be wrong, `faults` tells.
#[pyclass(frozen, eq, module = "boxwright")]
#[derive(Clone, PartialEq)]
pub(crate) struct Level {
    pub(crate) level: AnyLevel,
    pub(crate) source: String,
    pub(crate) index: usize,
}

#[pymethods]
impl Level {
    /// "sokoban" or "kwirk".
    #[getter]
    fn game(&self) -> &'static str {
        self.level.game().name()
    }

    /// The level's name.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.level.title()
    }

    /// Who made it, if it is said for this level.
    #[getter]
    fn author(&self) -> Option<&str> {
        self.level.author()
    }

    /// The name that `parse` was given.
    #[getter]
    fn source(&self) -> &str {
        &self.source
    }

    /// The number of the level in its source, from 1.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// Columns of the board.
    #[getter]
    fn width(&self) -> u16 {
        self.level.size().width
    }

    /// Rows of the board.
    #[getter]
    fn height(&self) -> u16 {
        self.level.size().height
    }

    /// The rows of the board, as in a file.
    #[getter]
    fn rows(&self) -> Vec<String> {
        self.level.rows()
    }

    /// Everything wrong with the level, as "line:column: what".
    #[getter]
    fn faults(&self) -> Vec<String> {
        self.level.faults().iter().map(ToString::to_string).collect()
    }

    /// The solutions that came with the level, not verified.
    #[getter]
    fn recorded_solutions(&self) -> Vec<String> {
        self.level.recorded_solutions().into_iter().map(str::to_owned).collect()
    }

    fn __str__(&self) -> String {
        self.level.rows().join("\n")
    }

    fn __repr__(&self) -> String {
        let title = self.level.title().map_or_else(String::new, |title| format!(" {title:?}"));
        let (game, size) = (self.level.game().name(), self.level.size());
        format!("<Level {game}{title} {}x{}>", size.width, size.height)
    }
}

/// Levels of a source, numbered.
fn numbered(source: source::Source) -> Vec<Level> {
    let name = source.name;
    (1..).zip(source.levels).map(|(index, level)| Level { level, source: name.clone(), index }).collect()
}

/// The levels of a text in any of the formats, of either game.
#[pyfunction]
#[pyo3(signature = (data, name = "levels.txt"))]
pub(crate) fn parse(py: Python<'_>, data: Text, name: &str) -> PyResult<Vec<Level>> {
    let bytes = match &data {
        Text::Text(text) => text.as_bytes(),
        Text::Bytes(bytes) => bytes,
    };
    let read = py.detach(|| source::read(name, bytes));
    read.map(numbered).map_err(|why| PyValueError::new_err(format!("{name}: {why}")))
}

/// What can be parsed.
#[derive(FromPyObject)]
pub(crate) enum Text {
    /// A text.
    Text(String),
    /// The content of a file.
    Bytes(Vec<u8>),
}

/// The levels of a collection inside the package.
#[pyfunction]
pub(crate) fn builtin(name: &str) -> PyResult<Vec<Level>> {
    let unknown = || {
        let there = collections::names().join(", ");
        PyKeyError::new_err(format!("there is no collection {name:?}; there are: {there}"))
    };
    if collections::named(name).is_none() {
        return Err(unknown());
    }
    Ok(source::load(&[format!("builtin:{name}").into()]).sources.into_iter().flat_map(numbered).collect())
}
