//! Squares that the packing plan cuts off.
//!
//! Once the boxes of a stage are in place, for good or for a while, a box on some squares cannot get to any goal that is still
//! open. It should have left before.
//!
//! Source: "out of plan" in Festival.

use crate::Puzzle;
use boxwright_grid::{Direction, Floor, Square, SquareSet};

/// Which boxes of a plan cut squares off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cutting {
    /// All that a stage has, also those that only wait there; boxes have to get to goals.
    Stages,
    /// Those that stay to the end; boxes have to get to some square that the plan fills later.
    Lasting,
}

/// For each stage of a plan, what is lost after the next stage that changes that: a box should leave before the way is closed.
pub(crate) fn soon_lost(puzzle: &Puzzle, stages: &[&SquareSet], cutting: Cutting) -> Vec<SquareSet> {
    let squares = puzzle.floor().len();
    let lost_after = |step: usize| match cutting {
        Cutting::Stages => lost(puzzle, stages[step], puzzle.goals().minus(stages[step]).collect()),
        Cutting::Lasting => {
            let later = &stages[step..];
            let lasts = |square: &Square| later.iter().all(|stage| stage.contains(*square));
            let lasting = SquareSet::from_squares(squares, stages[step].iter().filter(lasts));
            let filled = later.windows(2).flat_map(|pair| pair[1].minus(pair[0]));
            let mut lost = lost(puzzle, &lasting, SquareSet::from_squares(squares, filled).iter().collect());
            lasting.iter().for_each(|square| lost.remove(square));
            lost
        }
    };
    let changes = |now: &SquareSet, later: &SquareSet| match cutting {
        Cutting::Stages => later != now,
        Cutting::Lasting => !later.is_subset(now),
    };
    let lost: Vec<SquareSet> = (0..stages.len()).map(lost_after).collect();
    let last = lost.len() - 1;
    let soon = |step: usize| {
        let later = lost[step + 1..last].iter().find(|later| changes(&lost[step], later));
        later.unwrap_or(&lost[step]).clone()
    };
    (0..last).map(soon).chain(lost.last().cloned()).collect()
}

/// The squares from which a lone box can be pushed to none of the squares that are open.
fn lost(puzzle: &Puzzle, walls: &SquareSet, mut open: Vec<Square>) -> SquareSet {
    let floor = puzzle.floor();
    let mut lost = SquareSet::from_squares(floor.len(), floor.squares().take(puzzle.live_squares()));
    open.iter().for_each(|&goal| lost.remove(goal));
    while let Some(square) = open.pop() {
        for direction in Direction::ALL {
            if let Some(from) = pull(floor, walls, square, direction)
                && lost.contains(from)
            {
                lost.remove(from);
                open.push(from);
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
