//! `boxwright papers`: published results, and ours beside them.

mod all;
mod group_effort;
mod kwirk;
mod reversed;
mod taboo;
mod talking_stones;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use boxwright_search::Cancel;
use clap::{Args, Subcommand, ValueEnum};

use super::{BUG, Failure, OK, REFUSED, STOPPED, complain, output, units};
use crate::papers::Report;
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
    All(all::AllArgs),
}

/// What all papers have in common.
#[derive(Args, Debug)]
struct Common {
    /// Give up a run after this time: a number with ms, s, m or h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::parse_time)]
    time: Duration,
    /// Give up a run when its search holds this much memory: a number with KiB, MiB or GiB (or MB, GB) [default: 4GiB,
    /// or three quarters of the machine's memory if that is less]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_memory)]
    memory: Option<usize>,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
    /// Write the results to FILE instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw them into FILE (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
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
        Paper::All(args) => all::run(args),
    }
}

impl Common {
    /// The limits as a request, to be cancelled by Ctrl-C; and a word before hours are spent if the results cannot be
    /// written.
    fn request(&self) -> Result<Request, Failure> {
        for path in self.output.iter().chain(&self.plot) {
            output::check_writable(path)?;
        }
        Ok(request(Some(self.time), self.memory))
    }

    /// Prints or writes a report.
    fn publish(&self, report: &Report, request: &Request) -> Result<u8, Failure> {
        let document = &report.document;
        if let Some((path, figure)) = self.plot.as_ref().zip(document.figure.as_ref()) {
            output::write_file(path, &figure.svg())?;
        }
        let text = match self.format {
            Format::Terminal => document.terminal(),
            Format::Csv => document.csv(),
            Format::Markdown => {
                let file = self.plot.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy());
                document.markdown(file.as_deref())
            }
        };
        match &self.output {
            Some(path) => output::write_file(path, &text)?,
            None => io::stdout().write_all(text.as_bytes())?,
        }
        Ok(judge(report, request))
    }
}

fn request(time: Option<Duration>, memory: Option<usize>) -> Request {
    let cancel = Cancel::default();
    super::solve::handle_interrupts(cancel.clone());
    Request { time, memory: memory.unwrap_or_else(default_memory), cancel, ..Request::default() }
}

/// Says what should be otherwise; returns the exit status.
fn judge(report: &Report, request: &Request) -> u8 {
    report.refused.iter().chain(&report.disagreements).for_each(|what| complain(what));
    match () {
        () if !report.refused.is_empty() => BUG,
        () if request.cancel.is_cancelled() => STOPPED,
        () if !report.disagreements.is_empty() => REFUSED,
        () => OK,
    }
}

/// Tells of runs that took long, so that one sees that it goes on.
fn tell(run: &str, seconds: f64) {
    if seconds > 2.0 {
        let _ = writeln!(io::stderr(), "{run}: {}", units::time(seconds));
    }
}
