//! `boxwright bench`: a fixed amount of work, whose node counts are the same on every machine.
//!
//! The sum of all expanded nodes is the signature: a change of the code that should not change what is searched must
//! not change it. The speeds beside it are of this machine.

use std::ffi::OsString;
use std::io::Write;

use anstyle::Style;
use boxwright_search::Objective;
use clap::{Args, Subcommand};

use super::strength::{self, StrengthArgs};
use super::units::{count, fit};
use super::{Failure, OK, USAGE, load};
use crate::game::{AnyLevel, Game};
use crate::report::{Report, Status};
use crate::solve::{Request, check_strategy, solve_level};

/// Run strategies on a fixed set of levels and count their work
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  boxwright bench
  boxwright bench --nodes 5000 --strategy astar --strategy fringe
  boxwright bench levels.sok --strategy 'wastar(weight=3.0)'
  boxwright bench strength levels.sok --time 10s

The signature is the sum of all expanded nodes. It is equal on every machine
for the same program, levels, strategies and node limit. gen/s is the number of
positions generated per second, B/state the peak memory per stored position,
over the runs that stored at least 10000."
)]
pub(super) struct BenchArgs {
    #[command(subcommand)]
    command: Option<BenchCommand>,
    /// Files, folders, - for standard input, builtin:NAME; none: all built-in levels
    #[arg(value_name = "SOURCE")]
    sources: Vec<OsString>,
    /// Expand at most so many positions for each level and strategy
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    nodes: u64,
    /// Run this strategy, where the game has it (may be repeated) [default: every strategy of each game but auto]
    #[arg(long, short, value_name = "SPEC")]
    strategy: Vec<String>,
}

#[derive(Subcommand, Debug)]
enum BenchCommand {
    Strength(StrengthArgs),
}

/// Stored states below this number say more about the empty table than about the states.
const ENOUGH_STATES: u64 = 10_000;

/// Runs the benchmark.
pub(super) fn run(args: &BenchArgs) -> Result<u8, Failure> {
    if let Some(BenchCommand::Strength(args)) = &args.command {
        return strength::run(args);
    }
    let input = load(&args.sources)?;
    let levels: Vec<AnyLevel> = input.sources.into_iter().flat_map(|s| s.levels).collect();
    let plans: Vec<(Game, Vec<String>)> = Game::ALL
        .into_iter()
        .filter(|&game| levels.iter().any(|l| l.game() == game))
        .map(|game| strategies(game, &args.strategy).map(|strategies| (game, strategies)))
        .collect::<Result<_, _>>()?;
    if plans.iter().all(|(_, strategies)| strategies.is_empty()) {
        return Err(Failure::Usage("none of the strategies exists for these games".to_owned()));
    }

    let mut signature = 0;
    let mut out = anstream::stdout().lock();
    for (game, strategies) in plans {
        let levels: Vec<&AnyLevel> = levels.iter().filter(|l| l.game() == game && l.faults().is_empty()).collect();
        let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
        writeln!(out, "{bold}{game}{bold:#}: {} levels, at most {} nodes each", levels.len(), args.nodes)?;
        writeln!(
            out,
            "{dim}  {} {:>8} {:>9} {:>10} {:>7} {:>8} {:>8}{dim:#}",
            fit("strategy", 22),
            "solved",
            "expanded",
            "generated",
            "gen/s",
            "stored",
            "B/state"
        )?;
        for strategy in strategies {
            signature += row(&mut out, &levels, &strategy, args.nodes)?;
            out.flush()?;
        }
        writeln!(out)?;
    }
    writeln!(out, "signature: {signature}")?;
    out.flush()?;
    Ok(if input.incomplete { USAGE } else { OK })
}

/// The strategies to run on a game. One of the other game is not run here; one of neither game is an error.
fn strategies(game: Game, asked: &[String]) -> Result<Vec<String>, Failure> {
    if asked.is_empty() {
        return Ok(game
            .strategies()
            .iter()
            .map(|s| s.name.to_owned())
            .filter(|name| name != "auto" && name != "portfolio")
            .collect());
    }
    let mut known = Vec::new();
    for strategy in asked {
        match check_strategy(game, strategy) {
            Ok(_) => known.push(strategy.clone()),
            Err(error) if Game::ALL.iter().all(|&g| check_strategy(g, strategy).is_err()) => {
                return Err(Failure::Usage(format!("--strategy for {game}: {error}")));
            }
            Err(_) => {}
        }
    }
    Ok(known)
}

/// Runs a strategy on all levels, prints its row and returns the expanded nodes.
fn row(out: &mut impl Write, levels: &[&AnyLevel], strategy: &str, nodes: u64) -> Result<u64, Failure> {
    let request = Request {
        strategy: strategy.to_owned(),
        objective: Objective::Any,
        time: None,
        memory: usize::MAX,
        nodes,
        ..Request::default()
    };
    let reports: Vec<Report> = levels.iter().map(|level| solve_level(level, &request, |_| {})).collect();
    if let Some(refused) = reports.iter().find(|r| r.status == Status::Refused) {
        let error = refused.error.as_deref().unwrap_or_default();
        return Err(Failure::Usage(format!("{strategy} on {:?}: {error}; this is a bug", refused.title)));
    }
    let sum = |value: fn(&Report) -> u64| reports.iter().map(value).sum::<u64>();
    let (expanded, generated, stored) = (sum(|r| r.expanded), sum(|r| r.generated), sum(|r| r.stored));
    let seconds: f64 = reports.iter().map(|r| r.seconds).sum();
    let large = || reports.iter().filter(|r| r.stored >= ENOUGH_STATES);
    let bytes: usize = large().map(|r| r.peak_bytes).sum();
    let states: u64 = large().map(|r| r.stored).sum();
    let per_state = if states > 0 { format!("{:.1}", bytes as f64 / states as f64) } else { "-".to_owned() };
    writeln!(
        out,
        "  {} {:>8} {expanded:>9} {generated:>10} {:>7} {:>8} {per_state:>8}",
        fit(strategy, 22),
        format!("{}/{}", reports.iter().filter(|r| r.status == Status::Solved).count(), reports.len()),
        count((generated as f64 / seconds.max(1e-6)) as u64),
        count(stored),
    )?;
    Ok(expanded)
}
