//! `boxwright show`: levels as pictures made of characters, two columns a square so that squares look square.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use boxwright_kwirk as kwirk;
use clap::{Args, ValueEnum};

use super::units::{clean, clip};
use super::{Failure, OK, SourceArgs, USAGE, output};
use crate::game::{AnyLevel, Fault};
use crate::play::drawing::{self, Glyph, Paint};
use crate::source::Entry;

/// Draw levels
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright show builtin:workshop --level 1
  boxwright show levels.sok | less      as text, since this is not a terminal
  boxwright show levels.sok --unicode | less

Sokoban:  @ player  [] box  ◇ goal  ◆ box on a goal  @◇ player on a goal
Kwirk:    1-4 characters  [] ┌┐ blocks  ● turnstile  ◌ hole  ⌂ exit  (double lines: over a hole)
Colours are used on a terminal, unless the variable NO_COLOR is set; --color says otherwise.")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// Draw with the characters of level files, also on a terminal
    #[arg(long)]
    plain: bool,
    /// Draw with Unicode characters, also if the output is not a terminal
    #[arg(long, conflicts_with = "plain")]
    unicode: bool,
    /// Whether to use colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// Draws the levels.
pub(super) fn run(args: &ShowArgs) -> Result<u8, Failure> {
    let input = args.sources.load()?;
    let entries = args.sources.select(input.sources)?;
    let choice = match args.color {
        When::Auto => AutoStream::choice(&io::stdout()),
        When::Always => ColorChoice::AlwaysAnsi,
        When::Never => ColorChoice::Never,
    };
    let mut out = AutoStream::new(io::stdout().lock(), choice);
    let mut gap = "";
    let mut faulty = false;
    for entry in &entries {
        write!(out, "{gap}")?;
        gap = "\n";
        faulty |= show(&mut out, entry, args)?;
    }
    out.flush()?;
    Ok(if input.incomplete || faulty { USAGE } else { OK })
}

/// Draws one level and says whether it has faults.
fn show(out: &mut impl Write, entry: &Entry, args: &ShowArgs) -> Result<bool, Failure> {
    let (bold, dim, red) = (Style::new().bold(), Style::new().dimmed(), colour(AnsiColor::Red));
    let level = &entry.level;
    let size = level.size();
    let title = level.title().map_or_else(|| "(no title)".to_owned(), clean);
    let author = level.author().map_or_else(String::new, |author| format!(" by {}", clean(author)));
    writeln!(out, "{bold}{title}{bold:#}{author}")?;
    let (things, game) = (level.things(), level.game());
    let place = format!("{} #{}", clean(&entry.source), entry.index);
    let facts = format!("{game} {}×{} · {things} {}", size.width, size.height, game.things(things));
    writeln!(out, "{dim}{place} · {facts}{dim:#}")?;

    let fits = usize::from(size.width) * 2 <= output::columns();
    let plain = args.plain || !(args.unicode || output::is_terminal() && fits);
    let mut faults = level.faults();
    for (y, row) in (0..).zip(drawing(level, plain)) {
        let (here, elsewhere): (Vec<Fault>, Vec<Fault>) =
            faults.into_iter().partition(|f| f.line == line_of_row(level, y));
        faults = elsewhere;
        let notes: Vec<String> = here.iter().map(|f| format!("column {}: {}", f.column, f.message)).collect();
        if notes.is_empty() {
            writeln!(out, "{row}")?;
        } else {
            writeln!(out, "{row}  {red}← {}{red:#}", clip(&notes.join("; "), 400))?;
        }
    }
    let under = if let AnyLevel::Kwirk(level) = level { kwirk::render::under(&level.board) } else { None };
    if let (true, Some(under)) = (plain, under) {
        writeln!(out, "@under")?;
        under.iter().try_for_each(|row| writeln!(out, "{row}"))?;
    }
    for fault in &faults {
        writeln!(out, "{red}{}:{fault}{red:#}", clean(&entry.source))?;
    }
    Ok(!level.faults().is_empty())
}

fn line_of_row(level: &AnyLevel, y: u16) -> usize {
    match level {
        AnyLevel::Sokoban(level) => level.line.max(1) + usize::from(y),
        AnyLevel::Kwirk(level) => level.line_of_row(y),
    }
}

fn drawing(level: &AnyLevel, plain: bool) -> Vec<String> {
    if plain {
        drawing::file_rows(level).iter().map(|row| tinted(row)).collect()
    } else {
        drawing::squares(level).iter().map(|row| tinted(row.as_flattened())).collect()
    }
}

/// A row with colours by what its characters stand for.
fn tinted(row: &[Glyph]) -> String {
    let same = |a: &Glyph, b: &Glyph| a.1 == b.1;
    let run = |run: &[Glyph]| {
        let (text, style): (String, Style) = (run.iter().map(|(c, _)| c).collect(), style(run[0].1));
        format!("{style}{text}{style:#}")
    };
    row.chunk_by(same).map(run).collect()
}

fn style(paint: Paint) -> Style {
    match paint {
        Paint::Floor => Style::new(),
        Paint::Wall => Style::new().dimmed(),
        Paint::Person => colour(AnsiColor::Cyan).bold(),
        Paint::Goal | Paint::BoxOnGoal => colour(AnsiColor::Green),
        Paint::Box => colour(AnsiColor::Yellow),
        Paint::Exit => colour(AnsiColor::Green).bold(),
        Paint::Hole => colour(AnsiColor::Blue),
        Paint::Turnstile => colour(AnsiColor::Magenta),
    }
}

fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(colour.into()))
}
