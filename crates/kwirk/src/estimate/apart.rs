//! Whether anything is left to do at all.
//!
//! 0 if every character can walk to the exit, else 1: as long as somebody is cut off, something must be moved.
//! Admissible and consistent for interactions, and next to free: the space keeps the answer.

use crate::space::{InteractionState, Interactions};
use boxwright_search::{Cost, Domain, Heuristic, Past};

/// 0 if every character can walk to the exit, else 1. Admissible and consistent for interactions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Apart;

impl Heuristic<Interactions> for Apart {
    fn estimate(&mut self, space: &Interactions, state: &InteractionState, _: &dyn Past) -> Option<Cost> {
        Some(Cost::from(!space.is_goal(state)))
    }
}
