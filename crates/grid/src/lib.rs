//! What both games stand on: points of a drawn board, directions, the compact numbering of the squares that matter,
//! sets of squares, flood fill and the eight symmetries of the plane.
//!
//! A board is drawn on a rectangle of [`Point`]s. A compiled puzzle numbers only the squares where something can
//! happen ([`Square`]) and keeps who is whose neighbour in a [`Floor`]; sets of squares are bit sets
//! ([`SquareSet`]), so that a position of a typical puzzle fits in a few machine words.

mod blocks;
mod direction;
mod fill;
mod floor;
mod key;
mod point;
mod processor;
mod random;
mod square_set;
mod symmetry;

pub use blocks::{Blocks, Lifted, PutDown};
pub use direction::Direction;
pub use fill::{Fill, UNREACHED, shortest_walk, walking_distances};
pub use floor::{Floor, Square};
pub use key::scramble;
pub use point::{Point, Size};
#[cfg(target_arch = "x86_64")]
pub use processor::has_wide_words;
pub use random::SplitMix64;
pub use square_set::SquareSet;
pub use symmetry::Symmetry;

/// The largest number of points a drawn board may have: every square number then fits in 16 bits.
///
/// 100×100 boards with a thousand boxes are far below; readers refuse more before they allocate.
pub const MAX_BOARD_POINTS: usize = 65_535;
