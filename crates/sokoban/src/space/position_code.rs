//! The packed form of a position: the boxes, then the player's square.
//!
//! The boxes are a bit per live square, or the box squares one after the other, whichever takes fewer bits.

use crate::Puzzle;
use boxwright_grid::{Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter, bits_for};

/// How positions of one puzzle are packed. The player's square may stand for a region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionCode {
    boxes: BoxCode,
    player_bits: u32,
}

impl PositionCode {
    pub(crate) fn new(puzzle: &Puzzle) -> PositionCode {
        PositionCode { boxes: BoxCode::new(puzzle), player_bits: bits_for(puzzle.floor().len()) }
    }

    pub(crate) fn bits(self) -> usize {
        self.boxes.bits() + self.player_bits as usize
    }

    #[inline]
    pub(crate) fn pack(self, boxes: &SquareSet, player: Square, bits: &mut BitWriter<'_>) {
        self.boxes.pack(boxes, bits);
        bits.write(player.0.into(), self.player_bits);
    }

    /// Makes `boxes` the packed ones; returns the player's square and the key of the boxes.
    #[inline]
    pub(crate) fn unpack(self, puzzle: &Puzzle, bits: &mut BitReader<'_>, boxes: &mut SquareSet) -> (Square, u64) {
        boxes.clear();
        let mut box_key = 0;
        self.boxes.unpack(bits, |square| {
            boxes.insert(square);
            box_key ^= puzzle.box_key(square);
        });
        (Square(bits.read(self.player_bits) as u16), box_key)
    }

    /// The box that stands in `boxes`, but not in the packed position, if there is one.
    #[inline]
    pub(crate) fn first_new(self, bits: &mut BitReader<'_>, boxes: &SquareSet) -> Option<Square> {
        let mut new = boxes.clone();
        self.boxes.unpack(bits, |square| new.remove(square));
        new.iter().next()
    }

    /// The key of a packed position.
    #[inline]
    pub(crate) fn key_of(self, puzzle: &Puzzle, bits: &mut BitReader<'_>) -> u64 {
        let mut key = 0;
        self.boxes.unpack(bits, |square| key ^= puzzle.box_key(square));
        key ^ puzzle.player_key(Square(bits.read(self.player_bits) as u16))
    }
}

#[derive(Clone, Copy, Debug)]
struct BoxCode {
    live: usize,
    count: usize,
    /// Bits per listed square; `None` for a bit map.
    listed: Option<u32>,
}

impl BoxCode {
    fn new(puzzle: &Puzzle) -> BoxCode {
        let (live, count) = (puzzle.live_squares(), puzzle.boxes().len());
        let each = bits_for(live);
        BoxCode { live, count, listed: (count * (each as usize) < live).then_some(each) }
    }

    fn bits(self) -> usize {
        self.listed.map_or(self.live, |each| self.count * each as usize)
    }

    #[inline]
    fn pack(self, boxes: &SquareSet, bits: &mut BitWriter<'_>) {
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
    fn unpack(self, bits: &mut BitReader<'_>, mut visit: impl FnMut(Square)) {
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
