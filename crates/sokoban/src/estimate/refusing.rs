//! An estimate that also knows of triples of boxes that cannot be solved.
//!
//! [`Triples`] take a while to be made, so they are made while the search is on its way: nothing at first, since most
//! searches are short, then a few of its positions with every position that is expanded. Rules that become stricter over time
//! belong to an estimate, not to a space: what a space generates must stay the same, or paths could not be played again.

use crate::Puzzle;
use crate::deadlock::Triples;
use crate::macros::Way;
use crate::space::{MacroPullState, MacroState, PullState, PushState, WalkState};
use boxwright_grid::{Square, SquareSet};
use boxwright_search::{Cost, Domain, Heuristic, Past};
use std::sync::Arc;

/// The table is begun when a position was expanded for every so many of its triples.
const PATIENCE: usize = 32;

/// Positions of the table per expansion afterwards.
const SHARE: usize = 16;

/// Triples that are made while a search is under way, for those who ask about every successor.
#[derive(Clone, Debug)]
pub struct GrowingTriples {
    puzzle: Arc<Puzzle>,
    way: Way,
    entered: usize,
    begin: usize,
    triples: Option<Triples>,
}

impl GrowingTriples {
    /// Nothing yet, for a search that goes `way`.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, way: Way) -> GrowingTriples {
        let begin = Triples::number(puzzle).map_or(usize::MAX, |number| 1 + number / PATIENCE);
        GrowingTriples { puzzle: Arc::clone(puzzle), way, entered: 0, begin, triples: None }
    }

    /// To be called with every expansion.
    pub fn enter(&mut self) {
        self.entered += 1;
        if self.entered == self.begin {
            self.triples = Triples::new(&self.puzzle, self.way);
        }
        if let Some(triples) = &mut self.triples {
            triples.work(&self.puzzle, SHARE);
        }
    }

    /// Whether the box on a square makes a dead triple with two others, as far as is known.
    #[inline]
    #[must_use]
    pub fn is_dead(&self, boxes: &SquareSet, square: Square, player: Square) -> bool {
        self.triples.as_ref().is_some_and(|triples| triples.is_dead(boxes, square, player))
    }
}

/// The estimate.
#[derive(Clone, Debug)]
pub struct Refusing<H> {
    estimate: H,
    triples: Option<GrowingTriples>,
    boxes: SquareSet,
}

impl<H> Refusing<H> {
    /// An estimate together with triples for a search that goes `way`, or without if they are not `wanted`.
    #[must_use]
    pub fn new(estimate: H, puzzle: &Arc<Puzzle>, way: Way, wanted: bool) -> Refusing<H> {
        let triples = wanted.then(|| GrowingTriples::new(puzzle, way));
        Refusing { estimate, triples, boxes: SquareSet::new(puzzle.floor().len()) }
    }
}

/// A state with boxes and a player.
pub trait Position {
    /// The squares with a box.
    fn boxes(&self) -> &SquareSet;
    /// A square of the player's region.
    fn player(&self) -> Square;
}

macro_rules! positions {
    ($($state:ty),*) => {
        $(impl Position for $state {
            #[inline]
            fn boxes(&self) -> &SquareSet {
                &self.boxes
            }

            #[inline]
            fn player(&self) -> Square {
                self.player
            }
        })*
    };
}
positions!(PushState, WalkState, PullState, MacroState, MacroPullState);

impl<D: Domain, H: Heuristic<D>> Heuristic<D> for Refusing<H>
where
    D::State: Position,
{
    fn enter(&mut self, domain: &D, state: &D::State) {
        if let Some(triples) = &mut self.triples {
            triples.enter();
            self.boxes.copy_from(state.boxes());
        }
        self.estimate.enter(domain, state);
    }

    fn estimate(&mut self, domain: &D, state: &D::State, past: &dyn Past) -> Option<Cost> {
        let boxes = state.boxes();
        let is_dead = |triples: &GrowingTriples| {
            boxes.minus(&self.boxes).next().is_some_and(|moved| triples.is_dead(boxes, moved, state.player()))
        };
        if self.triples.as_ref().is_some_and(is_dead) {
            return None;
        }
        self.estimate.estimate(domain, state, past)
    }
}
