//! Halves of solutions: what searches from both ends bring to where they meet ([`boxwright_search::meeting`]).
//!
//! A half is a list of pushes, each in one number: the square of the box and the direction. The walks between them follow
//! from them.

use crate::aim::MacroSpace;
use crate::space::{MacroPulls, MacroPushes, Pruned, Pulls, Push, Pushes, plan};
use crate::{Plan, Puzzle};
use boxwright_grid::{Direction, Square};
use boxwright_search::{Halves, Side};

pub(super) const PUSHES: Halves<Pushes> = Halves { side: Side::Forward, code: |_, pushes| code(pushes) };
pub(super) const PRUNED: Halves<Pruned> = Halves { side: Side::Forward, code: |_, pushes| code(pushes) };
pub(super) const MACRO_PUSHES: Halves<MacroPushes> =
    Halves { side: Side::Forward, code: |space, moves| code(&space.pushes(moves)) };
pub(super) const PULLS: Halves<Pulls> =
    Halves { side: Side::Backward, code: |space, pulls| code(&space.undone(pulls)) };
pub(super) const MACRO_PULLS: Halves<MacroPulls> =
    Halves { side: Side::Backward, code: |space, moves| code(&space.single().undone(&space.pulls(moves))) };

/// A space of macro moves, and how its actions make one half of a solution.
pub(super) trait HalfWay: MacroSpace {
    const HALVES: Halves<Self>;
}

impl HalfWay for MacroPushes {
    const HALVES: Halves<MacroPushes> = MACRO_PUSHES;
}

impl HalfWay for MacroPulls {
    const HALVES: Halves<MacroPulls> = MACRO_PULLS;
}

fn code(pushes: &[Push]) -> Vec<u32> {
    pushes.iter().map(|push| u32::from(push.from.0) << 2 | push.direction.index() as u32).collect()
}

/// The solution of two halves, `None` if they do not fit.
#[must_use]
pub fn join(puzzle: &Puzzle, forward: &[u32], backward: &[u32]) -> Option<Plan> {
    let push = |&code: &u32| {
        let from = Square(u16::try_from(code >> 2).ok()?);
        (from.index() < puzzle.floor().len())
            .then(|| Push { from, direction: Direction::from_index((code & 3) as usize) })
    };
    let pushes: Option<Vec<Push>> = forward.iter().chain(backward).map(push).collect();
    plan(puzzle, &pushes?)
}
