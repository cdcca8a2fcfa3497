//! `boxwright strategies`: the table of strategies of both games, straight from the registries.

use std::io::{self, Write};

use anstyle::Style;
use boxwright_portfolio::Means;
use boxwright_search::Objective;
use boxwright_search::spec::{Spec, StrategyInfo};
use clap::Args;
use serde_json::json;

use super::{Failure, OK, output};
use crate::game::Game;
use crate::solve::promises;
use crate::text::wrap;

/// List the strategies of both games with their options
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright strategies
  boxwright strategies --json | jq '.[] | select(.complete) | .name'

A strategy is given as NAME or NAME(key=value,...), for example
  boxwright solve --strategy 'astar(metric=manhattan)'

complete: finds a solution if there is one, and proves it if there is none
          (given time and memory)
optimal:  the objectives whose best solution it finds; others are refused")]
pub(super) struct StrategiesArgs {
    /// Print a JSON array instead of the table
    #[arg(long)]
    json: bool,
}

/// Prints the table.
pub(super) fn run(args: &StrategiesArgs) -> Result<u8, Failure> {
    if args.json {
        let all = Game::ALL.iter().flat_map(|&game| game.strategies().iter().map(move |info| as_json(game, info)));
        writeln!(io::stdout(), "{:#}", serde_json::Value::Array(all.collect()))?;
        return Ok(OK);
    }
    let mut out = anstream::stdout().lock();
    let bold = Style::new().bold();
    for (number, game) in Game::ALL.into_iter().enumerate() {
        writeln!(out, "{}{bold}{game}{bold:#}", if number > 0 { "\n" } else { "" })?;
        game.strategies().iter().try_for_each(|info| describe(&mut out, game, info))?;
    }
    out.flush()?;
    Ok(OK)
}

/// What a strategy promises, with all its options at their defaults.
struct Promise {
    complete: bool,
    optimal: Vec<Objective>,
}

fn promise(game: Game, info: &'static StrategyInfo) -> Promise {
    let spec = Spec::parse(info.name, game.strategies()).expect("a strategy has its own name");
    let complete = promises(game, &spec, Objective::Any, &Means::default()).is_ok_and(|p| p.complete);
    let best = |o: &Objective| {
        *o != Objective::Any && promises(game, &spec, *o, &Means::default()).is_ok_and(|p| p.optimal == *o)
    };
    Promise { complete, optimal: Objective::ALL.into_iter().filter(best).collect() }
}

fn describe(out: &mut impl Write, game: Game, info: &'static StrategyInfo) -> io::Result<()> {
    const INDENT: usize = 16;
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let width = output::columns().clamp(60, 100) - 1;
    let wrapped = |text: &str, indent: usize| wrap(text, width - indent).join(&format!("\n{:indent$}", ""));
    let Promise { complete, optimal } = promise(game, info);
    writeln!(out, "  {bold}{:<13}{bold:#} {}", info.name, wrapped(info.summary, INDENT))?;
    let objectives: Vec<_> = optimal.iter().map(|o| o.name()).collect();
    let facts = format!(
        "{}; {}",
        if complete { "complete" } else { "not complete" },
        if objectives.is_empty() { "not optimal".to_owned() } else { format!("optimal: {}", objectives.join(", ")) },
    );
    writeln!(out, "{:INDENT$}{dim}{}{dim:#}", "", wrapped(&facts, INDENT))?;
    writeln!(out, "{:INDENT$}{dim}from: {}{dim:#}", "", wrapped(info.source, INDENT + 6))?;
    for option in info.options {
        let line = format!("{}={} (default {})", option.key, option.values, option.default);
        writeln!(out, "{:INDENT$}{}", "", wrapped(&line, INDENT))?;
        writeln!(out, "{:2$}{dim}{}{dim:#}", "", wrapped(option.help, INDENT + 4), INDENT + 4)?;
    }
    Ok(())
}

fn as_json(game: Game, info: &'static StrategyInfo) -> serde_json::Value {
    let Promise { complete, optimal } = promise(game, info);
    let options: Vec<_> = info
        .options
        .iter()
        .map(|o| json!({"key": o.key, "values": o.values.to_string(), "default": o.default, "help": o.help}))
        .collect();
    json!({
        "game": game.name(),
        "name": info.name,
        "summary": info.summary,
        "complete": complete,
        "optimal": optimal.iter().map(|o| o.name()).collect::<Vec<_>>(),
        "source": info.source,
        "options": options,
    })
}
