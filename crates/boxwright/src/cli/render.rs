//! `boxwright render`: levels as SVG, PNG and animated GIF files.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::units::parse_time;
use super::{Failure, OK, SourceArgs, USAGE, output};
use crate::picture::{self, draw};
use crate::source::Entry;
use crate::{Request, Status, solve_level};
use draw::{Pace, Style, Theme};

/// Draw levels as pictures: SVG, PNG, or a GIF that plays a solution
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright render builtin:workshop --level 3 --output top-shelf.png
  boxwright render builtin:cellar --output cellar.svg --columns 4    a sheet
  boxwright render builtin:workshop --level 3 --output solution.gif  solves it
  boxwright render mine.sok --level 1 --solution rrUUllD --output mine.gif

Several levels make a sheet, each with its number and title. A GIF is of one
level; without --solution it plays the one recorded with the level, or solves
the level first.")]
pub(super) struct RenderArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// Where to write the picture; the ending says which: .svg, .png or .gif
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Light on dark
    #[arg(long)]
    dark: bool,
    /// Pixels of a cell
    #[arg(long, value_name = "PIXELS", default_value_t = 32, value_parser = clap::value_parser!(u16).range(4..=256))]
    cell: u16,
    /// Levels in a row of a sheet
    #[arg(long, value_name = "NUMBER", default_value_t = 5)]
    columns: usize,
    /// The solution to play in a GIF
    #[arg(long, value_name = "LURD")]
    solution: Option<String>,
    /// Hundredths of a second for a step of a GIF
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 12)]
    pace: u16,
    /// How long to look for a solution to play
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    time: Duration,
}

/// Draws the levels.
pub(super) fn run(args: &RenderArgs) -> Result<u8, Failure> {
    let ending = args.output.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    if !["svg", "png", "gif"].contains(&ending.as_str()) {
        let message = format!("{}: the ending must be .svg, .png or .gif", args.output.display());
        return Err(Failure::Usage(message));
    }
    let input = args.sources.load()?;
    let entries = args.sources.select(input.sources)?;
    output::check_writable(&args.output)?;
    let style = Style { theme: if args.dark { Theme::Dark } else { Theme::Light }, cell: args.cell };

    let refuse = |error: draw::DrawError| Failure::Usage(error.to_string());
    let picture = if ending == "gif" {
        animation(&entries, args, style)?
    } else {
        let drawing = match entries.as_slice() {
            [one] => draw::svg(&picture::scene(&one.level), style, one.level.title().unwrap_or_default()),
            many => {
                let tiles: Vec<_> = many.iter().map(picture::tile).collect();
                draw::sheet(&tiles, args.columns, style).map_err(refuse)?
            }
        };
        if ending == "png" { draw::png(&drawing).map_err(refuse)? } else { drawing.into_bytes() }
    };
    output::write_bytes(&args.output, &picture)?;
    Ok(if input.incomplete { USAGE } else { OK })
}

fn animation(entries: &[Entry], args: &RenderArgs, style: Style) -> Result<Vec<u8>, Failure> {
    let [entry] = entries else {
        let message = format!("a GIF is of one level, these are {}; choose one with --level", entries.len());
        return Err(Failure::Usage(message));
    };
    let level = &entry.level;
    let recorded = || level.recorded_solutions().first().map(|&text| text.to_owned());
    let solution = match args.solution.clone().or_else(recorded) {
        Some(solution) => solution,
        None => {
            let report = solve_level(level, &Request { time: Some(args.time), ..Request::default() }, |_| {});
            match (report.status, report.solution) {
                (Status::Solved, Some(solution)) => solution,
                (status, _) => {
                    let why = report.error.unwrap_or_else(|| format!("the level is {}", status.name()));
                    return Err(Failure::Usage(format!("there is no solution to play: {why}")));
                }
            }
        }
    };
    let pace = Pace { step: args.pace, ..Pace::default() };
    picture::animation(level, &solution, style, pace).map_err(Failure::Usage)
}
