//! Batch mode: every rank has a level of its own, and gets another one when it is done.
//!
//! Where the store knows how long levels took, the longest come first, so that no long one is left for the end while the
//! other ranks have nothing to do (list scheduling by longest processing time; Graham 1969). As long as there are many
//! left, a rank has more levels than it can work on: a tenth of a second's worth of them, and at least one. So it need not
//! wait while rank 0 is busy, and where levels are quick many of them share a commit of the store.

use std::collections::{HashMap, VecDeque};

use boxwright::cli::{Batch, Deliver, Failure, Finished, Line};
use boxwright::{Decision, Request, solve_level};

use crate::message::{Answer, Number, Order, Work};
use crate::ranks::Ranks;

/// So many levels at once are answered from the store before the post is looked at again.
const ANSWERED_AT_ONCE: usize = 64;

/// A rank has work for so many seconds in reserve, but not more than so many levels.
const RESERVE: (f64, f64) = (0.1, 64.0);

/// Who has which level, and which ones nobody has yet.
struct Hands {
    waiting: VecDeque<usize>,
    dealt: HashMap<Number, Dealt>,
    /// How many levels each rank has.
    loads: Vec<usize>,
    /// How many it can work on at the same time.
    at_once: usize,
    /// What the latest levels took, on average.
    seconds: f64,
}

/// A level that some rank has.
struct Dealt {
    rank: usize,
    request: Request,
    line: Line,
}

impl Ranks {
    /// Solves the levels of a batch, one on each rank.
    pub(crate) fn deal(&mut self, batch: &Batch<'_>, deliver: &mut Deliver<'_>) -> Result<(), Failure> {
        let mut hands = Hands {
            waiting: in_order(batch)?,
            dealt: HashMap::new(),
            loads: vec![0; self.number()],
            at_once: self.plan.at_once,
            seconds: RESERVE.0,
        };
        let mut result = Ok(());
        let mut stopped = false;
        loop {
            let mut finished = Vec::new();
            let over = batch.request.cancel.is_cancelled() || result.is_err();
            if !over {
                result = hands.hand_out(self, batch, &mut finished);
            } else if !stopped {
                stopped = true;
                hands.dealt.iter().for_each(|(&level, dealt)| self.order(dealt.rank, Order::Stop(level)));
            }
            let left = !hands.dealt.is_empty() || !over && !hands.waiting.is_empty();
            for (from, answer) in if left { self.answers() } else { Vec::new() } {
                match answer {
                    Answer::Beat(progress) => hands.show(progress),
                    Answer::Done(done) => {
                        let Some(Dealt { request, .. }) = hands.dealt.remove(&done.level) else { continue };
                        hands.loads[from] -= 1;
                        let number = done.level as usize;
                        let report = self.confirmed(&batch.entries[number].level, *done);
                        hands.seconds += (report.seconds - hands.seconds) / 32.0;
                        finished.push(batch.finished(number, request, report));
                    }
                    // Only in a race.
                    Answer::Found(..) | Answer::Farewell(_) => {}
                }
            }
            result = self.deliver(finished, deliver).and(result);
            if !left {
                return result;
            }
        }
    }
}

impl Hands {
    /// Gives levels to ranks that can take one; what needs no search is finished.
    fn hand_out(&mut self, ranks: &mut Ranks, batch: &Batch<'_>, finished: &mut Vec<Finished>) -> Result<(), Failure> {
        while finished.len() < ANSWERED_AT_ONCE {
            let spare = self.reserve();
            let Some((rank, load)) = self.loads.iter_mut().enumerate().min_by_key(|(_, load)| **load) else { break };
            if *load >= self.at_once + spare {
                break;
            }
            let Some(number) = self.waiting.pop_front() else { break };
            let entry = &batch.entries[number];
            match batch.decide(number)? {
                Decision::Answered(report) => finished.push(batch.finished(number, batch.request.clone(), *report)),
                Decision::Search(request) if !entry.level.faults().is_empty() => {
                    let report = solve_level(&entry.level, &request, |_| {});
                    finished.push(batch.finished(number, *request, report));
                }
                Decision::Search(request) => {
                    let level = Number::try_from(number).expect("fewer than four thousand million levels");
                    let work = Work::new(level, &entry.level, &request, None);
                    ranks.order(rank, Order::Work(Box::new(work)));
                    *load += 1;
                    let line = batch.progress.begin(number + 1, entry);
                    self.dealt.insert(level, Dealt { rank, request: *request, line });
                }
            }
        }
        Ok(())
    }

    /// How many levels more than it can work on a rank may have; fewer and fewer towards the end.
    fn reserve(&self) -> usize {
        let seconds = RESERVE.0 * self.at_once as f64 / self.seconds.max(1e-9);
        let left = self.waiting.len() / (2 * self.at_once * self.loads.len());
        (seconds.clamp(1.0, RESERVE.1) as usize).min(left)
    }

    /// Shows how far levels are.
    fn show(&self, progress: Vec<(Number, crate::message::Progress)>) {
        for (level, progress) in progress {
            if let Some(dealt) = self.dealt.get(&level) {
                dealt.line.show(&progress.into());
            }
        }
    }
}

/// The levels in the order in which they are to be handed out.
fn in_order(batch: &Batch<'_>) -> Result<VecDeque<usize>, Failure> {
    let Some(archive) = batch.archive else { return Ok((0..batch.entries.len()).collect()) };
    let past = batch.entries.iter().map(|entry| archive.past_seconds(&entry.level));
    let past: Vec<Option<f64>> = past.collect::<Result<_, _>>().map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(longest_first(&past))
}

/// The longest first; what is not known is taken for the mean of what is.
fn longest_first(past: &[Option<f64>]) -> VecDeque<usize> {
    let known: Vec<f64> = past.iter().copied().flatten().collect();
    let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
    let seconds = |number: usize| past[number].unwrap_or(mean);
    let mut order: Vec<usize> = (0..past.len()).collect();
    order.sort_by(|&a, &b| seconds(b).total_cmp(&seconds(a)));
    order.into()
}

#[cfg(test)]
mod tests {
    use super::longest_first;

    #[test]
    fn long_levels_come_first_and_unknown_ones_between() {
        assert_eq!(longest_first(&[Some(1.0), None, Some(9.0), None, Some(2.0)]), [2, 1, 3, 4, 0]);
        assert_eq!(longest_first(&[None, None, None]), [0, 1, 2]);
        assert!(longest_first(&[]).is_empty());
    }
}
