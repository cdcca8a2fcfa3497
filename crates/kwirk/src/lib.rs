//! Kwirk (Puzzle Boy): levels, rules and verification.
//!
//! One to four characters walk through a room to its exit. They push rectangular blocks, fill holes with them and turn
//! turnstiles. The way of the data: text ─ [`formats`] ─▶ [`Level`] (parsed, may be wrong; [`Level::check`] tells) ─▶
//! solvers ─▶ [`Plan`] ─ [`verify()`] ─▶ a result. [`Game`] holds the exact rules and is the authority for all of it.

mod board;
mod canonical;
pub mod estimate;
mod fault;
pub mod fess;
pub mod formats;
pub mod generate;
pub mod guide;
mod level;
pub mod optimize;
pub mod oracle;
mod plan;
mod puzzle;
pub mod random;
pub mod rate;
pub mod render;
mod rules;
pub mod space;
pub mod strategy;
mod verify;

pub use board::{Arms, Block, Board, Terrain, Turnstile};
pub use canonical::{Canonical, canonical, canonical_image, duplicates};
pub use fault::{Fault, FaultKind, MAX_FAULTS};
pub use formats::{Collection, Format, ReadError, is_kwirk, read, write_kwk};
pub use level::Level;
pub use plan::{MAX_PRESSES, Move, Plan, PlanError};
pub use puzzle::Puzzle;
pub use random::{RandomOptions, random_level};
pub use rules::{Game, Outcome};
pub use verify::{Refusal, Verified, Why, verify};
