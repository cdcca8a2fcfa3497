//! The cheapest way from every square to the exit, obstacles being passable at a price.

use crate::Puzzle;
use crate::space::Field;
use boxwright_grid::{Square, SquareSet};

/// There is no way.
const FAR: u32 = u32::MAX;

/// The price of crossing an open hole.
pub(super) const HOLE: u32 = 3;

/// Working memory, and the distances computed last.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    distance: Vec<u32>,
    /// The next square on the way to the exit.
    toward: Vec<Square>,
    buckets: Vec<Vec<Square>>,
    holes: Vec<Square>,
}

impl Ways {
    pub(super) fn new(puzzle: &Puzzle) -> Ways {
        let squares = puzzle.floor().len();
        Ways {
            distance: vec![FAR; squares],
            toward: vec![Square::NONE; squares],
            buckets: vec![Vec::new(); 5],
            holes: Vec::new(),
        }
    }

    /// An obstacle counts 1, an open hole 3.
    pub(super) fn crossing(&mut self, puzzle: &Puzzle, field: &Field, blocked: &SquareSet) {
        self.spread(puzzle, blocked, |s| u32::from(field.occupied().contains(s)) + HOLE * u32::from(field.is_hole(s)));
    }

    /// Only open holes count.
    pub(super) fn fewest_holes(&mut self, puzzle: &Puzzle, field: &Field, blocked: &SquareSet) {
        self.spread(puzzle, blocked, |s| u32::from(field.is_hole(s)));
    }

    /// The price from a square, or `None` if there is no way at all.
    pub(super) fn distance(&self, square: Square) -> Option<u32> {
        let distance = self.distance[square.index()];
        (distance != FAR).then_some(distance)
    }

    /// All prices; `u32::MAX` where there is no way.
    pub(super) fn distances(&self) -> &[u32] {
        &self.distance
    }

    /// The open holes on the way from a square, in order.
    pub(super) fn holes_from(&mut self, puzzle: &Puzzle, field: &Field, square: Square) -> &[Square] {
        self.holes.clear();
        let mut at = square;
        while at.exists() {
            if field.is_hole(at) {
                self.holes.push(at);
            }
            at = self.toward[at.index()];
        }
        debug_assert!(self.holes.len() <= puzzle.floor().len());
        &self.holes
    }

    /// Dijkstra's algorithm from the exit with a circle of buckets: prices of one square are at most 4.
    fn spread(&mut self, puzzle: &Puzzle, blocked: &SquareSet, price: impl Fn(Square) -> u32) {
        self.distance.fill(FAR);
        let mut waiting = 0;
        for &(side, _) in puzzle.exit_sides() {
            if !blocked.contains(side) {
                let own = price(side);
                if own < self.distance[side.index()] {
                    self.distance[side.index()] = own;
                    self.toward[side.index()] = Square::NONE;
                    self.buckets[own as usize % 5].push(side);
                    waiting += 1;
                }
            }
        }
        let mut at = 0;
        while waiting > 0 {
            let Some(square) = self.buckets[at as usize % 5].pop() else {
                at += 1;
                continue;
            };
            waiting -= 1;
            if self.distance[square.index()] != at {
                continue;
            }
            for &next in puzzle.floor().neighbours(square) {
                if !next.exists() || blocked.contains(next) {
                    continue;
                }
                let reached = at + price(next);
                if reached < self.distance[next.index()] {
                    self.distance[next.index()] = reached;
                    self.toward[next.index()] = square;
                    self.buckets[reached as usize % 5].push(next);
                    waiting += 1;
                }
            }
        }
    }
}
