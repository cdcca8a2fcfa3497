//! The eight symmetries of the plane.

use crate::{Direction, Point, Size};

/// A rotation by quarter turns, after an optional mirroring from left to right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    mirrored: bool,
    quarter_turns: u8,
}

impl Symmetry {
    /// All eight; the first changes nothing.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { mirrored: false, quarter_turns: 0 }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { mirrored: i >= 4, quarter_turns: i as u8 & 3 };
            i += 1;
        }
        all
    };

    /// The size of a board after the transformation.
    #[must_use]
    pub const fn size(self, size: Size) -> Size {
        if self.quarter_turns % 2 == 1 { Size::new(size.height, size.width) } else { size }
    }

    /// Where a point of a board of that size goes.
    #[must_use]
    pub const fn point(self, size: Size, point: Point) -> Point {
        let x = if self.mirrored { size.width - 1 - point.x } else { point.x };
        let y = point.y;
        match self.quarter_turns {
            0 => Point::new(x, y),
            1 => Point::new(size.height - 1 - y, x),
            2 => Point::new(size.width - 1 - x, size.height - 1 - y),
            _ => Point::new(y, size.width - 1 - x),
        }
    }

    /// Where a direction goes.
    #[must_use]
    pub const fn direction(self, direction: Direction) -> Direction {
        let index = direction.index();
        let index = if self.mirrored && index % 2 == 1 { index + 2 } else { index };
        Direction::from_index(index + self.quarter_turns as usize)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // A mirroring turned is again a mirroring, and two times the same mirroring is nothing.
        let back = if self.mirrored { self.quarter_turns } else { (4 - self.quarter_turns) & 3 };
        Symmetry { mirrored: self.mirrored, quarter_turns: back }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_directions_transform_alike_and_symmetries_differ() {
        let size = Size::new(4, 3);
        let mut images = Vec::new();
        for symmetry in Symmetry::ALL {
            let to = symmetry.size(size);
            for point in size.points() {
                for direction in Direction::ALL {
                    let image = size.step(point, direction).map(|p| symmetry.point(size, p));
                    assert_eq!(image, to.step(symmetry.point(size, point), symmetry.direction(direction)));
                }
            }
            for point in size.points() {
                assert_eq!(symmetry.inverse().point(to, symmetry.point(size, point)), point);
            }
            for direction in Direction::ALL {
                assert_eq!(symmetry.inverse().direction(symmetry.direction(direction)), direction);
            }
            let image: Vec<_> = size.points().map(|p| symmetry.point(size, p)).collect();
            assert!(!images.contains(&image));
            images.push(image);
        }
    }
}
