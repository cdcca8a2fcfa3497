//! Levels as JSON for the page, and back.

use boxwright_serve::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use super::MOST_CELLS;
use crate::game::AnyLevel;
use crate::source::{self, Source};

/// A level as the page sends it: the text of a file, and what is not on the board.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Sent {
    text: String,
    title: Option<String>,
    author: Option<String>,
    pub(super) solution: Option<String>,
}

impl Sent {
    /// The first level of the text.
    pub(super) fn level(&self) -> Result<AnyLevel, Problem> {
        let mut source = source::read("level.txt", self.text.as_bytes())?;
        let mut level = source.levels.swap_remove(0);
        let size = level.size();
        if size.area() > MOST_CELLS {
            let (width, height) = (size.width, size.height);
            return Err(Problem(format!("the board has {width}×{height} cells, more than {MOST_CELLS}")));
        }
        let tidy = |text: &Option<String>| {
            let line: String = text.iter().flat_map(|t| t.chars()).filter(|c| !c.is_control()).take(200).collect();
            let line = line.trim();
            (!line.is_empty()).then(|| line.to_owned())
        };
        let (title, author) = (tidy(&self.title), tidy(&self.author));
        match &mut level {
            AnyLevel::Sokoban(level) => (level.title, level.author) = (title.or(level.title.take()), author),
            AnyLevel::Kwirk(level) => (level.title, level.author) = (title.or(level.title.take()), author),
        }
        Ok(level)
    }

    /// The same, if it has no faults.
    pub(super) fn sound_level(&self) -> Result<AnyLevel, Problem> {
        let level = self.level()?;
        match level.faults().first() {
            Some(fault) => Err(Problem(format!("the level has a fault: {fault}"))),
            None => Ok(level),
        }
    }
}

/// A collection with all its levels.
pub(super) fn collection(name: &str, source: &Source) -> Value {
    let levels: Vec<Value> = source.levels.iter().map(level).collect();
    json!({ "name": name, "title": source.about.title(), "author": source.about.author(), "levels": levels })
}

/// A level.
pub(super) fn level(level: &AnyLevel) -> Value {
    let (under, properties, line) = match level {
        AnyLevel::Sokoban(level) => (None, &level.properties, level.line),
        AnyLevel::Kwirk(level) => (kwirk::render::under(&level.board), &level.properties, level.line),
    };
    let comment = properties.iter().find(|(key, _)| key.eq_ignore_ascii_case("comment")).map(|(_, text)| text);
    json!({
        "game": level.game().name(),
        "title": level.title(),
        "author": level.author(),
        "comment": comment,
        "rows": rows(level),
        "under": under,
        "things": level.things(),
        "line": line,
        "faults": faults(level),
        "solutions": level.recorded_solutions(),
    })
}

/// The rows, all of the same length.
fn rows(level: &AnyLevel) -> Vec<String> {
    match level {
        AnyLevel::Sokoban(sokoban::Level { board, .. }) => {
            let width = usize::from(board.size().width);
            board.to_rows().iter().map(|row| format!("{row:width$}")).collect()
        }
        AnyLevel::Kwirk(_) => level.rows(),
    }
}

/// What is wrong with it.
pub(super) fn faults(level: &AnyLevel) -> Value {
    let fault = |f: crate::game::Fault| json!({ "line": f.line, "column": f.column, "message": f.message });
    level.faults().into_iter().map(fault).collect()
}
