//! Portfolio mode: all ranks work on the same level, each with other members of the portfolio.
//!
//! Members are dealt out like cards, so a rank may have several, which take turns there. The first answer that settles the
//! level, once it has been replayed here, stops all ranks. A solution that somebody still tries to better is told to all
//! as a bound. Ranks for which there is no member left have nothing to do.

use std::time::Instant;

use boxwright::cli::{Batch, Deliver, Failure};
use boxwright::{Decision, Report, Request, crew_size, solve_level};

use crate::message::{Answer, Number, Order, Work};
use crate::ranks::Ranks;
use crate::verdict::Verdict;

impl Ranks {
    /// Solves the levels of a batch one after the other, each on all ranks.
    pub(crate) fn race(&mut self, batch: &Batch<'_>, deliver: &mut Deliver<'_>) -> Result<(), Failure> {
        for (number, entry) in batch.entries.iter().enumerate() {
            if batch.request.cancel.is_cancelled() {
                break;
            }
            let (request, report) = match batch.decide(number)? {
                Decision::Answered(report) => (batch.request.clone(), *report),
                Decision::Search(request) => match crew_size(&entry.level, &request) {
                    Ok(members) => {
                        let report = self.race_for(batch, number, &request, members)?;
                        (*request, report)
                    }
                    // What is wrong with the level is told as ever.
                    Err(_) => {
                        let report = solve_level(&entry.level, &request, |_| {});
                        (*request, report)
                    }
                },
            };
            self.deliver(vec![batch.finished(number, request, report)], deliver)?;
        }
        Ok(())
    }

    /// One level on as many ranks as there are members.
    fn race_for(
        &mut self,
        batch: &Batch<'_>,
        number: usize,
        request: &Request,
        members: usize,
    ) -> Result<Report, Failure> {
        let begun = Instant::now();
        let level = Number::try_from(number).expect("fewer than four thousand million levels");
        let entry = &batch.entries[number];
        let line = batch.progress.begin(number + 1, entry);
        let parts = self.number().min(members);
        let share = |part: usize| match request.nodes {
            u64::MAX => u64::MAX,
            nodes => nodes / parts as u64 + u64::from((part as u64) < nodes % parts as u64),
        };
        for part in 0..parts {
            let own = Request { nodes: share(part), ..request.clone() };
            let work = Work::new(level, &entry.level, &own, Some((part, parts)));
            self.order(part, Order::Work(Box::new(work)));
        }
        let mut verdict = Verdict::new(request.objective);
        let mut running: Vec<usize> = (0..parts).collect();
        let mut shown = vec![boxwright::Statistics::default(); parts];
        let mut stopped: Option<Instant> = None;
        while !running.is_empty() {
            for (from, answer) in self.answers() {
                match answer {
                    Answer::Done(done) if done.level == level => {
                        running.retain(|&rank| rank != from);
                        let bound = done.bound;
                        verdict.add(self.confirmed(&entry.level, *done), bound);
                    }
                    Answer::Found(about, cost) if about == level && verdict.bounded(cost) => {
                        let others = running.iter().filter(|&&rank| rank != from);
                        others.for_each(|&rank| self.order(rank, Order::Bound(level, cost)));
                    }
                    Answer::Beat(progress) => {
                        for (_, progress) in progress.into_iter().filter(|(about, _)| *about == level) {
                            verdict.at_least(progress.lower_bound as usize);
                            shown[from] = progress.into();
                        }
                        line.show(&sum(&shown));
                    }
                    // About an earlier level.
                    Answer::Done(_) | Answer::Found(..) | Answer::Farewell(_) => {}
                }
            }
            if stopped.is_none() && (verdict.is_settled() || batch.request.cancel.is_cancelled()) {
                stopped = Some(Instant::now());
                running.iter().for_each(|&rank| self.order(rank, Order::Stop(level)));
            }
        }
        if let Some(stopped) = stopped {
            self.note_end(stopped.elapsed());
        }
        let lost =
            || Failure::Usage(format!("{} level {}: the ranks contradict each other", entry.source, entry.index));
        let mut report = verdict.into_report().ok_or_else(lost)?;
        report.seconds = (begun.elapsed().as_secs_f64() * 1e6).round() / 1e6;
        Ok(report)
    }
}

/// How far all ranks are together.
fn sum(all: &[boxwright::Statistics]) -> boxwright::Statistics {
    boxwright::Statistics {
        expanded: all.iter().map(|one| one.expanded).sum(),
        bytes: all.iter().map(|one| one.bytes).sum(),
        depth: all.iter().map(|one| one.depth).max().unwrap_or(0),
        ..boxwright::Statistics::default()
    }
}
