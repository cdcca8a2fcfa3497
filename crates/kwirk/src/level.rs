//! A level as it was read: a board with its name, and what is wrong with it.
//!
//! A `Level` may be wrong; solvers and [`crate::verify()`] want one whose [`Level::check`] is empty. Two sorts of faults
//! come together there: those that only the text shows (ragged rows, an arm without its pivot), kept from reading,
//! and those that the board itself shows (no exit, a hole under a character), found by looking at it.

use boxwright_grid::{Point, Symmetry};

use crate::board::{Board, Terrain, neighbour};
use crate::fault::{Fault, FaultKind, Faults};

/// A level: parsed, maybe wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// Its name.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Other `; Key: value` comments in order; a comment without a key has the key `Comment`.
    pub properties: Vec<(String, String)>,
    /// The room.
    pub board: Board,
    /// The line of the file, counted from 1, where the map begins.
    pub line: usize,
    /// What was found wrong while reading; see [`Level::check`] for all.
    pub faults: Vec<Fault>,
    /// The line of every map row, where they do not simply follow each other (comments between them).
    pub(crate) row_lines: Vec<usize>,
}

impl Level {
    /// A level without a name whose map begins in line 1.
    #[must_use]
    pub fn from_board(board: Board) -> Level {
        Level { board, line: 1, ..Level::default() }
    }

    /// The line of the file where a map row (counted from 0) is drawn.
    #[must_use]
    pub fn line_of_row(&self, y: u16) -> usize {
        self.row_lines.get(usize::from(y)).copied().unwrap_or(self.line + usize::from(y))
    }

    /// Everything wrong with the level; nothing: it can be played.
    ///
    /// An open border is not wrong, since everything outside is wall.
    #[must_use]
    pub fn check(&self) -> Vec<Fault> {
        let unread = |f: &Fault| matches!(f.kind, FaultKind::TooLarge { .. });
        let mut all = self.faults.clone();
        // Of a map that was not read there is nothing more to say.
        if !all.iter().any(unread) {
            all.extend(self.board_faults());
            all.sort_by_key(|f| (matches!(f.kind, FaultKind::Further(_)), f.line, f.column));
        }
        all
    }

    /// The same level rotated or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Level {
        Level { board: self.board.transformed(symmetry), row_lines: Vec::new(), ..self.clone() }
    }

    fn board_faults(&self) -> Vec<Fault> {
        let board = &self.board;
        let mut faults = Faults::default();
        let mut add = |p: Point, kind| faults.add(self.line_of_row(p.y), usize::from(p.x) + 1, kind);
        let start = Point::new(0, 0);
        if board.exit().is_none() {
            add(start, FaultKind::NoExit);
        }
        for exit in board.exits().skip(1) {
            add(exit, FaultKind::SecondExit);
        }
        if board.characters == [None; 4] {
            add(start, FaultKind::NoCharacter);
        }
        for (i, point) in board.characters.iter().enumerate() {
            if let Some(p) = point.filter(|&p| board.is_hole(p)) {
                add(p, FaultKind::HoleUnderCharacter(i + 1));
            }
        }
        for hole in board.holes().filter(|&p| board.terrain(p) != Terrain::Floor) {
            add(hole, FaultKind::HoleUnderWall);
        }
        for turnstile in board.turnstiles.iter().filter(|t| t.arms.is_empty()) {
            add(turnstile.pivot, FaultKind::PivotWithoutArms);
        }
        let mut taken = vec![false; board.size().area()];
        self.each_occupied(|anchor, point| match point.filter(|&p| board.contains(p)) {
            None => add(anchor, FaultKind::OutsideBoard),
            Some(p) => {
                let cell = &mut taken[board.size().index(p)];
                if std::mem::replace(cell, true) || board.terrain(p) != Terrain::Floor {
                    add(p, FaultKind::Overlap);
                }
            }
        });
        faults.into_vec()
    }

    /// Calls back with every cell that a thing stands on, and where that thing is anchored.
    fn each_occupied(&self, mut occupied: impl FnMut(Point, Option<Point>)) {
        let board = &self.board;
        for &block in &board.blocks {
            // A senseless giant is one fault, not four thousand million.
            let end = (block.origin.x.checked_add(block.width), block.origin.y.checked_add(block.height));
            let fits = matches!(end, (Some(x), Some(y)) if x <= board.size().width && y <= board.size().height);
            if fits && block.area() > 0 {
                block.points().for_each(|p| occupied(block.origin, Some(p)));
            } else {
                occupied(block.origin, None);
            }
        }
        for turnstile in &board.turnstiles {
            occupied(turnstile.pivot, Some(turnstile.pivot));
            turnstile.arms.iter().for_each(|d| occupied(turnstile.pivot, neighbour(turnstile.pivot, d)));
        }
        for &point in board.characters.iter().flatten() {
            occupied(point, Some(point));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Arms, Block, Turnstile};
    use boxwright_grid::{Direction, Size};

    fn kinds(level: &Level) -> Vec<FaultKind> {
        level.check().into_iter().map(|f| f.kind).collect()
    }

    #[test]
    fn boards_that_cannot_be_drawn_are_faulty_too() {
        let mut board = Board::new(Size::new(4, 4));
        board.set_terrain(Point::new(0, 0), Terrain::Exit);
        board.characters[0] = Some(Point::new(1, 0));
        assert_eq!(kinds(&Level::from_board(board.clone())), []);

        let mut giant = board.clone();
        giant.blocks.push(Block { origin: Point::new(2, 0), width: u16::MAX, height: u16::MAX, letter: 'a' });
        assert_eq!(kinds(&Level::from_board(giant)), [FaultKind::OutsideBoard]);

        let mut overlap = board.clone();
        overlap.blocks.push(Block { origin: Point::new(0, 0), width: 2, height: 1, letter: 'a' });
        assert_eq!(kinds(&Level::from_board(overlap)), [FaultKind::Overlap, FaultKind::Overlap]);

        let mut outside = board;
        let arms = Arms::NONE.with(Direction::Down);
        outside.turnstiles.push(Turnstile { pivot: Point::new(3, 3), arms });
        assert_eq!(kinds(&Level::from_board(outside)), [FaultKind::OutsideBoard]);
    }
}
