//! A drawn board: a rectangle of cells, row by row.
//!
//! The board is what a file says, not what a solver uses: it may have no player, two, or none of its walls. It is kept
//! as plain cells, one byte each, so that reading a thousand levels costs little and every later stage can start
//! from the same picture. The glyphs are those of XSB; the letters `p P b B W` and the floor signs `-` and `_` of the
//! older `.sok` versions are read but never written.

use std::fmt;
use std::str::FromStr;

use boxwright_grid::{Direction, MAX_BOARD_POINTS, Point, Size, Symmetry};

use crate::fault::{Fault, FaultKind};

/// What is on one point of a board: a wall, or floor or a goal with nothing, a box or the player on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Cell(u8);

impl Cell {
    /// Nothing: floor inside the walls, or the ground outside them.
    pub const FLOOR: Cell = Cell(0);
    /// A wall.
    pub const WALL: Cell = Cell(1);
    /// An empty goal.
    pub const GOAL: Cell = Cell(2);
    /// A box on plain floor.
    pub const BOX: Cell = Cell(4);
    /// A box on a goal.
    pub const BOX_ON_GOAL: Cell = Cell(4 | 2);
    /// The player on plain floor.
    pub const PLAYER: Cell = Cell(8);
    /// The player on a goal.
    pub const PLAYER_ON_GOAL: Cell = Cell(8 | 2);

    /// The cell a glyph of any of the text formats stands for.
    #[must_use]
    pub const fn from_glyph(glyph: char) -> Option<Cell> {
        match glyph {
            ' ' | '-' | '_' => Some(Cell::FLOOR),
            '#' | 'W' => Some(Cell::WALL),
            '.' => Some(Cell::GOAL),
            '$' | 'b' => Some(Cell::BOX),
            '*' | 'B' => Some(Cell::BOX_ON_GOAL),
            '@' | 'p' => Some(Cell::PLAYER),
            '+' | 'P' => Some(Cell::PLAYER_ON_GOAL),
            _ => None,
        }
    }

    /// The XSB glyph, a blank for floor.
    #[must_use]
    pub const fn glyph(self) -> char {
        match self {
            Cell::WALL => '#',
            Cell::GOAL => '.',
            Cell::BOX => '$',
            Cell::BOX_ON_GOAL => '*',
            Cell::PLAYER => '@',
            Cell::PLAYER_ON_GOAL => '+',
            _ => ' ',
        }
    }

    /// Whether this is a wall.
    #[must_use]
    pub const fn is_wall(self) -> bool {
        self.0 == 1
    }

    /// Whether there is a goal, covered or not.
    #[must_use]
    pub const fn is_goal(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether a box stands here.
    #[must_use]
    pub const fn has_box(self) -> bool {
        self.0 & 4 != 0
    }

    /// Whether the player stands here.
    #[must_use]
    pub const fn has_player(self) -> bool {
        self.0 & 8 != 0
    }

    /// The same floor or goal with nothing on it; a wall stays a wall.
    #[must_use]
    pub const fn cleared(self) -> Cell {
        Cell(self.0 & 3)
    }

    /// The same floor or goal with a box on it.
    #[must_use]
    pub const fn with_box(self) -> Cell {
        debug_assert!(!self.is_wall());
        Cell(self.0 & 2 | 4)
    }

    /// The same floor or goal with the player on it.
    #[must_use]
    pub const fn with_player(self) -> Cell {
        debug_assert!(!self.is_wall());
        Cell(self.0 & 2 | 8)
    }

    /// A number below 16, different for different cells.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.glyph())
    }
}

/// A rectangle of cells.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Board {
    size: Size,
    cells: Vec<Cell>,
}

impl Board {
    /// A board of these cells, row by row.
    ///
    /// # Panics
    /// If there are not exactly `size.area()` cells.
    #[must_use]
    pub fn from_cells(size: Size, cells: Vec<Cell>) -> Board {
        assert_eq!(size.area(), cells.len(), "a board of {}×{} needs that many cells", size.width, size.height);
        Board { size, cells }
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What is on that point; beyond the edge there is nothing, that is, floor.
    #[must_use]
    pub fn cell(&self, point: Point) -> Cell {
        let inside = point.x < self.size.width && point.y < self.size.height;
        if inside { self.cells[self.size.index(point)] } else { Cell::FLOOR }
    }

    /// Puts something on a point of the board.
    pub(crate) fn put(&mut self, point: Point, cell: Cell) {
        let index = self.size.index(point);
        self.cells[index] = cell;
    }

    /// The points whose cells satisfy `wanted`, row by row.
    pub fn points_where(&self, wanted: impl Fn(Cell) -> bool) -> impl Iterator<Item = Point> {
        self.cells.iter().enumerate().filter(move |&(_, &cell)| wanted(cell)).map(|(i, _)| self.size.point(i))
    }

    /// Where the player stands; the first one, row by row, if a faulty board has several.
    #[must_use]
    pub fn player(&self) -> Option<Point> {
        self.points_where(Cell::has_player).next()
    }

    /// For every point whether a player could ever stand there: everything within the walls around a player, with
    /// the boxes thought away. All other points are decoration.
    #[must_use]
    pub fn player_area(&self) -> Vec<bool> {
        let mut area = vec![false; self.cells.len()];
        let mut stack: Vec<Point> = self.points_where(Cell::has_player).collect();
        for &player in &stack {
            area[self.size.index(player)] = true;
        }
        while let Some(point) = stack.pop() {
            for next in Direction::ALL.into_iter().filter_map(|d| self.size.step(point, d)) {
                let index = self.size.index(next);
                if !area[index] && !self.cells[index].is_wall() {
                    area[index] = true;
                    stack.push(next);
                }
            }
        }
        area
    }

    /// The board turned and mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        let size = symmetry.size(self.size);
        let mut cells = vec![Cell::FLOOR; self.cells.len()];
        for (index, &cell) in self.cells.iter().enumerate() {
            cells[size.index(symmetry.point(self.size, self.size.point(index)))] = cell;
        }
        Board { size, cells }
    }

    /// The rows as XSB text, trailing blanks trimmed.
    #[must_use]
    pub fn to_rows(&self) -> Vec<String> {
        if self.size.width == 0 {
            return vec![String::new(); self.size.height.into()];
        }
        let row = |cells: &[Cell]| cells.iter().map(|c| c.glyph()).collect::<String>().trim_end().to_owned();
        self.cells.chunks(self.size.width.into()).map(row).collect()
    }
}

/// The rows, each with its line end.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_rows().iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}×{}\n{self}", self.size.width, self.size.height)
    }
}

/// Reads rows of glyphs, nothing else: no titles, no run lengths. Files are read by [`crate::read`].
impl FromStr for Board {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Board, Fault> {
        let rows: Vec<&str> = text.trim_matches(['\r', '\n']).lines().map(trim_floor).collect();
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let size = checked_size(width, rows.len())?;
        let mut cells = vec![Cell::FLOOR; size.area()];
        for (y, row) in rows.iter().enumerate() {
            for (x, glyph) in row.chars().enumerate() {
                let unknown = || Fault { line: y + 1, column: x + 1, kind: FaultKind::UnknownCharacter(glyph) };
                cells[y * width + x] = Cell::from_glyph(glyph).ok_or_else(unknown)?;
            }
        }
        Ok(Board { size, cells })
    }
}

/// The size, unless it is beyond what may be allocated.
pub(crate) fn checked_size(width: usize, height: usize) -> Result<Size, Fault> {
    let too_large = Fault { line: 1, column: 1, kind: FaultKind::TooLarge { width, height } };
    match width.checked_mul(height) {
        Some(area) if area <= MAX_BOARD_POINTS && width.max(height) <= MAX_BOARD_POINTS => {
            Ok(Size::new(width as u16, height as u16))
        }
        _ => Err(too_large),
    }
}

/// A row without the floor at its end, which carries no meaning.
pub(crate) fn trim_floor(row: &str) -> &str {
    row.trim_end_matches([' ', '-', '_', '\t', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_glyphs_are_read_and_the_xsb_ones_written() {
        let board: Board = "#-_ .$*@+#\nW   .bBpPW".parse().unwrap();
        assert_eq!(board.to_rows(), ["#   .$*@+#", "#   .$*@+#"]);
        assert_eq!(board.size(), Size::new(10, 2));
    }

    #[test]
    fn ragged_rows_are_filled_with_floor() {
        let board: Board = "###  \n#\n##".parse().unwrap();
        assert_eq!(board.size(), Size::new(3, 3));
        assert_eq!(board.cell(Point::new(2, 1)), Cell::FLOOR);
        assert_eq!(board.cell(Point::new(7, 7)), Cell::FLOOR);
        assert_eq!(board.to_string(), "###\n#\n##\n");
    }

    #[test]
    fn an_unknown_glyph_is_named_with_its_place() {
        let fault = "###\n#?#".parse::<Board>().unwrap_err();
        assert_eq!(fault.to_string(), "line 2, column 2: unknown character '?'");
    }

    #[test]
    fn a_huge_board_is_refused() {
        let text = format!("{}\n#\n", "#".repeat(40_000));
        assert!(matches!(text.parse::<Board>().unwrap_err().kind, FaultKind::TooLarge { width: 40_000, height: 2 }));
    }

    #[test]
    fn the_players_area_passes_boxes_but_not_walls() {
        let board: Board = "########\n#@$.#$.#\n########".parse().unwrap();
        let area = board.player_area();
        let reached: Vec<Point> = board.size().points().filter(|&p| area[board.size().index(p)]).collect();
        assert_eq!(reached, [Point::new(1, 1), Point::new(2, 1), Point::new(3, 1)]);
    }

    #[test]
    fn eight_transformations_of_an_asymmetric_board_differ() {
        let board: Board = "####\n#@$#\n##.#\n####".parse().unwrap();
        let images: std::collections::HashSet<Board> =
            Symmetry::ALL.map(|s| board.transformed(s)).into_iter().collect();
        assert_eq!(images.len(), 8);
        assert!(images.contains(&board));
    }

    #[test]
    fn cells_change_what_stands_on_them_only() {
        assert_eq!(Cell::GOAL.with_box(), Cell::BOX_ON_GOAL);
        assert_eq!(Cell::BOX_ON_GOAL.with_player(), Cell::PLAYER_ON_GOAL);
        assert_eq!(Cell::PLAYER_ON_GOAL.cleared(), Cell::GOAL);
        assert_eq!(Cell::WALL.cleared(), Cell::WALL);
    }
}
