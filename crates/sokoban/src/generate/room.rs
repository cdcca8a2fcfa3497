//! Rooms: where a level takes place, before anybody is in it.
//!
//! The inside is paved with 3×3 tiles, each turned and mirrored at random, as Taylor and Parberry, "Procedural
//! Generation of Sokoban Levels" (2011) do it; the tiles are our own. What is not connected with the largest part is
//! filled up, dead ends too. Wide halls have no puzzle in them: they get a pillar. Rooms that are too small are refused.

use boxwright_grid::{Direction, Point, Size, SplitMix64, Symmetry};

/// Mostly floor, so that boxes have somewhere to go; walls where they make corners, pillars and doors.
const TILES: [[&str; 3]; 10] = [
    ["   ", "   ", "   "],
    ["#  ", "   ", "   "],
    ["#  ", "   ", "  #"],
    ["## ", "   ", "   "],
    ["## ", "#  ", "   "],
    ["   ", " # ", "   "],
    ["# #", "   ", "   "],
    ["# #", "   ", "# #"],
    ["###", "   ", "   "],
    ["## ", "   ", " ##"],
];

/// A room: which points are floor.
#[derive(Clone, Debug)]
pub(super) struct Room {
    pub size: Size,
    floor: Vec<bool>,
}

impl Room {
    /// A random room of at most this size, walls included; `None` if this one is not worth a level.
    pub fn random(random: &mut SplitMix64, size: Size, least_floor: usize) -> Option<Room> {
        let mut room = Room { size, floor: vec![false; size.area()] };
        // The tiles begin anywhere, so that the pattern does not show.
        let (left, top) = (random.below(3) as u16, random.below(3) as u16);
        for y in (0..size.height + 3).step_by(3) {
            for x in (0..size.width + 3).step_by(3) {
                room.pave(random, i32::from(x) - i32::from(left), i32::from(y) - i32::from(top));
            }
        }
        while let Some(pillar) = room.middle_of_a_hall(random) {
            room.set(pillar, false);
        }
        room.keep_largest_part();
        room.fill_dead_ends();
        (room.points().count() >= least_floor).then_some(room)
    }

    pub fn is_floor(&self, point: Point) -> bool {
        self.floor[self.size.index(point)]
    }

    /// The points with floor, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.size.points().filter(|&p| self.is_floor(p))
    }

    /// The floor beside a point.
    pub fn beside(&self, point: Point) -> impl Iterator<Item = Point> {
        let steps = Direction::ALL.into_iter().filter_map(move |d| self.size.step(point, d));
        steps.filter(|&p| self.is_floor(p))
    }

    fn pave(&mut self, random: &mut SplitMix64, left: i32, top: i32) {
        let tile = TILES[random.below(TILES.len())];
        let symmetry = Symmetry::ALL[random.below(8)];
        let three = Size::new(3, 3);
        for point in three.points() {
            let image = symmetry.point(three, point);
            let (x, y) = (left + i32::from(image.x), top + i32::from(image.y));
            let inside = x > 0 && y > 0 && x < i32::from(self.size.width) - 1 && y < i32::from(self.size.height) - 1;
            if inside && tile[usize::from(point.y)].as_bytes()[usize::from(point.x)] == b' ' {
                self.set(Point::new(x as u16, y as u16), true);
            }
        }
    }

    fn keep_largest_part(&mut self) {
        let mut largest = Vec::new();
        let mut seen = vec![false; self.floor.len()];
        for start in self.points().collect::<Vec<_>>() {
            let mut part = Vec::new();
            let mut stack = vec![start];
            while let Some(point) = stack.pop() {
                if !std::mem::replace(&mut seen[self.size.index(point)], true) {
                    part.push(point);
                    stack.extend(self.beside(point));
                }
            }
            if part.len() > largest.len() {
                largest = part;
            }
        }
        self.floor.fill(false);
        for point in largest {
            self.set(point, true);
        }
    }

    fn fill_dead_ends(&mut self) {
        let dead_end = |room: &Room| room.points().find(|&p| room.beside(p).count() < 2);
        while let Some(end) = dead_end(self) {
            self.set(end, false);
        }
    }

    /// One of the two inner squares of four by three squares that are all floor, or of three by four.
    fn middle_of_a_hall(&self, random: &mut SplitMix64) -> Option<Point> {
        let open = |p: Point, width: u16, height: u16| {
            let inside = p.x + width <= self.size.width && p.y + height <= self.size.height;
            inside && Size::new(width, height).points().all(|d| self.is_floor(Point::new(p.x + d.x, p.y + d.y)))
        };
        let second = random.below(2) as u16;
        self.size.points().find_map(|p| match (open(p, 4, 3), open(p, 3, 4)) {
            (true, _) => Some(Point::new(p.x + 1 + second, p.y + 1)),
            (_, true) => Some(Point::new(p.x + 1, p.y + 1 + second)),
            _ => None,
        })
    }

    fn set(&mut self, point: Point, floor: bool) {
        let index = self.size.index(point);
        self.floor[index] = floor;
    }
}
