//! The slow and obvious solver that fast ones are tested against.
//!
//! Breadth-first search over copies of [`Game`], trying all four steps in every position: nothing is pruned, nothing is
//! compiled, so that there is next to nothing to get wrong. It is for small levels; a cap on the positions keeps it from
//! running away.

use crate::{Board, Game, Level, Step};
use boxwright_grid::Direction;
use std::collections::{HashMap, VecDeque};

/// What the search found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The level can be solved, and not at less cost.
    Solved(usize),
    /// No plan solves the level: all positions were looked at.
    Unsolvable,
    /// The cap on positions was reached first.
    GaveUp,
}

impl Answer {
    /// The least cost, if the level was solved.
    #[must_use]
    pub fn cost(self) -> Option<usize> {
        if let Answer::Solved(cost) = self { Some(cost) } else { None }
    }
}

/// The fewest moves that solve the level, looking at no more than `cap` positions.
#[must_use]
pub fn fewest_moves(level: &Level, cap: usize) -> Answer {
    search(level, cap, |_| 1)
}

/// The fewest pushes that solve the level, walking being free, looking at no more than `cap` positions.
#[must_use]
pub fn fewest_pushes(level: &Level, cap: usize) -> Answer {
    search(level, cap, |step| usize::from(step == Step::Push))
}

/// Breadth-first search for costs 0 and 1: what is free goes to the front of the queue, what costs to the back, so that
/// positions leave the queue in order of cost.
fn search(level: &Level, cap: usize, cost_of: impl Fn(Step) -> usize) -> Answer {
    let start = Game::new(level);
    let mut best: HashMap<Board, usize> = HashMap::from([(start.board().clone(), 0)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((game, cost)) = queue.pop_front() {
        if best[game.board()] < cost {
            continue;
        }
        if game.is_solved() {
            return Answer::Solved(cost);
        }
        for direction in Direction::ALL {
            let mut next = game.clone();
            let step = next.step(direction);
            if step == Step::Blocked {
                continue;
            }
            let reached = cost + cost_of(step);
            if best.get(next.board()).is_some_and(|&known| known <= reached) {
                continue;
            }
            if best.len() >= cap {
                return Answer::GaveUp;
            }
            best.insert(next.board().clone(), reached);
            if reached == cost {
                queue.push_front((next, reached));
            } else {
                queue.push_back((next, reached));
            }
        }
    }
    Answer::Unsolvable
}
