//! "Sokoban: Reversed Solving" (Takes 2008): its table of set-ups and generated positions.

use std::sync::Arc;
use std::time::Instant;

use boxwright_search::Budget;
use boxwright_sokoban::Puzzle;
use boxwright_sokoban::strategy::reversed::set_ups;
use serde::Deserialize;

use super::collection::Collections;
use super::document::{Document, Part, Sheet};
use crate::game::AnyLevel;
use crate::report::Status;
use crate::solve::{Request, solve_level};

/// What the thesis says, as read from its data file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thesis {
    title: String,
    author: String,
    source: String,
    machine: String,
    conditions: Vec<Condition>,
    #[serde(rename = "puzzle")]
    puzzles: Vec<Row>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Condition {
    name: String,
    key: String,
    spec: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    collection: Option<String>,
    number: Option<usize>,
    set_ups: Option<u64>,
    stopped: Option<String>,
    x1y1: Published,
    x3y2: Published,
    x4y2: Published,
    note: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    generated: Option<u64>,
    solved: Option<bool>,
    stopped: Option<String>,
}

/// What came out.
pub struct Outcome {
    /// The report.
    pub document: Document,
    /// Where we solve a level that the thesis does not, or the reverse.
    pub disagreements: Vec<String>,
}

impl Thesis {
    /// The thesis.
    ///
    /// # Panics
    /// Never: the file is part of the program, and a test reads it.
    #[must_use]
    pub fn new() -> Thesis {
        toml::from_str(include_str!("../../../../papers/reversed.toml")).expect("papers/reversed.toml is good")
    }

    /// Runs the searches on the levels that are there; `request` has the limits.
    #[must_use]
    pub fn run(&self, collections: &Collections<'_>, request: &Request, mut observe: impl FnMut(&str)) -> Outcome {
        let mut table = Sheet::new(&["level", "set-ups", "thesis"]);
        for condition in &self.conditions {
            table.head.extend([condition.name.clone(), "thesis".to_owned()]);
        }
        let mut disagreements = Vec::new();
        let mut notes = Vec::new();
        let mut missing = Vec::new();
        for row in &self.puzzles {
            let found = row.collection.as_deref().zip(row.number);
            let Some(AnyLevel::Sokoban(level)) = found.and_then(|(name, number)| collections.level(name, number))
            else {
                missing.push(row.name.clone());
                continue;
            };
            observe(&row.name);
            let theirs = row.set_ups.map(|n| n.to_string()).or(row.stopped.clone()).unwrap_or_default();
            let mut cells = vec![row.name.clone(), count_set_ups(level, request), theirs];
            for condition in &self.conditions {
                let published = row.published(&condition.key);
                let request = Request { strategy: condition.spec.clone(), ..request.clone() };
                let report = solve_level(&AnyLevel::Sokoban(level.clone()), &request, |_| {});
                let ours = match report.status {
                    Status::Solved => Some(true),
                    Status::Stopped if report.stopped_by == Some(crate::StoppedBy::Incomplete) => Some(false),
                    _ => None,
                };
                if let (Some(ours), Some(theirs)) = (ours, published.solved)
                    && ours != theirs
                {
                    disagreements.push(format!("{} under {}", row.name, condition.name));
                }
                cells.push(ours.map_or_else(|| "limit".to_owned(), |yes| verdict(report.stored, yes)));
                cells.push(published.text());
            }
            table.row(cells);
            notes.extend(row.note.as_ref().map(|note| format!("{}: {note}", row.name)));
        }
        if !missing.is_empty() {
            notes.push(format!("Not run, because no file has them: {}.", missing.join(", ")));
        }
        Outcome { document: self.document(table, notes, request), disagreements }
    }

    fn document(&self, table: Sheet, notes: Vec<String>, request: &Request) -> Document {
        let seconds = request.time.map_or(f64::INFINITY, |time| time.as_secs_f64());
        let general = [
            "Set-ups: the positions that pulls reach from the solved ones. The numbers of positions generated until the \
             solution depend on the order in which boxes and directions are tried, which the thesis does not tell; ours \
             is the one of 144 that fits this table best, so they confirm little. Set-ups, and the levels that are not \
             solved although everything was tried, do not depend on it.",
            "A position counts when a pull first reaches it, so a solved position counts only if it is pulled back to. \
             X4(n) goes through n = 0, 1, … with an empty table each time, and the number is that of the last round.",
        ];
        Document {
            title: format!("{}: \u{201c}{}\u{201d}", self.author, self.title),
            introduction: vec![
                format!("{}. Its experiments: {}.", self.source, self.machine),
                format!("Ours: at most {seconds} s per search, one thread. Made by `boxwright papers reversed`."),
            ],
            parts: vec![Part {
                heading: "Positions generated, and whether the level was solved".to_owned(),
                remarks: Vec::new(),
                sheet: table,
            }],
            notes: general.into_iter().map(str::to_owned).chain(notes).collect(),
        }
    }
}

impl Default for Thesis {
    fn default() -> Thesis {
        Thesis::new()
    }
}

impl Row {
    fn published(&self, key: &str) -> &Published {
        match key {
            "x1y1" => &self.x1y1,
            "x3y2" => &self.x3y2,
            _ => &self.x4y2,
        }
    }
}

impl Published {
    fn text(&self) -> String {
        match (self.generated, self.solved) {
            (Some(generated), Some(solved)) => verdict(generated, solved),
            _ => self.stopped.clone().unwrap_or_default(),
        }
    }
}

fn verdict(generated: u64, solved: bool) -> String {
    format!("{generated} {}", if solved { 'Y' } else { 'N' })
}

fn count_set_ups(level: &boxwright_sokoban::Level, request: &Request) -> String {
    let Ok(puzzle) = Puzzle::new(level) else { return "invalid".to_owned() };
    let deadline = request.time.and_then(|time| Instant::now().checked_add(time));
    let budget = Budget { deadline, bytes: request.memory, nodes: request.nodes, cancel: request.cancel.clone() };
    match set_ups(&Arc::new(puzzle), &budget) {
        Ok(count) => count.to_string(),
        Err((_, count)) => format!("> {count}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright_search::spec::Spec;

    #[test]
    fn the_table_is_complete() {
        let thesis = Thesis::new();
        assert_eq!((thesis.puzzles.len(), thesis.conditions.len()), (11, 3));
        for condition in &thesis.conditions {
            assert!(Spec::parse(&condition.spec, crate::Game::Sokoban.strategies()).is_ok(), "{}", condition.spec);
        }
        let brute_force = thesis.puzzles.iter().filter(|p| p.x1y1.solved == Some(true)).count();
        assert_eq!(brute_force, 10, "all but Original 78");
    }
}
