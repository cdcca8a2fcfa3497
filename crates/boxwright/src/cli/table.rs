//! The table that people read: a line for each level as it ends, grouped by source, and a summary.
//!
//! It fits 80 columns; on a wider terminal the titles get the room.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use boxwright_search::Objective;

use super::output;
use super::units::{clean, count, fit, time};
use super::{BUG, OK, STOPPED, UNSOLVABLE, USAGE};
use crate::game::Game;
use crate::report::{Report, Status, StoppedBy};
use crate::source::Entry;

/// The columns apart from the title take that much.
const REST: usize = 60;

/// The table being printed.
pub(super) struct Table {
    title_columns: usize,
    group: Option<(String, Game)>,
    starred: bool,
    known: bool,
}

/// How many levels ended how.
#[derive(Default, Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) solved: usize,
    pub(super) unsolvable: usize,
    pub(super) stopped: usize,
    pub(super) invalid: usize,
    pub(super) refused: usize,
    /// Of the solved ones, those whose search was stopped before it had shown that nothing is better.
    pub(super) unproven: usize,
    /// Those answered from a store.
    pub(super) known: usize,
}

impl Table {
    pub(super) fn new() -> Table {
        let title_columns = output::columns().clamp(80, 110) - 1 - REST;
        Table { title_columns, group: None, starred: false, known: false }
    }

    /// Prints the line of a level, below the heading of its source if it is the first of it.
    pub(super) fn line(&mut self, out: &mut impl Write, entry: &Entry, report: &Report) -> io::Result<()> {
        let group = (entry.source.to_string(), report.game);
        if self.group.as_ref() != Some(&group) {
            self.heading(out, &group)?;
            self.group = Some(group);
        }
        let pushes_best = matches!(report.optimal, Some(Objective::Pushes | Objective::PushesMoves));
        let moves_best = matches!(report.optimal, Some(Objective::Moves | Objective::MovesPushes));
        self.starred |= pushes_best || moves_best;
        let size = entry.level.size();
        self.known |= report.from_store;
        let (word, style) = ending(report);
        let word = match report.lower_bound {
            Some(bound) if report.status == Status::Solved && report.stopped_by.is_some() => format!("solved ≥{bound}"),
            _ => word.to_owned(),
        };
        // The longest words have room for the mark only without their second half.
        let word = match word.strip_suffix(" limit") {
            Some(short) if report.from_store => format!("={short}"),
            _ if report.from_store => format!("={word}"),
            _ => word,
        };
        let title = fit(entry.level.title().unwrap_or_default(), self.title_columns);
        let unknown = report.status == Status::Invalid;
        let line = format!(
            "{:>4} {title} {:>7} {:>3}  {style}{word:<12}{style:#}{:>7}{:>7} {:>7} {:>6}",
            entry.index,
            format!("{}×{}", size.width, size.height),
            entry.level.things(),
            number(report.pushes, pushes_best),
            number(report.moves, moves_best),
            if unknown { String::new() } else { time(report.seconds) },
            if unknown { String::new() } else { count(report.expanded) },
        );
        writeln!(out, "{}", line.trim_end())
    }

    fn heading(&self, out: &mut impl Write, (source, game): &(String, Game)) -> io::Result<()> {
        let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
        if self.group.is_some() {
            writeln!(out)?;
        }
        let things = match game {
            Game::Sokoban => "box",
            Game::Kwirk => "chr",
        };
        writeln!(out, "{bold}{}{bold:#} {dim}({game}){dim:#}", clean(source))?;
        if self.group.as_ref().is_some_and(|(_, last)| last == game) {
            // Once is enough: the columns stay where they are.
            return Ok(());
        }
        writeln!(
            out,
            "{dim}{:>4} {} {:>7} {things:>3}  {:<12}{:>7}{:>7} {:>7} {:>6}{dim:#}",
            "#",
            fit("title", self.title_columns),
            "size",
            "status",
            "pushes ",
            "moves ",
            "time",
            "nodes"
        )
    }

    /// Prints the summary.
    pub(super) fn summary(&self, out: &mut impl Write, tally: Tally, seconds: f64) -> io::Result<()> {
        let Tally { solved, unsolvable, stopped, invalid, refused, unproven, known } = tally;
        let all = tally.levels();
        let mut parts = vec![format!("solved {solved} of {all}")];
        let others = [
            (unproven, "not proven best"),
            (unsolvable, "unsolvable"),
            (stopped, "stopped"),
            (invalid, "invalid"),
            (refused, "refused"),
            (known, "known before"),
        ];
        parts.extend(others.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")));
        parts.push(time(seconds));
        let legend = match (self.starred, self.known) {
            (true, true) => "   (* proven optimal, = from the store)",
            (true, false) => "   (* proven optimal)",
            (false, true) => "   (= from the store)",
            (false, false) => "",
        };
        writeln!(out, "\n{}{legend}", parts.join(" · "))
    }
}

/// A number, starred if it is proven to be the smallest possible.
fn number(value: Option<usize>, best: bool) -> String {
    value.map_or_else(|| "- ".to_owned(), |n| format!("{n}{}", if best { '*' } else { ' ' }))
}

fn ending(report: &Report) -> (&'static str, Style) {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match (report.status, report.stopped_by) {
        (Status::Solved, None) => ("solved", colour(AnsiColor::Green)),
        (Status::Solved, Some(_)) => ("unproven", colour(AnsiColor::Yellow)),
        (Status::Unsolvable, _) => ("unsolvable", colour(AnsiColor::Blue)),
        (Status::Invalid, _) => ("invalid", colour(AnsiColor::Red)),
        (Status::Refused, _) => ("REFUSED", colour(AnsiColor::Red).bold()),
        (Status::Stopped, by) => {
            let word = match by {
                Some(StoppedBy::Time) => "time limit",
                Some(StoppedBy::Memory) => "memory limit",
                Some(StoppedBy::Nodes) => "node limit",
                Some(StoppedBy::Cancelled) => "cancelled",
                Some(StoppedBy::Disk) => "disk error",
                Some(StoppedBy::Incomplete) | None => "gave up",
            };
            (word, colour(AnsiColor::Yellow))
        }
    }
}

impl Tally {
    /// How many levels there were.
    pub(super) fn levels(self) -> usize {
        self.solved + self.unsolvable + self.stopped + self.invalid + self.refused
    }

    pub(super) fn add(&mut self, report: &Report) {
        self.known += usize::from(report.from_store);
        self.unproven += usize::from(report.status == Status::Solved && report.stopped_by.is_some());
        self.count(report.status);
    }

    /// Counts a level that ended like this.
    pub(super) fn count(&mut self, status: Status) {
        *match status {
            Status::Solved => &mut self.solved,
            Status::Unsolvable => &mut self.unsolvable,
            Status::Stopped => &mut self.stopped,
            Status::Invalid => &mut self.invalid,
            Status::Refused => &mut self.refused,
        } += 1;
    }

    /// The exit status, the worst of all.
    pub(super) fn exit_status(self) -> u8 {
        match self {
            Tally { refused: 1.., .. } => BUG,
            Tally { invalid: 1.., .. } => USAGE,
            Tally { stopped: 1.., .. } | Tally { unproven: 1.., .. } => STOPPED,
            Tally { unsolvable: 1.., .. } => UNSOLVABLE,
            _ => OK,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_ending_gives_the_exit_status() {
        let tally = |statuses: &[Status]| {
            let mut tally = Tally::default();
            statuses.iter().for_each(|&s| tally.add(&Report::new(Game::Sokoban, None, s)));
            tally.exit_status()
        };
        use Status::{Invalid, Refused, Solved, Stopped, Unsolvable};
        assert_eq!(tally(&[Solved]), 0);
        assert_eq!(tally(&[Unsolvable, Solved]), 10);
        assert_eq!(tally(&[Stopped, Unsolvable]), 11);
        assert_eq!(tally(&[Stopped, Invalid]), 2);
        assert_eq!(tally(&[Refused, Invalid, Stopped, Unsolvable]), 70);
    }

    #[test]
    fn a_line_fits_eighty_columns() {
        use unicode_width::UnicodeWidthStr;
        let text = b"; A very long title that goes on and on and on and on\n#####\n#@$.#\n#####\n";
        let level = crate::source::read("x.xsb", text).unwrap().levels.remove(0);
        let entry = Entry { source: "x.xsb".into(), index: 1000, level };
        let report = Report {
            moves: Some(123_456),
            pushes: Some(12_345),
            stopped_by: Some(StoppedBy::Memory),
            optimal: Some(Objective::Moves),
            seconds: 359_999.0,
            expanded: 123_456_789,
            ..Report::new(Game::Sokoban, None, Status::Stopped)
        };
        let mut out = Vec::new();
        Table::new().line(&mut anstream::StripStream::new(&mut out), &entry, &report).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().all(|line| line.width() <= 79), "{text}");
    }
}
