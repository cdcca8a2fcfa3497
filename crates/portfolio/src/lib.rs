//! Many strategies on one puzzle, of either game.
//!
//! No single strategy is best everywhere. A [`Race`] lets several of them work on one puzzle, in turn on one thread or at
//! the same time on several, and ends with the first solution that passes its judge. A [`Crew`] says who runs; the games
//! are seen through [`Engine`]; [`strategy`] knows all strategies of a game, the combined ones included.

mod crew;
mod engine;
mod field;
mod improving;
mod race;
mod schedule;
pub mod strategy;

pub use crew::{Crew, CrewMember};
pub use engine::{Engine, Kwirk, Replayed, Sokoban};
pub use field::{Join, Judge};
pub use race::{Race, Standing};
pub use schedule::{BoxedSolver, Ending, Work};
pub use strategy::{Means, Part};
