//! The bounded buffer that successors are collected in.
//!
//! It consists of equal chunks. A full chunk is sorted and freed of duplicates at once, which keeps every piece of work
//! short: no step has to sort gigabytes. A chunk that lost half of its rows that way is filled again. Sorting is the
//! American flag sort of McIlroy, Bostic and McIlroy 1993: a radix sort from the first byte on that exchanges rows in
//! place, so it needs no memory but a few counters, and takes rows of any width.
//!
//! Cost: about one pass per byte that tells rows apart; never more memory than the chunks.

/// Rows with at most that many neighbours in their bucket are inserted one by one.
const FEW: usize = 24;

/// Rows in chunks; all but the open one are sorted.
#[derive(Debug)]
pub(super) struct Buffer {
    width: usize,
    /// Bytes in a chunk, a multiple of the width.
    chunk: usize,
    /// How many chunks there may be.
    most: usize,
    sealed: Vec<Vec<u8>>,
    open: Vec<u8>,
}

impl Buffer {
    /// A buffer of about `bytes`.
    pub fn new(width: usize, bytes: usize) -> Buffer {
        // Small enough to be sorted within a step, and several of them, because one is kept free.
        let chunk = (bytes / 8).clamp(width, (1 << 20).max(width)) / width * width;
        Buffer { width, chunk, most: bytes / chunk, sealed: Vec::new(), open: Vec::new() }
    }

    /// Adds a row.
    pub fn push(&mut self, row: &[u8]) {
        if self.open.len() == self.chunk {
            self.settle();
        }
        if self.open.capacity() == 0 {
            self.open.reserve_exact(self.chunk);
        }
        self.open.extend_from_slice(row);
    }

    /// Whether the rows should go to disk before more are added. One chunk is kept for the successors of a single state.
    pub fn is_full(&self) -> bool {
        self.sealed.len() + 2 > self.most
    }

    /// Takes all rows, as sorted chunks without duplicates.
    pub fn take(&mut self) -> Vec<Vec<u8>> {
        sort(&mut self.open, self.width);
        dedup(&mut self.open, self.width);
        let mut chunks = std::mem::take(&mut self.sealed);
        if !self.open.is_empty() {
            chunks.push(std::mem::take(&mut self.open));
        }
        chunks
    }

    /// Bytes held.
    pub fn held(&self) -> usize {
        self.sealed.len() * (self.chunk + size_of::<Vec<u8>>()) + self.open.capacity()
    }

    fn settle(&mut self) {
        sort(&mut self.open, self.width);
        dedup(&mut self.open, self.width);
        if self.open.len() > self.chunk / 2 {
            self.sealed.push(std::mem::take(&mut self.open));
        }
    }
}

/// Sorts rows in place.
pub(super) fn sort(rows: &mut [u8], width: usize) {
    sort_from(rows, width, 0);
}

fn sort_from(rows: &mut [u8], width: usize, mut at: usize) {
    let count = rows.len() / width;
    if count <= FEW {
        return insert_each(rows, width, at);
    }
    // Step 1. The first byte that tells rows apart, and how often each value occurs there.
    let mut begins = [0usize; 257];
    loop {
        if at == width {
            return;
        }
        for row in rows.chunks_exact(width) {
            begins[usize::from(row[at]) + 1] += 1;
        }
        if !begins.contains(&count) {
            break;
        }
        begins.fill(0);
        at += 1;
    }
    for value in 0..256 {
        begins[value + 1] += begins[value];
    }
    // Step 2. Each row to its bucket, by exchanges.
    let mut next = begins;
    for bucket in 0..256 {
        while next[bucket] < begins[bucket + 1] {
            let place = next[bucket];
            let value = usize::from(rows[place * width + at]);
            if value != bucket {
                exchange(rows, width, place, next[value]);
            }
            next[value] += 1;
        }
    }
    // Step 3. Each bucket by the bytes behind.
    for bucket in begins.windows(2) {
        if bucket[1] - bucket[0] > 1 {
            sort_from(&mut rows[bucket[0] * width..bucket[1] * width], width, at + 1);
        }
    }
}

/// Insertion sort of rows that agree in the first `at` bytes.
fn insert_each(rows: &mut [u8], width: usize, at: usize) {
    for end in 1..rows.len() / width {
        let mut place = end;
        while place > 0 && rows[place * width + at..(place + 1) * width] < rows[(place - 1) * width + at..place * width]
        {
            exchange(rows, width, place, place - 1);
            place -= 1;
        }
    }
}

fn exchange(rows: &mut [u8], width: usize, a: usize, b: usize) {
    let (low, high) = (a.min(b) * width, a.max(b) * width);
    let (front, back) = rows.split_at_mut(high);
    front[low..low + width].swap_with_slice(&mut back[..width]);
}

/// Keeps one of equal neighbours.
pub(super) fn dedup(rows: &mut Vec<u8>, width: usize) {
    let mut kept = 0;
    for at in (0..rows.len()).step_by(width) {
        if kept == 0 || rows[kept - width..kept] != rows[at..at + width] {
            rows.copy_within(at..at + width, kept);
            kept += width;
        }
    }
    rows.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(bytes in prop::collection::vec(0u8..4, 0..3000), width in 1usize..9) {
            let mut rows = bytes[..bytes.len() / width * width].to_vec();
            let expected: BTreeSet<_> = rows.chunks_exact(width).map(<[u8]>::to_vec).collect();
            sort(&mut rows, width);
            dedup(&mut rows, width);
            prop_assert_eq!(rows, expected.into_iter().collect::<Vec<_>>().concat());
        }

        #[test]
        fn a_buffer_loses_nothing(bytes in prop::collection::vec(0u8..20, 0..2000), size in 10usize..400) {
            let mut buffer = Buffer::new(2, size);
            let rows = &bytes[..bytes.len() / 2 * 2];
            let expected: BTreeSet<_> = rows.chunks_exact(2).map(<[u8]>::to_vec).collect();
            let mut found = BTreeSet::new();
            for row in rows.chunks_exact(2) {
                if buffer.is_full() {
                    found.extend(buffer.take().concat().chunks_exact(2).map(<[u8]>::to_vec));
                }
                buffer.push(row);
            }
            for chunk in buffer.take() {
                prop_assert!(chunk.chunks_exact(2).is_sorted());
                found.extend(chunk.chunks_exact(2).map(<[u8]>::to_vec));
            }
            prop_assert_eq!(found, expected);
        }
    }
}
