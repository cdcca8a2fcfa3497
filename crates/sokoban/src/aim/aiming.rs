//! Aiming: how near a position is to an imagined board, for a search that brings boxes there.
//!
//! | feature | what | better |
//! |---|---|---|
//! | feasible | whether every box could be brought to an imagined square of its own, were it alone | yes |
//! | regions | into how many regions the boxes cut the floor | fewer |
//! | in place | boxes on imagined squares | more |
//! | hotspots | boxes out of place that touch another, and open imagined squares that the player cannot walk to | fewer |
//! | way | pushes or pulls to the imagined squares | fewer |
//!
//! A box in a tunnel, unless it is to be there, comes after everything else.
//! A position that is not feasible may still have a solution, so it comes last and is kept.

use super::doom::Doom;
use super::spaces::{MacroSpace, to_squares};
use super::{best, common, few, many};
use crate::Puzzle;
use crate::estimate::{Assigned, Hungarian};
use crate::fess::tunnels::poor_stops;
use crate::macros::{MacroMove, Way};
use boxwright_grid::{Blocks, Fill, Square, SquareSet};
use boxwright_search::{Adviser, Opinion};
use std::sync::Arc;

/// Describes positions for a search that aims at a board.
pub struct Aiming {
    puzzle: Arc<Puzzle>,
    weighted: bool,
    imagined: SquareSet,
    poor_stops: SquareSet,
    way: Assigned<Hungarian>,
    doom: Doom,
    blocks: Blocks,
    fill: Fill,
    reach: SquareSet,
}

impl Aiming {
    /// At a board with boxes on these squares, for boxes that are moved this way. If moves are `weighted`, any but the best
    /// of a position has a price; otherwise the score alone decides.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, way: Way, imagined: &SquareSet, weighted: bool) -> Aiming {
        let floor = puzzle.floor();
        let mut poor_stops = poor_stops(puzzle);
        imagined.iter().for_each(|square| poor_stops.remove(square));
        Aiming {
            poor_stops,
            weighted,
            imagined: imagined.clone(),
            way: to_squares(puzzle, way, imagined),
            doom: Doom::new(puzzle, way),
            blocks: Blocks::new(floor),
            fill: Fill::new(floor),
            reach: SquareSet::new(floor.len()),
            puzzle: Arc::clone(puzzle),
        }
    }

    fn regions(&mut self, boxes: &SquareSet) -> usize {
        self.blocks.find(self.puzzle.floor(), boxes);
        self.blocks.components()
    }

    /// Boxes out of place that touch another box, and imagined squares that the player cannot walk to.
    fn hotspots(&mut self, boxes: &SquareSet, player: Square, regions: usize) -> usize {
        let Aiming { puzzle, imagined, fill, reach, .. } = self;
        let floor = puzzle.floor();
        let touches = |square| floor.neighbours(square).iter().any(|next| next.exists() && boxes.contains(*next));
        let touching = boxes.minus(imagined).filter(|&square| touches(square)).count();
        if regions == 1 {
            return touching;
        }
        reach.clear();
        fill.spread(floor, player, boxes, reach);
        touching + imagined.minus(boxes).filter(|&square| !reach.contains(square)).count()
    }
}

impl<D: MacroSpace> Adviser<D> for Aiming {
    fn enter(&mut self, _: &D, state: &D::State, _: &Opinion) {
        self.way.enter_boxes(D::boxes(state));
    }

    fn look(&mut self, _: &D, state: &D::State, action: Option<MacroMove>) -> Option<Opinion> {
        let boxes = D::boxes(state);
        let way = self.way.of_boxes(boxes);
        let regions = action.map_or_else(|| self.regions(boxes), |one| one.regions.into());
        let in_place = common(boxes, &self.imagined);
        let hotspots = self.hotspots(boxes, D::player(state), regions);
        let feasible = u64::from(way.is_some());
        let score = feasible << 63
            | few(regions, 6) << 57
            | many(in_place, 8) << 49
            | few(hotspots, 6) << 43
            | few(way.unwrap_or(0) as usize, 11) << 32;
        let byte = |n: usize| n.min(255) as u64;
        let cell = feasible << 16 | byte(in_place) << 8 | byte(regions);
        let poor = action.is_some_and(|one| self.poor_stops.contains(one.to));
        Some(Opinion { cell, score, poor, ..Opinion::default() })
    }

    fn is_dead(&mut self, _: &D, state: &D::State) -> bool {
        self.doom.is_near(D::boxes(state), D::player(state))
    }

    fn advise(&mut self, _: &Opinion, successors: &[Opinion], recommended: &mut Vec<usize>) {
        if self.weighted {
            recommended.extend(best(successors));
        } else {
            recommended.extend((0..successors.len()).filter(|&number| !successors[number].poor));
        }
    }
}
