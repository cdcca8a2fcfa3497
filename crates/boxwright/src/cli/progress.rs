//! One line on the terminal for every level at work: which it is, and how the search is going.
//!
//! Only on a terminal; elsewhere nothing is drawn at all. Results are printed through [`Progress::print`], which takes
//! the lines away meanwhile.

use std::io::{self, IsTerminal};
use std::time::Instant;

use boxwright_search::Statistics;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::units::{bytes, clip, count, time};
use crate::source::Entry;

/// The lines of all levels at work.
pub(super) struct Progress {
    lines: Option<MultiProgress>,
    levels: usize,
}

/// The line of one level; it vanishes when this is dropped.
pub(super) struct Line {
    bar: Option<ProgressBar>,
    name: String,
    begun: Instant,
}

impl Progress {
    /// For so many levels in all.
    pub(super) fn new(levels: usize, quiet: bool) -> Progress {
        let shown = !quiet && io::stderr().is_terminal();
        let lines = shown.then(|| MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(10)));
        Progress { lines, levels }
    }

    /// A line for the level with this number among all.
    pub(super) fn begin(&self, number: usize, entry: &Entry) -> Line {
        let title = entry.level.title().map_or_else(|| format!("{} #{}", entry.source, entry.index), str::to_owned);
        let bar = self.lines.as_ref().map(|lines| {
            let bar = lines.add(ProgressBar::new_spinner());
            bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}").expect("a fixed template"));
            bar
        });
        Line { bar, name: format!("{number}/{} {}", self.levels, clip(&title, 24)), begun: Instant::now() }
    }

    /// Runs something that prints, with the lines out of the way.
    pub(super) fn print<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.lines {
            Some(lines) => lines.suspend(print),
            None => print(),
        }
    }
}

impl Line {
    /// Shows how the search is going.
    pub(super) fn show(&self, statistics: &Statistics) {
        let Some(bar) = &self.bar else { return };
        let seconds = self.begun.elapsed().as_secs_f64();
        let speed = (statistics.expanded as f64 / seconds.max(1e-3)) as u64;
        bar.set_message(format!(
            "{}  {} nodes  {}/s  depth {}  {}  {}",
            self.name,
            count(statistics.expanded),
            count(speed),
            statistics.depth,
            bytes(statistics.bytes),
            // Whole seconds: a clock that flickers draws the eye.
            if seconds < 99.5 { format!("{seconds:.0}s") } else { time(seconds) },
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
