//! The text format of DDD-Kwirk, the one earlier solver of the game: reading only.
//!
//! One level a file. A line starting with `#` is a map row, any other an option of that solver (`MAX_STEPS 40`) and
//! skipped. Differences to ours: `2` is the exit and `1 3 4 5` are the characters; all cells of a turnstile, pivot and
//! arms alike, are one capital letter (but `O`, a hole), and which of them is the pivot follows from the shape. We
//! also accept a block letter used twice for blocks that do not touch.

use boxwright_grid::{Direction, Point, Size};

use super::kwk::arm;
use super::sketch::{Glyph, Row, build, lay_out};
use super::{Collection, Format, MAX_ROWS};
use crate::board::Board;
use crate::fault::{FaultKind, Faults};
use crate::level::Level;

/// Reads a text; without a map row it gives an empty collection.
pub fn read_ddd(text: &str) -> Collection {
    let is_row = |r: &Row<'_>| r.text.starts_with('#');
    let rows: Vec<Row<'_>> =
        text.split('\n').enumerate().map(|(i, text)| Row { line: i + 1, text }).filter(is_row).take(MAX_ROWS).collect();
    let mut collection = Collection { format: Format::Ddd, ..Collection::default() };
    let Some(first) = rows.first() else { return collection };
    let mut faults = Faults::default();
    let mut board = Board::default();
    if let Some((size, map)) = lay_out(&rows, &mut faults) {
        let glyphs = glyphs(size, &map, &rows, &mut faults);
        board = build(size, &glyphs, &rows, &mut faults);
    }
    let level = Level {
        board,
        line: first.line,
        faults: faults.into_vec(),
        row_lines: rows.iter().map(|r| r.line).collect(),
        ..Level::default()
    };
    collection.levels.push(level);
    collection
}

/// Whether everything in a text is as in a file of DDD-Kwirk; strict, so as not to claim maps of Sokoban.
///
/// At least three rows, the first and the last of wall only, all made of this format's glyphs, with one exit and one
/// first character; between them nothing but options, which are in capitals.
pub(super) fn looks_like_ddd(text: &str) -> bool {
    let (mut rows, mut exits, mut firsts) = (0, 0, 0);
    let mut closed = false;
    for line in text.split('\n').filter(|l| !l.trim().is_empty()) {
        if !line.starts_with('#') {
            let is_option = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '_' | ' ' | '\t');
            if !line.starts_with(|c: char| c.is_ascii_uppercase()) || !line.chars().all(is_option) {
                return false;
            }
            continue;
        }
        closed = line.chars().all(|c| matches!(c, '#' | '+' | ' '));
        if rows == 0 && !closed {
            return false;
        }
        rows += 1;
        for c in line.chars() {
            match c {
                '1' => firsts += 1,
                '2' => exits += 1,
                ' ' | '#' | '+' | '3'..='5' | 'a'..='z' | 'A'..='Z' => {}
                _ if arm(c).is_some() => {}
                _ => return false,
            }
        }
    }
    rows >= 3 && closed && exits == 1 && firsts == 1
}

fn glyphs(size: Size, map: &[char], rows: &[Row<'_>], faults: &mut Faults) -> Vec<Glyph> {
    let mut glyphs = Vec::with_capacity(map.len());
    for point in size.points() {
        let c = map[size.index(point)];
        let mut fault = |kind| {
            faults.add(rows[usize::from(point.y)].line, usize::from(point.x) + 1, kind);
            Glyph::Floor
        };
        glyphs.push(match c {
            ' ' => Glyph::Floor,
            '#' | '+' => Glyph::Wall,
            'O' => Glyph::Hole,
            '2' => Glyph::Exit,
            '1' => Glyph::Character(0),
            '3'..='5' => Glyph::Character(c as usize - '2' as usize),
            'a'..='z' => Glyph::Block(c),
            'A'..='Z' if is_pivot(size, map, point) => Glyph::Pivot,
            'A'..='Z' => match letter_arm(size, map, point) {
                Some(direction) => Glyph::Arm(direction),
                None => fault(FaultKind::ArmWithoutPivot),
            },
            _ => match arm(c) {
                Some(direction) => Glyph::Arm(direction),
                None => fault(FaultKind::UnknownGlyph(c)),
            },
        });
    }
    glyphs
}

/// Whether a cell with a capital letter is the pivot: two neighbours belong to it, or one explicit arm does.
fn is_pivot(size: Size, map: &[char], point: Point) -> bool {
    let letter = map[size.index(point)];
    let (mut same, mut explicit) = (0, 0);
    for direction in Direction::ALL {
        let Some(c) = size.step(point, direction).map(|p| map[size.index(p)]) else { continue };
        same += usize::from(c == letter);
        explicit += usize::from(arm(c) == Some(direction));
    }
    explicit >= 1 || same >= 2
}

/// Where an arm drawn as a capital letter points: away from the pivot of its letter.
fn letter_arm(size: Size, map: &[char], point: Point) -> Option<Direction> {
    let letter = map[size.index(point)];
    Direction::ALL.into_iter().find(|d| {
        let pivot = size.step(point, d.opposite());
        pivot.is_some_and(|p| map[size.index(p)] == letter && is_pivot(size, map, p))
    })
}
