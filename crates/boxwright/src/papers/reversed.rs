//! "Sokoban: Reversed Solving" (Takes 2008): its table of set-ups and generated positions.

use std::sync::Arc;
use std::time::Instant;

use boxwright_search::Budget;
use boxwright_sokoban::Puzzle;
use boxwright_sokoban::strategy::reversed::set_ups;
use serde::Deserialize;

use super::document::{Document, Part, Sheet};
use super::versus::{self, Effort, Versus};
use super::{Collections, Observer, Report, ours};
use crate::game::AnyLevel;
use crate::plot::{Axis, Figure, Legend};
use crate::report::{Status, StoppedBy};
use crate::solve::{Request, solve_level};

/// What every report says below its table.
const NOTES: &[&str] = &[
    "Set-ups: the positions that pulls reach from the solved ones. The numbers of positions generated until the \
     solution depend on the order in which boxes and directions are tried, which the thesis does not tell; ours is the \
     one of 144 that fits this table best, so they confirm little. Set-ups, and the levels that are not solved although \
     everything was tried, do not depend on it.",
    "A position counts when a pull first reaches it, so a solved position counts only if it is pulled back to. X4(n) \
     goes through n = 0, 1, … with an empty table each time, and the number is that of the last round.",
];

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

/// The runs on a level: set-ups first, then the conditions in their order.
struct Runs<'a> {
    row: &'a Row,
    ours: Vec<Ours>,
}

/// What a search came to.
#[derive(Clone, Copy)]
struct Ours {
    positions: u64,
    /// Whether the level was solved; none: a limit was met.
    solved: Option<bool>,
}

/// The experiment of the kept report.
pub(super) fn experiment(
    levels: &Collections<'_>,
    request: &Request,
    observe: &mut Observer<'_>,
) -> Result<Report, String> {
    let sources = levels.only(&["XSokoban", "Microban"])?;
    Thesis::new().run(&Collections::new(&sources), request, observe)
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
    ///
    /// # Errors
    /// If none is there.
    pub fn run(
        &self,
        levels: &Collections<'_>,
        request: &Request,
        observe: &mut Observer<'_>,
    ) -> Result<Report, String> {
        let mut all = Vec::new();
        let mut missing = Vec::new();
        for row in &self.puzzles {
            let found = row.collection.as_deref().zip(row.number);
            match found.and_then(|(name, number)| levels.level(name, number)) {
                Some(level) => all.push(Runs { row, ours: self.searches(row, level, request, observe) }),
                None => missing.push(row.name.as_str()),
            }
        }
        if all.is_empty() {
            return Err("none of these files begins with xsokoban or microban".to_owned());
        }
        let mut disagreements = Vec::new();
        for runs in &all {
            for (condition, ours) in self.conditions.iter().zip(&runs.ours[1..]) {
                if let (Some(ours), Some(theirs)) = (ours.solved, runs.row.published(&condition.key).solved)
                    && ours != theirs
                {
                    let what = format!("{} under {}", runs.row.name, condition.name);
                    disagreements.push(format!("{what}: solved here and not in the thesis, or the reverse"));
                }
            }
        }
        let mut notes: Vec<String> = NOTES.iter().map(|&note| note.to_owned()).collect();
        notes.extend(all.iter().filter_map(|r| r.row.note.as_ref().map(|note| format!("{}: {note}", r.row.name))));
        if !missing.is_empty() {
            notes.push(format!("Not run, because no file has them: {}.", missing.join(", ")));
        }
        let document = Document {
            title: format!("{}: \u{201c}{}\u{201d}", self.author, self.title),
            introduction: vec![
                format!("{}. Its experiments: {}.", self.source, self.machine),
                ours("search", request, &format!("reversed {}", levels.files())),
            ],
            parts: vec![Part {
                heading: "Positions generated, and whether the level was solved".to_owned(),
                remarks: Vec::new(),
                sheet: self.table(&all),
            }],
            notes,
            figure: Some(self.figure(&all)),
            records: None,
        };
        Ok(Report { disagreements, ..Report::new(document) })
    }

    /// Counts the set-ups of a level and searches under each of the conditions.
    fn searches(&self, row: &Row, level: &AnyLevel, request: &Request, observe: &mut Observer<'_>) -> Vec<Ours> {
        let begun = Instant::now();
        let mut all = vec![count_set_ups(level, request)];
        observe(&format!("set-ups of {}", row.name), begun.elapsed().as_secs_f64());
        for condition in &self.conditions {
            let request = Request { strategy: condition.spec.clone(), ..request.clone() };
            let report = solve_level(level, &request, |_| {});
            observe(&format!("{} on {}", condition.spec, row.name), report.seconds);
            let solved = match report.status {
                Status::Solved => Some(true),
                Status::Stopped if report.stopped_by == Some(StoppedBy::Incomplete) => Some(false),
                _ => None,
            };
            all.push(Ours { positions: report.stored, solved });
        }
        all
    }

    fn table(&self, all: &[Runs<'_>]) -> Sheet {
        let mut table = Sheet::new(&["level", "set-ups", "thesis"]);
        for condition in &self.conditions {
            table.head.extend([condition.name.clone(), "thesis".to_owned()]);
        }
        for Runs { row, ours } in all {
            let theirs = row.set_ups.map(|n| n.to_string()).or(row.stopped.clone()).unwrap_or_default();
            let counted = if ours[0].solved.is_some() { "" } else { "> " };
            let mut cells = vec![row.name.clone(), format!("{counted}{}", ours[0].positions), theirs];
            for (condition, ours) in self.conditions.iter().zip(&ours[1..]) {
                cells.push(ours.solved.map_or_else(|| "limit".to_owned(), |solved| verdict(ours.positions, solved)));
                cells.push(row.published(&condition.key).text());
            }
            table.row(cells);
        }
        table
    }

    /// Ours beside the thesis', a panel for each column of the table.
    fn figure(&self, all: &[Runs<'_>]) -> Figure {
        let effort = |positions: u64, solved: bool| Some(Effort { amount: positions as f64, solved });
        let names = std::iter::once("Set-ups (cross: not all counted)").chain(self.conditions.iter().map(|c| &*c.name));
        let columns: Vec<(&str, Vec<Versus>)> = (names.enumerate())
            .map(|(column, title)| {
                let level = |runs: &Runs<'_>| {
                    let published = match column.checked_sub(1).map(|i| runs.row.published(&self.conditions[i].key)) {
                        None => runs.row.set_ups.and_then(|n| effort(n, true)),
                        Some(published) => published.generated.zip(published.solved).and_then(|(n, s)| effort(n, s)),
                    };
                    let ours = runs.ours[column];
                    let name = runs.row.name.split(" (").next().unwrap_or_default().to_owned();
                    Versus { name, ours: effort(ours.positions, ours.solved == Some(true)), published }
                };
                (title, all.iter().map(level).collect())
            })
            .collect();
        let y = Axis::decades("positions", columns.iter().flat_map(|(_, levels)| versus::amounts(levels)));
        Figure {
            title: "Positions generated by reversed solving, ours and published".to_owned(),
            panels: columns.iter().map(|(title, levels)| versus::panel(title, y.clone(), levels)).collect(),
            across: 2,
            frame: (370.0, 200.0),
            legend: Legend::Above,
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

fn count_set_ups(level: &AnyLevel, request: &Request) -> Ours {
    let deadline = request.time.and_then(|time| Instant::now().checked_add(time));
    let budget = Budget { deadline, bytes: request.memory, nodes: request.nodes, cancel: request.cancel.clone() };
    let puzzle = if let AnyLevel::Sokoban(level) = level { Puzzle::new(level).ok() } else { None };
    match puzzle.map(|puzzle| set_ups(&Arc::new(puzzle), &budget)) {
        Some(Ok(positions)) => Ours { positions, solved: Some(true) },
        Some(Err((_, positions))) => Ours { positions, solved: None },
        None => Ours { positions: 0, solved: None },
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
