//! Novelty: how much of a position has not been seen before.
//!
//! Source: width-based search (Lipovetzky and Geffner 2012, 2017). A position is a set of *atoms* (a block of this size
//! on that square, a turnstile in this position, …). Within a *partition* of the positions, usually those with the same
//! values of some features, a position has novelty 1 if it has an atom that no position of the partition had before,
//! 2 if it has such a pair of atoms, else 3. Searching novel positions first keeps a greedy search from walking in
//! circles on a plateau.
//!
//! Ours keeps no sets but arrays of bits, addressed by a hash of (partition, atoms): a rare collision makes a novel
//! position look known, which only changes the order of the search. The pairs of one atom lie in two cache lines. If a
//! position is in the partition of its parent, only pairs with a changed atom need to be looked at.
//! Cost: two cache misses per atom that changed.

/// The number of a thing that holds in a position; 0 is not used.
pub type Atom = u32;

/// What has been seen so far, in all partitions.
#[derive(Debug)]
pub struct Novelty {
    /// A row of bits for each partition, a bit for each atom.
    atoms: Vec<u64>,
    /// A row of bits for each (partition, atom), a bit for each other atom.
    pairs: Vec<u64>,
}

/// Words of a row of atoms: enough for 8192 different ones.
const ATOM_ROW: usize = 128;
/// Words of a row of pairs: two cache lines.
const PAIR_ROW: usize = 16;

impl Novelty {
    /// Remembers in about that many bytes (powers of two are used, at least 128 KiB).
    #[must_use]
    pub fn new(bytes: usize) -> Novelty {
        let words = 1 << (bytes / 8).max(1 << 14).ilog2();
        Novelty { atoms: vec![0; words / 4], pairs: vec![0; words] }
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.atoms.len() + self.pairs.len()) * 8
    }

    /// How novel a position of the partition is (1, 2 or 3), and remembers it. Atoms are in ascending order. `changed` are those of its `atoms` that
    /// its parent did not have, if the parent is in the same partition, else all of them; `single` are further atoms
    /// that count for novelty 1 only.
    pub fn judge(&mut self, partition: u64, atoms: &[Atom], changed: &[Atom], single: &[Atom]) -> u32 {
        let mut novelty = 3;
        let partition = mix(partition);
        let row = row(&mut self.atoms, ATOM_ROW, partition);
        for &atom in changed.iter().chain(single) {
            if is_new(row, u64::from(atom)) {
                novelty = 1;
            }
        }
        // A pair is kept in the row of its smaller atom.
        for (at, &one) in atoms.iter().enumerate() {
            let hash = mix(partition ^ u64::from(one));
            let row = crate::novelty::row(&mut self.pairs, PAIR_ROW, hash);
            let larger = &atoms[at + 1..];
            let larger = if changed.binary_search(&one).is_ok() { larger } else { beyond(changed, one) };
            for &other in larger {
                if is_new(row, mix(hash ^ u64::from(other))) {
                    novelty = novelty.min(2);
                }
            }
        }
        novelty
    }
}

/// The atoms larger than this one; they are in ascending order.
fn beyond(atoms: &[Atom], one: Atom) -> &[Atom] {
    &atoms[atoms.partition_point(|&a| a <= one)..]
}

/// Scrambles a number, cheaply.
#[inline]
fn mix(number: u64) -> u64 {
    let z = (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ (z >> 32)
}

#[inline]
fn row(bits: &mut [u64], words: usize, hash: u64) -> &mut [u64] {
    let start = (hash as usize & (bits.len() / words - 1)) * words;
    &mut bits[start..start + words]
}

/// Whether this bit of the row was not set before; it is from now on.
#[inline]
fn is_new(row: &mut [u64], bit: u64) -> bool {
    let word = (bit >> 6) as usize & (row.len() - 1);
    let bit = 1 << (bit & 63);
    let new = row[word] & bit == 0;
    row[word] |= bit;
    new
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
