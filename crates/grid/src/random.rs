//! Random numbers that are the same in every run and on every machine.

use crate::scramble;

/// The generator of Steele, Lea and Flood (2014): small, fast and good enough for tests.
#[derive(Clone, Debug)]
pub struct SplitMix64(
    /// The state; any number will do as a seed.
    pub u64,
);

impl SplitMix64 {
    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        scramble(self.0)
    }

    /// A number from 0 to `bound` less one; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The bias of the multiplication is far below what a test could notice.
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
