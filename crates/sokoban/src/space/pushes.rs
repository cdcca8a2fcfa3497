//! Positions up to walking: the boxes, and the region in which the player can walk.
//!
//! The region is represented by its smallest square. After a push it is rarely necessary to flood the board again:
//! walking changes only around the pushed box, and a look at its eight neighbours usually shows that the region just
//! gained the square the box left and lost the one it entered.

use super::position_code::PositionCode;
use super::region::smallest_after;
use crate::deadlock::{Deadlocks, Rules, Watch};
use crate::{Plan, Puzzle};
use boxwright_grid::{Direction, Fill, Floor, Square, SquareSet, shortest_walk};
use boxwright_search::packed::{BitReader, BitWriter};
use boxwright_search::{Cost, Domain};
use std::sync::Arc;

/// The space of pushes.
#[derive(Clone, Debug)]
pub struct Pushes {
    puzzle: Arc<Puzzle>,
    code: PositionCode,
    deadlocks: Deadlocks,
}

/// One push of the box on `from`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Push {
    /// Where the box is before.
    pub from: Square,
    /// Where it is pushed.
    pub direction: Direction,
}

/// A position, with the working memory to expand it.
#[derive(Clone, Debug)]
pub struct PushState {
    /// The squares with a box.
    pub boxes: SquareSet,
    /// The smallest square the player can walk to.
    pub player: Square,
    box_key: u64,
    pub(super) reach: SquareSet,
    box_list: Vec<Square>,
    scratch: SquareSet,
    fill: Fill,
    watch: Watch,
}

impl Pushes {
    /// The space of this puzzle, which must not be [hopeless](Puzzle::is_hopeless).
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>) -> Pushes {
        Pushes::with_rules(puzzle, Rules::ALL)
    }

    /// The space with these deadlock rules.
    #[must_use]
    pub fn with_rules(puzzle: &Arc<Puzzle>, rules: Rules) -> Pushes {
        let deadlocks = Deadlocks::new(puzzle, rules);
        Pushes { puzzle: Arc::clone(puzzle), code: PositionCode::new(puzzle), deadlocks }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// The successors, of a state that was [looked at](Pushes::look_around), by pushes that `may_push` allows; it is also told
    /// where the box goes. It is asked first, so what it refuses costs nothing.
    #[inline]
    pub(crate) fn expand_where(
        &self,
        state: &mut PushState,
        may_push: impl Fn(Push, Square) -> bool,
        mut visit: impl FnMut(&PushState, Push, Cost),
    ) {
        let floor = self.puzzle.floor();
        let (player, box_key) = (state.player, state.box_key);
        // The parent's region and boxes are lent out of the state while it shows its successors.
        let reach = std::mem::take(&mut state.reach);
        let mut box_list = std::mem::take(&mut state.box_list);
        box_list.clear();
        box_list.extend(&state.boxes);

        for &from in &box_list {
            for direction in Direction::ALL {
                let behind = floor.next(from, direction.opposite());
                let to = floor.next(from, direction);
                let possible = behind.exists() && to.exists() && reach.contains(behind);
                let push = Push { from, direction };
                if !possible || !self.puzzle.is_live(to) || state.boxes.contains(to) || !may_push(push, to) {
                    continue;
                }
                state.boxes.remove(from);
                state.boxes.insert(to);
                if !self.deadlocks.forbid(&mut state.watch, &self.puzzle, &state.boxes, from, to) {
                    state.player = smallest_after(floor, &state.boxes, &reach, player, from, to).unwrap_or_else(|| {
                        state.scratch.clear();
                        state.fill.spread(floor, from, &state.boxes, &mut state.scratch)
                    });
                    state.box_key = box_key ^ self.puzzle.box_key(from) ^ self.puzzle.box_key(to);
                    visit(state, push, 1);
                }
                state.boxes.remove(to);
                state.boxes.insert(from);
            }
        }
        state.player = player;
        state.box_key = box_key;
        state.reach = reach;
        state.box_list = box_list;
    }

    /// Makes `state` the position with these boxes and the player on this square.
    pub fn set(&self, state: &mut PushState, boxes: &SquareSet, player: Square) {
        state.boxes.copy_from(boxes);
        state.box_key = boxes.iter().fold(0, |key, square| key ^ self.puzzle.box_key(square));
        state.scratch.clear();
        state.player = state.fill.spread(self.puzzle.floor(), player, boxes, &mut state.scratch);
    }

    /// Finds the squares that the player can walk to.
    #[inline]
    pub(crate) fn look_around(&self, state: &mut PushState) {
        state.reach.clear();
        state.fill.spread(self.puzzle.floor(), state.player, &state.boxes, &mut state.reach);
    }

    /// A playable plan from pushes: the walks between them are filled in, each as short as can be.
    ///
    /// # Panics
    /// If the pushes are not possible one after the other.
    #[must_use]
    pub fn plan(&self, pushes: &[Push]) -> Plan {
        plan(&self.puzzle, pushes).expect("the player can walk to each push")
    }
}

/// A playable plan from pushes, `None` if they are not possible one after the other.
#[must_use]
pub fn plan(puzzle: &Puzzle, pushes: &[Push]) -> Option<Plan> {
    let boxes = SquareSet::from_squares(puzzle.floor().len(), puzzle.boxes().iter().copied());
    steps_of(puzzle.floor(), boxes, puzzle.player(), pushes).map(Plan::new)
}

/// The steps of these pushes from a position, the walks filled in; `None` if they are not possible.
pub(crate) fn steps_of(
    floor: &Floor,
    mut boxes: SquareSet,
    mut player: Square,
    pushes: &[Push],
) -> Option<Vec<Direction>> {
    let mut steps = Vec::new();
    for push in pushes {
        let (behind, to) = (floor.next(push.from, push.direction.opposite()), floor.next(push.from, push.direction));
        if !boxes.contains(push.from) || !behind.exists() || !to.exists() || boxes.contains(to) {
            return None;
        }
        steps.extend(shortest_walk(floor, player, behind, &boxes)?);
        steps.push(push.direction);
        boxes.remove(push.from);
        boxes.insert(to);
        player = push.from;
    }
    Some(steps)
}

impl Domain for Pushes {
    type State = PushState;
    type Action = Push;

    fn packed_bits(&self) -> usize {
        self.code.bits()
    }

    #[inline]
    fn pack(&self, state: &PushState, bits: &mut BitWriter<'_>) {
        self.code.pack(&state.boxes, state.player, bits);
    }

    #[inline]
    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut PushState) {
        (state.player, state.box_key) = self.code.unpack(&self.puzzle, bits, &mut state.boxes);
        self.deadlocks.put_all(&mut state.watch, &state.boxes);
    }

    #[inline]
    fn key(&self, state: &PushState) -> u64 {
        state.box_key ^ self.puzzle.player_key(state.player)
    }

    #[inline]
    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.code.key_of(&self.puzzle, bits)
    }

    fn roots(&self) -> Vec<PushState> {
        let floor = self.puzzle.floor();
        let boxes = SquareSet::from_squares(floor.len(), self.puzzle.boxes().iter().copied());
        let mut reach = SquareSet::new(floor.len());
        let mut fill = Fill::new(floor);
        let player = fill.spread(floor, self.puzzle.player(), &boxes, &mut reach);
        let mut watch = self.deadlocks.watch(&self.puzzle);
        self.deadlocks.put_all(&mut watch, &boxes);
        vec![PushState {
            player,
            box_key: boxes.iter().fold(0, |key, square| key ^ self.puzzle.box_key(square)),
            box_list: Vec::with_capacity(self.puzzle.boxes().len()),
            scratch: SquareSet::new(floor.len()),
            watch,
            boxes,
            reach,
            fill,
        }]
    }

    #[inline]
    fn is_goal(&self, state: &PushState) -> bool {
        state.boxes.is_subset(self.puzzle.goals())
    }

    #[inline]
    fn expand(&self, state: &mut PushState, visit: impl FnMut(&PushState, Push, Cost)) {
        self.look_around(state);
        self.expand_where(state, |_, _| true, visit);
    }

    fn unit_cost(&self) -> bool {
        true
    }
}
