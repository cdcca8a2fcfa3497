//! boxwright: solves block-pushing puzzles, Sokoban and Kwirk.
//!
//! This crate is the façade over the two games. The way of the data: [`source`] turns files, folders, standard input
//! and the [`builtin`] collections into levels of either game ([`AnyLevel`]); [`solve_level`] searches within limits
//! and verifies whatever it finds; the outcome is a [`Report`], which is also a line of JSON. An [`Archive`] keeps
//! reports in a file and answers from it. [`cli`] is the program `boxwright`.
//!
//! ```
//! use boxwright::{AnyLevel, Request, Status, solve_level, source};
//!
//! let loaded = source::read("example.xsb", b"#####\n#@$.#\n#####\n").unwrap();
//! let level: &AnyLevel = &loaded.levels[0];
//! let report = solve_level(level, &Request::default(), |_| {});
//! assert_eq!(report.status, Status::Solved);
//! assert_eq!(report.solution.as_deref(), Some("R"));
//! ```

pub mod archive;
pub mod builtin;
pub mod cli;
mod game;
pub mod label;
mod optimize;
pub mod papers;
pub mod picture;
mod play;
pub mod plot;
pub mod rating;
mod report;
pub mod results;
mod solve;
pub mod source;
#[cfg(feature = "terminal")]
pub mod terminal;
mod text;
pub mod web;

pub use archive::{Archive, Decision};
pub use boxwright_portfolio::{Crew, Means, Part, Replayed};
pub use boxwright_search::{Cancel, Objective, Statistics};
pub use boxwright_sokoban::optimize::{Measure, Measures};
pub use game::{AnyLevel, Fault, Game};
pub use optimize::{
    Counts, Improvement, MoreCounts, OptimizeProgress, OptimizeRequest, check_measures, optimize_level,
};
pub use report::{Report, Status, StoppedBy};
pub use solve::{Progress, Request, crew_size, default_memory, solve_level, solve_watched};

/// The examples of the README, kept honest.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
