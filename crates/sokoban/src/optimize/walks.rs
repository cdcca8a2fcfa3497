//! The cheapest walks of a player to the squares behind boxes.
//!
//! Usually that is plain breadth-first search. If lines of the player count, a walk is a path through squares *and*
//! directions: going on straight costs nothing but the step.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use boxwright_grid::{Direction, Floor, Square, SquareSet};
use boxwright_search::Cost;

use super::measure::{Measure, Weights};

/// Working memory, and the walks from one square.
#[derive(Clone, Debug)]
pub(super) struct Walks {
    weights: Weights,
    /// Whether directions matter.
    directed: bool,
    start: Square,
    facing: Option<Direction>,
    /// Steps to each square; used where directions do not matter.
    steps: Vec<u16>,
    queue: Vec<Square>,
    /// By square and the direction of the last step: what it costs, then how many steps, in one number.
    cost: Vec<u64>,
    heap: BinaryHeap<Reverse<(u64, u16, u8)>>,
}

const FAR: u64 = u64::MAX;
const FAR_STEPS: u16 = u16::MAX;
const STEP_BITS: u32 = 24;

impl Walks {
    pub(super) fn new(floor: &Floor, weights: Weights) -> Walks {
        Walks {
            weights,
            directed: weights.of(Measure::PlayerLines) > 0,
            start: Square::NONE,
            facing: None,
            steps: vec![FAR_STEPS; floor.len()],
            queue: Vec::with_capacity(floor.len()),
            cost: Vec::new(),
            heap: BinaryHeap::new(),
        }
    }

    /// Finds the walks from `start`, where the player came by a step in direction `facing`, around `boxes`.
    pub(super) fn explore(&mut self, floor: &Floor, start: Square, facing: Option<Direction>, boxes: &SquareSet) {
        (self.start, self.facing) = (start, facing);
        if self.directed {
            self.explore_directed(floor, boxes);
            return;
        }
        self.steps.fill(FAR_STEPS);
        self.steps[start.index()] = 0;
        self.queue.clear();
        self.queue.push(start);
        let mut at = 0;
        while let Some(&square) = self.queue.get(at) {
            at += 1;
            for &next in floor.neighbours(square) {
                if next.exists() && self.steps[next.index()] == FAR_STEPS && !boxes.contains(next) {
                    self.steps[next.index()] = self.steps[square.index()] + 1;
                    self.queue.push(next);
                }
            }
        }
    }

    fn explore_directed(&mut self, floor: &Floor, boxes: &SquareSet) {
        self.cost.clear();
        self.cost.resize(floor.len() * 4, FAR);
        self.heap.clear();
        for direction in Direction::ALL {
            self.relax(floor, boxes, self.start, self.facing, direction, 0);
        }
        while let Some(Reverse((cost, square, arrival))) = self.heap.pop() {
            let (square, arrival) = (Square(square), Direction::from_index(arrival.into()));
            if cost > self.cost[square.index() * 4 + arrival.index()] {
                continue;
            }
            for direction in Direction::ALL {
                self.relax(floor, boxes, square, Some(arrival), direction, cost);
            }
        }
    }

    fn relax(
        &mut self,
        floor: &Floor,
        boxes: &SquareSet,
        square: Square,
        arrival: Option<Direction>,
        direction: Direction,
        cost: u64,
    ) {
        let next = floor.next(square, direction);
        if !next.exists() || boxes.contains(next) {
            return;
        }
        let cost = cost + self.step_cost(arrival, direction);
        let known = &mut self.cost[next.index() * 4 + direction.index()];
        if cost < *known {
            *known = cost;
            self.heap.push(Reverse((cost, next.0, direction.index() as u8)));
        }
    }

    fn step_cost(&self, before: Option<Direction>, after: Direction) -> u64 {
        (u64::from(self.weights.step() + self.weights.turn(before, after)) << STEP_BITS) + 1
    }

    /// What it costs to walk to `behind` and be turned to `direction` there; `None` if the player cannot get there.
    #[inline]
    pub(super) fn cost(&self, behind: Square, direction: Direction) -> Option<Cost> {
        if !self.directed {
            let steps = self.steps[behind.index()];
            return (steps != FAR_STEPS).then(|| self.weights.step().saturating_mul(steps.into()));
        }
        if behind == self.start {
            return Some(self.weights.turn(self.facing, direction));
        }
        let best = self.arrivals(behind, direction).min()?;
        Some(Cost::try_from(best.0 >> STEP_BITS).unwrap_or(Cost::MAX))
    }

    /// The ways to arrive on a square, with the turn to `direction` added.
    fn arrivals(&self, square: Square, direction: Direction) -> impl Iterator<Item = (u64, Direction)> + '_ {
        Direction::ALL.into_iter().filter_map(move |arrival| {
            let cost = self.cost[square.index() * 4 + arrival.index()];
            (cost != FAR)
                .then(|| (cost + (u64::from(self.weights.turn(Some(arrival), direction)) << STEP_BITS), arrival))
        })
    }
}

/// The cheapest walk to `behind`, to push in `direction` from there: what costs the same is as short as can be.
pub(super) fn walk(
    floor: &Floor,
    weights: Weights,
    (start, facing): (Square, Option<Direction>),
    (behind, direction): (Square, Direction),
    boxes: &SquareSet,
) -> Option<Vec<Direction>> {
    if start == behind {
        return Some(Vec::new());
    }
    let mut walks = Walks { directed: true, ..Walks::new(floor, weights) };
    walks.explore(floor, start, facing, boxes);
    let (_, mut arrival) = walks.arrivals(behind, direction).min()?;
    let (mut at, mut back) = (behind, vec![arrival]);
    loop {
        let cost = walks.cost[at.index() * 4 + arrival.index()];
        let before = floor.next(at, arrival.opposite());
        if before == start && cost == walks.step_cost(facing, arrival) {
            back.reverse();
            return Some(back);
        }
        let came = |d: &Direction| {
            let known = walks.cost[before.index() * 4 + d.index()];
            known != FAR && known + walks.step_cost(Some(*d), arrival) == cost
        };
        arrival = Direction::ALL.into_iter().find(came)?;
        at = before;
        back.push(arrival);
    }
}
