//! Flood fill.

use crate::{Direction, Floor, Square, SquareSet};

/// Working memory of flood fills over one floor.
///
/// On floors of up to 320 squares, which is nearly every board people play, a square's neighbours are one bit set, and
/// all that are free and new are added at once; larger floors are filled with a stack.
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
        #[cfg(target_arch = "x86_64")]
        if crate::has_wide_words() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { self.spread_wide(floor, start, blocked, region) };
        }
        self.spread_anywhere(floor, start, blocked, region)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn spread_wide(&mut self, floor: &Floor, start: Square, blocked: &SquareSet, region: &mut SquareSet) -> Square {
        self.spread_anywhere(floor, start, blocked, region)
    }

    // Always inlined, here and what it calls, so that it is compiled for the processor that its caller asks for.
    #[inline(always)]
    fn spread_anywhere(&mut self, floor: &Floor, start: Square, blocked: &SquareSet, region: &mut SquareSet) -> Square {
        if let Some(masks) = floor.masks::<1>() {
            return spread_words(masks, start, blocked, region);
        }
        if let Some(masks) = floor.masks::<2>() {
            return spread_words(masks, start, blocked, region);
        }
        if let Some(masks) = floor.masks::<3>() {
            return spread_words(masks, start, blocked, region);
        }
        if let Some(masks) = floor.masks::<4>() {
            return spread_words(masks, start, blocked, region);
        }
        if let Some(masks) = floor.masks::<5>() {
            return spread_words(masks, start, blocked, region);
        }
        self.spread_with_stack(floor, start, blocked, region)
    }

    /// How many regions the floor without `blocked` has; `seen` is for working.
    pub fn regions(&mut self, floor: &Floor, blocked: &SquareSet, seen: &mut SquareSet) -> u16 {
        seen.clear();
        let mut regions = 0;
        for square in floor.squares() {
            if !blocked.contains(square) && !seen.contains(square) {
                self.spread(floor, square, blocked, seen);
                regions += 1;
            }
        }
        regions
    }

    fn spread_with_stack(
        &mut self,
        floor: &Floor,
        start: Square,
        blocked: &SquareSet,
        region: &mut SquareSet,
    ) -> Square {
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

/// The same with bit sets of `W` words: all squares that were added last, and then all their neighbours, again and again. What a
/// round adds up does not depend on what it found, so the look-ups of a round run side by side.
#[inline(always)]
fn spread_words<const W: usize>(
    masks: &[[u64; W]],
    start: Square,
    blocked: &SquareSet,
    region: &mut SquareSet,
) -> Square {
    let mut free: [u64; W] = std::array::from_fn(|i| !(blocked.words()[i] | region.words()[i]));
    let mut last = [0; W];
    let mut added = [0; W];
    last[start.index() / 64] = 1 << (start.index() % 64);
    while last.iter().any(|&word| word != 0) {
        let mut around = [0; W];
        for word in 0..W {
            added[word] |= last[word];
            free[word] &= !last[word];
            let mut left = last[word];
            while left != 0 {
                let square = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                for i in 0..W {
                    around[i] |= masks[square][i];
                }
            }
        }
        for i in 0..W {
            last[i] = around[i] & free[i];
        }
    }
    let mut smallest = start;
    for i in (0..W).rev() {
        region.words_mut()[i] |= added[i];
        if added[i] != 0 {
            smallest = Square((i * 64) as u16 + added[i].trailing_zeros() as u16);
        }
    }
    smallest
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
        fn fill_distances_and_walks_agree(
            height in 4u16..24,
            walls in prop::collection::vec(prop::bool::weighted(0.2), 16 * 24),
            boxes in prop::collection::vec(prop::bool::weighted(0.2), 16 * 24),
        ) {
            let size = Size::new(16, height);
            let floor = Floor::new(size, |p| p == Point::new(3, 3) || !walls[size.index(p)]);
            let start = floor.square(Point::new(3, 3)).unwrap();
            let blocked = SquareSet::from_squares(floor.len(), floor.squares().filter(|&s| s != start && boxes[size.index(floor.point(s))]));
            let mut region = SquareSet::new(floor.len());
            let smallest = Fill::new(&floor).spread(&floor, start, &blocked, &mut region);
            let mut anywhere = SquareSet::new(floor.len());
            let smallest_anywhere = Fill::new(&floor).spread_anywhere(&floor, start, &blocked, &mut anywhere);
            prop_assert_eq!((&region, smallest), (&anywhere, smallest_anywhere));
            let mut with_stack = SquareSet::new(floor.len());
            let smallest_with_stack = Fill::new(&floor).spread_with_stack(&floor, start, &blocked, &mut with_stack);
            prop_assert_eq!((&region, smallest), (&with_stack, smallest_with_stack));
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
