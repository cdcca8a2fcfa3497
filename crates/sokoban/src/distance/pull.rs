//! Pushes a lone box needs to a goal, found by pulling it away from there.
//!
//! Source: "goal pull distance" in GroupEffort (Froleyks and Balyo 2017) and everywhere before. The player is assumed
//! to be able to get to every side of the box, so the distances never exceed the true ones (admissible), and a square
//! without a distance is dead whatever else is on the board. Cost: one breadth-first search per goal.

use boxwright_grid::{Direction, Floor, Square, UNREACHED};

/// For each square the number of pushes from there to the nearest of `goals` on the otherwise empty board.
#[must_use]
pub fn pull_distances(floor: &Floor, goals: &[Square]) -> Vec<u16> {
    let mut distance = vec![UNREACHED; floor.len()];
    for goal in goals {
        distance[goal.index()] = 0;
    }
    let mut queue = goals.to_vec();
    let mut at = 0;
    while let Some(&square) = queue.get(at) {
        at += 1;
        for direction in Direction::ALL {
            // Pulled in this direction, the box moves where the player stood, who steps back one square.
            let to = floor.next(square, direction);
            if to.exists() && floor.next(to, direction).exists() && distance[to.index()] == UNREACHED {
                distance[to.index()] = distance[square.index()] + 1;
                queue.push(to);
            }
        }
    }
    distance
}
