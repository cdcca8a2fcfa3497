//! "Sokoban Puzzle Solver" (Mahapatra and Gurman): its claim about the number of boxes, tried on levels.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::document::{Document, Part, Sheet};
use crate::game::AnyLevel;
use crate::report::Status;
use crate::solve::{Request, solve_level};

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
    figure: Figure,
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
struct Figure {
    number: u32,
    rows: Vec<String>,
}

/// The runs on levels with one number of boxes.
#[derive(Clone, Debug, Default)]
struct Runs {
    levels: usize,
    solved: usize,
    seconds: Vec<f64>,
    nodes: u64,
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

    /// Runs both modes on Sokoban levels; `request` has the limits.
    #[must_use]
    pub fn run(
        &self,
        levels: &[(String, AnyLevel)],
        request: &Request,
        mut observe: impl FnMut(&str, &str),
    ) -> Document {
        let mut parts = vec![self.figure(request)];
        for mode in &self.modes {
            let mut by_boxes: BTreeMap<usize, Runs> = BTreeMap::new();
            let request = Request { strategy: mode.spec.clone(), ..request.clone() };
            for (name, level) in levels {
                let is_one = matches!(level, AnyLevel::Sokoban(_)) && level.faults().is_empty();
                if !is_one || request.cancel.is_cancelled() {
                    continue;
                }
                let report = solve_level(level, &request, |_| {});
                observe(&mode.name, name);
                let runs = by_boxes.entry(level.things()).or_default();
                runs.levels += 1;
                runs.nodes += report.expanded;
                runs.solved += usize::from(report.status == Status::Solved);
                runs.seconds.push(report.seconds);
            }
            parts.push(self.mode(mode, by_boxes));
        }
        let seconds = request.time.map_or(f64::INFINITY, |time| time.as_secs_f64());
        Document {
            title: format!("{}: \u{201c}{}\u{201d}", self.author, self.title),
            introduction: vec![
                format!("{}. It has no table of results.", capital(&self.source)),
                format!("Ours: at most {seconds} s per level, one thread. Made by `boxwright papers taboo`."),
            ],
            parts,
            notes: vec![format!(
                "The paper: {} boxes within {} seconds, a fourth or fifth takes significantly longer.",
                self.claim.boxes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and "),
                self.claim.seconds
            )],
        }
    }

    /// The level that the paper draws.
    fn figure(&self, request: &Request) -> Part {
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

    fn mode(&self, mode: &Mode, by_boxes: BTreeMap<usize, Runs>) -> Part {
        let mut sheet =
            Sheet::new(&["boxes", "levels", "solved", "median s", "longest s", "within the claim", "nodes"]);
        for (boxes, mut runs) in by_boxes {
            runs.seconds.sort_by(f64::total_cmp);
            let quick = runs.seconds.iter().filter(|&&s| s <= self.claim.seconds).count();
            sheet.row([
                boxes.to_string(),
                runs.levels.to_string(),
                runs.solved.to_string(),
                format!("{:.3}", runs.seconds[runs.seconds.len() / 2]),
                format!("{:.3}", runs.seconds.last().copied().unwrap_or_default()),
                if self.claim.boxes.contains(&boxes) { format!("{quick} of {}", runs.levels) } else { String::new() },
                runs.nodes.to_string(),
            ]);
        }
        Part { heading: format!("{}: `{}`", capital(&mode.name), mode.spec), remarks: Vec::new(), sheet }
    }
}

impl Default for StudentSolver {
    fn default() -> StudentSolver {
        StudentSolver::new()
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_is_solved_in_both_modes() {
        let document = StudentSolver::new().run(&[], &Request::default(), |_, _| {});
        let rows = &document.parts[0].sheet.rows;
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0][4].as_str(), rows[1][3].as_str()), ("41", "13"));
    }
}
