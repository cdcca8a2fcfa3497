//! Sokoban: levels and their formats, the rules, and the verification of solutions.
//!
//! The way of the data: [`read`] turns the bytes of a file into a [`Collection`] of [`Level`]s, which may be wrong;
//! [`Level::check`] lists their faults; a [`Plan`] for a level is proven by [`verify`], which plays it by the plain
//! rules of [`Game`].

pub mod aim;
mod automorphisms;
mod bipartite;
mod board;
mod canonical;
pub mod deadlock;
pub mod distance;
pub mod estimate;
mod fault;
pub mod fess;
pub mod formats;
pub mod generate;
mod level;
mod lore;
pub mod macros;
mod metrics;
mod novel;
pub mod optimize;
pub mod oracle;
pub mod phases;
mod plan;
mod prepare;
pub mod protocol;
mod puzzle;
pub mod random;
pub mod rate;
mod rules;
pub mod space;
pub mod strategy;
pub mod value;
mod verify;

pub use automorphisms::Automorphism;
pub use board::{Board, Cell};
pub use canonical::{CanonicalForm, canonical, canonical_image, duplicates};
pub use fault::{Fault, FaultKind};
pub use formats::{Collection, Format, ReadError, read, write_sok, write_xsb};
pub use level::{Level, RecordedSolution};
pub use metrics::Metrics;
pub use plan::{MAX_PLAN_MOVES, Plan, PlanError};
pub use puzzle::Puzzle;
pub use random::random_level;
pub use rules::{Game, Step};
pub use verify::{Refusal, RefusalReason, Verified, verify};
