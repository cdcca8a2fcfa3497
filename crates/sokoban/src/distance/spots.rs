//! Where a lone box is, and on which side of it the player.
//!
//! A box on a square that joins parts of the floor keeps the player on his side of it, so how far it is from a goal
//! depends on that side. A *spot* is a square together with a set of its sides between which the player can walk around
//! the box. Other boxes are not there, which only makes things easier: distances between spots never exceed the pushes
//! needed. While one box is pushed all others stay on their spots, since the player walks around them.
//!
//! Source: Rolling Stone (Junghanns and Schaeffer 2001) and most solvers since.

use crate::Puzzle;
use boxwright_grid::{Blocks, Direction, Floor, Square, SquareSet, UNREACHED};

/// The spots of a puzzle.
#[derive(Clone, Debug)]
pub struct Spots {
    blocks: Blocks,
    /// The spot of a square and a side, as `4 × square + side`; [`NONE`] where there is no floor.
    spot: Vec<u16>,
    /// How many there are.
    number: usize,
}

const NONE: u16 = u16::MAX;

impl Spots {
    /// The spots of all live squares.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Spots {
        let floor = puzzle.floor();
        let mut blocks = Blocks::new(floor);
        blocks.find(floor, &SquareSet::new(floor.len()));
        let mut spot = vec![NONE; 4 * floor.len()];
        let mut number = 0;
        for square in floor.squares().take(puzzle.live_squares()) {
            for side in Direction::ALL {
                let place = 4 * square.index() + side.index();
                if floor.next(square, side).exists() && spot[place] == NONE {
                    let sides = blocks.connected_sides(floor, square, side);
                    for other in (0..4).filter(|other| sides >> other & 1 != 0) {
                        spot[4 * square.index() + other] = number;
                    }
                    number += 1;
                }
            }
        }
        Spots { blocks, spot, number: number.into() }
    }

    /// How many spots there are.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// The spot of a box on a live square, the player being on another.
    #[inline]
    #[must_use]
    pub fn of(&self, floor: &Floor, square: Square, player: Square) -> usize {
        let first = self.spot[4 * square.index()..][..4].iter().copied().filter(|&spot| spot != NONE);
        // Most squares join nothing.
        let (mut least, mut most) = (NONE, 0);
        for spot in first {
            least = least.min(spot);
            most = most.max(spot);
        }
        if least == most {
            return least.into();
        }
        let sides = self.blocks.sides_seen_from(floor, square, player);
        self.spot[4 * square.index() + sides.trailing_zeros() as usize].into()
    }

    /// Pushes from every spot to a goal, [`UNREACHED`] where there is no way.
    #[must_use]
    pub fn distances(&self, puzzle: &Puzzle, goal: Square) -> Vec<u16> {
        let floor = puzzle.floor();
        let mut distance = vec![UNREACHED; self.number];
        let mut queue: Vec<(Square, u16)> = Vec::new();
        for side in Direction::ALL {
            let spot = self.spot[4 * goal.index() + side.index()];
            if spot != NONE && distance[usize::from(spot)] == UNREACHED {
                distance[usize::from(spot)] = 0;
                queue.push((goal, spot));
            }
        }
        let mut at = 0;
        while let Some(&(square, spot)) = queue.get(at) {
            at += 1;
            let pushes = distance[usize::from(spot)];
            // Backwards: the player on a side of the box steps away from it, and the box follows.
            for side in Direction::ALL.into_iter().filter(|side| self.spot[4 * square.index() + side.index()] == spot) {
                let from = floor.next(square, side);
                if !puzzle.is_live(from) || !floor.next(from, side).exists() {
                    continue;
                }
                let before = self.spot[4 * from.index() + side.index()];
                if distance[usize::from(before)] == UNREACHED {
                    distance[usize::from(before)] = pushes + 1;
                    queue.push((from, before));
                }
            }
        }
        distance
    }

    /// Pushes from a box on a square, the player being on another, to every spot, [`UNREACHED`] where there is no way.
    #[must_use]
    pub fn distances_from(&self, puzzle: &Puzzle, square: Square, player: Square) -> Vec<u16> {
        let floor = puzzle.floor();
        let mut distance = vec![UNREACHED; self.number];
        let first = self.of(floor, square, player);
        distance[first] = 0;
        let mut queue: Vec<(Square, u16)> = vec![(square, first as u16)];
        let mut at = 0;
        while let Some(&(square, spot)) = queue.get(at) {
            at += 1;
            let pushes = distance[usize::from(spot)];
            for side in Direction::ALL.into_iter().filter(|side| self.spot[4 * square.index() + side.index()] == spot) {
                let to = floor.next(square, side.opposite());
                if !puzzle.is_live(to) {
                    continue;
                }
                let after = self.spot[4 * to.index() + side.index()];
                if distance[usize::from(after)] == UNREACHED {
                    distance[usize::from(after)] = pushes + 1;
                    queue.push((to, after));
                }
            }
        }
        distance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_level;
    use boxwright_grid::Fill;
    use std::collections::HashSet;

    /// Pushes of a lone box from a square to a goal, one flood fill after the other.
    fn truth(puzzle: &Puzzle, square: Square, player: Square, goal: Square) -> u16 {
        let floor = puzzle.floor();
        let (mut seen, mut layer) = (HashSet::new(), vec![(square, player)]);
        for pushes in 0.. {
            let mut next = Vec::new();
            for (square, player) in layer {
                let boxes = SquareSet::from_squares(floor.len(), [square]);
                let mut reach = SquareSet::new(floor.len());
                let region = Fill::new(floor).spread(floor, player, &boxes, &mut reach);
                if square == goal {
                    return pushes;
                }
                if !seen.insert((square, region)) {
                    continue;
                }
                for direction in Direction::ALL {
                    let (behind, to) = (floor.next(square, direction.opposite()), floor.next(square, direction));
                    if behind.exists() && to.exists() && reach.contains(behind) {
                        next.push((to, square));
                    }
                }
            }
            if next.is_empty() {
                return UNREACHED;
            }
            layer = next;
        }
        UNREACHED
    }

    #[test]
    fn distances_are_those_of_a_lone_box() {
        let (mut unlike, mut unreached) = (0, 0);
        for seed in 0..60 {
            let puzzle = Puzzle::new(&random_level(seed, 9, 8, 2)).unwrap();
            let (floor, spots, goal) = (puzzle.floor(), Spots::new(&puzzle), puzzle.goal_list()[0]);
            let distances = spots.distances(&puzzle, goal);
            for square in floor.squares().take(puzzle.live_squares()) {
                let mut all = HashSet::new();
                for player in floor.squares().filter(|&player| player != square) {
                    let distance = distances[spots.of(floor, square, player)];
                    assert_eq!(distance, truth(&puzzle, square, player, goal), "seed {seed}, {square:?}, {player:?}");
                    all.insert(distance);
                    unreached += usize::from(distance == UNREACHED);
                }
                unlike += usize::from(all.len() > 1);
            }
        }
        assert!(unlike > 50 && unreached > 100, "the side mattered on {unlike} squares, {unreached} had no way");
    }
}
