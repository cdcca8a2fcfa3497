//! Positions after a push, with the exact square of the player: one action is a walk and a push.
//!
//! What [`super::Steps`] does in single steps happens at once, so that there are no positions in the middle of a walk:
//! the player always stands where the box was that he just pushed. Costs are those of the steps, so the cheapest plan is
//! the same one.
//!
//! The same boxes are often left behind with the player on one side or the other. A position is not worth expanding if
//! he can walk there from another that is known, and arrives no later: every push from here is then had as cheaply
//! from there (*dominance*). The others are looked for where he may have made his last push.
//!
//! Source: the recipe for move-optimal search in the literature on Sokoban solvers (Wesselink and Zantema 2003).

use super::position_code::PositionCode;
use super::{Push, plan};
use crate::deadlock::{Deadlocks, Pairs, Rules, Watch};
use crate::macros::Way;
use crate::{Plan, Puzzle};
use boxwright_grid::{Direction, Floor, Square, SquareSet, UNREACHED};
use boxwright_search::packed::{BitReader, BitWriter};
use boxwright_search::{Cost, Domain, StepCosts};
use std::sync::Arc;

/// The space of walks with a push.
#[derive(Clone, Debug)]
pub struct Walks {
    puzzle: Arc<Puzzle>,
    code: PositionCode,
    deadlocks: Deadlocks,
    pairs: Option<Arc<Pairs>>,
    costs: StepCosts,
    dominance: bool,
}

/// A position.
#[derive(Clone, Debug)]
pub struct WalkState {
    /// The squares with a box.
    pub boxes: SquareSet,
    /// The player's square.
    pub player: Square,
    box_key: u64,
    watch: Watch,
    walk: Walk,
    box_list: Vec<Square>,
}

/// How far the player has to walk; working memory.
#[derive(Clone, Debug, Default)]
struct Walk {
    distance: Vec<u16>,
    queue: Vec<Square>,
    /// Whether it was found for the position at hand, and not used yet.
    is_found: bool,
}

impl Walk {
    /// Finds the way to all squares.
    fn find(&mut self, floor: &Floor, from: Square, boxes: &SquareSet) {
        self.distance.clear();
        self.distance.resize(floor.len(), UNREACHED);
        self.distance[from.index()] = 0;
        self.queue.clear();
        self.queue.push(from);
        let mut at = 0;
        while let Some(&square) = self.queue.get(at) {
            at += 1;
            let distance = self.distance[square.index()] + 1;
            for &next in floor.neighbours(square) {
                if next.exists() && self.distance[next.index()] == UNREACHED && !boxes.contains(next) {
                    self.distance[next.index()] = distance;
                    self.queue.push(next);
                }
            }
        }
    }
}

impl Walks {
    /// The space of this puzzle, which must not be [hopeless](Puzzle::is_hopeless); `pairs` says whether dead pairs of
    /// boxes are left out.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, costs: StepCosts, pairs: bool) -> Walks {
        Walks {
            puzzle: Arc::clone(puzzle),
            code: PositionCode::new(puzzle),
            deadlocks: Deadlocks::new(puzzle, Rules::ALL),
            pairs: if pairs { puzzle.dead_pairs(Way::Push) } else { None },
            costs,
            dominance: false,
        }
    }

    /// The same without positions that the player can walk to from others no later.
    #[must_use]
    pub fn with_dominance(self) -> Walks {
        Walks { dominance: true, ..self }
    }

    /// What steps cost.
    #[must_use]
    pub fn costs(&self) -> StepCosts {
        self.costs
    }

    /// A playable plan from pushes: the walks between them are as short as can be.
    ///
    /// # Panics
    /// If the pushes are not possible one after the other.
    #[must_use]
    pub fn plan(&self, pushes: &[Push]) -> Plan {
        plan(&self.puzzle, pushes).expect("the player can walk to each push")
    }
}

impl Domain for Walks {
    type State = WalkState;
    type Action = Push;

    fn packed_bits(&self) -> usize {
        self.code.bits()
    }

    #[inline]
    fn pack(&self, state: &WalkState, bits: &mut BitWriter<'_>) {
        self.code.pack(&state.boxes, state.player, bits);
    }

    #[inline]
    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut WalkState) {
        (state.player, state.box_key) = self.code.unpack(&self.puzzle, bits, &mut state.boxes);
        self.deadlocks.put_all(&mut state.watch, &state.boxes);
        state.walk.is_found = false;
    }

    #[inline]
    fn key(&self, state: &WalkState) -> u64 {
        state.box_key ^ self.puzzle.player_key(state.player)
    }

    #[inline]
    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.code.key_of(&self.puzzle, bits)
    }

    fn roots(&self) -> Vec<WalkState> {
        let boxes = SquareSet::from_squares(self.puzzle.floor().len(), self.puzzle.boxes().iter().copied());
        let mut watch = self.deadlocks.watch(&self.puzzle);
        self.deadlocks.put_all(&mut watch, &boxes);
        vec![WalkState {
            player: self.puzzle.player(),
            box_key: boxes.iter().fold(0, |key, square| key ^ self.puzzle.box_key(square)),
            box_list: Vec::with_capacity(self.puzzle.boxes().len()),
            walk: Walk::default(),
            boxes,
            watch,
        }]
    }

    #[inline]
    fn is_goal(&self, state: &WalkState) -> bool {
        state.boxes.is_subset(self.puzzle.goals())
    }

    fn expand(&self, state: &mut WalkState, mut visit: impl FnMut(&WalkState, Push, Cost)) {
        let floor = self.puzzle.floor();
        let (player, box_key) = (state.player, state.box_key);
        let mut walk = std::mem::take(&mut state.walk);
        let mut box_list = std::mem::take(&mut state.box_list);
        if !std::mem::take(&mut walk.is_found) {
            walk.find(floor, player, &state.boxes);
        }
        box_list.clear();
        box_list.extend(&state.boxes);
        for &from in &box_list {
            for direction in Direction::ALL {
                let behind = floor.next(from, direction.opposite());
                let to = floor.next(from, direction);
                if !behind.exists() || walk.distance[behind.index()] == UNREACHED {
                    continue;
                }
                if !to.exists() || !self.puzzle.is_live(to) || state.boxes.contains(to) {
                    continue;
                }
                state.boxes.remove(from);
                state.boxes.insert(to);
                let dead_pair = |pairs: &Arc<Pairs>| pairs.is_dead(&state.boxes, to, from);
                if !self.pairs.as_ref().is_some_and(dead_pair)
                    && !self.deadlocks.forbid(&mut state.watch, &self.puzzle, &state.boxes, from, to)
                {
                    state.player = from;
                    state.box_key = box_key ^ self.puzzle.box_key(from) ^ self.puzzle.box_key(to);
                    let steps = Cost::from(walk.distance[behind.index()]);
                    visit(state, Push { from, direction }, steps * self.costs.walk + self.costs.push);
                }
                state.boxes.remove(to);
                state.boxes.insert(from);
            }
        }
        (state.player, state.box_key) = (player, box_key);
        state.walk = walk;
        state.box_list = box_list;
    }

    fn is_outdone(&self, state: &mut WalkState, cost: Cost, mut known: impl FnMut(&WalkState) -> Option<Cost>) -> bool {
        if !self.dominance {
            return false;
        }
        let floor = self.puzzle.floor();
        let player = state.player;
        let mut walk = std::mem::take(&mut state.walk);
        let mut box_list = std::mem::take(&mut state.box_list);
        walk.find(floor, player, &state.boxes);
        walk.is_found = true;
        box_list.clear();
        box_list.extend(&state.boxes);
        let mut outdoes = |pushed: Square, side: Direction| {
            // The box came from here, and the player from one square farther back.
            let from = floor.next(pushed, side);
            if !from.exists() || from == player || !self.puzzle.is_live(from) {
                return false;
            }
            let (behind, steps) = (floor.next(from, side), walk.distance[from.index()]);
            if steps == UNREACHED || !behind.exists() || state.boxes.contains(behind) {
                return false;
            }
            state.player = from;
            known(state).is_some_and(|other| other.saturating_add(Cost::from(steps) * self.costs.walk) <= cost)
        };
        let is_outdone = box_list.iter().any(|&pushed| Direction::ALL.into_iter().any(|side| outdoes(pushed, side)));
        state.player = player;
        state.box_list = box_list;
        state.walk = walk;
        is_outdone
    }

    fn unit_cost(&self) -> bool {
        false
    }
}
