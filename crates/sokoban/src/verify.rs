//! The proof of a solution: it is played, move by move, by the plain rules, and every box must end on a goal.
//!
//! Nothing reaches a user that has not passed here. The replay uses [`crate::Game`] alone and shares no code with what
//! finds solutions.

use std::fmt;

use crate::level::Level;
use crate::metrics::{Count, Metrics};
use crate::plan::{Plan, letter};
use crate::rules::{Game, Step};

/// A solution that has been replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The moves, upper case where they push.
    pub lurd: String,
    /// How long it is.
    pub metrics: Metrics,
}

/// Why a plan is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The move that went wrong, from 1; the number of moves if all went well but boxes are left over.
    pub at: usize,
    /// What went wrong.
    pub why: RefusalReason,
}

/// What went wrong in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefusalReason {
    /// The level has no player to move.
    #[error("the level has no player")]
    NoPlayer,
    /// The move goes into a wall, off the board, or pushes a box that cannot move.
    #[error("the way is blocked")]
    Blocked,
    /// All moves are legal, but the level is not solved by them.
    #[error("{boxes} boxes are not on goals at the end")]
    Unsolved {
        /// Boxes off the goals.
        boxes: usize,
    },
}

/// Replays a plan on a level.
///
/// # Errors
/// The first illegal move, or the boxes that are not on goals after the last one.
pub fn verify(level: &Level, plan: &Plan) -> Result<Verified, Refusal> {
    let mut game = Game::new(level);
    if game.player().is_none() {
        return Err(Refusal { at: 0, why: RefusalReason::NoPlayer });
    }
    let mut count = Count::default();
    let mut lurd = String::with_capacity(plan.len());
    for (index, &direction) in plan.steps().iter().enumerate() {
        let step = game.step(direction);
        if step == Step::Blocked {
            return Err(Refusal { at: index + 1, why: RefusalReason::Blocked });
        }
        count.add(&game, direction, step);
        lurd.push(letter(direction, step));
    }
    match game.boxes_off_goals() {
        0 => Ok(Verified { lurd, metrics: count.metrics }),
        boxes => Err(Refusal { at: plan.len(), why: RefusalReason::Unsolved { boxes } }),
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.at, self.why)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    fn verified(board: &str, plan: &str) -> Result<Verified, Refusal> {
        verify(&Level::new(board.parse().unwrap()), &Plan::parse(plan).unwrap())
    }

    #[test]
    fn a_solution_passes_with_its_measures() {
        let ok = verified("######\n#@ $.#\n######", "rr").unwrap();
        assert_eq!(ok.lurd, "rR");
        assert_eq!((ok.metrics.moves, ok.metrics.pushes), (2, 1));
        assert_eq!(verified("#####\n#@* #\n#####", "").unwrap().lurd, "");
    }

    #[test]
    fn others_are_refused_with_the_move() {
        let board = "######\n#@ $.#\n######";
        assert_eq!(verified(board, "rrr"), Err(Refusal { at: 3, why: RefusalReason::Blocked }));
        assert_eq!(verified(board, "r"), Err(Refusal { at: 1, why: RefusalReason::Unsolved { boxes: 1 } }));
        assert_eq!(verified("###\n# #", ""), Err(Refusal { at: 0, why: RefusalReason::NoPlayer }));
        assert_eq!(verified(board, "u").unwrap_err().to_string(), "move 1: the way is blocked");
    }
}
