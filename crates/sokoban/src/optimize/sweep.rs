//! Which windows are tried, and in what order.
//!
//! A sweep goes through the solution in overlapping windows of one kind ([`Slide`]). All kinds of sweeps take turns, each
//! again as long as it finds something, with more nodes in every round.

use std::time::Instant;

use boxwright_search::{Attempt, LEXICOGRAPHIC_STEP, Limit, Slide};

use super::Progress;
use super::measure::Measure;
use super::sessions::{Rearranged, rearranged, sessions};
use super::trail::Trail;
use super::vicinity::Vicinity;
use super::walks::Walks;
use super::window::{Detail, Optimizer, Window};

/// One way of going through the solution.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    detail: Detail,
    /// How many boxes may be displaced; none: any number.
    displaced: Option<u8>,
    /// How many times the nodes of the round its windows get.
    share: u64,
    slide: Slide,
    /// How many improvements there had been when all of the solution was last searched completely in one window.
    complete_at: Option<usize>,
}

/// How many boxes may be displaced, and the share of nodes.
const KINDS: [(Option<u8>, u64); 3] = [(Some(1), 64), (Some(2), 8), (None, 1)];

/// If it is pushes that count, the sweeps for the rest get this part of their share.
const MINOR: u64 = 16;

/// So many nodes are in a share at first, and so many times as many in every round.
const FIRST_NODES: u64 = 500;
const MORE_NODES: u64 = 2;

/// A run of pushes is tried at most so many runs away.
const FARTHEST: usize = 40;

/// So many nodes are allowed when several solutions are combined.
const COMBINING_NODES: u64 = 300_000;

impl Sweep {
    /// Whether it has shown that no solution at all is better, as far as it tells positions apart.
    fn has_proof(&self) -> bool {
        self.displaced.is_none() && self.complete_at.is_some()
    }
}

impl<F: FnMut(&Progress)> Optimizer<'_, F> {
    /// Improves until nothing can be better, or until a limit is met.
    pub(super) fn improve(&mut self, others: &[Trail]) -> Result<(), Limit> {
        // The same pushes with the cheapest walks.
        self.replace(0..0, &[]);
        if self.trail.pushes.is_empty() {
            self.best.proven = true;
            return Ok(());
        }
        self.combine(others)?;
        let counts_pushes = self.measures.first == Measure::Pushes;
        let sweeps_of = |detail, part: u64| {
            KINDS.map(|(displaced, share)| {
                let share = (share / part).max(1);
                Sweep { detail, displaced, share, slide: Slide::default(), complete_at: None }
            })
        };
        let mut sweeps: Vec<Sweep> = sweeps_of(Detail::Regions, 1).into();
        if !counts_pushes {
            // Fewer pushes are often less of everything else, and found sooner. This is no proof of anything.
            sweeps.truncate(1);
        }
        sweeps.extend(sweeps_of(Detail::Exact, if counts_pushes { MINOR } else { 1 }));

        let mut nodes = FIRST_NODES;
        loop {
            let before = self.best.improvements;
            self.is_out_of_memory = false;
            for at in 0..sweeps.len() {
                let detail = sweeps[at].detail;
                if sweeps.iter().any(|sweep| sweep.detail == detail && sweep.has_proof()) {
                    continue;
                }
                self.sweep_again(&mut sweeps[at], nodes)?;
                if sweeps[at].has_proof() {
                    // The two measures are one number in the searches, which is exact for solutions that are not too long.
                    let (first, second) = self.measures.of(&self.best.verified.metrics);
                    let is_short = first.max(second) < LEXICOGRAPHIC_STEP as usize;
                    self.best.proven |= detail == Detail::Regions || is_short;
                    if detail == Detail::Exact {
                        return Ok(());
                    }
                }
            }
            self.rearrange()?;
            if self.is_out_of_memory && self.best.improvements == before {
                // More nodes would not help.
                return Err(Limit::Memory);
            }
            nodes = nodes.saturating_mul(MORE_NODES);
        }
    }

    /// Repeats a sweep as long as it finds something.
    fn sweep_again(&mut self, sweep: &mut Sweep, nodes: u64) -> Result<(), Limit> {
        loop {
            let before = self.best.improvements;
            self.sweep(sweep, nodes.saturating_mul(sweep.share))?;
            if self.best.improvements == before {
                return Ok(());
            }
        }
    }

    /// Goes through the solution once.
    fn sweep(&mut self, sweep: &mut Sweep, nodes: u64) -> Result<(), Limit> {
        sweep.slide.rewind();
        let Sweep { detail, displaced, .. } = *sweep;
        while let Some(range) = sweep.slide.window(self.trail.len(), self.longest_window(displaced)) {
            if sweep.complete_at == Some(self.best.improvements) {
                return Ok(());
            }
            self.check()?;
            let window = Window { detail, range, displaced, others: &[], nodes };
            let attempt = self.attempt(&window)?;
            let (range, all) = (window.range, self.trail.len());
            if range == (0..all) && matches!(attempt, Attempt::Nothing { .. }) {
                sweep.complete_at = Some(self.best.improvements);
            }
            sweep.slide.proceed(&range, all, attempt, nodes);
        }
        Ok(())
    }

    /// The table of a vicinity must not take all the memory.
    fn longest_window(&self, displaced: Option<u8>) -> usize {
        let each = Vicinity::bytes(self.puzzle.live_squares(), 1).max(1);
        displaced.map_or(usize::MAX, |_| self.budget.bytes / 8 / each).min(self.trail.len())
    }

    /// Makes runs of pushes of one box earlier or later.
    fn rearrange(&mut self) -> Result<(), Limit> {
        let mut walks = Walks::new(self.puzzle.floor(), self.weights);
        let mut runs = sessions(self.puzzle.floor(), &self.trail.pushes);
        let mut number = 0;
        while number < runs.len() {
            self.check()?;
            let floor = self.puzzle.floor();
            match rearranged(floor, self.weights, &mut walks, &self.trail, (&runs, number), FARTHEST) {
                Some(Rearranged { begin, end, pushes }) if self.replace(begin..end, &pushes) => {
                    runs = sessions(self.puzzle.floor(), &self.trail.pushes);
                    number = number.saturating_sub(1);
                }
                _ => number += 1,
            }
        }
        Ok(())
    }

    /// The best way through the positions of all solutions, and those near them.
    fn combine(&mut self, others: &[Trail]) -> Result<(), Limit> {
        if others.is_empty() {
            return Ok(());
        }
        let detail = if self.measures.first == Measure::Pushes { Detail::Regions } else { Detail::Exact };
        for displaced in 0..=2 {
            loop {
                let range = 0..self.trail.len();
                let window = Window { detail, range, displaced: Some(displaced), others, nodes: COMBINING_NODES };
                if !matches!(self.attempt(&window)?, Attempt::Better) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether there is still time.
    fn check(&self) -> Result<(), Limit> {
        if self.budget.cancel.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        if self.best.statistics.expanded >= self.budget.nodes {
            return Err(Limit::Nodes);
        }
        let is_late = self.budget.deadline.is_some_and(|end| Instant::now() >= end);
        if is_late { Err(Limit::Time) } else { Ok(()) }
    }
}
