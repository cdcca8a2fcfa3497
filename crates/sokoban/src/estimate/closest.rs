//! Every box its nearest goal.
//!
//! Several boxes may count the same goal, so the sum is a lower bound that costs two table look-ups per push.
//! Source: "closest assignment" in GroupEffort (Froleyks and Balyo 2017); the student solver of Mahapatra and Gurman has
//! it with Manhattan distances.

use super::{Assignment, Distances};
use boxwright_grid::Square;

/// The assignment.
#[derive(Clone, Debug)]
pub struct Closest {
    nearest: Vec<u64>,
    total: u64,
}

impl Closest {
    /// Gives boxes on these squares their goals.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "all assignments are made alike")]
    pub fn new(distances: Distances, boxes: &[Square]) -> Closest {
        let nearest: Vec<u64> =
            distances.squares().map(|s| distances.from(s).iter().min().map_or(0, |&d| d as u64)).collect();
        Closest { total: boxes.iter().map(|b| nearest[b.index()]).sum(), nearest }
    }
}

impl Assignment for Closest {
    const PROVES: bool = true;

    fn relocate(&mut self, from: Square, to: Square) {
        self.total = self.total_after(from, to);
    }

    fn total(&self) -> u64 {
        self.total
    }

    #[inline]
    fn total_after(&mut self, from: Square, to: Square) -> u64 {
        self.total + self.nearest[to.index()] - self.nearest[from.index()]
    }
}
