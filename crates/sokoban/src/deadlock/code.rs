//! Positions of a handful of boxes as one number each, for the small searches of corrals and pens.

use boxwright_grid::{Floor, Square, SquareSet};
use boxwright_search::packed::bits_for;

/// More boxes are not looked at.
pub(super) const MOST_BOXES: usize = 12;

/// More boxes are not looked at on this floor: they and the player have to fit into one number, with a 1 before them.
pub(super) fn most_boxes(floor: &Floor) -> usize {
    MOST_BOXES.min(126 / bits_for(floor.len()).max(1) as usize - 1)
}

/// How a position becomes a number: a 1, the player's square and those of the boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code {
    bits: u32,
}

impl Code {
    pub(super) fn new(floor: &Floor) -> Code {
        Code { bits: bits_for(floor.len()) }
    }

    #[inline]
    pub(super) fn pack(self, boxes: &[Square], player: Square) -> u128 {
        boxes.iter().fold(1 << self.bits | u128::from(player.0), |code, s| code << self.bits | u128::from(s.0))
    }

    /// The player's square, and the boxes as a set.
    #[inline]
    pub(super) fn unpack(self, mut number: u128, boxes: &mut SquareSet) -> Square {
        boxes.clear();
        loop {
            let square = Square((number & ((1 << self.bits) - 1)) as u16);
            number >>= self.bits;
            if number == 1 {
                return square;
            }
            boxes.insert(square);
        }
    }
}

/// Room for several times as many numbers as are looked at, so that they do not crowd.
pub(super) const SLOTS: usize = 1 << 11;

/// A small set of numbers that are not 0.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    slots: Vec<u128>,
    used: Vec<u16>,
}

impl Seen {
    pub(super) fn new() -> Seen {
        Seen { slots: vec![0; SLOTS], used: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.used.len()
    }

    pub(super) fn clear(&mut self) {
        self.used.drain(..).for_each(|slot| self.slots[usize::from(slot)] = 0);
    }

    /// Adds a number; whether it is new.
    pub(super) fn insert(&mut self, key: u128) -> bool {
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (mixed >> (64 - SLOTS.trailing_zeros())) as usize;
        while self.slots[slot] != 0 {
            if self.slots[slot] == key {
                return false;
            }
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = key;
        self.used.push(slot as u16);
        true
    }
}
