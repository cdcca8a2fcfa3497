//! Pulls a lone box needs to one of some squares, found by pushing it away from there: [`pull_distances`] in reverse.
//!
//! The player is assumed to be able to get to every side of the box, so the distances never exceed the true ones.
//!
//! [`pull_distances`]: super::pull_distances

use boxwright_grid::{Floor, Square};

/// For each square the number of pulls from there to the nearest of `ends` on the otherwise empty board.
#[must_use]
pub fn push_distances(floor: &Floor, ends: &[Square]) -> Vec<u16> {
    super::spread(floor, ends, |from, _, direction| floor.next(from, direction.opposite()).exists())
}
