//! Pushes, and the protocol as one action more.
//!
//! The space of [`Pushes`] in which a whole run of the stone-by-stone protocol is an action too: from every position
//! there is a step to the one where the protocol gives up, with some more goals filled. There a search can go on to make
//! room for the next stone, which it could not have done with the first ones in the way. A position that the protocol
//! solves is a goal.
//!
//! An action of the protocol is free and a push costs 1, so costs count what the protocol could not do.
//! Source: the success nodes of van Lishout and Gribomont 2006; that a search goes on where a run ends is ours, in the
//! manner of the goal macros of Rolling Stone (Junghanns and Schaeffer 2001).

use super::{Push, PushState, Pushes};
use crate::protocol::Protocol;
use crate::{Plan, Puzzle};
use boxwright_grid::{Square, SquareSet};
use boxwright_search::{Cost, Domain};
use std::cell::RefCell;
use std::sync::Arc;

/// The space of pushes and runs of the protocol.
pub struct Deliveries {
    pushes: Pushes,
    work: RefCell<Work>,
}

struct Work {
    protocol: Protocol,
    /// The position of the last run, and what came of it.
    boxes: SquareSet,
    player: Square,
    filled: usize,
    spare: Option<PushState>,
}

/// A push, or a run of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// A single push.
    Push(Push),
    /// As many deliveries as the protocol makes.
    Deliver,
}

impl Deliveries {
    /// The space of this puzzle, which must not be [hopeless](Puzzle::is_hopeless).
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, protocol: Protocol) -> Deliveries {
        let boxes = SquareSet::new(puzzle.floor().len());
        let work = Work { protocol, boxes, player: Square::NONE, filled: 0, spare: None };
        Deliveries { pushes: Pushes::new(puzzle), work: RefCell::new(work) }
    }

    /// How many goals the protocol leaves empty.
    #[must_use]
    pub fn left(&self, state: &PushState) -> usize {
        let goals = self.pushes.puzzle().goal_list().len();
        goals - self.work.borrow_mut().run(&state.boxes, state.player)
    }

    /// A playable plan from these acts, the last run of the protocol included.
    #[must_use]
    pub fn plan(&self, acts: &[Act]) -> Plan {
        let puzzle = self.pushes.puzzle();
        let mut boxes = SquareSet::from_squares(puzzle.floor().len(), puzzle.boxes().iter().copied());
        let mut player = puzzle.player();
        let mut pushes = Vec::new();
        let work = &mut *self.work.borrow_mut();
        for act in acts.iter().chain([&Act::Deliver]) {
            match *act {
                Act::Push(push) => {
                    boxes.remove(push.from);
                    boxes.insert(puzzle.floor().next(push.from, push.direction));
                    player = push.from;
                    pushes.push(push);
                }
                Act::Deliver => {
                    work.run(&boxes, player);
                    pushes.extend_from_slice(work.protocol.pushes());
                    boxes.copy_from(work.protocol.end().0);
                    player = work.protocol.end().1;
                }
            }
        }
        self.pushes.plan(&pushes)
    }
}

impl Work {
    fn run(&mut self, boxes: &SquareSet, player: Square) -> usize {
        if self.player != player || self.boxes != *boxes {
            self.boxes.copy_from(boxes);
            self.player = player;
            self.filled = self.protocol.run(boxes, player);
        }
        self.filled
    }
}

impl Domain for Deliveries {
    type State = PushState;
    type Action = Act;

    positions_of_pushes!();

    fn roots(&self) -> Vec<PushState> {
        self.pushes.roots()
    }

    fn is_goal(&self, state: &PushState) -> bool {
        self.pushes.is_goal(state) || self.left(state) == 0
    }

    fn expand(&self, state: &mut PushState, mut visit: impl FnMut(&PushState, Act, Cost)) {
        // The position after the run is shown in a spare state, which is lent out meanwhile.
        let mut spare = None;
        {
            let work = &mut *self.work.borrow_mut();
            work.run(&state.boxes, state.player);
            if !work.protocol.pushes().is_empty() {
                let (stones, player) = work.protocol.end();
                let mut end = work.spare.take().unwrap_or_else(|| state.clone());
                self.pushes.set(&mut end, stones, player);
                spare = Some(end);
            }
        }
        if let Some(end) = spare {
            visit(&end, Act::Deliver, 0);
            self.work.borrow_mut().spare = Some(end);
        }
        self.pushes.expand(state, |successor, push, cost| visit(successor, Act::Push(push), cost));
    }

    fn unit_cost(&self) -> bool {
        false
    }
}
