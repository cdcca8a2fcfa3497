//! `boxwright results`: what a store of results holds.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use boxwright_search::Objective;
use boxwright_search::spec::Spec;
use clap::{Args, ValueEnum};

use super::units::clip;
use super::{Failure, OK, complain, output};
use crate::game::Game;
use crate::papers::document::{Document, Part, Sheet};
use crate::report::Status;
use crate::results::{self, Comparison, Filter, Names, Results, Side};

/// Look at, compare and export the results that 'solve --store' has kept
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright results results.db                        the best known of every level
  boxwright results results.db --status stopped       what is left to do
  boxwright results results.db --runs                 solved and PAR-2 of every run
  boxwright results results.db --compare 1 2 --plot scatter.svg
  boxwright results results.db --compare bfs 'astar(metric=pull)'
  boxwright results results.db --output best.sok      solved levels with solutions
  boxwright results results.db --attempts --output attempts.csv

Every solution is replayed before it is shown or written. PAR-2 is the mean
time, unsolved levels counted with twice the limit. Significantly better means
faster by at least a tenth of the limit, or solving what the other does not.")]
pub(super) struct ResultsArgs {
    /// The store
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    store: PathBuf,
    /// Show every attempt instead of the best one of each level
    #[arg(long, conflicts_with_all = ["runs", "compare"])]
    attempts: bool,
    /// Show what every run and strategy has solved
    #[arg(long, conflicts_with = "compare")]
    runs: bool,
    /// Compare two runs (by name or number) or two strategies on the levels that both have tried
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    compare: Option<Vec<String>>,
    /// Draw the times of both into FILE (SVG)
    #[arg(long, value_name = "FILE", requires = "compare")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    /// How to write it [default: by the ending of --output, else terminal]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write to FILE instead of standard output: .csv, .json, .jsonl, .md, or .sok and .kwk for the solved levels
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Which attempts are meant.
#[derive(Args, Debug)]
struct FilterArgs {
    /// Only this game: sokoban or kwirk
    #[arg(long, value_name = "GAME", value_parser = game)]
    game: Option<Game>,
    /// Only attempts that ended so: solved, unsolvable, stopped
    #[arg(long, value_name = "STATUS", value_parser = status)]
    status: Option<Status>,
    /// Only attempts that asked for this strategy
    #[arg(long, short, value_name = "SPEC")]
    strategy: Option<String>,
    /// Only attempts for this objective; solutions are written for it
    #[arg(long, value_name = "OBJECTIVE")]
    objective: Option<Objective>,
    /// Only the run with this name or number
    #[arg(long, value_name = "RUN")]
    run: Option<String>,
    /// Only levels whose file or title contains TEXT
    #[arg(long, value_name = "TEXT")]
    matching: Option<String>,
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A table for people
    Terminal,
    /// A table in Markdown
    Markdown,
    /// A table for other programs
    Csv,
    /// A line for each attempt, with all that is known
    Json,
    /// Solved levels with their best solutions, .sok
    Sok,
    /// The same for Kwirk, .kwk
    Kwk,
}

fn game(text: &str) -> Result<Game, String> {
    Game::ALL.into_iter().find(|game| game.name() == text).ok_or_else(|| "there are sokoban and kwirk".to_owned())
}

fn status(text: &str) -> Result<Status, String> {
    let known = Status::ALL.into_iter().find(|status| status.name() == text);
    known.ok_or_else(|| "there are solved, unsolvable and stopped".to_owned())
}

impl FilterArgs {
    fn filter(&self) -> Filter {
        // Written as specs are stored: without what is the default anyway.
        let normal = |spec: &String| {
            let parsed = Game::ALL.into_iter().find_map(|game| Spec::parse(spec, game.strategies()).ok());
            parsed.map_or_else(|| spec.clone(), |spec| spec.to_string())
        };
        Filter {
            game: self.game,
            status: self.status,
            strategy: self.strategy.as_ref().map(normal),
            objective: self.objective,
            run: self.run.clone(),
            text: self.matching.clone(),
        }
    }
}

/// Shows the results.
pub(super) fn run(args: &ResultsArgs) -> Result<u8, Failure> {
    let format = args.format.or_else(|| by_ending(args.output.as_deref()?)).unwrap_or(Format::Terminal);
    for path in args.output.iter().chain(&args.plot) {
        output::check_writable(path)?;
    }
    let all = Results::read(&args.store).map_err(|error| Failure::Usage(error.to_string()))?;
    if all.doubtful > 0 {
        complain(&format!("{} results are left out: nothing in the store bears them out", all.doubtful));
    }
    let chosen = all.filtered(&args.filter.filter());
    let text = match &args.compare {
        Some(names) => compare(&chosen, names, format, args.plot.as_deref())?,
        None => show(args, &chosen, format),
    };
    match &args.output {
        Some(path) => output::write_file(path, &text)?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(OK)
}

fn by_ending(path: &Path) -> Option<Format> {
    Some(match path.extension()?.to_string_lossy().to_ascii_lowercase().as_str() {
        "csv" => Format::Csv,
        "json" | "jsonl" => Format::Json,
        "md" => Format::Markdown,
        "sok" => Format::Sok,
        "kwk" => Format::Kwk,
        _ => return None,
    })
}

fn show(args: &ResultsArgs, results: &Results, format: Format) -> String {
    let objective = args.filter.objective.unwrap_or(Objective::Any);
    let names = if format == Format::Csv { Names::Full } else { Names::Short };
    let sheet = match (args.runs, args.attempts) {
        (true, _) => results::runs(results),
        (_, true) => results::attempts(results, names),
        _ => results::best(results, names),
    };
    match format {
        Format::Csv => sheet.csv(),
        Format::Json => results::json(results),
        Format::Sok => results::level_file(results, Game::Sokoban, objective),
        Format::Kwk => results::level_file(results, Game::Kwirk, objective),
        Format::Terminal => document(args, results, clipped(sheet)).terminal(),
        Format::Markdown => document(args, results, sheet).markdown(None),
    }
}

fn document(args: &ResultsArgs, results: &Results, sheet: Sheet) -> Document {
    let solved = results.levels.iter().filter(|level| !level.solutions.is_empty()).count();
    let attempts: usize = results.levels.iter().map(|level| level.attempts.len()).sum();
    let heading = format!("{} levels, {solved} with a solution, {attempts} attempts", results.levels.len());
    let parts = vec![Part { heading, remarks: Vec::new(), sheet }];
    let title = clip(&args.store.to_string_lossy(), 80);
    Document { title, parts, ..Document::default() }
}

/// Names of files and levels can be long, and contain anything.
fn clipped(mut sheet: Sheet) -> Sheet {
    for cell in sheet.rows.iter_mut().flatten() {
        *cell = clip(cell, 40);
    }
    sheet
}

fn compare(results: &Results, names: &[String], format: Format, plot: Option<&Path>) -> Result<String, Failure> {
    let [a, b] = names else { return Err(Failure::Usage("--compare takes two names".to_owned())) };
    let find = |name: &String| Side::find(results, name).map_err(|e| Failure::Usage(format!("--compare: {e}")));
    let comparison = Comparison::new(&find(a)?, &find(b)?);
    if comparison.pairs.is_empty() {
        return Err(Failure::Usage(format!("--compare: no level was tried by both {a} and {b}")));
    }
    let mut document = comparison.document();
    if let Some((path, figure)) = plot.zip(document.figure.as_ref()) {
        output::write_file(path, &figure.svg())?;
    }
    match format {
        Format::Terminal => {
            document.parts = document.parts.into_iter().map(|p| Part { sheet: clipped(p.sheet), ..p }).collect();
            Ok(document.terminal())
        }
        Format::Markdown => {
            let name = plot.and_then(Path::file_name).map(|name| name.to_string_lossy());
            Ok(document.markdown(name.as_deref()))
        }
        Format::Csv => Ok(document.csv()),
        Format::Json | Format::Sok | Format::Kwk => {
            Err(Failure::Usage("a comparison is written as terminal, markdown or csv".to_owned()))
        }
    }
}
