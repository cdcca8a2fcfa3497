//! A plan: the moves of the player, one after the other.
//!
//! Only the directions are kept. Whether a move pushes follows from the level, so a solution typed in lower case is as
//! good as any, and upper case is recomputed when a plan is written. What is read: `lurd` in either case, white space
//! between, counts before a letter or a group (`3r4U`, `2(3(dr)R)`, the way cavepacker writes too), and `*`, the mark of
//! the current position in saved games, which means nothing here. A game that was played backwards begins with a jump
//! in square brackets; it is not a solution and is refused by name.

use std::fmt;

use boxwright_grid::{Direction, Symmetry};

use crate::formats::rle::{self, RleError};
use crate::level::Level;
use crate::rules::{Game, Step};

/// The moves of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Plan(Vec<Direction>);

/// The longest plan that is read; the longest solutions people publish have under a million moves.
pub const MAX_PLAN_MOVES: usize = 10_000_000;

/// Why a text is not a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A character that is no move.
    #[error("character {at} of the solution, {character:?}, is not a move (l, u, r, d)")]
    UnknownCharacter {
        /// The character.
        character: char,
        /// Which one it is, from 1.
        at: usize,
    },
    /// A jump: only games played in reverse have them.
    #[error("character {at} of the solution begins a jump '[…]': a game played in reverse is not a solution")]
    Jump {
        /// Which character begins it, from 1.
        at: usize,
    },
    /// Wrong or excessive counts and groups.
    #[error("the solution's run-length encoding: {0}")]
    Rle(#[from] RleError),
}

impl Plan {
    /// A plan of these steps.
    #[must_use]
    pub fn new(steps: Vec<Direction>) -> Plan {
        Plan(steps)
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// A character that is no move, a jump, wrong counts or groups, or more than [`MAX_PLAN_MOVES`].
    pub fn parse(text: &str) -> Result<Plan, PlanError> {
        let item = |at, character: char| match character {
            '[' | ']' => Err(PlanError::Jump { at }),
            '*' => Ok(None),
            c if c.is_whitespace() => Ok(None),
            c => Direction::from_letter(c).map(Some).ok_or(PlanError::UnknownCharacter { character, at }),
        };
        rle::expand(text, MAX_PLAN_MOVES, item).map(Plan)
    }

    /// The steps in order.
    #[must_use]
    pub fn steps(&self) -> &[Direction] {
        &self.0
    }

    /// How many moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no move at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same plan on the board rotated or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Plan {
        self.0.iter().map(|&direction| symmetry.direction(direction)).collect()
    }

    /// The plan in letters, upper case where it pushes a box on this level. A blocked step stays in lower case and
    /// moves nothing.
    #[must_use]
    pub fn lurd(&self, level: &Level) -> String {
        let mut game = Game::new(level);
        self.0.iter().map(|&direction| letter(direction, game.step(direction))).collect()
    }
}

/// The letter of a step: upper case for a push.
pub(crate) fn letter(direction: Direction, step: Step) -> char {
    if step == Step::Push { direction.letter().to_ascii_uppercase() } else { direction.letter() }
}

impl FromIterator<Direction> for Plan {
    fn from_iter<I: IntoIterator<Item = Direction>>(steps: I) -> Plan {
        Plan(steps.into_iter().collect())
    }
}

impl From<Vec<Direction>> for Plan {
    fn from(steps: Vec<Direction>) -> Plan {
        Plan(steps)
    }
}

/// All letters in lower case, since the plan alone does not know its pushes.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|direction| write!(f, "{}", direction.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        Plan::parse(text).unwrap().to_string()
    }

    #[test]
    fn letters_counts_groups_and_marks() {
        assert_eq!(read("lurdLURD"), "lurdlurd");
        assert_eq!(read(" l u\n\tr\r\nd* "), "lurd");
        assert_eq!(read("3lU2r"), "lllurr");
        assert_eq!(read("2(3(dr)R)"), "drdrdrrdrdrdrr");
        assert_eq!(read("12(l)"), "l".repeat(12));
        assert_eq!(read(""), "");
    }

    #[test]
    fn what_is_no_plan_is_refused_with_a_reason() {
        let refuse = |text: &str| Plan::parse(text).unwrap_err().to_string();
        assert!(refuse("lux").contains("character 3 of the solution, 'x'"));
        assert!(refuse("[ll]RR").contains("reverse"));
        assert!(refuse("2(lu").contains("group"));
        assert!(refuse("lu)").contains("group"));
        assert!(refuse("lu3").contains("count"));
    }

    #[test]
    fn bombs_are_refused_at_once() {
        for bomb in ["999999999999999999999999l", "9999(9999(9999(9999(l))))", &"(".repeat(1_000_000), &"9(".repeat(90)]
        {
            assert!(Plan::parse(bomb).is_err());
        }
        assert_eq!(Plan::parse("10000000l").unwrap().len(), MAX_PLAN_MOVES);
        assert!(Plan::parse("10000001l").is_err());
        assert!(Plan::parse(&"l".repeat(MAX_PLAN_MOVES + 1)).is_err());
    }

    #[test]
    fn pushes_are_written_in_upper_case() {
        let level = Level::new("######\n#@ $.#\n######".parse().unwrap());
        assert_eq!(Plan::parse("rr").unwrap().lurd(&level), "rR");
        assert_eq!(Plan::parse("URR").unwrap().lurd(&level), "urR");
    }
}
