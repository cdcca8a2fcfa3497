//! Positions up to walking: the obstacles, and how many characters are in which region.
//!
//! Source: the model of the Kwirk paper (Wittingen 2021, section 4.1): characters are interchangeable, walking is free,
//! only pushes and turns count. Ours is complete for several characters. Characters in one connected region can take up
//! any arrangement in it (they cannot be told apart, so nobody ever needs to pass anybody). So before an interaction
//! the others can be anywhere in their regions that is not in its way, and every way they can be spread over the
//! regions it leaves behind is a successor ([`super::spread`]); some of them may also have left through the exit.
//! The paper moves only those characters that block a push, and helps itself with two- and threefold "combo pushes";
//! that rule can be had too ([`super::paper`]).

use super::field::Field;
use super::paper;
use super::spread::Spread;
use super::walk::Walker;
use crate::puzzle::Pusher;
use crate::{Plan, Puzzle};
use boxwright_grid::{Direction, Fill, Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter, bits_for};
use boxwright_search::{Cost, Domain};
use std::sync::Arc;

/// The space of interactions.
#[derive(Clone, Debug)]
pub struct Interactions {
    puzzle: Arc<Puzzle>,
    characters: usize,
    character_bits: u32,
    rule: Rule,
}

/// What the characters who do not push can do before an interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rule {
    /// Everything: complete.
    #[default]
    Complete,
    /// What the Kwirk paper lets them do: not complete.
    Paper,
}

/// One interaction: a character on `stand` presses `direction`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interact {
    /// Where the pusher stands.
    pub stand: Square,
    /// Where he pushes.
    pub direction: Direction,
    /// Where the characters are afterwards.
    pub after: Whereabouts,
    /// By the paper's rule an action may be up to three pushes of one block: the ones that come after this one.
    pub combo: [Option<Press>; 2],
}

/// A further push of a combo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Press {
    /// Where the pusher stands.
    pub stand: Square,
    /// Where he pushes.
    pub direction: Direction,
    /// Where the characters are afterwards.
    pub after: Whereabouts,
}

/// The regions the characters are in, each by its smallest square, in order; [`Square::NONE`] for those who left. By
/// the paper's rule a position with several characters has their squares instead.
pub type Whereabouts = [Square; 4];

/// A position, with the working memory to expand it.
#[derive(Clone, Debug)]
pub struct InteractionState {
    pub(super) field: Field,
    pub(super) whereabouts: Whereabouts,
    /// Every character left or is in a region beside the exit.
    pub(super) all_home: bool,
    regions: Vec<Region>,
    scratch: SquareSet,
    pub(super) fill: Fill,
    spread: Spread,
}

/// A region with characters in it.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub squares: SquareSet,
    pub characters: usize,
    pub beside_exit: bool,
}

impl Interactions {
    /// The space of this puzzle.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>) -> Interactions {
        let characters = puzzle.characters().iter().filter(|c| c.exists()).count();
        let character_bits = bits_for(puzzle.floor().len() + 1);
        Interactions { puzzle: Arc::clone(puzzle), characters, character_bits, rule: Rule::Complete }
    }

    /// The same space by another rule for the characters who do not push.
    #[must_use]
    pub fn with_rule(self, rule: Rule) -> Interactions {
        Interactions { rule, ..self }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Whether positions have the characters' squares instead of their regions.
    fn keeps_squares(&self) -> bool {
        self.rule == Rule::Paper && self.characters > 1
    }

    fn read_whereabouts(&self, bits: &mut BitReader<'_>, whereabouts: &mut Whereabouts) {
        for at in &mut whereabouts[..self.characters] {
            let square = bits.read(self.character_bits) as usize;
            *at = if square == self.puzzle.floor().len() { Square::NONE } else { Square(square as u16) };
        }
    }

    /// A playable plan: all walking and switching is filled in.
    #[must_use]
    pub fn plan(&self, interactions: &[Interact]) -> Plan {
        let mut walker = Walker::new(&self.puzzle);
        for interaction in interactions {
            walker.interact(interaction.stand, interaction.direction, interaction.after);
            for press in interaction.combo.iter().flatten() {
                walker.interact(press.stand, press.direction, press.after);
            }
        }
        walker.leave()
    }
}

impl InteractionState {
    /// The obstacles.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Where the characters are.
    #[must_use]
    pub fn whereabouts(&self) -> Whereabouts {
        self.whereabouts
    }

    /// Finds the regions of the characters anew.
    fn derive(&mut self, puzzle: &Puzzle) {
        find_regions(puzzle, &self.field, self.whereabouts, &mut self.fill, &mut self.regions);
        self.all_home = self.regions.iter().all(|r| r.characters == 0 || r.beside_exit);
    }
}

/// The regions around `characters`, with how many of them each holds. Entries of `regions` are reused; unused ones hold
/// nobody.
pub(super) fn find_regions(
    puzzle: &Puzzle,
    field: &Field,
    characters: Whereabouts,
    fill: &mut Fill,
    regions: &mut Vec<Region>,
) {
    let mut used = 0;
    for character in characters.into_iter().filter(|c| c.exists()) {
        if let Some(region) = regions[..used].iter_mut().find(|r| r.squares.contains(character)) {
            region.characters += 1;
            continue;
        }
        if used == regions.len() {
            let squares = SquareSet::new(puzzle.floor().len());
            regions.push(Region { squares, characters: 0, beside_exit: false });
        }
        let region = &mut regions[used];
        used += 1;
        region.squares.clear();
        fill.spread(puzzle.floor(), character, field.closed(), &mut region.squares);
        region.characters = 1;
        region.beside_exit = is_beside_exit(puzzle, &region.squares);
    }
    for unused in &mut regions[used..] {
        unused.characters = 0;
        unused.squares.clear();
    }
}

pub(super) fn is_beside_exit(puzzle: &Puzzle, region: &SquareSet) -> bool {
    puzzle.exit_sides().iter().any(|&(side, _)| region.contains(side))
}

/// The key of characters in these regions: the n-th one in a region has a key of its own, or two would cancel out.
fn key_of_whereabouts(puzzle: &Puzzle, whereabouts: &[Square]) -> u64 {
    let mut key = 0;
    let mut previous = (Square::NONE, 0);
    for &at in whereabouts.iter().filter(|at| at.exists()) {
        let role = if at == previous.0 { previous.1 + 1 } else { 0 };
        key ^= puzzle.character_key(role, at);
        previous = (at, role);
    }
    key
}

impl Domain for Interactions {
    type State = InteractionState;
    type Action = Interact;

    fn packed_bits(&self) -> usize {
        Field::packed_bits(&self.puzzle) + self.characters * self.character_bits as usize
    }

    #[inline]
    fn pack(&self, state: &InteractionState, bits: &mut BitWriter<'_>) {
        state.field.pack(&self.puzzle, bits);
        let gone = self.puzzle.floor().len() as u64;
        for &at in &state.whereabouts[..self.characters] {
            bits.write(if at.exists() { at.0.into() } else { gone }, self.character_bits);
        }
    }

    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut InteractionState) {
        state.field.unpack(&self.puzzle, bits);
        self.read_whereabouts(bits, &mut state.whereabouts);
        state.derive(&self.puzzle);
    }

    #[inline]
    fn key(&self, state: &InteractionState) -> u64 {
        state.field.key() ^ key_of_whereabouts(&self.puzzle, &state.whereabouts)
    }

    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        let field = Field::key_of(&self.puzzle, bits);
        let mut whereabouts = [Square::NONE; 4];
        self.read_whereabouts(bits, &mut whereabouts);
        field ^ key_of_whereabouts(&self.puzzle, &whereabouts)
    }

    fn roots(&self) -> Vec<InteractionState> {
        let puzzle = &self.puzzle;
        let squares = puzzle.floor().len();
        let mut state = InteractionState {
            field: Field::new(puzzle),
            whereabouts: puzzle.characters(),
            all_home: false,
            regions: Vec::new(),
            scratch: SquareSet::new(squares),
            fill: Fill::new(puzzle.floor()),
            spread: Spread::default(),
        };
        state.derive(puzzle);
        for at in state.whereabouts.iter_mut().filter(|_| !self.keeps_squares()) {
            let region = state.regions.iter().find(|r| at.exists() && r.squares.contains(*at));
            *at = region.and_then(|r| r.squares.first()).unwrap_or(Square::NONE);
        }
        state.whereabouts.sort_unstable();
        vec![state]
    }

    #[inline]
    fn is_goal(&self, state: &InteractionState) -> bool {
        state.all_home
    }

    fn expand(&self, state: &mut InteractionState, mut visit: impl FnMut(&InteractionState, Interact, Cost)) {
        let puzzle = &*self.puzzle;
        let before = (state.whereabouts, state.all_home);
        // The parent's regions are lent out of the state while it shows its successors.
        let regions = std::mem::take(&mut state.regions);
        for obstacle in state.field.obstacles() {
            for (to, how) in state.field.moves(puzzle, obstacle) {
                let region_of = |p: &Pusher| regions.iter().position(|r| r.squares.contains(p.stand));
                let possible = |p: &&Pusher| state.field.supports(p) && region_of(p).is_some();
                if !state.field.is_clear(how) || !how.pushers.iter().any(|p| possible(&p)) {
                    continue;
                }
                let change = state.field.apply(puzzle, obstacle, to, how);
                for pusher in &how.pushers {
                    if !state.field.supports(pusher) {
                        continue;
                    }
                    let Some(from) = region_of(pusher) else { continue };
                    let (stand, direction) = (pusher.stand, pusher.direction);
                    let interact = |after| Interact { stand, direction, after, combo: [None; 2] };
                    if self.characters == 1 {
                        state.scratch.clear();
                        let closed = state.field.closed();
                        let at = state.fill.spread(puzzle.floor(), pusher.land, closed, &mut state.scratch);
                        state.all_home = is_beside_exit(puzzle, &state.scratch);
                        state.whereabouts[0] = at;
                        visit(state, interact(state.whereabouts), 1);
                        continue;
                    }
                    if self.rule == Rule::Paper {
                        let push = paper::Push { obstacle, how, pusher };
                        paper::successors(puzzle, state, &regions, before.0, &push, &mut visit);
                        continue;
                    }
                    let mut spread = std::mem::take(&mut state.spread);
                    spread.find(puzzle, &state.field, &mut state.fill, &regions, from, pusher, &how.needs);
                    spread.each(|whereabouts, all_home, _| {
                        state.whereabouts = whereabouts;
                        state.all_home = all_home;
                        visit(state, interact(whereabouts), 1);
                    });
                    state.spread = spread;
                }
                state.field.undo(puzzle, change, to, how);
            }
        }
        (state.whereabouts, state.all_home) = before;
        state.regions = regions;
    }

    fn unit_cost(&self) -> bool {
        true
    }
}
