//! The program `boxwright`: what can be typed, and the commands, one file each.
//!
//! Results go to standard output, everything else to standard error. A command returns the exit status; a failure ends
//! it early. What `solve` is made of is public, for programs that solve the same command line in another way.

mod batch;
mod bench;
mod completions;
mod convert;
mod generate;
mod label;
mod list;
mod optimize;
mod output;
mod papers;
mod play;
mod printer;
mod progress;
mod rate;
mod render;
mod results;
mod serve;
mod show;
mod solve;
mod strategies;
mod strength;
mod summary;
mod table;
mod train;
pub(crate) mod units;
mod verify;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::source::{self, Entry, Selection, Source};

pub use batch::{Batch, Deliver, Finished, Threads, Workforce};
pub use progress::{Line, Progress};
pub use solve::{Job, SolveArgs};
pub use units::parse_time;

/// Everything asked for was done.
const OK: u8 = 0;
/// Some solutions were refused or are missing (`verify`).
const REFUSED: u8 = 1;
/// Usage, or unreadable input.
const USAGE: u8 = 2;
/// Some levels are proven unsolvable, none was stopped.
const UNSOLVABLE: u8 = 10;
/// Some levels were stopped by a limit.
const STOPPED: u8 = 11;
/// A plan failed its verification: a bug.
const BUG: u8 = 70;
/// Ctrl-C a second time.
const INTERRUPTED: u8 = 130;

/// Solves block-pushing puzzles: Sokoban and Kwirk (Puzzle Boy).
///
/// Every solution is verified by replaying it with the plain rules of the game before it is printed.
#[derive(Parser, Debug)]
#[command(name = "boxwright", version, after_help = EXAMPLES, after_long_help = LONG_HELP, subcommand_value_name = "COMMAND")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  boxwright solve                            solve all built-in levels
  boxwright solve levels.sok --level 3       one level, with its solution
  boxwright show builtin:workshop            look at levels
  boxwright play                             play them here
  boxwright help solve                       all about a command";

const LONG_HELP: &str = "\
Examples:
  boxwright solve                            solve all built-in levels
  boxwright solve levels.sok --level 3       one level, with its solution
  boxwright show builtin:workshop            look at levels
  boxwright play                             play them here
  boxwright help solve                       all about a command

SOURCE is a file (.sok .xsb .txt .slc for Sokoban, .kwk .txt for Kwirk), a
folder of such files, - for standard input, or builtin:NAME for a collection
inside the program. Without SOURCE all built-in levels are meant.

Exit status:
  0   all solved (or all verified)
  1   some solutions refused or missing (verify, optimize)
  2   wrong usage or unreadable input, invalid levels included
  10  some levels proven unsolvable, none stopped
  11  some levels stopped by a limit or by Ctrl-C
  70  a solution failed verification: a bug, please report the file written";

#[derive(Subcommand, Debug)]
enum Command {
    Solve(SolveArgs),
    Results(results::ResultsArgs),
    Verify(verify::VerifyArgs),
    Optimize(optimize::OptimizeArgs),
    Show(show::ShowArgs),
    Play(play::PlayArgs),
    Watch(watch::WatchArgs),
    Render(render::RenderArgs),
    Serve(serve::ServeArgs),
    Convert(convert::ConvertArgs),
    Label(label::LabelArgs),
    List(list::ListArgs),
    Generate(generate::GenerateArgs),
    Rate(rate::RateArgs),
    Train(train::TrainArgs),
    Strategies(strategies::StrategiesArgs),
    Bench(bench::BenchArgs),
    Papers(papers::PapersArgs),
    Completions(completions::CompletionsArgs),
    Man(completions::ManArgs),
}

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// What the user should change.
    Usage(String),
    /// The result could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Runs the program on the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        None => Cli::command().print_help().map(|()| OK).map_err(Failure::from),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Results(args)) => results::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Optimize(args)) => optimize::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Watch(args)) => watch::run(&args),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Label(args)) => label::run(&args),
        Some(Command::List(args)) => list::run(&args),
        Some(Command::Generate(args)) => generate::run(&args),
        Some(Command::Rate(args)) => rate::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Strategies(args)) => strategies::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Papers(args)) => papers::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Man(args)) => completions::man(&args),
    };
    ExitCode::from(exit_status(result))
}

/// The exit status of a command, once its failure has been told.
#[must_use]
pub fn exit_status(result: Result<u8, Failure>) -> u8 {
    result.unwrap_or_else(|failure| match failure {
        Failure::Usage(message) => {
            complain(&message);
            USAGE
        }
        // Whoever read our output has seen enough.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => OK,
        Failure::Output(error) => {
            complain(&format!("cannot write: {error}"));
            USAGE
        }
    })
}

/// Says something on standard error; if nobody can hear it, so be it.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "boxwright: {message}");
}

/// The levels a command is about.
#[derive(Args, Debug)]
struct SourceArgs {
    /// Files, folders, - for standard input, builtin:NAME; none: all built-in levels
    #[arg(value_name = "SOURCE")]
    sources: Vec<OsString>,
    /// Only these levels of each source, numbered from 1, e.g. 1,3,5-9
    #[arg(long, short, value_name = "NUMBERS")]
    level: Option<Selection>,
}

/// What was loaded, and whether something the user named could not be.
struct Input {
    sources: Vec<Source>,
    incomplete: bool,
}

impl SourceArgs {
    /// Reads the sources and reports those that cannot be read.
    fn load(&self) -> Result<Input, Failure> {
        load(&self.sources)
    }

    /// The selected levels of what was loaded.
    fn select(&self, sources: Vec<Source>) -> Result<Vec<Entry>, Failure> {
        let there: usize = sources.iter().map(|s| s.levels.len()).sum();
        let entries = source::entries(sources, &self.level.clone().unwrap_or_default());
        if entries.is_empty() {
            return Err(Failure::Usage(format!("--level selects none of the {there} levels")));
        }
        Ok(entries)
    }
}

fn load(sources: &[OsString]) -> Result<Input, Failure> {
    let loaded = source::load(sources);
    for problem in &loaded.problems {
        let _ = writeln!(io::stderr(), "{}", problem.message);
    }
    if loaded.sources.is_empty() {
        return Err(Failure::Usage("there is no level to work on".to_owned()));
    }
    Ok(Input { sources: loaded.sources, incomplete: loaded.problems.iter().any(|p| p.asked_for) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_option_explains_itself() {
        for command in Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{} {}", command.get_name(), argument.get_id());
            }
        }
    }
}
