//! A window: a better way between two positions of a solution.

use std::ops::Range;
use std::sync::Arc;

use boxwright_search::{
    Attempt, BestFirst, Budget, Cost, Domain, Goalward, Heuristic, Limit, Order, Outcome, Search, Shared, Statistics,
};

use super::measure::{Measures, Weights};
use super::near::Near;
use super::strokes::Strokes;
use super::toward::Toward;
use super::trail::{Trail, cost_of};
use super::vicinity::Vicinity;
use super::walks::Walks;
use super::{Optimized, Progress};
use crate::deadlock::Deadlocks;
use crate::space::{Push, Pushes};
use crate::{Level, Puzzle, verify};

/// Which positions are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Detail {
    /// Up to walking: enough for pushes.
    Regions,
    /// With the player's square and direction.
    Exact,
}

/// Where and how to look for something better.
pub(super) struct Window<'a> {
    pub(super) detail: Detail,
    /// From the position before the first of these pushes to the one after the last.
    pub(super) range: Range<usize>,
    /// How many boxes may be displaced; none: any number.
    pub(super) displaced: Option<u8>,
    /// Other solutions; what is near them is near, too.
    pub(super) others: &'a [Trail],
    /// So many nodes are allowed.
    pub(super) nodes: u64,
}

/// A solution being improved.
pub(super) struct Optimizer<'a, F> {
    pub(super) level: &'a Level,
    pub(super) puzzle: Arc<Puzzle>,
    pub(super) pushes: Pushes,
    pub(super) deadlocks: Deadlocks,
    pub(super) measures: Measures,
    pub(super) weights: Weights,
    pub(super) budget: &'a Budget,
    /// The best solution.
    pub(super) trail: Trail,
    pub(super) best: Optimized,
    /// Whether a window had to be given up for lack of memory.
    pub(super) is_out_of_memory: bool,
    pub(super) observe: F,
}

impl<F: FnMut(&Progress)> Optimizer<'_, F> {
    /// Looks for a better way through a window.
    pub(super) fn attempt(&mut self, window: &Window<'_>) -> Result<Attempt, Limit> {
        let Optimizer { puzzle, pushes, deadlocks, trail, weights, budget, best, observe, .. } = self;
        let Range { start: begin, end } = window.range;
        let own = &trail.moments[begin..=end];
        let given: Vec<_> = own.iter().chain(window.others.iter().flat_map(|other| &other.moments)).collect();
        let vicinity = Vicinity::new(given.into_iter(), puzzle.live_squares(), window.displaced);
        let start = &trail.moments[begin];
        let target = (end < trail.len()).then(|| &trail.moments[end]);
        let mut hunt = Hunt { budget, nodes: window.nodes, best, observe };
        let found = match window.detail {
            Detail::Regions => {
                let toward = Toward::new(puzzle, Weights::PUSHES, start, target);
                hunt.run(Near::new(pushes, &vicinity, start, target), toward, window.range.len() as Cost)?
            }
            Detail::Exact => {
                let mut walks = Walks::new(puzzle.floor(), *weights);
                let present = trail.pushes[window.range.clone()].iter().copied();
                let cost = cost_of(puzzle.floor(), *weights, &mut walks, start, present, Cost::MAX);
                let toward = Toward::new(puzzle, *weights, start, target);
                let strokes = Strokes::new(puzzle, deadlocks, &vicinity, *weights, start, target);
                hunt.run(strokes, toward, cost.map_or(Cost::MAX, |(cost, _)| cost))?
            }
        };
        Ok(match found {
            // Fewer pushes need not be better in other measures, and the costs of very long solutions are rounded. What
            // is a part of it may still be better.
            Found::Way(pushes) if self.replace(window.range.clone(), &pushes) => Attempt::Better,
            Found::Way(_) => Attempt::TooMuch,
            Found::Nothing { expanded } => Attempt::Nothing { expanded },
            Found::TooMuch(limit) => {
                self.is_out_of_memory |= limit == Limit::Memory;
                Attempt::TooMuch
            }
        })
    }

    /// Puts other pushes in the place of some, if that is a better solution.
    pub(super) fn replace(&mut self, range: Range<usize>, pushes: &[Push]) -> bool {
        let floor = self.puzzle.floor();
        let trail = self.trail.spliced(floor, range.start, range.end, pushes);
        let Some(plan) = trail.plan(floor, self.weights) else { return false };
        let Ok(verified) = verify(self.level, &plan) else { return false };
        if self.measures.of(&verified.metrics) >= self.measures.of(&self.best.verified.metrics) {
            return false;
        }
        self.trail = trail;
        self.best.plan = plan;
        self.best.verified = verified;
        self.best.improvements += 1;
        (self.observe)(&self.best.progress());
        true
    }
}

impl Optimized {
    fn progress(&self) -> Progress {
        Progress { metrics: self.verified.metrics, before: self.before, statistics: self.statistics }
    }
}

/// What a search found.
enum Found {
    Way(Vec<Push>),
    Nothing { expanded: u64 },
    TooMuch(Limit),
}

/// The search of one window.
struct Hunt<'a, F> {
    budget: &'a Budget,
    nodes: u64,
    best: &'a mut Optimized,
    observe: &'a mut F,
}

impl<F: FnMut(&Progress)> Hunt<'_, F> {
    /// Looks for a way that costs less than `bound`.
    fn run<D: Domain<Action = Push>>(
        &mut self,
        domain: D,
        heuristic: impl Heuristic<D>,
        bound: Cost,
    ) -> Result<Found, Limit> {
        let Hunt { budget, nodes, best, observe } = self;
        let shared = Shared::default();
        shared.offer(bound.into());
        let mut search = BestFirst::new(domain, heuristic, Order::A_STAR, true).sharing(Arc::new(shared));
        let before = best.statistics;
        let left = budget.nodes.saturating_sub(before.expanded);
        // The solutions and the vicinity have the other half.
        let limits = Budget { nodes: left.min(*nodes), bytes: budget.bytes / 2, ..(*budget).clone() };
        let outcome = limits.drive(&mut search, |statistics| {
            observe(&Progress { statistics: sum(&before, statistics), ..best.progress() });
        });
        let statistics = search.statistics();
        best.statistics = sum(&before, &statistics);
        match outcome {
            Outcome::Solved => Ok(Found::Way(search.solution().unwrap_or_default())),
            Outcome::Exhausted => Ok(Found::Nothing { expanded: statistics.expanded }),
            Outcome::Stopped(Limit::Nodes) if left <= *nodes => Err(Limit::Nodes),
            Outcome::Stopped(limit @ (Limit::Nodes | Limit::Memory)) => Ok(Found::TooMuch(limit)),
            Outcome::Stopped(limit) => Err(limit),
        }
    }
}

/// Both together.
fn sum(a: &Statistics, b: &Statistics) -> Statistics {
    Statistics {
        expanded: a.expanded + b.expanded,
        generated: a.generated + b.generated,
        peak_bytes: a.peak_bytes.max(b.peak_bytes),
        ..*b
    }
}
