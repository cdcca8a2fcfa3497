//! The two spaces of macro moves as one kind of thing.

use crate::Puzzle;
use crate::estimate::{Assigned, Distances, Hungarian, Metric};
use crate::macros::{MacroMove, Way};
use crate::space::{MacroPullState, MacroPulls, MacroPushes, MacroState};
use boxwright_grid::{Square, SquareSet};
use boxwright_search::Domain;
use std::sync::Arc;

/// A space in which one action takes one box any distance, forwards or backwards.
pub trait MacroSpace: Domain<Action = MacroMove> + Clone {
    /// Which way boxes go.
    const WAY: Way;

    /// The space of a puzzle.
    fn of(puzzle: &Arc<Puzzle>) -> Self;

    /// The squares with a box.
    fn boxes(state: &Self::State) -> &SquareSet;

    /// The smallest square the player can walk to.
    fn player(state: &Self::State) -> Square;
}

impl MacroSpace for MacroPushes {
    const WAY: Way = Way::Push;

    fn of(puzzle: &Arc<Puzzle>) -> MacroPushes {
        MacroPushes::new(puzzle)
    }

    fn boxes(state: &MacroState) -> &SquareSet {
        &state.boxes
    }

    fn player(state: &MacroState) -> Square {
        state.player
    }
}

impl MacroSpace for MacroPulls {
    const WAY: Way = Way::Pull;

    fn of(puzzle: &Arc<Puzzle>) -> MacroPulls {
        MacroPulls::new(puzzle)
    }

    fn boxes(state: &MacroPullState) -> &SquareSet {
        &state.boxes
    }

    fn player(state: &MacroPullState) -> Square {
        state.player
    }
}

/// The least sum of the ways of the boxes to the squares on which they end if they are moved this way.
pub(super) fn to_end(puzzle: &Puzzle, way: Way) -> Assigned<Hungarian> {
    match way {
        Way::Push => Assigned::new(puzzle, Metric::Pull, Hungarian::new),
        Way::Pull => Assigned::backwards(puzzle, Hungarian::new),
    }
}

/// The same for any squares.
pub(super) fn to_squares(puzzle: &Puzzle, way: Way, squares: &SquareSet) -> Assigned<Hungarian> {
    let squares: Vec<Square> = squares.iter().collect();
    let distances = match way {
        Way::Push => Distances::to_squares(puzzle, &squares),
        Way::Pull => Distances::pulls_to(puzzle, &squares),
    };
    Assigned::of(puzzle, distances, puzzle.boxes(), Hungarian::new)
}

/// The other way.
pub(super) const fn reverse(way: Way) -> Way {
    match way {
        Way::Push => Way::Pull,
        Way::Pull => Way::Push,
    }
}
