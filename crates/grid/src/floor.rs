//! The squares of a compiled puzzle and who is whose neighbour.

use crate::{Direction, Point, Size};

/// A square of a compiled puzzle: its number in the [`Floor`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(pub u16);

impl Square {
    /// No square: beyond a wall.
    pub const NONE: Square = Square(u16::MAX);

    /// As an index into per-square tables.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is a square at all.
    #[inline]
    #[must_use]
    pub const fn exists(self) -> bool {
        self.0 != u16::MAX
    }
}

/// The numbered squares of a puzzle, row by row, with their neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    size: Size,
    points: Vec<Point>,
    squares: Vec<Square>,
    neighbours: Vec<[Square; 4]>,
    /// Of each square the directions in which there is a neighbour, as bits.
    sides: Vec<u8>,
    /// The neighbours of each square as a bit set of [`Floor::words`] words, one after the other; empty on large floors.
    neighbour_masks: Vec<u64>,
}

/// Floors of more squares have no neighbour masks: filling them with a stack is as fast.
const MOST_MASKED_SQUARES: usize = 320;

impl Floor {
    /// Numbers the points for which `is_floor` holds, row by row.
    ///
    /// # Panics
    /// If the board has more than [`crate::MAX_BOARD_POINTS`] points.
    #[must_use]
    pub fn new(size: Size, mut is_floor: impl FnMut(Point) -> bool) -> Floor {
        Floor::in_order(size, size.points().filter(|&p| is_floor(p)).collect())
    }

    /// Numbers these points in the order given, so that squares of one kind can come first.
    ///
    /// # Panics
    /// If the board has more than [`crate::MAX_BOARD_POINTS`] points.
    #[must_use]
    pub fn in_order(size: Size, points: Vec<Point>) -> Floor {
        assert!(size.area() <= crate::MAX_BOARD_POINTS, "board too large to number");
        let mut squares = vec![Square::NONE; size.area()];
        for (number, &point) in points.iter().enumerate() {
            squares[size.index(point)] = Square(number as u16);
        }
        let neighbour = |p: Point, d| size.step(p, d).map_or(Square::NONE, |q| squares[size.index(q)]);
        let neighbours: Vec<_> = points.iter().map(|&p| Direction::ALL.map(|d| neighbour(p, d))).collect();
        let there = |around: &[Square; 4]| (0..4).filter(|&d| around[d].exists()).fold(0, |bits, d| bits | 1 << d);
        let sides = neighbours.iter().map(there).collect();
        let neighbour_masks = if points.len() <= MOST_MASKED_SQUARES { masks(&neighbours) } else { Vec::new() };
        Floor { size, points, squares, neighbours, sides, neighbour_masks }
    }

    /// How many squares there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there is no square.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The size of the drawn board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// All squares in order.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (0..self.points.len() as u16).map(Square)
    }

    /// The neighbour in a direction, or [`Square::NONE`].
    #[inline]
    #[must_use]
    pub fn next(&self, square: Square, direction: Direction) -> Square {
        self.neighbours[square.index()][direction.index()]
    }

    /// The four neighbours, indexed by direction; [`Square::NONE`] where there is none.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, square: Square) -> &[Square; 4] {
        &self.neighbours[square.index()]
    }

    /// Of each square the directions in which there is a neighbour, as bits.
    #[inline]
    pub(crate) fn sides(&self) -> &[u8] {
        &self.sides
    }

    /// Whether the free neighbours of a square are connected with each other right around it. Then filling the square cuts
    /// nothing off. (If not, they may still be connected farther away.)
    #[inline]
    #[must_use]
    pub fn is_simple(&self, square: Square, is_free: impl Fn(Square) -> bool) -> bool {
        let open = |s: Square| s.exists() && is_free(s);
        let (mut sides, mut joined) = (0, 0);
        for direction in Direction::ALL {
            let next = self.next(square, direction);
            if open(next) {
                sides += 1;
                let turned = direction.clockwise();
                joined += usize::from(open(self.next(square, turned)) && open(self.next(next, turned)));
            }
        }
        sides <= joined + 1
    }

    /// Words of a set of squares of this floor.
    #[inline]
    #[must_use]
    pub fn words(&self) -> usize {
        self.points.len().div_ceil(64)
    }

    /// The neighbours of all squares as bit sets of `W` words, if this floor has them and sets have that many words.
    #[inline]
    pub(crate) fn masks<const W: usize>(&self) -> Option<&[[u64; W]]> {
        let (masks, rest) = self.neighbour_masks.as_chunks::<W>();
        (self.words() == W && rest.is_empty() && masks.len() == self.points.len()).then_some(masks)
    }

    /// Where the square is on the drawn board.
    #[must_use]
    pub fn point(&self, square: Square) -> Point {
        self.points[square.index()]
    }

    /// The square at a point of the drawn board, if that is floor.
    #[must_use]
    pub fn square(&self, point: Point) -> Option<Square> {
        let inside = point.x < self.size.width && point.y < self.size.height;
        inside.then(|| self.squares[self.size.index(point)]).filter(|s| s.exists())
    }
}

fn masks(neighbours: &[[Square; 4]]) -> Vec<u64> {
    let words = neighbours.len().div_ceil(64);
    let mut masks = vec![0; neighbours.len() * words];
    for (square, around) in neighbours.iter().enumerate() {
        for next in around.iter().filter(|n| n.exists()) {
            masks[square * words + next.index() / 64] |= 1 << (next.index() % 64);
        }
    }
    masks
}
