//! What the player presses: steps and switches, as values and as text.
//!
//! As text a plan has one letter per press: `lurd` steps, `LURD` steps that push a block or turn a turnstile, `s` the
//! switch to the next character. When reading, the case is not believed: only a replay knows what a step does, and
//! [`Plan::keys`] writes the case by replaying.

use std::fmt;

use boxwright_grid::{Direction, Symmetry};

use crate::level::Level;
use crate::rules::Game;

/// The longest plan that is read from text; a repeat count must not fill the memory.
pub const MAX_PRESSES: usize = 1_000_000;

/// One press.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The active character goes one step.
    Step(Direction),
    /// Control passes to the next character.
    Switch,
}

impl Move {
    /// All five, steps first.
    pub const ALL: [Move; 5] = [
        Move::Step(Direction::Up),
        Move::Step(Direction::Right),
        Move::Step(Direction::Down),
        Move::Step(Direction::Left),
        Move::Switch,
    ];

    /// `u`, `r`, `d`, `l` or `s`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Move::Step(direction) => direction.letter(),
            Move::Switch => 's',
        }
    }

    /// The move a letter stands for, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Move> {
        match (letter, Direction::from_letter(letter)) {
            ('s' | 'S', _) => Some(Move::Switch),
            (_, Some(direction)) => Some(Move::Step(direction)),
            (_, None) => None,
        }
    }

    /// The same move in the transformed room.
    #[must_use]
    pub const fn transformed(self, symmetry: Symmetry) -> Move {
        match self {
            Move::Step(direction) => Move::Step(symmetry.direction(direction)),
            Move::Switch => Move::Switch,
        }
    }
}

/// What to press, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Plan(pub Vec<Move>);

/// Why a text is not a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Something that is no press.
    #[error("character {at} of the plan is {found:?}; expected one of u r d l s, a repeat count or white space")]
    Unexpected {
        /// Which character of the text, counted from 1.
        at: usize,
        /// What was found.
        found: char,
    },
    /// A count at the end, with nothing to repeat.
    #[error("the plan ends with a repeat count")]
    DanglingCount,
    /// Longer than [`MAX_PRESSES`].
    #[error("the plan has more than {MAX_PRESSES} presses")]
    TooLong,
}

impl Plan {
    /// Reads a plan; white space is skipped, a number before a letter repeats it (`3r`).
    pub fn parse(text: &str) -> Result<Plan, PlanError> {
        let mut moves = Vec::new();
        let mut count: Option<usize> = None;
        for (i, c) in text.chars().enumerate() {
            if let Some(digit) = c.to_digit(10) {
                count = Some(count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
            } else if let Some(step) = Move::from_letter(c) {
                let times = count.take().unwrap_or(1);
                if times > MAX_PRESSES - moves.len() {
                    return Err(PlanError::TooLong);
                }
                moves.extend(std::iter::repeat_n(step, times));
            } else if !c.is_whitespace() || count.is_some() {
                return Err(PlanError::Unexpected { at: i + 1, found: c });
            }
        }
        if count.is_some() { Err(PlanError::DanglingCount) } else { Ok(Plan(moves)) }
    }

    /// The same plan in the room rotated or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Plan {
        self.0.iter().map(|step| step.transformed(symmetry)).collect()
    }

    /// The plan as text, upper case where a step pushes a block or turns a turnstile of this level.
    ///
    /// A press that does nothing is written in lower case.
    #[must_use]
    pub fn keys(&self, level: &Level) -> String {
        let mut game = Game::new(level);
        let key = |&step: &Move| {
            let letter = step.letter();
            if game.press(step).is_interaction() { letter.to_ascii_uppercase() } else { letter }
        };
        self.0.iter().map(key).collect()
    }
}

/// Lower case only, since only a replay knows more; see [`Plan::keys`].
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| write!(f, "{}", step.letter()))
    }
}

impl FromIterator<Move> for Plan {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Plan {
        Plan(moves.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_read_in_either_case_with_counts_and_white_space() {
        assert_eq!(Plan::parse("3r\n U2s l\t0d").map(|p| p.to_string()), Ok("rrrussl".to_owned()));
        assert_eq!(Plan::parse(""), Ok(Plan::default()));
    }

    #[test]
    fn bad_plans_are_refused_where_they_are_bad() {
        assert_eq!(Plan::parse("rrx"), Err(PlanError::Unexpected { at: 3, found: 'x' }));
        assert_eq!(Plan::parse("r3 r"), Err(PlanError::Unexpected { at: 3, found: ' ' }));
        assert_eq!(Plan::parse("r3"), Err(PlanError::DanglingCount));
        assert_eq!(Plan::parse("999999999999999999999999r"), Err(PlanError::TooLong));
        assert_eq!(Plan::parse("600000r600000r"), Err(PlanError::TooLong));
    }
}
