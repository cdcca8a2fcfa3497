//! Positions from which no solution exists.
//!
//! Dead squares are part of the compiled puzzle ([`crate::Puzzle::is_live`]). Every rule here is sound: it never
//! condemns a position that can be solved.

mod areas;
mod around;
mod capacity;
mod code;
mod corral;
mod dear;
mod diagonal;
mod endgame;
pub mod explain;
mod few;
mod freeze;
mod frozen;
mod pairs;
mod pen;
mod pi_corral;
mod retrograde;
mod triples;
mod verdicts;

pub use areas::{AreaCounts, Areas};
pub use capacity::{Capacity, Counts};
pub use corral::Corrals;
pub use dear::DearRules;
pub use diagonal::Diagonals;
pub use freeze::Freeze;
pub use frozen::FrozenWalls;
pub(crate) use frozen::find_frozen;
pub use pairs::Pairs;
pub use pen::Pens;
pub use pi_corral::{PiCorral, PiCorrals};
pub use triples::Triples;
pub(crate) use verdicts::Verdicts;

use crate::Puzzle;
use boxwright_grid::{Square, SquareSet};

/// Which rules are in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// See [`Areas`].
    pub areas: bool,
    /// See [`Capacity`].
    pub capacity: bool,
    /// See [`Freeze`].
    pub freeze: bool,
}

impl Rules {
    /// No rule.
    pub const NONE: Rules = Rules { areas: false, capacity: false, freeze: false };
    /// Every rule that pays; the capacity finds next to nothing that the areas do not.
    pub const ALL: Rules = Rules { areas: true, capacity: false, freeze: true };
}

/// The rules that a space applies to every push.
#[derive(Clone, Debug)]
pub struct Deadlocks {
    rules: Rules,
    areas: Areas,
    /// Only if it is asked for: finding the sets takes long on large boards.
    capacity: Option<Capacity>,
}

/// What the rules know of a position, and their working memory.
#[derive(Clone, Debug)]
pub struct Watch {
    freeze: Freeze,
    areas: AreaCounts,
    capacity: Counts,
}

impl Deadlocks {
    /// These rules for a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle, rules: Rules) -> Deadlocks {
        Deadlocks { rules, areas: Areas::new(puzzle), capacity: rules.capacity.then(|| Capacity::new(puzzle)) }
    }

    /// The board without boxes.
    #[must_use]
    pub fn watch(&self, puzzle: &Puzzle) -> Watch {
        let capacity = self.capacity.as_ref().map(Capacity::empty).unwrap_or_default();
        Watch { freeze: Freeze::new(puzzle), areas: self.areas.empty(), capacity }
    }

    /// Looks at another position: the one with these boxes.
    #[inline]
    pub fn put_all(&self, watch: &mut Watch, boxes: &SquareSet) {
        if self.rules.areas {
            watch.areas.clear();
            boxes.iter().for_each(|square| self.areas.enter(&mut watch.areas, square));
        }
        if let Some(capacity) = &self.capacity {
            watch.capacity.clear();
            boxes.iter().for_each(|square| capacity.enter(&mut watch.capacity, square));
        }
    }

    /// Whether the position with these boxes is dead, the box on `to` having been pushed there from `from`, where it was
    /// counted.
    #[inline]
    #[must_use]
    pub fn forbid(&self, watch: &mut Watch, puzzle: &Puzzle, boxes: &SquareSet, from: Square, to: Square) -> bool {
        (self.rules.areas && self.areas.overfills(&watch.areas, from, to))
            || self.capacity.as_ref().is_some_and(|capacity| capacity.overfills(&watch.capacity, from, to))
            || (self.rules.freeze && watch.freeze.is_dead(puzzle, boxes, to))
    }
}
