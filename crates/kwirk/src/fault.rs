//! What can be wrong with a level, and where.
//!
//! A level is read as far as it makes sense and everything wrong with it is listed at once, so that its author repairs
//! it in one go. The list of one level is bounded ([`MAX_FAULTS`]): a file of noise must not become a report many times
//! its size.

use std::fmt;

use boxwright_grid::MAX_BOARD_POINTS;

/// So many faults of a level are listed one by one; the rest is only counted.
pub const MAX_FAULTS: usize = 20;

/// Something wrong with a level.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fault {
    /// Line of the file, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// What it is.
    pub kind: FaultKind,
}

/// The kinds of faults.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// There is no exit.
    #[error("the level has no exit (%)")]
    NoExit,
    /// An exit after the first.
    #[error("a second exit; a level has exactly one")]
    SecondExit,
    /// Nobody is there.
    #[error("the level has no character (1 to 4)")]
    NoCharacter,
    /// A character is drawn again; the number is 1 to 4.
    #[error("character {0} is drawn a second time")]
    RepeatedCharacter(usize),
    /// An arm whose pivot is missing.
    #[error("this turnstile arm has no pivot: the cell it points away from must be one")]
    ArmWithoutPivot,
    /// A pivot that nothing turns around.
    #[error("this turnstile pivot has no arms")]
    PivotWithoutArms,
    /// Equal touching letters that are no rectangle.
    #[error("the cells {0:?} that touch here do not form a full rectangle")]
    NotARectangle(char),
    /// A row that is not as wide as the first.
    #[error("this row has {width} columns, the first row has {first}")]
    Ragged {
        /// Columns of this row.
        width: usize,
        /// Columns of the first row.
        first: usize,
    },
    /// A character stands on an open hole.
    #[error("an open hole lies under character {0}")]
    HoleUnderCharacter(usize),
    /// A hole where there can be none.
    #[error("an open hole lies under a wall or the exit")]
    HoleUnderWall,
    /// A glyph without meaning.
    #[error("unknown character {0:?}")]
    UnknownGlyph(char),
    /// A glyph without meaning in the layer of holes.
    #[error("unknown character {0:?} in the @under layer (O is a hole, . is none)")]
    UnknownUnder(char),
    /// The layer of holes does not fit the map.
    #[error("the @under layer has {found} {what} here, the map has {expected}")]
    UnderMisfit {
        /// `rows` or `columns`.
        what: &'static str,
        /// How many the layer has.
        found: usize,
        /// How many the map has.
        expected: usize,
    },
    /// A line inside a level that is neither map nor comment.
    #[error("this line is neither a map row (they start with # or +) nor a comment (;)")]
    StrayLine,
    /// More points than can be handled; the map was not read.
    #[error("a board of at least {width}×{height} is too large: at most {MAX_BOARD_POINTS} cells can be handled")]
    TooLarge {
        /// Columns of the widest row seen.
        width: usize,
        /// Rows seen; not many more than fit are looked at.
        height: usize,
    },
    /// So many kinds of blocks on so large a board that it cannot be prepared for solving.
    #[error("too many kinds of large blocks on too large a board to solve")]
    TooIntricate,
    /// A thing reaches beyond the board (not possible in a drawing).
    #[error("something here reaches outside the board")]
    OutsideBoard,
    /// Two things share a cell, or one stands on wall or exit (not possible in a drawing).
    #[error("two things share this cell")]
    Overlap,
    /// Faults beyond [`MAX_FAULTS`].
    #[error("and {0} more faults")]
    Further(usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl std::error::Error for Fault {}

/// Collects faults up to the bound.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    listed: Vec<Fault>,
    further: Option<Fault>,
    more: usize,
}

impl Faults {
    pub(crate) fn add(&mut self, line: usize, column: usize, kind: FaultKind) {
        if self.listed.len() < MAX_FAULTS {
            self.listed.push(Fault { line, column, kind });
        } else {
            self.more += 1;
            let kind = FaultKind::Further(self.more);
            self.further.get_or_insert(Fault { line, column, kind: FaultKind::Further(1) }).kind = kind;
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Fault> {
        let mut all = self.listed;
        all.extend(self.further);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_bounded_and_says_so() {
        let mut faults = Faults::default();
        for line in 1..=MAX_FAULTS + 3 {
            faults.add(line, 1, FaultKind::StrayLine);
        }
        let all = faults.into_vec();
        assert_eq!(all.len(), MAX_FAULTS + 1);
        assert_eq!(all[MAX_FAULTS].to_string(), format!("line {}, column 1: and 3 more faults", MAX_FAULTS + 1));
    }
}
