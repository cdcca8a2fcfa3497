//! Positions up to walking, and macro moves between them: one action takes one box any distance.
//!
//! The space has the positions of [`super::Pushes`], so keys and packed forms agree, but far more of them are neighbours:
//! a few dozen actions solve what takes hundreds of pushes.

use super::position_code::PositionCode;
use super::{Push, Pushes};
use crate::deadlock::{Deadlocks, DearRules, Pairs, PiCorrals, Rules, Watch};
use crate::macros::{ANY, MacroMove, Macros, Way};
use crate::{Plan, Puzzle};
use boxwright_grid::{Fill, Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter};
use boxwright_search::{Cost, Domain};
use std::cell::RefCell;
use std::sync::Arc;

/// The space of macro moves.
#[derive(Clone, Debug)]
pub struct MacroPushes {
    puzzle: Arc<Puzzle>,
    code: PositionCode,
    deadlocks: Deadlocks,
    pairs: Option<Arc<Pairs>>,
    /// For positions that are expanded.
    dear: Option<RefCell<DearRules>>,
}

/// A position, with the working memory to expand it.
#[derive(Clone, Debug)]
pub struct MacroState {
    /// The squares with a box.
    pub boxes: SquareSet,
    /// The smallest square the player can walk to.
    pub player: Square,
    /// How many regions the floor without the boxes has.
    pub regions: u16,
    /// Where the player can walk, of a position that is being expanded.
    pub reach: SquareSet,
    box_key: u64,
    /// The box that was moved last, if that is known: wherever it can go on to, it could have gone at once. Where a
    /// PI-corral kept it from that, its way leads through the position before, from where there is a way as short.
    moved: Option<Square>,
    box_list: Vec<Square>,
    moves: Vec<MacroMove>,
    watch: Watch,
    fill: Fill,
    macros: Macros,
    corrals: PiCorrals,
}

impl MacroPushes {
    /// The space of this puzzle, which must not be [hopeless](Puzzle::is_hopeless).
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>) -> MacroPushes {
        MacroPushes::with_rules(puzzle, Rules::ALL)
    }

    /// The space with these rules, and without dead pairs and what PI-corrals leave out.
    #[must_use]
    pub fn with_rules(puzzle: &Arc<Puzzle>, rules: Rules) -> MacroPushes {
        MacroPushes {
            puzzle: Arc::clone(puzzle),
            code: PositionCode::new(puzzle),
            deadlocks: Deadlocks::new(puzzle, rules),
            pairs: puzzle.dead_pairs(Way::Push),
            dear: None,
        }
    }

    /// The same without what comes after positions that are dead because of frozen boxes or in a corral, for searches that do
    /// not ask for that themselves.
    #[must_use]
    pub fn without_dead_ends(self) -> MacroPushes {
        let dear = Some(RefCell::new(DearRules::new(&self.puzzle)));
        MacroPushes { dear, ..self }
    }

    /// Whether one of the dear rules says that a position is dead.
    fn is_dead_end(&self, MacroState { boxes, player, .. }: &MacroState) -> bool {
        let dear = self.dear.as_ref().map(RefCell::borrow_mut);
        dear.is_some_and(|mut dear| dear.condemn(&self.puzzle, boxes, *player))
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// A playable plan from macro moves: the pushes of each, and the walks between them.
    ///
    /// # Panics
    /// If the moves are not possible one after the other.
    #[must_use]
    pub fn plan(&self, moves: &[MacroMove]) -> Plan {
        Pushes::new(&self.puzzle).plan(&self.pushes(moves))
    }

    /// The single pushes of macro moves from the start.
    ///
    /// # Panics
    /// If the moves are not possible one after the other.
    #[must_use]
    pub fn pushes(&self, moves: &[MacroMove]) -> Vec<Push> {
        let floor = self.puzzle.floor();
        let mut boxes = SquareSet::from_squares(floor.len(), self.puzzle.boxes().iter().copied());
        let mut player = self.puzzle.player();
        let mut macros = Macros::new(&self.puzzle, Way::Push);
        let mut fill = Fill::new(floor);
        let mut pushes = Vec::new();
        for one in moves {
            let mut reach = SquareSet::new(floor.len());
            fill.spread(floor, player, &boxes, &mut reach);
            let mut at = one.from;
            for direction in macros.steps(&self.puzzle, &boxes, &reach, one, |s| self.puzzle.is_live(s)) {
                pushes.push(Push { from: at, direction });
                player = at;
                at = floor.next(at, direction);
            }
            boxes.remove(one.from);
            boxes.insert(one.to);
        }
        pushes
    }
}

impl Domain for MacroPushes {
    type State = MacroState;
    type Action = MacroMove;

    fn packed_bits(&self) -> usize {
        self.code.bits()
    }

    #[inline]
    fn pack(&self, state: &MacroState, bits: &mut BitWriter<'_>) {
        self.code.pack(&state.boxes, state.player, bits);
    }

    #[inline]
    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut MacroState) {
        (state.player, state.box_key) = self.code.unpack(&self.puzzle, bits, &mut state.boxes);
        state.moved = None;
        self.deadlocks.put_all(&mut state.watch, &state.boxes);
        let MacroState { boxes, reach, fill, .. } = state;
        state.regions = fill.regions(self.puzzle.floor(), boxes, reach);
    }

    #[inline]
    fn come_from(&self, state: &mut MacroState, parent: &mut BitReader<'_>) {
        state.moved = self.code.first_new(parent, &state.boxes);
    }

    #[inline]
    fn key(&self, state: &MacroState) -> u64 {
        state.box_key ^ self.puzzle.player_key(state.player)
    }

    #[inline]
    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.code.key_of(&self.puzzle, bits)
    }

    fn roots(&self) -> Vec<MacroState> {
        let floor = self.puzzle.floor();
        let boxes = SquareSet::from_squares(floor.len(), self.puzzle.boxes().iter().copied());
        let mut reach = SquareSet::new(floor.len());
        let mut fill = Fill::new(floor);
        let player = fill.spread(floor, self.puzzle.player(), &boxes, &mut reach);
        let mut watch = self.deadlocks.watch(&self.puzzle);
        self.deadlocks.put_all(&mut watch, &boxes);
        let regions = fill.regions(floor, &boxes, &mut reach);
        vec![MacroState {
            player,
            regions,
            box_key: boxes.iter().fold(0, |key, square| key ^ self.puzzle.box_key(square)),
            moved: None,
            box_list: Vec::with_capacity(self.puzzle.boxes().len()),
            moves: Vec::new(),
            macros: Macros::new(&self.puzzle, Way::Push),
            corrals: PiCorrals::new(&self.puzzle),
            watch,
            boxes,
            reach,
            fill,
        }]
    }

    #[inline]
    fn is_goal(&self, state: &MacroState) -> bool {
        state.boxes.is_subset(self.puzzle.goals())
    }

    fn expand(&self, state: &mut MacroState, mut visit: impl FnMut(&MacroState, MacroMove, Cost)) {
        if self.is_dead_end(state) {
            return;
        }
        let floor = self.puzzle.floor();
        let (player, box_key, regions) = (state.player, state.box_key, state.regions);
        let mut reach = std::mem::take(&mut state.reach);
        let mut box_list = std::mem::take(&mut state.box_list);
        let mut moves = std::mem::take(&mut state.moves);
        reach.clear();
        state.fill.spread(floor, player, &state.boxes, &mut reach);
        box_list.clear();
        box_list.extend(state.boxes.iter().filter(|&square| state.moved != Some(square)));
        state.reach = reach;
        let corral = if regions > 1 { state.corrals.find(&self.puzzle, &state.boxes, &state.reach) } else { None };
        for &from in &box_list {
            moves.clear();
            let first = match &corral {
                None => ANY,
                Some(corral) => corral.pushes.iter().find(|(square, _)| *square == from).map_or(0, |&(_, first)| first),
            };
            if first == 0 {
                continue;
            }
            let MacroState { boxes, reach, macros, .. } = state;
            macros.of_box(&self.puzzle, boxes, reach, from, first, |s| self.puzzle.is_live(s), |one| moves.push(one));
            for &one in &moves {
                state.boxes.remove(from);
                state.boxes.insert(one.to);
                let dead_pair = |pairs: &Arc<Pairs>| pairs.is_dead(&state.boxes, one.to, one.region);
                if !self.pairs.as_ref().is_some_and(dead_pair)
                    && !self.deadlocks.forbid(&mut state.watch, &self.puzzle, &state.boxes, from, one.to)
                {
                    state.player = one.region;
                    state.regions = one.regions;
                    state.box_key = box_key ^ self.puzzle.box_key(from) ^ self.puzzle.box_key(one.to);
                    visit(state, one, one.length.into());
                }
                state.boxes.remove(one.to);
                state.boxes.insert(from);
            }
        }
        (state.player, state.box_key, state.regions) = (player, box_key, regions);
        state.box_list = box_list;
        state.moves = moves;
    }

    fn unit_cost(&self) -> bool {
        false
    }
}
