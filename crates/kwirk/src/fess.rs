//! Feature space search for Kwirk: what [`boxwright_search::Fess`] is told about positions.
//!
//! Positions are described by the features of [`KwirkGuide`]; which of them make a cell depends on what is thought to be
//! progress ([`Cells`]). The advisors each recommend the best move
//!
//! | advisor | that |
//! |---|---|
//! | filler | leaves fewer open holes on the way |
//! | crosser | leaves less between the characters and the exit |
//! | joiner | leaves fewer pieces of free floor |
//! | carrier | brings blocks nearer to the holes they must fill |
//! | opener | makes a block fall, wherever |
//! | explorer | shows something that no position of its kind had: new floor to walk on, a block on a new place |
//!
//! The explorer's measure is novelty ([`boxwright_search::novelty`]), and it also decides what the other moves weigh. A
//! push is a small step, and most of a solution are steps that improve nothing. If all of these weighed one, a cell
//! would be searched breadth-first; so only what has neither a new atom nor a new pair of atoms weighs, and of equal
//! weights the novel comes first. Weights for all moves that nobody recommends, and whole journeys of a block as moves,
//! solved less (docs/strength/kwirk.md, which also says what this search is weaker in than the guided ones).
//!
//! Source: Shoham and Schaeffer 2020 ("The FESS algorithm"); the future work of the Kwirk paper (Wittingen 2021, section
//! 8) asks for it.

use crate::Puzzle;
use crate::guide::{KwirkGuide, Variant, feature};
use crate::space::{Interact, InteractionState, Interactions};
use boxwright_grid::scramble;
use boxwright_search::{Adviser, Domain, Judge, Look, Opinion};
use std::collections::HashMap;
use std::sync::Arc;

/// Which features make a cell, and which add up to the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// What is left to cross, pieces of floor, blocks.
    Opening,
    /// Holes on the way, blocks, and which holes are left.
    Filling,
    /// Holes on the way, blocks, and how far they are from the holes.
    Delivery,
}

/// In place of the set of open holes, which no advisor asks for: 1 if something is new, 2 if a pair is, else 3.
const NOVELTY: usize = feature::HOLE_SET;
/// Nothing is new.
const STALE: u16 = 3;

/// So many opinions are kept: most positions are met again soon after, in other orders of the same moves.
const MOST_KEPT: usize = 1 << 17;

/// Knows Kwirk.
pub struct KwirkAdviser {
    cells: Cells,
    judge: Judge<KwirkGuide>,
    /// By key: what was said of positions not long ago. A wrong one, under an equal key, would change the order of the
    /// search only, since what has no solution is not kept.
    kept: HashMap<u64, Opinion>,
    /// Whether the judge knows how much memory there is.
    begun: bool,
}

impl KwirkAdviser {
    /// An adviser for this puzzle.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, cells: Cells) -> KwirkAdviser {
        let variant = match cells {
            Cells::Opening => Variant::Opening,
            Cells::Filling => Variant::Filling,
            Cells::Delivery => Variant::Delivery,
        };
        KwirkAdviser {
            cells,
            judge: Judge::new(KwirkGuide::new(puzzle, variant), 0),
            kept: HashMap::new(),
            begun: false,
        }
    }
}

impl Cells {
    fn opinion(self, look: &Look, novelty: u32) -> Opinion {
        use feature::*;
        let f = &look.features;
        let (parts, left) = match self {
            Cells::Opening => ([CROSSING, COMPONENTS, BLOCKS], f[CROSSING] + 3 * f[HOLES_ON_WAY] + f[COMPONENTS]),
            Cells::Filling => ([HOLES_ON_WAY, BLOCKS, HOLE_SET], f[CROSSING] + 3 * f[HOLES_ON_WAY] + f[COMPONENTS]),
            Cells::Delivery => {
                let left = f[DELIVERY] + 3 * f[HOLES_ON_WAY] + 3 * f[COMPONENTS] + 2 * f[BLOCKS];
                ([HOLES_ON_WAY, BLOCKS, DELIVERY], left)
            }
        };
        let mut features = f.map(|n| n.min(0xffff) as u16);
        features[NOVELTY] = novelty as u16;
        Opinion {
            cell: parts.iter().fold(1, |hash, &part| scramble(hash ^ u64::from(f[part]))),
            score: u64::from(0xffff - left.min(0xffff)) << 32,
            features,
            poor: false,
        }
    }
}

impl Adviser<Interactions> for KwirkAdviser {
    fn enter(&mut self, _: &Interactions, _: &InteractionState, _: &Opinion) {}

    fn look(&mut self, space: &Interactions, state: &InteractionState, action: Option<Interact>) -> Option<Opinion> {
        if action.is_none() {
            return self.judge.look_at_parent(space, state).map(|look| self.cells.opinion(look, 0));
        }
        let key = space.key(state);
        if let Some(&opinion) = self.kept.get(&key) {
            return Some(opinion);
        }
        let novelty = self.judge.judge(space, state)?;
        let opinion = self.cells.opinion(&self.judge.look, novelty);
        if self.kept.len() == MOST_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, opinion);
        Some(opinion)
    }

    fn is_dead(&mut self, _: &Interactions, _: &InteractionState) -> bool {
        false
    }

    fn advise(&mut self, parent: &Opinion, successors: &[Opinion], recommended: &mut Vec<usize>) {
        use feature::*;
        let best = |wanted: &dyn Fn(&Opinion) -> bool| {
            let those = successors.iter().enumerate().filter(|(_, one)| wanted(one));
            those.max_by_key(|(number, one)| (self.rank(one), std::cmp::Reverse(*number))).map(|(number, _)| number)
        };
        for f in [HOLES_ON_WAY, CROSSING, COMPONENTS, DELIVERY, BLOCKS] {
            recommended.extend(best(&|one| one.features[f] < parent.features[f]));
        }
        recommended.extend(best(&|one| one.features[NOVELTY] == 1));
    }

    fn weight(&self, successor: &Opinion, _: usize) -> u8 {
        u8::from(successor.features[NOVELTY] == STALE)
    }

    fn rank(&self, successor: &Opinion) -> u32 {
        u32::from(STALE - successor.features[NOVELTY]) << 16 | (successor.score >> 32) as u32
    }

    fn may_hold(&mut self, bytes: usize) {
        if !std::mem::replace(&mut self.begun, true) {
            self.judge.may_hold(bytes);
        }
    }

    fn bytes(&self) -> usize {
        self.judge.bytes() + self.kept.capacity() * size_of::<(u64, Opinion)>()
    }
}
