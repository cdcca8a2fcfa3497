//! What a solution is to be short in: one of the six measures, and a second one that decides between equals.
//!
//! A search adds up plain numbers, so the two are one number in it: the first counts [`LEXICOGRAPHIC_STEP`] times the
//! second. Which of two solutions is the better one is never decided by that number, but by the measures of their replays.

use std::fmt;
use std::str::FromStr;

use boxwright_grid::{Direction, Square};
use boxwright_search::{Cost, LEXICOGRAPHIC_STEP};

use crate::Metrics;

/// One of the six measures; see [`Metrics`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Measure {
    /// Steps of the player, pushes included.
    Moves,
    /// Steps that push a box.
    Pushes,
    /// Straight runs of pushes of one box.
    BoxLines,
    /// Pushes of another box than the last one.
    BoxChanges,
    /// Runs of pushes without a walk between.
    PushingSessions,
    /// Straight runs of moves.
    PlayerLines,
}

impl Measure {
    /// All six.
    pub const ALL: [Measure; 6] = [
        Measure::Moves,
        Measure::Pushes,
        Measure::BoxLines,
        Measure::BoxChanges,
        Measure::PushingSessions,
        Measure::PlayerLines,
    ];

    /// As written on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Measure::Moves => "moves",
            Measure::Pushes => "pushes",
            Measure::BoxLines => "box-lines",
            Measure::BoxChanges => "box-changes",
            Measure::PushingSessions => "pushing-sessions",
            Measure::PlayerLines => "player-lines",
        }
    }

    /// The number among all six.
    #[must_use]
    pub const fn of(self, metrics: &Metrics) -> usize {
        match self {
            Measure::Moves => metrics.moves,
            Measure::Pushes => metrics.pushes,
            Measure::BoxLines => metrics.box_lines,
            Measure::BoxChanges => metrics.box_changes,
            Measure::PushingSessions => metrics.pushing_sessions,
            Measure::PlayerLines => metrics.player_lines,
        }
    }
}

/// A measure, and another one for solutions that are equal in the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Measures {
    /// What counts.
    pub first: Measure,
    /// What decides between equals.
    pub second: Measure,
}

impl Measures {
    /// One measure; moves decide between equals, or pushes if it is moves that count.
    #[must_use]
    pub const fn by(first: Measure) -> Measures {
        let second = if matches!(first, Measure::Moves) { Measure::Pushes } else { Measure::Moves };
        Measures { first, second }
    }

    /// Both numbers, in order: the smaller pair is the better solution.
    #[must_use]
    pub const fn of(self, metrics: &Metrics) -> (usize, usize) {
        (self.first.of(metrics), self.second.of(metrics))
    }

    pub(super) fn weights(self) -> Weights {
        let weight = |measure| match measure {
            _ if measure == self.first => LEXICOGRAPHIC_STEP,
            _ if measure == self.second => 1,
            _ => 0,
        };
        Weights(Measure::ALL.map(weight))
    }
}

impl FromStr for Measures {
    type Err = String;

    /// Reads `MEASURE` or `MEASURE,MEASURE`.
    fn from_str(text: &str) -> Result<Measures, String> {
        let one = |word: &str| {
            let names = Measure::ALL.map(Measure::name).join(", ");
            let named = Measure::ALL.into_iter().find(|measure| measure.name() == word.trim());
            named.ok_or_else(|| format!("'{word}' is no measure; there are: {names}"))
        };
        match text.split_once(',') {
            None => one(text).map(Measures::by),
            Some((first, second)) => {
                let measures = Measures { first: one(first)?, second: one(second)? };
                if measures.first == measures.second {
                    return Err(format!("'{}' is named twice", measures.first.name()));
                }
                Ok(measures)
            }
        }
    }
}

impl fmt::Display for Measures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.first.name(), self.second.name())
    }
}

/// What one of each measure costs in a search, in the order of [`Measure::ALL`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights([Cost; 6]);

impl Weights {
    /// Pushes alone, one each.
    pub(super) const PUSHES: Weights = Weights([0, 1, 0, 0, 0, 0]);

    pub(super) fn of(self, measure: Measure) -> Cost {
        self.0[measure as usize]
    }

    /// What a push of the box on `from` costs but for the walk to it. `last_box` is where the box is that was pushed last,
    /// [`Square::NONE`] if there was none.
    #[inline]
    pub(super) fn push(self, last_box: Square, walks: bool, from: Square) -> Cost {
        let [moves, pushes, box_lines, box_changes, sessions, _] = self.0;
        let another = last_box != from;
        let begins = walks || !last_box.exists();
        let when = |condition, cost| if condition { cost } else { 0 };
        moves + pushes + when(another || begins, box_lines) + when(another, box_changes) + when(begins, sessions)
    }

    /// What a step to the next square costs.
    #[inline]
    pub(super) fn step(self) -> Cost {
        self.of(Measure::Moves)
    }

    /// What it costs to go in another direction than before.
    #[inline]
    pub(super) fn turn(self, before: Option<Direction>, after: Direction) -> Cost {
        if before == Some(after) { 0 } else { self.of(Measure::PlayerLines) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_read_and_written() {
        for first in Measure::ALL {
            for second in Measure::ALL.into_iter().filter(|&m| m != first) {
                let measures = Measures { first, second };
                assert_eq!(measures.to_string().parse(), Ok(measures));
            }
        }
        assert_eq!("pushes".parse(), Ok(Measures::by(Measure::Pushes)));
        assert!("pushes,pushes".parse::<Measures>().unwrap_err().contains("twice"));
        assert!("pulls".parse::<Measures>().unwrap_err().contains("box-changes"));
    }
}
