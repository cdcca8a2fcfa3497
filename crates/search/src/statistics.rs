//! What a search has done so far.

use crate::Cost;

/// Counters of one search. All algorithms fill them in the same way, so they can be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions whose successors were generated ("opened").
    pub expanded: u64,
    /// Successors generated, duplicates and dead ones included.
    pub generated: u64,
    /// Distinct positions stored.
    pub stored: u64,
    /// Stored positions found to be dead because all their successors are, by a search that looks for them.
    pub dead: u64,
    /// Bytes held now.
    pub bytes: usize,
    /// The most bytes held so far.
    pub peak_bytes: usize,
    /// The most bytes in files so far, by a search that keeps some.
    pub disk_bytes: u64,
    /// Cost of the path to the position expanded last, or by iterative deepening to the goal.
    pub depth: Cost,
    /// The smallest estimate met so far.
    pub nearest: Option<Cost>,
    /// No solution costs less than this.
    pub lower_bound: Cost,
}

impl Statistics {
    /// Counts the work of another search as well: one of several that make up this one, or one that was given up.
    pub fn add_work(&mut self, other: &Statistics) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.dead += other.dead;
    }

    /// Notes the bytes held now.
    pub fn hold(&mut self, bytes: usize) {
        self.bytes = bytes;
        self.peak_bytes = self.peak_bytes.max(bytes);
    }
}
