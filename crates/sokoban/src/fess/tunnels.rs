//! Tunnels: straight corridors in which a box need not stop on every square.
//!
//! A tunnel is a run of squares with a wall on both sides. A box in it can only go to and fro, so one square to wait on is
//! as good as another, most of the time: what comes through may have to wait at either end. So of a tunnel
//! without goals the first square is a place to stop, and the others are poor ones; of a tunnel with goals all but
//! the goals are.
//!
//! Source: the "inefficient" positions of Festival. Not sound (a box may have to be parked there, as in Microban 10), which is
//! why such positions only come last.

use crate::Puzzle;
use boxwright_grid::{Direction, Square, SquareSet};

/// The squares on which it hardly ever helps to leave a box.
pub(crate) fn poor_stops(puzzle: &Puzzle) -> SquareSet {
    let floor = puzzle.floor();
    let mut poor = SquareSet::new(floor.len());
    for along in [Direction::Right, Direction::Down] {
        let is_wall = |s: Square, side: Direction| !floor.next(s, side).exists();
        let narrow =
            |s: &Square| s.exists() && is_wall(*s, along.clockwise()) && is_wall(*s, along.counter_clockwise());
        let begins = |s: &Square| narrow(s) && !narrow(&floor.next(*s, along.opposite()));
        for first in floor.squares().filter(begins) {
            let tunnel = std::iter::successors(Some(first), |&s| Some(floor.next(s, along)).filter(narrow));
            let (goals, others): (Vec<Square>, Vec<Square>) = tunnel.partition(|&s| puzzle.goals().contains(s));
            let stops = usize::from(goals.is_empty());
            others.into_iter().skip(stops).for_each(|s| poor.insert(s));
        }
    }
    poor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn one_stop_in_a_tunnel_and_goals_only_where_there_are_some() {
        let rows =
            "#########\n#@ #  ###\n# $    .#\n#  #  ###\n# $# ####\n#  # ####\n# .# ####\n#  #  ###\n#########\n";
        let level = &read("tunnels", rows.as_bytes()).unwrap().levels[0];
        let puzzle = Puzzle::new(level).unwrap();
        let poor: Vec<_> = poor_stops(&puzzle).iter().map(|s| puzzle.floor().point(s)).map(|p| (p.x, p.y)).collect();
        // The door to the right is a tunnel of one square, that to the goal has a goal; of the one downwards, and
        // its end, the first square is left.
        assert!(poor.contains(&(6, 2)) && !poor.contains(&(7, 2)), "{poor:?}");
        assert!(!poor.contains(&(4, 4)) && poor.contains(&(4, 5)) && poor.contains(&(4, 6)), "{poor:?}");
        assert!(!poor.contains(&(3, 2)), "{poor:?}");
    }
}
