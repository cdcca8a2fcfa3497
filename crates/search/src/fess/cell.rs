//! A cell: where expanded nodes with equal features wait for their turn.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An expanded node in the queue of its cell: the smallest weight first, then the highest rank, then the oldest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) weight: Reverse<u32>,
    pub(super) rank: u32,
    pub(super) age: Reverse<u32>,
}

/// The expanded nodes with equal features that have successors left, by the first move on the way to them. These lines
/// are served in turn: what began differently is not crowded out by what began well.
#[derive(Default)]
pub(super) struct Cell {
    lines: Vec<(u32, BinaryHeap<Entry>)>,
    /// The line served last.
    cursor: usize,
    entries: usize,
}

impl Cell {
    pub(super) fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Adds a node to a line; returns whether the line is new.
    pub(super) fn push(&mut self, line: u32, entry: Entry) -> bool {
        self.entries += 1;
        match self.lines.iter_mut().find(|(number, _)| *number == line) {
            Some((_, queue)) => {
                queue.push(entry);
                false
            }
            None => {
                self.lines.push((line, BinaryHeap::from([entry])));
                true
            }
        }
    }

    /// Takes the first node of the line whose turn it is.
    pub(super) fn pop(&mut self) -> Option<Entry> {
        if self.entries == 0 {
            return None;
        }
        self.entries -= 1;
        loop {
            self.cursor = (self.cursor + 1) % self.lines.len();
            if let Some(entry) = self.lines[self.cursor].1.pop() {
                return Some(entry);
            }
        }
    }
}

/// Bytes of a line besides its entries.
pub(super) const LINE_BYTES: usize = size_of::<(u32, BinaryHeap<Entry>)>();
