//! The packed form of a set of boxes.
//!
//! A bit per live square, or the box squares one after the other, whichever takes fewer bits.

use crate::Puzzle;
use boxwright_grid::{Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter, bits_for};

#[derive(Clone, Copy, Debug)]
pub(super) struct BoxCode {
    live: usize,
    count: usize,
    /// Bits per listed square; `None` for a bit map.
    listed: Option<u32>,
}

impl BoxCode {
    pub(super) fn new(puzzle: &Puzzle) -> BoxCode {
        let (live, count) = (puzzle.live_squares(), puzzle.boxes().len());
        let each = bits_for(live);
        BoxCode { live, count, listed: (count * (each as usize) < live).then_some(each) }
    }

    pub(super) fn bits(self) -> usize {
        self.listed.map_or(self.live, |each| self.count * each as usize)
    }

    #[inline]
    pub(super) fn pack(self, boxes: &SquareSet, bits: &mut BitWriter<'_>) {
        if let Some(each) = self.listed {
            for square in boxes {
                bits.write(square.0.into(), each);
            }
            return;
        }
        let mut left = self.live;
        for &word in boxes.words() {
            let count = left.min(64);
            bits.write(word, count as u32);
            left -= count;
        }
    }

    /// Calls `each` with every box square.
    #[inline]
    pub(super) fn unpack(self, bits: &mut BitReader<'_>, mut visit: impl FnMut(Square)) {
        if let Some(each) = self.listed {
            for _ in 0..self.count {
                visit(Square(bits.read(each) as u16));
            }
            return;
        }
        for start in (0..self.live).step_by(64) {
            let mut word = bits.read((self.live - start).min(64) as u32);
            while word != 0 {
                visit(Square((start + word.trailing_zeros() as usize) as u16));
                word &= word - 1;
            }
        }
    }
}
