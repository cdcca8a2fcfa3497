//! What is good in the game of sinks, for [`boxwright_search::Fess`].
//!
//! Positions are told apart by boxes left, boxes on goals and regions. If a box can vanish, first what is not on a goal
//! does, then what is not in a hole, what leaves few regions, and what is pulled far. If none can, a pull is recommended
//! that joins regions, and one that takes a box off its goal, far away, without cutting the floor.

use super::sinks::{SinkMove, SinkState, Sinks};
use crate::Puzzle;
use boxwright_grid::{Square, SquareSet, walking_distances};
use boxwright_search::{Adviser, Opinion};

/// Numbers of features.
const LEFT: usize = 0;
const ON_GOALS: usize = 1;
const REGIONS: usize = 2;
const FAR: usize = 3;
const FROM_GOAL: usize = 4;
const FROM_HOLE: usize = 5;
const LENGTH: usize = 6;

/// Knows which positions of the game are good.
pub(super) struct SinkAdviser {
    /// Steps from the nearest goal.
    far: Vec<u16>,
}

impl SinkAdviser {
    pub(super) fn new(puzzle: &Puzzle) -> SinkAdviser {
        let nothing = SquareSet::new(puzzle.floor().len());
        let mut far = vec![u16::MAX; puzzle.floor().len()];
        for goal in puzzle.goals() {
            let mut distances = Vec::new();
            walking_distances(puzzle.floor(), goal, &nothing, &mut distances);
            far.iter_mut().zip(distances).for_each(|(far, one)| *far = (*far).min(one));
        }
        SinkAdviser { far }
    }
}

impl Adviser<Sinks<'_>> for SinkAdviser {
    fn enter(&mut self, _: &Sinks<'_>, _: &SinkState, _: &Opinion) {}

    fn look(&mut self, game: &Sinks<'_>, state: &SinkState, action: Option<SinkMove>) -> Option<Opinion> {
        let puzzle = game.puzzle;
        let left = state.boxes.count();
        let on_goals = state.boxes.iter().filter(|&s| puzzle.goals().contains(s)).count();
        let far: u32 = state.boxes.iter().map(|s| u32::from(self.far[s.index()])).sum();
        let hole = |square: Square| puzzle.floor().neighbours(square).iter().filter(|s| s.exists()).count() <= 1;
        let from_goal = action.is_some_and(|m| puzzle.goals().contains(m.one.from));
        let from_hole = action.is_some_and(|m| hole(m.one.from));
        let length = action.map_or(0, |m| m.one.length);
        let mut features = [0; 8];
        features[LEFT] = left as u16;
        features[ON_GOALS] = on_goals as u16;
        features[REGIONS] = state.regions;
        features[FAR] = far as u16;
        features[FROM_GOAL] = from_goal.into();
        features[FROM_HOLE] = from_hole.into();
        features[LENGTH] = length;
        let few = |n: usize, most: usize| (most - n.min(most)) as u64;
        // What vanishes: first what is not on a goal, then what is not in a hole.
        let score = few(left, 255) << 56
            | few(state.regions.into(), 63) << 50
            | few(on_goals, 255) << 42
            | u64::from(far.min(1023)) << 32
            | u64::from(!from_goal) << 31
            | u64::from(!from_hole) << 30
            | u64::from(length.min(1023));
        let cell = (left as u64) << 24 | (on_goals as u64) << 12 | u64::from(state.regions);
        Some(Opinion { cell, score, features, ..Opinion::default() })
    }

    fn is_dead(&mut self, game: &Sinks<'_>, state: &SinkState) -> bool {
        !game.leaves_enough(&mut state.clone(), None, None)
    }

    fn advise(&mut self, parent: &Opinion, successors: &[Opinion], recommended: &mut Vec<usize>) {
        let feature = |number: usize| move |one: &Opinion| one.features[number];
        if successors.first().is_some_and(|one| one.features[LEFT] < parent.features[LEFT]) {
            let rank = |(number, one): &(usize, &Opinion)| {
                (
                    feature(FROM_GOAL)(one),
                    feature(FROM_HOLE)(one),
                    feature(REGIONS)(one),
                    std::cmp::Reverse(feature(LENGTH)(one)),
                    *number,
                )
            };
            recommended.extend(successors.iter().enumerate().min_by_key(rank).map(|(number, _)| number));
            return;
        }
        let best = |wanted: &dyn Fn(&Opinion) -> bool| {
            let those = successors.iter().enumerate().filter(|(_, one)| wanted(one));
            those.max_by_key(|(number, one)| (one.score, std::cmp::Reverse(*number))).map(|(number, _)| number)
        };
        let keeps = |one: &Opinion| one.features[REGIONS] <= parent.features[REGIONS];
        recommended.extend(best(&|one| one.features[REGIONS] < parent.features[REGIONS]));
        recommended.extend(best(&|one| keeps(one) && one.features[ON_GOALS] < parent.features[ON_GOALS]));
        recommended.extend(best(&|one| {
            keeps(one) && one.features[ON_GOALS] < parent.features[ON_GOALS] && one.features[FROM_HOLE] == 0
        }));
    }
}
