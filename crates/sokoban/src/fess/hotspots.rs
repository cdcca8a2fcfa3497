//! Hotspots: boxes that keep another box from some goal.
//!
//! For every square it is known beforehand from which squares a lone box loses a goal if there is a wall. A box off the
//! goals is a hotspot if another box stands on one of the squares that it spoils.
//! Source: Festival.

use crate::Puzzle;
use boxwright_grid::{Direction, Square, SquareSet};

/// Squares times squares times goals: about a tenth of a second of work.
const MOST_WORK: usize = 1 << 24;

/// What a box on each square spoils.
#[derive(Clone, Debug)]
pub(super) struct Hotspots {
    spoiled: Vec<SquareSet>,
}

impl Hotspots {
    pub(super) fn new(puzzle: &Puzzle) -> Hotspots {
        let floor = puzzle.floor();
        let nothing = SquareSet::new(floor.len());
        let open: Vec<SquareSet> = puzzle.goal_list().iter().map(|&goal| reaching(puzzle, goal, &nothing)).collect();
        // On a huge board the table would take longer than it can ever save; then nothing is hot.
        let too_large = floor.len() * floor.len() * puzzle.goal_list().len() > MOST_WORK;
        let spoiled = |square: Square| {
            let mut spoiled = SquareSet::new(if too_large { 0 } else { floor.len() });
            if too_large || !puzzle.is_live(square) || puzzle.goals().contains(square) {
                return spoiled;
            }
            let wall = SquareSet::from_squares(floor.len(), [square]);
            for (&goal, open) in puzzle.goal_list().iter().zip(&open) {
                let with_wall = reaching(puzzle, goal, &wall);
                open.minus(&with_wall).filter(|&s| s != square).for_each(|s| spoiled.insert(s));
            }
            spoiled
        };
        Hotspots { spoiled: floor.squares().map(spoiled).collect() }
    }

    /// How many boxes are hotspots.
    pub(super) fn count(&self, puzzle: &Puzzle, boxes: &SquareSet) -> usize {
        let is_hot = |square: &Square| {
            let spoiled = &self.spoiled[square.index()];
            spoiled.words().iter().zip(boxes.words()).any(|(s, b)| s & b != 0)
        };
        boxes.minus(puzzle.goals()).filter(is_hot).count()
    }
}

/// From where a lone box can be pushed to a goal.
fn reaching(puzzle: &Puzzle, goal: Square, walls: &SquareSet) -> SquareSet {
    let mut found = SquareSet::from_squares(puzzle.floor().len(), [goal]);
    let mut waiting = vec![goal];
    while let Some(square) = waiting.pop() {
        for direction in Direction::ALL {
            if let Some(from) = super::zones::pull(puzzle.floor(), walls, square, direction)
                && !found.contains(from)
            {
                found.insert(from);
                waiting.push(from);
            }
        }
    }
    found
}
