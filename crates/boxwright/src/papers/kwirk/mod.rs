//! "Creating a solver for Kwirk" (Wittingen 2021): tables of solvers, each with the spec of our counterpart.

pub mod data;
mod report;
mod run;

pub use data::{Paper, Published, SolverColumn, TableOfResults};
pub use run::{Choice, Column, Ending, Experiment, Ours, Row, run};

use super::{Collections, Observer, Report};
use crate::solve::Request;

/// The experiment of the kept report: all tables, all puzzles.
pub(super) fn experiment(
    levels: &Collections<'_>,
    request: &Request,
    observe: &mut Observer<'_>,
) -> Result<Report, String> {
    Ok(run(&Paper::kwirk(), levels, &Choice::default(), request, observe)?.report(false))
}
