//! What is left to pay from a position to the end of a window: a lower bound.
//!
//! Every box is matched with a square of the target ([`Hungarian`]): that many pushes are needed, and as many moves. Each
//! box off the target squares is pushed at least once more, which is a box change and a box line, unless it is the one
//! that was pushed last. Sessions and lines of the player are not bounded.

use boxwright_grid::{Square, SquareSet};
use boxwright_search::{Cost, Heuristic, Past};

use super::measure::{Measure, Weights};
use super::near::Near;
use super::strokes::{Stroke, Strokes};
use super::trail::Moment;
use crate::Puzzle;
use crate::estimate::{Assigned, Distances, Hungarian};
use crate::space::PushState;

/// The bound.
pub(super) struct Toward {
    matching: Assigned<Hungarian>,
    targets: SquareSet,
    per_push: Cost,
    per_box: Cost,
}

impl Toward {
    /// From positions with as many boxes as `start` to `target`; none: to the goals.
    pub(super) fn new(puzzle: &Puzzle, weights: Weights, start: &Moment, target: Option<&Moment>) -> Toward {
        let targets = target.map_or_else(|| puzzle.goals().clone(), |target| target.boxes.clone());
        let squares: Vec<Square> = targets.iter().collect();
        let boxes: Vec<Square> = start.boxes.iter().collect();
        let distances = Distances::to_squares(puzzle, &squares);
        Toward {
            matching: Assigned::of(puzzle, distances, &boxes, Hungarian::new),
            targets,
            per_push: weights.of(Measure::Pushes) + weights.of(Measure::Moves),
            per_box: weights.of(Measure::BoxChanges) + weights.of(Measure::BoxLines),
        }
    }
}

impl Heuristic<Near<'_>> for Toward {
    fn enter(&mut self, _: &Near<'_>, state: &PushState) {
        self.matching.enter_boxes(&state.boxes);
    }

    fn estimate(&mut self, _: &Near<'_>, state: &PushState, _: &dyn Past) -> Option<Cost> {
        Some(self.matching.of_boxes(&state.boxes)?.saturating_mul(self.per_push))
    }
}

impl Heuristic<Strokes<'_>> for Toward {
    fn enter(&mut self, _: &Strokes<'_>, state: &Stroke) {
        self.matching.enter_boxes(&state.moment.boxes);
    }

    fn estimate(&mut self, space: &Strokes<'_>, state: &Stroke, _: &dyn Past) -> Option<Cost> {
        let boxes = &state.moment.boxes;
        let pushes = self.matching.of_boxes(boxes)?.saturating_mul(self.per_push);
        if self.per_box == 0 {
            return Some(pushes);
        }
        let last_box = state.moment.last_box(space.puzzle().floor());
        let off = boxes.minus(&self.targets).filter(|&square| square != last_box).count() as Cost;
        Some(pushes.saturating_add(off.saturating_mul(self.per_box)))
    }
}
