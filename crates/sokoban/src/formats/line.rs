//! What one line of a text is, judged by itself.
//!
//! Some lines can only be judged by their neighbours: a line such as `#@$?#` is a row with a slip if it stands within a
//! board and a piece of text anywhere else. Those get a kind of their own and [`super::block`] decides.

use boxwright_grid::MAX_BOARD_POINTS;

use crate::board::{Cell, trim_floor};
use crate::formats::rle::{self, RleError};
use crate::formats::{MAX_LINES, ReadError};

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing on it.
    Blank,
    /// A row of a board: glyphs only, at least one wall.
    Row,
    /// A run-length encoded row, or several joined by `|`.
    CodedRow,
    /// `-` and `_` only: an empty row if it is within a board.
    FloorRow,
    /// Glyphs without a wall: a row of an open board if it is within one.
    OpenRow,
    /// Walls at both ends and mostly glyphs between: a row with slips if it is within a board.
    OddRow,
    /// `; …`
    Remark,
    /// `Key: value`
    Property,
    /// `Comment:` to `Comment-End:`, all of it.
    Comment,
    /// Nothing but letters of moves, counts and the like.
    Moves,
    /// `:: …`, or a stray end of a comment.
    Ignored,
    /// Anything else.
    Text,
}

/// A line (or a comment of several lines) of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    /// Characters to the left of the text: quotation marks of an e-mail, or XML.
    pub quotes: usize,
    /// The line without quotation marks; rows and comments as they are, everything else trimmed.
    pub text: &'a str,
    /// What it is.
    pub kind: Kind,
}

impl<'a> Line<'a> {
    /// Whether this line separates paragraphs.
    pub fn is_blank(&self) -> bool {
        matches!(self.kind, Kind::Blank | Kind::FloorRow)
    }

    /// Whether this is free text that might be a title. So might moves that no level has taken: "D", "Rudd".
    pub fn is_loose(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Remark | Kind::Moves)
    }

    /// The text without the `;` of a remark.
    pub fn loose_text(&self) -> &'a str {
        if self.kind == Kind::Remark { self.text.trim_start_matches(';').trim() } else { self.text.trim() }
    }

    /// Key and value of a property.
    pub fn property(&self) -> Option<(&'a str, &'a str)> {
        if self.kind == Kind::Property { property(self.text) } else { None }
    }

    /// The value of a property with this key.
    pub fn value_of(&self, wanted: &str) -> Option<&'a str> {
        // Most lines are told by their first letters.
        let begins = self.text.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted));
        let (key, value) = if begins { self.property()? } else { return None };
        key.eq_ignore_ascii_case(wanted).then_some(value)
    }

    /// The lines within a comment block.
    pub fn comment(&self) -> String {
        let mut lines: Vec<&str> = pieces(self.text).map(|(_, line)| line.trim_end()).collect();
        // Before the first line end is the rest of the `Comment:` line, after the last one nothing.
        lines.pop();
        match lines.first().map(|first| first.trim()) {
            Some("") => drop(lines.remove(0)),
            Some(first) => lines[0] = first,
            None => {}
        }
        lines.join("\n")
    }
}

/// Splits a text into lines and says what they are.
pub(super) fn split(text: &str) -> Result<Vec<Line<'_>>, ReadError> {
    let too_much = ReadError::TooMuch { what: "lines", limit: MAX_LINES };
    if text.bytes().filter(|&byte| byte == b'\n').count() > MAX_LINES {
        return Err(too_much);
    }
    let mut lines: Vec<Line<'_>> = Vec::new();
    // The comment that may be open: its place among the lines and where its text begins.
    let mut open: Option<(usize, usize)> = None;
    for (index, (start, whole)) in pieces(text).enumerate() {
        if index == MAX_LINES {
            return Err(too_much);
        }
        let line = judge(index + 1, whole);
        if is_comment_end(line.text) {
            let Some((at, from)) = open.take() else {
                lines.push(Line { kind: Kind::Ignored, ..line });
                continue;
            };
            lines.truncate(at + 1);
            lines[at] = Line { text: &text[from..start], kind: Kind::Comment, ..lines[at] };
            continue;
        }
        // A second beginning means that the first comment was of one line only.
        if line.value_of("comment").is_some() {
            let after_colon = whole.find(':').map_or(0, |colon| colon + 1);
            open = Some((lines.len(), start + after_colon));
        }
        lines.push(line);
    }
    Ok(lines)
}

/// Whether a text could be moves: letters, counts, groups, jumps, the mark of the current position.
pub(super) fn is_moves(text: &str) -> bool {
    let is_letter = |c| matches!(c, 'l' | 'u' | 'r' | 'd' | 'L' | 'U' | 'R' | 'D');
    let is_other = |c| matches!(c, '0'..='9' | '(' | ')' | '[' | ']' | '*' | ' ' | '\t');
    text.chars().all(|c| is_letter(c) || is_other(c)) && text.contains(is_letter)
}

/// How a coded row measures, in characters with the bars. Too long or too deep a row is still meant as one.
pub(super) fn measure_coded(row: &str) -> Result<usize, RleError> {
    // Floor at the end must stay, since a count may stand before it.
    rle::measure(row, 2 * MAX_BOARD_POINTS)
}

/// Lines ended by LF, CR LF or CR, with their offsets. A CR LF may have been through the wrong hands and have become
/// CR CR LF.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split('\n').flat_map(move |line| {
        let mut at = start;
        start += line.len() + 1;
        line.trim_end_matches('\r').split('\r').map(move |piece| {
            let piece_start = at;
            at += piece.len() + 1;
            (piece_start, piece)
        })
    })
}

fn judge(number: usize, whole: &str) -> Line<'_> {
    let body = whole.trim_start_matches('>');
    let quotes = whole.len() - body.len();
    let line = |text, kind| Line { number, quotes, text, kind };
    let trimmed = body.trim();
    if trim_floor(body).is_empty() {
        return line(body, if trimmed.is_empty() { Kind::Blank } else { Kind::FloorRow });
    }
    if trimmed.is_empty() {
        return line(trimmed, Kind::Blank);
    }
    if trimmed.starts_with("::") {
        return line(trimmed, Kind::Ignored);
    }
    if let Some(remark) = trimmed.strip_prefix(';') {
        // Some editors write the properties into remarks.
        let remark = remark.trim_start_matches(';').trim();
        let named = |key: &str| key.eq_ignore_ascii_case("title") || key.eq_ignore_ascii_case("author");
        let is_named = property(remark).is_some_and(|(key, _)| named(key));
        return if is_named { line(remark, Kind::Property) } else { line(trimmed, Kind::Remark) };
    }
    if property(trimmed).is_some() {
        return line(trimmed, Kind::Property);
    }
    match row_kind(body) {
        Some(kind) => line(body, kind),
        None if is_moves(trimmed) => line(trimmed, Kind::Moves),
        None => line(trimmed, Kind::Text),
    }
}

/// Which kind of row a line that is not blank might be.
fn row_kind(body: &str) -> Option<Kind> {
    let row = trim_floor(body).trim_start();
    let (mut glyphs, mut codes, mut strange) = (0_usize, 0_usize, 0_usize);
    let (mut hash, mut letter_wall, mut actor) = (false, false, false);
    for c in row.chars() {
        match c {
            '#' => hash = true,
            'W' => letter_wall = true,
            '@' | '$' => actor = true,
            _ => {}
        }
        match c {
            ' ' => {}
            '0'..='9' | '(' | ')' | '|' => codes += 1,
            _ if Cell::from_glyph(c).is_some() => glyphs += 1,
            _ => strange += 1,
        }
    }
    let is_wall = |c: Option<char>| matches!(c, Some('#' | 'W'));
    let is_something = |c: &char| Cell::from_glyph(*c).is_some_and(|cell| cell != Cell::FLOOR);
    // Counts and parentheses do not change which glyph comes first and last, so this holds for coded rows too.
    let walled = is_wall(row.chars().find(is_something)) && is_wall(row.chars().rev().find(is_something));

    if strange == 0 && codes == 0 {
        return match () {
            () if hash || letter_wall && walled => Some(Kind::Row),
            () if actor => Some(Kind::OpenRow),
            () => None,
        };
    }
    // Coded rows have no blanks, so `### 12 ###` is not twelve blanks between walls.
    if strange == 0 && walled && !row.contains(' ') {
        match measure_coded(body) {
            Ok(_) | Err(RleError::TooLong { .. } | RleError::TooDeep { .. }) => return Some(Kind::CodedRow),
            Err(RleError::Unbalanced { .. } | RleError::IdleCount { .. }) => {}
        }
    }
    let ends_in_walls = row.starts_with('#') && row.ends_with('#') && row.len() > 1;
    (ends_in_walls && codes + strange < glyphs).then_some(Kind::OddRow)
}

/// Key and value of a line `Key: value`, with a key of one or two words.
fn property(text: &str) -> Option<(&str, &str)> {
    const LONGEST_KEY: usize = 40;
    let colon = text.char_indices().take(LONGEST_KEY).find(|&(_, c)| c == ':')?.0;
    let (key, value) = (text[..colon].trim(), text[colon + 1..].trim());
    let is_key = key.starts_with(char::is_alphabetic)
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '))
        && key.split(' ').count() <= 2;
    // A key is not the beginning of an address, `http://…`.
    (is_key && !text[colon + 1..].starts_with("//")).then_some((key, value))
}

fn is_comment_end(text: &str) -> bool {
    let text = text.trim().trim_end_matches(':');
    ["comment-end", "comment_end"].iter().any(|end| text.eq_ignore_ascii_case(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Kind {
        judge(1, text).kind
    }

    #[test]
    fn lines_are_recognised() {
        for (text, expected) in [
            ("", Kind::Blank),
            (" \t ", Kind::Blank),
            ("--_", Kind::FloorRow),
            ("  ####", Kind::Row),
            ("WWW", Kind::Row),
            (">#@$.#", Kind::Row),
            ("#@$.", Kind::Row),
            (" @$. ", Kind::OpenRow),
            ("...", Kind::Text),
            ("3#4-p.#", Kind::CodedRow),
            ("3#|#@6#|#-$3-.#|8#", Kind::CodedRow),
            ("999999999#", Kind::CodedRow),
            ("#@$?#", Kind::OddRow),
            ("#@$\t.#", Kind::OddRow),
            ("# heading", Kind::Text),
            ("# heading #", Kind::Text),
            ("#1", Kind::Text),
            ("### 12 ###", Kind::OddRow),
            ("; 12", Kind::Remark),
            (";Title: x", Kind::Property),
            (":: note", Kind::Ignored),
            ("Title:Spade", Kind::Property),
            ("e-mail:sokoban@x", Kind::Property),
            ("Date Created: today", Kind::Property),
            ("These are my three: enjoy", Kind::Text),
            ("http://example.org", Kind::Text),
            ("rrLU 2(dr)", Kind::Moves),
            ("12", Kind::Text),
            ("Comment-End:", Kind::Property),
        ] {
            assert_eq!(kind(text), expected, "{text:?}");
        }
    }

    #[test]
    fn line_ends_of_every_kind() {
        let split = |text| pieces(text).map(|(at, piece)| (at, piece.to_owned())).collect::<Vec<_>>();
        let owned = |list: &[(usize, &str)]| list.iter().map(|&(at, p)| (at, p.to_owned())).collect::<Vec<_>>();
        assert_eq!(split("a\nb"), owned(&[(0, "a"), (2, "b")]));
        assert_eq!(split("a\r\r\nb\r\n"), owned(&[(0, "a"), (4, "b"), (7, "")]));
        assert_eq!(split("a\rb\r"), owned(&[(0, "a"), (2, "b")]));
    }

    #[test]
    fn comments_of_one_and_of_several_lines() {
        let lines =
            split("Comment: one\nComment:\n###\n\n x\nComment-End:\nComment: a\nb\nComment_end\nComment:\nlast")
                .unwrap();
        let kinds: Vec<Kind> = lines.iter().map(|line| line.kind).collect();
        assert_eq!(kinds, [Kind::Property, Kind::Comment, Kind::Comment, Kind::Property, Kind::Text]);
        assert_eq!(lines[1].comment(), "###\n\n x");
        assert_eq!(lines[2].comment(), "a\nb");
        assert_eq!(lines[3].number, 10);
    }
}
