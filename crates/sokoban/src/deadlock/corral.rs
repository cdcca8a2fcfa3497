//! Corrals: parts of the floor that the player cannot reach.
//!
//! A corral is fenced in by boxes. All other boxes are taken away, which only makes things easier, and the pushes that
//! are left are searched until the player gets into the corral or all boxes of the fence are on goals. If neither can
//! ever happen the position is dead: in any solution the boxes of the fence end up on goals, and leaving out the pushes
//! of the others from that solution would have been found.
//!
//! Source: corral deadlocks as in the Sokoban wiki and Festival. Verdicts are kept by the boxes of the fence, the
//! player's region among them and the corral.
//! Cost: up to [`MOST_POSITIONS`] small positions per corral; for positions about to be expanded, not for all generated.
//! Sound for: any, pushes, moves.

use super::Freeze;
use crate::Puzzle;
use boxwright_grid::{Direction, Fill, Square, SquareSet};
use std::collections::{HashMap, HashSet};

/// Positions looked at before a corral is given the benefit of the doubt.
const MOST_POSITIONS: usize = 300;

/// Fences of more boxes are not looked at.
const MOST_BOXES: usize = 12;

/// Verdicts kept; then all are forgotten.
const MOST_VERDICTS: usize = 1 << 20;

/// Working memory of the test, and what it has found out.
#[derive(Clone, Debug)]
pub struct Corrals {
    fill: Fill,
    freeze: Freeze,
    reach: SquareSet,
    /// Whether a fence is dead.
    verdicts: HashMap<u64, bool>,
}

impl Corrals {
    /// Nothing is known of this puzzle yet.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Corrals {
        let floor = puzzle.floor();
        Corrals {
            fill: Fill::new(floor),
            freeze: Freeze::new(puzzle),
            reach: SquareSet::new(floor.len()),
            verdicts: HashMap::new(),
        }
    }

    /// Whether some corral of the position with these boxes, the player being in the region of a square, is dead.
    pub fn is_dead(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square) -> bool {
        self.find_dead(puzzle, boxes, player).is_some()
    }

    /// The squares of such a corral.
    pub fn find_dead(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square) -> Option<SquareSet> {
        let floor = puzzle.floor();
        let mut seen = SquareSet::new(floor.len());
        self.fill.spread(floor, player, boxes, &mut seen);
        for square in floor.squares() {
            if boxes.contains(square) || seen.contains(square) {
                continue;
            }
            let mut corral = SquareSet::new(floor.len());
            self.fill.spread(floor, square, boxes, &mut corral);
            corral.iter().for_each(|s| seen.insert(s));
            if self.is_corral_dead(puzzle, boxes, player, &corral) {
                return Some(corral);
            }
        }
        None
    }

    fn is_corral_dead(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square, corral: &SquareSet) -> bool {
        let floor = puzzle.floor();
        let mut fence = SquareSet::new(floor.len());
        for inside in corral {
            for direction in Direction::ALL {
                let next = floor.next(inside, direction);
                if !next.exists() {
                    continue;
                }
                let corner = floor.next(next, direction.clockwise());
                for side in [next, corner] {
                    if side.exists() && boxes.contains(side) {
                        fence.insert(side);
                    }
                }
            }
        }
        if fence.count() > MOST_BOXES || fence.is_subset(puzzle.goals()) {
            return false;
        }
        self.reach.clear();
        let region = self.fill.spread(floor, player, &fence, &mut self.reach);
        if self.reach.iter().any(|s| corral.contains(s)) {
            return false;
        }
        let inside = corral.first().expect("a corral has squares");
        let key = fence.iter().fold(puzzle.player_key(region), |key, s| key ^ puzzle.box_key(s))
            ^ puzzle.player_key(inside).rotate_left(17);
        if let Some(&dead) = self.verdicts.get(&key) {
            return dead;
        }
        let dead = self.search(puzzle, fence, region, corral);
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.clear();
        }
        self.verdicts.insert(key, dead);
        dead
    }

    /// Whether the boxes of a fence can neither be brought to goals nor open the corral.
    fn search(&mut self, puzzle: &Puzzle, fence: SquareSet, player: Square, corral: &SquareSet) -> bool {
        let floor = puzzle.floor();
        let mut seen = HashSet::from([(fence.clone(), player)]);
        let mut waiting = vec![(fence, player)];
        while let Some((mut boxes, player)) = waiting.pop() {
            self.reach.clear();
            self.fill.spread(floor, player, &boxes, &mut self.reach);
            if self.reach.words().iter().zip(corral.words()).any(|(r, c)| r & c != 0) || boxes.is_subset(puzzle.goals())
            {
                return false;
            }
            if seen.len() > MOST_POSITIONS {
                return false;
            }
            let list: Vec<Square> = boxes.iter().collect();
            for from in list {
                for direction in Direction::ALL {
                    let behind = floor.next(from, direction.opposite());
                    let to = floor.next(from, direction);
                    if !behind.exists() || !to.exists() || !self.reach.contains(behind) {
                        continue;
                    }
                    if boxes.contains(to) || !puzzle.is_live(to) {
                        continue;
                    }
                    boxes.remove(from);
                    boxes.insert(to);
                    if !self.freeze.is_dead(puzzle, &boxes, to) {
                        let mut region = SquareSet::new(floor.len());
                        let player = self.fill.spread(floor, from, &boxes, &mut region);
                        let next = (boxes.clone(), player);
                        if !seen.contains(&next) {
                            seen.insert(next.clone());
                            waiting.push(next);
                        }
                    }
                    boxes.remove(to);
                    boxes.insert(from);
                }
            }
        }
        true
    }
}
