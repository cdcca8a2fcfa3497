//! `boxwright optimize`: solutions in, shorter ones out.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use clap::Args;

use super::progress::Progress;
use super::solve::{check_output, handle_interrupts, is_json, solved_levels};
use super::units::{self, clean, count, fit, time};
use super::verify::{recorded, separate};
use super::{BUG, Failure, OK, REFUSED, STOPPED, SourceArgs, UNSOLVABLE, USAGE, complain, output};
use crate::archive::Archive;
use crate::optimize::{Improvement, OptimizeProgress, OptimizeRequest, check_measures, optimize_level};
use crate::report::Status;
use crate::solve::{Request, default_memory};
use crate::source::{self, About, Entry, Selection};
use crate::{Decision, Measures};

/// Make solutions shorter
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright optimize solved.sok                       the solutions recorded in the file
  boxwright optimize levels.sok --solutions my.jsonl  solutions in a file of their own
  boxwright optimize levels.sok --level 7             solves the level first
  boxwright optimize solved.sok --metric moves,pushes --time 5m --output better.sok
  boxwright optimize levels.sok --store results.db    goes on from the best known, keeps what is better

Measures are moves, pushes, box-lines, box-changes, pushing-sessions and
player-lines; in Kwirk moves and pushes. Several solutions of a level are
combined. Every improvement is replayed by the plain rules before it counts, so
the result is never worse than what was there.

FILE of --solutions is what 'boxwright verify' reads. Levels without a solution
are solved first, within the same limits. Ctrl-C ends the work with the best so
far; pressed twice, it quits at once.

Exit status: 0 if every level has a solution at the end, 1 if a solution that was
given was refused, otherwise as for 'boxwright solve'.")]
pub(super) struct OptimizeArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// Begin with the solutions of FILE instead of those recorded with the levels; - for standard input
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    solutions: Option<OsString>,
    /// What to make short: a measure, or two, the second of which decides between equals of the first
    #[arg(long, short, value_name = "M[,M2]", default_value = "pushes,moves")]
    metric: Measures,
    /// Work on a level for this time, finding a first solution included: a number with ms, s, m or h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::parse_time)]
    time: Duration,
    /// Hold no more than this much memory: a number with KiB, MiB or GiB (or MB, GB) [default: 4GiB, or three quarters of
    /// the machine's memory if that is less]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_memory)]
    memory: Option<usize>,
    /// Work on a level until so many positions are expanded; unlike the time, this is the same on every machine
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Begin with the best solutions of the store FILE too, and keep what comes out there
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    store: Option<PathBuf>,
    /// Print one JSON object per level and line instead of a table
    #[arg(long)]
    json: bool,
    /// Write the levels with their solutions to FILE (.sok, or .kwk for Kwirk), or the JSON of all levels if it ends in
    /// .json or .jsonl
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print no table and no progress, only errors; the exit status tells
    #[arg(long, short)]
    quiet: bool,
}

/// A level to be worked on, and what is known of it.
struct Task {
    entry: Entry,
    solutions: Vec<String>,
}

/// Optimises the solutions.
pub(super) fn run(args: &OptimizeArgs) -> Result<u8, Failure> {
    let input = args.sources.load()?;
    let abouts: Vec<About> = input.sources.iter().map(|s| s.about.clone()).collect();
    let tasks = tasks(args, input.sources)?;
    if let Some(path) = &args.output {
        let entries: Vec<Entry> = tasks.iter().map(|task| task.entry.clone()).collect();
        check_output(path, &entries)?;
    }
    let archive = match &args.store {
        None => None,
        Some(path) => {
            Some(Archive::open(path, None, false).map_err(|error| Failure::Usage(format!("--store: {error}")))?)
        }
    };
    let request = OptimizeRequest {
        measures: args.metric,
        time: Some(args.time),
        memory: args.memory.unwrap_or_else(default_memory),
        nodes: args.nodes.unwrap_or(u64::MAX),
        ..OptimizeRequest::default()
    };
    handle_interrupts(request.cancel.clone());

    let begun = Instant::now();
    let progress = Progress::new(tasks.len(), args.quiet);
    let mut sheet = Sheet { args, totals: Totals::default() };
    let mut done: Vec<(Entry, Improvement)> = Vec::new();
    for (number, Task { entry, mut solutions }) in tasks.into_iter().enumerate() {
        if request.cancel.is_cancelled() {
            break;
        }
        let asked = Request { strategy: "optimize".to_owned(), time: request.time, ..Request::default() };
        if let Some(archive) = &archive {
            solutions.extend(known(archive, &entry, &asked)?);
        }
        let line = progress.begin(number + 1, &entry);
        let improved = optimize_level(&entry.level, &solutions, &request, |at| show(&line, args.metric, at));
        drop(line);
        let mut improvement = improved.map_err(Failure::Usage)?;
        improvement.report.source = entry.source.to_string();
        improvement.report.index = entry.index;
        if let Some(archive) = &archive {
            let stored = archive.record(&[(&entry.level, &asked, &improvement.report)]);
            stored.map_err(|error| Failure::Usage(format!("--store: {error}")))?;
        }
        progress.done(&improvement.report);
        progress.print(|| sheet.line(&entry, &improvement))?;
        done.push((entry, improvement));
    }
    progress.finish();
    sheet.end(&done, begun.elapsed().as_secs_f64())?;
    if let Some(path) = &args.output {
        let text = if is_json(path) {
            done.iter().map(|(_, improvement)| improvement.to_json() + "\n").collect()
        } else {
            let solutions = done.iter().map(|(_, improvement)| improvement.report.solution.as_deref());
            let entries: Vec<Entry> = done.iter().map(|(entry, _)| entry.clone()).collect();
            solved_levels(&entries, solutions, abouts)
        };
        output::write_file(path, &text)?;
    }
    Ok(match sheet.totals.exit_status() {
        status @ (BUG | USAGE | REFUSED) => status,
        _ if input.incomplete => USAGE,
        OK | UNSOLVABLE if request.cancel.is_cancelled() => STOPPED,
        status => status,
    })
}

/// The selected levels with the solutions that are given for them.
fn tasks(args: &OptimizeArgs, sources: Vec<source::Source>) -> Result<Vec<Task>, Failure> {
    // Solutions in a file of their own are counted through all levels, so the selection comes after.
    let entries = source::entries(sources, &Selection::default());
    let there = entries.len();
    let given = match &args.solutions {
        None => entries.iter().map(recorded).collect(),
        Some(path) => separate(path, &entries)?,
    };
    let selection = args.sources.level.clone().unwrap_or_default();
    let selected = entries.into_iter().zip(given).filter(|(entry, _)| selection.contains(entry.index));
    let tasks: Vec<Task> = selected.map(|(entry, solutions)| Task { entry, solutions }).collect();
    if tasks.is_empty() {
        return Err(Failure::Usage(format!("--level selects none of the {there} levels")));
    }
    for task in &tasks {
        check_measures(&task.entry.level, args.metric)
            .map_err(|why| Failure::Usage(format!("--metric {}: {why}", args.metric)))?;
    }
    Ok(tasks)
}

/// The solution of the store, if it has one.
fn known(archive: &Archive, entry: &Entry, request: &Request) -> Result<Option<String>, Failure> {
    let decision = archive.decide(&entry.level, request);
    match decision.map_err(|error| Failure::Usage(format!("--store: {error}")))? {
        Decision::Answered(report) => Ok(report.solution),
        Decision::Search(_) => Ok(None),
    }
}

fn show(line: &super::Line, measures: Measures, at: &OptimizeProgress) {
    let found = match (at.before, at.now) {
        (Some(before), Some(now)) => {
            let (name, first) = (measures.first.name(), measures.first);
            format!("{name} {} → {}", before.of(first), now.of(first))
        }
        _ => "solving".to_owned(),
    };
    line.show_with(&at.statistics, &found);
}

/// Sums over all levels.
#[derive(Default)]
struct Totals {
    levels: usize,
    solved: usize,
    better: usize,
    before: [usize; 2],
    after: [usize; 2],
    unsolvable: usize,
    stopped: usize,
    invalid: usize,
    refused: usize,
    bugs: usize,
}

impl Totals {
    /// The worst ending decides.
    fn exit_status(&self) -> u8 {
        match self {
            Totals { bugs: 1.., .. } => BUG,
            Totals { invalid: 1.., .. } => USAGE,
            Totals { refused: 1.., .. } => REFUSED,
            Totals { stopped: 1.., .. } => STOPPED,
            Totals { unsolvable: 1.., .. } => UNSOLVABLE,
            _ => OK,
        }
    }
}

/// What is printed: a line for each level, and the end.
struct Sheet<'a> {
    args: &'a OptimizeArgs,
    totals: Totals,
}

impl Sheet<'_> {
    fn line(&mut self, entry: &Entry, improvement: &Improvement) -> io::Result<()> {
        let totals = &mut self.totals;
        totals.levels += 1;
        let report = &improvement.report;
        let both = [self.args.metric.first, self.args.metric.second];
        let (mut word, mut colour) = ("as good", AnsiColor::Blue);
        let mut text = String::new();
        if let (Some(before), Some(after)) = (improvement.before, improvement.after) {
            totals.solved += 1;
            totals.better += usize::from(improvement.improvements > 0);
            let measured: Vec<String> = (0..2)
                .map(|at| {
                    let (old, new) = (before.of(both[at]), after.of(both[at]));
                    totals.before[at] += old;
                    totals.after[at] += new;
                    format!("{} {old} → {new}", both[at].name())
                })
                .collect();
            if improvement.improvements > 0 {
                (word, colour) = ("better", AnsiColor::Green);
            }
            let star = if report.optimal.is_some() { " *" } else { "" };
            text = format!("{}{star}  {}  {}", measured.join(", "), time(report.seconds), count(report.expanded));
        } else {
            let counter;
            (word, counter) = match (report.status, &improvement.refusal) {
                (Status::Unsolvable, _) => ("unsolvable", &mut totals.unsolvable),
                (Status::Invalid, Some(_)) => ("refused", &mut totals.refused),
                (Status::Invalid, None) => ("invalid", &mut totals.invalid),
                (Status::Refused, _) => ("REFUSED", &mut totals.bugs),
                _ => ("unsolved", &mut totals.stopped),
            };
            *counter += 1;
            colour = AnsiColor::Yellow;
            if let Some(error) = &report.error {
                complain(&format!("{} level {}: {error}", entry.source, entry.index));
            }
        }
        if self.args.json {
            let mut out = io::stdout().lock();
            writeln!(out, "{}", improvement.to_json())?;
            return out.flush();
        }
        if self.args.quiet {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        let style = Style::new().fg_color(Some(colour.into()));
        let place = format!("{}:{}", clean(&entry.source), entry.index);
        let title = fit(entry.level.title().unwrap_or_default(), 18);
        writeln!(out, "{}", format!("{place}  {title}  {style}{word:<10}{style:#}  {text}").trim_end())?;
        out.flush()
    }

    fn end(&self, done: &[(Entry, Improvement)], seconds: f64) -> io::Result<()> {
        if self.args.json || self.args.quiet {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        let Totals { levels, solved, better, before, after, .. } = &self.totals;
        if let [(_, Improvement { report, before: Some(before), after: Some(after), .. })] = done {
            writeln!(out, "\nbefore: {before}\nafter:  {after}")?;
            if let Some(objective) = report.optimal {
                writeln!(out, "proven optimal in {objective}")?;
            }
            writeln!(out, "\n{}", report.solution.as_deref().unwrap_or_default())?;
            return out.flush();
        }
        let (first, second) = (self.args.metric.first.name(), self.args.metric.second.name());
        let percent = after[0] as f64 * 100.0 / before[0].max(1) as f64;
        writeln!(
            out,
            "\nbetter {better} · solved {solved} of {levels} · {first} {} → {} ({percent:.1} %) · {second} {} → {} · {}",
            before[0],
            after[0],
            before[1],
            after[1],
            time(seconds)
        )?;
        out.flush()
    }
}
