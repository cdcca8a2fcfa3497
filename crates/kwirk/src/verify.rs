//! Whether a plan solves a level: an independent replay by the plain rules.
//!
//! It uses only [`Game`] and shares nothing with any solver, so that a bug in a successor generator cannot hide here.
//! A plan with a press that does nothing is refused: no solver of ours writes one, so it is a sign of disagreement.

use crate::fault::Fault;
use crate::level::Level;
use crate::plan::{Move, Plan};
use crate::rules::{Game, Outcome};

/// A plan that solves its level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The plan as text, upper case where a step pushes a block or turns a turnstile.
    pub keys: String,
    /// Steps and switches.
    pub moves: usize,
    /// Steps that push a block or turn a turnstile.
    pub pushes: usize,
}

/// Why a plan does not solve its level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("press {at}: {why}")]
pub struct Refusal {
    /// The press at fault, counted from 1; the number of presses if the plan is merely too short.
    pub at: usize,
    /// What is wrong.
    pub why: Why,
}

/// What is wrong with a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Why {
    /// The level itself is wrong.
    #[error("the level is invalid: {0}")]
    InvalidLevel(Fault),
    /// The press does nothing.
    #[error("{letter} is refused for character {character} at row {row}, column {column}")]
    Blocked {
        /// The letter of the press.
        letter: char,
        /// The number of the active character.
        character: usize,
        /// His row, counted from 1.
        row: usize,
        /// His column, counted from 1.
        column: usize,
    },
    /// Everybody has left already.
    #[error("the level is already solved")]
    AlreadySolved,
    /// The plan ends too early.
    #[error("the plan ends while {0} of the characters are still in the room")]
    CharactersLeft(usize),
}

/// Replays the plan.
pub fn verify(level: &Level, plan: &Plan) -> Result<Verified, Refusal> {
    if let Some(fault) = level.check().into_iter().next() {
        return Err(Refusal { at: 0, why: Why::InvalidLevel(fault) });
    }
    let mut game = Game::new(level);
    let mut keys = String::with_capacity(plan.0.len());
    let mut pushes = 0;
    for (i, &press) in plan.0.iter().enumerate() {
        let outcome = game.press(press);
        if outcome == Outcome::Blocked {
            return Err(Refusal { at: i + 1, why: why_blocked(&game, press) });
        }
        let interaction = outcome.is_interaction();
        pushes += usize::from(interaction);
        keys.push(if interaction { press.letter().to_ascii_uppercase() } else { press.letter() });
    }
    let left = game.board().characters.iter().flatten().count();
    if left > 0 {
        return Err(Refusal { at: plan.0.len(), why: Why::CharactersLeft(left) });
    }
    Ok(Verified { keys, moves: plan.0.len(), pushes })
}

fn why_blocked(game: &Game, press: Move) -> Why {
    let active = game.active().and_then(|me| Some((me, game.board().characters[me]?)));
    active.map_or(Why::AlreadySolved, |(me, point)| Why::Blocked {
        letter: press.letter(),
        character: me + 1,
        row: usize::from(point.y) + 1,
        column: usize::from(point.x) + 1,
    })
}
