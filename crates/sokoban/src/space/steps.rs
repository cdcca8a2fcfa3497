//! Positions as the player sees them: the boxes and the exact square of the player. One action is one key press.

use super::position_code::PositionCode;
use crate::deadlock::{Deadlocks, Rules, Watch};
use crate::{Plan, Puzzle};
use boxwright_grid::{Direction, Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter};
use boxwright_search::{Cost, Domain, StepCosts};
use std::sync::Arc;

/// The space of single steps.
#[derive(Clone, Debug)]
pub struct Steps {
    puzzle: Arc<Puzzle>,
    code: PositionCode,
    deadlocks: Deadlocks,
    costs: StepCosts,
}

/// A position.
#[derive(Clone, Debug)]
pub struct StepState {
    /// The squares with a box.
    pub boxes: SquareSet,
    /// The player's square.
    pub player: Square,
    box_key: u64,
    watch: Watch,
}

impl Steps {
    /// The space of this puzzle, which must not be [hopeless](Puzzle::is_hopeless).
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, costs: StepCosts) -> Steps {
        Steps::with_rules(puzzle, costs, Rules::ALL)
    }

    /// The space with these deadlock rules.
    #[must_use]
    pub fn with_rules(puzzle: &Arc<Puzzle>, costs: StepCosts, rules: Rules) -> Steps {
        let deadlocks = Deadlocks::new(puzzle, rules);
        Steps { puzzle: Arc::clone(puzzle), code: PositionCode::new(puzzle), deadlocks, costs }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// What steps cost.
    #[must_use]
    pub fn costs(&self) -> StepCosts {
        self.costs
    }

    /// The plan: the steps themselves.
    #[must_use]
    pub fn plan(&self, steps: &[Direction]) -> Plan {
        Plan::new(steps.to_vec())
    }
}

impl Domain for Steps {
    type State = StepState;
    type Action = Direction;

    fn packed_bits(&self) -> usize {
        self.code.bits()
    }

    fn pack(&self, state: &StepState, bits: &mut BitWriter<'_>) {
        self.code.pack(&state.boxes, state.player, bits);
    }

    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut StepState) {
        (state.player, state.box_key) = self.code.unpack(&self.puzzle, bits, &mut state.boxes);
        self.deadlocks.put_all(&mut state.watch, &state.boxes);
    }

    fn key(&self, state: &StepState) -> u64 {
        state.box_key ^ self.puzzle.player_key(state.player)
    }

    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.code.key_of(&self.puzzle, bits)
    }

    fn roots(&self) -> Vec<StepState> {
        let boxes = SquareSet::from_squares(self.puzzle.floor().len(), self.puzzle.boxes().iter().copied());
        let box_key = boxes.iter().fold(0, |key, square| key ^ self.puzzle.box_key(square));
        let mut watch = self.deadlocks.watch(&self.puzzle);
        self.deadlocks.put_all(&mut watch, &boxes);
        vec![StepState { boxes, player: self.puzzle.player(), box_key, watch }]
    }

    fn is_goal(&self, state: &StepState) -> bool {
        state.boxes.is_subset(self.puzzle.goals())
    }

    fn expand(&self, state: &mut StepState, mut visit: impl FnMut(&StepState, Direction, Cost)) {
        let floor = self.puzzle.floor();
        let (player, box_key) = (state.player, state.box_key);
        for direction in Direction::ALL {
            let ahead = floor.next(player, direction);
            if !ahead.exists() {
                continue;
            }
            if !state.boxes.contains(ahead) {
                state.player = ahead;
                visit(state, direction, self.costs.walk);
                continue;
            }
            let to = floor.next(ahead, direction);
            if !to.exists() || !self.puzzle.is_live(to) || state.boxes.contains(to) {
                continue;
            }
            state.boxes.remove(ahead);
            state.boxes.insert(to);
            if !self.deadlocks.forbid(&mut state.watch, &self.puzzle, &state.boxes, ahead, to) {
                state.player = ahead;
                state.box_key = box_key ^ self.puzzle.box_key(ahead) ^ self.puzzle.box_key(to);
                visit(state, direction, self.costs.push);
                state.box_key = box_key;
            }
            state.boxes.remove(to);
            state.boxes.insert(ahead);
        }
        state.player = player;
    }

    fn unit_cost(&self) -> bool {
        self.costs == StepCosts { walk: 1, push: 1 }
    }
}
