//! Aiming at an imagined board: what the two searches of the strategy `aim` are told about positions.
//!
//! One search goes backwards from the solved board and does not try to reach anything: it *loosens* ([`Loosening`]). It
//! pulls the boxes off the goals to where they are in nobody's way. The best board it has come to is imagined by another
//! search, which goes forwards from the start and *aims* at it ([`Aiming`]). That is often far easier than to aim at the
//! goals: a loose board does not care in which order its boxes come.
//!
//! The other way round is the same: boxes are pushed from where they start to where they are loose, and the search
//! backwards aims at that. So both are written for boxes that are moved either way ([`MacroSpace`]).
//!
//! Source: the strategies B, D, E and F ("HF") of Festival (Shoham), the other way round G ("REV").

mod aiming;
mod doom;
mod loosening;
mod spaces;

pub use aiming::Aiming;
pub use loosening::{Loosen, Loosening};
pub use spaces::MacroSpace;

use boxwright_grid::SquareSet;
use boxwright_search::Opinion;

fn common(a: &SquareSet, b: &SquareSet) -> usize {
    a.words().iter().zip(b.words()).map(|(a, b)| (a & b).count_ones() as usize).sum()
}

/// A number as so many bits of a score, in which more is better.
fn many(number: usize, bits: u32) -> u64 {
    number.min((1 << bits) - 1) as u64
}

/// The same if less is better.
fn few(number: usize, bits: u32) -> u64 {
    (1 << bits) - 1 - many(number, bits)
}

/// The number of the successor with the best score, the first of equals.
fn best(successors: &[Opinion]) -> Option<usize> {
    let fair = (0..successors.len()).filter(|&number| !successors[number].poor);
    fair.max_by_key(|&number| (successors[number].score, std::cmp::Reverse(number)))
}
