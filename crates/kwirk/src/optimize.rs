//! Better solutions from a given one: windows of it are searched for a cheaper way between their ends.
//!
//! The technique is that of Sokoban's optimiser without the vicinity: from a position of the solution to a later one, the
//! cheapest way is looked for in the space of single keys, within so many nodes. Windows slide along the solution and are
//! as long as they can be searched ([`Slide`]), with more nodes in every round, until all of it fits in one: then nothing
//! is better.

use std::sync::Arc;

use boxwright_search::packed::{BitReader, BitWriter, bytes_for};
use boxwright_search::{
    Attempt, BestFirst, Blind, Budget, Cost, Domain, Goalward, Limit, Objective, Order, Outcome, Search, Shared, Slide,
    Statistics, StepCosts,
};

use crate::space::{StepState, Steps};
use crate::{Fault, Level, Move, Plan, Puzzle, Refusal, Verified, verify};

/// What came of optimising.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// The best solution.
    pub plan: Plan,
    /// The same, replayed.
    pub verified: Verified,
    /// The best solution that was given.
    pub before: Verified,
    /// How many times something better was found.
    pub improvements: usize,
    /// What ended the work; none: no solution is better.
    pub stopped_by: Option<Limit>,
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
pub struct Progress<'a> {
    /// The best solution so far.
    pub verified: &'a Verified,
    /// The best one that was given.
    pub before: &'a Verified,
    /// All searches together.
    pub statistics: Statistics,
}

/// So many nodes are allowed in a window at first, and so many times as many in every round.
const FIRST_NODES: u64 = 2000;
const MORE_NODES: u64 = 2;

/// Improves the best of some solutions of a level within a budget: the fewest moves and then interactions, or, if the
/// objective counts pushes first, the other way round. `observe` is called about ten times a second and after every
/// improvement.
///
/// Never returns anything worse than the best one given. With a node limit the outcome is the same every time.
///
/// # Errors
/// If the level has faults, or if a plan does not solve it, or if there is none.
pub fn optimize(
    level: &Level,
    plans: &[Plan],
    objective: Objective,
    budget: &Budget,
    observe: impl FnMut(&Progress<'_>),
) -> Result<Optimized, OptimizeError> {
    let puzzle = Arc::new(Puzzle::new(level).map_err(OptimizeError::Invalid)?);
    let pushes_first = matches!(objective, Objective::Pushes | Objective::PushesMoves);
    let mut best: Option<(&Plan, Verified)> = None;
    for (at, plan) in plans.iter().enumerate() {
        let replay = verify(level, plan);
        let verified = replay.map_err(|refusal| OptimizeError::Refused { number: at + 1, refusal })?;
        if best.as_ref().is_none_or(|(_, known)| measure(&verified, pushes_first) < measure(known, pushes_first)) {
            best = Some((plan, verified));
        }
    }
    let Some((plan, verified)) = best else { return Err(OptimizeError::NoSolution) };
    let costs = StepCosts::of(if pushes_first { Objective::PushesMoves } else { Objective::MovesPushes });
    let mut optimizer = Optimizer {
        level,
        steps: Steps::new(&puzzle, costs),
        pushes_first,
        budget,
        best: Optimized {
            plan: plan.clone(),
            before: verified.clone(),
            verified,
            improvements: 0,
            stopped_by: None,
            statistics: Statistics::default(),
        },
        rows: Vec::new(),
        observe,
    };
    // A million moves on a large board would not fit.
    let row = bytes_for(optimizer.steps.packed_bits()) + size_of::<(Vec<u8>, Cost)>();
    if plan.0.len().saturating_mul(row).saturating_mul(2) > budget.bytes / 2 {
        optimizer.best.stopped_by = Some(Limit::Memory);
        return Ok(optimizer.best);
    }
    optimizer.rows = optimizer.rows_of(plan);
    optimizer.best.stopped_by = optimizer.improve().err();
    Ok(optimizer.best)
}

/// What counts, in order.
fn measure(verified: &Verified, pushes_first: bool) -> (usize, usize) {
    if pushes_first { (verified.pushes, verified.moves) } else { (verified.moves, verified.pushes) }
}

struct Optimizer<'a, F> {
    level: &'a Level,
    steps: Steps,
    pushes_first: bool,
    budget: &'a Budget,
    best: Optimized,
    /// The packed positions before, between and after the moves, with what it costs to get there.
    rows: Vec<(Vec<u8>, Cost)>,
    observe: F,
}

impl<F: FnMut(&Progress<'_>)> Optimizer<'_, F> {
    fn pack(&self, state: &StepState) -> Vec<u8> {
        let mut bytes = vec![0; bytes_for(self.steps.packed_bits())];
        let mut writer = BitWriter::new(&mut bytes);
        self.steps.pack(state, &mut writer);
        writer.finish();
        bytes
    }

    fn rows_of(&self, plan: &Plan) -> Vec<(Vec<u8>, Cost)> {
        let mut state = self.steps.roots().remove(0);
        let mut rows: Vec<(Vec<u8>, Cost)> = vec![(self.pack(&state), 0)];
        for &wanted in &plan.0 {
            let mut next = None;
            let reached = rows.last().map_or(0, |row| row.1);
            self.steps.expand(&mut state, |successor, action, cost| {
                if action == wanted {
                    next = Some((self.pack(successor), reached.saturating_add(cost)));
                }
            });
            let Some(row) = next else { break };
            self.steps.unpack(&mut BitReader::new(&row.0), &mut state);
            rows.push(row);
        }
        rows
    }

    fn improve(&mut self) -> Result<(), Limit> {
        let mut nodes = FIRST_NODES;
        let mut slide = Slide::default();
        loop {
            slide.rewind();
            let before = self.best.improvements;
            let mut is_out_of_memory = false;
            while let Some(window) = slide.window(self.rows.len() - 1, usize::MAX) {
                let (attempt, limit) = self.attempt(&window, nodes)?;
                is_out_of_memory |= limit == Some(Limit::Memory);
                let all = self.rows.len() - 1;
                if window == (0..all) && matches!(attempt, Attempt::Nothing { .. }) {
                    return Ok(());
                }
                slide.proceed(&window, all, attempt, nodes);
            }
            if self.rows.len() == 1 {
                return Ok(());
            }
            if is_out_of_memory && self.best.improvements == before {
                return Err(Limit::Memory);
            }
            nodes = nodes.saturating_mul(MORE_NODES);
        }
    }

    /// Looks for a cheaper way through a window; if that was too much, also what was not enough.
    fn attempt(&mut self, window: &std::ops::Range<usize>, nodes: u64) -> Result<(Attempt, Option<Limit>), Limit> {
        let mut start = self.steps.roots().remove(0);
        self.steps.unpack(&mut BitReader::new(&self.rows[window.start].0), &mut start);
        let at_end = window.end + 1 == self.rows.len();
        let target = (!at_end).then(|| &self.rows[window.end].0[..]);
        let target = target.map(|row| (row, self.steps.key_of(&mut BitReader::new(row))));
        let shared = Shared::default();
        shared.offer(u64::from(self.rows[window.end].1 - self.rows[window.start].1));
        let between = Between { steps: &self.steps, start, target };
        let mut search = BestFirst::new(between, Blind, Order::A_STAR, true).sharing(Arc::new(shared));
        let before = self.best.statistics;
        let left = self.budget.nodes.saturating_sub(before.expanded);
        let limits = Budget { nodes: nodes.min(left), bytes: self.budget.bytes / 2, ..self.budget.clone() };
        let Optimizer { best, observe, .. } = self;
        let outcome = limits.drive(&mut search, |statistics| {
            let statistics = sum(&before, statistics);
            observe(&Progress { verified: &best.verified, before: &best.before, statistics });
        });
        let statistics = search.statistics();
        let way = search.solution();
        self.best.statistics = sum(&before, &statistics);
        match outcome {
            Outcome::Solved if self.replace(window, &way.unwrap_or_default()) => Ok((Attempt::Better, None)),
            Outcome::Solved => Ok((Attempt::TooMuch, None)),
            Outcome::Exhausted => Ok((Attempt::Nothing { expanded: statistics.expanded }, None)),
            Outcome::Stopped(Limit::Nodes) if left <= nodes => Err(Limit::Nodes),
            Outcome::Stopped(limit @ (Limit::Nodes | Limit::Memory)) => Ok((Attempt::TooMuch, Some(limit))),
            Outcome::Stopped(limit) => Err(limit),
        }
    }

    /// Puts other moves in the place of a window's, if that is a better solution.
    fn replace(&mut self, window: &std::ops::Range<usize>, way: &[Move]) -> bool {
        let old = &self.best.plan.0;
        let plan: Plan = old[..window.start].iter().chain(way).chain(&old[window.end..]).copied().collect();
        let Ok(verified) = verify(self.level, &plan) else { return false };
        if measure(&verified, self.pushes_first) >= measure(&self.best.verified, self.pushes_first) {
            return false;
        }
        self.rows = self.rows_of(&plan);
        (self.best.plan, self.best.verified) = (plan, verified);
        self.best.improvements += 1;
        let Optimized { verified, before, statistics, .. } = &self.best;
        (self.observe)(&Progress { verified, before, statistics: *statistics });
        true
    }
}

/// The space of single keys from one position to another.
struct Between<'a> {
    steps: &'a Steps,
    start: StepState,
    /// The packed position to end with and its key; none: any solved one.
    target: Option<(&'a [u8], u64)>,
}

impl Domain for Between<'_> {
    type State = StepState;
    type Action = Move;

    fn packed_bits(&self) -> usize {
        self.steps.packed_bits()
    }

    fn pack(&self, state: &StepState, bits: &mut BitWriter<'_>) {
        self.steps.pack(state, bits);
    }

    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut StepState) {
        self.steps.unpack(bits, state);
    }

    fn key(&self, state: &StepState) -> u64 {
        self.steps.key(state)
    }

    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.steps.key_of(bits)
    }

    fn roots(&self) -> Vec<StepState> {
        vec![self.start.clone()]
    }

    fn is_goal(&self, state: &StepState) -> bool {
        let Some((target, key)) = self.target else { return self.steps.is_goal(state) };
        if self.steps.key(state) != key {
            return false;
        }
        let mut bytes = vec![0; target.len()];
        let mut writer = BitWriter::new(&mut bytes);
        self.steps.pack(state, &mut writer);
        writer.finish();
        bytes == target
    }

    fn expand(&self, state: &mut StepState, visit: impl FnMut(&StepState, Move, Cost)) {
        self.steps.expand(state, visit);
    }

    fn unit_cost(&self) -> bool {
        self.steps.unit_cost()
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
