//! Positions right after a push, with the player's exact square and where the push went: for every measure.
//!
//! One action is a push with the cheapest walk to it. Which box was pushed last and whether the player walks follows from
//! the position, so that box lines, changes and sessions can be counted, and moves and lines of the player as well.

use std::cell::RefCell;

use boxwright_grid::{Direction, Square, scramble};
use boxwright_search::packed::{BitReader, BitWriter};
use boxwright_search::{Cost, Domain};

use super::measure::Weights;
use super::trail::Moment;
use super::vicinity::{Displaced, Vicinity};
use super::walks::Walks;
use crate::Puzzle;
use crate::deadlock::{Deadlocks, Watch};
use crate::space::{PositionCode, Push};

/// The part of this space near a solution.
pub(super) struct Strokes<'a> {
    puzzle: &'a Puzzle,
    deadlocks: &'a Deadlocks,
    vicinity: &'a Vicinity,
    code: PositionCode,
    weights: Weights,
    start: &'a Moment,
    /// What to end with; none: any solved position.
    target: Option<&'a Moment>,
    memory: RefCell<Memory>,
}

/// Working memory for the position being expanded.
struct Memory {
    walks: Walks,
    displaced: Displaced,
    boxes: Vec<Square>,
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Stroke {
    pub(super) moment: Moment,
    box_key: u64,
    watch: Watch,
}

/// A direction in three bits; this is none.
const NO_DIRECTION: u64 = 4;

fn code_of(facing: Option<Direction>) -> u64 {
    facing.map_or(NO_DIRECTION, |direction| direction.index() as u64)
}

impl<'a> Strokes<'a> {
    /// Where a search from `start` to `target` stays near.
    pub(super) fn new(
        puzzle: &'a Puzzle,
        deadlocks: &'a Deadlocks,
        vicinity: &'a Vicinity,
        weights: Weights,
        start: &'a Moment,
        target: Option<&'a Moment>,
    ) -> Strokes<'a> {
        let walks = Walks::new(puzzle.floor(), weights);
        let memory = RefCell::new(Memory { walks, displaced: Displaced::default(), boxes: Vec::new() });
        let code = PositionCode::new(puzzle);
        Strokes { puzzle, deadlocks, vicinity, code, weights, start, target, memory }
    }

    pub(super) fn puzzle(&self) -> &Puzzle {
        self.puzzle
    }

    fn key_from(&self, box_key: u64, player: Square, facing: u64) -> u64 {
        box_key ^ self.puzzle.player_key(player) ^ scramble(facing + (1 << 40))
    }
}

impl Domain for Strokes<'_> {
    type State = Stroke;
    type Action = Push;

    fn packed_bits(&self) -> usize {
        self.code.bits() + 3
    }

    #[inline]
    fn pack(&self, state: &Stroke, bits: &mut BitWriter<'_>) {
        self.code.pack(&state.moment.boxes, state.moment.player, bits);
        bits.write(code_of(state.moment.facing), 3);
    }

    #[inline]
    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut Stroke) {
        let moment = &mut state.moment;
        (moment.player, state.box_key) = self.code.unpack(self.puzzle, bits, &mut moment.boxes);
        let facing = bits.read(3);
        moment.facing = (facing != NO_DIRECTION).then(|| Direction::from_index(facing as usize));
        self.deadlocks.put_all(&mut state.watch, &moment.boxes);
    }

    #[inline]
    fn key(&self, state: &Stroke) -> u64 {
        self.key_from(state.box_key, state.moment.player, code_of(state.moment.facing))
    }

    #[inline]
    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        let key = self.code.key_of(self.puzzle, bits);
        // The code ends with the player, whose key is in already.
        key ^ scramble(bits.read(3) + (1 << 40))
    }

    fn roots(&self) -> Vec<Stroke> {
        let moment = self.start.clone();
        let box_key = moment.boxes.iter().fold(0, |key, square| key ^ self.puzzle.box_key(square));
        let mut watch = self.deadlocks.watch(self.puzzle);
        self.deadlocks.put_all(&mut watch, &moment.boxes);
        vec![Stroke { moment, box_key, watch }]
    }

    #[inline]
    fn is_goal(&self, state: &Stroke) -> bool {
        match self.target {
            None => state.moment.boxes.is_subset(self.puzzle.goals()),
            Some(target) => state.moment == *target,
        }
    }

    fn expand(&self, state: &mut Stroke, mut visit: impl FnMut(&Stroke, Push, Cost)) {
        let floor = self.puzzle.floor();
        let Memory { walks, displaced, boxes } = &mut *self.memory.borrow_mut();
        let (player, facing, box_key) = (state.moment.player, state.moment.facing, state.box_key);
        let last_box = state.moment.last_box(floor);
        self.vicinity.enter(displaced, &state.moment.boxes);
        walks.explore(floor, player, facing, &state.moment.boxes);
        boxes.clear();
        boxes.extend(&state.moment.boxes);

        for &from in &*boxes {
            for direction in Direction::ALL {
                let (behind, to) = (floor.next(from, direction.opposite()), floor.next(from, direction));
                if !behind.exists()
                    || !to.exists()
                    || !self.puzzle.is_live(to)
                    || state.moment.boxes.contains(to)
                    || state.moment.boxes.contains(behind)
                    || !self.vicinity.admits(displaced, from, to)
                {
                    continue;
                }
                let Some(walked) = walks.cost(behind, direction) else { continue };
                state.moment.boxes.remove(from);
                state.moment.boxes.insert(to);
                if !self.deadlocks.forbid(&mut state.watch, self.puzzle, &state.moment.boxes, from, to) {
                    (state.moment.player, state.moment.facing) = (from, Some(direction));
                    state.box_key = box_key ^ self.puzzle.box_key(from) ^ self.puzzle.box_key(to);
                    let cost = walked.saturating_add(self.weights.push(last_box, behind != player, from));
                    visit(state, Push { from, direction }, cost);
                }
                state.moment.boxes.remove(to);
                state.moment.boxes.insert(from);
            }
        }
        (state.moment.player, state.moment.facing, state.box_key) = (player, facing, box_key);
    }

    fn unit_cost(&self) -> bool {
        false
    }
}
