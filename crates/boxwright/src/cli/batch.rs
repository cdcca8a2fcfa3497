//! Many levels, with what is known from earlier: whoever solves them, results are kept and printed the same way.
//!
//! A [`Workforce`] solves the levels of a [`Batch`] in whatever order suits it and hands over what has finished.
//! Everything that was handed over together is stored in one transaction and only then printed, in the order of the
//! levels, so what was printed is on the disk. Where levels are solved faster than a disk can commit, many share a
//! commit. [`Threads`] are the workforce of this program; `boxwright-mpi` has another.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::Failure;
use super::progress::Progress;
use crate::archive::{Archive, Decision};
use crate::report::Report;
use crate::solve::{Request, solve_level};
use crate::source::Entry;

/// Levels to be solved.
pub struct Batch<'a> {
    /// The levels in order.
    pub entries: &'a [Entry],
    /// What is asked of each.
    pub request: &'a Request,
    /// What is known, and where results go.
    pub archive: Option<&'a Archive>,
    /// What the terminal shows meanwhile.
    pub progress: &'a Progress,
}

/// A level that has ended.
pub struct Finished {
    /// Its place among the entries of the batch.
    pub number: usize,
    /// What was asked, which after a decision of the archive need not be what the batch asks.
    pub request: Request,
    /// What came of it.
    pub report: Report,
}

/// Takes what has finished: it is stored and printed when this returns.
pub type Deliver<'a> = dyn FnMut(Vec<Finished>) -> Result<(), Failure> + 'a;

/// Those who solve the levels of a batch.
pub trait Workforce {
    /// Solves all levels, or those under way when the batch is cancelled, and delivers each once, in any order.
    ///
    /// # Errors
    /// If something could not be delivered, or the archive cannot be read.
    fn work(&mut self, batch: &Batch<'_>, deliver: &mut Deliver<'_>) -> Result<(), Failure>;
}

impl Batch<'_> {
    /// Has the levels solved and hands the reports on in order, each as soon as all before it are there.
    pub(super) fn run(
        &self,
        workforce: &mut dyn Workforce,
        mut print: impl FnMut(&Entry, Report) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut early = BTreeMap::new();
        let mut due = 0;
        workforce.work(self, &mut |finished| {
            let (reports, mut trouble) = self.keep(finished);
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
            trouble.map_or(Ok(()), Err)
        })
    }

    /// What is to be done about a level: a report if it is known, or else what to ask.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn decide(&self, number: usize) -> Result<Decision, Failure> {
        let entry = &self.entries[number];
        let decision = match self.archive {
            Some(archive) => archive.decide(&entry.level, self.request),
            None => Ok(Decision::Search(Box::new(self.request.clone()))),
        };
        decision.map_err(|error| Failure::Usage(error.to_string()))
    }

    /// The report of a level as one that has finished.
    #[must_use]
    pub fn finished(&self, number: usize, request: Request, report: Report) -> Finished {
        Finished { number, request, report: located(&self.entries[number], report) }
    }

    /// Stores what has finished. What could not be stored is still there to be printed, with what went wrong.
    fn keep(&self, finished: Vec<Finished>) -> (Vec<(usize, Report)>, Option<Failure>) {
        let mut trouble = None;
        if let Some(archive) = self.archive {
            let records: Vec<_> =
                finished.iter().map(|f| (&self.entries[f.number].level, &f.request, &f.report)).collect();
            if let Err(error) = archive.record(&records) {
                let lost = format!("{error}; the last {} results were not stored", records.len());
                trouble = Some(Failure::Usage(lost));
            }
        }
        (finished.into_iter().map(|f| (f.number, f.report)).collect(), trouble)
    }
}

/// How long finished levels may wait for others to be stored together with them.
const GATHERING: Duration = Duration::from_millis(25);

/// Threads of this process, each with a level at a time.
pub struct Threads(pub usize);

impl Workforce for Threads {
    fn work(&mut self, batch: &Batch<'_>, deliver: &mut Deliver<'_>) -> Result<(), Failure> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.0.min(batch.entries.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while !batch.request.cancel.is_cancelled() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= batch.entries.len() || sender.send(solve(batch, number)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            while let Ok(first) = receiver.recv() {
                let mut trouble = Ok(());
                let mut waiting: Vec<Result<Finished, Failure>> = vec![first];
                if batch.archive.is_some() {
                    // A commit takes about as long as many easy levels, and nobody can look anything up meanwhile.
                    let until = Instant::now() + GATHERING;
                    while let Ok(next) = receiver.recv_timeout(until.saturating_duration_since(Instant::now())) {
                        waiting.push(next);
                    }
                }
                waiting.extend(receiver.try_iter());
                let finished = waiting.into_iter().filter_map(|one| one.map_err(|error| trouble = Err(error)).ok());
                let finished = finished.collect();
                if let Err(failure) = deliver(finished).and(trouble) {
                    // The other threads need not go on.
                    batch.request.cancel.cancel();
                    return Err(failure);
                }
            }
            Ok(())
        })
    }
}

/// One level, from the archive or by searching.
fn solve(batch: &Batch<'_>, number: usize) -> Result<Finished, Failure> {
    let entry = &batch.entries[number];
    Ok(match batch.decide(number)? {
        Decision::Answered(report) => batch.finished(number, batch.request.clone(), *report),
        Decision::Search(request) => {
            let line = batch.progress.begin(number + 1, entry);
            let report = solve_level(&entry.level, &request, |statistics| line.show(statistics));
            batch.finished(number, *request, report)
        }
    })
}

/// The report with the place of its level, in the faults too.
fn located(entry: &Entry, mut report: Report) -> Report {
    report.source = entry.source.to_string();
    report.index = entry.index;
    report.title = entry.level.title().map(str::to_owned);
    let faults = entry.level.faults();
    if !faults.is_empty() {
        let places: Vec<String> = faults.iter().map(|fault| format!("{}:{fault}", entry.source)).collect();
        report.error = Some(places.join("; "));
    }
    report
}
