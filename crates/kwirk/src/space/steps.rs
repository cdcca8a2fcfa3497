//! Positions as the player sees them: every character's square and who is active. One action is one key press.

use super::field::Field;
use crate::puzzle::Pusher;
use crate::{Move, Plan, Puzzle};
use boxwright_grid::{Direction, Square};
use boxwright_search::packed::{BitReader, BitWriter, bits_for};
use boxwright_search::{Cost, Domain, StepCosts};
use std::sync::Arc;

/// The space of key presses.
#[derive(Clone, Debug)]
pub struct Steps {
    puzzle: Arc<Puzzle>,
    /// The numbers of the characters in the level.
    present: Vec<usize>,
    character_bits: u32,
    costs: StepCosts,
}

/// A position.
#[derive(Clone, Debug)]
pub struct StepState {
    field: Field,
    /// By number; [`Square::NONE`] for those who are not on the board.
    characters: [Square; 4],
    active: usize,
}

impl Steps {
    /// The space of this puzzle.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, costs: StepCosts) -> Steps {
        let present = (0..4).filter(|&n| puzzle.characters()[n].exists()).collect();
        let character_bits = bits_for(puzzle.floor().len() + 1);
        Steps { puzzle: Arc::clone(puzzle), present, character_bits, costs }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// What key presses cost.
    #[must_use]
    pub fn costs(&self) -> StepCosts {
        self.costs
    }

    /// The plan: the presses themselves.
    #[must_use]
    pub fn plan(&self, presses: &[Move]) -> Plan {
        Plan(presses.to_vec())
    }
}

impl StepState {
    /// The obstacles.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Where the characters are, by number; [`Square::NONE`] for those who left.
    #[must_use]
    pub fn characters(&self) -> [Square; 4] {
        self.characters
    }

    fn next_present(&self, number: usize) -> usize {
        (1..=4).map(|i| (number + i) % 4).find(|&n| self.characters[n].exists()).unwrap_or(0)
    }
}

impl Domain for Steps {
    type State = StepState;
    type Action = Move;

    fn packed_bits(&self) -> usize {
        Field::packed_bits(&self.puzzle) + self.present.len() * self.character_bits as usize + 2
    }

    fn pack(&self, state: &StepState, bits: &mut BitWriter<'_>) {
        state.field.pack(&self.puzzle, bits);
        let gone = self.puzzle.floor().len() as u64;
        for &number in &self.present {
            let at = state.characters[number];
            bits.write(if at.exists() { at.0.into() } else { gone }, self.character_bits);
        }
        bits.write(state.active as u64, 2);
    }

    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut StepState) {
        state.field.unpack(&self.puzzle, bits);
        for &number in &self.present {
            let at = bits.read(self.character_bits) as usize;
            state.characters[number] = if at == self.puzzle.floor().len() { Square::NONE } else { Square(at as u16) };
        }
        state.active = bits.read(2) as usize;
    }

    fn key(&self, state: &StepState) -> u64 {
        let characters = state.characters.iter().enumerate().filter(|(_, at)| at.exists());
        let key = characters.fold(state.field.key(), |key, (n, &at)| key ^ self.puzzle.character_key(n, at));
        key ^ self.puzzle.character_key(4 + state.active, Square(0))
    }

    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        let mut key = Field::key_of(&self.puzzle, bits);
        for &number in &self.present {
            let at = bits.read(self.character_bits) as usize;
            if at != self.puzzle.floor().len() {
                key ^= self.puzzle.character_key(number, Square(at as u16));
            }
        }
        key ^ self.puzzle.character_key(4 + bits.read(2) as usize, Square(0))
    }

    fn roots(&self) -> Vec<StepState> {
        let active = self.present.first().copied().unwrap_or(0);
        vec![StepState { field: Field::new(&self.puzzle), characters: self.puzzle.characters(), active }]
    }

    fn is_goal(&self, state: &StepState) -> bool {
        state.characters.iter().all(|c| !c.exists())
    }

    fn expand(&self, state: &mut StepState, mut visit: impl FnMut(&StepState, Move, Cost)) {
        let puzzle = &*self.puzzle;
        let (characters, active) = (state.characters, state.active);
        let at = characters[active];
        if !at.exists() {
            return;
        }
        let others = |square: Square| (0..4).any(|n| n != active && characters[n] == square);
        state.active = state.next_present(active);
        if state.active != active {
            visit(state, Move::Switch, self.costs.walk);
        }
        state.active = active;
        for direction in Direction::ALL {
            let step = Move::Step(direction);
            if puzzle.exit_sides().contains(&(at, direction)) {
                state.characters[active] = Square::NONE;
                state.active = state.next_present(active);
                visit(state, step, self.costs.walk);
                state.characters[active] = at;
                state.active = active;
                continue;
            }
            let ahead = puzzle.floor().next(at, direction);
            if !ahead.exists() || others(ahead) {
                continue;
            }
            if !state.field.closed().contains(ahead) {
                state.characters[active] = ahead;
                visit(state, step, self.costs.walk);
                state.characters[active] = at;
                continue;
            }
            let Some(obstacle) = state.field.obstacle_at(puzzle, ahead) else { continue };
            let is_this = |p: &&Pusher| p.stand == at && p.direction == direction && p.touch == ahead;
            for (to, how) in state.field.moves(puzzle, obstacle) {
                let Some(pusher) = how.pushers.iter().find(is_this) else { continue };
                let free = state.field.supports(pusher) && state.field.is_clear(how);
                if !free || how.needs.iter().any(|&s| others(s)) || others(pusher.land) {
                    continue;
                }
                let change = state.field.apply(puzzle, obstacle, to, how);
                state.characters[active] = pusher.land;
                visit(state, step, self.costs.push);
                state.characters[active] = at;
                state.field.undo(puzzle, change, to, how);
            }
        }
    }

    fn unit_cost(&self) -> bool {
        self.costs == StepCosts { walk: 1, push: 1 }
    }
}
