//! Flood fill.

use crate::{Direction, Floor, Square, SquareSet};

/// Working memory of flood fills over one floor.
///
/// A scalar search with a stack: on the boards people play (30 to 150 squares) it beats row-wise bit tricks, because
/// only the squares of the region are touched and the numbering has no walls in it.
#[derive(Clone, Debug)]
pub struct Fill {
    stack: Vec<Square>,
}

impl Fill {
    /// Working memory for this floor.
    #[must_use]
    pub fn new(floor: &Floor) -> Fill {
        Fill { stack: Vec::with_capacity(floor.len()) }
    }

    /// Adds to `region` every square that can be walked to from `start` without entering `blocked`, and returns the
    /// smallest square number added. Squares already in `region` are not entered again.
    #[inline]
    pub fn spread(&mut self, floor: &Floor, start: Square, blocked: &SquareSet, region: &mut SquareSet) -> Square {
        debug_assert!(self.stack.is_empty());
        let mut smallest = start;
        region.insert(start);
        self.stack.push(start);
        while let Some(square) = self.stack.pop() {
            for &next in floor.neighbours(square) {
                if next.exists() && !blocked.contains(next) && !region.contains(next) {
                    region.insert(next);
                    smallest = smallest.min(next);
                    self.stack.push(next);
                }
            }
        }
        smallest
    }
}

/// Distance of a square that cannot be reached.
pub const UNREACHED: u16 = u16::MAX;

/// Breadth-first walking distances from `start` around `blocked` into `distance` (one entry per square).
pub fn walking_distances(floor: &Floor, start: Square, blocked: &SquareSet, distance: &mut Vec<u16>) {
    distance.clear();
    distance.resize(floor.len(), UNREACHED);
    distance[start.index()] = 0;
    let mut queue = vec![start];
    let mut at = 0;
    while let Some(&square) = queue.get(at) {
        at += 1;
        for &next in floor.neighbours(square) {
            if next.exists() && !blocked.contains(next) && distance[next.index()] == UNREACHED {
                distance[next.index()] = distance[square.index()] + 1;
                queue.push(next);
            }
        }
    }
}

/// A shortest walk from `from` to `to` around `blocked`, or `None` if there is none.
#[must_use]
pub fn shortest_walk(floor: &Floor, from: Square, to: Square, blocked: &SquareSet) -> Option<Vec<Direction>> {
    let mut distance = Vec::new();
    walking_distances(floor, to, blocked, &mut distance);
    let mut left = distance[from.index()];
    if left == UNREACHED || blocked.contains(to) {
        return None;
    }
    let mut walk = Vec::with_capacity(left.into());
    let mut at = from;
    while left > 0 {
        left -= 1;
        let closer = |d: &Direction| floor.next(at, *d).exists() && distance[floor.next(at, *d).index()] == left;
        let direction = Direction::ALL.into_iter().find(closer).expect("distances fall by one along a shortest walk");
        at = floor.next(at, direction);
        walk.push(direction);
    }
    Some(walk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, Size};
    use proptest::prelude::*;

    proptest! {
        /// The region is exactly the set of squares with a finite walking distance, and walks have that length.
        #[test]
        fn fill_distances_and_walks_agree(walls in prop::collection::vec(any::<bool>(), 48), boxes in prop::collection::vec(any::<bool>(), 48)) {
            let size = Size::new(8, 6);
            let floor = Floor::new(size, |p| p == Point::new(3, 3) || !walls[size.index(p)]);
            let start = floor.square(Point::new(3, 3)).unwrap();
            let blocked = SquareSet::from_squares(floor.len(), floor.squares().filter(|&s| s != start && boxes[size.index(floor.point(s))]));
            let mut region = SquareSet::new(floor.len());
            let smallest = Fill::new(&floor).spread(&floor, start, &blocked, &mut region);
            let mut distance = Vec::new();
            walking_distances(&floor, start, &blocked, &mut distance);
            for square in floor.squares() {
                prop_assert_eq!(region.contains(square), distance[square.index()] != UNREACHED);
                let walk = shortest_walk(&floor, start, square, &blocked);
                prop_assert_eq!(walk.as_ref().map(Vec::len), region.contains(square).then(|| distance[square.index()].into()));
                if let Some(walk) = walk {
                    let end = walk.into_iter().fold(start, |s, d| floor.next(s, d));
                    prop_assert_eq!(end, square);
                }
            }
            prop_assert_eq!(Some(smallest), region.first());
        }
    }
}
