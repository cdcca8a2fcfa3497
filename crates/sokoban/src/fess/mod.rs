//! Feature space search for Sokoban: what [`boxwright_search::Fess`] is told about positions.
//!
//! | feature | what | better |
//! |---|---|---|
//! | packed | steps of the packing plan that are done ([`Packing`]) | more |
//! | regions | into how many regions the boxes cut the floor | fewer |
//! | out of plan | boxes on squares from which, once the packed boxes are walls, no open goal can be reached | fewer |
//! | hotspots | boxes that keep another box from some goal | fewer |
//!
//! Source: Shoham and Schaeffer 2020 ("The FESS algorithm"), and the features of Festival.

mod hotspots;
mod packing;

pub use packing::Packing;

use crate::Puzzle;
use crate::deadlock::Corrals;
use crate::estimate::{Assigned, Hungarian, Metric};
use crate::macros::MacroMove;
use crate::space::{MacroPushes, MacroState};
use boxwright_grid::{Direction, Floor, Square, SquareSet};
use boxwright_search::{Adviser, Opinion};
use hotspots::Hotspots;

/// Numbers of features.
const PACKED: usize = 0;
const REGIONS: usize = 1;
const OUT_OF_PLAN: usize = 2;
const HOTSPOTS: usize = 3;

/// Knows Sokoban.
pub struct SokobanAdviser {
    packing: Packing,
    /// For each step the squares from which no open goal can be reached.
    lost: Vec<SquareSet>,
    hotspots: Hotspots,
    matching: Assigned<Hungarian>,
    corrals: Corrals,
    parent: Opinion,
}

impl SokobanAdviser {
    /// An adviser for a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> SokobanAdviser {
        let packing = Packing::new(puzzle);
        let lost = (0..=packing.steps()).map(|step| lost(puzzle, packing.stage(step))).collect();
        SokobanAdviser {
            lost,
            hotspots: Hotspots::new(puzzle),
            matching: Assigned::new(puzzle, Metric::Pull, Hungarian::new),
            corrals: Corrals::new(puzzle),
            packing,
            parent: Opinion::default(),
        }
    }

    fn packed(&self, boxes: &SquareSet, action: Option<MacroMove>) -> usize {
        if let Some(one) = action {
            let before = usize::from(self.parent.features[PACKED]);
            let squares = self.packing.squares();
            // Nothing of the plan is touched.
            if !squares.contains(one.from) && !squares.contains(one.to) {
                return before;
            }
        }
        self.packing.packed(boxes)
    }
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
fn pull(floor: &Floor, walls: &SquareSet, square: Square, direction: Direction) -> Option<Square> {
    let free = |s: Square| s.exists() && !walls.contains(s);
    let from = Some(floor.next(square, direction)).filter(|&s| free(s))?;
    free(floor.next(from, direction)).then_some(from)
}

fn common(a: &SquareSet, b: &SquareSet) -> usize {
    a.words().iter().zip(b.words()).map(|(a, b)| (a & b).count_ones() as usize).sum()
}

impl Adviser<MacroPushes> for SokobanAdviser {
    fn enter(&mut self, _: &MacroPushes, _: &MacroState, opinion: &Opinion) {
        self.parent = *opinion;
    }

    fn look(&mut self, space: &MacroPushes, state: &MacroState, action: Option<MacroMove>) -> Option<Opinion> {
        let packed = self.packed(&state.boxes, action);
        let stage = self.packing.stage(packed);
        let all = common(&state.boxes, &self.lost[packed]);
        let out_of_plan = all - common(stage, &self.lost[packed]);
        let hotspots = self.hotspots.count(space.puzzle(), &state.boxes);
        let features = [packed as u16, state.regions, out_of_plan as u16, hotspots as u16, 0, 0, 0, 0];
        let byte = |n: usize| n.min(255) as u64;
        let score = byte(packed) << 56
            | (255 - byte(state.regions.into())) << 48
            | (255 - byte(out_of_plan)) << 40
            | (255 - byte(hotspots)) << 32;
        let cell = byte(packed) << 16 | byte(state.regions.into()) << 8 | byte(out_of_plan);
        Some(Opinion { cell, score, features })
    }

    fn is_dead(&mut self, space: &MacroPushes, state: &MacroState) -> bool {
        self.matching.of_boxes(&state.boxes).is_none()
            || (state.regions > 1 && self.corrals.is_dead(space.puzzle(), &state.boxes, state.player))
    }

    fn advise(&mut self, parent: &Opinion, successors: &[Opinion], recommended: &mut Vec<usize>) {
        let best = |wanted: &dyn Fn(&Opinion) -> bool| {
            let those = successors.iter().enumerate().filter(|(_, one)| wanted(one));
            those.max_by_key(|(number, one)| (one.score, std::cmp::Reverse(*number))).map(|(number, _)| number)
        };
        let keeps = |one: &Opinion| one.features[PACKED] >= parent.features[PACKED];
        recommended.extend(best(&|one| one.features[PACKED] > parent.features[PACKED]));
        for feature in [REGIONS, OUT_OF_PLAN, HOTSPOTS] {
            recommended.extend(best(&|one| keeps(one) && one.features[feature] < parent.features[feature]));
        }
    }
}
