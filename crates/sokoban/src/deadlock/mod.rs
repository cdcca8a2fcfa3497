//! Positions from which no solution exists.
//!
//! Dead squares are part of the compiled puzzle ([`crate::Puzzle::is_live`]). Every rule here is sound: it never
//! condemns a position that can be solved.

mod areas;
mod corral;
pub mod explain;
mod freeze;
mod frozen;
mod pairs;
mod pi_corral;
mod retrograde;

pub use areas::{AreaCounts, Areas};
pub use corral::Corrals;
pub use freeze::Freeze;
pub use frozen::FrozenWalls;
pub use pairs::Pairs;
pub use pi_corral::{PiCorral, PiCorrals};

use crate::Puzzle;
use boxwright_grid::{Square, SquareSet};

/// Which rules are in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// See [`Areas`].
    pub areas: bool,
    /// See [`Freeze`].
    pub freeze: bool,
}

impl Rules {
    /// Every rule.
    pub const ALL: Rules = Rules { areas: true, freeze: true };
}

/// The rules that a space applies to every push.
#[derive(Clone, Debug)]
pub struct Deadlocks {
    rules: Rules,
    areas: Areas,
}

/// What the rules know of a position, and their working memory.
#[derive(Clone, Debug)]
pub struct Watch {
    freeze: Freeze,
    counts: AreaCounts,
}

impl Deadlocks {
    /// These rules for a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle, rules: Rules) -> Deadlocks {
        Deadlocks { rules, areas: Areas::new(puzzle) }
    }

    /// The board without boxes.
    #[must_use]
    pub fn watch(&self, puzzle: &Puzzle) -> Watch {
        Watch { freeze: Freeze::new(puzzle), counts: self.areas.empty() }
    }

    /// Looks at another position: the one with these boxes.
    #[inline]
    pub fn put_all(&self, watch: &mut Watch, boxes: &SquareSet) {
        if self.rules.areas {
            watch.counts.clear();
            boxes.iter().for_each(|square| self.areas.enter(&mut watch.counts, square));
        }
    }

    /// Whether the position with these boxes is dead, the box on `to` having been pushed there from `from`, where it was
    /// counted.
    #[inline]
    #[must_use]
    pub fn forbid(&self, watch: &mut Watch, puzzle: &Puzzle, boxes: &SquareSet, from: Square, to: Square) -> bool {
        (self.rules.areas && self.areas.overfills(&watch.counts, from, to))
            || (self.rules.freeze && watch.freeze.is_dead(puzzle, boxes, to))
    }
}
