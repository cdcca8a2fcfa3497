//! A few boxes, in order.

use boxwright_grid::Square;

/// The largest number of boxes in a group.
pub(super) const MOST_BOXES: usize = 5;

/// Bits of a square in a key.
const SQUARE_BITS: u32 = 12;

/// The squares of a group of boxes, the smallest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Members {
    squares: [Square; MOST_BOXES],
    number: u8,
}

impl Members {
    /// One box.
    pub(super) fn one(square: Square) -> Members {
        Members { squares: [square; MOST_BOXES], number: 1 }
    }

    /// Whether squares of so many have keys.
    pub(super) fn have_keys(squares: usize) -> bool {
        squares < 1 << SQUARE_BITS
    }

    /// The squares.
    #[inline]
    pub(super) fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.number)]
    }

    /// With one more box.
    pub(super) fn and(mut self, square: Square) -> Members {
        self.squares[usize::from(self.number)] = square;
        self.number += 1;
        self.settle(usize::from(self.number) - 1);
        self
    }

    /// With the box in this place on another square.
    #[inline]
    pub(super) fn moved(mut self, place: usize, square: Square) -> Members {
        self.squares[place] = square;
        self.settle(place);
        self
    }

    /// Brings the square in this place to where it belongs.
    #[inline]
    fn settle(&mut self, mut place: usize) {
        let squares = &mut self.squares[..usize::from(self.number)];
        while place > 0 && squares[place - 1] > squares[place] {
            squares.swap(place - 1, place);
            place -= 1;
        }
        while place + 1 < squares.len() && squares[place + 1] < squares[place] {
            squares.swap(place, place + 1);
            place += 1;
        }
    }

    /// A number that only these members have.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key_of(u32::MAX)
    }

    /// The same of those members whose bits are set.
    #[inline]
    pub(super) fn key_of(&self, chosen: u32) -> u64 {
        let mut key = 0;
        for (place, square) in self.squares().iter().enumerate() {
            if chosen >> place & 1 != 0 {
                key = key << SQUARE_BITS | (square.index() as u64 + 1);
            }
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn members_are_in_order_however_they_came() {
        let group = Members::one(Square(7)).and(Square(2)).and(Square(9)).and(Square(4));
        assert_eq!(group.squares(), [2, 4, 7, 9].map(Square));
        assert_eq!(group.moved(0, Square(8)).squares(), [4, 7, 8, 9].map(Square));
        assert_eq!(group.moved(3, Square(3)).squares(), [2, 3, 4, 7].map(Square));
        assert_eq!(group.moved(1, Square(5)).moved(1, Square(4)), group);
    }

    #[test]
    fn every_group_has_its_own_key() {
        let mut keys = HashSet::new();
        let group = Members::one(Square(0)).and(Square(1)).and(Square(2)).and(Square(4000)).and(Square(4094));
        for chosen in 1..32 {
            assert!(keys.insert(group.key_of(chosen)), "{chosen}");
        }
        assert!(keys.contains(&group.key()) && Members::have_keys(4095) && !Members::have_keys(4096));
        assert_eq!(group.key_of(0b111), Members::one(Square(2)).and(Square(0)).and(Square(1)).key());
    }
}
