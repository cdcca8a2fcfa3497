//! Boards among the lines of a text.
//!
//! A board is a run of rows, lines of glyphs with at least one wall each. Within such a run, and only there, a line of
//! `-` is an empty row, a line without walls is a row of an open board, and a line with a strange character between
//! walls is a row with a slip. Three rows make a board; fewer do only if there is a player and a box among them, which
//! cannot be an accident. A line of `-`, or one with strange characters, between two parts that both have a player is a
//! separator.

use std::borrow::Cow;
use std::ops::Range;

use boxwright_grid::MAX_BOARD_POINTS;

use crate::board::{Board, Cell, checked_size, trim_floor};
use crate::fault::{Fault, FaultKind};
use crate::formats::line::{Kind, Line, measure_coded};
use crate::formats::rle::{self, RleError};
use crate::formats::{MAX_TOTAL_POINTS, ReadError};
use crate::level::Level;

/// The boards among the lines, in order.
pub(super) fn find(lines: &[Line<'_>]) -> Vec<Range<usize>> {
    let mut boards = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if !is_row(&lines[at]) {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        let belongs =
            |line: &Line<'_>| is_row(line) || matches!(line.kind, Kind::FloorRow | Kind::OpenRow | Kind::OddRow);
        for (offset, line) in lines[at..].iter().enumerate().take_while(|(_, line)| belongs(line)) {
            if is_row(line) {
                end = at + offset + 1;
            }
        }
        cut_at_separators(lines, at..end, &mut boards);
        at = end;
    }
    boards.retain(|board| is_board(&lines[board.clone()]));
    boards
}

/// What the boards of one file may still cost.
pub(super) struct Allowance {
    points: usize,
    faults: usize,
}

impl Allowance {
    pub(super) fn new() -> Allowance {
        Allowance { points: MAX_TOTAL_POINTS, faults: 100_000 }
    }

    pub(super) fn take_points(&mut self, points: usize) -> Result<(), ReadError> {
        let too_much = ReadError::TooMuch { what: "points on all its boards together", limit: MAX_TOTAL_POINTS };
        self.points = self.points.checked_sub(points).ok_or(too_much)?;
        Ok(())
    }
}

/// The level whose board these lines are.
pub(super) fn build(lines: &[Line<'_>], allowance: &mut Allowance) -> Result<Level, ReadError> {
    let mut level = Level { line: lines.first().map_or(0, |line| line.number), ..Level::default() };
    match measure(lines) {
        Ok(length) => {
            allowance.take_points(length)?;
            let written_out: Vec<Cow<'_, str>> = lines.iter().map(written_out).collect();
            let mut rows = Vec::with_capacity(lines.len());
            for (line, text) in lines.iter().zip(&written_out) {
                rows.extend(text.split('|').map(|row| Row {
                    line: line.number,
                    left: line.quotes,
                    text: trim_floor(row),
                }));
            }
            draw(without_margin(&rows), &mut level, allowance)?;
        }
        Err(fault) => level.faults.push(fault),
    }
    Ok(level)
}

/// A row to be drawn: where it is in the file, and its characters.
struct Row<'a> {
    line: usize,
    left: usize,
    text: &'a str,
}

/// The rows without empty ones above and below, which only bars can produce.
fn without_margin<'r, 'a>(rows: &'r [Row<'a>]) -> &'r [Row<'a>] {
    let filled = |row: &Row<'_>| !row.text.is_empty();
    match (rows.iter().position(filled), rows.iter().rposition(filled)) {
        (Some(first), Some(last)) => &rows[first..=last],
        _ => &[],
    }
}

/// How many characters the rows have, written out, unless that is hopelessly much.
fn measure(lines: &[Line<'_>]) -> Result<usize, Fault> {
    let (mut total, mut widest) = (0_usize, 0);
    for line in lines {
        let length = match line.kind {
            Kind::CodedRow => measure_coded(line.text).map_err(|error| Fault {
                line: line.number,
                column: line.quotes + 1,
                kind: FaultKind::Rle(error),
            })?,
            _ => trim_floor(line.text).len(),
        };
        total += length;
        widest = widest.max(length);
    }
    let kind = FaultKind::TooLarge { width: widest, height: lines.len() };
    if total > 2 * MAX_BOARD_POINTS { Err(Fault { line: lines[0].number, column: 1, kind }) } else { Ok(total) }
}

/// A line with its counts and its leading tabs written out; it may still be several rows joined by bars.
fn written_out<'a>(line: &Line<'a>) -> Cow<'a, str> {
    let text = trim_floor(line.text);
    if line.kind == Kind::CodedRow {
        // Coded rows are ASCII, and measuring has shown that this one can be written out.
        let all = rle::expand::<u8, RleError>(line.text, 2 * MAX_BOARD_POINTS, |_, c| Ok(u8::try_from(c).ok()));
        Cow::Owned(all.unwrap_or_default().into_iter().map(char::from).collect())
    } else if text.trim_start_matches(' ').starts_with('\t') {
        Cow::Owned(without_leading_tabs(text))
    } else {
        Cow::Borrowed(text)
    }
}

/// Draws the rows on the level's board.
fn draw(rows: &[Row<'_>], level: &mut Level, allowance: &mut Allowance) -> Result<(), ReadError> {
    let width = rows.iter().map(|row| row.text.chars().count()).max().unwrap_or(0);
    let size = match checked_size(width, rows.len()) {
        Ok(size) => size,
        Err(fault) => {
            level.faults.push(Fault { line: level.line, ..fault });
            return Ok(());
        }
    };
    allowance.take_points(size.area())?;
    let mut cells = vec![Cell::FLOOR; size.area()];
    for (y, row) in rows.iter().enumerate() {
        for (x, glyph) in row.text.chars().enumerate() {
            let Some(cell) = Cell::from_glyph(glyph) else {
                let kind = if glyph == '\t' { FaultKind::Tab } else { FaultKind::UnknownCharacter(glyph) };
                // The first fault of a level is always kept: without it the level would seem to be sound.
                if level.faults.is_empty() || allowance.faults > 0 {
                    allowance.faults = allowance.faults.saturating_sub(1);
                    level.faults.push(Fault { line: row.line, column: row.left + x + 1, kind });
                }
                continue;
            };
            cells[y * width + x] = cell;
        }
    }
    let parallel = rows.iter().enumerate().all(|(y, row)| row.line == level.line + y && row.left == 0);
    if !parallel {
        allowance.take_points(rows.len() * size_of::<(usize, usize)>())?;
        level.origins = rows.iter().map(|row| (row.line, row.left)).collect();
    }
    level.board = Board::from_cells(size, cells);
    Ok(())
}

/// A row whose margin is blanks, a tab reaching to the next multiple of eight as on a terminal.
fn without_leading_tabs(row: &str) -> String {
    let content = row.trim_start_matches([' ', '\t']);
    let margin = row[..row.len() - content.len()].chars();
    let columns = margin.fold(0, |column, c| if c == '\t' { column / 8 * 8 + 8 } else { column + 1 });
    // A margin of thousands of tabs is beyond the largest board anyway.
    " ".repeat(columns.min(MAX_BOARD_POINTS)) + content
}

fn is_row(line: &Line<'_>) -> bool {
    matches!(line.kind, Kind::Row | Kind::CodedRow)
}

/// Cuts a run of rows at the lines of `-` and the odd lines that separate two players.
fn cut_at_separators(lines: &[Line<'_>], run: Range<usize>, boards: &mut Vec<Range<usize>>) {
    let has_player = |line: &Line<'_>| line.text.contains(['@', '+', 'p', 'P']);
    let separates = |line: &Line<'_>| match line.kind {
        Kind::FloorRow => true,
        Kind::OddRow => !has_player(line),
        _ => false,
    };
    let mut pending: Option<(Range<usize>, bool)> = None;
    let mut start = run.start;
    while start < run.end {
        let end = lines[start..run.end].iter().position(separates).map_or(run.end, |length| start + length);
        let player = lines[start..end].iter().any(has_player);
        pending = match pending {
            Some((board, true)) if player => {
                boards.push(board);
                Some((start..end, true))
            }
            Some((board, before)) => Some((board.start..end, before || player)),
            None => Some((start..end, player)),
        };
        start = end + lines[end..run.end].iter().take_while(|line| separates(line)).count();
    }
    boards.extend(pending.map(|(board, _)| board));
}

/// Whether a run of rows is meant as a board.
fn is_board(lines: &[Line<'_>]) -> bool {
    let bars: usize = lines.iter().filter(|line| line.kind == Kind::CodedRow).map(|line| bars(line.text)).sum();
    if lines.len() + bars >= 3 {
        return true;
    }
    let text = |wanted: &[char]| lines.iter().any(|line| line.text.contains(wanted));
    let begins_with_wall =
        |line: &Line<'_>| line.text.trim_start_matches([' ', '-', '_', '\t']).starts_with(['#', 'W']);
    text(&['@', '+', 'p', 'P']) && text(&['$', '*', 'b', 'B']) && lines.iter().all(begins_with_wall)
}

/// The number of bars in a coded row: those written, since a repeated group with a bar in it has at least two rows.
fn bars(text: &str) -> usize {
    text.matches('|').count() * if text.contains('(') { 2 } else { 1 }
}
