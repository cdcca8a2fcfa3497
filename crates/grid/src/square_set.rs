//! Sets of squares as bits.

use crate::Square;

/// A set of squares of one floor: one bit each, in 64-bit words.
///
/// The words are on the heap so that one type serves every board size; positions of a search are kept and reused, so
/// nothing is allocated in a node loop.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SquareSet {
    words: Box<[u64]>,
}

impl SquareSet {
    /// The empty set over `squares` squares.
    #[must_use]
    pub fn new(squares: usize) -> SquareSet {
        SquareSet { words: vec![0; squares.div_ceil(64)].into() }
    }

    /// A set with these members.
    pub fn from_squares(squares: usize, members: impl IntoIterator<Item = Square>) -> SquareSet {
        let mut set = SquareSet::new(squares);
        for member in members {
            set.insert(member);
        }
        set
    }

    /// Whether the square is a member.
    #[inline]
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.words[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Adds a member.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.words[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a member out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.words[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Takes all members out.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Becomes equal to `other` without allocating.
    #[inline]
    pub fn copy_from(&mut self, other: &SquareSet) {
        self.words.copy_from_slice(&other.words);
    }

    /// Adds all members of another set.
    #[inline]
    pub fn unite(&mut self, other: &SquareSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// Keeps only what is in another set as well.
    #[inline]
    pub fn intersect(&mut self, other: &SquareSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    /// Takes out all members of another set.
    #[inline]
    pub fn subtract(&mut self, other: &SquareSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    /// How many members there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Whether every member is also in `other`.
    #[inline]
    #[must_use]
    pub fn is_subset(&self, other: &SquareSet) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Whether the two have a square in common.
    #[inline]
    #[must_use]
    pub fn meets(&self, other: &SquareSet) -> bool {
        self.words().iter().zip(other.words()).any(|(a, b)| a & b != 0)
    }

    /// The member with the smallest number.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The members in order.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Members<'_> {
        Members { words: &self.words, word: self.words.first().copied().unwrap_or(0), at: 0 }
    }

    /// The members that are not in `other`, in order.
    #[inline]
    pub fn minus<'a>(&'a self, other: &'a SquareSet) -> impl Iterator<Item = Square> + 'a {
        self.words.iter().zip(&other.words).enumerate().flat_map(|(at, (a, b))| {
            let mut word = a & !b;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(Square((at * 64 + bit) as u16))
            })
        })
    }

    /// The words: bit `s % 64` of word `s / 64` says whether square `s` is a member.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words, to be filled from a packed state.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

impl<'a> IntoIterator for &'a SquareSet {
    type Item = Square;
    type IntoIter = Members<'a>;

    fn into_iter(self) -> Members<'a> {
        self.iter()
    }
}

/// Iterates over the members of a [`SquareSet`] in order.
#[derive(Debug)]
pub struct Members<'a> {
    words: &'a [u64],
    word: u64,
    at: usize,
}

impl Iterator for Members<'_> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.words.get(self.at)?;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(Square((self.at * 64 + bit) as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_like_a_set(changes in prop::collection::vec((0u16..200, any::<bool>()), 0..300)) {
            let mut ours = SquareSet::new(200);
            let mut oracle = BTreeSet::new();
            for (square, add) in changes {
                if add {
                    ours.insert(Square(square));
                    oracle.insert(Square(square));
                } else {
                    ours.remove(Square(square));
                    oracle.remove(&Square(square));
                }
                prop_assert_eq!(ours.contains(Square(square)), add);
            }
            prop_assert_eq!(ours.iter().collect::<Vec<_>>(), oracle.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(ours.count(), oracle.len());
            prop_assert_eq!(ours.first(), oracle.first().copied());
            prop_assert_eq!(ours.is_empty(), oracle.is_empty());
            let low = SquareSet::from_squares(200, (0..100).map(Square));
            let high: Vec<Square> = oracle.iter().copied().filter(|s| s.0 >= 100).collect();
            prop_assert_eq!(ours.minus(&low).collect::<Vec<_>>(), high);
        }
    }

    #[test]
    fn the_set_over_nothing_is_empty() {
        let none = SquareSet::new(0);
        assert!(none.is_empty());
        assert_eq!(none.first(), None);
        assert!(none.is_subset(&none));
    }
}
