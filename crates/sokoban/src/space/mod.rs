//! State spaces of Sokoban: what counts as a position and as one action.
//!
//! | space | position | action | cost |
//! |---|---|---|---|
//! | [`Pushes`] | boxes and the region the player can walk in | one push, the walk to it included | 1 |
//! | [`Steps`] | boxes and the player's square | one step or push | as the objective wants it |
//! | [`Deliveries`] | as in [`Pushes`] | one push, or a run of the stone-by-stone protocol | 1, or nothing |
//!
//! All leave out pushes to dead squares and pushes that freeze a box off the goals.

mod box_code;
mod deliveries;
mod pushes;
mod steps;

pub use deliveries::{Act, Deliveries};
pub(crate) use pushes::steps_of;
pub use pushes::{Push, PushState, Pushes};
pub use steps::{StepState, Steps};
