//! Positions up to walking, near a solution, from one of its positions to a later one: for counting pushes alone.

use std::cell::RefCell;

use boxwright_grid::{Square, SquareSet};
use boxwright_search::{Cost, Domain};

use super::trail::Moment;
use super::vicinity::{Displaced, Vicinity};
use crate::space::{Push, PushState, Pushes, positions_of_pushes};

/// The part of the space of pushes near a solution.
pub(super) struct Near<'a> {
    pushes: &'a Pushes,
    vicinity: &'a Vicinity,
    start: PushState,
    /// Boxes and region to end with; none: any solved position.
    target: Option<(SquareSet, Square)>,
    /// Of the position being expanded.
    displaced: RefCell<Displaced>,
}

impl<'a> Near<'a> {
    /// Where a search for pushes from `start` to `target` stays near.
    pub(super) fn new(pushes: &'a Pushes, vicinity: &'a Vicinity, start: &Moment, target: Option<&Moment>) -> Near<'a> {
        let mut state = pushes.roots().remove(0);
        let target = target.map(|target| {
            pushes.set(&mut state, &target.boxes, target.player);
            (target.boxes.clone(), state.player)
        });
        pushes.set(&mut state, &start.boxes, start.player);
        Near { pushes, vicinity, start: state, target, displaced: RefCell::default() }
    }
}

impl Domain for Near<'_> {
    type State = PushState;
    type Action = Push;

    positions_of_pushes!();

    fn roots(&self) -> Vec<PushState> {
        vec![self.start.clone()]
    }

    #[inline]
    fn is_goal(&self, state: &PushState) -> bool {
        match &self.target {
            None => self.pushes.is_goal(state),
            Some((boxes, player)) => state.player == *player && state.boxes == *boxes,
        }
    }

    fn expand(&self, state: &mut PushState, visit: impl FnMut(&PushState, Push, Cost)) {
        let mut displaced = self.displaced.borrow_mut();
        self.vicinity.enter(&mut displaced, &state.boxes);
        self.pushes.look_around(state);
        self.pushes.expand_where(state, |push, to| self.vicinity.admits(&displaced, push.from, to), visit);
    }

    fn unit_cost(&self) -> bool {
        true
    }
}
