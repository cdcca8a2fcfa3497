//! The table at the end of a batch: how the levels of each source ended.
//!
//! Collections of one file per level would give a line for each level once more, so many sources are taken together by
//! their folders.

use std::io::{self, Write};
use std::path::Path;

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::table::Tally;
use super::units::{clean, fit, time};
use crate::report::Report;
use crate::source::Entry;

/// With more sources than this their folders are shown instead.
const MOST_SOURCES: usize = 24;
/// Columns of the name.
const NAME: usize = 24;

/// How the levels of each group ended.
pub(super) struct Groups {
    groups: Vec<(String, Tally, f64)>,
    by_folder: bool,
}

impl Groups {
    /// Groups for these levels; nothing has ended yet.
    pub(super) fn new(entries: &[Entry]) -> Groups {
        let changes = entries.windows(2).filter(|pair| pair[0].source != pair[1].source).count();
        Groups { groups: Vec::new(), by_folder: changes >= MOST_SOURCES }
    }

    /// Counts a report.
    pub(super) fn add(&mut self, report: &Report) {
        let name = if self.by_folder { folder(&report.source) } else { report.source.clone() };
        let place = self.groups.iter().position(|(group, ..)| *group == name).unwrap_or_else(|| {
            self.groups.push((name, Tally::default(), 0.0));
            self.groups.len() - 1
        });
        let (_, tally, seconds) = &mut self.groups[place];
        tally.add(report);
        *seconds += if report.from_store { 0.0 } else { report.seconds };
    }

    /// Prints the table, if there is more than one group.
    pub(super) fn table(&self, out: &mut impl Write) -> io::Result<()> {
        if self.groups.len() < 2 {
            return Ok(());
        }
        let dim = Style::new().dimmed();
        let name = fit("", NAME);
        writeln!(out, "\n{dim}{name}  levels  solved  unsolvable  stopped  invalid  search{dim:#}")?;
        for (name, tally, seconds) in &self.groups {
            let name = fit(&ending(&clean(name)), NAME);
            let Tally { solved, unsolvable, stopped, invalid, .. } = tally;
            let shown = |n: usize| if n == 0 { "-".to_owned() } else { n.to_string() };
            let (solved, unsolvable, stopped) = (shown(*solved), shown(*unsolvable), shown(*stopped));
            let (levels, invalid, seconds) = (tally.levels(), shown(*invalid), time(*seconds));
            writeln!(
                out,
                "{name}  {levels:>6}  {solved:>6}  {unsolvable:>10}  {stopped:>7}  {invalid:>7}  {seconds:>6}"
            )?;
        }
        Ok(())
    }
}

/// The last part of a name that is too long: files of one folder begin alike.
fn ending(name: &str) -> String {
    let starts = name.char_indices().map(|(at, _)| &name[at..]);
    let fits = |part: &&str| part.width() < NAME;
    if name.width() <= NAME {
        name.to_owned()
    } else {
        format!("…{}", starts.into_iter().find(fits).unwrap_or_default())
    }
}

fn folder(source: &str) -> String {
    let folder = Path::new(source).parent().map(|folder| folder.to_string_lossy().into_owned());
    folder.filter(|name| !name.is_empty()).unwrap_or_else(|| source.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::report::Status;

    fn table(sources: &[&str]) -> Vec<String> {
        let level = crate::source::read("x.xsb", b"#####\n#@$.#\n#####\n").unwrap().levels.remove(0);
        let entry = |source: &&str| Entry { source: (*source).into(), index: 1, level: level.clone() };
        let mut groups = Groups::new(&sources.iter().map(entry).collect::<Vec<_>>());
        for (source, status) in sources.iter().zip([Status::Solved, Status::Stopped].into_iter().cycle()) {
            let source = (*source).to_owned();
            groups.add(&Report { source, seconds: 0.5, ..Report::new(Game::Sokoban, None, status) });
        }
        let mut out = Vec::new();
        groups.table(&mut anstream::StripStream::new(&mut out)).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn sources_are_shown_one_by_one() {
        let lines = table(&["a.sok", "a.sok", "b.sok"]);
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert_eq!(lines[2].split_whitespace().collect::<Vec<_>>(), ["a.sok", "2", "1", "-", "1", "-", "1.000s"]);
        assert!(lines.iter().all(|line| line.width() < 80), "{lines:?}");
        assert_eq!(ending("a/very/long/way/to/some/levels.sok"), "…/way/to/some/levels.sok");
        assert!(table(&["a.sok", "a.sok"]).is_empty(), "one line says it all");
    }

    #[test]
    fn many_files_are_taken_together() {
        let names: Vec<String> = (0..60).map(|n| format!("set{}/{n}.sok", n / 30)).collect();
        let lines = table(&names.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines[3].starts_with("set1 ") && lines[3].contains(" 30 "), "{lines:?}");
    }
}
