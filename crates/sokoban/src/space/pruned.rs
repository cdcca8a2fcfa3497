//! The space of pushes with every rule that keeps the fewest pushes: for proofs.
//!
//! Positions and pushes are those of [`Pushes`]. Left out, besides what that leaves out, are
//! - pushes that make a dead pair of boxes ([`Pairs`]), when they are generated;
//! - all pushes of a position that is dead because of frozen boxes or in a corral ([`DearRules`]), when it is expanded;
//! - where there is a PI-corral ([`PiCorrals`]), all pushes but its own.
//!
//! Each rule can be switched off, and what is the fewest pushes must not depend on it; tests hold them to that.

use super::{Push, PushState, Pushes};
use crate::deadlock::{DearRules, Pairs, PiCorral, PiCorrals};
use crate::macros::Way;
use crate::{Plan, Puzzle};
use boxwright_grid::Square;
use boxwright_search::{Cost, Domain};
use std::cell::RefCell;
use std::sync::Arc;

/// Which rules are in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prune {
    /// See [`Pairs`].
    pub pairs: bool,
    /// See [`FrozenWalls`](crate::deadlock::FrozenWalls).
    pub frozen: bool,
    /// See [`Corrals`](crate::deadlock::Corrals) and [`PiCorrals`].
    pub corrals: bool,
}

impl Prune {
    /// Every rule.
    pub const ALL: Prune = Prune { pairs: true, frozen: true, corrals: true };
}

/// The space.
#[derive(Clone, Debug)]
pub struct Pruned {
    pushes: Pushes,
    pairs: Option<Arc<Pairs>>,
    work: RefCell<Work>,
}

#[derive(Clone, Debug)]
struct Work {
    dear: DearRules,
    pi_corrals: Option<PiCorrals>,
}

impl Pruned {
    /// The space of this puzzle, which must not be [hopeless](Puzzle::is_hopeless), with these rules.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, prune: Prune) -> Pruned {
        let work = Work {
            dear: DearRules::new(puzzle).only(prune.frozen, prune.corrals),
            pi_corrals: prune.corrals.then(|| PiCorrals::new(puzzle)),
        };
        let pairs = if prune.pairs { puzzle.dead_pairs(Way::Push) } else { None };
        Pruned { pushes: Pushes::new(puzzle), pairs, work: RefCell::new(work) }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        self.pushes.puzzle()
    }

    /// A playable plan from pushes.
    ///
    /// # Panics
    /// If the pushes are not possible one after the other.
    #[must_use]
    pub fn plan(&self, pushes: &[Push]) -> Plan {
        self.pushes.plan(pushes)
    }
}

impl Work {
    /// What may be pushed in a position that was looked at; `None` if it is dead.
    fn allowed(&mut self, puzzle: &Puzzle, state: &PushState) -> Option<Option<PiCorral>> {
        if self.dear.condemn(puzzle, &state.boxes, state.player) {
            return None;
        }
        let is_parted = state.reach.count() + state.boxes.count() < puzzle.floor().len();
        let pi_corrals = self.pi_corrals.as_mut().filter(|_| is_parted);
        Some(pi_corrals.and_then(|pi_corrals| pi_corrals.find(puzzle, &state.boxes, &state.reach)))
    }
}

impl Domain for Pruned {
    type State = PushState;
    type Action = Push;

    positions_of_pushes!();

    fn roots(&self) -> Vec<PushState> {
        self.pushes.roots()
    }

    #[inline]
    fn is_goal(&self, state: &PushState) -> bool {
        self.pushes.is_goal(state)
    }

    fn expand(&self, state: &mut PushState, mut visit: impl FnMut(&PushState, Push, Cost)) {
        self.pushes.look_around(state);
        let Some(corral) = self.work.borrow_mut().allowed(self.pushes.puzzle(), state) else { return };
        let floor = self.pushes.puzzle().floor();
        let allowed = |push: Push, _: Square| {
            let is_of = |corral: &PiCorral| {
                let those = corral.pushes.iter().find(|(square, _)| *square == push.from);
                those.is_some_and(|(_, directions)| directions >> push.direction.index() & 1 != 0)
            };
            corral.as_ref().is_none_or(is_of)
        };
        self.pushes.expand_where(state, allowed, |successor, push, cost| {
            let to = floor.next(push.from, push.direction);
            let dead_pair = |pairs: &Arc<Pairs>| pairs.is_dead(&successor.boxes, to, successor.player);
            if !self.pairs.as_ref().is_some_and(dead_pair) {
                visit(successor, push, cost);
            }
        });
    }

    fn unit_cost(&self) -> bool {
        true
    }
}
