//! What the spaces have in common: obstacles, and characters somewhere among them.

use super::{Field, InteractionState, Interactions, StepState, Steps, Whereabouts};
use crate::Puzzle;
use boxwright_search::Domain;

/// A space whose positions say where the characters are, for estimates that serve every such space.
pub trait Inhabited: Domain {
    /// The puzzle.
    fn puzzle(&self) -> &Puzzle;

    /// The obstacles of a position.
    fn field(state: &Self::State) -> &Field;

    /// Where the characters are; [`boxwright_grid::Square::NONE`] for those who left.
    fn characters(state: &Self::State) -> Whereabouts;
}

impl Inhabited for Interactions {
    fn puzzle(&self) -> &Puzzle {
        Interactions::puzzle(self)
    }

    fn field(state: &InteractionState) -> &Field {
        state.field()
    }

    fn characters(state: &InteractionState) -> Whereabouts {
        state.whereabouts()
    }
}

impl Inhabited for Steps {
    fn puzzle(&self) -> &Puzzle {
        Steps::puzzle(self)
    }

    fn field(state: &StepState) -> &Field {
        state.field()
    }

    fn characters(state: &StepState) -> Whereabouts {
        state.characters()
    }
}
