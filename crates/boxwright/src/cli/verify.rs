//! `boxwright verify`: solutions of others, replayed by the plain rules.
//!
//! Solutions come with the levels (blocks in `.sok`, a property `Solution` in `.kwk`) or in a file of their own: the JSON
//! lines of `boxwright solve --json`, a file of levels with solutions, or plain moves, one solution per line or paragraph in the
//! order of the levels.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clap::Args;
use serde::Deserialize;
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use super::units::{clean, fit};
use super::{Failure, OK, REFUSED, USAGE, load};
use crate::game::AnyLevel;
use crate::source::{self, Entry, Selection};

/// Check solutions by replaying them with the plain rules
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright verify solved.sok                 the solutions recorded in the file
  boxwright verify level.sok level.sol        a solution in a file of its own
  boxwright solve levels.sok --json | boxwright verify levels.sok -

SOLUTIONS may be the JSON lines of 'boxwright solve --json', a file of levels
with solutions, or moves as text: one solution per line or paragraph, in the
order of the levels. Moves are l u r d in either case, in Kwirk also s; 3r4U
means rrrUUUU.

Exit status: 0 if every level has a solution and all were accepted, 1 if some
were refused or are missing, 2 if something could not be read.")]
pub(super) struct VerifyArgs {
    /// A file, a folder, - for standard input, or builtin:NAME
    #[arg(value_name = "SOURCE")]
    source: OsString,
    /// The file with the solutions, if they are not with the levels; - for standard input
    #[arg(value_name = "SOLUTIONS")]
    solutions: Option<OsString>,
    /// Only these levels of each source, numbered from 1, e.g. 1,3,5-9
    #[arg(long, short, value_name = "NUMBERS")]
    level: Option<Selection>,
}

/// Verifies the solutions.
pub(super) fn run(args: &VerifyArgs) -> Result<u8, Failure> {
    let input = load(std::slice::from_ref(&args.source))?;
    // Solutions in a file of their own are counted through all levels, so the selection comes after.
    let entries = source::entries(input.sources, &Selection::default());
    let given = match &args.solutions {
        None => entries.iter().map(recorded).collect(),
        Some(path) => separate(path, &entries)?,
    };

    let selection = args.level.clone().unwrap_or_default();
    let mut out = anstream::stdout().lock();
    let (mut accepted, mut refused, mut missing) = (0, 0, 0);
    for (entry, solutions) in entries.iter().zip(given).filter(|(entry, _)| selection.contains(entry.index)) {
        if solutions.is_empty() {
            missing += 1;
            line(&mut out, entry, "missing", AnsiColor::Yellow, "no solution is given")?;
        }
        for solution in solutions {
            match replay(&entry.level, &solution) {
                Ok(measures) => {
                    accepted += 1;
                    line(&mut out, entry, "ok", AnsiColor::Green, &measures)?;
                }
                Err(why) => {
                    refused += 1;
                    line(&mut out, entry, "refused", AnsiColor::Red, &why)?;
                }
            }
        }
    }
    writeln!(out, "\nverified {accepted} · refused {refused} · missing {missing}")?;
    out.flush()?;
    Ok(match (input.incomplete, refused + missing) {
        (true, _) => USAGE,
        (false, 0) => OK,
        (false, _) => REFUSED,
    })
}

fn line(out: &mut impl Write, entry: &Entry, word: &str, colour: AnsiColor, text: &str) -> io::Result<()> {
    let style = Style::new().fg_color(Some(colour.into()));
    let title = fit(entry.level.title().unwrap_or_default(), 18);
    let place = format!("{}:{}", clean(&entry.source), entry.index);
    writeln!(out, "{place}  {title}  {style}{word:<7}{style:#}  {text}")
}

/// The measures of a solution, or why it is none.
fn replay(level: &AnyLevel, text: &str) -> Result<String, String> {
    if let Some(fault) = level.faults().first() {
        return Err(format!("the level is invalid: {fault}"));
    }
    match level {
        AnyLevel::Sokoban(level) => {
            let plan = sokoban::Plan::parse(text).map_err(|error| error.to_string())?;
            sokoban::verify(level, &plan).map(|v| v.metrics.to_string()).map_err(|refusal| refusal.to_string())
        }
        AnyLevel::Kwirk(level) => {
            let plan = kwirk::Plan::parse(text).map_err(|error| error.to_string())?;
            let verified = kwirk::verify(level, &plan).map_err(|refusal| refusal.to_string())?;
            Ok(format!("{} moves, {} pushes", verified.moves, verified.pushes))
        }
    }
}

/// The solutions that came with a level.
pub(super) fn recorded(entry: &Entry) -> Vec<String> {
    entry.level.recorded_solutions().into_iter().map(str::to_owned).collect()
}

/// The solutions in a file of their own, for each level.
pub(super) fn separate(path: &OsString, entries: &[Entry]) -> Result<Vec<Vec<String>>, Failure> {
    let name = path.to_string_lossy();
    let refuse = |why: &str| Failure::Usage(format!("{name}: {why}"));
    let read = if *path == *"-" {
        source::bounded(io::stdin().lock())
    } else {
        fs::File::open(path).and_then(source::bounded)
    };
    let bytes = read.map_err(|error| refuse(&error.to_string()))?;
    if bytes.len() > sokoban::formats::MAX_BYTES {
        return Err(refuse("the file is too large"));
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('{') {
        from_json(text, entries).map_err(|error| refuse(&error))
    } else if text.contains('#') {
        let with_levels = source::read(&name, &bytes).map_err(|error| refuse(&error))?;
        let solutions =
            with_levels.levels.iter().map(|l| l.recorded_solutions().into_iter().map(str::to_owned).collect());
        padded(solutions.collect(), entries.len()).map_err(|error| refuse(&error))
    } else {
        padded(from_text(text, entries.len()), entries.len()).map_err(|error| refuse(&error))
    }
}

/// One list of solutions for each level; levels at the end may have none.
fn padded(mut solutions: Vec<Vec<String>>, levels: usize) -> Result<Vec<Vec<String>>, String> {
    if solutions.len() > levels {
        return Err(format!("there are {} solutions, but only {levels} levels", solutions.len()));
    }
    solutions.resize(levels, Vec::new());
    Ok(solutions)
}

/// What is needed of a line of `boxwright solve --json`.
#[derive(Deserialize)]
struct Line {
    source: Option<String>,
    index: usize,
    solution: Option<String>,
}

fn from_json(text: &str, entries: &[Entry]) -> Result<Vec<Vec<String>>, String> {
    let mut solutions = vec![Vec::new(); entries.len()];
    let places: HashMap<(&str, usize), usize> =
        entries.iter().enumerate().map(|(place, e)| ((&*e.source, e.index), place)).collect();
    let only_source = entries.first().map(|e| &*e.source).filter(|&s| entries.iter().all(|e| *e.source == *s));
    for (number, text) in text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        let line: Line = serde_json::from_str(text).map_err(|error| format!("line {}: {error}", number + 1))?;
        let Some(solution) = line.solution else { continue };
        // The levels may have another name by now; with a single source there is no doubt anyway.
        let source = only_source.or(line.source.as_deref()).unwrap_or_default();
        match places.get(&(source, line.index)) {
            Some(&place) => solutions[place].push(solution),
            None => return Err(format!("line {}: there is no such level", number + 1)),
        }
    }
    Ok(solutions)
}

/// Solutions as plain moves: for one level all of it, else by paragraphs if there are several, else by lines.
fn from_text(text: &str, levels: usize) -> Vec<Vec<String>> {
    let is_remark = |line: &str| line.starts_with(';') || line.contains(':');
    let mut paragraphs: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.split(['\n', '\r']).map(str::trim) {
        if line.is_empty() || is_remark(line) {
            paragraphs.push(Vec::new());
        } else {
            paragraphs.last_mut().expect("there is always one").push(line);
        }
    }
    paragraphs.retain(|lines| !lines.is_empty());
    let lines: usize = paragraphs.iter().map(Vec::len).sum();
    let one = |moves: String| vec![moves];
    if levels == 1 && lines > 0 {
        vec![one(paragraphs.concat().join("\n"))]
    } else if paragraphs.len() > 1 && lines != levels {
        paragraphs.into_iter().map(|lines| one(lines.join("\n"))).collect()
    } else {
        paragraphs.concat().into_iter().map(|line| one(line.to_owned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_divided_among_the_levels() {
        let texts = |text, levels| from_text(text, levels).concat();
        assert_eq!(texts("rr\nuu\n", 2), ["rr", "uu"]);
        assert_eq!(texts("rr\nuu\n", 1), ["rr\nuu"]);
        assert_eq!(texts("rr\nuu\n\nll\n", 2), ["rr\nuu", "ll"]);
        assert_eq!(texts("; 1\r\nrr\r\n\r\n; 2\r\nll\r\n", 2), ["rr", "ll"]);
        assert_eq!(texts("rr\n\nll\n", 3), ["rr", "ll"]);
        assert!(texts("", 1).is_empty());
    }
}
