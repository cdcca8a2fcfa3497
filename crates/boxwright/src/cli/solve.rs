//! `boxwright solve`: levels in, verified solutions out.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use boxwright_portfolio::{Crew, Means};
use boxwright_search::{Cancel, Objective};
use clap::Args;

use super::progress::Progress;
use super::table::{Table, Tally};
use super::{Failure, INTERRUPTED, OK, STOPPED, SourceArgs, USAGE, complain, output, units};
use crate::game::Game;
use crate::report::{Report, Status};
use crate::solve::{Request, check_strategy, default_memory, promises, solve_level};
use crate::source::{About, Entry, Source};

/// Find solutions, or the proof that there is none
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright solve levels.sok                        a table, a line for each level
  boxwright solve levels.sok --level 7              one level, with its solution
  boxwright solve levels.sok --objective pushes     solutions with the fewest pushes
  boxwright solve collection/ --time 10s --threads 4 --json > results.jsonl
  boxwright solve builtin:kwirk --strategy bfs
  boxwright solve levels.sok --level 7 --objective pushes --spill states --time 9h
  boxwright solve levels.sok --output solved.sok    the solved levels with their solutions

Ctrl-C stops the level at hand and prints what is known; pressed twice, it
quits at once. See 'boxwright strategies' for what --strategy takes, and
'boxwright --help' for the exit status.")]
pub(super) struct SolveArgs {
    #[command(flatten)]
    sources: SourceArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to search: NAME or NAME(key=value,...); 'boxwright strategies' lists them
    #[arg(long, short, value_name = "SPEC", default_value = "auto")]
    strategy: String,
    /// What the solution must be best in: any (the first one found will do), pushes, moves, pushes-moves (fewest
    /// pushes, among those fewest moves) or moves-pushes
    #[arg(long, value_name = "OBJECTIVE", default_value = "any")]
    objective: Objective,
    /// Use the members of FILE (TOML with [[member]] spec, weight, why) as the strategy portfolio
    #[arg(long, value_name = "FILE", conflicts_with = "strategy", value_hint = clap::ValueHint::FilePath)]
    portfolio: Option<PathBuf>,
    /// Use so many threads: for several levels at the same time, each with its own limits, or, if there are more threads
    /// than levels, for several strategies on one level
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Keep the states in files below FOLDER instead of in memory, and go on with what an earlier run left there; for
    /// --strategy bfs, or --objective pushes or moves
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    spill: Option<PathBuf>,
    /// Print one JSON object per level and line instead of a table
    #[arg(long)]
    json: bool,
    /// Write the solved levels with their solutions to FILE (.sok, or .kwk for Kwirk), or the JSON of all levels if it
    /// ends in .json or .jsonl
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print no table and no progress, only errors; the exit status tells
    #[arg(long, short)]
    quiet: bool,
}

/// The limits of each level.
#[derive(Args, Debug)]
struct LimitArgs {
    /// Give up a level after this time: a number with ms, s, m or h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::parse_time)]
    time: Duration,
    /// Give up a level when its search holds this much memory: a number with KiB, MiB or GiB (or MB, GB) [default: 8GiB,
    /// or three quarters of the machine's memory if that is less]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_memory)]
    memory: Option<usize>,
    /// Give up a level after expanding so many positions; unlike the time, this is the same on every machine
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

/// Solves the levels.
pub(super) fn run(args: &SolveArgs) -> Result<u8, Failure> {
    let input = args.sources.load()?;
    let abouts: Vec<About> = input.sources.iter().map(|s| s.about.clone()).collect();
    let entries = args.sources.select(input.sources)?;
    let cancel = Cancel::default();
    let threads = usize::from(args.threads);
    let strategy = if args.portfolio.is_some() { "portfolio".to_owned() } else { args.strategy.clone() };
    let request = Request {
        strategy,
        objective: args.objective,
        time: Some(args.limits.time),
        memory: args.limits.memory.unwrap_or_else(default_memory),
        nodes: args.limits.nodes.unwrap_or(u64::MAX),
        cancel: cancel.clone(),
        means: Means { threads: (threads / entries.len().max(1)).max(1), crew: read_crew(args.portfolio.as_deref())? },
        spill: args.spill.clone(),
    };
    check(&entries, &request)?;
    if let Some(path) = &args.output {
        check_output(path, &entries)?;
    }
    handle_interrupts(cancel.clone());

    let begun = Instant::now();
    let mut printer = Printer { args, table: Table::new(), tally: Tally::default(), reports: Vec::new() };
    let progress = Progress::new(entries.len(), args.quiet);
    solve_all(&entries, &request, threads, &progress, &mut printer)?;
    printer.finish(&entries, begun.elapsed().as_secs_f64())?;
    if let Some(path) = &args.output {
        output::write_file(path, &written(path, &entries, &printer.reports, abouts))?;
    }
    let status = printer.tally.exit_status();
    Ok(match status {
        OK | super::UNSOLVABLE if cancel.is_cancelled() => STOPPED,
        super::BUG => status,
        _ if input.incomplete => USAGE,
        _ => status,
    })
}

/// The user's own portfolio.
fn read_crew(path: Option<&Path>) -> Result<Option<Arc<Crew>>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let refuse = |error: String| Failure::Usage(format!("--portfolio {}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    Crew::parse(&text).map(|crew| Some(Arc::new(crew))).map_err(refuse)
}

/// Refuses what cannot work before anything runs.
fn check(entries: &[Entry], request: &Request) -> Result<(), Failure> {
    for game in Game::ALL {
        if !entries.iter().any(|e| e.level.game() == game) {
            continue;
        }
        let spec = check_strategy(game, request.strategy())
            .map_err(|error| Failure::Usage(format!("--strategy for {game}: {error}")))?;
        promises(game, &spec, request.objective, &request.means)
            .map_err(|error| Failure::Usage(format!("--objective {} in {game}: {error}", request.objective)))?;
        let lexicographic = matches!(request.objective, Objective::PushesMoves | Objective::MovesPushes);
        if request.spill.is_some() && (spec.info.name != "bfs" || lexicographic) {
            let why = "files are kept with --strategy bfs, or with --objective pushes or moves alone";
            return Err(Failure::Usage(format!("--spill: {why}")));
        }
    }
    Ok(())
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json") || e.eq_ignore_ascii_case("jsonl"))
}

fn check_output(path: &Path, entries: &[Entry]) -> Result<(), Failure> {
    let has = |game| entries.iter().any(|e| e.level.game() == game);
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let refuse = |why: &str| Err(Failure::Usage(format!("--output {}: {why}", path.display())));
    if !is_json(path) {
        if has(Game::Sokoban) && has(Game::Kwirk) {
            return refuse("levels of both games do not fit in one file of levels; .json or .jsonl takes both");
        }
        if has(Game::Kwirk) && matches!(ending.as_str(), "sok" | "xsb") {
            return refuse("these levels are Kwirk, which goes into .kwk");
        }
        if has(Game::Sokoban) && ending == "kwk" {
            return refuse("these levels are Sokoban, which goes into .sok");
        }
    }
    output::check_writable(path)
}

/// The first Ctrl-C stops the searches, the second the program.
pub(super) fn handle_interrupts(cancel: Cancel) {
    let handler = move || {
        if cancel.is_cancelled() {
            std::process::exit(i32::from(INTERRUPTED));
        }
        cancel.cancel();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        complain(&format!("Ctrl-C will end the program without results: {error}"));
    }
}

/// Solves with several threads and hands the reports on in order, each as soon as all before it are there.
fn solve_all(
    entries: &[Entry],
    request: &Request,
    threads: usize,
    progress: &Progress,
    printer: &mut Printer<'_>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(entries.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !request.cancel.is_cancelled() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(entry) = entries.get(number) else { return };
                    let line = progress.begin(number + 1, entry);
                    let report = located(entry, solve_level(&entry.level, request, |s| line.show(s)));
                    drop(line);
                    if sender.send((number, report)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (number, report) in receiver {
            early.insert(number, report);
            while let Some(report) = early.remove(&due) {
                if let Err(failure) = progress.print(|| printer.print(&entries[due], report)) {
                    // Nobody reads the results any more: the other threads need not go on.
                    request.cancel.cancel();
                    return Err(failure);
                }
                due += 1;
            }
        }
        Ok(())
    })
}

/// The report with the place of its level, in the faults too.
fn located(entry: &Entry, mut report: Report) -> Report {
    report.source = entry.source.to_string();
    report.index = entry.index;
    let faults = entry.level.faults();
    if !faults.is_empty() {
        let places: Vec<String> = faults.iter().map(|fault| format!("{}:{fault}", entry.source)).collect();
        report.error = Some(places.join("; "));
    }
    report
}

struct Printer<'a> {
    args: &'a SolveArgs,
    table: Table,
    tally: Tally,
    /// Kept only if a file is to be written at the end, or for the solution of a single level.
    reports: Vec<Report>,
}

impl Printer<'_> {
    fn print(&mut self, entry: &Entry, report: Report) -> Result<(), Failure> {
        self.tally.add(&report);
        if report.status == Status::Invalid {
            let mut stderr = io::stderr();
            for fault in entry.level.faults() {
                let _ = writeln!(stderr, "{}:{fault}", entry.source);
            }
            if let (true, Some(error)) = (entry.level.faults().is_empty(), &report.error) {
                let _ = writeln!(stderr, "{}: level {}: {error}", entry.source, entry.index);
            }
        }
        if let (Status::Stopped, Some(error)) = (report.status, &report.error) {
            complain(&format!("{} level {}: {error}", entry.source, entry.index));
        }
        if report.status == Status::Refused {
            report_bug(entry, &report, self.args);
        }
        if self.args.json {
            let mut out = io::stdout().lock();
            writeln!(out, "{}", report.to_json())?;
            out.flush()?;
        } else if !self.args.quiet {
            let mut out = anstream::stdout().lock();
            self.table.line(&mut out, entry, &report)?;
            out.flush()?;
        }
        self.reports.push(report);
        Ok(())
    }

    fn finish(&self, entries: &[Entry], seconds: f64) -> Result<(), Failure> {
        if self.args.json || self.args.quiet {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        if let ([_], [report]) = (entries, self.reports.as_slice()) {
            details(&mut out, report)?;
        } else {
            self.table.summary(&mut out, self.tally, seconds)?;
        }
        out.flush()?;
        Ok(())
    }
}

/// What more there is to say about the only level.
fn details(out: &mut impl Write, report: &Report) -> io::Result<()> {
    if let Some(strategy) = &report.strategy {
        write!(out, "\nstrategy {strategy}, peak memory {}", units::bytes(report.peak_bytes))?;
        if report.disk_bytes > 0 {
            write!(out, ", on disk {}", units::bytes(usize::try_from(report.disk_bytes).unwrap_or(usize::MAX)))?;
        }
        match (report.optimal, report.lower_bound) {
            (Some(objective), _) => writeln!(out, ", proven optimal in {objective}")?,
            (None, Some(bound)) if report.stopped_by.is_some() => writeln!(out, ", lower bound {bound}")?,
            _ => writeln!(out)?,
        }
    }
    let Some(solution) = &report.solution else { return Ok(()) };
    if solution.is_empty() {
        return writeln!(out, "\nThe level is solved as it is.");
    }
    writeln!(out)?;
    let width = output::columns().clamp(20, 100) - 1;
    // Solutions are plain letters, so bytes are columns.
    solution.as_bytes().chunks(width).try_for_each(|line| writeln!(out, "{}", String::from_utf8_lossy(line)))
}

/// What goes into the file of `--output`.
fn written(path: &Path, entries: &[Entry], reports: &[Report], mut abouts: Vec<About>) -> String {
    if is_json(path) {
        return reports.iter().map(|report| report.to_json() + "\n").collect();
    }
    let solved = entries
        .iter()
        .zip(reports)
        .filter_map(|(entry, report)| report.solution.as_deref().map(|solution| entry.level.with_solution(solution)));
    // With one source its name and author are kept; those of several cannot all stand at the top of one file.
    let about = if abouts.len() == 1 { abouts.remove(0) } else { About::none(entries[0].level.game()) };
    Source { name: String::new(), about, levels: solved.collect() }.to_text(false)
}

/// Writes level and plan to a file to report. That must never happen, so it is told at length.
fn report_bug(entry: &Entry, report: &Report, args: &SolveArgs) {
    let level =
        Source { name: String::new(), about: About::none(entry.level.game()), levels: vec![entry.level.clone()] };
    let text = format!(
        "boxwright {} found a plan that its verification refused. Please report this file.\n\
         source: {} level {}\nstrategy: {}\nobjective: {}\nerror: {}\nplan: {}\n\n{}",
        env!("CARGO_PKG_VERSION"),
        entry.source,
        entry.index,
        report.strategy.as_deref().unwrap_or("-"),
        args.objective,
        report.error.as_deref().unwrap_or("-"),
        report.refused_plan.as_deref().unwrap_or("-"),
        level.to_text(false),
    );
    let what = format!("{} level {}: {}", entry.source, entry.index, report.error.as_deref().unwrap_or_default());
    match output::write_new("boxwright-bug", &text) {
        Ok(name) => complain(&format!("{what}; this is a bug, please report the file {name}")),
        Err(error) => complain(&format!("{what}; this is a bug, please report:\n{text}\n(no file written: {error})")),
    }
}
