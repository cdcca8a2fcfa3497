//! The game played backwards: boxes are pulled from the goals to where they start.
//!
//! Positions are those of [`Pushes`]: the boxes, and the region in which the player can walk. A pull undoes a push: the
//! player next to a box steps away from it and the box follows. Every region around the boxes on the goals is a root,
//! since nobody knows where the player will stand in the end; the goal is the position the level begins with.
//!
//! Source: Takes, "Sokoban: Reversed Solving" (2008); the idea is as old as Sokoban solvers. No rule against dead
//! positions is needed: what pulls reach from a solved position is exactly what pushes can solve. Boxes never come to
//! stand on dead squares, because those are the squares no pull reaches.

use super::position_code::PositionCode;
use super::region::smallest_after;
use super::{Push, Pushes};
use crate::deadlock::{Pairs, Pens};
use crate::macros::Way;
use crate::{Plan, Puzzle};
use boxwright_grid::{Direction, Fill, Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter};
use boxwright_search::{Cost, Domain};
use std::cell::RefCell;
use std::sync::Arc;

/// The space of pulls.
#[derive(Clone, Debug)]
pub struct Pulls {
    puzzle: Arc<Puzzle>,
    code: PositionCode,
    start: SquareSet,
    pairs: Option<Arc<Pairs>>,
    pens: Option<RefCell<Pens>>,
}

/// One pull of the box on `from`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pull {
    /// Where the box is before.
    pub from: Square,
    /// Where it is pulled, and where the player walks.
    pub direction: Direction,
}

/// A position, with the working memory to expand it.
#[derive(Clone, Debug)]
pub struct PullState {
    /// The squares with a box.
    pub boxes: SquareSet,
    /// The smallest square the player can walk to.
    pub player: Square,
    box_key: u64,
    reach: SquareSet,
    box_list: Vec<Square>,
    scratch: SquareSet,
    fill: Fill,
}

impl Pulls {
    /// The space of this puzzle.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>) -> Pulls {
        let start = SquareSet::from_squares(puzzle.floor().len(), puzzle.boxes().iter().copied());
        Pulls { puzzle: Arc::clone(puzzle), code: PositionCode::new(puzzle), start, pairs: None, pens: None }
    }

    /// The same without positions in which two boxes can never get back to where boxes start.
    #[must_use]
    pub fn without_dead_pairs(self) -> Pulls {
        let pairs = self.puzzle.dead_pairs(Way::Pull);
        Pulls { pairs, ..self }
    }

    /// The same without what comes after positions in which the player has locked himself in.
    #[must_use]
    pub fn without_pens(self) -> Pulls {
        let pens = Some(RefCell::new(Pens::new(&self.puzzle, self.pairs.clone())));
        Pulls { pens, ..self }
    }

    /// Whether the box on `to`, with the player on a square, makes a dead pair, if these are left out.
    #[inline]
    pub(super) fn makes_dead_pair(&self, boxes: &SquareSet, to: Square, player: Square) -> bool {
        self.pairs.as_ref().is_some_and(|pairs| pairs.is_dead(boxes, to, player))
    }

    /// Whether the player, who can walk to `reach`, has locked himself in, if that is asked for.
    pub(super) fn is_locked_in(&self, boxes: &SquareSet, reach: &SquareSet, player: Square) -> bool {
        let pens = self.pens.as_ref().map(RefCell::borrow_mut);
        pens.is_some_and(|mut pens| pens.is_dead(&self.puzzle, boxes, reach, player))
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Where the boxes have to be pulled: the squares on which they start.
    #[must_use]
    pub fn start(&self) -> &SquareSet {
        &self.start
    }

    /// A playable plan from pulls: the last pull undone is the first push.
    ///
    /// # Panics
    /// If the pulls do not lead from a solved position to the start.
    #[must_use]
    pub fn plan(&self, pulls: &[Pull]) -> Plan {
        Pushes::new(&self.puzzle).plan(&self.undone(pulls))
    }

    /// The pushes that undo pulls.
    #[must_use]
    pub fn undone(&self, pulls: &[Pull]) -> Vec<Push> {
        let floor = self.puzzle.floor();
        let undo =
            |pull: &Pull| Push { from: floor.next(pull.from, pull.direction), direction: pull.direction.opposite() };
        pulls.iter().rev().map(undo).collect()
    }

    /// Whether a position is the one that the level begins with, given a square of the player's region.
    #[inline]
    pub(super) fn is_start(&self, boxes: &SquareSet, player: Square) -> bool {
        if *boxes != self.start {
            return false;
        }
        let mut region = SquareSet::new(self.puzzle.floor().len());
        Fill::new(self.puzzle.floor()).spread(self.puzzle.floor(), player, boxes, &mut region);
        region.contains(self.puzzle.player())
    }

    /// Finds the squares the player can walk to; [`Pulls::can_pull`] asks for them.
    pub(crate) fn look_around(&self, state: &mut PullState) {
        state.reach.clear();
        state.fill.spread(self.puzzle.floor(), state.player, &state.boxes, &mut state.reach);
    }

    /// Whether a pull is possible, once the player has [looked around](Pulls::look_around).
    #[inline]
    pub(crate) fn can_pull(&self, state: &PullState, pull: Pull) -> bool {
        self.can_pull_within(&state.reach, pull)
    }

    #[inline]
    fn can_pull_within(&self, reach: &SquareSet, pull: Pull) -> bool {
        let (to, beyond) = self.way(pull);
        to.exists() && beyond.exists() && reach.contains(to) && reach.contains(beyond)
    }

    /// Where a pull takes the box, and where the player.
    #[inline]
    fn way(&self, pull: Pull) -> (Square, Square) {
        let to = self.puzzle.floor().next(pull.from, pull.direction);
        let beyond = if to.exists() { self.puzzle.floor().next(to, pull.direction) } else { Square::NONE };
        (to, beyond)
    }

    /// Pulls a box; the pull must be possible.
    #[inline]
    pub(crate) fn pull(&self, state: &mut PullState, pull: Pull) {
        let (to, beyond) = self.way(pull);
        self.move_box(state, pull.from, to);
        state.player = self.region(state, beyond);
    }

    /// The smallest square that the player can walk to from one.
    fn region(&self, state: &mut PullState, player: Square) -> Square {
        state.scratch.clear();
        state.fill.spread(self.puzzle.floor(), player, &state.boxes, &mut state.scratch)
    }

    /// Takes a pull back, given the region's square from before it.
    #[inline]
    pub(crate) fn undo(&self, state: &mut PullState, pull: Pull, player: Square) {
        let (to, _) = self.way(pull);
        self.move_box(state, to, pull.from);
        state.player = player;
    }

    #[inline]
    fn move_box(&self, state: &mut PullState, from: Square, to: Square) {
        state.boxes.remove(from);
        state.boxes.insert(to);
        state.box_key ^= self.puzzle.box_key(from) ^ self.puzzle.box_key(to);
    }
}

impl Domain for Pulls {
    type State = PullState;
    type Action = Pull;

    fn packed_bits(&self) -> usize {
        self.code.bits()
    }

    #[inline]
    fn pack(&self, state: &PullState, bits: &mut BitWriter<'_>) {
        self.code.pack(&state.boxes, state.player, bits);
    }

    #[inline]
    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut PullState) {
        (state.player, state.box_key) = self.code.unpack(&self.puzzle, bits, &mut state.boxes);
    }

    #[inline]
    fn key(&self, state: &PullState) -> u64 {
        state.box_key ^ self.puzzle.player_key(state.player)
    }

    #[inline]
    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.code.key_of(&self.puzzle, bits)
    }

    /// The solved positions, one for each region of the player, ordered by the regions' first squares row by row.
    fn roots(&self) -> Vec<PullState> {
        let floor = self.puzzle.floor();
        let boxes = self.puzzle.goals();
        let mut walked = SquareSet::new(floor.len());
        let mut fill = Fill::new(floor);
        let mut roots = Vec::new();
        for square in floor.size().points().filter_map(|point| floor.square(point)) {
            if boxes.contains(square) || walked.contains(square) {
                continue;
            }
            roots.push(PullState {
                player: fill.spread(floor, square, boxes, &mut walked),
                box_key: boxes.iter().fold(0, |key, square| key ^ self.puzzle.box_key(square)),
                box_list: Vec::with_capacity(boxes.count()),
                boxes: boxes.clone(),
                reach: SquareSet::new(floor.len()),
                scratch: SquareSet::new(floor.len()),
                fill: fill.clone(),
            });
        }
        roots
    }

    #[inline]
    fn is_goal(&self, state: &PullState) -> bool {
        self.is_start(&state.boxes, state.player)
    }

    fn expand(&self, state: &mut PullState, mut visit: impl FnMut(&PullState, Pull, Cost)) {
        self.look_around(state);
        let player = state.player;
        if self.is_locked_in(&state.boxes, &state.reach, player) {
            return;
        }
        // The region and the boxes are lent out of the state while it shows its successors.
        let reach = std::mem::take(&mut state.reach);
        let mut box_list = std::mem::take(&mut state.box_list);
        box_list.clear();
        box_list.extend(&state.boxes);
        for &from in &box_list {
            for pull in Direction::ALL.map(|direction| Pull { from, direction }) {
                if self.can_pull_within(&reach, pull) {
                    let (to, beyond) = self.way(pull);
                    self.move_box(state, from, to);
                    if !self.makes_dead_pair(&state.boxes, to, beyond) {
                        state.player = smallest_after(self.puzzle.floor(), &state.boxes, &reach, player, from, to)
                            .unwrap_or_else(|| self.region(state, beyond));
                        visit(state, pull, 1);
                    }
                    self.undo(state, pull, player);
                }
            }
        }
        state.reach = reach;
        state.box_list = box_list;
    }

    fn unit_cost(&self) -> bool {
        true
    }
}
