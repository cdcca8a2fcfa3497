//! Plain text: `.xsb`, `.txt`, Boxoban and `.sok`, read by one tolerant reader.
//!
//! The boards come first ([`super::block`]); this file then asks whom the lines between two boards belong to. What
//! touches a board's lower side is the board's own: `Title:`, `Author:`, comments. So are solutions. After that the
//! paragraph nearest above the next board, if it could hold a title, belongs to that one, and what is left in
//! between are notes of the board above, as `.sok` wants it. Where two boards are separated by a single paragraph that
//! touches both, the end of the file tells whether this author writes titles above or below.
//!
//! A title is taken from `Title:` if there is one; else from the nearest free line or remark above; else from
//! the one right below. Text that finds no other use becomes a `Comment` of its level, so that nothing is lost.

use std::ops::Range;

use crate::formats::block::{self, Allowance};
use crate::formats::line::{self, Kind, Line, is_moves};
use crate::formats::{Collection, Format, ReadError, refused_type};
use crate::level::{Level, RecordedSolution};

/// Reads a text.
pub(super) fn read(text: &str, format: Format) -> Result<Collection, ReadError> {
    let lines = line::split(text)?;
    if let Some(refusal) = lines.iter().filter_map(|line| line.value_of("type")).find_map(refused_type) {
        return Err(refusal);
    }
    let boards = block::find(&lines);
    let (Some(first), Some(last)) = (boards.first(), boards.last()) else { return Err(ReadError::NoLevel) };

    let mut allowance = Allowance::new();
    let titles_below = title_touches_above(&lines[last.end..]);
    let mut collection = Collection { title: None, author: None, notes: String::new(), format, levels: Vec::new() };

    // What stands before the first board is for the whole collection, except for the end of it.
    let header = &lines[..first.start];
    let split = split_gap(header, false, false);
    let mut head: Vec<&Line<'_>> = header[split..].iter().collect();
    let whole_header = header_names_the_collection(&lines, &boards, titles_below);
    let mut notes: Vec<&Line<'_>> = header[..split].iter().collect();
    if whole_header {
        let (named, rest) = partition_paragraphs(&head);
        notes.extend(named);
        head = rest;
    }

    for (index, board) in boards.iter().enumerate() {
        let mut level = block::build(&lines[board.clone()], &mut allowance)?;
        let end = boards.get(index + 1).map_or(lines.len(), |next| next.start);
        let gap = &lines[board.end..end];
        let is_last = end == lines.len();
        let (games, rest) = take_games(gap, is_last, &mut level);
        let untouched = games > 0;
        let split = if is_last { gap.len() } else { games + split_gap(&gap[games..], !untouched, titles_below) };
        let below = rest.into_iter().filter(|&i| i < split).map(|i| &gap[i]);
        describe(&mut level, &head, &below.collect::<Vec<_>>(), !untouched);
        head = gap[split..].iter().collect();
        collection.levels.push(level);
    }
    introduce(&mut collection, &notes);
    Ok(collection)
}

/// Where, among the lines between two boards, those of the lower board begin. `touching`: the lines begin right
/// below the upper board.
fn split_gap(gap: &[Line<'_>], touching: bool, titles_below: bool) -> usize {
    let paragraph_end = if touching { gap.iter().position(Line::is_blank).unwrap_or(gap.len()) } else { 0 };
    if touching && paragraph_end == gap.len() {
        let has_title = gap.iter().any(is_title);
        return match (has_title, titles_below) {
            (true, true) => gap.len(),
            (true, false) => 0,
            (false, _) => gap.iter().position(Line::is_loose).unwrap_or(gap.len()),
        };
    }
    let rest = &gap[paragraph_end..];
    let anchor = rest.iter().position(is_title).or_else(|| rest.iter().rposition(Line::is_loose));
    let Some(anchor) = anchor.or_else(|| rest.len().checked_sub(1).filter(|&last| !rest[last].is_blank())) else {
        return gap.len();
    };
    let mut start = paragraph_start(rest, anchor);
    // Remarks above the paragraph, such as a number, introduce what follows them.
    while let Some(above) = rest[..start].iter().rposition(|line| !line.is_blank()) {
        let from = paragraph_start(rest, above);
        if rest[from..=above].iter().any(|line| line.kind != Kind::Remark) {
            break;
        }
        start = from;
    }
    paragraph_end + start
}

fn paragraph_start(lines: &[Line<'_>], at: usize) -> usize {
    lines[..at].iter().rposition(Line::is_blank).map_or(0, |blank| blank + 1)
}

fn is_title(line: &Line<'_>) -> bool {
    line.value_of("title").is_some_and(|title| !title.is_empty())
}

fn title_touches_above(lines: &[Line<'_>]) -> bool {
    lines.iter().take_while(|line| !line.is_blank()).any(is_title)
}

/// Whether `Title:` and `Author:` above the first board are those of the collection: if there is a `Collection:`, if
/// the first board has a title of its own below, or if no other board has any.
fn header_names_the_collection(lines: &[Line<'_>], boards: &[Range<usize>], titles_below: bool) -> bool {
    let (header, rest) = lines.split_at(boards[0].start);
    let below = &lines[boards[0].end..boards.get(1).map_or(lines.len(), |next| next.start)];
    // A paragraph that touches both boards may be the lower one's.
    let is_own = titles_below || below.iter().any(Line::is_blank);
    header.iter().any(|line| line.value_of("collection").is_some())
        || header.iter().any(is_title) && is_own && title_touches_above(below)
        || boards.len() > 1 && !rest.iter().any(is_title)
}

/// Parts lines into the paragraphs with properties and the others. A free line right above the board stays out.
fn partition_paragraphs<'l, 'a>(lines: &[&'l Line<'a>]) -> (Vec<&'l Line<'a>>, Vec<&'l Line<'a>>) {
    let (mut with, mut without) = (Vec::new(), Vec::new());
    let (lines, touching) = lines.split_at(lines.len() - usize::from(lines.last().is_some_and(|line| line.is_loose())));
    for paragraph in lines.split_inclusive(|line| line.is_blank()) {
        let is_named = paragraph.iter().any(|line| matches!(line.kind, Kind::Property | Kind::Comment));
        if is_named { &mut with } else { &mut without }.extend_from_slice(paragraph);
    }
    without.extend_from_slice(touching);
    (with, without)
}

/// Moves the solutions among the lines below a board into the level. Returns where the lines of the last one end, and
/// the lines that are not part of any.
fn take_games(gap: &[Line<'_>], is_last: bool, level: &mut Level) -> (usize, Vec<usize>) {
    /// Without a name, fewer letters than this might as well be a title, such as "D".
    const FEWEST_MOVES: usize = 4;
    let mut used = vec![false; gap.len()];
    let mut end = 0;
    let mut at = 0;
    while at < gap.len() {
        let line = &gap[at];
        let inline = inline_game(line);
        if inline.is_none() && line.kind != Kind::Moves {
            at += 1;
            continue;
        }
        let run = gap[at + 1..].iter().take_while(|line| line.kind == Kind::Moves).count() + 1;
        let name = match inline {
            Some((key, _)) => Some((at, key)),
            None => gap[end..at].iter().rposition(|line| !line.is_blank()).map(|above| end + above).and_then(|above| {
                let (adjacent, line) = (above + 1 == at, &gap[above]);
                match line.property() {
                    Some((key, "")) if names_game(key) => Some((above, key)),
                    None if line.kind == Kind::Text && (adjacent || names_game(line.text)) => Some((above, line.text)),
                    _ => None,
                }
            }),
        };
        let letters: usize = gap[at..at + run].iter().map(|line| line.text.len()).sum();
        if is_last || letters >= FEWEST_MOVES || name.is_some_and(|(_, name)| names_game(name)) {
            if let Some((above, _)) = name {
                used[above] = true;
            }
            used[at..at + run].fill(true);
            let text = |line: &Line<'_>| line.property().map_or(line.text, |(_, value)| value).to_owned();
            level.solutions.push(RecordedSolution {
                title: name.map_or("Solution", |(_, name)| name.trim()).to_owned(),
                text: gap[at..at + run].iter().map(text).collect::<Vec<_>>().join("\n"),
                line: line.number,
            });
            end = at + run;
        }
        at += run;
    }
    let rest = (0..gap.len()).filter(|&i| !used[i]).collect();
    (end, rest)
}

/// Whether a line announces moves.
fn names_game(text: &str) -> bool {
    let start = text.trim_start().get(..8).unwrap_or("");
    start.eq_ignore_ascii_case("solution") || start.eq_ignore_ascii_case("snapshot")
}

/// Name and moves of a game on one line, `Solution: rR`.
fn inline_game<'a>(line: &Line<'a>) -> Option<(&'a str, &'a str)> {
    line.property().filter(|&(key, value)| names_game(key) && is_moves(value))
}

/// Gives a level what is written above and below its board.
fn describe(level: &mut Level, above: &[&Line<'_>], below: &[&Line<'_>], touching: bool) {
    let all = || above.iter().chain(below).copied();
    let title = if all().any(is_title) { None } else { title_above(above).or_else(|| title_below(below, touching)) };
    level.title = title.map(|line| line.loose_text().to_owned());
    // Below the board they have been taken already, so these are above it.
    let mut above_games = Vec::new();
    for lines in [above, below] {
        // Whether the last property is loose text to which the next line is to be added.
        let mut continues = false;
        for &line in lines {
            let was_loose = std::mem::take(&mut continues);
            match line.kind {
                Kind::Blank | Kind::FloorRow | Kind::Ignored => {}
                Kind::Comment => level.properties.push(("Comment".to_owned(), line.comment())),
                Kind::Property if inline_game(line).is_some() => {
                    above_games.extend(inline_game(line).map(|(title, text)| RecordedSolution {
                        title: title.to_owned(),
                        text: text.to_owned(),
                        line: line.number,
                    }));
                }
                Kind::Property => {
                    let Some((key, value)) = line.property() else { continue };
                    match key.to_ascii_lowercase().as_str() {
                        "title" if level.title.is_none() && !value.is_empty() => level.title = Some(value.to_owned()),
                        "author" if level.author.is_none() && !value.is_empty() => {
                            level.author = Some(value.to_owned());
                        }
                        _ => level.properties.push((key.to_owned(), value.to_owned())),
                    }
                }
                _ if title.is_some_and(|title| title.number == line.number) || line.loose_text().is_empty() => {}
                _ => {
                    match level.properties.last_mut() {
                        Some((_, value)) if was_loose => {
                            value.push('\n');
                            value.push_str(line.loose_text());
                        }
                        _ => level.properties.push(("Comment".to_owned(), line.loose_text().to_owned())),
                    }
                    continues = true;
                }
            }
        }
    }
    level.solutions.splice(..0, above_games);
}

/// The nearest free line above a board. The end of a longer text is none, unless it touches the board.
fn title_above<'l, 'a>(above: &[&'l Line<'a>]) -> Option<&'l Line<'a>> {
    let at = above.iter().rposition(|line| line.is_loose() && !line.loose_text().is_empty())?;
    let is_alone = at == 0 || above[at - 1].kind != Kind::Text;
    let touches = at + 1 == above.len();
    (above[at].kind == Kind::Remark || is_alone || touches).then_some(above[at])
}

/// A free line that touches the board from below.
fn title_below<'l, 'a>(below: &[&'l Line<'a>], touching: bool) -> Option<&'l Line<'a>> {
    let mut paragraph = below.iter().take_while(|line| touching && !line.is_blank());
    paragraph.find(|line| line.is_loose() && !line.loose_text().is_empty()).copied()
}

/// Gives the collection what is written at the beginning of the file.
fn introduce(collection: &mut Collection, header: &[&Line<'_>]) {
    let mut notes: Vec<String> = Vec::new();
    let mut named = false;
    for line in header {
        match line.kind {
            Kind::Blank | Kind::FloorRow | Kind::Ignored => {}
            Kind::Comment => notes.push(line.comment()),
            Kind::Property => {
                let Some((key, value)) = line.property() else { continue };
                match key.to_ascii_lowercase().as_str() {
                    // The name of the collection is stronger than a title.
                    "collection" if !named => {
                        named = true;
                        if !value.is_empty() {
                            collection.title = Some(value.to_owned());
                        }
                    }
                    "title" if collection.title.is_none() && !value.is_empty() => {
                        collection.title = Some(value.to_owned());
                    }
                    "author" if collection.author.is_none() && !value.is_empty() => {
                        collection.author = Some(value.to_owned());
                    }
                    "comment" => notes.push(value.to_owned()),
                    _ => notes.push(line.text.to_owned()),
                }
            }
            _ => notes.push(line.loose_text().to_owned()),
        }
    }
    collection.notes = notes.join("\n");
}
