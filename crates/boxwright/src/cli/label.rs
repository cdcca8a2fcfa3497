//! `boxwright label`: optimal solutions and costs for data sets.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boxwright_search::{Cancel, Objective};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::table::Tally;
use super::units::time;
use super::{Failure, OK, STOPPED, UNSOLVABLE, USAGE, solve, units};
use crate::label::{Event, Format, Levels, Lines, Options, Sink, ToGo, Trouble, label_all};
use crate::solve::{Request, default_memory};

/// Write optimal solutions and costs of many small levels, as data to learn from
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright label boxoban/ --objective moves > labels.jsonl
  boxwright label boxoban/ --objective pushes --format csv --output labels.csv
  boxwright label boxoban/ --output labels.jsonl --resume     goes on after a stop
  boxwright label small.txt --to-go all                       every position's cost
  boxwright label boxoban/ --format parquet --output labels/  (a build with parquet)

There is one label for each level, in the order of the levels. Levels are read
as they are needed, so a file may hold any number of them. Every solution is
replayed before it is written, and every cost is proven. docs/labels.md
describes the fields.")]
pub(super) struct LabelArgs {
    /// Files of Sokoban levels, folders of them, - for standard input, builtin:NAME
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<OsString>,
    /// What the solutions are best in: moves, pushes, moves-pushes (fewest moves, among those fewest pushes),
    /// pushes-moves
    #[arg(long, value_name = "OBJECTIVE", default_value = "moves", value_parser = objective)]
    objective: Objective,
    /// How labels are written
    #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
    format: FileFormat,
    /// Which positions get their cost-to-go, the cost of the cheapest way from there
    #[arg(long, value_name = "POSITIONS", default_value = "none")]
    to_go: Which,
    /// List at most so many positions of a level with --to-go all
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    max_positions: usize,
    /// Write the boards too, their rows joined by bars
    #[arg(long)]
    board: bool,
    /// Write to FILE instead of standard output; with --format parquet, to files in a folder
    #[arg(long, short, value_name = "FILE", value_hint = clap::ValueHint::AnyPath)]
    output: Option<PathBuf>,
    /// Go on where the output of an earlier run ends, also if that run was killed
    #[arg(long, requires = "output")]
    resume: bool,
    /// Label so many levels at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Give up a level after this time: a number with ms, s, m or h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::parse_time)]
    time: Duration,
    /// Give up a level when its search holds this much memory [default: what solve takes, shared by all threads]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_memory)]
    memory: Option<usize>,
    /// Give up a level after expanding so many positions; unlike the time, this is the same on every machine
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FileFormat {
    /// A JSON object a line
    Jsonl,
    /// Comma-separated values
    Csv,
    /// Apache Parquet, several files in a folder
    Parquet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Which {
    /// None but the first
    None,
    /// Those along the solution
    Path,
    /// All that can be reached, too
    All,
}

fn objective(text: &str) -> Result<Objective, String> {
    match text.parse()? {
        Objective::Any => Err("a label needs something to be best in: moves or pushes".to_owned()),
        objective => Ok(objective),
    }
}

/// Labels the levels.
pub(super) fn run(args: &LabelArgs) -> Result<u8, Failure> {
    let threads = args.threads.map_or_else(cores, usize::from);
    let cancel = Cancel::default();
    let options = Options {
        objective: args.objective,
        to_go: match args.to_go {
            Which::None => ToGo::None,
            Which::Path => ToGo::Path,
            Which::All => ToGo::All,
        },
        max_positions: args.max_positions,
        board: args.board,
        limits: Request {
            time: Some(args.time),
            memory: args.memory.unwrap_or_else(|| default_memory() / threads),
            nodes: args.nodes.unwrap_or(u64::MAX),
            cancel: cancel.clone(),
            ..Request::default()
        },
    };
    let mut sink = open(args, &options)?;
    solve::handle_interrupts(cancel.clone());
    let (begun, before) = (Instant::now(), sink.done());
    let bar =
        (!args.quiet && io::stderr().is_terminal() && (args.output.is_some() || !io::stdout().is_terminal())).then(bar);
    let (mut tally, mut incomplete, mut cost) = (Tally::default(), false, 0);
    let observe = |event: Event<'_>| match event {
        Event::Labelled(label) => {
            tally.count(label.status);
            cost += label.cost.unwrap_or(0);
            if let Some(bar) = &bar {
                bar.set_position((before + tally.levels()) as u64);
            }
        }
        Event::Unreadable(message) => {
            incomplete = true;
            let _ = writeln!(io::stderr(), "{message}");
        }
    };
    let ended = label_all(Levels::new(&args.sources), &options, threads, &mut *sink, observe);
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    ended.map_err(|trouble| match trouble {
        Trouble::Output(error) => Failure::Output(error),
        Trouble::Resume(why) => Failure::Usage(format!("{}: {why}", place(args).display())),
    })?;
    if !args.quiet {
        summarise(tally, before, cost, args.objective, begun.elapsed().as_secs_f64());
    }
    if tally.levels() + before == 0 && !cancel.is_cancelled() {
        return Err(Failure::Usage("there is no level to label".to_owned()));
    }
    Ok(match tally.exit_status() {
        OK | UNSOLVABLE if cancel.is_cancelled() => STOPPED,
        super::BUG => super::BUG,
        _ if incomplete => USAGE,
        status => status,
    })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

fn place(args: &LabelArgs) -> &Path {
    args.output.as_deref().unwrap_or(Path::new("-"))
}

/// Opens the output. One that is there already may be hours of work, so nothing is overwritten.
fn open(args: &LabelArgs, options: &Options) -> Result<Box<dyn Sink>, Failure> {
    let format = match args.format {
        FileFormat::Jsonl => Format::Jsonl,
        FileFormat::Csv => Format::Csv,
        FileFormat::Parquet => return open_parquet(args, options),
    };
    let Some(path) = &args.output else { return Ok(Box::new(Lines::new(io::stdout(), format)?)) };
    let opened: io::Result<Box<dyn Sink>> = if args.resume {
        Lines::reopen(path, format).map(|lines| Box::new(lines) as _)
    } else {
        File::create_new(path).and_then(|file| Lines::new(file, format)).map(|lines| Box::new(lines) as _)
    };
    opened.map_err(|error| refuse(path, &error))
}

fn refuse(path: &Path, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::AlreadyExists => "is there already; --resume goes on with it".to_owned(),
        _ => format!("cannot be written: {}", crate::source::plain(error)),
    };
    Failure::Usage(format!("{}: {why}", path.display()))
}

#[cfg(feature = "parquet")]
fn open_parquet(args: &LabelArgs, options: &Options) -> Result<Box<dyn Sink>, Failure> {
    let Some(folder) = &args.output else {
        return Err(Failure::Usage("--format parquet needs --output FOLDER".to_owned()));
    };
    let parts = crate::label::parquet::Parts::open(folder, options, args.resume);
    parts.map(|parts| Box::new(parts) as _).map_err(|error| refuse(folder, &error))
}

#[cfg(not(feature = "parquet"))]
fn open_parquet(_: &LabelArgs, _: &Options) -> Result<Box<dyn Sink>, Failure> {
    let why = "this build writes no Parquet: build with 'cargo build --release --features parquet', or take jsonl";
    Err(Failure::Usage(format!("--format parquet: {why}")))
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    let template = "{spinner} {human_pos} levels · {per_sec} · {elapsed}";
    bar.set_style(ProgressStyle::with_template(template).expect("a fixed template"));
    bar
}

fn summarise(tally: Tally, before: usize, cost: usize, objective: Objective, seconds: f64) {
    let Tally { solved, unsolvable, stopped, invalid, refused, .. } = tally;
    let what = if matches!(objective, Objective::Pushes | Objective::PushesMoves) { "pushes" } else { "moves" };
    let mut parts = vec![format!("labelled {} levels", tally.levels()), format!("solved {solved} in {cost} {what}")];
    let others = [
        (unsolvable, "unsolvable"),
        (stopped, "stopped"),
        (invalid, "invalid"),
        (refused, "refused"),
        (before, "there before"),
    ];
    parts.extend(others.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")));
    parts.push(time(seconds));
    let _ = writeln!(io::stderr(), "{}", parts.join(" · "));
}
