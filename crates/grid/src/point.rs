//! Where something is on a drawn board.

use crate::Direction;

/// A column and a row of a drawn board, counted from 0 at the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Point {
    /// The row.
    pub y: u16,
    /// The column.
    pub x: u16,
}

impl Point {
    /// The point in column `x` and row `y`.
    #[must_use]
    pub const fn new(x: u16, y: u16) -> Point {
        Point { y, x }
    }
}

/// Width and height of a drawn board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Size {
    /// A board of that many columns and rows.
    #[must_use]
    pub const fn new(width: u16, height: u16) -> Size {
        Size { width, height }
    }

    /// How many points there are.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Number of a point, row by row.
    #[must_use]
    pub const fn index(self, point: Point) -> usize {
        point.y as usize * self.width as usize + point.x as usize
    }

    /// The point with that number.
    #[must_use]
    pub const fn point(self, index: usize) -> Point {
        Point::new((index % self.width as usize) as u16, (index / self.width as usize) as u16)
    }

    /// The neighbour of `point`, unless it is off the board.
    #[must_use]
    pub fn step(self, point: Point, direction: Direction) -> Option<Point> {
        let (dx, dy) = direction.offset();
        let (x, y) = (i32::from(point.x) + dx, i32::from(point.y) + dy);
        let inside = x >= 0 && y >= 0 && x < i32::from(self.width) && y < i32::from(self.height);
        inside.then(|| Point::new(x as u16, y as u16))
    }

    /// All points, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.area()).map(move |i| self.point(i))
    }
}
