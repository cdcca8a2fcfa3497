//! Estimates of the pushes still needed.
//!
//! Each box is counted with its distance to the goal nearest to it; several boxes may count the same goal, so the sum
//! never exceeds the truth. [`Metric::Pull`] measures with walls in mind, [`Metric::Manhattan`] without.
//! Admissible and consistent for pushes, and for moves, since every push is a move.
//! Source: "closest assignment" in GroupEffort (Froleyks and Balyo 2017).

use crate::Puzzle;
use crate::space::{PushState, Pushes, StepState, Steps};
use boxwright_grid::{Square, SquareSet, UNREACHED};
use boxwright_search::{Cost, Heuristic, Past};

/// How the way of a box to a goal is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Pushes on the board without other boxes, the player being anywhere.
    Pull,
    /// Rows plus columns.
    Manhattan,
}

/// The sum over boxes of the distance to the nearest goal.
#[derive(Clone, Debug)]
pub struct Closest {
    nearest: Vec<u16>,
}

impl Closest {
    /// The estimate for a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle, metric: Metric) -> Closest {
        let floor = puzzle.floor();
        let distance = |square: Square, goal: usize| match metric {
            Metric::Pull => puzzle.goal_distances(goal)[square.index()],
            Metric::Manhattan => {
                let (a, b) = (floor.point(square), floor.point(puzzle.goal_list()[goal]));
                a.x.abs_diff(b.x) + a.y.abs_diff(b.y)
            }
        };
        let goals = 0..puzzle.goal_list().len();
        let nearest = |square| goals.clone().map(|goal| distance(square, goal)).min().unwrap_or(UNREACHED);
        Closest { nearest: floor.squares().map(nearest).collect() }
    }

    fn pushes(&self, boxes: &SquareSet) -> Cost {
        boxes.iter().map(|square| Cost::from(self.nearest[square.index()])).sum()
    }
}

impl Heuristic<Pushes> for Closest {
    fn estimate(&mut self, _: &Pushes, state: &PushState, _: &dyn Past) -> Option<Cost> {
        Some(self.pushes(&state.boxes))
    }
}

impl Heuristic<Steps> for Closest {
    fn estimate(&mut self, space: &Steps, state: &StepState, _: &dyn Past) -> Option<Cost> {
        Some(self.pushes(&state.boxes).saturating_mul(space.costs().push))
    }
}
