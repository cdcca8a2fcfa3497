//! Looking back from the end: boxes that no pull can move are where they were.
//!
//! The solved board is played backwards in the simplest way: a box that can be pulled at all vanishes. What is left can
//! never have been moved, so these squares must have boxes now, and the player must be where he could get to. There is one
//! such ending for each region in which the player may stand in the end; a position that fits none of them is dead.
//! With boxes that can never move as walls this finds goals that should have been filled earlier.
//!
//! Source: the "retrograde zone" test of Festival. Cost: linear in boxes times squares, once per set of walls.
//! Sound for: any, pushes, moves.

use crate::Puzzle;
use boxwright_grid::{Direction, Fill, Square, SquareSet};

/// What one region of the player in the solved position demands of every position before.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    /// Squares on which boxes must stand.
    pub(super) stuck: SquareSet,
    /// Where the player can be.
    pub(super) reach: SquareSet,
}

impl Ending {
    pub(super) fn allows(&self, boxes: &SquareSet, player: Square) -> bool {
        self.reach.contains(player) && self.stuck.is_subset(boxes)
    }
}

/// The endings of a puzzle in which some boxes can never be moved.
pub(super) fn endings(puzzle: &Puzzle, walls: &SquareSet) -> Vec<Ending> {
    let floor = puzzle.floor();
    let mut fill = Fill::new(floor);
    let mut known = SquareSet::new(floor.len());
    let mut endings = Vec::new();
    for start in floor.squares().filter(|&s| !puzzle.goals().contains(s)) {
        if known.contains(start) {
            continue;
        }
        fill.spread(floor, start, puzzle.goals(), &mut known);
        let mut stuck = puzzle.goals().clone();
        let mut reach = SquareSet::new(floor.len());
        fill.spread(floor, start, &stuck, &mut reach);
        let mut left: Vec<Square> = puzzle.goals().minus(walls).collect();
        loop {
            let before = left.len();
            left.retain(|&square| {
                let free = |s: Square| s.exists() && reach.contains(s);
                let pullable = Direction::ALL.into_iter().any(|direction| {
                    let to = floor.next(square, direction);
                    free(to) && free(floor.next(to, direction))
                });
                if pullable {
                    stuck.remove(square);
                    fill.spread(floor, square, &stuck, &mut reach);
                }
                !pullable
            });
            if left.len() == before {
                break;
            }
        }
        endings.push(Ending { stuck, reach });
    }
    endings
}
