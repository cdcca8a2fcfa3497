//! Learning weights from searches.
//!
//! In each round every level is searched with the weights known so far, and the trees that this leaves say what positions
//! should have been worth: a goal 1, a dead position nothing, a leaf what the weights say, and every expanded position γ times
//! as much as the best of its children. Weights are fitted to that by least squares, and the next round begins a part of the
//! way there. So a solution makes what led to it worth more round by round, and what leads nowhere loses γ each time.
//! Searches that fail teach as well: their dead positions do.
//!
//! Every level counts the same, whatever its tree has grown to. The weights of the round that solved most, with the fewest
//! positions, are the result. Deterministic: no clock, no chance, and arithmetic that is the same on every machine.
//!
//! Source: temporal differences, TD(0) (Sutton 1988), as in Shoham and Elidan 2021; whole trees at a time as in fitted value
//! iteration (Ernst, Geurts and Wehenkel 2005).

use super::least_squares::LeastSquares;
use super::{Climb, DISCOUNT, Features, Value, Weights, climb};
use crate::fess::Planning;
use crate::{Level, Puzzle};
use boxwright_search::table::NodeId;
use boxwright_search::{Budget, Domain, Fate, Goalward, Limit, Outcome, Search};
use std::sync::Arc;

/// How much is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How often the levels are searched.
    pub rounds: u32,
    /// The most positions that are expanded in a level.
    pub nodes: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { rounds: 10, nodes: 1000 }
    }
}

/// What a round came to.
#[derive(Clone, Debug)]
pub struct Round {
    /// From 1.
    pub number: u32,
    /// Levels solved.
    pub solved: usize,
    /// Levels searched.
    pub levels: usize,
    /// Positions expanded in all of them.
    pub nodes: u64,
    /// How far values were from what they should have been: the root of the mean square.
    pub error: f64,
    /// The weights that it was searched with.
    pub weights: Weights,
}

impl Round {
    /// Whether it came to more than another.
    fn beats(&self, other: &Round) -> bool {
        self.solved > other.solved || self.solved == other.solved && self.nodes < other.nodes
    }
}

/// How far the weights go towards what a round has taught.
const PACE: f64 = 0.5;

/// Trains on some levels; those with faults and hopeless ones are left out. `tell` hears of every round. Returns the best
/// round, and the limit that was met, if one was; a round that was not finished does not count.
pub fn train(
    levels: &[Level],
    options: &Options,
    limits: &Budget,
    mut tell: impl FnMut(&Round),
) -> (Option<Round>, Option<Limit>) {
    let puzzles = levels.iter().filter_map(|level| Puzzle::new(level).ok()).map(Puzzle::prepared);
    let puzzles: Vec<Arc<Puzzle>> = puzzles.filter(|puzzle| !puzzle.is_hopeless()).map(Arc::new).collect();
    let mut best: Option<Round> = None;
    let mut weights = Weights::naive();
    for number in 1..=options.rounds {
        let mut lesson = Lesson::new();
        let mut round =
            Round { number, solved: 0, levels: puzzles.len(), nodes: 0, error: 0.0, weights: weights.clone() };
        for puzzle in &puzzles {
            let mut search = climb(puzzle, Planning::Starts, &weights);
            let budget = Budget { nodes: options.nodes, ..limits.clone() };
            match budget.drive(&mut search, |_| {}) {
                Outcome::Solved => round.solved += 1,
                Outcome::Stopped(limit @ (Limit::Time | Limit::Cancelled)) => return (best, Some(limit)),
                Outcome::Exhausted | Outcome::Stopped(_) => {}
            }
            round.nodes += search.statistics().expanded;
            lesson.learn(puzzle, &search, &weights);
        }
        round.error = lesson.error();
        tell(&round);
        weights = weights.toward(&lesson.sums.solve(), PACE);
        if best.as_ref().is_none_or(|best| round.beats(best)) {
            best = Some(round);
        }
    }
    (best, None)
}

/// What a round teaches.
struct Lesson {
    sums: LeastSquares,
    squared_error: f64,
    levels: f64,
}

impl Lesson {
    fn new() -> Lesson {
        Lesson { sums: LeastSquares::new(), squared_error: 0.0, levels: 0.0 }
    }

    fn error(&self) -> f64 {
        (self.squared_error / f64::max(self.levels, 1.0)).sqrt()
    }

    /// Adds what the tree of a search teaches.
    fn learn(&mut self, puzzle: &Arc<Puzzle>, search: &Climb, weights: &Weights) {
        let samples = samples(puzzle, search, weights);
        let each = 1.0 / samples.len().max(1) as f64;
        self.levels += f64::from(!samples.is_empty());
        for (features, target) in &samples {
            self.sums.add(features, *target, each);
            self.squared_error += each * (weights.value(features) - target).powi(2);
        }
    }
}

/// The expanded positions of a tree, and what they should have been worth.
fn samples(puzzle: &Arc<Puzzle>, search: &Climb, weights: &Weights) -> Vec<(Features, f64)> {
    let fates: Vec<Fate> = search.tree().map(|(_, fate)| fate).collect();
    let mut worth: Vec<f64> = vec![0.0; fates.len()];
    // Children come after their parents.
    for (id, fate) in fates.iter().enumerate().rev() {
        match fate {
            Fate::Goal => worth[id] = 1.0,
            Fate::Waiting { value } => worth[id] = f64::from(*value).clamp(0.0, 1.0),
            Fate::Dead | Fate::Expanded => {}
        }
        let parent = search.parent(NodeId(id as u32));
        if parent != NodeId::NONE {
            let through = DISCOUNT * worth[id];
            let above = &mut worth[parent.0 as usize];
            *above = above.max(through);
        }
    }
    let mut value = Value::new(puzzle, Planning::Starts, weights);
    let space = search.domain();
    let mut state = space.roots().into_iter().next().expect("a puzzle has a beginning");
    let learned = fates.iter().enumerate().filter(|(_, fate)| matches!(fate, Fate::Expanded | Fate::Dead | Fate::Goal));
    learned
        .filter_map(|(id, _)| {
            search.load(NodeId(id as u32), &mut state);
            Some((value.features(space, &state, None)?, worth[id]))
        })
        .collect()
}
