//! The four ways to go.

/// One of the four directions of the grid; `y` grows downwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Towards smaller `y`.
    Up,
    /// Towards larger `x`.
    Right,
    /// Towards larger `y`.
    Down,
    /// Towards smaller `x`.
    Left,
}

impl Direction {
    /// All four, clockwise from up.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// The direction with this number (0 up, 1 right, 2 down, 3 left), counted modulo four.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Direction {
        Direction::ALL[index & 3]
    }

    /// 0 up, 1 right, 2 down, 3 left.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The way back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::from_index(self.index() + 2)
    }

    /// A quarter turn to the right.
    #[inline]
    #[must_use]
    pub const fn clockwise(self) -> Direction {
        Direction::from_index(self.index() + 1)
    }

    /// A quarter turn to the left.
    #[inline]
    #[must_use]
    pub const fn counter_clockwise(self) -> Direction {
        Direction::from_index(self.index() + 3)
    }

    /// The step as (dx, dy).
    #[must_use]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Direction::Up => (0, -1),
            Direction::Right => (1, 0),
            Direction::Down => (0, 1),
            Direction::Left => (-1, 0),
        }
    }

    /// `u`, `r`, `d` or `l`: the letter both games' solutions use.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'u',
            Direction::Right => 'r',
            Direction::Down => 'd',
            Direction::Left => 'l',
        }
    }

    /// The direction a letter of a solution stands for, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Direction> {
        match letter {
            'u' | 'U' => Some(Direction::Up),
            'r' | 'R' => Some(Direction::Right),
            'd' | 'D' => Some(Direction::Down),
            'l' | 'L' => Some(Direction::Left),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_consistent_with_offsets() {
        for d in Direction::ALL {
            let (x, y) = d.offset();
            assert_eq!(d.clockwise().offset(), (-y, x));
            assert_eq!(d.counter_clockwise().offset(), (y, -x));
            assert_eq!(d.opposite().offset(), (-x, -y));
            assert_eq!(Direction::from_letter(d.letter()), Some(d));
            assert_eq!(Direction::from_letter(d.letter().to_ascii_uppercase()), Some(d));
            assert_eq!(Direction::from_index(d.index()), d);
        }
        assert_eq!(Direction::from_letter('x'), None);
    }
}
