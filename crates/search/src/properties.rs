//! What strategies, heuristics and rules promise.

use crate::Cost;
use std::fmt;
use std::str::FromStr;

/// What a solution should be best in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Objective {
    /// Any solution will do.
    #[default]
    Any,
    /// The fewest pushes (in Kwirk: obstacle interactions).
    Pushes,
    /// The fewest moves, pushes included (in Kwirk: steps and switches).
    Moves,
    /// The fewest pushes, among those the fewest moves.
    PushesMoves,
    /// The fewest moves, among those the fewest pushes.
    MovesPushes,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Objective; 5] =
        [Objective::Any, Objective::Pushes, Objective::Moves, Objective::PushesMoves, Objective::MovesPushes];

    /// As written on the command line and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Objective::Any => "any",
            Objective::Pushes => "pushes",
            Objective::Moves => "moves",
            Objective::PushesMoves => "pushes-moves",
            Objective::MovesPushes => "moves-pushes",
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Objective {
    type Err = String;

    fn from_str(text: &str) -> Result<Objective, String> {
        Objective::ALL.into_iter().find(|o| o.name() == text).ok_or_else(|| {
            let names: Vec<_> = Objective::ALL.iter().map(|o| o.name()).collect();
            format!("unknown objective '{text}'; there are: {}", names.join(", "))
        })
    }
}

/// A lexicographic objective is counted as one number: one of the first kind weighs as much as so many of the second.
/// A solution with as many of the second kind or more is not proven best.
pub const LEXICOGRAPHIC_STEP: Cost = 1 << 14;

/// What one step of the player costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepCosts {
    /// A step that moves nothing but the player (or, in Kwirk, a switch).
    pub walk: Cost,
    /// A step that pushes or turns something.
    pub push: Cost,
}

impl StepCosts {
    /// Costs that make the cheapest plan the best one for an objective.
    #[must_use]
    pub const fn of(objective: Objective) -> StepCosts {
        match objective {
            Objective::Any | Objective::Moves | Objective::Pushes => StepCosts { walk: 1, push: 1 },
            Objective::MovesPushes => StepCosts { walk: LEXICOGRAPHIC_STEP, push: LEXICOGRAPHIC_STEP + 1 },
            Objective::PushesMoves => StepCosts { walk: 1, push: LEXICOGRAPHIC_STEP + 1 },
        }
    }
}

/// What a strategy promises. Tests hold it to that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Properties {
    /// Finds a solution whenever there is one, given enough time and memory; exhausting its space proves that there is
    /// none.
    pub complete: bool,
    /// What its solutions are best in ([`Objective::Any`]: nothing).
    pub optimal: Objective,
}

impl Properties {
    /// Whether this is enough for an objective.
    ///
    /// # Errors
    /// What `strategy` finds instead, to be shown to the user.
    pub fn check(self, strategy: impl fmt::Display, objective: Objective) -> Result<(), String> {
        match self.optimal {
            _ if objective == Objective::Any || self.optimal == objective => Ok(()),
            Objective::Any => Err(format!("{strategy} finds some solution, not the one with the fewest {objective}")),
            other => Err(format!("{strategy} finds the fewest {other}, not the fewest {objective}")),
        }
    }
}
