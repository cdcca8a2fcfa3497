//! "Sokoban Puzzle Solver" (Mahapatra and Gurman): its claim about the number of boxes, tried on levels.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::document::{Document, Part, Sheet};
use super::{Collections, Observer, Report, ours};
use crate::plot::{Axis, Colour, Figure, Legend, Look, Panel, Point, Scale, Series};
use crate::report::Status;
use crate::solve::{Request, solve_level};
use crate::text::capital;

/// What took no longer is drawn as this.
const SHORTEST: f64 = 1e-4;

/// What the report says, as read from its data file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudentSolver {
    title: String,
    author: String,
    source: String,
    claim: Claim,
    #[serde(rename = "mode")]
    modes: Vec<Mode>,
    figure: Drawn,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    boxes: Vec<usize>,
    seconds: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mode {
    name: String,
    spec: String,
    optimal: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    number: u32,
    rows: Vec<String>,
}

/// A run.
#[derive(Clone, Debug)]
struct Run {
    level: String,
    boxes: usize,
    solved: bool,
    seconds: f64,
    nodes: u64,
}

/// The experiment of the kept report: Microban.
pub(super) fn experiment(
    levels: &Collections<'_>,
    request: &Request,
    observe: &mut Observer<'_>,
) -> Result<Report, String> {
    let sources = levels.only(&["Microban"])?;
    Ok(StudentSolver::new().run(&Collections::new(&sources), request, observe))
}

impl StudentSolver {
    /// The paper.
    ///
    /// # Panics
    /// Never: the file is part of the program, and a test reads it.
    #[must_use]
    pub fn new() -> StudentSolver {
        toml::from_str(include_str!("../../../../papers/taboo.toml")).expect("papers/taboo.toml is good")
    }

    /// Runs both modes on levels of Sokoban; `request` has the limits.
    #[must_use]
    pub fn run(&self, levels: &Collections<'_>, request: &Request, observe: &mut Observer<'_>) -> Report {
        let mut parts = vec![self.drawn(request)];
        let mut panels = Vec::new();
        for mode in &self.modes {
            let request = Request { strategy: mode.spec.clone(), ..request.clone() };
            let mut runs = Vec::new();
            for (name, level) in levels.sokoban() {
                if request.cancel.is_cancelled() {
                    break;
                }
                let report = solve_level(level, &request, |_| {});
                observe(&format!("{} on {name}", mode.spec), report.seconds);
                let solved = report.status == Status::Solved;
                let (boxes, seconds, nodes) = (level.things(), report.seconds, report.expanded);
                runs.push(Run { level: name, boxes, solved, seconds, nodes });
            }
            parts.push(self.mode(mode, &runs));
            panels.push(self.panel(mode, &runs, request.time.map(|time| time.as_secs_f64())));
        }
        let document = Document {
            title: format!("{}: \u{201c}{}\u{201d}", self.author, self.title),
            introduction: vec![
                format!("{}. It has no table of results.", capital(&self.source)),
                ours("level", request, &format!("taboo {}", levels.files())),
            ],
            parts,
            notes: vec![format!(
                "The paper: {} boxes within {} seconds, a fourth or fifth takes significantly longer.",
                self.claim.boxes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and "),
                self.claim.seconds
            )],
            figure: (!levels.sokoban().is_empty()).then(|| Figure {
                title: "Seconds per level by the number of boxes".to_owned(),
                panels,
                across: 2,
                frame: (370.0, 240.0),
                legend: Legend::Above,
            }),
            records: None,
        };
        Report::new(document)
    }

    /// Every level a mark: its boxes to the right, its seconds upwards; and what the paper claims.
    fn panel(&self, mode: &Mode, runs: &[Run], limit: Option<f64>) -> Panel {
        let most = runs.iter().map(|run| run.boxes).max().unwrap_or(1);
        let marks = |solved: bool| {
            let chosen = runs.iter().filter(|run| run.solved == solved);
            let point = |run: &Run| {
                // What a limit stopped took as long as the limit, whatever the clock said.
                let seconds = if run.solved { run.seconds } else { limit.unwrap_or(run.seconds) };
                Point::labelled(run.boxes as f64 - 1.0, seconds, format!("{}: {:.3} s", run.level, run.seconds))
            };
            chosen.map(point).collect()
        };
        let mut medians = Vec::new();
        for (boxes, group) in by_boxes(runs) {
            medians.push(Point::new(boxes as f64 - 1.0, median(&group)));
        }
        let (first, last) = (self.claim.boxes.iter().min(), self.claim.boxes.iter().max());
        let ends = [first.map(|&n| n as f64 - 1.4), last.map(|&n| n as f64 - 0.6)];
        let claim = ends.into_iter().flatten().map(|x| Point::new(x, self.claim.seconds)).collect();
        // The limit is where unsolved levels lie.
        let slowest = runs.iter().map(|run| run.seconds).fold(0.0, f64::max);
        let top = 1.4 * limit.unwrap_or(slowest).max(self.claim.seconds);
        Panel {
            title: capital(&mode.name),
            x: Axis::new("boxes", Scale::Names((1..=most).map(|n| n.to_string()).collect())),
            y: Axis::new("seconds", Scale::Log(SHORTEST, top)),
            series: vec![
                Series::new("solved", Colour::Hue(0), Look::Dots, marks(true)),
                Series::new("not solved", Colour::Hue(1), Look::Crosses, marks(false)),
                Series::new("median", Colour::Hue(0), Look::Line, medians),
                Series::new("claimed in the paper", Colour::Ink, Look::Dashes, claim),
            ],
        }
    }

    /// The level that the paper draws.
    fn drawn(&self, request: &Request) -> Part {
        let mut sheet = Sheet::new(&["mode", "strategy", "best in", "pushes", "moves", "nodes"]);
        let text = self.figure.rows.join("\n");
        let level = crate::source::read("figure.xsb", text.as_bytes()).ok().and_then(|mut s| s.levels.pop());
        for mode in &self.modes {
            let request = Request { strategy: mode.spec.clone(), ..request.clone() };
            let report = level.as_ref().map(|level| solve_level(level, &request, |_| {}));
            let number = |n: Option<usize>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
            sheet.row([
                mode.name.clone(),
                mode.spec.clone(),
                mode.optimal.clone(),
                number(report.as_ref().and_then(|r| r.pushes)),
                number(report.as_ref().and_then(|r| r.moves)),
                report.map_or_else(String::new, |r| r.expanded.to_string()),
            ]);
        }
        Part {
            heading: format!("Figure {}", self.figure.number),
            remarks: vec![
                "As drawn, with a wall too many in its third row, it has no solution; without it:".to_owned(),
            ],
            sheet,
        }
    }

    fn mode(&self, mode: &Mode, runs: &[Run]) -> Part {
        let mut sheet =
            Sheet::new(&["boxes", "levels", "solved", "median s", "longest s", "within the claim", "nodes"]);
        for (boxes, group) in by_boxes(runs) {
            let quick = group.iter().filter(|run| run.seconds <= self.claim.seconds).count();
            let longest = group.iter().map(|run| run.seconds).fold(0.0, f64::max);
            sheet.row([
                boxes.to_string(),
                group.len().to_string(),
                group.iter().filter(|run| run.solved).count().to_string(),
                format!("{:.3}", median(&group)),
                format!("{longest:.3}"),
                if self.claim.boxes.contains(&boxes) { format!("{quick} of {}", group.len()) } else { String::new() },
                group.iter().map(|run| run.nodes).sum::<u64>().to_string(),
            ]);
        }
        Part { heading: format!("{}: `{}`", capital(&mode.name), mode.spec), remarks: Vec::new(), sheet }
    }
}

/// The runs on levels with the same number of boxes.
fn by_boxes(runs: &[Run]) -> BTreeMap<usize, Vec<&Run>> {
    let mut groups: BTreeMap<usize, Vec<&Run>> = BTreeMap::new();
    runs.iter().for_each(|run| groups.entry(run.boxes).or_default().push(run));
    groups
}

fn median(runs: &[&Run]) -> f64 {
    let mut seconds: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

impl Default for StudentSolver {
    fn default() -> StudentSolver {
        StudentSolver::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_is_solved_in_both_modes() {
        let report = StudentSolver::new().run(&Collections::new(&[]), &Request::default(), &mut |_, _| {});
        let rows = &report.document.parts[0].sheet.rows;
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0][4].as_str(), rows[1][3].as_str()), ("41", "13"));
    }
}
