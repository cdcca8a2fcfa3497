//! Capacity: squares from which boxes reach the same few goals, wherever they are.
//!
//! Take the goals that a lone box can be pushed to from some square. All squares from which a box reaches these goals only, or some
//! of them, together hold as many boxes as there are such goals; one more and some box is left over. A wall without a door
//! that has two goals along it is an example ("closed edge"): however far apart, two boxes are the most it can hold. There is one
//! such set of squares for every set of goals that occurs, and a counter for each.
//!
//! [`Areas`](super::Areas) count only squares that are connected and agree in their goals; these sets contain each other,
//! and neither has to hold. A matching of boxes to goals that they can reach finds all that this finds (it is Hall's condition for
//! these sets), and more; but this costs a few bit operations for every push, where a matching costs an augmenting path.
//!
//! Source: the closed edges and shared areas of Sokoban solvers such as Sokolution and YASS. Sound for: any, pushes, moves.

use crate::Puzzle;
use boxwright_grid::{Square, UNREACHED};
use std::collections::BTreeSet;

/// The sets with a capacity.
#[derive(Clone, Debug)]
pub struct Capacity {
    /// For each square the sets that it is in, as bits.
    sets_of: Vec<u64>,
    room: Vec<u16>,
}

/// The boxes in every set.
#[derive(Clone, Debug, Default)]
pub struct Counts(Vec<u16>);

/// More sets than this are not counted: the smallest ones are.
const MOST_SETS: usize = 64;

impl Capacity {
    /// Finds the sets.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Capacity {
        let (floor, goals) = (puzzle.floor(), puzzle.goal_list().len());
        let reached = |square: Square| -> Vec<bool> {
            (0..goals).map(|goal| puzzle.goal_distances(goal)[square.index()] != UNREACHED).collect()
        };
        let reached: Vec<Vec<bool>> = floor.squares().take(puzzle.live_squares()).map(reached).collect();
        let size = |goals: &[bool]| goals.iter().filter(|&&is_reached| is_reached).count();
        let is_within = |one: &[bool], other: &[bool]| one.iter().zip(other).all(|(one, other)| other | !one);
        let mut sets: Vec<(usize, &Vec<bool>)> =
            reached.iter().map(|goals| (size(goals), goals)).collect::<BTreeSet<_>>().into_iter().collect();
        // What has room for all boxes, or for as many as it has squares, is never overfull.
        sets.retain(|&(room, set)| {
            room < puzzle.boxes().len() && reached.iter().filter(|goals| is_within(goals, set)).count() > room
        });
        sets.truncate(MOST_SETS);
        let mut sets_of = vec![0; floor.len()];
        for (square, goals) in reached.iter().enumerate() {
            for (number, (_, set)) in sets.iter().enumerate() {
                sets_of[square] |= u64::from(is_within(goals, set)) << number;
            }
        }
        Capacity { sets_of, room: sets.iter().map(|&(room, _)| room as u16).collect() }
    }

    /// The sets without boxes.
    #[must_use]
    pub fn empty(&self) -> Counts {
        Counts(vec![0; self.room.len()])
    }

    /// Whether a push from `from` to `to` brings one box too many into a set.
    #[inline]
    #[must_use]
    pub fn overfills(&self, counts: &Counts, from: Square, to: Square) -> bool {
        sets(self.sets_of[to.index()] & !self.sets_of[from.index()]).any(|set| counts.0[set] >= self.room[set])
    }

    /// Counts a box that is put down.
    #[inline]
    pub fn enter(&self, counts: &mut Counts, square: Square) {
        sets(self.sets_of[square.index()]).for_each(|set| counts.0[set] += 1);
    }

    /// Whether there is a box too many somewhere.
    #[must_use]
    pub fn is_overfull(&self, counts: &Counts) -> bool {
        counts.0.iter().zip(&self.room).any(|(count, room)| count > room)
    }
}

impl Counts {
    /// No boxes any more.
    #[inline]
    pub fn clear(&mut self) {
        self.0.fill(0);
    }
}

/// The numbers of the bits that are set.
#[inline]
fn sets(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let set = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(set)
    })
}
