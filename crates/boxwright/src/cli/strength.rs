//! `boxwright bench strength`: what strategies solve within a time, as rows of a Markdown table.
//!
//! Rows like those of docs/strength/ come from here: one strategy, or one with a technique switched off, beside the others on the
//! same levels in one run.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::time::Duration;

use boxwright_portfolio::{Crew, Engine, Kwirk, Sokoban};
use clap::Args;

use super::units::parse_time;
use super::{Failure, OK, USAGE, load};
use crate::game::{AnyLevel, Game};
use crate::report::{Report, Status};
use crate::solve::{Request, check_strategy, solve_level};
use crate::source::Selection;

/// What strategies solve within a time, as a Markdown table
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright bench strength levels.sok --time 10s
  boxwright bench strength levels.sok --time 5s -s fess -s 'fess(rooms=off)'

PAR-2 is the mean time in seconds, where an unsolved level counts twice the
limit. 'alone' is how many levels no other row has solved.")]
pub(super) struct StrengthArgs {
    /// Files, folders, - for standard input, builtin:NAME; none: all built-in levels
    #[arg(value_name = "SOURCE")]
    sources: Vec<OsString>,
    /// Only these levels of each source, numbered from 1, e.g. 1,3,5-9
    #[arg(long, short, value_name = "NUMBERS")]
    level: Option<Selection>,
    /// For each level and strategy
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    time: Duration,
    /// Run this strategy, where the game has it (may be repeated) [default: auto and its members]
    #[arg(long, short, value_name = "SPEC")]
    strategy: Vec<String>,
}

/// Runs the strategies.
pub(super) fn run(args: &StrengthArgs) -> Result<u8, Failure> {
    let input = load(&args.sources)?;
    let entries = crate::source::entries(input.sources, &args.level.clone().unwrap_or_default());
    let mut out = anstream::stdout().lock();
    for game in Game::ALL {
        let ours = entries.iter().map(|entry| &entry.level).filter(|level| level.game() == game);
        let levels: Vec<&AnyLevel> = ours.filter(|level| level.faults().is_empty()).collect();
        if levels.is_empty() {
            continue;
        }
        writeln!(out, "{game}: {} levels, at most {:?} each\n", levels.len(), args.time)?;
        let mut rows = Vec::new();
        for strategy in strategies(game, &args.strategy)? {
            rows.push(Row::run(strategy, &levels, args.time)?);
        }
        table(&mut out, &rows, args.time)?;
    }
    out.flush()?;
    Ok(if input.incomplete { USAGE } else { OK })
}

fn strategies(game: Game, asked: &[String]) -> Result<Vec<String>, Failure> {
    if asked.is_empty() {
        let presets = match game {
            Game::Sokoban => Sokoban::presets(),
            Game::Kwirk => Kwirk::presets(),
        };
        let crew = Crew::parse(presets[0].1).map_err(Failure::Usage)?;
        return Ok(std::iter::once("auto".to_owned()).chain(crew.members.into_iter().map(|one| one.spec)).collect());
    }
    let known = |strategy: &&String| check_strategy(game, strategy).is_ok();
    if let Some(unknown) = asked.iter().find(|one| Game::ALL.iter().all(|&g| check_strategy(g, one).is_err())) {
        let error = check_strategy(game, unknown).err().map(|error| error.to_string()).unwrap_or_default();
        return Err(Failure::Usage(format!("--strategy for {game}: {error}")));
    }
    Ok(asked.iter().filter(known).cloned().collect())
}

/// What a strategy did.
struct Row {
    strategy: String,
    solved: BTreeSet<usize>,
    levels: usize,
    /// On the solved ones.
    seconds: f64,
    expanded: u64,
}

impl Row {
    fn run(strategy: String, levels: &[&AnyLevel], time: Duration) -> Result<Row, Failure> {
        let request = Request { strategy, time: Some(time), ..Request::default() };
        let reports: Vec<Report> = levels.iter().map(|level| solve_level(level, &request, |_| {})).collect();
        if let Some(wrong) = reports.iter().find(|report| report.status == Status::Refused) {
            let error = wrong.error.as_deref().unwrap_or_default();
            return Err(Failure::Usage(format!("{} on {:?}: {error}; this is a bug", request.strategy, wrong.title)));
        }
        let solved = || reports.iter().enumerate().filter(|(_, report)| report.status == Status::Solved);
        Ok(Row {
            solved: solved().map(|(number, _)| number).collect(),
            seconds: solved().map(|(_, report)| report.seconds).sum(),
            expanded: solved().map(|(_, report)| report.expanded).sum(),
            levels: levels.len(),
            strategy: request.strategy,
        })
    }
}

fn table(out: &mut impl Write, rows: &[Row], time: Duration) -> Result<(), Failure> {
    writeln!(out, "| strategy | solved | alone | seconds on the solved | PAR-2 | nodes on the solved |")?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    for (number, row) in rows.iter().enumerate() {
        let others = || rows.iter().enumerate().filter(|(other, _)| *other != number);
        let alone = row.solved.iter().filter(|level| others().all(|(_, other)| !other.solved.contains(level))).count();
        let missed = (row.levels - row.solved.len()) as f64;
        let par2 = (row.seconds + 2.0 * missed * time.as_secs_f64()) / row.levels as f64;
        writeln!(
            out,
            "| `{}` | {} | {alone} | {:.1} | {par2:.2} | {} |",
            row.strategy,
            row.solved.len(),
            row.seconds,
            row.expanded
        )?;
    }
    writeln!(out)?;
    Ok(())
}
