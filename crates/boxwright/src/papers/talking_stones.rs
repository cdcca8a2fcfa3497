//! "Single-Player Games: Introduction to a New Solving Method" (van Lishout and Gribomont 2006): Table 1, the levels of
//! XSokoban that Talking Stones solved.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::document::{Document, Part, Sheet};
use super::versus::{self, Effort, Versus};
use super::{Collections, Observer, Report, ours};
use crate::plot::{Axis, Colour, Figure, Legend, Panel, Series};
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

/// A better goal order and a better search than the paper's.
pub const BEYOND: &str = "talking-stones(order=retrograde,pick=shortest,search=cells)";

/// A level of the paper's table.
struct Run<'a> {
    number: usize,
    ours: crate::Report,
    published: &'a Published,
    /// Within the paper's limit.
    solved: bool,
}

/// The experiment of the kept report: the paper's table, and [`BEYOND`] on the whole collection.
pub(super) fn experiment(
    levels: &Collections<'_>,
    request: &Request,
    observe: &mut Observer<'_>,
) -> Result<Report, String> {
    let sources = levels.only(&["XSokoban"])?;
    TalkingStones::new().run(&Collections::new(&sources), Some(BEYOND), request, observe)
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
    ///
    /// # Errors
    /// If a level is missing.
    pub fn run(
        &self,
        levels: &Collections<'_>,
        beyond: Option<&str>,
        request: &Request,
        observe: &mut Observer<'_>,
    ) -> Result<Report, String> {
        let runs = self.table(levels, request, observe)?;
        let table = &self.tables[0];
        let mut parts = vec![Part {
            heading: format!("Table {}: {}", table.number, table.caption),
            remarks: vec![format!("{}: `{}`", self.column().name, self.column().spec)],
            sheet: sheet(&runs),
        }];
        let mut further = Vec::new();
        if let Some(spec) = beyond {
            further = self.beyond(levels, spec, request, observe);
            parts.push(self.going_on(spec, &further));
        }
        let missed = runs.iter().filter(|run| !run.solved);
        let disagreements =
            missed.map(|run| format!("level {} is not solved within the paper's limit", run.number)).collect();
        let option = beyond.map_or_else(String::new, |spec| format!(" --beyond '{spec}'"));
        let command = format!("talking-stones {}{option}", levels.files());
        let document = Document {
            title: format!("{}: \u{201c}{}\u{201d}", self.author, self.title),
            introduction: vec![
                format!(
                    "{}. At most {} generated nodes for each of {} levels.",
                    self.source, self.node_limit, self.levels
                ),
                ours("level", request, &command),
            ],
            parts,
            notes: vec![
                "Nodes are those that the iterative deepening search generates; the searches for single stones are not \
                 counted, as in the paper. Their number depends on the order in which pushes are tried and on ties \
                 between goals, which the paper does not tell."
                    .to_owned(),
            ],
            figure: Some(self.figure(&runs, &further)),
            records: None,
        };
        Ok(Report { disagreements, ..Report::new(document) })
    }

    /// The paper's search on its levels.
    fn table(
        &self,
        levels: &Collections<'_>,
        request: &Request,
        observe: &mut Observer<'_>,
    ) -> Result<Vec<Run<'_>>, String> {
        let column = self.column();
        let request = Request { strategy: column.spec.clone(), ..request.clone() };
        let mut runs = Vec::new();
        for number in self.published() {
            let level = levels.level(&self.collection, number);
            let level =
                level.ok_or_else(|| "none of these files begins with xsokoban and has its 90 levels".to_owned())?;
            let ours = solve_level(level, &request, |_| {});
            observe(&format!("{} on {number}", column.spec), ours.seconds);
            let solved = ours.status == Status::Solved && ours.generated <= self.node_limit;
            runs.push(Run { number, ours, published: &column.results[&number.to_string()], solved });
        }
        Ok(runs)
    }

    /// The levels of the whole collection that a spec solves, by their numbers.
    fn beyond(
        &self,
        levels: &Collections<'_>,
        spec: &str,
        request: &Request,
        observe: &mut Observer<'_>,
    ) -> Vec<(usize, crate::Report)> {
        let request = Request { strategy: spec.to_owned(), ..request.clone() };
        let mut solved = Vec::new();
        for number in 1..=self.levels {
            let Some(level) = levels.level(&self.collection, number) else { continue };
            if request.cancel.is_cancelled() {
                break;
            }
            let report = solve_level(level, &request, |_| {});
            observe(&format!("{spec} on {number}"), report.seconds);
            if report.status == Status::Solved {
                solved.push((number, report));
            }
        }
        solved
    }

    fn going_on(&self, spec: &str, solved: &[(usize, crate::Report)]) -> Part {
        let mut sheet = Sheet::new(&["level", "nodes", "seconds", "pushes"]);
        for (number, report) in solved {
            let seconds = format!("{:.2}", report.seconds);
            sheet.row([number.to_string(), report.generated.to_string(), seconds, count(report.pushes)]);
        }
        Part {
            heading: "Going on: a better goal order and a better search".to_owned(),
            remarks: vec![format!("`{spec}` solves {} of {}:", solved.len(), self.levels)],
            sheet,
        }
    }

    /// Nodes and seconds of the table beside the published ones; with runs on the whole collection, what is solved with
    /// how many nodes.
    fn figure(&self, runs: &[Run<'_>], further: &[(usize, crate::Report)]) -> Figure {
        let level = |run: &Run<'_>, ours: f64, published: f64| Versus {
            name: run.number.to_string(),
            ours: Some(Effort { amount: ours, solved: run.solved }),
            published: Some(Effort { amount: published, solved: true }),
        };
        let nodes: Vec<_> =
            runs.iter().map(|run| level(run, run.ours.generated as f64, run.published.nodes as f64)).collect();
        let seconds: Vec<_> =
            runs.iter().map(|run| level(run, run.ours.seconds, run.published.seconds as f64)).collect();
        let pair = |title, what, levels: &[Versus]| {
            versus::panel(title, Axis::decades(what, versus::amounts(levels).chain([1.0])), levels)
        };
        let mut panels = vec![
            pair("Nodes of Table 1 (none is drawn as 1)", "nodes generated", &nodes),
            pair("Seconds of Table 1", "seconds", &seconds),
        ];
        if !further.is_empty() {
            let most = further.iter().map(|(_, report)| report.generated as f64).fold(self.node_limit as f64, f64::max);
            let published = runs.iter().map(|run| run.published.nodes as f64).collect();
            let same = runs.iter().filter(|run| run.solved).map(|run| run.ours.generated as f64).collect();
            let better = further.iter().map(|(_, report)| report.generated as f64).collect();
            let limit = self.node_limit as f64;
            panels.push(Panel {
                title: format!("Levels solved, of {}", self.levels),
                x: Axis::decades("nodes generated", [1.0, most]),
                y: Axis::count("levels solved", further.len().max(runs.len())),
                series: vec![
                    Series::cumulative("ours, going on", Colour::Hue(2), better, most),
                    Series::cumulative("", Colour::Hue(0), same, limit),
                    Series::cumulative("", Colour::Hue(1), published, limit),
                ],
            });
        }
        Figure {
            title: "Talking Stones: nodes and seconds, ours and published".to_owned(),
            across: panels.len(),
            panels,
            frame: (290.0, 220.0),
            legend: Legend::Above,
        }
    }
}

fn sheet(runs: &[Run<'_>]) -> Sheet {
    let mut sheet = Sheet::new(&["level", "nodes", "paper", "seconds", "paper", "pushes", "moves"]);
    for Run { number, ours, published, solved } in runs {
        sheet.row([
            number.to_string(),
            if *solved { ours.generated.to_string() } else { "not solved".to_owned() },
            format!("{} (depth {})", published.nodes, published.depth),
            format!("{:.2}", ours.seconds),
            format!("{}{}", if published.below { "< " } else { "" }, published.seconds),
            count(ours.pushes),
            count(ours.moves),
        ]);
    }
    sheet
}

fn count(number: Option<usize>) -> String {
    number.map_or_else(String::new, |n| n.to_string())
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
