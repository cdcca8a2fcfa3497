//! How far a box is from where it should be.

mod pull;
mod push;
mod spots;

pub use pull::pull_distances;
pub use push::push_distances;
pub use spots::Spots;

use boxwright_grid::{Direction, Floor, Square, UNREACHED};

/// Breadth-first distances from `sources`, over the steps to a neighbour that `may_move(from, to, direction)` allows.
fn spread(floor: &Floor, sources: &[Square], may_move: impl Fn(Square, Square, Direction) -> bool) -> Vec<u16> {
    let mut distance = vec![UNREACHED; floor.len()];
    for source in sources {
        distance[source.index()] = 0;
    }
    let mut queue = sources.to_vec();
    let mut at = 0;
    while let Some(&square) = queue.get(at) {
        at += 1;
        for direction in Direction::ALL {
            let to = floor.next(square, direction);
            if to.exists() && distance[to.index()] == UNREACHED && may_move(square, to, direction) {
                distance[to.index()] = distance[square.index()] + 1;
                queue.push(to);
            }
        }
    }
    distance
}
