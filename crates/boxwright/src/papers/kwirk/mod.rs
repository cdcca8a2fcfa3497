//! "Creating a solver for Kwirk" (Wittingen 2021): tables of solvers, each with the spec of our counterpart.

pub mod data;
pub mod plot;
pub mod report;
mod run;

pub use data::{Paper, Published, SolverColumn, TableOfResults};
pub use run::{Column, Ending, Experiment, Limits, Ours, Row, run};
