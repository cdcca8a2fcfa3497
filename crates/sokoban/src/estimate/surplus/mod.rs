//! What boxes in each other's way cost more than each of them alone.
//!
//! A matching takes the boxes one by one, as if the others were not there. Boxes in each other's way cost more: one of
//! them has to be pushed out of the way and back. The *surplus* of some boxes is what bringing all of them to goals, with no
//! other box on the board, costs at least beyond the ways of each alone to the same goals. In a solution every push moves
//! one box. So for groups that have no box in common the surpluses add up, and so they do with any matching: the sum
//! never exceeds the pushes needed. Which groups to take is a [`Packing`].
//!
//! For two boxes it is exact ([`Pairs`]), for more it is learned while a search is under way ([`Groups`]).
//!
//! Admissible, but not consistent: a push may bring a box nearer to the goal it has and make its surplus vanish, since
//! there is another goal for it. Surpluses are even numbers, as every push changes the distances to all goals by one.
//!
//! Sources: linear conflicts (Junghanns and Schaeffer 2001), and what pattern databases of a few stones add up to (Pereira,
//! Ritt and Buriol 2015).

mod groups;
mod members;
mod packing;
mod pairs;

use super::Distances;
use crate::Puzzle;
use crate::distance::Spots;
use crate::macros::Way;
use boxwright_grid::{Square, SquareSet};
use boxwright_search::Cost;
use groups::Groups;
use packing::Packing;
use pairs::Pairs;
use std::sync::Arc;

/// What is known of the surpluses of a puzzle.
#[derive(Clone, Debug)]
pub struct Surplus {
    pairs: Pairs,
    groups: Option<Groups>,
    packing: Packing,
}

/// The surplus of boxes that cannot be brought to goals.
const DEAD: u8 = u8::MAX;

impl Surplus {
    /// The surpluses of pairs for a search that goes `way`, or `None` if it would take too long to find them.
    #[must_use]
    pub fn new(puzzle: &Puzzle, way: Way, spots: &Spots, distances: &Distances) -> Option<Surplus> {
        let pairs = Pairs::new(puzzle, way, spots, distances)?;
        Some(Surplus { pairs, groups: None, packing: Packing::new(puzzle.floor().len()) })
    }

    /// The same, ready to [learn](Surplus::learn) about larger groups; for pushes only.
    #[must_use]
    pub fn with_groups(mut self, puzzle: &Arc<Puzzle>, spots: &Spots, distances: &Distances) -> Surplus {
        self.groups = Some(Groups::new(puzzle, spots, distances));
        self
    }

    /// Finds out a little more about larger groups. Whether some surplus has become larger.
    pub fn learn(&mut self) -> bool {
        self.groups.as_mut().is_some_and(|groups| groups.learn(&self.pairs))
    }

    /// The sum of surpluses of groups of these boxes, the player being in the region of a square; `None` if they cannot
    /// all be brought to goals.
    pub fn of(&mut self, boxes: &SquareSet, player: Square) -> Option<Cost> {
        self.packing.clear();
        let mut is_alive = self.pairs.collect(boxes, player, &mut self.packing);
        if let Some(groups) = &self.groups {
            is_alive = is_alive && groups.collect(boxes, player, &mut self.packing);
        }
        is_alive.then(|| self.packing.most())
    }
}
