//! Estimates of the pushes still needed: every box is given a goal, and the distances are added up.
//!
//! Two choices make an estimate: how the way of a box to a goal is measured ([`Metric`]), and which goal a box is given
//! ([`Assign`]). The nine combinations are those of GroupEffort (Froleyks and Balyo 2017).
//!
//! | assignment | what | admissible, consistent |
//! |---|---|---|
//! | [`Closest`] | each box its nearest goal, goals may be shared | yes |
//! | [`Greedy`] | the nearest pair of a free box and a free goal, again and again | no |
//! | [`Hungarian`] | one goal each, the least sum | yes |
//!
//! With [`Metric::Pull`] a position without a goal for every box is dead, and the estimate says so.
//!
//! Nothing is computed from scratch in a search: an assignment is kept for the position that is being expanded and a
//! successor differs from it by one box. The next position to be expanded differs by a few boxes, which are moved one
//! after the other.

mod aware;
mod closest;
mod greedy;
mod hungarian;
mod metric;
mod refusing;
mod release;
mod surplus;

pub use aware::Aware;
pub use closest::Closest;
pub use greedy::Greedy;
pub use hungarian::Hungarian;
pub use metric::{Distances, Metric};
pub use refusing::{GrowingTriples, Position, Refusing};
pub use surplus::Surplus;

use crate::Puzzle;
use crate::space::{MacroPullState, MacroPulls, PullState, Pulls, PushState, Pushes, StepState, Steps};
use boxwright_grid::{Square, SquareSet};
use boxwright_search::{Cost, Domain, Heuristic, Past};

/// Which goal a box is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assign {
    /// The nearest, which several boxes may share.
    Closest,
    /// Pairs in ascending order of distance.
    Greedy,
    /// The matching with the least sum.
    Hungarian,
}

impl Assign {
    /// Whether the sum never exceeds the truth.
    #[must_use]
    pub fn is_admissible(self) -> bool {
        self != Assign::Greedy
    }
}

/// Boxes with a goal each, kept up to date while boxes move.
pub trait Assignment {
    /// Whether a box that can have no goal proves that there is no solution.
    const PROVES: bool;

    /// Moves the box on `from` to `to`.
    fn relocate(&mut self, from: Square, to: Square);

    /// The sum of distances, in units of the [`Distances`].
    fn total(&self) -> u64;

    /// The sum if the box on `from` were on `to`. The assignment stays as it is.
    fn total_after(&mut self, from: Square, to: Square) -> u64 {
        self.relocate(from, to);
        let total = self.total();
        self.relocate(to, from);
        total
    }
}

/// An assignment as a heuristic.
#[derive(Clone, Debug)]
pub struct Assigned<A> {
    assignment: A,
    /// The boxes of the position whose successors are estimated.
    boxes: SquareSet,
    unit: u64,
    total: u64,
}

impl<A: Assignment> Assigned<A> {
    /// The estimate that an assignment of the puzzle's boxes makes.
    #[must_use]
    pub fn new(puzzle: &Puzzle, metric: Metric, assign: impl FnOnce(Distances, &[Square]) -> A) -> Assigned<A> {
        Assigned::of(puzzle, Distances::new(puzzle, metric), puzzle.boxes(), assign)
    }

    /// The same for going backwards: how many pulls it takes to bring the boxes from the goals to where they start.
    #[must_use]
    pub fn backwards(puzzle: &Puzzle, assign: impl FnOnce(Distances, &[Square]) -> A) -> Assigned<A> {
        Assigned::of(puzzle, Distances::to_starts(puzzle), puzzle.goal_list(), assign)
    }

    /// The estimate that an assignment makes for boxes on these squares.
    pub(crate) fn of(
        puzzle: &Puzzle,
        distances: Distances,
        boxes: &[Square],
        assign: impl FnOnce(Distances, &[Square]) -> A,
    ) -> Assigned<A> {
        let unit = distances.unit();
        let assignment = assign(distances, boxes);
        let boxes = SquareSet::from_squares(puzzle.floor().len(), boxes.iter().copied());
        Assigned { total: assignment.total(), assignment, boxes, unit }
    }

    /// Moves on to a position whose successors will be estimated.
    pub(crate) fn enter_boxes(&mut self, boxes: &SquareSet) {
        if *boxes == self.boxes {
            return;
        }
        let Assigned { assignment, boxes: own, .. } = self;
        for (from, to) in differences(own, boxes) {
            assignment.relocate(from, to);
        }
        own.copy_from(boxes);
        self.total = assignment.total();
    }

    /// Pushes still needed with these boxes, `None` if there provably is no solution.
    pub fn of_boxes(&mut self, boxes: &SquareSet) -> Option<Cost> {
        let (first, second) = {
            let mut moved = differences(&self.boxes, boxes);
            (moved.next(), moved.next())
        };
        let total = match (first, second) {
            (None, _) => self.total,
            (Some((from, to)), None) => self.assignment.total_after(from, to),
            _ => {
                self.enter_boxes(boxes);
                self.total
            }
        };
        let (far, near) = (total / Distances::FAR, total % Distances::FAR);
        (far == 0 || !A::PROVES).then(|| (far * HOPELESS + near.div_ceil(self.unit)) as Cost)
    }
}

/// What a box without a goal counts, where that proves nothing: more than most ways.
const HOPELESS: u64 = 1000;

/// The boxes of `before` that are not in `after`, each with a box of `after` that is not in `before`.
fn differences<'a>(before: &'a SquareSet, after: &'a SquareSet) -> impl Iterator<Item = (Square, Square)> + 'a {
    before.minus(after).zip(after.minus(before))
}

impl<A: Assignment> Heuristic<Pushes> for Assigned<A> {
    fn enter(&mut self, _: &Pushes, state: &PushState) {
        self.enter_boxes(&state.boxes);
    }

    fn estimate(&mut self, _: &Pushes, state: &PushState, _: &dyn Past) -> Option<Cost> {
        self.of_boxes(&state.boxes)
    }
}

impl<A: Assignment> Heuristic<Steps> for Assigned<A> {
    fn enter(&mut self, _: &Steps, state: &StepState) {
        self.enter_boxes(&state.boxes);
    }

    fn estimate(&mut self, space: &Steps, state: &StepState, _: &dyn Past) -> Option<Cost> {
        Some(self.of_boxes(&state.boxes)?.saturating_mul(space.costs().push))
    }
}

impl<A: Assignment> Heuristic<Pulls> for Assigned<A> {
    fn enter(&mut self, _: &Pulls, state: &PullState) {
        self.enter_boxes(&state.boxes);
    }

    fn estimate(&mut self, _: &Pulls, state: &PullState, _: &dyn Past) -> Option<Cost> {
        self.of_boxes(&state.boxes)
    }
}

impl<A: Assignment> Heuristic<MacroPulls> for Assigned<A> {
    fn enter(&mut self, _: &MacroPulls, state: &MacroPullState) {
        self.enter_boxes(&state.boxes);
    }

    fn estimate(&mut self, _: &MacroPulls, state: &MacroPullState, _: &dyn Past) -> Option<Cost> {
        self.of_boxes(&state.boxes)
    }
}

/// Any of the nine estimates, chosen at run time.
#[derive(Clone, Debug)]
pub enum Estimate {
    /// See [`Closest`].
    Closest(Assigned<Closest>),
    /// See [`Greedy`].
    Greedy(Assigned<Greedy>),
    /// See [`Hungarian`].
    Hungarian(Assigned<Hungarian>),
}

impl Estimate {
    /// The estimate for a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle, metric: Metric, assign: Assign) -> Estimate {
        match assign {
            Assign::Closest => Estimate::Closest(Assigned::new(puzzle, metric, Closest::new)),
            Assign::Greedy => Estimate::Greedy(Assigned::new(puzzle, metric, Greedy::new)),
            Assign::Hungarian => Estimate::Hungarian(Assigned::new(puzzle, metric, Hungarian::new)),
        }
    }
}

impl<D: Domain> Heuristic<D> for Estimate
where
    Assigned<Closest>: Heuristic<D>,
    Assigned<Greedy>: Heuristic<D>,
    Assigned<Hungarian>: Heuristic<D>,
{
    fn enter(&mut self, domain: &D, state: &D::State) {
        match self {
            Estimate::Closest(it) => it.enter(domain, state),
            Estimate::Greedy(it) => it.enter(domain, state),
            Estimate::Hungarian(it) => it.enter(domain, state),
        }
    }

    fn estimate(&mut self, domain: &D, state: &D::State, past: &dyn Past) -> Option<Cost> {
        match self {
            Estimate::Closest(it) => it.estimate(domain, state, past),
            Estimate::Greedy(it) => it.estimate(domain, state, past),
            Estimate::Hungarian(it) => it.estimate(domain, state, past),
        }
    }
}
