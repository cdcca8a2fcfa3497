//! A solution as the positions it goes through: the boxes and the player after every push.

use std::collections::HashSet;

use boxwright_grid::{Direction, Floor, Square, SquareSet};
use boxwright_search::Cost;

use super::measure::Weights;
use super::walks::{Walks, walk};
use crate::space::Push;
use crate::{Plan, Puzzle};

/// A position of a solution.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Moment {
    pub(super) boxes: SquareSet,
    pub(super) player: Square,
    /// Where the last push went; none at the start of the level.
    pub(super) facing: Option<Direction>,
}

impl Moment {
    /// The position at the start.
    pub(super) fn start(puzzle: &Puzzle) -> Moment {
        let boxes = SquareSet::from_squares(puzzle.floor().len(), puzzle.boxes().iter().copied());
        Moment { boxes, player: puzzle.player(), facing: None }
    }

    /// The position after a push.
    pub(super) fn after(&self, floor: &Floor, push: Push) -> Moment {
        let mut boxes = self.boxes.clone();
        boxes.remove(push.from);
        boxes.insert(floor.next(push.from, push.direction));
        Moment { boxes, player: push.from, facing: Some(push.direction) }
    }

    /// Where the box is that was pushed last, [`Square::NONE`] at the start.
    pub(super) fn last_box(&self, floor: &Floor) -> Square {
        self.facing.map_or(Square::NONE, |direction| floor.next(self.player, direction))
    }
}

/// A solution: its pushes, and the positions before, between and after them.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    pub(super) pushes: Vec<Push>,
    pub(super) moments: Vec<Moment>,
}

impl Trail {
    /// The trail of a plan that solves the puzzle. What the player walks is forgotten, and what leads back to the same
    /// position is left out.
    pub(super) fn new(puzzle: &Puzzle, plan: &Plan) -> Trail {
        let floor = puzzle.floor();
        let mut trail = Trail { pushes: Vec::new(), moments: vec![Moment::start(puzzle)] };
        let mut met = HashSet::from([Moment::start(puzzle)]);
        let mut player = puzzle.player();
        for &direction in plan.steps() {
            let next = floor.next(player, direction);
            if trail.last().boxes.contains(next) {
                trail.push(floor, Push { from: next, direction });
                if !met.insert(trail.last().clone()) {
                    trail.cut_circle(&mut met);
                }
            }
            player = next;
        }
        trail
    }

    /// Goes back to where the last position was met before.
    fn cut_circle(&mut self, met: &mut HashSet<Moment>) {
        let Some(again) = self.moments.pop() else { return };
        self.pushes.pop();
        while *self.last() != again {
            if let Some(moment) = self.moments.pop() {
                met.remove(&moment);
            }
            self.pushes.pop();
        }
    }

    fn last(&self) -> &Moment {
        self.moments.last().expect("a trail has a start")
    }

    fn push(&mut self, floor: &Floor, push: Push) {
        self.moments.push(self.last().after(floor, push));
        self.pushes.push(push);
    }

    /// How many pushes.
    pub(super) fn len(&self) -> usize {
        self.pushes.len()
    }

    /// The trail with other pushes in place of those from `begin` to `end`.
    pub(super) fn spliced(&self, floor: &Floor, begin: usize, end: usize, pushes: &[Push]) -> Trail {
        let mut trail = Trail { pushes: self.pushes[..begin].to_vec(), moments: self.moments[..=begin].to_vec() };
        for &push in pushes.iter().chain(&self.pushes[end..]) {
            trail.push(floor, push);
        }
        trail
    }

    /// The plan with the cheapest walks.
    pub(super) fn plan(&self, floor: &Floor, weights: Weights) -> Option<Plan> {
        let mut steps = Vec::new();
        for (moment, push) in self.moments.iter().zip(&self.pushes) {
            let behind = floor.next(push.from, push.direction.opposite());
            let (from, to) = ((moment.player, moment.facing), (behind, push.direction));
            steps.extend(walk(floor, weights, from, to, &moment.boxes)?);
            steps.push(push.direction);
        }
        Some(Plan::new(steps))
    }

    /// About how many bytes a trail of so many pushes takes.
    pub(super) fn bytes(puzzle: &Puzzle, pushes: usize) -> usize {
        pushes.saturating_mul(size_of::<Moment>() + size_of::<Push>() + puzzle.floor().words() * 8 + 16)
    }
}

/// What these pushes cost one after the other from a position, and the position they lead to; `None` if one is not
/// possible or if they cost `limit` or more.
pub(super) fn cost_of(
    floor: &Floor,
    weights: Weights,
    walks: &mut Walks,
    start: &Moment,
    pushes: impl IntoIterator<Item = Push>,
    limit: Cost,
) -> Option<(Cost, Moment)> {
    let mut moment = start.clone();
    let mut total: Cost = 0;
    for push in pushes {
        let (behind, to) = (floor.next(push.from, push.direction.opposite()), floor.next(push.from, push.direction));
        let is_free = |square: Square| square.exists() && !moment.boxes.contains(square);
        if !moment.boxes.contains(push.from) || !is_free(behind) || !is_free(to) {
            return None;
        }
        walks.explore(floor, moment.player, moment.facing, &moment.boxes);
        let walked = walks.cost(behind, push.direction)?;
        let pushed = weights.push(moment.last_box(floor), behind != moment.player, push.from);
        total = total.saturating_add(walked).saturating_add(pushed);
        if total >= limit {
            return None;
        }
        moment.boxes.remove(push.from);
        moment.boxes.insert(to);
        (moment.player, moment.facing) = (push.from, Some(push.direction));
    }
    Some((total, moment))
}
