//! What stands where in a room.
//!
//! The board is the drawn rectangle: the terrain of every point, which points are open holes (also beneath the things
//! that stand on them), and four lists of things: blocks, turnstiles, characters. Everything outside the rectangle is
//! wall, so every accessor may be asked about any point. A `Board` need not make sense (two exits, overlapping
//! blocks): [`crate::Level::check`] tells; nothing here panics on a senseless one.

use boxwright_grid::{Direction, MAX_BOARD_POINTS, Point, Size, Symmetry};

/// What a point of the room is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Terrain {
    /// Floor, with or without an open hole in it.
    #[default]
    Floor,
    /// A wall.
    Wall,
    /// The stairs: characters leave here, nothing else enters.
    Exit,
}

/// A solid rectangle that can be pushed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// The top left cell.
    pub origin: Point,
    /// Columns, at least 1.
    pub width: u16,
    /// Rows, at least 1.
    pub height: u16,
    /// The letter it is drawn with; without meaning for the game.
    pub letter: char,
}

impl Block {
    /// The cells, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let Point { x, y } = self.origin;
        let rows = y..y.saturating_add(self.height);
        rows.flat_map(move |y| (x..x.saturating_add(self.width)).map(move |x| Point::new(x, y)))
    }

    /// Whether the block covers that point.
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        let inside = |from: u16, length: u16, at: u16| at >= from && at - from < length;
        inside(self.origin.x, self.width, point.x) && inside(self.origin.y, self.height, point.y)
    }

    /// How many cells it has.
    #[must_use]
    pub fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Whether the two share a side of a cell (corners do not count).
    #[must_use]
    pub fn touches(self, other: Block) -> bool {
        // The gap between two intervals: negative where they overlap, 0 where they meet.
        let gap = |a: u16, a_length: u16, b: u16, b_length: u16| {
            let (a_end, b_end) = (i32::from(a) + i32::from(a_length), i32::from(b) + i32::from(b_length));
            i32::from(a.max(b)) - a_end.min(b_end)
        };
        let across = gap(self.origin.x, self.width, other.origin.x, other.width);
        let down = gap(self.origin.y, self.height, other.origin.y, other.height);
        (across == 0 && down < 0) || (down == 0 && across < 0)
    }
}

/// A set of directions: where the arms of a turnstile point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Arms(u8);

impl Arms {
    /// No arm at all (not allowed in a valid level).
    pub const NONE: Arms = Arms(0);

    /// From four bits: bit `i` is the direction with index `i`.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Arms {
        Arms(bits & 15)
    }

    /// As four bits: bit `i` is the direction with index `i`.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether an arm points that way.
    #[must_use]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 >> direction.index() & 1 == 1
    }

    /// The same with that arm.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Arms {
        Arms(self.0 | 1 << direction.index())
    }

    /// Whether there is no arm.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many arms there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// All arms after a quarter turn to the right.
    #[must_use]
    pub const fn clockwise(self) -> Arms {
        Arms((self.0 << 1 | self.0 >> 3) & 15)
    }

    /// All arms after a quarter turn to the left.
    #[must_use]
    pub const fn counter_clockwise(self) -> Arms {
        Arms((self.0 >> 1 | self.0 << 3) & 15)
    }

    /// The arms, clockwise from up.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&d| self.contains(d))
    }

    /// The arms of the transformed turnstile.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Arms {
        self.iter().map(|d| symmetry.direction(d)).collect()
    }
}

impl FromIterator<Direction> for Arms {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Arms {
        directions.into_iter().fold(Arms::NONE, Arms::with)
    }
}

/// A pivot that never moves, with arms of length 1 that turn around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Turnstile {
    /// Where it is fixed.
    pub pivot: Point,
    /// Where its arms point.
    pub arms: Arms,
}

impl Turnstile {
    /// The arm at that point, if there is one.
    #[must_use]
    pub fn arm_at(self, point: Point) -> Option<Direction> {
        self.arms.iter().find(|&d| neighbour(self.pivot, d) == Some(point))
    }
}

/// A room with everything in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    size: Size,
    terrain: Vec<Terrain>,
    holes: Vec<bool>,
    /// The blocks; the order is without meaning.
    pub blocks: Vec<Block>,
    /// The turnstiles; the order is without meaning.
    pub turnstiles: Vec<Turnstile>,
    /// Where the characters 1 to 4 are; `None`: not on the board.
    pub characters: [Option<Point>; 4],
}

impl Board {
    /// A board of bare floor.
    ///
    /// # Panics
    /// If it would have more than [`MAX_BOARD_POINTS`] points.
    #[must_use]
    pub fn new(size: Size) -> Board {
        assert!(size.area() <= MAX_BOARD_POINTS, "a board of {}×{} is too large", size.width, size.height);
        let terrain = vec![Terrain::Floor; size.area()];
        let holes = vec![false; size.area()];
        Board { size, terrain, holes, ..Board::default() }
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether the point is on the board.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        point.x < self.size.width && point.y < self.size.height
    }

    /// What the point is made of; wall outside.
    #[must_use]
    pub fn terrain(&self, point: Point) -> Terrain {
        if self.contains(point) { self.terrain[self.size.index(point)] } else { Terrain::Wall }
    }

    /// Changes what a point is made of; does nothing outside.
    pub fn set_terrain(&mut self, point: Point, terrain: Terrain) {
        if self.contains(point) {
            self.terrain[self.size.index(point)] = terrain;
        }
    }

    /// Whether there is an open hole, perhaps beneath something; never outside.
    #[must_use]
    pub fn is_hole(&self, point: Point) -> bool {
        self.contains(point) && self.holes[self.size.index(point)]
    }

    /// Opens or fills a hole; does nothing outside.
    pub fn set_hole(&mut self, point: Point, open: bool) {
        if self.contains(point) {
            self.holes[self.size.index(point)] = open;
        }
    }

    /// All open holes, row by row.
    pub fn holes(&self) -> impl Iterator<Item = Point> {
        self.size.points().filter(|&p| self.is_hole(p))
    }

    /// All exits, row by row; a valid level has one.
    pub fn exits(&self) -> impl Iterator<Item = Point> {
        self.size.points().filter(|&p| self.terrain(p) == Terrain::Exit)
    }

    /// The exit (the first, in a level with several).
    #[must_use]
    pub fn exit(&self) -> Option<Point> {
        self.exits().next()
    }

    /// The number of the block that covers the point.
    #[must_use]
    pub fn block_at(&self, point: Point) -> Option<usize> {
        self.blocks.iter().position(|b| b.contains(point))
    }

    /// The cells of a block that are on the board: all of them, unless the level is invalid.
    pub fn cells(&self, block: Block) -> impl Iterator<Item = Point> {
        let width = block.width.min(self.size.width.saturating_sub(block.origin.x));
        let height = block.height.min(self.size.height.saturating_sub(block.origin.y));
        Block { width, height, ..block }.points()
    }

    /// The number of the turnstile that has its pivot there.
    #[must_use]
    pub fn pivot_at(&self, point: Point) -> Option<usize> {
        self.turnstiles.iter().position(|t| t.pivot == point)
    }

    /// The number of the turnstile that has an arm there, and where that arm points.
    #[must_use]
    pub fn arm_at(&self, point: Point) -> Option<(usize, Direction)> {
        self.turnstiles.iter().enumerate().find_map(|(i, t)| Some((i, t.arm_at(point)?)))
    }

    /// The index (number less one) of the character who stands there.
    #[must_use]
    pub fn character_at(&self, point: Point) -> Option<usize> {
        self.characters.iter().position(|&c| c == Some(point))
    }

    /// The same room rotated or mirrored, things in the same order.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        let (from, to) = (self.size, symmetry.size(self.size));
        let mut board = Board::new(to);
        for point in from.points() {
            let image = to.index(symmetry.point(from, point));
            board.terrain[image] = self.terrain[from.index(point)];
            board.holes[image] = self.holes[from.index(point)];
        }
        // Things outside the board (possible only in an invalid one) have no image and are left behind.
        let inside = |p: Point| self.contains(p);
        board.blocks = self.blocks.iter().filter_map(|&b| transformed_block(b, from, symmetry)).collect();
        board.turnstiles = (self.turnstiles.iter().filter(|t| inside(t.pivot)))
            .map(|t| Turnstile { pivot: symmetry.point(from, t.pivot), arms: t.arms.transformed(symmetry) })
            .collect();
        board.characters = self.characters.map(|c| c.filter(|&p| inside(p)).map(|p| symmetry.point(from, p)));
        board
    }

    /// The same room with its things in the order in which a drawing lists them, row by row.
    #[must_use]
    pub fn sorted(mut self) -> Board {
        self.blocks.sort_by_key(|b| (b.origin, b.width, b.height, b.letter));
        self.turnstiles.sort();
        self
    }
}

/// The neighbour of a point, unless a coordinate leaves its range; the board's edge is not looked at.
pub(crate) fn neighbour(point: Point, direction: Direction) -> Option<Point> {
    let (dx, dy) = direction.offset();
    let x = point.x.checked_add_signed(dx as i16)?;
    Some(Point::new(x, point.y.checked_add_signed(dy as i16)?))
}

fn transformed_block(block: Block, size: Size, symmetry: Symmetry) -> Option<Block> {
    let right = block.origin.x.checked_add(block.width.checked_sub(1)?)?;
    let bottom = block.origin.y.checked_add(block.height.checked_sub(1)?)?;
    if right >= size.width || bottom >= size.height {
        return None;
    }
    let (a, b) = (symmetry.point(size, block.origin), symmetry.point(size, Point::new(right, bottom)));
    Some(Block {
        origin: Point::new(a.x.min(b.x), a.y.min(b.y)),
        width: a.x.abs_diff(b.x) + 1,
        height: a.y.abs_diff(b.y) + 1,
        letter: block.letter,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(x: u16, y: u16, width: u16, height: u16) -> Block {
        Block { origin: Point::new(x, y), width, height, letter: 'a' }
    }

    #[test]
    fn blocks_touch_by_sides_only() {
        let b = block(2, 2, 2, 3);
        for (other, touches) in [
            (block(1, 1, 1, 1), false),
            (block(1, 2, 1, 1), true),
            (block(3, 1, 1, 1), true),
            (block(4, 5, 1, 1), false),
            (block(0, 5, 3, 1), true),
            (block(5, 2, 1, 1), false),
        ] {
            assert_eq!(b.touches(other), touches, "{other:?}");
            assert_eq!(other.touches(b), touches, "{other:?}");
            let neighbours = b.points().flat_map(|p| Direction::ALL.map(|d| neighbour(p, d)));
            assert_eq!(neighbours.flatten().any(|p| other.contains(p)), touches);
        }
    }

    #[test]
    fn arms_turn_like_directions() {
        for bits in 0..16 {
            let arms = Arms::from_bits(bits);
            assert_eq!(arms.clockwise(), arms.iter().map(Direction::clockwise).collect());
            assert_eq!(arms.counter_clockwise(), arms.iter().map(Direction::counter_clockwise).collect());
            assert_eq!((arms.len(), arms.is_empty()), (arms.iter().count(), bits == 0));
        }
    }

    #[test]
    fn the_outside_is_wall_and_cannot_be_changed() {
        let mut board = Board::new(Size::new(2, 1));
        board.set_terrain(Point::new(2, 0), Terrain::Exit);
        board.set_hole(Point::new(0, 1), true);
        assert_eq!(board, Board::new(Size::new(2, 1)));
        assert_eq!(board.terrain(Point::new(2, 0)), Terrain::Wall);
        assert_eq!(board.terrain(Point::new(u16::MAX, u16::MAX)), Terrain::Wall);
    }
}
