//! State spaces of Kwirk: what counts as a position and as one action.
//!
//! | space | position | action | cost |
//! |---|---|---|---|
//! | [`Interactions`] | obstacles, and how many characters are in which region | one push or turn, all walking included | 1 |
//! | [`Steps`] | obstacles, every character's square, who is active | one key press | as the objective wants it |

mod field;
mod inhabited;
mod interactions;
mod paper;
mod spread;
mod steps;
mod walk;

pub use field::Field;
pub(crate) use field::Obstacle;
pub use inhabited::Inhabited;
pub use interactions::{Interact, InteractionState, Interactions, Press, Rule, Whereabouts};
pub use steps::{StepState, Steps};
