//! The game played backwards with macro moves: one action pulls one box any distance.
//!
//! The positions are those of [`Pulls`](super::Pulls), so keys and packed forms agree, as do roots and goal.

use super::position_code::PositionCode;
use super::{Pull, Pulls};
use crate::macros::{ANY, MacroMove, Macros, Way};
use crate::{Plan, Puzzle};
use boxwright_grid::{Fill, Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter};
use boxwright_search::{Cost, Domain};
use std::sync::Arc;

/// The space of macro pulls.
#[derive(Clone, Debug)]
pub struct MacroPulls {
    puzzle: Arc<Puzzle>,
    code: PositionCode,
    /// Knows what is left out, too.
    single: Pulls,
}

/// A position, with the working memory to expand it.
#[derive(Clone, Debug)]
pub struct MacroPullState {
    /// The squares with a box.
    pub boxes: SquareSet,
    /// The smallest square the player can walk to.
    pub player: Square,
    box_key: u64,
    /// The box that was moved last, if that is known: wherever it can go on to, it could have gone at once.
    moved: Option<Square>,
    reach: SquareSet,
    box_list: Vec<Square>,
    moves: Vec<MacroMove>,
    fill: Fill,
    macros: Macros,
}

impl MacroPulls {
    /// The space of this puzzle, without positions in which two boxes can never get back to where boxes start.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>) -> MacroPulls {
        MacroPulls {
            puzzle: Arc::clone(puzzle),
            code: PositionCode::new(puzzle),
            single: Pulls::new(puzzle).without_dead_pairs(),
        }
    }

    /// The same without what comes after positions in which the player has locked himself in.
    #[must_use]
    pub fn without_pens(self) -> MacroPulls {
        MacroPulls { single: self.single.without_pens(), ..self }
    }

    /// A playable plan from macro pulls.
    ///
    /// # Panics
    /// If the moves do not lead from a solved position to the start.
    #[must_use]
    pub fn plan(&self, moves: &[MacroMove]) -> Plan {
        self.single.plan(&self.pulls(moves))
    }

    /// The single pulls of macro pulls from a solved position.
    ///
    /// # Panics
    /// If they are not possible one after the other.
    #[must_use]
    pub fn pulls(&self, moves: &[MacroMove]) -> Vec<Pull> {
        let floor = self.puzzle.floor();
        let mut macros = Macros::new(&self.puzzle, Way::Pull);
        let mut fill = Fill::new(floor);
        let mut boxes = self.puzzle.goals().clone();
        let mut pulls = Vec::new();
        for (number, one) in moves.iter().enumerate() {
            let mut reach = SquareSet::new(floor.len());
            fill.spread(floor, self.player_before(&boxes, moves, number), &boxes, &mut reach);
            let mut at = one.from;
            for direction in macros.steps(&self.puzzle, &boxes, &reach, one, |_| true) {
                pulls.push(Pull { from: at, direction });
                at = floor.next(at, direction);
            }
            boxes.remove(one.from);
            boxes.insert(one.to);
        }
        pulls
    }

    /// The single pulls' own space.
    #[must_use]
    pub fn single(&self) -> &Pulls {
        &self.single
    }

    /// A square of the player's region before a move: where the last one left him, or, for the first, a region from
    /// which the move can be made.
    fn player_before(&self, boxes: &SquareSet, moves: &[MacroMove], number: usize) -> Square {
        if number > 0 {
            return moves[number - 1].region;
        }
        let possible = |root: &MacroPullState| {
            let mut found = false;
            let mut reach = SquareSet::new(self.puzzle.floor().len());
            root.fill.clone().spread(self.puzzle.floor(), root.player, boxes, &mut reach);
            root.macros.clone().of_box(
                &self.puzzle,
                boxes,
                &reach,
                moves[0].from,
                ANY,
                |_| true,
                |one| {
                    found |= one.to == moves[0].to && one.region == moves[0].region;
                },
            );
            found
        };
        self.roots().iter().find(|root| possible(root)).map_or(Square(0), |root| root.player)
    }
}

impl Domain for MacroPulls {
    type State = MacroPullState;
    type Action = MacroMove;

    fn packed_bits(&self) -> usize {
        self.code.bits()
    }

    #[inline]
    fn pack(&self, state: &MacroPullState, bits: &mut BitWriter<'_>) {
        self.code.pack(&state.boxes, state.player, bits);
    }

    #[inline]
    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut MacroPullState) {
        (state.player, state.box_key) = self.code.unpack(&self.puzzle, bits, &mut state.boxes);
        state.moved = None;
    }

    #[inline]
    fn come_from(&self, state: &mut MacroPullState, parent: &mut BitReader<'_>) {
        state.moved = self.code.first_new(parent, &state.boxes);
    }

    #[inline]
    fn key(&self, state: &MacroPullState) -> u64 {
        state.box_key ^ self.puzzle.player_key(state.player)
    }

    #[inline]
    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.code.key_of(&self.puzzle, bits)
    }

    fn roots(&self) -> Vec<MacroPullState> {
        let floor = self.puzzle.floor();
        let root = |root: super::PullState| MacroPullState {
            box_key: root.boxes.iter().fold(0, |key, square| key ^ self.puzzle.box_key(square)),
            moved: None,
            boxes: root.boxes,
            player: root.player,
            reach: SquareSet::new(floor.len()),
            box_list: Vec::new(),
            moves: Vec::new(),
            fill: Fill::new(floor),
            macros: Macros::new(&self.puzzle, Way::Pull),
        };
        self.single.roots().into_iter().map(root).collect()
    }

    #[inline]
    fn is_goal(&self, state: &MacroPullState) -> bool {
        self.single.is_start(&state.boxes, state.player)
    }

    fn expand(&self, state: &mut MacroPullState, mut visit: impl FnMut(&MacroPullState, MacroMove, Cost)) {
        let floor = self.puzzle.floor();
        let (player, box_key) = (state.player, state.box_key);
        let mut box_list = std::mem::take(&mut state.box_list);
        let mut moves = std::mem::take(&mut state.moves);
        state.reach.clear();
        state.fill.spread(floor, player, &state.boxes, &mut state.reach);
        if self.single.is_locked_in(&state.boxes, &state.reach, player) {
            (state.box_list, state.moves) = (box_list, moves);
            return;
        }
        box_list.clear();
        box_list.extend(state.boxes.iter().filter(|&square| state.moved != Some(square)));
        for &from in &box_list {
            moves.clear();
            let MacroPullState { boxes, reach, macros, .. } = state;
            macros.of_box(&self.puzzle, boxes, reach, from, ANY, |_| true, |one| moves.push(one));
            for &one in &moves {
                state.boxes.remove(from);
                state.boxes.insert(one.to);
                if !self.single.makes_dead_pair(&state.boxes, one.to, one.region) {
                    state.player = one.region;
                    state.box_key = box_key ^ self.puzzle.box_key(from) ^ self.puzzle.box_key(one.to);
                    visit(state, one, one.length.into());
                }
                state.boxes.remove(one.to);
                state.boxes.insert(from);
            }
        }
        (state.player, state.box_key) = (player, box_key);
        state.box_list = box_list;
        state.moves = moves;
    }

    fn unit_cost(&self) -> bool {
        false
    }
}
