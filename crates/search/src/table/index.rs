//! From a key to the number of a row.
//!
//! Open addressing with linear probing. A slot is one 32-bit word: the row number plus one in its low bits, and what
//! is left above as a tag of the key, so that a probe rarely looks at a row that is not the right one. As row numbers
//! grow the tag shrinks: 12 bits for a million states, 5 for a hundred million.
//!
//! The table is split into shards by the key's top bits. Each shard grows by itself, so that growing never holds more
//! than one shard twice: small ones to twice their size, since every growth needs all keys again, large ones by half.
//! They begin with different sizes: as keys are spread evenly, shards of one size would all grow at the same moment, and
//! nobody could look at the clock for as long as it takes to see every key again.

use super::Full;

const SHARD_BITS: u32 = 6;
const SHARDS: usize = 1 << SHARD_BITS;
const SMALLEST_SHARD: usize = 16;
/// A shard with more slots is large.
const LARGE_SHARD: usize = 1 << 16;

/// A shard grows when more than 17 of 20 slots are taken: probes stay short thanks to the tags, and on average 4/0.7
/// bytes are spent per state.
const LOAD: (usize, usize) = (17, 20);

#[derive(Debug)]
pub(super) struct Index {
    shards: [Shard; SHARDS],
    slots: usize,
}

#[derive(Debug, Default)]
struct Shard {
    slots: Box<[u32]>,
    taken: usize,
    /// Low bits of a slot that hold the row number plus one.
    id_bits: u32,
}

impl Index {
    pub(super) fn new() -> Index {
        Index { shards: std::array::from_fn(|_| Shard::default()), slots: 0 }
    }

    /// The row with this key for which `is_equal` holds.
    #[inline]
    pub(super) fn find(&self, key: u64, is_equal: impl FnMut(u32) -> bool) -> Option<u32> {
        self.shards[(key >> (64 - SHARD_BITS)) as usize].find(key, is_equal)
    }

    /// Adds a row that is not there yet. `key_of` tells the key of an older row.
    #[inline]
    pub(super) fn insert(&mut self, key: u64, row: u32, key_of: impl Fn(u32) -> u64) -> Result<(), Full> {
        if row >= u32::MAX - 1 {
            return Err(Full);
        }
        let number = (key >> (64 - SHARD_BITS)) as usize;
        let shard = &mut self.shards[number];
        let crowded = (shard.taken + 1) * LOAD.1 > shard.slots.len() * LOAD.0;
        if crowded || u64::from(row) + 1 >= 1 << shard.id_bits {
            let before = shard.slots.len();
            let smallest = SMALLEST_SHARD + SMALLEST_SHARD * number / SHARDS;
            shard.rebuild(crowded, smallest, row, key_of);
            self.slots += shard.slots.len() - before;
        }
        shard.put(key, row);
        Ok(())
    }

    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.slots * size_of::<u32>()
    }
}

impl Shard {
    /// Where probing begins: the key's bits below the shard number, scaled to the number of slots.
    #[inline]
    fn home(&self, key: u64) -> usize {
        ((u128::from(key << SHARD_BITS) * self.slots.len() as u128) >> 64) as usize
    }

    /// The tag in its place: low bits of the key, which [`Shard::home`] hardly depends on.
    #[inline]
    fn tag(&self, key: u64) -> u32 {
        ((key as u32) as u64).wrapping_shl(self.id_bits) as u32
    }

    #[inline]
    fn find(&self, key: u64, mut is_equal: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let id_mask = ((1u64 << self.id_bits) - 1) as u32;
        let tag = self.tag(key);
        let mut at = self.home(key);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if slot & !id_mask == tag && is_equal((slot & id_mask) - 1) {
                return Some((slot & id_mask) - 1);
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    #[inline]
    fn put(&mut self, key: u64, row: u32) {
        let slot = self.tag(key) | (row + 1);
        let mut at = self.home(key);
        while self.slots[at] != 0 {
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
        self.slots[at] = slot;
        self.taken += 1;
    }

    /// Makes room, in slots or in bits for row numbers; `smallest` is how many slots the first ones are.
    #[cold]
    fn rebuild(&mut self, grow: bool, smallest: usize, row: u32, key_of: impl Fn(u32) -> u64) {
        let id_mask = ((1u64 << self.id_bits) - 1) as u32;
        let length = self.slots.len();
        let length = match grow {
            false => length,
            true if length < LARGE_SHARD => (2 * length).max(smallest),
            true => length + length / 2,
        };
        let old = std::mem::replace(&mut self.slots, vec![0; length].into());
        // Room for twice as many rows as there are, so that this happens rarely.
        self.id_bits = (u64::BITS - (2 * u64::from(row) + 62).leading_zeros()).min(32);
        self.taken = 0;
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let row = (slot & id_mask) - 1;
            self.put(key_of(row), row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_inserted_and_nothing_else() {
        let keys: Vec<u64> = (0..200_000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (i << 7)).collect();
        let mut index = Index::new();
        for (row, &key) in keys.iter().enumerate() {
            assert_eq!(index.find(key, |r| keys[r as usize] == key), None);
            index.insert(key, row as u32, |r| keys[r as usize]).unwrap();
        }
        for (row, &key) in keys.iter().enumerate() {
            assert_eq!(index.find(key, |r| keys[r as usize] == key), Some(row as u32));
        }
        let per_state = index.bytes() as f64 / keys.len() as f64;
        assert!((4.0..7.2).contains(&per_state), "{per_state} bytes per state");
    }

    #[test]
    fn shards_grow_one_after_another() {
        let keys: Vec<u64> = (0..400_000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let mut index = Index::new();
        let seen = std::cell::Cell::new(0);
        for (number, keys_now) in keys.chunks(1000).enumerate() {
            let before = seen.get();
            for (row, &key) in keys_now.iter().enumerate() {
                let key_of = |row: u32| {
                    seen.set(seen.get() + 1);
                    keys[row as usize]
                };
                index.insert(key, (1000 * number + row) as u32, key_of).unwrap();
            }
            let (rows, again) = (1000 * number, seen.get() - before);
            assert!(again < 5000 + rows / 5, "{again} keys of {rows} rows are seen again within a thousand insertions");
        }
    }

    #[test]
    fn equal_keys_are_told_apart_by_their_rows() {
        let mut index = Index::new();
        for row in 0..100 {
            assert_eq!(index.find(42, |r| r == row), None);
            index.insert(42, row, |_| 42).unwrap();
        }
        for row in 0..100 {
            assert_eq!(index.find(42, |r| r == row), Some(row));
        }
    }
}
