//! Which boxes keep a square out of reach: those around it, corners included, and those right behind them.

use boxwright_grid::{Direction, Floor, Point, Square, SquareSet};

/// The squares around each square of a floor.
#[derive(Clone, Debug)]
pub(super) struct Around {
    rings: Vec<SquareSet>,
}

impl Around {
    pub(super) fn new(floor: &Floor) -> Around {
        let ring = |square: Square| {
            let Point { x, y } = floor.point(square);
            let points = (y.saturating_sub(1)..=y + 1).flat_map(|y| (x.saturating_sub(1)..=x + 1).map(move |x| (x, y)));
            SquareSet::from_squares(floor.len(), points.filter_map(|(x, y)| floor.square(Point::new(x, y))))
        };
        Around { rings: floor.squares().map(ring).collect() }
    }

    /// The squares around one, and itself.
    #[inline]
    pub(super) fn ring(&self, square: Square) -> &SquareSet {
        &self.rings[square.index()]
    }

    /// Adds the squares on which boxes may hold a square that is out of reach, among these boxes: all around it, and
    /// behind a box next to it, which that box would be pushed to.
    #[inline]
    pub(super) fn hold(&self, floor: &Floor, boxes: &SquareSet, square: Square, holders: &mut SquareSet) {
        holders.unite(self.ring(square));
        for direction in Direction::ALL {
            let next = floor.next(square, direction);
            if next.exists() && boxes.contains(next) {
                let behind = floor.next(next, direction);
                if behind.exists() && boxes.contains(behind) {
                    holders.insert(behind);
                }
            }
        }
    }
}
