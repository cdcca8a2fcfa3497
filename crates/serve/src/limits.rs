//! How much the server gives.

use std::time::Duration;

use crate::host::Allowance;

/// The limits of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Searches at the same time.
    pub searches: usize,
    /// Searches that may wait.
    pub waiting: usize,
    /// The most time of a search.
    pub time: Duration,
    /// The most bytes of a search.
    pub memory: usize,
    /// The most bytes of a request.
    pub body: usize,
}

impl Default for Limits {
    /// Two searches of a minute and 1 GiB each, requests of up to 4 MiB.
    fn default() -> Limits {
        Limits { searches: 2, waiting: 64, time: Duration::from_secs(60), memory: 1 << 30, body: 4 << 20 }
    }
}

impl Limits {
    /// What one search may use.
    pub(crate) fn allowance(self) -> Allowance {
        Allowance { time: self.time, memory: self.memory }
    }
}
