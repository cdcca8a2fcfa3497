//! What searches that work on the same puzzle tell each other.
//!
//! [`Shared`] holds the cost of the best solution that any of them has found, which bounds those that look for a better
//! one, what any of them has proven no solution to be cheaper than, a table of positions proven dead, by their keys, and
//! a place where searches from both ends meet. All of it is lock-free but the rare meeting itself; nobody ever waits.
//!
//! A key has 64 bits, so two positions might have the same one: about once in 10¹⁹ comparisons. That is rare enough for
//! finding solutions, which are verified, and too often for a proof, so a search that must prove something is not given
//! the table.
//!
//! `tests/loom.rs` has every interleaving of a few threads tried out.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

use crate::meeting::Meeting;
use crate::places::Places;

/// The common ground of some searches.
#[derive(Debug)]
pub struct Shared {
    bound: AtomicU64,
    least: AtomicU64,
    dead: Places,
    meeting: Meeting,
}

impl Default for Shared {
    /// A bound that does not bound, and no tables.
    fn default() -> Shared {
        Shared::new(0)
    }
}

impl Shared {
    /// With room for so many dead positions; a new one then replaces an old one.
    #[must_use]
    pub fn new(dead_positions: usize) -> Shared {
        Shared {
            bound: AtomicU64::new(u64::MAX),
            least: AtomicU64::new(0),
            dead: Places::new(dead_positions),
            meeting: Meeting::new(0),
        }
    }

    /// And for so many positions at which searches from both ends may meet.
    #[must_use]
    pub fn with_meeting(self, positions: usize) -> Shared {
        Shared { meeting: Meeting::new(positions), ..self }
    }

    /// What the best known solution costs; [`u64::MAX`] if there is none.
    #[inline]
    #[must_use]
    pub fn bound(&self) -> u64 {
        self.bound.load(Ordering::Relaxed)
    }

    /// Tells of a solution.
    pub fn offer(&self, cost: u64) {
        self.bound.fetch_min(cost, Ordering::Relaxed);
    }

    /// What a solution costs at least, as far as it is proven.
    #[inline]
    #[must_use]
    pub fn least(&self) -> u64 {
        self.least.load(Ordering::Relaxed)
    }

    /// Tells that no solution costs less.
    pub fn prove(&self, least: u64) {
        self.least.fetch_max(least, Ordering::Relaxed);
    }

    /// Whether there is a table of dead positions.
    #[inline]
    #[must_use]
    pub fn knows_dead(&self) -> bool {
        self.dead.is_there()
    }

    /// Whether somebody has proven the position with this key dead.
    #[inline]
    #[must_use]
    pub fn is_dead(&self, key: u64) -> bool {
        self.dead.has(key)
    }

    /// Tells that the position with this key is dead.
    pub fn bury(&self, key: u64) {
        self.dead.put(key);
    }

    /// The table of dead positions as it is: one place after the other, 0 where there is none. Who looks again later can
    /// tell what is new. As long as there is no dead position it may have no places.
    pub fn dead(&self) -> impl Iterator<Item = u64> {
        self.dead.iter()
    }

    /// Where searches from both ends meet.
    #[inline]
    #[must_use]
    pub fn meeting(&self) -> &Meeting {
        &self.meeting
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.dead.bytes() + self.meeting.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn the_least_cost_bounds() {
        let shared = Shared::default();
        shared.offer(7);
        shared.offer(9);
        assert_eq!(shared.bound(), 7);
        shared.prove(4);
        shared.prove(3);
        assert_eq!(shared.least(), 4);
        shared.bury(5);
        assert!(!shared.knows_dead() && !shared.is_dead(5));
    }

    #[test]
    fn threads_bury_and_find() {
        let shared = Arc::new(Shared::new(1 << 12));
        let key = |thread: u64, i: u64| (thread << 60 | i).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let shared = &shared;
                scope.spawn(move || {
                    for i in 0..100 {
                        shared.bury(key(thread, i));
                        assert!(shared.is_dead(key(thread, i)) || i > 0, "the first one is found at once");
                    }
                });
            }
        });
        let found = (0..4).flat_map(|t| (0..100).map(move |i| key(t, i))).filter(|&k| shared.is_dead(k)).count();
        assert!(found > 380, "{found} of 400 are still there");
        assert!(!shared.is_dead(key(9, 5)), "what nobody buried is not dead");
    }
}
