//! What can be wrong with a level, and where.
//!
//! A level collects all its faults, so that a designer who has forgotten the player and a goal hears of both at once.
//! Lines and columns count from 1, in the file where the level comes from one.

use std::fmt;

use crate::formats::rle::RleError;

/// One fault of a level and its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The line in the file, from 1; the row of the board where the level does not come from a file.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: FaultKind,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum FaultKind {
    /// A character that stands for nothing, within a row of a board.
    #[error("unknown character {0:?}")]
    UnknownCharacter(char),
    /// A tab within a row of a board: nobody knows how many squares it stands for.
    #[error("a tab inside a board row; write blanks or '-' instead")]
    Tab,
    /// A run-length encoded row that cannot be expanded.
    #[error("run-length encoding: {0}")]
    Rle(RleError),
    /// More points than a board may have.
    #[error(
        "the board is too large: {width} columns × {height} rows, at most {} points are allowed",
        boxwright_grid::MAX_BOARD_POINTS
    )]
    TooLarge {
        /// Columns of the bounding box, as far as counted.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Nobody pushes.
    #[error("the level has no player ('@', or '+' on a goal)")]
    NoPlayer,
    /// A second, third, … player.
    #[error("another player; levels with several players (Multiban) are not supported")]
    ExtraPlayer,
    /// Nothing to push where the player can go.
    #[error("the level has no box within the walls around the player")]
    NoBoxes,
    /// As many boxes as goals are needed within the walls around the player.
    #[error("the number of boxes ({boxes}) differs from the number of goals ({goals})")]
    BoxesAndGoalsDiffer {
        /// Boxes in the player's area.
        boxes: usize,
        /// Goals in the player's area, covered ones included.
        goals: usize,
    },
    /// The walls have a gap.
    #[error("the board is open: the player can walk off here")]
    Open,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl std::error::Error for Fault {}
