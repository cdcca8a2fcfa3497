//! What was sent and what it cost, and what that lets expect of more ranks.
//!
//! The model is for batch mode: n ranks do W seconds of searching in W/n, but not faster than rank 0 can hand levels out
//! and keep their results, and at the end they wait for the level that takes longest. The search is measured, and so is
//! what a level costs rank 0; that nothing else grows with n is assumed. So it is a model, and says so.

use std::fmt;
use std::time::{Duration, Instant};

use boxwright::Report;
use serde::{Deserialize, Serialize};

use crate::message::{Answer, Message, Order};

/// Messages and their bytes, by kind.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default)]
pub struct Traffic([Count; KINDS.len()]);

#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default)]
struct Count {
    messages: u64,
    bytes: u64,
}

const KINDS: [&str; 6] = ["work", "done", "beat", "news", "bound", "other"];

impl Traffic {
    /// Counts a message.
    pub fn add(&mut self, message: &Message, bytes: usize) {
        let kind = match message {
            Message::Order(Order::Work(_)) => 0,
            Message::Answer(Answer::Done(_)) => 1,
            Message::Answer(Answer::Beat(_)) => 2,
            Message::News(_) => 3,
            Message::Order(Order::Bound(..)) | Message::Answer(Answer::Found(..)) => 4,
            _ => 5,
        };
        self.0[kind].messages += 1;
        self.0[kind].bytes += bytes as u64;
    }

    /// Adds what somebody else has sent.
    pub fn merge(&mut self, other: &Traffic) {
        for (here, there) in self.0.iter_mut().zip(&other.0) {
            here.messages += there.messages;
            here.bytes += there.bytes;
        }
    }
}

/// The books of rank 0.
pub struct Account {
    begun: Instant,
    ranks: usize,
    /// Whether every rank had levels of its own, so that the model applies.
    pub(crate) is_batch: bool,
    /// What all ranks have sent.
    pub(crate) traffic: Traffic,
    /// Time spent on answers: reading and replaying them, storing and printing, handing out the next levels.
    pub(crate) busy: Duration,
    /// How much of that on storing and printing.
    pub(crate) keeping: Duration,
    /// Levels that took a search, what they took in all, and the longest.
    searched: usize,
    seconds: f64,
    longest: f64,
    /// The longest time from the answer of a race to the end of its last rank, and how many races were stopped.
    slowest_end: Duration,
    stopped_races: usize,
}

impl Account {
    /// Empty books.
    #[must_use]
    pub(crate) fn new(ranks: usize) -> Account {
        Account {
            begun: Instant::now(),
            ranks,
            is_batch: false,
            traffic: Traffic::default(),
            busy: Duration::ZERO,
            keeping: Duration::ZERO,
            searched: 0,
            seconds: 0.0,
            longest: 0.0,
            slowest_end: Duration::ZERO,
            stopped_races: 0,
        }
    }

    /// A level has ended.
    pub(crate) fn note(&mut self, report: &Report) {
        if !report.from_store {
            self.searched += 1;
            self.seconds += report.seconds;
            self.longest = self.longest.max(report.seconds);
        }
    }

    /// A race has ended, so long after its answer was there.
    pub(crate) fn note_end(&mut self, after: Duration) {
        self.stopped_races += 1;
        self.slowest_end = self.slowest_end.max(after);
    }

    /// Seconds of rank 0 for each level.
    fn handling(&self) -> f64 {
        self.busy.as_secs_f64() / self.searched.max(1) as f64
    }
}

/// How many levels the model is asked about.
const MODEL_LEVELS: f64 = 3000.0;

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elapsed = self.begun.elapsed().as_secs_f64();
        writeln!(f, "MPI: {} ranks, {elapsed:.1} s", self.ranks)?;
        writeln!(f, "  {:8}{:>10}{:>12}{:>10}{:>10}", "message", "sent", "bytes", "mean", "per s")?;
        for (name, count) in KINDS.iter().zip(&self.traffic.0) {
            let Count { messages, bytes } = *count;
            let mean = bytes as f64 / messages.max(1) as f64;
            let rate = messages as f64 / elapsed.max(1e-9);
            writeln!(f, "  {name:8}{messages:>10}{bytes:>12}{mean:>10.0}{rate:>10.1}")?;
        }
        if self.stopped_races > 0 {
            let (races, end) = (self.stopped_races, self.slowest_end.as_secs_f64() * 1e3);
            writeln!(f, "  races that an answer ended: {races}; the last rank stopped after at most {end:.0} ms")?;
        }
        if self.searched == 0 || !self.is_batch {
            return Ok(());
        }
        let (mean, handling) = (self.seconds / self.searched as f64, self.handling());
        let (messages, keeping) = (self.busy.saturating_sub(self.keeping).as_secs_f64(), self.keeping.as_secs_f64());
        let (searched, longest) = (self.searched, self.longest);
        writeln!(f, "  {searched} levels searched: {mean:.3} s on average, at most {longest:.1} s")?;
        let each = |seconds: f64| seconds / searched as f64 * 1e3;
        let (messages, keeping) = (each(messages), each(keeping));
        writeln!(f, "  rank 0: {messages:.3} ms a level for messages, {keeping:.3} ms for storing and printing")?;
        writeln!(f, "model, not measured: batch mode with {MODEL_LEVELS} levels like these")?;
        writeln!(f, "  {:>6}{:>22}{:>12}", "ranks", "seconds", "speed-up")?;
        let alone = expected(1, mean, handling, longest).1;
        for ranks in [1, 4, 16, 64, 256, 1024] {
            let (least, most) = expected(ranks, mean, handling, longest);
            let (slow, fast) = (alone / most, alone / least);
            writeln!(
                f,
                "  {ranks:>6}{:>22}{:>12}",
                format!("{least:.1} to {most:.1}"),
                format!("{slow:.0} to {fast:.0}")
            )?;
        }
        Ok(())
    }
}

/// How many seconds so many ranks need: with the longest level among the first, and with it as the very last.
fn expected(ranks: u32, mean: f64, handling: f64, longest: f64) -> (f64, f64) {
    let ranks = f64::from(ranks);
    let shared = (MODEL_LEVELS * (mean + handling) / ranks).max(MODEL_LEVELS * handling);
    (shared.max(longest), shared + longest * (1.0 - 1.0 / ranks))
}

#[cfg(test)]
mod tests {
    use super::expected;

    #[test]
    fn the_model_has_its_limits_where_they_belong() {
        // Alone, everything takes its time.
        assert_eq!(expected(1, 0.5, 0.0, 10.0), (1500.0, 1500.0));
        // The longest level, and rank 0, cannot be shared.
        assert_eq!(expected(1_000_000, 0.5, 0.0, 10.0).0, 10.0);
        assert_eq!(expected(1_000_000, 0.5, 0.01, 1.0).0, 30.0);
        let (least, most) = expected(64, 0.5, 0.0001, 10.0);
        assert!(least > 1500.0 / 64.0 && most < 1500.0 / 64.0 + 10.1);
    }
}
