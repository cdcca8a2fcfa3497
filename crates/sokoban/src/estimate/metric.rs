//! How far it is from a square to a goal.

use crate::Puzzle;
use crate::distance::{Spots, pull_distances, push_distances};
use boxwright_grid::{Square, UNREACHED};

/// How the way of a box to a goal is measured. None of them ever exceeds the pushes that are needed, and one push
/// changes it by at most one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Rows plus columns.
    Manhattan,
    /// As the crow flies.
    Pythagorean,
    /// Pushes on the board without other boxes, the player being anywhere.
    Pull,
}

/// The distances of all squares to all goals.
#[derive(Clone, Debug)]
pub struct Distances {
    goals: usize,
    unit: u64,
    /// By square, then goal.
    table: Vec<i32>,
}

/// Pythagorean distances are whole numbers of this part of a push.
const FRACTIONS: u64 = 1024;

impl Distances {
    /// No way at all. Sums with one such distance are at least this, sums without are less.
    pub const FAR: u64 = 1 << 27;

    /// Measures a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle, metric: Metric) -> Distances {
        let floor = puzzle.floor();
        let goals = puzzle.goal_list().len();
        let mut table = Vec::with_capacity(goals * floor.len());
        for square in floor.squares() {
            let here = floor.point(square);
            for (goal, &there) in puzzle.goal_list().iter().enumerate() {
                let there = floor.point(there);
                let (dx, dy) = (u64::from(here.x.abs_diff(there.x)), u64::from(here.y.abs_diff(there.y)));
                let distance = match metric {
                    Metric::Manhattan => dx + dy,
                    Metric::Pythagorean => ((dx * dx + dy * dy) * FRACTIONS * FRACTIONS).isqrt(),
                    Metric::Pull => match puzzle.goal_distances(goal)[square.index()] {
                        UNREACHED => Distances::FAR,
                        pushes => pushes.into(),
                    },
                };
                table.push(cut(distance, goals));
            }
        }
        Distances { goals, unit: if metric == Metric::Pythagorean { FRACTIONS } else { 1 }, table }
    }

    /// Pulls to the squares on which boxes start, for going backwards: those squares are what the boxes are given.
    #[must_use]
    pub fn to_starts(puzzle: &Puzzle) -> Distances {
        Distances::pulls_to(puzzle, puzzle.boxes())
    }

    /// Pulls to these squares.
    #[must_use]
    pub(crate) fn pulls_to(puzzle: &Puzzle, squares: &[Square]) -> Distances {
        let floor = puzzle.floor();
        Distances::from_rows(floor.len(), squares.iter().map(|&square| push_distances(floor, &[square])))
    }

    /// Pushes to these squares instead of the goals.
    #[must_use]
    pub(crate) fn to_squares(puzzle: &Puzzle, squares: &[Square]) -> Distances {
        let floor = puzzle.floor();
        Distances::from_rows(floor.len(), squares.iter().map(|&square| pull_distances(floor, &[square])))
    }

    /// Pushes from spots to goals; the spots take the place of squares.
    #[must_use]
    pub fn between_spots(puzzle: &Puzzle, spots: &Spots) -> Distances {
        let rows = puzzle.goal_list().iter().map(|&goal| spots.distances(puzzle, goal));
        Distances::from_rows(spots.number(), rows)
    }

    /// Pulls from spots to where boxes start, on the side of them on which the player starts; the spots take the place of
    /// squares.
    #[must_use]
    pub fn from_starts(puzzle: &Puzzle, spots: &Spots) -> Distances {
        let rows = puzzle.boxes().iter().map(|&start| spots.distances_from(puzzle, start, puzzle.player()));
        Distances::from_rows(spots.number(), rows)
    }

    /// Whole numbers of pushes or pulls, by goal and one of so many squares.
    fn from_rows(squares: usize, rows: impl Iterator<Item = Vec<u16>>) -> Distances {
        let rows: Vec<Vec<u16>> = rows.collect();
        let mut table = Vec::with_capacity(rows.len() * squares);
        for square in 0..squares {
            table.extend(rows.iter().map(|row| match row[square] {
                UNREACHED => cut(Distances::FAR, rows.len()),
                pushes => cut(pushes.into(), rows.len()),
            }));
        }
        Distances { goals: rows.len(), unit: 1, table }
    }

    /// How many of these distances make a push.
    #[must_use]
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// How many goals there are.
    #[must_use]
    pub fn goals(&self) -> usize {
        self.goals
    }

    /// All squares.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + use<> {
        (0..self.table.len().checked_div(self.goals).unwrap_or(0) as u16).map(Square)
    }

    /// From a square to every goal.
    #[inline]
    #[must_use]
    pub fn from(&self, square: Square) -> &[i32] {
        &self.table[square.index() * self.goals..][..self.goals]
    }
}

/// A distance that can be added up for so many goals without coming to [`Distances::FAR`], unless it is that. Only on boards with
/// thousands of boxes is anything cut off, and what is left is still no more than is needed.
fn cut(distance: u64, goals: usize) -> i32 {
    let far = Distances::FAR;
    if distance < far { distance.min((far - 1) / goals as u64) as i32 } else { far as i32 }
}
