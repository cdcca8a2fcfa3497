//! Corrals: parts of the floor that the player cannot reach.
//!
//! A corral is fenced in by boxes: those around it and those right behind these. All other boxes are taken away, which
//! only makes things easier, and the pushes that are left are searched until the player can get to every square of the corral
//! or all boxes of the fence are on goals; a box that is out of the way is taken away as well (`few.rs`). If neither can
//! ever happen the position is dead: in any solution the boxes of the fence end up on goals, and leaving out the pushes
//! of the others from that solution would have been found.
//!
//! To get *into* the corral is not enough: a box that is pushed into a dead end lets the player follow, and stays there.
//!
//! If there is a way that is blocked on the board as it is, the box that blocks it may join the fence, and the search is made
//! again: it may be what keeps the fence from opening. Any boxes may join, for the argument is the same. This pays where single
//! pushes are searched, which soon lead to many positions that differ elsewhere.
//!
//! Source: corral deadlocks as in the Sokoban wiki; that all of it has to be opened, and that boxes out of the way are
//! taken away, is from Festival. Verdicts are kept by the boxes of the fence, the
//! player's region among them and the corral, for all searches of a puzzle (`verdicts.rs`).
//! Cost: up to [`MOST_POSITIONS`] small positions per corral and box that joins; for positions about to be expanded, not for
//! all generated.
//! Sound for: any, pushes, moves.

use super::Verdicts;
use super::few::{Few, Verdict};
use crate::Puzzle;
use boxwright_grid::{Fill, Square, SquareSet};
use std::sync::Arc;

/// Positions looked at before a corral is given the benefit of the doubt.
const MOST_POSITIONS: usize = 300;

/// So many boxes join a fence that grows.
const MOST_JOIN: usize = 2;

/// Working memory of the test, and what it has found out.
#[derive(Clone, Debug)]
pub struct Corrals {
    fill: Fill,
    reach: SquareSet,
    few: Few,
    /// So many boxes join a fence.
    joining: usize,
    /// What becomes of fences, as far as any search of the puzzle has found out.
    verdicts: Arc<Verdicts>,
}

impl Corrals {
    /// Nothing is known of this puzzle yet.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Corrals {
        let floor = puzzle.floor();
        Corrals {
            fill: Fill::new(floor),
            reach: SquareSet::new(floor.len()),
            few: Few::new(puzzle),
            joining: 0,
            verdicts: puzzle.verdicts(),
        }
    }

    /// With fences that grow by the boxes that block their way.
    #[must_use]
    pub fn growing(self) -> Corrals {
        Corrals { joining: MOST_JOIN, ..self }
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
        let mut fence = self.few.fence(floor, boxes, corral);
        if fence.is_subset(puzzle.goals()) {
            return false;
        }
        self.reach.clear();
        self.fill.spread(floor, player, &fence, &mut self.reach);
        if self.reach.meets(corral) {
            return false;
        }
        for joined in 0..=self.joining {
            match self.verdict(puzzle, &fence, player, corral) {
                Verdict::Dead => return true,
                Verdict::Open(way) if joined < self.joining => {
                    let entered = |reach: &SquareSet| corral.iter().find(|&square| reach.contains(square));
                    match self.few.in_the_way(puzzle, boxes, player, &fence, &way, entered) {
                        Some(blocker) => fence.insert(blocker),
                        None => return false,
                    }
                }
                Verdict::Open(_) | Verdict::Unclear => return false,
            }
        }
        false
    }

    /// Whether the boxes of a fence can be brought to goals or open the corral.
    fn verdict(&mut self, puzzle: &Puzzle, fence: &SquareSet, player: Square, corral: &SquareSet) -> Verdict {
        self.reach.clear();
        let region = self.fill.spread(puzzle.floor(), player, fence, &mut self.reach);
        let inside = corral.first().expect("a corral has squares");
        // The fewest pushes show best what is in their way.
        let fewest = self.joining > 0;
        let key = fence.iter().fold(puzzle.player_key(region), |key, s| key ^ puzzle.box_key(s))
            ^ puzzle.player_key(inside).rotate_left(17 + u32::from(fewest));
        if let Some(known) = self.verdicts.get(key) {
            return known;
        }
        let verdict = self.few.open(puzzle, corral, fence, region, MOST_POSITIONS, fewest);
        self.verdicts.insert(key, verdict.clone());
        verdict
    }
}
