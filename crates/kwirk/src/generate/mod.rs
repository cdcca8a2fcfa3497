//! New levels: chambers with gates between them, changed step by step into a puzzle, and everything useless taken off.
//!
//! Every level comes with the fewest interactions that solve it, proven by an exact search (A* over pushes and turns),
//! and the plan is replayed by the plain rules. Each block, turnstile and hole that is left makes a difference: without
//! it the level would be shorter, longer or unsolvable. One seed gives one level or none, the same in every run and on
//! every machine; a clock can only end it.

mod improve;
mod layout;
mod trim;

use crate::rate::{Features, rate};
use crate::{Board, Level, Plan, Puzzle, Verified, strategy, verify};
use boxwright_grid::{SplitMix64, scramble};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Outcome};
use std::ops::Range;
use std::sync::Arc;

/// What is wanted.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The most columns, walls included.
    pub width: u16,
    /// The most rows, walls included.
    pub height: u16,
    /// Characters, 1 to 4.
    pub characters: usize,
    /// The most blocks.
    pub blocks: usize,
    /// The most turnstiles.
    pub turnstiles: usize,
    /// The most holes.
    pub holes: usize,
    /// The fewest interactions that may solve it.
    pub interactions: usize,
    /// What its [score](Features::score) may be.
    pub score: Range<f64>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            width: 10,
            height: 7,
            characters: 1,
            blocks: 4,
            turnstiles: 1,
            holes: 2,
            interactions: 6,
            score: 0.0..f64::INFINITY,
        }
    }
}

/// A new level with what is proven and measured of it.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The level, without a title.
    pub level: Level,
    /// A solution with the fewest interactions.
    pub solution: Verified,
    /// What makes it hard.
    pub features: Features,
}

/// What the search for the fewest interactions may expand.
const NODES: u64 = 3_000;

/// The level of a seed, or `None` if nothing worth playing came of it: try the next seed.
///
/// `limits` ends it early, with `None` or another level than the seed's own: what comes after a deadline is to be thrown
/// away.
#[must_use]
pub fn generate(seed: u64, options: &Options, limits: &Budget) -> Option<Generated> {
    let mut random = SplitMix64(scramble(seed));
    let board = layout::layout(&mut random, options);
    let (board, solved) = improve::improve(&mut random, board, options, limits)?;
    if solved.interactions < options.interactions {
        return None;
    }
    let (board, solved) = trim::trim(&board, limits)?;
    let level = Level::from_board(board);
    if !level.check().is_empty() || solved.interactions < options.interactions {
        return None;
    }
    let solution = verify(&level, &solved.plan).ok()?;
    let features = rate(&level, &solved.plan).ok()?;
    options.score.contains(&features.score()).then_some(Generated { level, solution, features })
}

/// The fewest interactions that solve a room.
struct Solved {
    interactions: usize,
    /// Interactions with another obstacle than the last one.
    changes: usize,
    plan: Plan,
}

impl Solved {
    /// How much of a puzzle it is.
    fn worth(&self) -> usize {
        self.interactions + 2 * self.changes
    }
}

/// Solves a room exactly; `None` if it cannot be solved, or not within [`NODES`].
fn solve(board: &Board, limits: &Budget) -> Option<Solved> {
    search(board, NODES, limits).unwrap_or(None)
}

/// The room could not be searched within the nodes.
struct Unknown;

/// Solves a room exactly; `None` if it is proven that nothing solves it.
fn search(board: &Board, nodes: u64, limits: &Budget) -> Result<Option<Solved>, Unknown> {
    let level = Level::from_board(board.clone());
    let Ok(puzzle) = Puzzle::new(&level) else { return Ok(None) };
    let spec = Spec::parse("astar", strategy::STRATEGIES).expect("a spec of our own");
    let mut solver = strategy::build(&spec, &Arc::new(puzzle), Objective::Pushes);
    match (Budget { nodes, ..limits.clone() }).drive(&mut *solver, |_| {}) {
        Outcome::Exhausted => return Ok(None),
        Outcome::Stopped(_) => return Err(Unknown),
        Outcome::Solved => {}
    }
    let plan = solver.plan().ok_or(Unknown)?;
    let moved = crate::rate::order_of_obstacles(&level, &plan);
    let changes = moved.windows(2).filter(|pair| pair[0] != pair[1]).count();
    Ok(Some(Solved { interactions: moved.len(), changes, plan }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    fn some(count: usize) -> Vec<Generated> {
        let options = Options { width: 8, height: 6, blocks: 3, interactions: 4, ..Options::default() };
        let levels: Vec<Generated> =
            (0..200).filter_map(|seed| generate(seed, &options, &Budget::default())).take(count).collect();
        assert_eq!(levels.len(), count);
        levels
    }

    #[test]
    fn the_fewest_interactions_are_those_of_the_oracle() {
        for Generated { level, solution, .. } in some(8) {
            let answer = oracle::fewest_interactions(&level, 300_000);
            assert_eq!(answer.cost(), Some(solution.pushes), "{}", crate::render::render(&level.board));
        }
    }

    #[test]
    fn everything_that_is_left_makes_a_difference() {
        for Generated { level, solution, .. } in some(8) {
            for without in trim::less(&level.board) {
                let answer = oracle::fewest_interactions(&Level::from_board(without), 300_000);
                assert_ne!(answer, oracle::Answer::GaveUp);
                assert_ne!(answer.cost(), Some(solution.pushes), "{}", crate::render::render(&level.board));
            }
        }
    }
}
