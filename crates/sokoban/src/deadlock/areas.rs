//! Areas: parts of the board whose boxes compete for the same goals.
//!
//! Neighbouring squares from which a lone box can be pushed to the same set of goals form an area. As many boxes as that
//! set has goals fit in; one more and some box is left over. Dead squares are the areas with room for none.
//! Source: the deadlock detector of GroupEffort (Froleyks and Balyo 2017), which extends dead squares.
//! Cost: a look-up for every push, and an addition and a comparison if the box changes its area.
//! Sound for: any, pushes, moves. A matching of boxes to goals that they can reach finds all that this finds, and more.

use crate::Puzzle;
use boxwright_grid::{Direction, Square, UNREACHED};

/// The areas of a puzzle.
#[derive(Clone, Debug)]
pub struct Areas {
    area_of: Vec<u16>,
    room: Vec<u16>,
}

/// The boxes in every area.
#[derive(Clone, Debug, Default)]
pub struct AreaCounts(Vec<u16>);

impl Areas {
    /// Finds the areas.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Areas {
        const NONE: u16 = u16::MAX;
        let floor = puzzle.floor();
        let goals = puzzle.goal_list().len();
        let reaches = |s: Square, goal: usize| puzzle.goal_distances(goal)[s.index()] != UNREACHED;
        let same = |a: Square, b: Square| (0..goals).all(|goal| reaches(a, goal) == reaches(b, goal));
        let mut area_of = vec![NONE; floor.len()];
        let mut room = Vec::new();
        let mut waiting = Vec::new();
        for first in floor.squares() {
            if area_of[first.index()] != NONE {
                continue;
            }
            let area = room.len() as u16;
            room.push((0..goals).filter(|&goal| reaches(first, goal)).count() as u16);
            area_of[first.index()] = area;
            waiting.push(first);
            while let Some(square) = waiting.pop() {
                for next in Direction::ALL.map(|direction| floor.next(square, direction)) {
                    if next.exists() && area_of[next.index()] == NONE && same(next, first) {
                        area_of[next.index()] = area;
                        waiting.push(next);
                    }
                }
            }
        }
        Areas { area_of, room }
    }

    /// The areas without boxes.
    #[must_use]
    pub fn empty(&self) -> AreaCounts {
        AreaCounts(vec![0; self.room.len()])
    }

    /// Whether a push from `from` to `to` brings one box too many into an area.
    #[inline]
    #[must_use]
    pub fn overfills(&self, counts: &AreaCounts, from: Square, to: Square) -> bool {
        let (old, new) = (self.area_of[from.index()], usize::from(self.area_of[to.index()]));
        usize::from(old) != new && counts.0[new] >= self.room[new]
    }

    /// Counts a box that is put down.
    #[inline]
    pub fn enter(&self, counts: &mut AreaCounts, square: Square) {
        counts.0[usize::from(self.area_of[square.index()])] += 1;
    }

    /// Whether there is a box too many somewhere.
    #[must_use]
    pub fn is_overfull(&self, counts: &AreaCounts) -> bool {
        counts.0.iter().zip(&self.room).any(|(count, room)| count > room)
    }
}

impl AreaCounts {
    /// No boxes any more.
    #[inline]
    pub fn clear(&mut self) {
        self.0.fill(0);
    }
}
