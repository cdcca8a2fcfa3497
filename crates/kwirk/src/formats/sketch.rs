//! From drawn rows to a board: what both formats share.
//!
//! A format turns its rows into a grid of characters (bounded before anything is allocated) and that into a grid of
//! [`Glyph`]s. Here the glyphs become things: equal touching letters a block, arms the arms of their pivot.

use boxwright_grid::{Direction, MAX_BOARD_POINTS, Point, Size};

use crate::board::{Arms, Block, Board, Terrain, Turnstile};
use crate::fault::{FaultKind, Faults};

/// A drawn row and the line it is in, counted from 1.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub line: usize,
    pub text: &'a str,
}

/// What a character of a drawing means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Glyph {
    Floor,
    Wall,
    Exit,
    Hole,
    Character(usize),
    Block(char),
    Pivot,
    Arm(Direction),
}

/// The characters of the rows as a rectangle; short rows are filled up with wall, as the rules say of the outside.
///
/// `None`: the board would be too large, and nothing was allocated.
pub(super) fn lay_out(rows: &[Row<'_>], faults: &mut Faults) -> Option<(Size, Vec<char>)> {
    let first = rows.first().map_or(0, |r| r.text.chars().count());
    let width = rows.iter().map(|r| r.text.chars().count()).max().unwrap_or(0);
    let height = rows.len();
    if width.checked_mul(height).is_none_or(|area| area > MAX_BOARD_POINTS) {
        faults.add(rows.first().map_or(1, |r| r.line), 1, FaultKind::TooLarge { width, height });
        return None;
    }
    let mut map = Vec::with_capacity(width * height);
    for row in rows {
        let before = map.len();
        map.extend(row.text.chars());
        let found = map.len() - before;
        if found != first {
            faults.add(row.line, found.min(first) + 1, FaultKind::Ragged { width: found, first });
        }
        map.resize(before + width, '#');
    }
    Some((Size::new(width as u16, height as u16), map))
}

/// The board that the glyphs show. Where they make no sense, a fault is noted and the rest is read on.
pub(super) fn build(size: Size, glyphs: &[Glyph], rows: &[Row<'_>], faults: &mut Faults) -> Board {
    let mut board = Board::new(size);
    let mut add = |p: Point, kind| faults.add(rows[usize::from(p.y)].line, usize::from(p.x) + 1, kind);
    let glyph = |p: Option<Point>| p.map_or(Glyph::Wall, |p| glyphs[size.index(p)]);
    let mut read = vec![false; size.area()];
    for point in size.points() {
        match glyph(Some(point)) {
            Glyph::Floor => {}
            Glyph::Wall => board.set_terrain(point, Terrain::Wall),
            Glyph::Exit => board.set_terrain(point, Terrain::Exit),
            Glyph::Hole => board.set_hole(point, true),
            Glyph::Character(i) if board.characters[i].is_some() => add(point, FaultKind::RepeatedCharacter(i + 1)),
            Glyph::Character(i) => board.characters[i] = Some(point),
            Glyph::Pivot => {
                let is_arm = |&d: &Direction| glyph(size.step(point, d)) == Glyph::Arm(d);
                let arms: Arms = Direction::ALL.into_iter().filter(is_arm).collect();
                board.turnstiles.push(Turnstile { pivot: point, arms });
            }
            Glyph::Arm(d) => {
                if glyph(size.step(point, d.opposite())) != Glyph::Pivot {
                    add(point, FaultKind::ArmWithoutPivot);
                }
            }
            Glyph::Block(letter) if !read[size.index(point)] => {
                let blocks = read_block(size, glyphs, &mut read, point, letter);
                if blocks.len() > 1 {
                    add(point, FaultKind::NotARectangle(letter));
                }
                board.blocks.extend(blocks);
            }
            Glyph::Block(_) => {}
        }
    }
    board
}

/// The block whose first cell this is; if its cells are no rectangle, one block for each horizontal run of them, so
/// that the level can still be shown.
fn read_block(size: Size, glyphs: &[Glyph], read: &mut [bool], first: Point, letter: char) -> Vec<Block> {
    let mut cells = vec![first];
    read[size.index(first)] = true;
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        for neighbour in Direction::ALL.into_iter().filter_map(|d| size.step(cell, d)) {
            let index = size.index(neighbour);
            if glyphs[index] == Glyph::Block(letter) && !std::mem::replace(&mut read[index], true) {
                cells.push(neighbour);
            }
        }
    }
    cells.sort_unstable();
    let (left, right) = cells.iter().fold((u16::MAX, 0), |(l, r), c| (l.min(c.x), r.max(c.x)));
    let (top, bottom) = cells.iter().fold((u16::MAX, 0), |(t, b), c| (t.min(c.y), b.max(c.y)));
    let whole = Block { origin: Point::new(left, top), width: right - left + 1, height: bottom - top + 1, letter };
    if whole.area() == cells.len() {
        return vec![whole];
    }
    let mut runs: Vec<Block> = Vec::new();
    for cell in cells {
        match runs.last_mut() {
            Some(run) if run.origin.y == cell.y && run.origin.x + run.width == cell.x => run.width += 1,
            _ => runs.push(Block { origin: cell, width: 1, height: 1, letter }),
        }
    }
    runs
}
