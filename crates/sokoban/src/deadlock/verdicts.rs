//! What was found out about fences, for all searches of a puzzle.
//!
//! A verdict follows from the boxes of a fence, the player's region and the corral alone, so it does not matter who has found
//! it. What was not clear is counted, so that it can be looked at again when it was asked often: together searches may find
//! out what each alone would not have tried.

use super::few::Verdict;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Each with a lock of its own, so that searches on many threads hardly ever wait.
const SHARDS: usize = 16;

/// Verdicts kept in a shard; then they are forgotten.
const MOST: usize = 1 << 14;

/// Verdicts by the key of what they are about.
#[derive(Debug, Default)]
pub(crate) struct Verdicts {
    shards: [Mutex<HashMap<u64, Verdict>>; SHARDS],
}

impl Verdicts {
    /// What is known. Asking is counted.
    pub(super) fn ask(&self, key: u64) -> Option<Verdict> {
        let mut shard = self.shard(key);
        let verdict = shard.get_mut(&key)?;
        if let Verdict::Unclear { asked } = verdict {
            *asked += 1;
        }
        Some(*verdict)
    }

    pub(super) fn insert(&self, key: u64, verdict: Verdict) {
        let mut shard = self.shard(key);
        if shard.len() >= MOST {
            shard.clear();
        }
        shard.insert(key, verdict);
    }

    fn shard(&self, key: u64) -> MutexGuard<'_, HashMap<u64, Verdict>> {
        let shard = &self.shards[(key >> 60) as usize % SHARDS];
        // Every entry is whole, so a thread that panicked has left nothing half done.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
