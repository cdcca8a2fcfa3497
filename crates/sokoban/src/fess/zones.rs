//! Squares that the packing plan cuts off.
//!
//! Once the boxes of a stage are in place, for good or for a while, a box on some squares cannot get to any goal that is still
//! open. It should have left before.
//!
//! Source: "out of plan" in Festival.

use crate::Puzzle;
use boxwright_grid::{Direction, Floor, Square, SquareSet};

/// For each stage of a plan, what is lost after the next stage that changes that: a box should leave before the way is closed.
pub(crate) fn soon_lost<'a>(puzzle: &Puzzle, stages: impl Iterator<Item = &'a SquareSet>) -> Vec<SquareSet> {
    let lost: Vec<SquareSet> = stages.map(|stage| lost(puzzle, stage)).collect();
    let last = lost.len() - 1;
    let soon = |step: usize| {
        let later = lost[step + 1..last].iter().find(|&later| *later != lost[step]);
        later.unwrap_or(&lost[step]).clone()
    };
    (0..last).map(soon).chain(lost.last().cloned()).collect()
}

/// The squares from which a lone box can be pushed to no goal that is still open, the boxes of a stage being walls.
fn lost(puzzle: &Puzzle, stage: &SquareSet) -> SquareSet {
    let floor = puzzle.floor();
    let mut lost = SquareSet::from_squares(floor.len(), floor.squares().take(puzzle.live_squares()));
    let mut waiting: Vec<Square> = puzzle.goals().minus(stage).collect();
    waiting.iter().for_each(|&goal| lost.remove(goal));
    while let Some(square) = waiting.pop() {
        for direction in Direction::ALL {
            if let Some(from) = pull(floor, stage, square, direction)
                && lost.contains(from)
            {
                lost.remove(from);
                waiting.push(from);
            }
        }
    }
    lost
}

/// Where a lone box comes from that is pushed to `square`, the player behind it.
pub(super) fn pull(floor: &Floor, walls: &SquareSet, square: Square, direction: Direction) -> Option<Square> {
    let free = |s: Square| s.exists() && !walls.contains(s);
    let from = Some(floor.next(square, direction)).filter(|&s| free(s))?;
    free(floor.next(from, direction)).then_some(from)
}
