//! Random small levels for property tests.
//!
//! Rooms full of odd situations rather than pretty ones: walls anywhere, boxes in corners, goals nobody can reach. The
//! level depends only on the seed, in every run and on every machine.

use crate::{Board, Cell, Level};
use boxwright_grid::{Point, Size, SplitMix64, scramble};

/// A random level that is always valid ([`Level::check`] finds nothing) with a few boxes; solvable or not.
///
/// The room is `width` × `height` with its outer walls (at least 4 each).
#[must_use]
pub fn random_level(seed: u64, width: u16, height: u16, boxes: usize) -> Level {
    let size = Size::new(width.max(4), height.max(4));
    let mut random = SplitMix64(scramble(seed));
    loop {
        let level = Level::new(random_board(&mut random, size, boxes.max(1)));
        if level.check().is_empty() {
            return level;
        }
    }
}

fn random_board(random: &mut SplitMix64, size: Size, boxes: usize) -> Board {
    let is_border = |p: Point| p.x == 0 || p.y == 0 || p.x == size.width - 1 || p.y == size.height - 1;
    let walls = 3 + random.below(5);
    let cell = |p| if is_border(p) || random.one_in(walls) { Cell::WALL } else { Cell::FLOOR };
    let mut cells: Vec<Cell> = size.points().map(cell).collect();
    let mut place = |fits: fn(Cell) -> bool, change: fn(Cell) -> Cell| {
        let fitting: Vec<usize> = (0..cells.len()).filter(|&i| fits(cells[i])).collect();
        if !fitting.is_empty() {
            let chosen = fitting[random.below(fitting.len())];
            cells[chosen] = change(cells[chosen]);
        }
    };
    for _ in 0..boxes {
        place(|c| c == Cell::FLOOR, |_| Cell::GOAL);
    }
    for _ in 0..boxes {
        place(|c| !c.is_wall() && !c.has_box(), Cell::with_box);
    }
    place(|c| !c.is_wall() && !c.has_box(), Cell::with_player);
    Board::from_cells(size, cells)
}
