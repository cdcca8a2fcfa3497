//! Loosening: which boards are comfortable, for a search that takes the boxes apart.
//!
//! | feature | what | better |
//! |---|---|---|
//! | regions | into how many regions the boxes cut the floor | fewer |
//! | settled | boxes on squares where boxes are when the search begins: on goals, if it goes backwards | fewer |
//! | rooms | links between rooms that are cut | fewer |
//! | stuck | boxes that could be moved to no side, were the player everywhere | fewer |
//! | narrow | free squares on no cycle, empty goals apart: nobody can walk around there | fewer |
//! | far | pushes between the boxes and the squares where the search begins, each with its own | more |
//!
//! Which of them count, and in which order, is the flavour ([`Loosen`]).

use super::doom::Doom;
use super::spaces::{MacroSpace, reverse, to_end};
use super::{best, common, few, many};
use crate::Puzzle;
use crate::estimate::{Assigned, Hungarian};
use crate::fess::rooms::Rooms;
use crate::fess::tunnels::poor_stops;
use crate::macros::{MacroMove, Way};
use boxwright_grid::{Blocks, Direction, Square, SquareSet};
use boxwright_search::{Adviser, Opinion};
use std::sync::Arc;

/// What makes a board comfortable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loosen {
    /// Boxes far from where they were.
    Far,
    /// No box where one was, no room cut off, no box stuck.
    Free,
    /// The same, and above all ways around everything.
    Cycles,
}

/// Describes boards for a search that loosens.
pub struct Loosening {
    puzzle: Arc<Puzzle>,
    way: Way,
    flavour: Loosen,
    /// Where boxes are when the search begins.
    beginning: SquareSet,
    poor_stops: SquareSet,
    far: Assigned<Hungarian>,
    doom: Doom,
    rooms: Rooms,
    blocks: Blocks,
    squares: SquareSet,
}

impl Loosening {
    /// For boxes that are moved this way.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, way: Way, flavour: Loosen) -> Loosening {
        let floor = puzzle.floor();
        Loosening {
            way,
            flavour,
            beginning: match way {
                Way::Push => SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied()),
                Way::Pull => puzzle.goals().clone(),
            },
            poor_stops: poor_stops(puzzle),
            far: to_end(puzzle, reverse(way)),
            doom: Doom::new(puzzle, way),
            rooms: Rooms::new(puzzle),
            blocks: Blocks::new(floor),
            squares: SquareSet::new(floor.len()),
            puzzle: Arc::clone(puzzle),
        }
    }

    fn regions(&mut self, boxes: &SquareSet) -> usize {
        self.blocks.find(self.puzzle.floor(), boxes);
        self.blocks.components()
    }

    fn cut_rooms(&mut self, boxes: &SquareSet, action: Option<MacroMove>) -> usize {
        let Some(one) = action else { return self.rooms.enter(&self.puzzle, boxes) };
        let floor = self.puzzle.floor();
        let is_free = |s: Square| s == one.to || !boxes.contains(s);
        let simply = floor.is_simple(one.from, is_free) && floor.is_simple(one.to, is_free);
        self.rooms.after(&self.puzzle, boxes, one.from, one.to, simply)
    }

    fn stuck(&self, boxes: &SquareSet) -> usize {
        let floor = self.puzzle.floor();
        let free = |s: Square| s.exists() && !boxes.contains(s);
        let can_move = |square: Square| {
            Direction::ALL.into_iter().any(|direction| {
                let next = floor.next(square, direction);
                free(next)
                    && match self.way {
                        Way::Push => free(floor.next(square, direction.opposite())),
                        Way::Pull => free(floor.next(next, direction)),
                    }
            })
        };
        boxes.iter().filter(|&square| !can_move(square)).count()
    }

    fn narrow(&mut self, boxes: &SquareSet) -> usize {
        let floor = self.puzzle.floor();
        self.blocks.find(floor, boxes);
        self.squares.copy_from(boxes);
        self.puzzle.goals().iter().for_each(|goal| self.squares.insert(goal));
        self.blocks.add_cycles(floor, &mut self.squares);
        floor.len() - self.squares.count()
    }
}

impl<D: MacroSpace> Adviser<D> for Loosening {
    fn enter(&mut self, _: &D, state: &D::State, _: &Opinion) {
        self.far.enter_boxes(D::boxes(state));
    }

    fn look(&mut self, _: &D, state: &D::State, action: Option<MacroMove>) -> Option<Opinion> {
        let boxes = D::boxes(state);
        let far = self.far.of_boxes(boxes)? as usize;
        let regions = action.map_or_else(|| self.regions(boxes), |one| one.regions.into());
        let settled = common(boxes, &self.beginning);
        let rooms = self.cut_rooms(boxes, action);
        let score = match self.flavour {
            Loosen::Far => few(regions, 6) << 58 | many(far, 16) << 42,
            Loosen::Free => {
                let stuck = self.stuck(boxes);
                few(regions, 6) << 58
                    | few(settled, 8) << 50
                    | few(rooms, 5) << 45
                    | few(stuck, 8) << 37
                    | many(far, 16) << 21
            }
            Loosen::Cycles => {
                let narrow = self.narrow(boxes);
                few(regions, 6) << 58
                    | few(narrow, 8) << 50
                    | few(settled, 8) << 42
                    | few(rooms, 5) << 37
                    | many(far, 16) << 21
            }
        };
        let byte = |n: usize| n.min(255) as u64;
        let cell = byte(settled) << 16 | byte(regions) << 8 | byte(rooms);
        let poor = action.is_some_and(|one| self.poor_stops.contains(one.to));
        Some(Opinion { cell, score, poor, ..Opinion::default() })
    }

    fn is_dead(&mut self, _: &D, state: &D::State) -> bool {
        self.doom.is_near(D::boxes(state), D::player(state))
    }

    fn advise(&mut self, _: &Opinion, successors: &[Opinion], recommended: &mut Vec<usize>) {
        recommended.extend(best(successors));
    }
}
