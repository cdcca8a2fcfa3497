//! Published results, and ours beside them.
//!
//! A paper's numbers are a data file in the repository ([`data`], `papers/kwirk.toml`): tables of solvers, each with
//! the spec of our counterpart. [`run()`] runs these on the puzzles, and the outcome is printed as a terminal table,
//! Markdown or CSV ([`report`]) and drawn as a plot ([`plot`]). `boxwright papers` is the command.

pub mod data;
pub mod plot;
pub mod report;
mod run;

pub use data::{Paper, Published, SolverColumn, TableOfResults};
pub use run::{Column, Ending, Experiment, Limits, Ours, Row, run};
