//! `boxwright watch`: solutions played back in the terminal.
//!
//! Solutions are found where `verify` finds them, and are replayed before anything is shown. A level that has none is
//! solved first.

use std::ffi::OsString;
use std::io::{self, Write};

use boxwright_kwirk::{Move, Plan};
use clap::Args;

use super::play::Manner;
use super::verify::{recorded, separate};
use super::{Failure, OK, REFUSED, USAGE, complain, load};
use crate::play::advice::presses;
use crate::play::{plain, words};
use crate::source::{self, Entry, Selection};
use crate::{Request, solve_level};

/// Watch solutions in the terminal
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright watch solved.sok                  the solutions recorded in the file
  boxwright watch level.sok level.sol         a solution in a file of its own
  boxwright watch builtin:cellar --level 4    solved first
  boxwright watch solved.sok --plain | less   picture by picture

SOLUTIONS is what 'verify' reads. Keys: space plays and pauses, arrows step, + and
- change the speed, n and p the level, ? explains, q quits.

Exit status: 0 if all went well, 1 if some solutions were refused, 2 if something
could not be read or, line by line, no solution was found.")]
pub(super) struct WatchArgs {
    /// A file, a folder, - for standard input, or builtin:NAME
    #[arg(value_name = "SOURCE")]
    source: OsString,
    /// The file with the solutions, if they are not with the levels
    #[arg(value_name = "SOLUTIONS")]
    solutions: Option<OsString>,
    /// Only these levels of each source, numbered from 1, e.g. 1,3,5-9
    #[arg(long, short, value_name = "NUMBERS")]
    level: Option<Selection>,
    #[command(flatten)]
    manner: Manner,
}

/// Shows the solutions.
pub(super) fn run(args: &WatchArgs) -> Result<u8, Failure> {
    let by_lines = args.manner.by_lines()?;
    let input = load(std::slice::from_ref(&args.source))?;
    let entries = source::entries(input.sources, &Selection::default());
    let given = match &args.solutions {
        None => entries.iter().map(recorded).collect(),
        Some(path) => separate(path, &entries)?,
    };
    let selection = args.level.clone().unwrap_or_default();
    let chosen = entries.into_iter().zip(given).filter(|(entry, _)| selection.contains(entry.index));
    let mut levels = Vec::new();
    let mut refused = 0;
    for (entry, solutions) in chosen {
        match accepted(&entry, &solutions) {
            Ok(solution) => levels.push((entry, solution)),
            Err(why) => {
                complain(&format!("{}:{}: refused: {why}", entry.source, entry.index));
                refused += 1;
            }
        }
    }
    if levels.is_empty() && refused > 0 {
        return Ok(REFUSED);
    }
    if levels.is_empty() {
        return Err(Failure::Usage("--level selects no level".to_owned()));
    }
    let complete = if by_lines {
        by_line(&levels, &args.manner)?
    } else {
        #[cfg(feature = "terminal")]
        crate::terminal::watch(levels, args.manner.limits()).map_err(|error| super::play::no_screen(&error))?;
        true
    };
    Ok(match (input.incomplete || !complete, refused) {
        (true, _) => USAGE,
        (false, 0) => OK,
        (false, _) => REFUSED,
    })
}

/// The first of the given solutions that solves the level; `None` if there are none.
fn accepted(entry: &Entry, solutions: &[String]) -> Result<Option<Vec<Move>>, String> {
    if let Some(fault) = entry.level.faults().first() {
        return Err(format!("the level is invalid: {fault}"));
    }
    let mut refusal = None;
    for solution in solutions {
        match entry.level.replay(solution) {
            Ok(replayed) => return Plan::parse(&replayed.text).map(|p| Some(p.0)).map_err(|e| e.to_string()),
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    refusal.map_or(Ok(None), Err)
}

/// Prints them all; whether there was a solution for each.
fn by_line(levels: &[(Entry, Option<Vec<Move>>)], manner: &Manner) -> Result<bool, Failure> {
    let limits = manner.limits();
    let mut out = io::stdout().lock();
    let mut complete = true;
    for (number, (entry, solution)) in levels.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let searched;
        let solution = match solution {
            Some(solution) => solution,
            None => {
                let request = Request { time: Some(limits.time), memory: limits.memory, ..Request::default() };
                let report = solve_level(&entry.level, &request, |_| {});
                let Some(found) = presses(&report) else {
                    complain(&format!("{}:{}: {}", entry.source, entry.index, words::failure(&report)));
                    complete = false;
                    continue;
                };
                searched = found;
                &searched
            }
        };
        plain::watch(entry, solution, &mut out)?;
    }
    out.flush()?;
    Ok(complete)
}
