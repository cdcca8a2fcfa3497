//! Limits, and the one loop that keeps them.

use crate::Statistics;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The time was up.
    Time,
    /// The memory was used up.
    Memory,
    /// The allowed number of expanded nodes was reached.
    Nodes,
    /// Somebody asked it to stop.
    Cancelled,
    /// Its files could not be written or read; [`Search::failure`] says why.
    Disk,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Time => "time",
            Limit::Memory => "memory",
            Limit::Nodes => "nodes",
            Limit::Cancelled => "cancelled",
            Limit::Disk => "disk",
        })
    }
}

/// The state of a search after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// There is more to do.
    Running,
    /// A solution is there.
    Solved,
    /// Everything was looked at; there is no solution within what the search explores.
    Exhausted,
    /// It cannot go on within its limits.
    Stopped(Limit),
}

/// How a driven search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A solution is there.
    Solved,
    /// The space is exhausted without one.
    Exhausted,
    /// A limit was met first.
    Stopped(Limit),
}

/// What a search may use in one step.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    /// Expand at most that many nodes.
    pub expansions: u64,
    /// Hold at most that many bytes in all.
    pub bytes: usize,
}

/// Something that searches in small steps. All state is inside, so steps may be as far apart as one likes.
pub trait Search {
    /// Works until the slice is used up or there is an answer.
    fn step(&mut self, slice: Slice) -> Status;

    /// What was done so far.
    fn statistics(&self) -> Statistics;

    /// Another number whenever nodes may from now on take far longer or shorter than before, as when the turn passes from one
    /// part of the search to another. A step ends there at the latest.
    fn gear(&self) -> u64 {
        0
    }

    /// What went wrong, if it was stopped by [`Limit::Disk`].
    fn failure(&self) -> Option<String> {
        None
    }
}

/// A flag that asks searches to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks everything that holds a clone to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, for the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one search.
#[derive(Clone, Debug)]
pub struct Budget {
    /// When to give up.
    pub deadline: Option<Instant>,
    /// The most bytes to hold.
    pub bytes: usize,
    /// The most nodes to expand.
    pub nodes: u64,
    /// To be stopped from outside.
    pub cancel: Cancel,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { deadline: None, bytes: usize::MAX, nodes: u64::MAX, cancel: Cancel::default() }
    }
}

/// A step should last about that long: short enough for limits and Ctrl-C, long enough for the clock not to matter.
const SLICE_TIME: Duration = Duration::from_millis(5);

/// How many nodes a step may have so that it lasts about as long as is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    wanted: Duration,
    expansions: u64,
    gear: u64,
}

impl Pace {
    /// For steps of this length of a search that is in this gear.
    #[must_use]
    pub fn new(wanted: Duration, gear: u64) -> Pace {
        Pace { wanted, expansions: 1, gear }
    }

    /// The nodes of the next step.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Takes note of how long a step took, and of the gear that the search is in now.
    pub fn learn(&mut self, took: Duration, gear: u64) {
        self.expansions = match took {
            _ if gear != self.gear => 1,
            took if took < self.wanted / 2 => (self.expansions * 2).min(1 << 20),
            took if took > self.wanted * 2 => (self.expansions / 2).max(1),
            _ => self.expansions,
        };
        self.gear = gear;
    }
}

/// How often an observer is called.
const OBSERVATION: Duration = Duration::from_millis(100);

impl Budget {
    /// A budget that ends `time` from now.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Budget {
        Budget { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Runs a search until it has an answer or a limit is met. `observe` sees the statistics about ten times a second.
    ///
    /// Slices are counted in nodes so that a run with a node limit is the same every time; their length follows the
    /// clock, because on a large board one expansion may take as long as ten thousand on a small one.
    pub fn drive(&self, search: &mut (impl Search + ?Sized), mut observe: impl FnMut(&Statistics)) -> Outcome {
        self.drive_watched(search, |search| observe(&search.statistics()))
    }

    /// The same for an observer who wants to see the search itself.
    pub fn drive_watched<S: Search + ?Sized>(&self, search: &mut S, mut observe: impl FnMut(&S)) -> Outcome {
        let mut pace = Pace::new(SLICE_TIME, search.gear());
        let mut now = Instant::now();
        let mut observed = now;
        let begun_with = search.statistics().expanded;
        loop {
            if self.cancel.is_cancelled() {
                return Outcome::Stopped(Limit::Cancelled);
            }
            if self.deadline.is_some_and(|end| now >= end) {
                return Outcome::Stopped(Limit::Time);
            }
            let left = self.nodes.saturating_sub(search.statistics().expanded - begun_with);
            if left == 0 {
                return Outcome::Stopped(Limit::Nodes);
            }
            match search.step(Slice { expansions: pace.expansions().min(left), bytes: self.bytes }) {
                Status::Solved => return Outcome::Solved,
                Status::Exhausted => return Outcome::Exhausted,
                Status::Stopped(limit) => return Outcome::Stopped(limit),
                Status::Running => {}
            }
            let after = Instant::now();
            pace.learn(after - now, search.gear());
            now = after;
            if now - observed >= OBSERVATION {
                observed = now;
                observe(search);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_begins_anew_in_another_gear() {
        let ms = Duration::from_millis;
        let mut pace = Pace::new(ms(8), 0);
        (0..10).for_each(|_| pace.learn(ms(1), 0));
        assert_eq!(pace.expansions(), 1024);
        pace.learn(ms(9), 0);
        assert_eq!(pace.expansions(), 1024, "that is about as long as it should be");
        pace.learn(ms(30), 0);
        assert_eq!(pace.expansions(), 512);
        pace.learn(ms(1), 1);
        assert_eq!(pace.expansions(), 1, "nobody knows yet how long nodes take now");
        pace.learn(ms(1), 1);
        assert_eq!(pace.expansions(), 2);
    }
}
