//! The ways in which a puzzle can be turned or mirrored onto itself.
//!
//! What counts is what a search sees: the squares that are left after [preparation](Puzzle::prepared), which of them are
//! goals and which are live. Boxes and the player may stand anywhere; a position and its image have the same solutions, turned.
//!
//! Cost: linear in squares, eight times.

use crate::Puzzle;
use boxwright_grid::{Floor, Point, Size, Square, SquareSet, Symmetry};

/// One of these ways: where each square goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automorphism(Vec<Square>);

impl Automorphism {
    /// Where a square goes.
    #[inline]
    #[must_use]
    pub fn square(&self, square: Square) -> Square {
        self.0[square.index()]
    }

    /// Makes `image` the squares where these go.
    #[inline]
    pub fn squares(&self, squares: &SquareSet, image: &mut SquareSet) {
        image.clear();
        squares.iter().for_each(|square| image.insert(self.square(square)));
    }
}

impl Puzzle {
    /// All automorphisms but the one that leaves everything in its place; for most puzzles there is none.
    #[must_use]
    pub fn automorphisms(&self) -> Vec<Automorphism> {
        let identity = Automorphism(self.floor().squares().collect());
        let mut found = Vec::new();
        // On a floor of one row two symmetries of the plane may be one of the puzzle, or none.
        for automorphism in Symmetry::ALL.into_iter().filter_map(|symmetry| self.automorphism(symmetry)) {
            if automorphism != identity && !found.contains(&automorphism) {
                found.push(automorphism);
            }
        }
        found
    }

    fn automorphism(&self, symmetry: Symmetry) -> Option<Automorphism> {
        let floor = self.floor();
        let (corner, size) = extent(floor);
        if symmetry.size(size) != size {
            return None;
        }
        let image = |square: Square| {
            let point = floor.point(square);
            let turned = symmetry.point(size, Point::new(point.x - corner.x, point.y - corner.y));
            let image = floor.square(Point::new(turned.x + corner.x, turned.y + corner.y))?;
            let alike = self.is_live(square) == self.is_live(image)
                && self.goals().contains(square) == self.goals().contains(image);
            alike.then_some(image)
        };
        floor.squares().map(image).collect::<Option<_>>().map(Automorphism)
    }
}

/// The smallest rectangle around the floor: its upper left corner, and its size.
fn extent(floor: &Floor) -> (Point, Size) {
    let points = || floor.squares().map(|square| floor.point(square));
    let ends = |values: fn(Point) -> u16| (points().map(values).min(), points().map(values).max());
    match (ends(|point| point.x), ends(|point| point.y)) {
        ((Some(left), Some(right)), (Some(top), Some(bottom))) => {
            (Point::new(left, top), Size::new(right - left + 1, bottom - top + 1))
        }
        _ => (Point::new(0, 0), Size::new(0, 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;
    use boxwright_grid::Direction;

    fn puzzle(board: &str) -> Puzzle {
        Puzzle::new(&Level::new(board.parse().unwrap())).unwrap()
    }

    #[test]
    fn boxes_and_the_player_do_not_count_goals_do() {
        let count = |board: &str| puzzle(board).automorphisms().len();
        assert_eq!(count("#######\n#     #\n# .$. #\n#  @$ #\n#######"), 3);
        assert_eq!(count("#######\n#.    #\n# . $ #\n#  @$ #\n#######"), 0);
        assert_eq!(count("#####\n#   #\n# . #\n# $@#\n#####"), 7);
        assert_eq!(count("##########\n#.$ @ $.##\n##########"), 1, "the margin is no part of it");
    }

    #[test]
    fn neighbours_stay_neighbours() {
        let puzzle = puzzle("#######\n#  #  #\n#.$.$ #\n#  #@ #\n#######");
        let floor = puzzle.floor();
        let images = puzzle.automorphisms();
        assert_eq!(images.len(), 1);
        for square in floor.squares() {
            for direction in Direction::ALL {
                let next = floor.next(square, direction);
                let image = images[0].square(square);
                assert!(!next.exists() || floor.neighbours(image).contains(&images[0].square(next)));
            }
        }
    }
}
