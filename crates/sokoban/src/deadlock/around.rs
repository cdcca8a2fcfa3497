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

    /// Whether a box on a square would hold some of the squares that are closed, among these boxes: it is next to one of them,
    /// or behind a box that is and that would be pushed there.
    #[inline]
    pub(super) fn holds(&self, floor: &Floor, boxes: &SquareSet, closed: &SquareSet, square: Square) -> bool {
        self.ring(square).meets(closed)
            || Direction::ALL.into_iter().any(|direction| {
                let next = floor.next(square, direction);
                next.exists() && boxes.contains(next) && {
                    let beyond = floor.next(next, direction);
                    beyond.exists() && closed.contains(beyond)
                }
            })
    }
}
