//! Many levels on several threads, with what is known from earlier.
//!
//! The workers ask the archive before they search. The thread that prints is also the only one that stores: it takes all
//! reports that are waiting, stores them in one transaction, and only then prints them, so what was printed is on the
//! disk. Where levels are solved faster than a disk can commit, many share a commit.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use boxwright_store::StoreError;

use super::Failure;
use super::progress::Progress;
use crate::archive::{Archive, Decision};
use crate::report::Report;
use crate::solve::{Request, solve_level};
use crate::source::Entry;

/// Levels to be solved.
pub(super) struct Batch<'a> {
    pub(super) entries: &'a [Entry],
    pub(super) request: &'a Request,
    /// How many levels at the same time.
    pub(super) threads: usize,
    /// What is known, and where results go.
    pub(super) archive: Option<&'a Archive>,
    pub(super) progress: &'a Progress,
}

/// What a worker hands over: the number of the level, what was asked, what came of it.
type Finished = Result<(usize, Request, Report), StoreError>;

impl Batch<'_> {
    /// Solves the levels and hands the reports on in order, each as soon as all before it are there.
    pub(super) fn run(&self, mut print: impl FnMut(&Entry, Report) -> Result<(), Failure>) -> Result<(), Failure> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel::<Finished>();
        thread::scope(|scope| {
            for _ in 0..self.threads.min(self.entries.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while !self.request.cancel.is_cancelled() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(entry) = self.entries.get(number) else { return };
                        let finished = self.solve(number, entry).map(|(request, report)| (number, request, report));
                        if sender.send(finished).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut due = 0;
            while let Ok(first) = receiver.recv() {
                let waiting = std::iter::once(first).chain(receiver.try_iter()).collect();
                let (reports, mut trouble) = self.keep(waiting);
                for (number, report) in reports {
                    self.progress.done(&report);
                    early.insert(number, report);
                }
                while let Some(report) = early.remove(&due) {
                    let printed = self.progress.print(|| print(&self.entries[due], report));
                    // Nobody reads the results any more.
                    trouble = printed.err().or(trouble);
                    due += 1;
                }
                if let Some(failure) = trouble {
                    // The other threads need not go on.
                    self.request.cancel.cancel();
                    return Err(failure);
                }
            }
            Ok(())
        })
    }

    /// One level, from the archive or by searching.
    fn solve(&self, number: usize, entry: &Entry) -> Result<(Request, Report), StoreError> {
        let decision = match self.archive {
            Some(archive) => archive.decide(&entry.level, self.request)?,
            None => Decision::Search(Box::new(self.request.clone())),
        };
        Ok(match decision {
            Decision::Answered(report) => (self.request.clone(), located(entry, *report)),
            Decision::Search(request) => {
                let line = self.progress.begin(number + 1, entry);
                let report = solve_level(&entry.level, &request, |statistics| line.show(statistics));
                (*request, located(entry, report))
            }
        })
    }

    /// Stores what has finished. What could not be stored is still there to be printed, with what went wrong.
    fn keep(&self, waiting: Vec<Finished>) -> (Vec<(usize, Report)>, Option<Failure>) {
        let mut trouble = None;
        let mut finished = Vec::new();
        for one in waiting {
            match one {
                Ok(one) => finished.push(one),
                Err(error) => trouble = Some(Failure::Usage(error.to_string())),
            }
        }
        if let Some(archive) = self.archive {
            let records: Vec<_> = finished.iter().map(|(n, q, r)| (&self.entries[*n].level, q, r)).collect();
            if let Err(error) = archive.record(&records) {
                let lost = format!("{error}; the last {} results were not stored", records.len());
                trouble = Some(Failure::Usage(lost));
            }
        }
        (finished.into_iter().map(|(number, _, report)| (number, report)).collect(), trouble)
    }
}

/// The report with the place of its level, in the faults too.
fn located(entry: &Entry, mut report: Report) -> Report {
    report.source = entry.source.to_string();
    report.index = entry.index;
    let faults = entry.level.faults();
    if !faults.is_empty() {
        let places: Vec<String> = faults.iter().map(|fault| format!("{}:{fault}", entry.source)).collect();
        report.error = Some(places.join("; "));
    }
    report
}
