//! Many sorted sources into one sorted file, without duplicates and without what is known.
//!
//! The one operation that delayed duplicate detection consists of. It serves four times: chunks become a run, runs
//! become a longer run, runs and chunks without the known states become the next layer, and known files become one.
//!
//! Sources wait in a binary heap by their next row. An entry of the heap carries the first eight bytes of that row as a
//! number, so most comparisons touch nothing else.
//!
//! Cost: one pass over all sources, `log2(sources)` comparisons a row, a block per file in memory. It works in as small
//! steps as one likes.

use super::SpillError;
use super::rows::{RowReader, RowWriter};

/// Sorted rows without duplicates.
#[derive(Debug)]
pub(super) enum Source {
    File(RowReader),
    Chunk { rows: Vec<u8>, width: usize, at: usize },
}

impl Source {
    /// A sorted chunk in memory.
    pub fn chunk(rows: Vec<u8>, width: usize) -> Source {
        // Before the first row, so that `advance` goes to it.
        Source::Chunk { rows, width, at: usize::MAX }
    }

    fn advance(&mut self) -> Result<bool, SpillError> {
        match self {
            Source::File(reader) => reader.advance(),
            Source::Chunk { rows, width, at } => {
                *at = if *at == usize::MAX { 0 } else { *at + *width };
                Ok(*at < rows.len())
            }
        }
    }

    #[inline]
    fn row(&self) -> &[u8] {
        match self {
            Source::File(reader) => reader.row(),
            Source::Chunk { rows, width, at } => &rows[*at..*at + *width],
        }
    }

    fn held(&self) -> usize {
        match self {
            Source::File(reader) => reader.held(),
            Source::Chunk { rows, .. } => rows.capacity(),
        }
    }
}

/// The first eight bytes of a row as a number of the same order.
#[inline]
fn head(row: &[u8]) -> u64 {
    match row.first_chunk() {
        Some(eight) => u64::from_be_bytes(*eight),
        None => {
            let mut eight = [0; 8];
            eight[..row.len()].copy_from_slice(row);
            u64::from_be_bytes(eight)
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    head: u64,
    source: u32,
}

/// A merge at work.
#[derive(Debug)]
pub(super) struct Merge {
    sources: Vec<Source>,
    /// The first so many sources are known: their rows are kept out.
    known: usize,
    /// Sources that are not known and not at their end.
    fresh: usize,
    heap: Vec<Entry>,
    row: Vec<u8>,
    writer: RowWriter,
}

impl Merge {
    /// Begins to merge the `fresh` sources without the rows of the `known` ones.
    pub fn new(known: Vec<Source>, fresh: Vec<Source>, writer: RowWriter) -> Result<Merge, SpillError> {
        let count = known.len();
        let mut sources = known;
        sources.extend(fresh);
        let mut merge =
            Merge { known: count, fresh: 0, heap: Vec::with_capacity(sources.len()), sources, row: Vec::new(), writer };
        for number in 0..merge.sources.len() {
            if merge.sources[number].advance()? {
                merge.fresh += usize::from(number >= count);
                merge.heap.push(Entry { head: head(merge.sources[number].row()), source: number as u32 });
            }
        }
        for place in (0..merge.heap.len() / 2).rev() {
            merge.sink(place);
        }
        Ok(merge)
    }

    /// Handles at most `rows` rows of the sources, and the equals of the last; `true` when all is done.
    pub fn work(&mut self, rows: u64) -> Result<bool, SpillError> {
        let mut done = 0;
        // What is left of known rows does not matter when nothing can be equal to them any more.
        while self.fresh > 0 {
            if done >= rows {
                return Ok(false);
            }
            let smallest = self.heap[0];
            self.row.clear();
            self.row.extend_from_slice(self.sources[smallest.source as usize].row());
            let mut is_known = false;
            while let Some(top) = self.heap.first().copied() {
                let source = top.source as usize;
                if top.head != smallest.head || self.sources[source].row() != self.row {
                    break;
                }
                is_known |= source < self.known;
                done += 1;
                if self.sources[source].advance()? {
                    self.heap[0].head = head(self.sources[source].row());
                } else {
                    self.fresh -= usize::from(source >= self.known);
                    self.heap.swap_remove(0);
                }
                self.sink(0);
            }
            if !is_known {
                self.writer.push(&self.row)?;
            }
        }
        Ok(true)
    }

    /// The writer, when all is done.
    pub fn into_writer(self) -> RowWriter {
        self.writer
    }

    /// Bytes held.
    pub fn held(&self) -> usize {
        self.sources.iter().map(Source::held).sum::<usize>()
            + self.sources.capacity() * size_of::<Source>()
            + self.heap.capacity() * size_of::<Entry>()
            + self.row.capacity()
            + self.writer.held()
    }

    fn less(&self, a: Entry, b: Entry) -> bool {
        a.head < b.head
            || (a.head == b.head && self.sources[a.source as usize].row() < self.sources[b.source as usize].row())
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                return;
            }
            if child + 1 < self.heap.len() && self.less(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.less(self.heap[child], self.heap[place]) {
                return;
            }
            self.heap.swap(place, child);
            place = child;
        }
    }
}
