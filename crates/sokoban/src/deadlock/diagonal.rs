//! Closed diagonals: holes one square wide, corner to corner, that boxes cannot get out of each other's way around.
//!
//! ```text
//!  ##
//! #  $        A square that boxes and walls enclose on all four sides is a hole. Holes that touch at their corners share
//!  $  $       boxes, and such a box can only be pushed into one of the two holes; there it is held by the boxes of the
//!   $  #      next one, and so on to the end of the diagonal. If it ends at walls, nothing ever gets out again.
//!    ##
//! ```
//!
//! [`Corrals`](super::Corrals) looks at one hole at a time, and is content when the player gets into it: one box pushed in, and
//! the next hole's box out of the way. Here all holes of a diagonal (more generally: all that touch at corners) are
//! looked at together, with the boxes around them and no others. Pushes are searched until all these boxes are on goals; a
//! box that is pushed away from them is taken off the board. If that never succeeds the position is dead: to take boxes off
//! the board only makes things easier, so a solution, without the pushes of the boxes that are not there, would have been
//! found.
//!
//! Source: closed diagonals as in the Sokoban wiki (B. Damgaard) and Festival, which scan them with a rule about which
//! segments can be opened; the small search needs no such rule. Cost: a look at the squares that the player cannot reach; up
//! to [`MOST_POSITIONS`] small positions per diagonal that was not seen before. Sound for: any, pushes, moves.

use super::Freeze;
use crate::Puzzle;
use boxwright_grid::{Direction, Fill, Point, Square, SquareSet};
use std::collections::{HashMap, HashSet};

/// Positions looked at before a diagonal is given the benefit of the doubt.
const MOST_POSITIONS: usize = 500;

/// Diagonals with more boxes are not looked at.
const MOST_BOXES: usize = 20;

/// Verdicts kept; then all are forgotten.
const MOST_VERDICTS: usize = 1 << 18;

/// Working memory of the test, and what it has found out.
#[derive(Clone, Debug)]
pub struct Diagonals {
    fill: Fill,
    freeze: Freeze,
    reach: SquareSet,
    holes: SquareSet,
    /// Whether boxes around holes, with the player in a region around them, are dead.
    verdicts: HashMap<(SquareSet, Square), bool>,
}

impl Diagonals {
    /// Nothing is known of this puzzle yet.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Diagonals {
        let floor = puzzle.floor();
        Diagonals {
            fill: Fill::new(floor),
            freeze: Freeze::new(puzzle),
            reach: SquareSet::new(floor.len()),
            holes: SquareSet::new(floor.len()),
            verdicts: HashMap::new(),
        }
    }

    /// Whether some diagonal of the position with these boxes, the player being in the region of a square, is dead.
    pub fn is_dead(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square) -> bool {
        let floor = puzzle.floor();
        self.holes.clear();
        for square in floor.squares().filter(|&s| s != player && !boxes.contains(s)) {
            if floor.neighbours(square).iter().all(|&next| !next.exists() || boxes.contains(next)) {
                self.holes.insert(square);
            }
        }
        while let Some(first) = self.holes.first() {
            let diagonal = self.take_diagonal(puzzle, first);
            if diagonal.len() > 1 && self.is_diagonal_dead(puzzle, boxes, player, &diagonal) {
                return true;
            }
        }
        false
    }

    /// Takes a hole and those that it touches, directly or by others, out of the holes.
    fn take_diagonal(&mut self, puzzle: &Puzzle, first: Square) -> Vec<Square> {
        let mut diagonal = vec![first];
        self.holes.remove(first);
        let mut at = 0;
        while let Some(&square) = diagonal.get(at) {
            for corner in corners(puzzle, square) {
                if self.holes.contains(corner) {
                    self.holes.remove(corner);
                    diagonal.push(corner);
                }
            }
            at += 1;
        }
        diagonal
    }

    fn is_diagonal_dead(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square, diagonal: &[Square]) -> bool {
        let floor = puzzle.floor();
        let mut fence = SquareSet::new(floor.len());
        for &hole in diagonal {
            let around = floor.neighbours(hole).iter().copied().chain(corners(puzzle, hole));
            around.filter(|&s| s.exists() && boxes.contains(s)).for_each(|s| fence.insert(s));
        }
        if fence.count() > MOST_BOXES || fence.is_subset(puzzle.goals()) {
            return false;
        }
        self.reach.clear();
        let region = self.fill.spread(floor, player, &fence, &mut self.reach);
        let key = (fence, region);
        if let Some(&dead) = self.verdicts.get(&key) {
            return dead;
        }
        let dead = self.search(puzzle, key.0.clone(), region, diagonal);
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.clear();
        }
        self.verdicts.insert(key, dead);
        dead
    }

    /// Whether the boxes around holes can neither be brought to goals nor away from there.
    fn search(&mut self, puzzle: &Puzzle, fence: SquareSet, player: Square, diagonal: &[Square]) -> bool {
        let floor = puzzle.floor();
        let mut zone = fence.clone();
        diagonal.iter().for_each(|&hole| zone.insert(hole));
        let mut seen = HashSet::from([(fence.clone(), player)]);
        let mut waiting = vec![(fence, player)];
        while let Some((boxes, player)) = waiting.pop() {
            if boxes.is_subset(puzzle.goals()) || seen.len() > MOST_POSITIONS {
                return false;
            }
            self.reach.clear();
            self.fill.spread(floor, player, &boxes, &mut self.reach);
            for from in &boxes {
                for direction in Direction::ALL {
                    let (behind, to) = (floor.next(from, direction.opposite()), floor.next(from, direction));
                    if !behind.exists() || !to.exists() || !self.reach.contains(behind) {
                        continue;
                    }
                    if boxes.contains(to) || !puzzle.is_live(to) {
                        continue;
                    }
                    let mut after = boxes.clone();
                    after.remove(from);
                    if zone.contains(to) {
                        after.insert(to);
                        if self.freeze.is_dead(puzzle, &after, to) {
                            continue;
                        }
                    }
                    let mut region = SquareSet::new(floor.len());
                    let player = self.fill.spread(floor, from, &after, &mut region);
                    if seen.insert((after.clone(), player)) {
                        waiting.push((after, player));
                    }
                }
            }
        }
        true
    }
}

/// The floor at the four corners of a square.
fn corners(puzzle: &Puzzle, square: Square) -> impl Iterator<Item = Square> {
    let floor = puzzle.floor();
    let Point { x, y } = floor.point(square);
    let columns = [x.checked_sub(1), x.checked_add(1)].into_iter().flatten();
    columns
        .flat_map(move |x| [y.checked_sub(1), y.checked_add(1)].into_iter().flatten().map(move |y| Point { x, y }))
        .filter_map(|point| floor.square(point))
}
