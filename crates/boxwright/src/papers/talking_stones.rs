//! "Single-Player Games: Introduction to a New Solving Method" (van Lishout and Gribomont 2006): Table 1, the levels of
//! XSokoban that Talking Stones solved.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::collection::Collections;
use super::document::{Document, Part, Sheet};
use crate::report::Status;
use crate::solve::{Request, solve_level};

/// What the paper says, as read from its data file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TalkingStones {
    title: String,
    author: String,
    source: String,
    collection: String,
    levels: usize,
    node_limit: u64,
    #[serde(rename = "table")]
    tables: Vec<Table>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    number: String,
    caption: String,
    #[serde(rename = "solver")]
    solvers: Vec<Column>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Column {
    name: String,
    spec: String,
    results: BTreeMap<String, Published>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    nodes: u64,
    depth: u32,
    seconds: u64,
    #[serde(default)]
    below: bool,
}

/// What came out.
pub struct Outcome {
    /// The report.
    pub document: Document,
    /// Levels of the paper's table that we do not solve within its limit.
    pub missed: Vec<usize>,
}

impl TalkingStones {
    /// The paper.
    ///
    /// # Panics
    /// Never: the file is part of the program, and a test reads it.
    #[must_use]
    pub fn new() -> TalkingStones {
        toml::from_str(include_str!("../../../../papers/talking-stones.toml"))
            .expect("papers/talking-stones.toml is good")
    }

    /// The levels of the paper's table.
    #[must_use]
    pub fn published(&self) -> Vec<usize> {
        let mut levels: Vec<usize> = self.column().results.keys().filter_map(|key| key.parse().ok()).collect();
        levels.sort_unstable();
        levels
    }

    fn column(&self) -> &Column {
        &self.tables[0].solvers[0]
    }

    /// Runs the paper's search on its levels, and `beyond`, a spec of ours, on all of the collection; `request` has the
    /// limits.
    #[must_use]
    pub fn run(
        &self,
        collections: &Collections<'_>,
        beyond: Option<&str>,
        request: &Request,
        mut observe: impl FnMut(usize, &str),
    ) -> Option<Outcome> {
        let column = self.column();
        let mut sheet = Sheet::new(&["level", "nodes", "paper", "seconds", "paper", "pushes", "moves"]);
        let mut missed = Vec::new();
        for number in self.published() {
            let level = collections.level(&self.collection, number)?;
            let request = Request { strategy: column.spec.clone(), ..request.clone() };
            let report = solve_level(level, &request, |_| {});
            observe(number, &column.spec);
            let solved = report.status == Status::Solved && report.generated <= self.node_limit;
            if !solved {
                missed.push(number);
            }
            let published = &column.results[&number.to_string()];
            let count = |n: Option<usize>| n.map_or_else(String::new, |n| n.to_string());
            sheet.row([
                number.to_string(),
                if solved { report.generated.to_string() } else { "not solved".to_owned() },
                format!("{} (depth {})", published.nodes, published.depth),
                format!("{:.2}", report.seconds),
                format!("{}{}", if published.below { "< " } else { "" }, published.seconds),
                count(report.pushes),
                count(report.moves),
            ]);
        }
        let table = &self.tables[0];
        let heading = format!("Table {}: {}", table.number, table.caption);
        let remarks = vec![format!("{}: `{}`", column.name, column.spec)];
        let mut parts = vec![Part { heading, remarks, sheet }];
        if let Some(spec) = beyond {
            parts.push(self.beyond(collections, spec, request, &mut observe));
        }
        Some(Outcome { document: self.document(parts, request), missed })
    }

    /// How many of the whole collection a spec solves.
    fn beyond(
        &self,
        collections: &Collections<'_>,
        spec: &str,
        request: &Request,
        mut observe: impl FnMut(usize, &str),
    ) -> Part {
        let mut sheet = Sheet::new(&["level", "nodes", "seconds", "pushes"]);
        let mut solved = 0;
        for number in 1..=self.levels {
            let Some(level) = collections.level(&self.collection, number) else { continue };
            if request.cancel.is_cancelled() {
                break;
            }
            let request = Request { strategy: spec.to_owned(), ..request.clone() };
            let report = solve_level(level, &request, |_| {});
            observe(number, spec);
            if report.status == Status::Solved {
                solved += 1;
                let pushes = report.pushes.map_or_else(String::new, |n| n.to_string());
                sheet.row([number.to_string(), report.generated.to_string(), format!("{:.2}", report.seconds), pushes]);
            }
        }
        Part {
            heading: "Going on: a better goal order and a better search".to_owned(),
            remarks: vec![format!("`{spec}` solves {solved} of {}:", self.levels)],
            sheet,
        }
    }

    fn document(&self, parts: Vec<Part>, request: &Request) -> Document {
        let seconds = request.time.map_or(f64::INFINITY, |time| time.as_secs_f64());
        Document {
            title: format!("{}: \u{201c}{}\u{201d}", self.author, self.title),
            introduction: vec![
                format!(
                    "{}. At most {} generated nodes for each of {} levels.",
                    self.source, self.node_limit, self.levels
                ),
                format!("Ours: at most {seconds} s per level, one thread. Made by `boxwright papers talking-stones`."),
            ],
            parts,
            notes: vec![
                "Nodes are those that the iterative deepening search generates; the searches for single stones are not \
                 counted, as in the paper. Their number depends on the order in which pushes are tried and on ties \
                 between goals, which the paper does not tell."
                    .to_owned(),
            ],
        }
    }
}

impl Default for TalkingStones {
    fn default() -> TalkingStones {
        TalkingStones::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_levels_were_solved() {
        let paper = TalkingStones::new();
        assert_eq!(paper.published(), [1, 2, 3, 5, 6, 51, 54, 78, 82]);
        assert!(crate::solve::check_strategy(crate::Game::Sokoban, &paper.column().spec).is_ok());
    }
}
