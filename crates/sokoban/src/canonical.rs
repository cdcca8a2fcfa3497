//! The same level in other clothes: turned, mirrored, with another margin or other decoration.
//!
//! The canonical form keeps what the game is about, the player's area with its goals, boxes and the player's exact
//! square, draws one layer of wall around it, and takes the smallest of its eight images. Two boards are the same level
//! exactly if their forms are equal. A board without a player is kept whole, since nothing on it is known to be
//! decoration.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use boxwright_grid::{Direction, Symmetry, scramble};

use crate::board::{Board, Cell};
use crate::level::Level;

/// What makes a level that level.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalForm {
    width: usize,
    height: usize,
    cells: Vec<Cell>,
}

impl CanonicalForm {
    /// 64 well-mixed bits, the same in every run and on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let start = scramble(self.width as u64) ^ scramble((self.height as u64) << 32);
        self.cells.iter().fold(start, |key, cell| scramble(key ^ u64::from(cell.code())))
    }

    /// The rows as XSB text.
    #[must_use]
    pub fn to_rows(&self) -> Vec<String> {
        let row = |cells: &[Cell]| cells.iter().map(|c| c.glyph()).collect::<String>().trim_end().to_owned();
        self.cells.chunks(self.width.max(1)).map(row).collect()
    }
}

/// The canonical form of a board.
#[must_use]
pub fn canonical(board: &Board) -> CanonicalForm {
    canonical_image(board).0
}

/// The canonical form of a board, and the symmetry that leads there: a plan for the board, its directions changed by
/// that symmetry, is a plan for the form.
#[must_use]
pub fn canonical_image(board: &Board) -> (CanonicalForm, Symmetry) {
    let bare = bare(board);
    let images = Symmetry::ALL.into_iter().map(|symmetry| (bare.image(symmetry), symmetry));
    images.min_by(|(a, _), (b, _)| a.cmp(b)).unwrap_or((bare, Symmetry::ALL[0]))
}

/// Pairs (later, first) of levels that are the same; indices into the slice.
#[must_use]
pub fn duplicates(levels: &[Level]) -> Vec<(usize, usize)> {
    let mut seen = HashMap::new();
    let mut pairs = Vec::new();
    for (index, level) in levels.iter().enumerate().filter(|(_, level)| !level.board.cells().is_empty()) {
        match seen.entry(canonical(&level.board)) {
            Entry::Occupied(first) => pairs.push((index, *first.get())),
            Entry::Vacant(place) => {
                place.insert(index);
            }
        }
    }
    pairs
}

/// The player's area within one layer of wall, not yet turned.
fn bare(board: &Board) -> CanonicalForm {
    let size = board.size();
    let mut area = board.player_area();
    if board.player().is_none() {
        area.fill(true);
    }
    let inside = || size.points().filter(|&p| area[size.index(p)]);
    let (Some(left), Some(right)) = (inside().map(|p| p.x).min(), inside().map(|p| p.x).max()) else {
        return CanonicalForm { width: 0, height: 0, cells: Vec::new() };
    };
    let (top, bottom) = (inside().map(|p| p.y).min().unwrap_or(0), inside().map(|p| p.y).max().unwrap_or(0));
    let (width, height) = (usize::from(right - left) + 3, usize::from(bottom - top) + 3);

    let mut cells = vec![Cell::FLOOR; width * height];
    let place = |p: boxwright_grid::Point| (usize::from(p.y - top) + 1) * width + usize::from(p.x - left) + 1;
    for point in inside() {
        let at = place(point);
        for around in
            [at - width - 1, at - width, at - width + 1, at - 1, at + 1, at + width - 1, at + width, at + width + 1]
        {
            cells[around] = Cell::WALL;
        }
    }
    for point in inside() {
        cells[place(point)] = board.cell(point);
    }
    CanonicalForm { width, height, cells }
}

impl CanonicalForm {
    /// The form turned and mirrored. Reading the old cells along the new rows needs only where the new top left corner
    /// came from and which way rows and columns run, so sizes beyond those of a [`Board`] are no problem.
    fn image(&self, symmetry: Symmetry) -> CanonicalForm {
        let back = |d: Direction| Direction::ALL.into_iter().find(|&from| symmetry.direction(from) == d).unwrap_or(d);
        let (along, down) = (back(Direction::Right), back(Direction::Down));
        let turned = matches!(along, Direction::Up | Direction::Down);
        let (width, height) = if turned { (self.height, self.width) } else { (self.width, self.height) };
        let flips_x = along == Direction::Left || down == Direction::Left;
        let flips_y = along == Direction::Up || down == Direction::Up;
        let mut cells = Vec::with_capacity(self.cells.len());
        for new_y in 0..height {
            for new_x in 0..width {
                let (x, y) = if turned { (new_y, new_x) } else { (new_x, new_y) };
                let x = if flips_x { self.width - 1 - x } else { x };
                let y = if flips_y { self.height - 1 - y } else { y };
                cells.push(self.cells[y * self.width + x]);
            }
        }
        CanonicalForm { width, height, cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> CanonicalForm {
        canonical(&text.parse().unwrap())
    }

    #[test]
    fn margins_decoration_and_turns_do_not_matter() {
        let plain = form("#####\n#@$.#\n#####");
        assert_eq!(plain, form("   #######\n   #.$@# #\n   ####### *"));
        assert_eq!(plain, form(" #\n#@#\n#$#\n#.#\n #"));
        assert_eq!(plain.fingerprint(), form("#########\n#@$.#*$.#\n#########").fingerprint());
        assert_eq!(plain.to_rows().len() * plain.to_rows()[0].len(), 15);
    }

    #[test]
    fn the_players_square_matters() {
        let (one, other) = (form("######\n#@ $.#\n######"), form("######\n# @$.#\n######"));
        assert_ne!(one, other);
        assert_ne!(one.fingerprint(), other.fingerprint());
    }

    #[test]
    fn odd_boards_have_forms_too() {
        assert_eq!(form("").to_rows().len(), 0);
        assert_ne!(form("####\n#$.#\n####"), form("####\n#.$ \n####"));
        assert_eq!(form("@"), form("###\n#@#\n###"));
        let long = format!("@{}", "$".repeat(65_534));
        assert_eq!(canonical(&long.parse().unwrap()).to_rows().len().min(3), 3);
    }

    #[test]
    fn duplicates_name_the_first() {
        let level = |text: &str| Level::new(text.parse().unwrap());
        let levels = [
            level("####\n#@$.#\n#####"),
            level("######\n#@ $.#\n######"),
            level("#####\n#.$@#\n#####"),
            Level::default(),
            level("#####\n#@$.#\n#####"),
        ];
        assert_eq!(duplicates(&levels), [(2, 0), (4, 0)]);
    }
}
