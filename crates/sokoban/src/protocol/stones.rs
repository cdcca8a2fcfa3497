//! The protocol as a finisher of searches, in every space.
//!
//! A position is the more promising the fewer pushes its boxes are away from their nearest goals.

use super::Protocol;
use crate::macros::MacroMove;
use crate::space::{MacroPushes, MacroState, Push, PushState, Pushes, StepState, Steps, steps_of};
use boxwright_grid::{Direction, Square, SquareSet, UNREACHED};
use boxwright_search::{Cost, Finisher, Measured};

/// Tries the protocol on every position it is asked about.
#[derive(Clone, Debug)]
pub struct Stones {
    protocol: Protocol,
    nearest: Vec<u16>,
    work: u64,
}

/// The protocol looks at about as many squares in the time in which a position is generated.
const SQUARES_PER_POSITION: u64 = 64;

impl Stones {
    /// A finisher that runs this protocol.
    #[must_use]
    pub fn new(protocol: Protocol) -> Stones {
        let puzzle = &protocol.puzzle;
        let goals = 0..puzzle.goal_list().len();
        let nearest = |square: Square| goals.clone().map(|goal| puzzle.goal_distances(goal)[square.index()]).min();
        let nearest = puzzle.floor().squares().map(|square| nearest(square).unwrap_or(UNREACHED)).collect();
        Stones { nearest, protocol, work: 0 }
    }

    fn solves(&mut self, boxes: &SquareSet, player: Square) -> bool {
        let solved = self.protocol.solves(boxes, player);
        self.work += self.protocol.work();
        solved
    }

    fn pushes_away(&self, boxes: &SquareSet) -> Cost {
        boxes.iter().map(|square| Cost::from(self.nearest[square.index()])).sum()
    }
}

impl Finisher<Pushes> for Stones {
    fn finish(&mut self, _: &Pushes, state: &PushState, rest: &mut Vec<Push>) -> bool {
        let solved = self.solves(&state.boxes, state.player);
        if solved {
            rest.extend_from_slice(self.protocol.pushes());
        }
        solved
    }
}

impl Measured<Pushes> for Stones {
    fn promise(&self, _: &Pushes, state: &PushState) -> Cost {
        self.pushes_away(&state.boxes)
    }

    fn work(&self) -> u64 {
        self.work / SQUARES_PER_POSITION
    }
}

impl Finisher<Steps> for Stones {
    fn finish(&mut self, _: &Steps, state: &StepState, rest: &mut Vec<Direction>) -> bool {
        let solved = self.solves(&state.boxes, state.player);
        if solved {
            let floor = self.protocol.puzzle.floor();
            let steps = steps_of(floor, state.boxes.clone(), state.player, self.protocol.pushes());
            rest.extend(steps.expect("the protocol makes possible pushes"));
        }
        solved
    }
}

impl Measured<Steps> for Stones {
    fn promise(&self, _: &Steps, state: &StepState) -> Cost {
        self.pushes_away(&state.boxes)
    }

    fn work(&self) -> u64 {
        self.work / SQUARES_PER_POSITION
    }
}

impl Finisher<MacroPushes> for Stones {
    fn finish(&mut self, _: &MacroPushes, state: &MacroState, rest: &mut Vec<MacroMove>) -> bool {
        let solved = self.solves(&state.boxes, state.player);
        if solved {
            let floor = self.protocol.puzzle.floor();
            rest.extend(self.protocol.pushes().iter().map(|push| MacroMove::of_push(floor, push.from, push.direction)));
        }
        solved
    }
}

impl Measured<MacroPushes> for Stones {
    fn promise(&self, _: &MacroPushes, state: &MacroState) -> Cost {
        self.pushes_away(&state.boxes)
    }

    fn work(&self) -> u64 {
        self.work / SQUARES_PER_POSITION
    }
}
