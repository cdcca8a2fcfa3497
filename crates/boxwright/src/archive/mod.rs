//! Results kept for later: what a batch asks before it searches, and tells when it has searched.
//!
//! An [`Archive`] is a [`Store`] seen through the two games. A level is known by its canonical form, so one that is
//! turned or mirrored is answered by carrying the solution over. Every solution is replayed on its way in and on its way
//! out. The archive may be shared by the threads of a batch; in a program of many processes one of them has it.
//!
//! ```no_run
//! use boxwright::{Archive, Decision, Request, solve_level, source};
//!
//! let archive = Archive::open("results.db".as_ref(), None, false)?;
//! let level = &source::read("corridor.xsb", b"######\n#@ $.#\n######\n").unwrap().levels[0];
//! let report = match archive.decide(level, &Request::default())? {
//!     Decision::Answered(report) => *report,
//!     Decision::Search(request) => {
//!         let report = solve_level(level, &request, |_| {});
//!         archive.record(&[(level, &request, &report)])?;
//!         report
//!     }
//! };
//! # let _ = report;
//! # Ok::<(), boxwright_store::StoreError>(())
//! ```

mod identity;
mod recall;
pub(crate) mod record;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use boxwright_store::{Record, Store, StoreError};

pub use boxwright_store as store;
pub use identity::Identity;

use crate::game::AnyLevel;
use crate::report::{Report, Status};
use crate::solve::Request;
use recall::Recall;

/// A store of results, for a run.
#[derive(Debug)]
pub struct Archive {
    store: Mutex<Store>,
    run: i64,
    /// Whether only attempts of this very run count.
    alone: bool,
    retry: bool,
}

/// What is to be done about a level.
#[derive(Clone, Debug)]
pub enum Decision {
    /// Nothing: this is known.
    Answered(Box<Report>),
    /// To search it within these limits.
    Search(Box<Request>),
}

impl Archive {
    /// Opens a store for a run. A run with a name stands alone: it goes on where runs of that name were, and what other
    /// runs have found is left aside, so that runs can be compared. With `retry`, levels that were stopped are tried
    /// again with larger limits.
    ///
    /// # Errors
    /// If the file cannot be used as a store.
    pub fn open(path: &Path, run: Option<&str>, retry: bool) -> Result<Archive, StoreError> {
        let mut store = Store::open(path)?;
        let number = store.begin_run(run)?;
        Ok(Archive { store: Mutex::new(store), run: number, alone: run.is_some(), retry })
    }

    /// What is to be done about a level.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn decide(&self, level: &AnyLevel, request: &Request) -> Result<Decision, StoreError> {
        let search = |request: &Request| Ok(Decision::Search(Box::new(request.clone())));
        let Some(identity) = Identity::of(level) else { return search(request) };
        let mut known = self.store().known(identity.game.name(), &identity.form)?;
        if self.alone {
            known.attempts.retain(|attempt| attempt.run == self.run);
        }
        let recall = Recall { level, identity: &identity, request, known: &known };
        let (solutions, bad) = recall.solutions();
        if !bad.is_empty() {
            self.store().drop_solutions(&bad)?;
        }
        match recall.answer(&solutions, self.retry) {
            Some(report) => Ok(Decision::Answered(Box::new(report))),
            None if self.retry => search(&recall.enlarged()),
            None => search(request),
        }
    }

    /// The longest that any attempt at a level took, of whatever run: what another one may take.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn past_seconds(&self, level: &AnyLevel) -> Result<Option<f64>, StoreError> {
        let Some(identity) = Identity::of(level) else { return Ok(None) };
        let known = self.store().known(identity.game.name(), &identity.form)?;
        Ok(known.attempts.iter().map(|attempt| attempt.seconds).max_by(f64::total_cmp))
    }

    /// Stores what came of levels; when this returns, it is on the disk. Answers that came from the store, levels with
    /// faults and requests that could not be met are no attempts.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn record(&self, reports: &[(&AnyLevel, &Request, &Report)]) -> Result<(), StoreError> {
        let mut rows = Vec::new();
        for &(level, request, report) in reports {
            if report.from_store || report.status == Status::Invalid {
                continue;
            }
            let Some(identity) = Identity::of(level) else { continue };
            let solution = record::solution(&identity, level, report);
            let attempt = record::attempt(self.run, &identity, request, report);
            rows.push((record::level(&identity, level), attempt, solution));
        }
        if rows.is_empty() {
            return Ok(());
        }
        let records: Vec<Record<'_>> = rows
            .iter()
            .map(|(level, attempt, solution)| Record { level, attempt, solution: solution.as_ref() })
            .collect();
        self.store().record(&records)
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        // A thread that panicked left no transaction open.
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
