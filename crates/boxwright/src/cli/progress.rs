//! What the terminal shows while levels are being solved: a line for every level at work, and below them one bar for
//! all: how many are done, how many solved, and when the rest will be.
//!
//! Only on a terminal; elsewhere nothing is drawn at all. Results are printed through [`Progress::print`], which takes
//! the lines away meanwhile.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use boxwright_search::Statistics;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::units::{bytes, clip, count, time};
use crate::report::{Report, Status};
use crate::source::Entry;

/// The lines of all levels at work, and the bar.
pub struct Progress {
    lines: Option<(MultiProgress, ProgressBar)>,
    levels: usize,
    begun: Instant,
    done: AtomicUsize,
    solved: AtomicUsize,
    /// Of those done, how many took a search.
    searched: AtomicUsize,
}

/// The line of one level; it vanishes when this is dropped.
pub struct Line {
    bar: Option<ProgressBar>,
    name: String,
    begun: Instant,
}

impl Progress {
    /// For so many levels in all.
    pub(super) fn new(levels: usize, quiet: bool) -> Progress {
        let shown = !quiet && io::stderr().is_terminal();
        let lines = shown.then(|| {
            let lines = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            let bar = ProgressBar::new(levels as u64);
            let template = "{bar:24} {pos}/{len} {msg}";
            bar.set_style(ProgressStyle::with_template(template).expect("a fixed template").progress_chars("━╸ "));
            // A single level has a line already.
            let bar = if levels > 1 { lines.add(bar) } else { bar };
            (lines, bar)
        });
        let zero = AtomicUsize::default;
        Progress { lines, levels, begun: Instant::now(), done: zero(), solved: zero(), searched: zero() }
    }

    /// A line for the level with this number among all.
    #[must_use]
    pub fn begin(&self, number: usize, entry: &Entry) -> Line {
        let title = entry.level.title().map_or_else(|| format!("{} #{}", entry.source, entry.index), str::to_owned);
        let bar = self.lines.as_ref().map(|(lines, overall)| {
            let bar = ProgressBar::new_spinner();
            let bar = if self.levels > 1 { lines.insert_before(overall, bar) } else { lines.add(bar) };
            bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}").expect("a fixed template"));
            bar
        });
        Line { bar, name: format!("{number}/{} {}", self.levels, clip(&title, 24)), begun: Instant::now() }
    }

    /// A level has ended.
    pub(super) fn done(&self, report: &Report) {
        let add =
            |number: &AtomicUsize, one: bool| number.fetch_add(usize::from(one), Ordering::Relaxed) + usize::from(one);
        let done = add(&self.done, true);
        let solved = add(&self.solved, report.status == Status::Solved);
        let searched = add(&self.searched, !report.from_store);
        let Some((_, bar)) = &self.lines else { return };
        bar.set_position(done as u64);
        let left = remaining(self.begun.elapsed().as_secs_f64(), searched, self.levels - done.min(self.levels));
        let left = left.map_or_else(String::new, |seconds| format!(" · {} left", coarse(seconds)));
        bar.set_message(format!("· {solved} solved{left}"));
    }

    /// All levels have ended: the bar goes.
    pub(super) fn finish(&self) {
        if let Some((_, bar)) = &self.lines {
            bar.finish_and_clear();
        }
    }

    /// Runs something that prints, with the lines out of the way.
    pub(super) fn print<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.lines {
            Some((lines, _)) => lines.suspend(print),
            None => print(),
        }
    }
}

/// How many seconds the remaining levels will take, if they are like those that were searched. What a store answered took
/// no time, and the rest of a batch that goes on is rarely answered.
fn remaining(elapsed: f64, searched: usize, left: usize) -> Option<f64> {
    (searched > 0 && left > 0).then(|| elapsed / searched as f64 * left as f64)
}

/// A time without digits that nobody can know.
fn coarse(seconds: f64) -> String {
    if seconds < 99.5 { format!("{seconds:.0}s") } else { time(seconds) }
}

impl Line {
    /// Shows how the search is going.
    pub fn show(&self, statistics: &Statistics) {
        self.show_with(statistics, &format!("depth {}", statistics.depth));
    }

    /// Shows how the search is going, with a word about what it has found.
    pub(super) fn show_with(&self, statistics: &Statistics, found: &str) {
        let Some(bar) = &self.bar else { return };
        let seconds = self.begun.elapsed().as_secs_f64();
        let speed = (statistics.expanded as f64 / seconds.max(1e-3)) as u64;
        bar.set_message(format!(
            "{}  {} nodes  {}/s  {found}  {}  {}",
            self.name,
            count(statistics.expanded),
            count(speed),
            bytes(statistics.bytes),
            // A clock that flickers draws the eye.
            coarse(seconds),
        ));
        bar.tick();
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_judged_by_what_was_searched() {
        assert_eq!(remaining(10.0, 5, 20), Some(40.0));
        assert_eq!(remaining(0.1, 0, 20), None);
        assert_eq!(remaining(10.0, 5, 0), None);
        assert_eq!((coarse(3.4), coarse(200.0)), ("3s".to_owned(), "3m20s".to_owned()));
    }
}
