//! Pushes a lone box needs to a goal, found by pulling it away from there.
//!
//! Source: "goal pull distance" in GroupEffort (Froleyks and Balyo 2017) and everywhere before. The player is assumed
//! to be able to get to every side of the box, so the distances never exceed the true ones (admissible), and a square
//! without a distance is dead whatever else is on the board. Cost: one breadth-first search per goal.

use boxwright_grid::{Floor, Square};

/// For each square the number of pushes from there to the nearest of `goals` on the otherwise empty board.
#[must_use]
pub fn pull_distances(floor: &Floor, goals: &[Square]) -> Vec<u16> {
    // Pulled in this direction, the box moves where the player stood, who steps back one square.
    super::spread(floor, goals, |_, to, direction| floor.next(to, direction).exists())
}
