//! Guidance for hard puzzles: what makes a position of Kwirk promising.
//!
//! A [`KwirkGuide`] describes a position by a few numbers and leaves the search to [`boxwright_search::Guided`] or,
//! through an [adviser](crate::fess), to [`boxwright_search::Fess`]. The numbers were found by looking at how they fall
//! along solutions:
//!
//! | feature | what |
//! |---|---|
//! | crossing | obstacles between the characters and the exit: a block or arm counts 1, an open hole 3 |
//! | holes on the way | open holes that must be crossed, whatever way is taken, or filled for another reason |
//! | start crossing | the same as crossing, but measured on the board as it was at the start |
//! | components | connected pieces of free floor |
//! | blocks, holes | how many are left |
//! | delivery | pushes needed to bring blocks to the holes on the way, or to those that every solution fills |
//!
//! No single order solves all puzzles, so there are several: [`Variant`].
//! Source: the future work of the Kwirk paper (Wittingen 2021, section 8) asks for feature-space search.

mod assignment;
mod delivery;
mod landmarks;
mod way;

use crate::Puzzle;
use crate::space::{InteractionState, Interactions};
use boxwright_grid::{Fill, Square, SquareSet};
use boxwright_search::Cost;
use boxwright_search::guide::{Guide, Look, Place};
use boxwright_search::novelty::Atom;
use delivery::Deliveries;
use landmarks::Landmarks;
use std::sync::Arc;
use way::Ways;

/// Which order a guide proposes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Novel positions first, then those with the least to cross.
    Crossing,
    /// The same, compared only with positions that are as far as the start board tells.
    Advance,
    /// Three orders in turn: crossing, opening up, and cells of (crossing, components, blocks).
    Opening,
    /// Cells by which holes are left.
    Filling,
    /// Bringing blocks to the holes that must be filled.
    Delivery,
}

/// Indices of the features.
pub(crate) mod feature {
    pub const CROSSING: usize = 0;
    pub const HOLES_ON_WAY: usize = 1;
    pub const START_CROSSING: usize = 2;
    pub const COMPONENTS: usize = 3;
    pub const BLOCKS: usize = 4;
    pub const HOLES: usize = 5;
    pub const DELIVERY: usize = 6;
    pub const HOLE_SET: usize = 7;
}

/// Looks at positions of one puzzle.
#[derive(Clone, Debug)]
pub struct KwirkGuide {
    puzzle: Arc<Puzzle>,
    variant: Variant,
    deliveries: Deliveries,
    ways: Ways,
    landmarks: Landmarks,
    start_crossing: Vec<u32>,
    kind_atoms: Vec<Atom>,
    gone_atoms: Vec<Atom>,
    turn_atoms: Vec<Atom>,
    hole_atoms: Atom,
    region_atoms: Atom,
    reach_atoms: Atom,
    seen: SquareSet,
    region: SquareSet,
    fill: Fill,
}

impl KwirkGuide {
    /// A guide for this puzzle.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, variant: Variant) -> KwirkGuide {
        let squares = puzzle.floor().len();
        let mut next: Atom = 1;
        let mut reserve = |count: usize| {
            let first = next;
            next += count as Atom;
            first
        };
        let kind_atoms = puzzle.kinds().iter().map(|k| reserve(k.placements.len())).collect();
        let gone_atoms = puzzle.kinds().iter().map(|_| reserve(puzzle.blocks().len() + 1)).collect();
        let turn_atoms = puzzle.turnstiles().iter().map(|t| reserve(t.positions.len())).collect();
        let (hole_atoms, region_atoms, reach_atoms) = (reserve(squares), reserve(squares), reserve(squares));
        let mut guide = KwirkGuide {
            puzzle: Arc::clone(puzzle),
            variant,
            deliveries: Deliveries::new(puzzle),
            ways: Ways::new(puzzle),
            landmarks: Landmarks::new(puzzle),
            start_crossing: Vec::new(),
            kind_atoms,
            gone_atoms,
            turn_atoms,
            hole_atoms,
            region_atoms,
            reach_atoms,
            seen: SquareSet::new(squares),
            region: SquareSet::new(squares),
            fill: Fill::new(puzzle.floor()),
        };
        let start = crate::space::Field::new(puzzle);
        guide.deliveries.examine(puzzle, &start);
        guide.ways.crossing(puzzle, &start, guide.deliveries.blocked());
        guide.start_crossing = guide.ways.distances().to_vec();
        guide
    }

    /// Describes a position; `false` if it provably has no solution.
    fn describe(&mut self, state: &InteractionState, look: &mut Look) -> bool {
        let puzzle = Arc::clone(&self.puzzle);
        let field = state.field();
        let characters = || state.whereabouts().into_iter().filter(|c| c.exists());

        // Step 1. Which blocks can still move, which holes can still be filled.
        self.deliveries.examine(&puzzle, field);

        // Step 2. The ways to the exit. A way that crosses no hole costs less than one that does, so the holes need to
        // be counted only if some character's way is long.
        self.ways.crossing(&puzzle, field, self.deliveries.blocked());
        let mut crossing = 0;
        let mut crosses_holes = false;
        for character in characters() {
            let Some(distance) = self.ways.distance(character) else { return false };
            crossing += distance;
            crosses_holes |= distance >= way::HOLE;
        }
        let mut holes_on_way = 0;
        let mut delivery = 0;
        if crosses_holes {
            self.ways.fewest_holes(&puzzle, field, self.deliveries.blocked());
            for character in characters() {
                let holes = self.ways.distance(character).unwrap_or(0);
                if holes as usize > self.deliveries.usable_area() {
                    return false;
                }
                holes_on_way += holes;
                if self.variant == Variant::Delivery && holes > 0 {
                    let holes = self.ways.holes_from(&puzzle, field, character);
                    delivery += self.deliveries.effort(&puzzle, field, holes);
                }
            }
        }

        // Step 3. Holes that every solution fills. What is harder counts: these, or the holes on the way.
        let Some(must) = self.landmarks.find(field) else { return false };
        let Some(effort) = self.deliveries.must_effort(field, must) else { return false };
        if self.variant == Variant::Delivery {
            holes_on_way = holes_on_way.max(must.holes.len() as u32);
            delivery = delivery.max(effort);
        }

        // Step 4. Pieces of free floor, and how far the characters' pieces are as measured on the start board.
        look.single.clear();
        let mut components = 0;
        let mut start_crossing = 0;
        self.seen.copy_from(field.closed());
        for square in puzzle.floor().squares() {
            if self.seen.contains(square) {
                continue;
            }
            components += 1;
            self.region.clear();
            self.fill.spread(puzzle.floor(), square, field.closed(), &mut self.region);
            let here = characters().filter(|&c| self.region.contains(c)).count() as u32;
            let mut nearest = u32::MAX;
            for member in &self.region {
                self.seen.insert(member);
                if here > 0 {
                    nearest = nearest.min(self.start_crossing[member.index()]);
                    look.single.push(self.reach_atoms + Atom::from(member.0));
                }
            }
            if here > 0 {
                start_crossing += here * nearest.min(999);
            }
        }

        // Step 5. Atoms.
        let (blocks, open_holes, hole_set) = self.collect_atoms(state, look);
        look.features = [crossing, holes_on_way, start_crossing, components, blocks, open_holes, delivery, hole_set];
        look.partition = self.partition(&look.features);
        true
    }

    /// Fills in the atoms; returns how many blocks and open holes there are, and a hash of the set of open holes.
    fn collect_atoms(&self, state: &InteractionState, look: &mut Look) -> (u32, u32, u32) {
        let (puzzle, field) = (&*self.puzzle, state.field());
        look.atoms.clear();
        let mut left = [0u32; 64];
        let mut blocks = 0;
        for (kind, at) in field.blocks(puzzle) {
            blocks += 1;
            left[kind.min(63)] += 1;
            look.atoms.push(self.kind_atoms[kind] + at as Atom);
        }
        for (kind, &first) in self.gone_atoms.iter().enumerate().take(63) {
            look.atoms.push(first + left[kind]);
        }
        for (&first, &at) in self.turn_atoms.iter().zip(field.turns()) {
            look.atoms.push(first + Atom::from(at));
        }
        let (mut open_holes, mut hole_set) = (0, 0u64);
        for &hole in puzzle.holes() {
            if field.is_hole(hole) {
                open_holes += 1;
                hole_set ^= puzzle.filled_key(hole);
            } else {
                look.atoms.push(self.hole_atoms + Atom::from(hole.0));
            }
        }
        let present = state.whereabouts().into_iter().filter(|c: &Square| c.exists());
        look.atoms.extend(present.map(|c| self.region_atoms + Atom::from(c.0)));
        look.atoms.sort_unstable();
        look.atoms.dedup();
        (blocks, open_holes, (hole_set >> 32) as u32)
    }

    fn partition(&self, f: &[u32; 8]) -> u64 {
        use feature::*;
        let parts: &[usize] = match self.variant {
            Variant::Crossing => &[CROSSING, HOLES],
            Variant::Advance => &[CROSSING, START_CROSSING, HOLES],
            Variant::Opening => &[CROSSING, COMPONENTS, BLOCKS, START_CROSSING],
            Variant::Filling => &[HOLE_SET],
            Variant::Delivery => &[HOLE_SET, DELIVERY],
        };
        parts.iter().fold(0, |hash, &part| boxwright_grid::scramble(hash ^ u64::from(f[part])))
    }
}

impl Guide<Interactions> for KwirkGuide {
    fn look(&mut self, _: &Interactions, state: &InteractionState, look: &mut Look) -> bool {
        self.describe(state, look)
    }

    fn queues(&self) -> usize {
        match self.variant {
            Variant::Crossing | Variant::Advance | Variant::Delivery => 1,
            Variant::Opening => 3,
            Variant::Filling => 2,
        }
    }

    fn place(&self, queue: usize, look: &Look, novelty: u32, cost: Cost) -> Place {
        use feature::*;
        let f = &look.features;
        let order = |a: u32, b: u32| {
            let short = |n: u32| u64::from(n.min(0xffff));
            short(novelty) << 48 | short(a) << 32 | short(b) << 16 | short(cost)
        };
        let anywhere = |order| Place { outer: 0, inner: 0, order };
        match (self.variant, queue) {
            (Variant::Crossing | Variant::Advance, _) | (Variant::Opening, 0) => anywhere(order(f[CROSSING], 0)),
            (Variant::Opening, 1) => anywhere(order(f[COMPONENTS] + f[BLOCKS], f[CROSSING])),
            (Variant::Opening, _) => {
                let outer = f[CROSSING].min(0xfff) << 20 | f[COMPONENTS].min(0x3ff) << 10 | f[BLOCKS].min(0x3ff);
                Place { outer, inner: 0, order: order(0, 0) }
            }
            (Variant::Filling, 0) => {
                let outer = f[HOLES_ON_WAY] << 16 | f[BLOCKS].min(0xffff);
                Place { outer, inner: f[HOLE_SET], order: order(f[CROSSING] + f[COMPONENTS], 0) }
            }
            (Variant::Filling, _) => anywhere(order(f[CROSSING] + f[COMPONENTS] + f[BLOCKS], 0)),
            (Variant::Delivery, _) => {
                anywhere(order(f[DELIVERY] + 3 * f[HOLES_ON_WAY] + 3 * f[COMPONENTS] + 2 * f[BLOCKS], 0))
            }
        }
    }
}
