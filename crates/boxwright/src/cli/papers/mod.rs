//! `boxwright papers`: published results, and ours beside them.

mod group_effort;
mod kwirk;
mod reversed;
mod taboo;
mod talking_stones;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use boxwright_search::Cancel;
use clap::{Args, Subcommand, ValueEnum};

use super::{Failure, load, output, units};
use crate::game::AnyLevel;
use crate::papers::Document;
use crate::solve::{Request, default_memory};

/// Run the solvers of a paper and print their results beside the published ones
#[derive(Args, Debug)]
pub(super) struct PapersArgs {
    #[command(subcommand)]
    paper: Paper,
}

#[derive(Subcommand, Debug)]
enum Paper {
    Kwirk(kwirk::KwirkArgs),
    GroupEffort(group_effort::GroupEffortArgs),
    Reversed(reversed::ReversedArgs),
    Taboo(taboo::TabooArgs),
    TalkingStones(talking_stones::TalkingStonesArgs),
}

/// What all papers have in common.
#[derive(Args, Debug)]
struct Common {
    /// Give up a run after this time: a number with ms, s, m or h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::parse_time)]
    time: Duration,
    /// Give up a run when its search holds this much memory: a number with KiB, MiB or GiB (or MB, GB) [default: 8GiB,
    /// or three quarters of the machine's memory if that is less]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_memory)]
    memory: Option<usize>,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
    /// Write the results to FILE instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A table to read
    Terminal,
    /// For documentation
    Markdown,
    /// For other programs
    Csv,
}

/// Runs a paper's solvers.
pub(super) fn run(args: &PapersArgs) -> Result<u8, Failure> {
    match &args.paper {
        Paper::Kwirk(args) => kwirk::run(args),
        Paper::GroupEffort(args) => group_effort::run(args),
        Paper::Reversed(args) => reversed::run(args),
        Paper::Taboo(args) => taboo::run(args),
        Paper::TalkingStones(args) => talking_stones::run(args),
    }
}

impl Common {
    fn memory(&self) -> usize {
        self.memory.unwrap_or_else(default_memory)
    }

    /// The limits as a request, to be cancelled by Ctrl-C.
    fn request(&self) -> Request {
        let cancel = Cancel::default();
        super::solve::handle_interrupts(cancel.clone());
        Request { time: Some(self.time), memory: self.memory(), cancel, ..Request::default() }
    }

    /// Prints or writes a report; `plot` is the file of a drawing, with what it shows.
    fn print(&self, document: &Document, plot: Option<(&PathBuf, &str)>) -> Result<(), Failure> {
        let text = match self.format {
            Format::Terminal => document.terminal(),
            Format::Csv => document.csv(),
            Format::Markdown => {
                let file = plot.and_then(|(path, _)| path.file_name()).map(|name| name.to_string_lossy());
                document.markdown(file.as_deref().zip(plot.map(|(_, caption)| caption)))
            }
        };
        match &self.output {
            Some(path) => output::write_file(path, &text),
            None => Ok(io::stdout().write_all(text.as_bytes())?),
        }
    }
}

/// All levels of some sources, with a name each: the source's name without folder and ending, and the number.
fn named_levels(sources: &[OsString]) -> Result<Vec<(String, AnyLevel)>, Failure> {
    let input = load(sources)?;
    let mut levels = Vec::new();
    for source in input.sources {
        let name = source.name.clone();
        let stem = std::path::Path::new(&name).file_stem().map_or(name.clone(), |s| s.to_string_lossy().into_owned());
        for (index, level) in source.levels.into_iter().enumerate() {
            levels.push((format!("{stem} {}", index + 1), level));
        }
    }
    Ok(levels)
}
