//! `boxwright solve`: levels in, verified solutions out.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boxwright_portfolio::{Crew, Means};
use boxwright_search::{Cancel, Objective};
use clap::Args;

use super::batch::{Batch, Threads, Workforce};
use super::printer::Printer;
use super::progress::Progress;
use super::{Failure, INTERRUPTED, OK, STOPPED, SourceArgs, USAGE, complain, output, units};
use crate::archive::Archive;
use crate::game::Game;
use crate::report::Report;
use crate::solve::{Request, check_strategy, default_memory, promises};
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
  boxwright solve collection/ --store results.db    goes on where it was stopped
  boxwright solve collection/ --store results.db --retry

Ctrl-C stops the level at hand and prints what is known; pressed twice, it
quits at once. See 'boxwright strategies' for what --strategy takes, and
'boxwright --help' for the exit status.")]
pub struct SolveArgs {
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
    pub(super) objective: Objective,
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
    #[command(flatten)]
    store: StoreArgs,
    /// Print one JSON object per level and line instead of a table
    #[arg(long)]
    pub(super) json: bool,
    /// Write the solved levels with their solutions to FILE (.sok, or .kwk for Kwirk), or the JSON of all levels if it
    /// ends in .json or .jsonl
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print no table and no progress, only errors; the exit status tells
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Where results are kept.
#[derive(Args, Debug)]
struct StoreArgs {
    /// Keep every result in FILE as soon as it is there, and answer from FILE what is known already; see 'boxwright
    /// results'
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    store: Option<PathBuf>,
    /// Try the unsolved levels of the store again, with twice the limit that stopped them
    #[arg(long, requires = "store")]
    retry: bool,
    /// Give the run a name: it goes on where runs of that name were, and leaves aside what others have found, so that
    /// 'boxwright results --compare' can compare them
    #[arg(long, value_name = "NAME", requires = "store", value_parser = run_name)]
    run: Option<String>,
}

impl StoreArgs {
    fn open(&self) -> Result<Option<Archive>, Failure> {
        let Some(path) = &self.store else { return Ok(None) };
        let archive = Archive::open(path, self.run.as_deref(), self.retry);
        archive.map(Some).map_err(|error| Failure::Usage(format!("--store: {error}")))
    }
}

/// A name that cannot be mistaken for the number of a run.
fn run_name(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a name has at least one letter".to_owned()),
        name if name.parse::<i64>().is_ok() => Err("runs without a name have numbers; take a word".to_owned()),
        name => Ok(name.to_owned()),
    }
}

/// The limits of each level.
#[derive(Args, Debug)]
struct LimitArgs {
    /// Give up a level after this time: a number with ms, s, m or h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::parse_time)]
    time: Duration,
    /// Give up a level when its search holds this much memory: a number with KiB, MiB or GiB (or MB, GB) [default: 4GiB,
    /// or three quarters of the machine's memory if that is less]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_memory)]
    memory: Option<usize>,
    /// Give up a level after expanding so many positions; unlike the time, this is the same on every machine
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

/// Solves the levels.
pub(super) fn run(args: &SolveArgs) -> Result<u8, Failure> {
    let mut job = args.prepare(default_memory())?;
    let threads = job.threads();
    job.request.means.threads = (threads / job.entries.len()).max(1);
    job.run(&mut Threads(threads))
}

/// What the arguments ask for, ready to be done by somebody.
pub struct Job<'a> {
    args: &'a SolveArgs,
    /// What the sources say about themselves.
    abouts: Vec<About>,
    /// Whether something the user named could not be read.
    incomplete: bool,
    /// The levels in order, at least one.
    pub entries: Vec<Entry>,
    /// What is asked of each level.
    pub request: Request,
    /// Where results are kept.
    pub archive: Option<Archive>,
}

impl SolveArgs {
    /// Reads the levels and refuses what cannot work before anything runs.
    ///
    /// # Errors
    /// What the user should change.
    pub fn prepare(&self, default_memory: usize) -> Result<Job<'_>, Failure> {
        let input = self.sources.load()?;
        let abouts: Vec<About> = input.sources.iter().map(|s| s.about.clone()).collect();
        let entries = self.sources.select(input.sources)?;
        let strategy = if self.portfolio.is_some() { "portfolio".to_owned() } else { self.strategy.clone() };
        let request = Request {
            strategy,
            objective: self.objective,
            time: Some(self.limits.time),
            memory: self.limits.memory.unwrap_or(default_memory),
            nodes: self.limits.nodes.unwrap_or(u64::MAX),
            cancel: Cancel::default(),
            means: Means { crew: read_crew(self.portfolio.as_deref())?, ..Means::default() },
            spill: self.spill.clone(),
        };
        check(&entries, &request)?;
        if let Some(path) = &self.output {
            check_output(path, &entries)?;
        }
        Ok(Job { args: self, abouts, incomplete: input.incomplete, entries, request, archive: self.store.open()? })
    }
}

impl Job<'_> {
    /// How many threads the user allows.
    #[must_use]
    pub fn threads(&self) -> usize {
        usize::from(self.args.threads)
    }

    /// The file in which results are kept.
    #[must_use]
    pub fn store(&self) -> Option<&Path> {
        self.args.store.store.as_deref()
    }

    /// Whether only errors are to be printed.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.args.quiet
    }

    /// Has the levels solved, prints and keeps what comes of them; the exit status. Ctrl-C is answered from here on.
    ///
    /// # Errors
    /// If results cannot be written or kept.
    pub fn run(self, workforce: &mut dyn Workforce) -> Result<u8, Failure> {
        let Job { args, abouts, incomplete, entries, request, archive } = self;
        handle_interrupts(request.cancel.clone());
        let begun = Instant::now();
        let mut printer = Printer::new(args, &entries);
        let progress = Progress::new(entries.len(), args.quiet);
        let batch = Batch { entries: &entries, request: &request, archive: archive.as_ref(), progress: &progress };
        batch.run(workforce, |entry, report| printer.print(entry, report))?;
        progress.finish();
        printer.finish(&entries, begun.elapsed().as_secs_f64())?;
        if let Some(path) = &args.output {
            output::write_file(path, &written(path, &entries, &printer.reports, abouts))?;
        }
        let status = printer.tally.exit_status();
        Ok(match status {
            OK | super::UNSOLVABLE if request.cancel.is_cancelled() => STOPPED,
            super::BUG => status,
            _ if incomplete => USAGE,
            _ => status,
        })
    }
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

pub(super) fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json") || e.eq_ignore_ascii_case("jsonl"))
}

pub(super) fn check_output(path: &Path, entries: &[Entry]) -> Result<(), Failure> {
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

/// What goes into the file of `--output`.
fn written(path: &Path, entries: &[Entry], reports: &[Report], abouts: Vec<About>) -> String {
    if is_json(path) {
        return reports.iter().map(|report| report.to_json() + "\n").collect();
    }
    let solutions = reports.iter().map(|report| report.solution.as_deref());
    solved_levels(entries, solutions, abouts)
}

/// The text of a file with the levels that have solutions.
pub(super) fn solved_levels<'a>(
    entries: &[Entry],
    solutions: impl Iterator<Item = Option<&'a str>>,
    mut abouts: Vec<About>,
) -> String {
    let solved = entries
        .iter()
        .zip(solutions)
        .filter_map(|(entry, solution)| solution.map(|solution| entry.level.with_solution(solution)));
    // With one source its name and author are kept; those of several cannot all stand at the top of one file.
    let about = if abouts.len() == 1 { abouts.remove(0) } else { About::none(entries[0].level.game()) };
    Source { name: String::new(), about, levels: solved.collect() }.to_text(false)
}
