//! The `.kwk` format, version 1: reading and writing.
//!
//! A file is a sequence of levels separated by blank lines. A line starting with `;` is a comment, wherever it is; a
//! line starting with `#` or `+` is a map row; after a line `@under`, every line up to the next blank one is a row of
//! the layer that shows the holes beneath what the map draws. Comments of the form `Key: value` name things: `Title`
//! and `Author` a level (or, in a first paragraph without a map, the whole file), `Collection` the file, `format` the
//! version. Where a level has no `Title`, its first plain comment before the map serves.

use boxwright_grid::{Direction, Point};

use super::sketch::{Glyph, Row, build, lay_out};
use super::{Collection, MAX_BLOCKS, MAX_LEVELS, MAX_PROPERTIES, MAX_ROWS, ReadError, is_row, letters};
use crate::board::{Board, Terrain};
use crate::fault::{FaultKind, Faults};
use crate::level::Level;
use crate::render;

/// Reads a text; comments and stray text without any level give an empty collection.
pub fn read_kwk(text: &str) -> Result<Collection, ReadError> {
    let mut reader = Reader::default();
    let mut number = 0;
    for line in text.split('\n') {
        number += 1;
        reader.line(number, line)?;
    }
    reader.finish(number)
}

/// Writes a collection; reading it again gives the same levels (but for the lines they begin in).
///
/// Blocks of one letter that touch, as can happen in mid-game, get different letters. A room that reaches the left
/// edge of its board gets a column of wall there, because rows must start with one. Levels with faults are written as
/// far as they were understood.
#[must_use]
pub fn write_kwk(collection: &Collection) -> String {
    let mut out = String::from("; format: kwk 1\n");
    write_value(&mut out, "Collection", collection.title.as_deref());
    write_value(&mut out, "Author", collection.author.as_deref());
    write_properties(&mut out, &collection.properties);
    for level in &collection.levels {
        out.push('\n');
        write_value(&mut out, "Title", level.title.as_deref());
        write_value(&mut out, "Author", level.author.as_deref());
        write_properties(&mut out, &level.properties);
        write_board(&mut out, &level.board);
    }
    out
}

/// The text of a comment line.
pub(super) fn comment(line: &str) -> Option<&str> {
    line.strip_prefix(';').map(str::trim)
}

/// The version in a comment `format: kwk N`, as written.
pub(super) fn version(comment: &str) -> Option<&str> {
    let (key, value) = key_value(comment)?;
    let (name, number) = value.split_at_checked(3)?;
    let is_format = key.eq_ignore_ascii_case("format") && name.eq_ignore_ascii_case("kwk");
    (is_format && number.chars().next().is_none_or(char::is_whitespace)).then(|| number.trim())
}

/// The two sides of `Key: value`, if it is one and not a sentence or an address with a colon in it.
fn key_value(comment: &str) -> Option<(&str, &str)> {
    let (key, value) = comment.split_once(':')?;
    let key_like = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    // The length is looked at first: a comment may be megabytes long.
    let is_key = key.len() <= 60 && !key.is_empty() && key.trim() == key && key.chars().all(key_like);
    (is_key && value.chars().next().is_none_or(char::is_whitespace)).then(|| (key, value.trim()))
}

/// Keys that are fields of their own and therefore never properties.
fn is_reserved(key: &str) -> bool {
    ["Title", "Author", "Collection", "format"].iter().any(|k| k.eq_ignore_ascii_case(key))
}

const COMMENT: &str = "Comment";

/// The comments gathered for the next level.
#[derive(Default)]
struct Comments {
    title: Option<String>,
    author: Option<String>,
    properties: Vec<(String, String)>,
    /// Which property is the first plain comment before the map.
    first_plain: Option<usize>,
}

#[derive(Default)]
struct Reader<'a> {
    collection: Collection,
    comments: Comments,
    rows: Vec<Row<'a>>,
    under: Vec<Row<'a>>,
    in_under: bool,
    faults: Faults,
    properties: usize,
    blocks: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self, number: usize, line: &'a str) -> Result<(), ReadError> {
        if let Some(comment) = comment(line) {
            return self.comment(number, comment);
        }
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return self.blank(number);
        }
        let row = Row { line: number, text: line };
        if trimmed == "@under" {
            self.in_under = true;
        } else if self.in_under {
            keep(&mut self.under, row);
        } else if is_row(line) {
            keep(&mut self.rows, row);
        } else if !self.rows.is_empty() || is_row(trimmed) {
            // Free text before a map is tolerated, but not a row of it that merely starts with a space.
            self.faults.add(number, 1, FaultKind::StrayLine);
        }
        Ok(())
    }

    fn comment(&mut self, line: usize, comment: &str) -> Result<(), ReadError> {
        if let Some(version) = version(comment) {
            let shown: String = version.chars().take(20).collect();
            return if version == "1" { Ok(()) } else { Err(ReadError::NewerVersion { line, version: shown }) };
        }
        if comment.is_empty() {
            return Ok(());
        }
        if self.properties >= MAX_PROPERTIES {
            return Err(ReadError::TooMany { line, what: "comments", limit: MAX_PROPERTIES });
        }
        self.properties += 1;
        let comments = &mut self.comments;
        let Some((key, value)) = key_value(comment) else {
            if self.rows.is_empty() {
                comments.first_plain.get_or_insert(comments.properties.len());
            }
            comments.properties.push((COMMENT.to_owned(), comment.to_owned()));
            return Ok(());
        };
        let field = match key.to_ascii_lowercase().as_str() {
            "title" => Some(&mut comments.title),
            "author" => Some(&mut comments.author),
            "collection" => Some(&mut self.collection.title),
            _ => None,
        };
        match field {
            Some(_) if value.is_empty() => {}
            Some(field @ None) => *field = Some(value.to_owned()),
            _ if is_reserved(key) => comments.properties.push((COMMENT.to_owned(), comment.to_owned())),
            _ => comments.properties.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// A blank line ends a level, or the paragraph about the whole file.
    fn blank(&mut self, line: usize) -> Result<(), ReadError> {
        let faults = std::mem::take(&mut self.faults);
        let (rows, under) = (std::mem::take(&mut self.rows), std::mem::take(&mut self.under));
        self.in_under = false;
        if rows.is_empty() {
            if self.collection.levels.is_empty() {
                self.comments_about_the_file();
            }
            return Ok(());
        }
        if self.collection.levels.len() >= MAX_LEVELS {
            return Err(ReadError::TooMany { line, what: "levels", limit: MAX_LEVELS });
        }
        let comments = std::mem::take(&mut self.comments);
        let level = read_level(comments, &rows, &under, faults);
        self.blocks += level.board.blocks.len();
        if self.blocks > MAX_BLOCKS {
            return Err(ReadError::TooMany { line, what: "blocks", limit: MAX_BLOCKS });
        }
        self.collection.levels.push(level);
        Ok(())
    }

    /// Moves what was gathered to the collection; a title stays for the level that follows.
    fn comments_about_the_file(&mut self) {
        let comments = std::mem::take(&mut self.comments);
        self.comments.title = comments.title;
        self.collection.properties.extend(comments.properties);
        match (&self.collection.author, comments.author) {
            (None, author) => self.collection.author = author,
            (Some(_), Some(author)) => self.note(format!("Author: {author}")),
            (Some(_), None) => {}
        }
    }

    fn note(&mut self, text: String) {
        self.collection.properties.push((COMMENT.to_owned(), text));
    }

    fn finish(mut self, line: usize) -> Result<Collection, ReadError> {
        self.blank(line)?;
        // What follows the last level belongs to none.
        self.comments_about_the_file();
        if let Some(title) = self.comments.title.take() {
            self.note(format!("Title: {title}"));
        }
        Ok(self.collection)
    }
}

/// Keeps a row, unless there are too many for any board already.
fn keep<'a>(rows: &mut Vec<Row<'a>>, row: Row<'a>) {
    if rows.len() < MAX_ROWS {
        rows.push(row);
    }
}

fn read_level(mut comments: Comments, rows: &[Row<'_>], under: &[Row<'_>], mut faults: Faults) -> Level {
    if let (None, Some(first)) = (&comments.title, comments.first_plain) {
        comments.title = Some(comments.properties.remove(first).1);
    }
    let mut board = Board::default();
    if let Some((size, map)) = lay_out(rows, &mut faults) {
        let mut glyphs = Vec::with_capacity(map.len());
        for (i, &c) in map.iter().enumerate() {
            glyphs.push(glyph(c).unwrap_or_else(|| {
                let p = size.point(i);
                faults.add(rows[usize::from(p.y)].line, usize::from(p.x) + 1, FaultKind::UnknownGlyph(c));
                Glyph::Floor
            }));
        }
        board = build(size, &glyphs, rows, &mut faults);
        read_under(&mut board, rows, under, &mut faults);
    }
    let line = rows[0].line;
    let contiguous = rows.iter().enumerate().all(|(i, r)| r.line == line + i);
    Level {
        title: comments.title,
        author: comments.author,
        properties: comments.properties,
        board,
        line,
        faults: faults.into_vec(),
        row_lines: if contiguous { Vec::new() } else { rows.iter().map(|r| r.line).collect() },
    }
}

fn glyph(c: char) -> Option<Glyph> {
    Some(match c {
        '#' | '+' => Glyph::Wall,
        ' ' | '.' => Glyph::Floor,
        '%' => Glyph::Exit,
        'O' => Glyph::Hole,
        '*' => Glyph::Pivot,
        '1'..='4' => Glyph::Character(c as usize - '1' as usize),
        'a'..='z' => Glyph::Block(c),
        _ => Glyph::Arm(arm(c)?),
    })
}

pub(super) fn arm(c: char) -> Option<Direction> {
    render::ARM_GLYPHS.iter().position(|&g| g == c).map(Direction::from_index)
}

fn read_under(board: &mut Board, rows: &[Row<'_>], under: &[Row<'_>], faults: &mut Faults) {
    let Some(last) = under.last() else { return };
    let (found, expected) = (under.len(), rows.len());
    if found != expected {
        faults.add(last.line, 1, FaultKind::UnderMisfit { what: "rows", found, expected });
    }
    let width = usize::from(board.size().width);
    for (y, row) in under.iter().enumerate().take(expected) {
        // Bounded by the board: a row may be megabytes long.
        let columns = row.text.chars().take(width + 1).count();
        if columns != width {
            let found = row.text.chars().count();
            let misfit = FaultKind::UnderMisfit { what: "columns", found, expected: width };
            faults.add(row.line, columns.min(width) + 1, misfit);
        }
        for (x, c) in row.text.chars().enumerate().take(width) {
            match c {
                'O' => board.set_hole(Point::new(x as u16, y as u16), true),
                '.' | ' ' | '#' | '+' => {}
                _ => faults.add(row.line, x + 1, FaultKind::UnknownUnder(c)),
            }
        }
    }
}

fn write_value(out: &mut String, key: &str, value: Option<&str>) {
    let Some(value) = value else { return };
    out.push_str("; ");
    out.push_str(key);
    out.push(':');
    let one_line = value.replace(['\n', '\r'], " ");
    if !one_line.trim().is_empty() {
        out.push(' ');
        out.push_str(one_line.trim());
    }
    out.push('\n');
}

fn write_properties(out: &mut String, properties: &[(String, String)]) {
    for (key, value) in properties {
        let line = format!("{key}:");
        // A key that would read as something else is written as part of a plain comment.
        if key_value(&line).is_some_and(|(k, _)| k == key) && !is_reserved(key) {
            write_value(out, key, Some(value));
        } else {
            write_value(out, COMMENT, Some(&format!("{key}: {value}")));
        }
    }
}

fn write_board(out: &mut String, board: &Board) {
    let mut board = board.clone();
    for (block, letter) in letters::letters(&board).into_iter().enumerate() {
        board.blocks[block].letter = letter;
    }
    let height = board.size().height;
    let margin = (0..height).any(|y| board.terrain(Point::new(0, y)) != Terrain::Wall);
    let mut write_rows = |rows: Vec<String>, left: &str| {
        for row in rows {
            out.push_str(if margin { left } else { "" });
            out.push_str(&row);
            out.push('\n');
        }
    };
    write_rows(render::rows(&board), "#");
    if let Some(under) = render::under(&board) {
        write_rows(vec!["@under".to_owned()], "");
        write_rows(under, ".");
    }
}
