//! `boxwright play`: both games in the terminal, on the whole screen or line by line.

use std::io::{self, IsTerminal};
use std::time::Duration;

use clap::Args;

use super::units::{parse_memory, parse_time};
use super::{Failure, OK, SourceArgs, USAGE};
use crate::play::plain::{self, Limits};

/// Play in the terminal
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright play                              all built-in levels, from the first
  boxwright play builtin:garden --level 3-9
  boxwright play levels.sok
  printf 'rr\\nq\\n' | boxwright play level.xsb --plain

Keys: arrows move, u undoes, y redoes, r restarts, n and p change the level, l
lists all, h hints, w solves from here and plays it back, b goes back to the
last good position, s or 1-4 switch characters in Kwirk, ? explains, q quits.
Click to walk; click a box, then a place, to push it there.

Line by line (--plain, or where TERM is dumb) moves are l u r d, many in a line
if you like; ? lists the commands. Colours are left out if NO_COLOR is set.")]
pub(super) struct PlayArgs {
    #[command(flatten)]
    sources: SourceArgs,
    #[command(flatten)]
    manner: Manner,
}

/// How to play, and what searches may take.
#[derive(Args, Debug)]
pub(super) struct Manner {
    /// Line by line, also if the terminal can do more
    #[arg(long)]
    pub(super) plain: bool,
    /// The most time to search for a solution; a hint gets a quarter of it
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    time: Duration,
    /// The most memory for a search
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = parse_memory)]
    memory: usize,
}

impl Manner {
    pub(super) fn limits(&self) -> Limits {
        Limits { hint: self.time / 4, time: self.time, memory: self.memory }
    }

    /// Whether it is to go line by line.
    pub(super) fn by_lines(&self) -> Result<bool, Failure> {
        // Only Unix names the abilities of its terminals.
        let can_do_little = cfg!(unix) && std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        if self.plain {
            Ok(true)
        } else if !io::stdout().is_terminal() {
            Err(Failure::Usage("this is not a terminal; --plain goes line by line".to_owned()))
        } else {
            Ok(can_do_little || cfg!(not(feature = "terminal")))
        }
    }
}

/// The terminal cannot do what it should.
#[cfg(feature = "terminal")]
pub(super) fn no_screen(error: &io::Error) -> Failure {
    Failure::Usage(format!("this terminal cannot be used ({error}); --plain goes line by line"))
}

/// Plays.
pub(super) fn run(args: &PlayArgs) -> Result<u8, Failure> {
    let by_lines = args.manner.by_lines()?;
    if by_lines && args.sources.sources.iter().any(|source| source == "-") {
        return Err(Failure::Usage("levels and moves cannot both come from standard input".to_owned()));
    }
    let input = args.sources.load()?;
    let entries = args.sources.select(input.sources)?;
    let limits = args.manner.limits();
    if by_lines {
        plain::play(&entries, limits, io::stdin().lock(), io::stdout().lock())?;
    } else {
        #[cfg(feature = "terminal")]
        crate::terminal::play(entries, limits).map_err(|error| no_screen(&error))?;
    }
    Ok(if input.incomplete { USAGE } else { OK })
}
