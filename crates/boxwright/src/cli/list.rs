//! `boxwright list`: what is in a collection, one line a level.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use clap::Args;

use super::units::{clean, clip, fit};
use super::{Failure, OK, SourceArgs, USAGE, output};
use crate::game::AnyLevel;
use crate::source::{Entry, Source};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

/// List levels: size, boxes or characters, faults, duplicates
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright list                      the built-in levels
  boxwright list collection/          all levels of a folder
  boxwright list a.sok b.sok          which of b are in a already?

Levels are the same if they differ only by rotation, reflection, margins and
decoration out of the player's reach.")]
pub(super) struct ListArgs {
    #[command(flatten)]
    sources: SourceArgs,
}

/// Lists the levels.
pub(super) fn run(args: &ListArgs) -> Result<u8, Failure> {
    let input = args.sources.load()?;
    let headings: Vec<(String, String)> = input.sources.iter().map(|s| (s.name.clone(), heading(s))).collect();
    let entries = args.sources.select(input.sources)?;
    let mut out = anstream::stdout().lock();
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let mut known = HashMap::new();
    let mut source = None;
    let width = output::columns().clamp(80, 120) - 1;
    let authors = entries.iter().any(|e| e.level.author().is_some());
    let columns = if authors { (width - 59, 16) } else { (width - 43, 0) };
    let mut game = None;
    for entry in &entries {
        if source != Some(&entry.source) {
            let heading = headings.iter().find(|(name, _)| **name == *entry.source).map_or("", |(_, h)| h);
            let gap = if source.is_some() { "\n" } else { "" };
            let this = entry.level.game();
            let text = format!("{gap}{bold}{}{bold:#} {dim}({this}){dim:#} {heading}", clean(&entry.source));
            writeln!(out, "{}", text.trim_end())?;
            // Once is enough: the columns stay where they are.
            if game != Some(this) {
                let names = names("title", "author", columns);
                writeln!(out, "{dim}{:>4}  {names} {:>7} {:>5}  note{dim:#}", "#", "size", things(entry))?;
            }
            (source, game) = (Some(&entry.source), Some(this));
        }
        line(&mut out, entry, &mut known, columns)?;
    }
    out.flush()?;
    Ok(if input.incomplete { USAGE } else { OK })
}

fn heading(source: &Source) -> String {
    let title = source.about.title().map(clean);
    let author = source.about.author().map(|author| format!("by {}", clean(author)));
    title.into_iter().chain(author).collect::<Vec<_>>().join(" ")
}

/// Title and author in their columns; where no level has an author, the title alone.
fn names(title: &str, author: &str, columns: (usize, usize)) -> String {
    match columns {
        (title_columns, 0) => fit(title, title_columns),
        (title_columns, author_columns) => format!("{}  {}", fit(title, title_columns), fit(author, author_columns)),
    }
}

fn things(entry: &Entry) -> &'static str {
    match entry.level {
        AnyLevel::Sokoban(_) => "boxes",
        AnyLevel::Kwirk(_) => "chars",
    }
}

/// What makes a level that level.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Sokoban(sokoban::CanonicalForm),
    Kwirk(kwirk::Canonical),
}

fn line<'a>(
    out: &mut impl Write,
    entry: &'a Entry,
    known: &mut HashMap<Identity, &'a Entry>,
    columns: (usize, usize),
) -> Result<(), Failure> {
    let size = entry.level.size();
    let mut notes = Vec::new();
    let faults = entry.level.faults().len();
    if faults > 0 {
        notes.push(if faults == 1 { "1 fault".to_owned() } else { format!("{faults} faults") });
    }
    // Boards too large to be read are all empty, which does not make them the same.
    if size.area() > 0 {
        let identity = match &entry.level {
            AnyLevel::Sokoban(level) => Identity::Sokoban(sokoban::canonical(&level.board)),
            AnyLevel::Kwirk(level) => Identity::Kwirk(kwirk::canonical(&level.board)),
        };
        match known.entry(identity) {
            Slot::Vacant(slot) => _ = slot.insert(entry),
            Slot::Occupied(first) if first.get().source == entry.source => {
                notes.push(format!("same as #{}", first.get().index));
            }
            Slot::Occupied(first) => {
                notes.push(format!("same as {} #{}", clean(&first.get().source), first.get().index));
            }
        }
    }
    let style = if faults > 0 { Style::new().fg_color(Some(AnsiColor::Red.into())) } else { Style::new() };
    let text = format!(
        "{:>4}  {} {:>7} {:>5}  ",
        entry.index,
        names(entry.level.title().unwrap_or_default(), entry.level.author().unwrap_or_default(), columns),
        format!("{}×{}", size.width, size.height),
        entry.level.things(),
    );
    let notes = notes.join(", ");
    let text = if notes.is_empty() {
        text.trim_end().to_owned()
    } else {
        format!("{text}{style}{}{style:#}", clip(&notes, 200))
    };
    Ok(writeln!(out, "{text}")?)
}
