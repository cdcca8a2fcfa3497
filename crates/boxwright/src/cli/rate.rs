//! `boxwright rate`: how hard levels are for people, with what was measured.

use std::io::Write;

use anstyle::Style;
use clap::Args;
use serde_json::json;
use std::time::Duration;

use super::table::Tally;
use super::units::{clean, fit};
use super::{Failure, SourceArgs, USAGE, parse_time};
use crate::game::Game;
use crate::rating::Rating;
use crate::source::Entry;
use crate::{Objective, Report, Request, Status, solve_level};

/// Estimate how hard levels are for people
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright rate builtin:workshop             a line for each level
  boxwright rate levels.sok --level 3         one level, every feature explained
  boxwright rate levels.sok --sort            from easy to hard
  boxwright rate levels.sok --json            one JSON object for each level

A level is solved first, with the fewest pushes if the time allows; the rating
looks at that solution and at what can go wrong beside it.

The score, from 0 to 10, adds up (lg: logarithm to base 2 of one more)
  Sokoban  0.6 lg pushes + 0.55 lg changes + 0.45 lg away + 0.3 lg leave
           + 0.4 lg choices + lost + 0.5 lg decoys - 3.5
  Kwirk    0.6 lg pushes + 0.7 lg changes + 0.6 lg hands + 0.6 lg undone
           + 0.4 lg choices + 1.5 lost + 0.3 lg decoys - 2
Below 1.5 is very easy, below 3 easy, below 5 medium, below 7 hard.")]
pub(super) struct RateArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// The most time to find a good solution of a level, e.g. 500ms, 10s, 2m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    time: Duration,
    /// Print one JSON object for each level
    #[arg(long)]
    json: bool,
    /// Print the easiest level first
    #[arg(long)]
    sort: bool,
}

struct Rated {
    entry: Entry,
    report: Report,
    rating: Option<Rating>,
}

/// Rates the levels.
pub(super) fn run(args: &RateArgs) -> Result<u8, Failure> {
    let input = args.sources.load()?;
    let entries = args.sources.select(input.sources)?;
    let alone = entries.len() == 1;
    let mut out = anstream::stdout().lock();
    let mut tally = Tally::default();
    let mut game = None;
    let mut waiting = Vec::new();
    for entry in entries {
        let rated = rate(entry, args.time);
        tally.add(&rated.report);
        if args.sort {
            waiting.push(rated);
        } else {
            print(&mut out, &rated, args.json, alone, &mut game)?;
        }
    }
    // Levels without a rating come last.
    let score = |rated: &Rated| rated.rating.as_ref().map_or(f64::INFINITY, |r| r.score);
    waiting.sort_by(|a, b| a.entry.level.game().cmp(&b.entry.level.game()).then(score(a).total_cmp(&score(b))));
    for rated in &waiting {
        print(&mut out, rated, args.json, alone, &mut game)?;
    }
    out.flush()?;
    // A good solution is enough here, proven to be the shortest or not.
    tally.unproven = 0;
    Ok(if input.incomplete { USAGE } else { tally.exit_status() })
}

/// Half of the time is for a shortest solution; where that finds nothing, the rest is for any.
fn rate(entry: Entry, time: Duration) -> Rated {
    let within = |objective| {
        let request = Request { objective, time: Some(time / 2), ..Request::default() };
        solve_level(&entry.level, &request, |_| {})
    };
    let mut report = within(Objective::Pushes);
    if report.status == Status::Stopped {
        report = within(Objective::Any);
    }
    let rating = report.solution.as_deref().and_then(|solution| Rating::of(&entry.level, solution).ok());
    Rated { entry, report, rating }
}

fn print(out: &mut impl Write, rated: &Rated, json: bool, alone: bool, game: &mut Option<Game>) -> Result<(), Failure> {
    let Rated { entry, report, rating } = rated;
    if json {
        let mut line = json!({
            "game": entry.level.game().name(),
            "source": *entry.source,
            "index": entry.index,
            "title": entry.level.title(),
            "status": report.status.name(),
            "optimal": report.optimal.map(Objective::name),
            "score": null, "difficulty": null, "features": null,
            "error": report.error,
        });
        if let Some(rating) = rating {
            let rating = rating.to_json();
            ["score", "difficulty", "features"].iter().for_each(|&key| line[key] = rating[key].clone());
        }
        return Ok(writeln!(out, "{line}")?);
    }
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let title = entry.level.title().map_or_else(String::new, clean);
    let Some(rating) = rating else {
        let why = report.error.clone().unwrap_or_else(|| report.status.name().to_owned());
        return Ok(writeln!(out, "{:>4}  {} {dim}not rated: {}{dim:#}", entry.index, fit(&title, 22), clean(&why))?);
    };
    let word = rating.difficulty().word();
    if alone {
        writeln!(out, "{bold}{title}{bold:#}: {:.1} of 10, {word}", rating.score)?;
        for feature in &rating.features {
            writeln!(out, "{:>8}  {}", amount(feature.value), feature.words)?;
        }
        let fewest =
            if report.optimal.is_some() { "no solution has fewer pushes" } else { "not proven to be the shortest" };
        return Ok(writeln!(out, "{dim}along a solution of {} pushes: {fewest}{dim:#}", report.pushes.unwrap_or(0))?);
    }
    let this = entry.level.game();
    if *game != Some(this) {
        let heads: String = rating.features[1..].iter().map(|f| format!(" {:>7}", f.short)).collect();
        writeln!(out, "{dim}{:>4}  {} {:>5} {}{heads}{dim:#}", "#", fit("title", 22), "score", fit("", 9))?;
        *game = Some(this);
    }
    let numbers: String = rating.features[1..].iter().map(|f| format!(" {:>7}", amount(f.value))).collect();
    let line = format!("{:>4}  {} {:>5.1} {}{numbers}", entry.index, fit(&title, 22), rating.score, fit(word, 9));
    Ok(writeln!(out, "{}", line.trim_end())?)
}

/// Whole numbers as such, others with two decimals.
fn amount(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}
