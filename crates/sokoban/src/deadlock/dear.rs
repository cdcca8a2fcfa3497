//! The dear rules: what is asked once about every position that is about to be expanded.
//!
//! Frozen boxes as walls ([`FrozenWalls`]) and corrals ([`Corrals`]) condemn many positions that no rule about a single push
//! does, at the price of a hundred such rules. So searches generate positions without them, and ask when a position's turn has come.
//! Sound for: any, pushes, moves, as both are.

use super::{Corrals, FrozenWalls};
use crate::Puzzle;
use boxwright_grid::{Square, SquareSet};

/// The rules, with what they remember.
#[derive(Clone, Debug)]
pub struct DearRules {
    frozen: Option<FrozenWalls>,
    corrals: Option<Corrals>,
}

impl DearRules {
    /// Both rules; nothing is known of this puzzle yet.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> DearRules {
        DearRules { frozen: Some(FrozenWalls::new(puzzle)), corrals: Some(Corrals::new(puzzle)) }
    }

    /// The same with the last moves played backwards for walls that are met often.
    #[must_use]
    pub fn with_endgames(self) -> DearRules {
        DearRules { frozen: self.frozen.map(FrozenWalls::with_endgames), ..self }
    }

    /// Those of the rules that are wanted.
    #[must_use]
    pub fn only(self, frozen: bool, corrals: bool) -> DearRules {
        DearRules { frozen: self.frozen.filter(|_| frozen), corrals: self.corrals.filter(|_| corrals) }
    }

    /// Whether the position with these boxes, the player being in the region of a square, is dead.
    pub fn condemn(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square) -> bool {
        self.frozen.as_mut().is_some_and(|frozen| frozen.is_dead(puzzle, boxes, player))
            || self.corrals.as_mut().is_some_and(|corrals| corrals.is_dead(puzzle, boxes, player))
    }
}
