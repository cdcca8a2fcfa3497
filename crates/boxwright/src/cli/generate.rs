//! `boxwright generate`: new levels, as many as wanted, no two alike.
//!
//! The generators of the games (`sokoban::generate`, `kwirk::generate`) make a level of a seed, or none; here seeds are
//! tried one after the other until there are enough levels that are not the same up to symmetry. The clock only says
//! when to give up, so the same command makes the same levels everywhere.

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use boxwright_grid::{SplitMix64, scramble};
use boxwright_search::Budget;
use clap::{Args, ValueEnum};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use super::{Failure, OK, STOPPED, complain, output, parse_time, units};
use crate::game::{AnyLevel, Game};
use crate::rating::{Difficulty, Rating};
use crate::source::{About, Source};

/// Make new levels
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright generate sokoban                                a level
  boxwright generate sokoban --count 20 --seed 7 --output new.sok
  boxwright generate sokoban --boxes 4 --pushes 40 --difficulty hard
  boxwright generate kwirk --characters 2 --count 5 --output new.kwk

The same options and seed make the same levels on every machine. Every level is
solvable, and no solution has fewer pushes (in Kwirk pushes and turns) than
asked for: that is proven. No level is another one turned or mirrored. In
Sokoban no box begins on a goal; in Kwirk every block, turnstile and hole makes
a difference. What is not said depends on the difficulty:
  easy      Sokoban 8×7, 2 boxes, 8 pushes;    Kwirk 9×7, 3 blocks, 5 pushes
  medium    Sokoban 9×8, 3 boxes, 15 pushes;   Kwirk 10×7, 4 blocks, 8 pushes
  hard      Sokoban 11×9, 4 boxes, 30 pushes;  Kwirk 11×8, 5 blocks, 10 pushes,
            two characters
Without --difficulty it is medium in this, and levels of any rating are taken.
Exit status 11: the time was up before there were enough.")]
pub(super) struct GenerateArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: Wanted,
    /// How hard the levels should be (see boxwright rate)
    #[arg(long, short, value_name = "WORD")]
    difficulty: Option<Class>,
    /// How many levels
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Where to begin: other seeds make other levels
    #[arg(long, short, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The most columns, walls included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(5..=40))]
    width: Option<u16>,
    /// The most rows, walls included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(5..=40))]
    height: Option<u16>,
    /// Boxes (Kwirk: the most blocks)
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=20))]
    boxes: Option<u16>,
    /// No solution may have fewer pushes (Kwirk: pushes and turns) than this
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pushes: Option<u32>,
    /// Kwirk: characters
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4))]
    characters: Option<u16>,
    /// Kwirk: the most turnstiles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=10))]
    turnstiles: Option<u16>,
    /// Kwirk: the most holes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=20))]
    holes: Option<u16>,
    /// The most time for all levels, e.g. 30s, 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    time: Duration,
    /// Write the solutions with the levels
    #[arg(long)]
    solutions: bool,
    /// Write to FILE (.sok, .kwk) instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Wanted {
    Sokoban,
    Kwirk,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Class {
    /// A rating below 3
    Easy,
    /// From 3 to 5
    Medium,
    /// 5 and more
    Hard,
}

impl Class {
    fn scores(self) -> Range<f64> {
        let (easy, hard) = (Difficulty::Easy.scores().end, Difficulty::Hard.scores().start);
        match self {
            Class::Easy => 0.0..easy,
            Class::Medium => easy..hard,
            Class::Hard => hard..f64::INFINITY,
        }
    }
}

/// A new level of either game.
struct Made {
    level: AnyLevel,
    pushes: usize,
    solution: String,
    rating: Rating,
}

/// Makes levels.
pub(super) fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    let kwirk_only = [args.characters, args.turnstiles, args.holes];
    if args.game == Wanted::Sokoban && kwirk_only.iter().any(Option::is_some) {
        let message = "--characters, --turnstiles and --holes are for Kwirk; Sokoban has --boxes";
        return Err(Failure::Usage(message.to_owned()));
    }
    if let Some(path) = &args.output {
        output::check_writable(path)?;
    }
    let game = if args.game == Wanted::Sokoban { Game::Sokoban } else { Game::Kwirk };
    let begun = Instant::now();
    let limits = Budget::default().with_time(args.time);
    let (sokoban, kwirk) = (args.sokoban(), args.kwirk());
    let attempt = |seed| match game {
        Game::Sokoban => sokoban_level(seed, &sokoban, &limits),
        Game::Kwirk => kwirk_level(seed, &kwirk, &limits),
    };
    let mut seeds = SplitMix64(scramble(args.seed));
    let mut known = HashSet::new();
    let mut levels = Vec::new();
    let mut tried = 0_u64;
    while levels.len() < args.count as usize && begun.elapsed() < args.time {
        tried += 1;
        let made = attempt(seeds.next_u64());
        // What was cut short is not the level of its seed.
        let made = made.filter(|_| begun.elapsed() < args.time);
        if let Some(made) = made.filter(|made| known.insert(identity(&made.level))) {
            levels.push(made.finish(args, levels.len() + 1));
        }
    }

    let made = levels.len();
    if made > 0 {
        let mut about = About::none(game);
        let title = format!("Generated levels, seed {}", args.seed);
        match &mut about {
            About::Sokoban(collection) => (collection.title, collection.author) = (Some(title), Some(author())),
            About::Kwirk(collection) => (collection.title, collection.author) = (Some(title), Some(author())),
        }
        let text = Source { name: String::new(), about, levels }.to_text(false);
        match &args.output {
            Some(path) => output::write_file(path, &text)?,
            None => io::stdout().write_all(text.as_bytes())?,
        }
    }
    let took = units::time(begun.elapsed().as_secs_f64());
    if made < args.count as usize {
        complain(&format!(
            "only {made} of {} levels in {took} ({tried} tries); more --time, fewer --pushes or --boxes may help",
            args.count
        ));
        return Ok(STOPPED);
    }
    if let Some(path) = &args.output {
        let levels = if made == 1 { "level" } else { "levels" };
        complain(&format!("{made} {levels} in {took} ({tried} tries), written to {}", path.display()));
    }
    Ok(OK)
}

fn author() -> String {
    format!("boxwright {}", env!("CARGO_PKG_VERSION"))
}

impl GenerateArgs {
    fn scores(&self) -> Range<f64> {
        self.difficulty.map_or(0.0..f64::INFINITY, Class::scores)
    }

    fn sokoban(&self) -> sokoban::generate::Options {
        let (width, height, boxes, pushes) = match self.difficulty {
            Some(Class::Easy) => (8, 7, 2, 8),
            Some(Class::Hard) => (11, 9, 4, 30),
            _ => (9, 8, 3, 15),
        };
        sokoban::generate::Options {
            width: self.width.unwrap_or(width),
            height: self.height.unwrap_or(height),
            boxes: self.boxes.map_or(boxes, usize::from),
            pushes: self.pushes.unwrap_or(pushes),
            score: self.scores(),
        }
    }

    fn kwirk(&self) -> kwirk::generate::Options {
        let (width, height, characters, blocks, turnstiles, holes, interactions) = match self.difficulty {
            Some(Class::Easy) => (9, 7, 1, 3, 1, 1, 5),
            Some(Class::Hard) => (11, 8, 2, 5, 2, 3, 10),
            _ => (10, 7, 1, 4, 1, 2, 8),
        };
        kwirk::generate::Options {
            width: self.width.unwrap_or(width),
            height: self.height.unwrap_or(height),
            characters: self.characters.map_or(characters, usize::from),
            blocks: self.boxes.map_or(blocks, usize::from),
            turnstiles: self.turnstiles.map_or(turnstiles, usize::from),
            holes: self.holes.map_or(holes, usize::from),
            interactions: self.pushes.map_or(interactions, |pushes| pushes as usize),
            score: self.scores(),
        }
    }
}

fn sokoban_level(seed: u64, options: &sokoban::generate::Options, limits: &Budget) -> Option<Made> {
    let made = sokoban::generate::generate(seed, options, limits)?;
    Some(Made {
        level: AnyLevel::Sokoban(made.level),
        pushes: made.solution.metrics.pushes,
        solution: made.solution.lurd,
        rating: made.features.into(),
    })
}

fn kwirk_level(seed: u64, options: &kwirk::generate::Options, limits: &Budget) -> Option<Made> {
    let made = kwirk::generate::generate(seed, options, limits)?;
    Some(Made {
        level: AnyLevel::Kwirk(made.level),
        pushes: made.solution.pushes,
        solution: made.solution.keys,
        rating: made.features.into(),
    })
}

/// Equal for levels that are the same up to symmetry.
fn identity(level: &AnyLevel) -> String {
    match level {
        AnyLevel::Sokoban(level) => sokoban::canonical(&level.board).to_rows().join("\n"),
        AnyLevel::Kwirk(level) => kwirk::canonical(&level.board).to_text(),
    }
}

impl Made {
    /// The level with a title and what is known of it.
    fn finish(self, args: &GenerateArgs, number: usize) -> AnyLevel {
        let Made { mut level, pushes, solution, rating } = self;
        let unit = if level.game() == Game::Sokoban { "pushes" } else { "pushes and turns" };
        let comment = format!(
            "{pushes} {unit}, proven to be the fewest; rated {:.1} of 10 ({})",
            rating.score,
            rating.difficulty().word()
        );
        let (title, properties) = match &mut level {
            AnyLevel::Sokoban(level) => (&mut level.title, &mut level.properties),
            AnyLevel::Kwirk(level) => (&mut level.title, &mut level.properties),
        };
        *title = Some(format!("Seed {}, level {number}", args.seed));
        properties.push(("Comment".to_owned(), comment));
        if args.solutions { level.with_solution(&solution) } else { level }
    }
}
