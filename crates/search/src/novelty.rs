//! Novelty: how much of a position has not been seen before.
//!
//! Source: width-based search (Lipovetzky and Geffner 2012, 2017). A position is a set of *atoms* (a block of this size
//! on that square, a turnstile in this position, …). Within a *partition* of the positions, usually those with the same
//! values of some features, a position has novelty 1 if it has an atom that no position of the partition had before,
//! 2 if it has such a pair of atoms, else 3. Searching novel positions first keeps a greedy search from walking in
//! circles on a plateau.
//!
//! Ours keeps no sets but one array of bits, addressed by a hash of (partition, atoms): a rare collision makes a novel
//! position look known, which only changes the order of the search. If a position is in the partition of its parent,
//! only pairs with a changed atom need to be looked at.
//! Cost: one memory access per pair.

/// The number of a thing that holds in a position; 0 is not used.
pub type Atom = u32;

/// What has been seen so far, in all partitions.
#[derive(Debug)]
pub struct Novelty {
    bits: Vec<u64>,
}

impl Novelty {
    /// Remembers in about that many bytes (a power of two is used, at least 64 KiB).
    #[must_use]
    pub fn new(bytes: usize) -> Novelty {
        let words = (bytes / 8).max(1 << 13);
        Novelty { bits: vec![0; 1 << words.ilog2()] }
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bits.len() * 8
    }

    /// How novel a position of the partition is (1, 2 or 3), and remembers it. `changed` are those of its `atoms` that
    /// its parent did not have, if the parent is in the same partition, else all of them; `single` are further atoms
    /// that count for novelty 1 only.
    pub fn judge(&mut self, partition: u64, atoms: &[Atom], changed: &[Atom], single: &[Atom]) -> u32 {
        let mut novelty = 3;
        for &atom in changed.iter().chain(single) {
            if self.is_new(partition, atom, 0) {
                novelty = 1;
            }
        }
        for &one in changed {
            for &other in atoms {
                // A pair of changed atoms is met twice; its order does not matter.
                if one != other && self.is_new(partition, one.min(other), one.max(other)) {
                    novelty = novelty.min(2);
                }
            }
        }
        novelty
    }

    /// Whether this was not seen before; it is from now on.
    #[inline]
    fn is_new(&mut self, partition: u64, a: Atom, b: Atom) -> bool {
        let mut z = partition ^ (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        z ^= z >> 32;
        let at = (z >> 6) as usize & (self.bits.len() - 1);
        let word = &mut self.bits[at];
        let bit = 1 << (z & 63);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_new_atoms_and_pairs() {
        let mut novelty = Novelty::new(1 << 20);
        assert_eq!(novelty.judge(7, &[1, 2, 3], &[1, 2, 3], &[]), 1);
        assert_eq!(novelty.judge(7, &[1, 2, 3], &[1, 2, 3], &[]), 3, "seen");
        assert_eq!(novelty.judge(7, &[1, 2, 4], &[4], &[]), 1, "a new atom");
        assert_eq!(novelty.judge(7, &[1, 3, 4], &[4], &[]), 2, "atoms seen, a new pair");
        assert_eq!(novelty.judge(7, &[1, 3, 4], &[4], &[9]), 1, "a new single one");
        assert_eq!(novelty.judge(8, &[1, 2, 3], &[1, 2, 3], &[]), 1, "another partition");
    }
}
