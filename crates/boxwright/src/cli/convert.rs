//! `boxwright convert`: levels from any format into one file of another.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Failure, OK, SourceArgs, USAGE, output};
use crate::game::Game;
use crate::source::{About, Source};

/// Write levels in another format
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright convert levels.slc --to sok --output levels.sok
  boxwright convert collection/ --to xsb > all.xsb
  boxwright convert old-kwirk.txt --to kwk

Run-length encoded boards are written in full, and all text as UTF-8. Titles,
authors, comments and recorded solutions are kept. A level that could not be
read in full is reported and left out (exit status 2).")]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Write to FILE instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Sokoban, with all properties and solutions
    Sok,
    /// Sokoban, without a header
    Xsb,
    /// Kwirk
    Kwk,
}

/// Converts the levels.
pub(super) fn run(args: &ConvertArgs) -> Result<u8, Failure> {
    let input = args.sources.load()?;
    let mut abouts: Vec<About> = input.sources.iter().map(|s| s.about.clone()).collect();
    let entries = args.sources.select(input.sources)?;
    let game = if args.to == Format::Kwk { Game::Kwirk } else { Game::Sokoban };
    if let Some(entry) = entries.iter().find(|e| e.level.game() != game) {
        let is = entry.level.game();
        let message = format!("{} is {is}; the format asked for holds {game} levels only", entry.source);
        return Err(Failure::Usage(message));
    }

    let mut status = if input.incomplete { USAGE } else { OK };
    let mut levels = Vec::new();
    for entry in entries {
        if entry.level.is_damaged() {
            status = USAGE;
            let mut stderr = io::stderr();
            for fault in entry.level.faults() {
                let _ = writeln!(stderr, "{}:{fault}", entry.source);
            }
        } else {
            levels.push(entry.level);
        }
    }
    let about = if abouts.len() == 1 { abouts.remove(0) } else { About::none(game) };
    let text = Source { name: String::new(), about, levels }.to_text(args.to == Format::Xsb);
    match &args.output {
        Some(path) => output::write_file(path, &text)?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(status)
}
