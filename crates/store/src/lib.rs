//! Results that are never lost: every attempt at a level, and its best solutions, in one SQLite file.
//!
//! The file is a log of [`Attempt`]s (who tried what within which limits, and what came of it) and, for each level, the
//! [`Solution`]s that no other one beats in both moves and pushes, so the best one for every objective is among them.
//! Levels are known by their canonical form, so a level turned or mirrored is the same level; plans are kept as they
//! solve that form.
//!
//! This crate knows neither game: it keeps words and numbers. Whoever calls it verifies a plan before handing it over,
//! and replays it again after reading it, since a file may have been damaged or come from anybody.
//!
//! [`Store::record`] returns when the results are on the disk; a program that is killed, or a machine that loses its
//! power, loses only what was still under way. The file `store.rs` says how.

mod attempt;
mod error;
mod level;
mod run;
mod schema;
mod seal;
mod solution;
mod store;

pub use attempt::{Attempt, Limits, Outcome};
pub use error::StoreError;
pub use level::{Known, Level};
pub use run::Run;
pub use schema::{APPLICATION, VERSION};
pub use solution::Solution;
pub use store::{Record, Store};
