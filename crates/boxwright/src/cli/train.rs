//! `boxwright train`: learns what positions are worth, for the strategy `value`.
//!
//! Levels are searched round after round, and weights fitted to what the searches found (`sokoban::value::train`). What
//! comes out is the file that is part of the program, so anybody can make it again, or another.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use boxwright_search::Budget;
use boxwright_sokoban as sokoban;
use clap::Args;
use sokoban::value::train::{self, Options, Round};

use super::{Failure, OK, STOPPED, USAGE, complain, load, output, parse_time, units};
use crate::game::AnyLevel;
use crate::source::{self, Selection};

/// Learn what Sokoban positions are worth, for the strategy value
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright train --output weights.toml
  boxwright train --seed 2 --count 100 --rounds 20
  boxwright train levels.sok --level 1-50 --nodes 5000

Each round searches every level and then fits the weights of the features to
what it found; the weights of the round that solved most are written, with the
command that made them. The rounds are told on standard error. The same command
makes the same weights on every machine. The program's own are in
crates/sokoban/src/value/weights.toml; a build takes what is there.
Exit status 11: the time was up before all rounds; the best so far is written.")]
pub(super) struct TrainArgs {
    /// Files, folders, - for standard input, builtin:NAME; none: new levels are made
    #[arg(value_name = "SOURCE")]
    sources: Vec<OsString>,
    /// Only these levels of each source, numbered from 1, e.g. 1,3,5-9
    #[arg(long, short, value_name = "NUMBERS", requires = "sources")]
    level: Option<Selection>,
    /// Which new levels are made
    #[arg(long, short, value_name = "SEED", default_value_t = 1, conflicts_with = "sources")]
    seed: u64,
    /// How many new levels are made
    #[arg(long, short, value_name = "N", default_value_t = 80, conflicts_with = "sources", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// How often the levels are searched
    #[arg(long, short, value_name = "N", default_value_t = Options::default().rounds, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Expand at most so many positions of a level in a round
    #[arg(long, value_name = "N", default_value_t = Options::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The most time for everything, e.g. 90s, 10m
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = parse_time)]
    time: Duration,
    /// The most memory a search may use, e.g. 500MiB, 2GiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = units::parse_memory)]
    memory: usize,
    /// Write the weights to FILE instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Trains.
pub(super) fn run(args: &TrainArgs) -> Result<u8, Failure> {
    if let Some(path) = &args.output {
        output::check_writable(path)?;
    }
    let begun = Instant::now();
    let limits = Budget { bytes: args.memory, ..Budget::default() }.with_time(args.time);
    let (levels, incomplete) = args.levels(&limits)?;
    if levels.is_empty() {
        return Err(Failure::Usage("there is no Sokoban level to learn from".to_owned()));
    }
    complain(&format!("learning from {} levels", levels.len()));
    let options = Options { rounds: args.rounds, nodes: args.nodes };
    let mut first = None;
    let (best, limit) = train::train(&levels, &options, &limits, |round| {
        first.get_or_insert_with(|| round.clone());
        complain(&format!("{}, error {:.3}", summary(round), round.error));
    });
    let stopped = limit.is_some() || (args.sources.is_empty() && levels.len() < args.count as usize);
    let took = units::time(begun.elapsed().as_secs_f64());
    let Some((best, first)) = best.zip(first) else {
        complain(&format!("the time was up after {took}, in the first round; fewer --count or --nodes may help"));
        return Ok(STOPPED);
    };
    let text = args.file(&first, &best);
    match &args.output {
        Some(path) => output::write_file(path, &text)?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    let written = args.output.as_ref().map_or(String::new(), |path| format!(", written to {}", path.display()));
    complain(&format!("round {} is the best, after {took}{written}", best.number));
    Ok(if incomplete {
        USAGE
    } else if stopped {
        STOPPED
    } else {
        OK
    })
}

fn summary(round: &Round) -> String {
    let Round { number, solved, levels, nodes, .. } = round;
    format!("round {number}: {solved} of {levels} solved, {nodes} positions")
}

impl TrainArgs {
    /// The levels to learn from, and whether some of those named are missing.
    fn levels(&self, limits: &Budget) -> Result<(Vec<sokoban::Level>, bool), Failure> {
        if self.sources.is_empty() {
            return Ok((sokoban::value::practice(self.seed, self.count as usize, limits), false));
        }
        let input = load(&self.sources)?;
        let mut incomplete = input.incomplete;
        let mut levels = Vec::new();
        for entry in source::entries(input.sources, &self.level.clone().unwrap_or_default()) {
            let place = format!("{}, level {}", entry.source, entry.index);
            match entry.level {
                AnyLevel::Kwirk(_) => complain(&format!("{place}: left out, this is Kwirk")),
                AnyLevel::Sokoban(level) => match level.check().first() {
                    None => levels.push(level),
                    Some(fault) => {
                        incomplete = true;
                        complain(&format!("{place}: left out, {fault}"));
                    }
                },
            }
        }
        Ok((levels, incomplete))
    }

    /// The text of the file: how it was made, and the weights.
    fn file(&self, first: &Round, best: &Round) -> String {
        let mut text =
            "# What the features of a Sokoban position are worth, for the strategy value. Made by\n".to_owned();
        let mut command = "boxwright train".to_owned();
        for source in &self.sources {
            let _ = write!(command, " {}", source.to_string_lossy());
        }
        let _ = match &self.level {
            _ if self.sources.is_empty() => write!(command, " --seed {} --count {}", self.seed, self.count),
            Some(level) => write!(command, " --level {level}"),
            None => Ok(()),
        };
        let _ = write!(command, " --rounds {} --nodes {}", self.rounds, self.nodes);
        let _ = writeln!(text, "#   {}", units::clean(&command));
        for round in [first, best] {
            let _ = writeln!(text, "# {}", summary(round));
        }
        let _ = write!(text, "{}", best.weights);
        text
    }
}
