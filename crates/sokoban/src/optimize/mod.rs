//! Better solutions from given ones.
//!
//! Nothing here is tried on the level as a whole: a part of the solution is searched for a cheaper way between its ends,
//! then another part, and what is found takes the place of what was there. The techniques, one file each:
//!
//! * **Windows** (here): between two positions of the solution, A* looks for the cheapest way. The present way bounds
//!   it, the matching of the boxes with the window's last position leads it ([`mod@toward`]), and so many nodes are
//!   allowed. Windows grow as long as they are searched completely and shrink when they are not.
//! * **Vicinity** ([`mod@vicinity`]): the search stays where at most one, two or three boxes are not where the solution
//!   has them at some time. So the windows can be long, up to all of the solution.
//! * **Rearrangement** ([`mod@sessions`]): a run of pushes of one box is made earlier or later.
//! * **Combination**: the vicinity of several solutions at a time.
//!
//! All of them work on two spaces: positions up to walking for pushes alone ([`mod@near`]), and positions with the exact
//! square of the player for any of the six measures ([`mod@strokes`]). They are repeated with more and more nodes until a
//! limit is met, or until a window with all of the solution and no restriction was searched completely: then nothing is
//! better.
//!
//! Every improvement is replayed by [`verify`] and compared by the measures of the replay before it counts.
//!
//! Sources: S. Gouëzel's vicinity search and B. Damgaard's YASO for the idea of the vicinity, JSoko's optimiser for
//! combining solutions and restricting the range.

mod measure;
mod near;
mod sessions;
mod strokes;
mod toward;
mod trail;
mod vicinity;
mod walks;

pub use measure::{Measure, Measures};

use std::sync::Arc;

use boxwright_search::{
    BestFirst, Budget, Cost, Domain, Goalward, Heuristic, Limit, Order, Outcome, Search, Shared, Statistics,
};

use crate::deadlock::{Deadlocks, Rules};
use crate::space::{Push, Pushes};
use crate::{Fault, Level, Metrics, Plan, Puzzle, Refusal, Verified, verify};
use measure::Weights;
use near::Near;
use sessions::{Rearranged, rearranged, sessions};
use strokes::Strokes;
use toward::Toward;
use trail::{Trail, cost_of};
use vicinity::Vicinity;
use walks::Walks;

/// What came of optimising.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// The best solution.
    pub plan: Plan,
    /// The same, replayed.
    pub verified: Verified,
    /// The measures of the best solution that was given.
    pub before: Metrics,
    /// How many times something better was found.
    pub improvements: usize,
    /// What ended the work; none: nothing better exists, or at least nothing is left to try.
    pub stopped_by: Option<Limit>,
    /// Whether no solution is better in the first measure.
    pub proven: bool,
    /// All searches together.
    pub statistics: Statistics,
}

/// Why there is nothing to optimise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptimizeError {
    /// The level has faults.
    #[error("the level is invalid: {}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Invalid(Vec<Fault>),
    /// No solution was given.
    #[error("no solution is given")]
    NoSolution,
    /// A plan is not a solution.
    #[error("solution {number} does not solve the level: {refusal}")]
    Refused {
        /// Which of the plans, from 1.
        number: usize,
        /// Why it does not.
        refusal: Refusal,
    },
}

/// How the work is going.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The best solution so far.
    pub metrics: Metrics,
    /// The solution at the beginning.
    pub before: Metrics,
    /// All searches together.
    pub statistics: Statistics,
}

/// Improves the best of some solutions of a level within a budget. `observe` is called about ten times a second and after
/// every improvement.
///
/// Never returns anything worse than the best one given. With a node limit the outcome is the same every time.
///
/// # Errors
/// If the level has faults, or if a plan does not solve it, or if there is none.
///
/// ```
/// use boxwright_search::Budget;
/// use boxwright_sokoban::optimize::{Measure, Measures, optimize};
/// use boxwright_sokoban::{Level, Plan};
///
/// let level = Level::new("#######\n#     #\n#@$  .#\n#     #\n#######".parse().unwrap());
/// let wasteful = Plan::parse("RRlrR").unwrap();
/// let better = optimize(&level, &[wasteful], Measures::by(Measure::Moves), &Budget::default(), |_| {}).unwrap();
/// assert_eq!(better.verified.lurd, "RRR");
/// ```
pub fn optimize(
    level: &Level,
    plans: &[Plan],
    measures: Measures,
    budget: &Budget,
    observe: impl FnMut(&Progress),
) -> Result<Optimized, OptimizeError> {
    let puzzle = Arc::new(Puzzle::new(level).map_err(OptimizeError::Invalid)?);
    let mut solutions = Vec::new();
    for (at, plan) in plans.iter().enumerate() {
        let replay = verify(level, plan);
        let verified = replay.map_err(|refusal| OptimizeError::Refused { number: at + 1, refusal })?;
        solutions.push((plan, verified));
    }
    solutions.sort_by_key(|(_, verified)| measures.of(&verified.metrics));
    let Some((plan, verified)) = solutions.first() else { return Err(OptimizeError::NoSolution) };
    let before = verified.metrics;
    let mut optimizer = Optimizer {
        level,
        pushes: Pushes::new(&puzzle),
        deadlocks: Deadlocks::new(&puzzle, Rules::ALL),
        measures,
        weights: measures.weights(),
        budget,
        trail: Trail { pushes: Vec::new(), moments: Vec::new() },
        best: Optimized {
            plan: (*plan).clone(),
            verified: verified.clone(),
            before,
            improvements: 0,
            stopped_by: None,
            proven: false,
            statistics: Statistics::default(),
        },
        puzzle,
        observe,
    };
    // A plan of millions of pushes on a large board would not fit.
    let held = Trail::bytes(&optimizer.puzzle, before.pushes).saturating_mul(solutions.len() + 2);
    if held > budget.bytes / 2 {
        optimizer.best.stopped_by = Some(Limit::Memory);
        return Ok(optimizer.best);
    }
    optimizer.trail = Trail::new(&optimizer.puzzle, plan);
    let others: Vec<Trail> = solutions[1..].iter().map(|(plan, _)| Trail::new(&optimizer.puzzle, plan)).collect();
    optimizer.best.stopped_by = optimizer.improve(&others).err();
    Ok(optimizer.best)
}

/// Which positions are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Detail {
    /// Up to walking: enough for pushes.
    Regions,
    /// With the player's square and direction.
    Exact,
}

/// One way of going through the solution window by window.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    detail: Detail,
    /// How many boxes may be displaced.
    displaced: Option<u8>,
    /// How many pushes the next window has.
    length: usize,
    /// How many improvements there were when this sweep last searched all of the solution in one window completely.
    complete_at: Option<usize>,
}

/// What came of a window.
enum Attempt {
    Better,
    Nothing { expanded: u64 },
    TooMuch,
}

struct Optimizer<'a, F> {
    level: &'a Level,
    puzzle: Arc<Puzzle>,
    pushes: Pushes,
    deadlocks: Deadlocks,
    measures: Measures,
    weights: Weights,
    budget: &'a Budget,
    trail: Trail,
    best: Optimized,
    observe: F,
}

/// So many nodes are allowed in a window at first, and so many times as many in every round.
const FIRST_NODES: u64 = 500;
const MORE_NODES: u64 = 2;

/// The first windows have so many pushes.
const FIRST_LENGTH: usize = 10;

impl<F: FnMut(&Progress)> Optimizer<'_, F> {
    /// Improves until nothing is left to do, or until a limit is met.
    fn improve(&mut self, others: &[Trail]) -> Result<(), Limit> {
        self.combine(others)?;
        let counts_pushes = self.measures.first == Measure::Pushes;
        let mut sweeps = Vec::new();
        for detail in [Detail::Regions, Detail::Exact] {
            if detail == Detail::Exact || counts_pushes {
                let displaced = [Some(1), Some(2), Some(3), None];
                sweeps.extend(displaced.map(|displaced| Sweep { detail, displaced, length: FIRST_LENGTH, complete_at: None }));
            }
        }
        let mut nodes = FIRST_NODES;
        loop {
            for sweep in &mut sweeps {
                self.sweep(sweep, nodes)?;
                if self.is_over(sweep) {
                    self.best.proven |= sweep.detail == Detail::Exact || counts_pushes;
                }
            }
            self.rearrange()?;
            if sweeps.iter().any(|sweep| sweep.detail == Detail::Exact && self.is_over(sweep)) {
                return Ok(());
            }
            nodes = nodes.saturating_mul(MORE_NODES);
        }
    }

    /// Whether nothing more can come of this sweep or any other with the same detail.
    fn is_over(&self, sweep: &Sweep) -> bool {
        sweep.displaced.is_none() && sweep.complete_at.is_some()
    }

    /// Goes through the solution in overlapping windows.
    fn sweep(&mut self, sweep: &mut Sweep, nodes: u64) -> Result<(), Limit> {
        let mut begin = 0;
        while begin < self.trail.len() {
            if sweep.complete_at == Some(self.best.improvements) || self.is_over(sweep) {
                return Ok(());
            }
            sweep.length = sweep.length.clamp(2, self.longest_window(sweep.displaced)).min(self.trail.len());
            let end = (begin + sweep.length).min(self.trail.len());
            let whole = begin == 0 && end == self.trail.len();
            match self.window(sweep.detail, begin..end, sweep.displaced, &[], nodes)? {
                // There may be more in the same place.
                Attempt::Better => {}
                Attempt::Nothing { expanded } => {
                    if whole {
                        sweep.complete_at = Some(self.best.improvements);
                    }
                    if end == self.trail.len() {
                        return Ok(());
                    }
                    begin += (sweep.length / 2).max(1);
                    if expanded < nodes / 4 {
                        sweep.length += sweep.length / 2 + 1;
                    }
                }
                Attempt::TooMuch if sweep.length > 2 => sweep.length /= 2,
                Attempt::TooMuch => begin += 1,
            }
        }
        Ok(())
    }

    /// The table of a vicinity must not take all the memory.
    fn longest_window(&self, displaced: Option<u8>) -> usize {
        let each = Vicinity::bytes(self.puzzle.live_squares(), 1);
        if displaced.is_none() { usize::MAX } else { (self.budget.bytes / 8 / each.max(1)).max(2) }
    }

    /// Looks for a better way between two positions.
    fn window(
        &mut self,
        detail: Detail,
        range: std::ops::Range<usize>,
        displaced: Option<u8>,
        others: &[Trail],
        nodes: u64,
    ) -> Result<Attempt, Limit> {
        let puzzle = Arc::clone(&self.puzzle);
        let trail = std::mem::replace(&mut self.trail, Trail { pushes: Vec::new(), moments: Vec::new() });
        let given: Vec<_> =
            trail.moments[range.start..=range.end].iter().chain(others.iter().flat_map(|other| &other.moments)).collect();
        let vicinity = Vicinity::new(given.into_iter(), puzzle.live_squares(), displaced);
        let start = &trail.moments[range.start];
        let target = (range.end < trail.len()).then(|| &trail.moments[range.end]);
        let found = match detail {
            Detail::Regions => {
                let toward = Toward::new(&puzzle, Weights::PUSHES, start, target);
                let pushes = self.pushes.clone();
                let near = Near::new(&pushes, &vicinity, start, target);
                self.search(near, toward, range.len() as Cost, nodes)
            }
            Detail::Exact => {
                let mut walks = Walks::new(puzzle.floor(), self.weights);
                let present = trail.pushes[range.clone()].iter().copied();
                let cost = cost_of(puzzle.floor(), self.weights, &mut walks, start, present, Cost::MAX);
                let toward = Toward::new(&puzzle, self.weights, start, target);
                let deadlocks = self.deadlocks.clone();
                let strokes = Strokes::new(&puzzle, &deadlocks, &vicinity, self.weights, start, target);
                self.search(strokes, toward, cost.map_or(Cost::MAX, |(cost, _)| cost), nodes)
            }
        };
        self.trail = trail;
        match found? {
            Found::Way(pushes) => Ok(match self.replace(range, &pushes) {
                true => Attempt::Better,
                false => Attempt::Nothing { expanded: nodes },
            }),
            Found::None { expanded } => Ok(Attempt::Nothing { expanded }),
            Found::TooMuch => Ok(Attempt::TooMuch),
        }
    }

    /// Searches a window for a way that costs less than `bound`.
    fn search<D: Domain<Action = Push>>(
        &mut self,
        domain: D,
        heuristic: impl Heuristic<D>,
        bound: Cost,
        nodes: u64,
    ) -> Result<Found, Limit> {
        let shared = Shared::default();
        shared.offer(bound.into());
        let mut search = BestFirst::new(domain, heuristic, Order::A_STAR, true).sharing(Arc::new(shared));
        let before = self.best.statistics;
        let left = self.budget.nodes - before.expanded.min(self.budget.nodes);
        let budget = Budget { nodes: nodes.min(left), bytes: self.budget.bytes / 2, ..self.budget.clone() };
        let Optimizer { best, observe, .. } = self;
        let outcome = budget.drive(&mut search, |statistics| {
            let statistics = sum(&before, statistics);
            observe(&Progress { metrics: best.verified.metrics, before: best.before, statistics });
        });
        let statistics = search.statistics();
        self.best.statistics = sum(&before, &statistics);
        match outcome {
            Outcome::Solved => Ok(Found::Way(search.solution().unwrap_or_default())),
            Outcome::Exhausted => Ok(Found::None { expanded: statistics.expanded }),
            Outcome::Stopped(Limit::Nodes) if left <= nodes => Err(Limit::Nodes),
            Outcome::Stopped(Limit::Nodes | Limit::Memory) => Ok(Found::TooMuch),
            Outcome::Stopped(limit) => Err(limit),
        }
    }

    /// Puts other pushes in the place of some, if that is a better solution.
    fn replace(&mut self, range: std::ops::Range<usize>, pushes: &[Push]) -> bool {
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
        let Optimized { verified, before, statistics, .. } = &self.best;
        (self.observe)(&Progress { metrics: verified.metrics, before: *before, statistics: *statistics });
        true
    }

    /// Makes runs of pushes of one box earlier or later.
    fn rearrange(&mut self) -> Result<(), Limit> {
        let mut walks = Walks::new(self.puzzle.floor(), self.weights);
        let mut number = 0;
        loop {
            let runs = sessions(self.puzzle.floor(), &self.trail.pushes);
            if number >= runs.len() {
                return Ok(());
            }
            self.check()?;
            let floor = self.puzzle.floor();
            match rearranged(floor, self.weights, &mut walks, &self.trail, (&runs, number), FARTHEST) {
                Some(Rearranged { begin, end, pushes }) if self.replace(begin..end, &pushes) => number = number.saturating_sub(1),
                _ => number += 1,
            }
        }
    }

    /// The best way through the positions of all solutions, and those near them.
    fn combine(&mut self, others: &[Trail]) -> Result<(), Limit> {
        if others.is_empty() {
            return Ok(());
        }
        let detail = if self.measures.first == Measure::Pushes { Detail::Regions } else { Detail::Exact };
        for displaced in 0..=2 {
            while matches!(
                self.window(detail, 0..self.trail.len(), Some(displaced), others, COMBINING_NODES)?,
                Attempt::Better
            ) {}
        }
        Ok(())
    }

    /// Whether there is still time.
    fn check(&self) -> Result<(), Limit> {
        if self.budget.cancel.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        let is_late = self.budget.deadline.is_some_and(|end| std::time::Instant::now() >= end);
        if is_late { Err(Limit::Time) } else { Ok(()) }
    }
}

/// A run of pushes is tried at most so many runs away.
const FARTHEST: usize = 40;

/// So many nodes are allowed when several solutions are combined.
const COMBINING_NODES: u64 = 300_000;

/// What a search found.
enum Found {
    Way(Vec<Push>),
    None { expanded: u64 },
    TooMuch,
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
