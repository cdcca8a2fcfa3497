//! Published results, and ours beside them.
//!
//! A paper's numbers are a data file in the repository (folder `papers`). Each paper has a module that runs our
//! counterparts of its solvers on levels of the user ([`Collections`]) and tells what came out ([`Report`]): tables for
//! the terminal, as Markdown or CSV ([`document`]), with a plot where a picture says more ([`versus`],
//! [`crate::plot`]). [`PAPERS`] lists them all, with the levels and limits of the reports that are kept in
//! `docs/papers`. `boxwright papers` is the command.

pub mod collection;
pub mod document;
pub mod group_effort;
pub mod kwirk;
pub mod reversed;
pub mod taboo;
pub mod talking_stones;
pub mod versus;

use std::time::Duration;

pub use collection::Collections;
pub use document::Document;

use crate::solve::Request;

/// What came out of a paper's experiment.
#[derive(Clone, Debug)]
pub struct Report {
    /// The report.
    pub document: Document,
    /// Where ours must agree with what was published and does not.
    pub disagreements: Vec<String>,
    /// Plans that failed their verification: bugs.
    pub refused: Vec<String>,
}

/// Sees every run as it ends: what it was, and how many seconds it took.
pub type Observer<'a> = dyn FnMut(&str, f64) + 'a;

/// A paper, with the experiment that its kept report shows.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// As written behind `boxwright papers`, and the stem of its report's files.
    pub name: &'static str,
    /// Which levels it is about.
    pub levels: &'static str,
    /// The most seconds for a run of the kept report.
    pub seconds: u64,
    experiment: fn(&Collections<'_>, &Request, &mut Observer<'_>) -> Result<Report, String>,
}

/// All papers.
pub static PAPERS: [Paper; 5] = [
    Paper { name: "taboo", levels: "Microban", seconds: 5, experiment: taboo::experiment },
    Paper { name: "talking-stones", levels: "XSokoban", seconds: 10, experiment: talking_stones::experiment },
    Paper { name: "reversed", levels: "XSokoban and Microban", seconds: 60, experiment: reversed::experiment },
    Paper { name: "group-effort", levels: "the built-in levels", seconds: 1, experiment: group_effort::experiment },
    Paper { name: "kwirk", levels: "Going Up?, easy-01 to hard-10", seconds: 60, experiment: kwirk::experiment },
];

impl Paper {
    /// Runs the experiment of the kept report. The time of the request holds for every run; none: what the kept report
    /// had.
    ///
    /// # Errors
    /// Which levels are missing.
    pub fn run(
        &self,
        levels: &Collections<'_>,
        request: &Request,
        observe: &mut Observer<'_>,
    ) -> Result<Report, String> {
        let time = request.time.unwrap_or(Duration::from_secs(self.seconds));
        (self.experiment)(levels, &Request { time: Some(time), ..request.clone() }, observe)
    }
}

impl Report {
    /// A report that nothing has to agree with.
    #[must_use]
    pub fn new(document: Document) -> Report {
        Report { document, disagreements: Vec::new(), refused: Vec::new() }
    }
}

/// The paragraph on our runs: their limit (per `what`), and the command that makes them.
fn ours(what: &str, request: &Request, command: &str) -> String {
    let limit = request.time.map_or_else(|| "no limit".to_owned(), |time| format!("at most {} s", time.as_secs_f64()));
    let time = request.time.map_or_else(String::new, |time| format!(" --time {}s", time.as_secs_f64()));
    format!("Ours: {limit} per {what}, one thread. Made by `boxwright papers {command}{time}`.")
}
