//! Better solutions from given ones.
//!
//! A part of the solution is searched for a cheaper way between its ends, then another part, and what is found takes the
//! place of what was there. The techniques, one file each:
//!
//! * **Windows** (`window.rs`): between two positions of the solution, A* looks for the cheapest way. The present way
//!   bounds it, the matching of the boxes with the window's last position leads it (`toward.rs`), and so many nodes are
//!   allowed. Windows grow while they are searched completely and shrink when they are not
//!   ([`boxwright_search::Slide`], `sweep.rs`).
//! * **Vicinity** (`vicinity.rs`): the search stays where at most one or two boxes are not where the solution has them at
//!   some time. So the windows can be long, up to all of the solution.
//! * **Rearrangement** (`sessions.rs`): a run of pushes of one box is made earlier or later.
//! * **Combination**: the vicinity of several solutions at a time.
//!
//! They work on two spaces: positions up to walking for pushes alone (`near.rs`), and positions with the exact square of
//! the player for any of the six measures (`strokes.rs`). They are repeated with more and more nodes until a limit is
//! met, or until a window with all of the solution was searched completely without staying near anything: then nothing is
//! better.
//!
//! Every improvement is replayed by [`verify`] and compared by the measures of the replay before it counts.
//!
//! Sources: the vicinity search of S. Gouëzel, known from B. Damgaard's YASO and from JSoko, whose optimiser also combines
//! solutions. On our solutions of XSokoban nearly all of the gain in pushes came from long windows with one displaced
//! box, so they get most of the nodes (`docs/strength/optimiser.md`).

mod measure;
mod near;
mod sessions;
mod strokes;
mod sweep;
mod toward;
mod trail;
mod vicinity;
mod walks;
mod window;

pub use measure::{Measure, Measures};

use std::sync::Arc;

use boxwright_search::{Budget, Limit, Statistics};

use crate::deadlock::{Deadlocks, Rules};
use crate::space::Pushes;
use crate::{Fault, Level, Metrics, Plan, Puzzle, Refusal, Verified, verify};
use trail::Trail;
use window::Optimizer;

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
    /// What ended the work; none: no solution is better.
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
    /// The best one that was given.
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
    let mut best = Optimized {
        plan: (*plan).clone(),
        verified: verified.clone(),
        before: verified.metrics,
        improvements: 0,
        stopped_by: None,
        proven: false,
        statistics: Statistics::default(),
    };
    // A plan of millions of pushes on a large board would not fit.
    let pushes: usize = solutions.iter().map(|(_, verified)| verified.metrics.pushes).sum();
    if Trail::bytes(&puzzle, pushes).saturating_mul(3) > budget.bytes / 2 {
        best.stopped_by = Some(Limit::Memory);
        return Ok(best);
    }
    let others: Vec<Trail> = solutions[1..].iter().map(|(plan, _)| Trail::new(&puzzle, plan)).collect();
    let mut optimizer = Optimizer {
        level,
        pushes: Pushes::new(&puzzle),
        deadlocks: Deadlocks::new(&puzzle, Rules::ALL),
        measures,
        weights: measures.weights(),
        budget,
        trail: Trail::new(&puzzle, plan),
        best,
        is_out_of_memory: false,
        puzzle,
        observe,
    };
    optimizer.best.stopped_by = optimizer.improve(&others).err();
    Ok(optimizer.best)
}
