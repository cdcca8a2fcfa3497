//! Sub-goals: what they are, when they are reached, and what moves towards them.
//!
//! Source: Wittingen 2021, sections 4.3.1 and 4.3.2. There is one sub-goal per kind of connector, each with a cost
//! function of its own. Moving a block out of the way: moves of that block are favoured most, then moves that take any
//! obstacle away from the goal squares. Turning a turnstile: its turns most, then whatever is near the goal squares.
//! Filling a hole: moves of the block that is to fill it, the nearer to its place the better, then whatever is near the
//! hole. The paper gives no numbers; ours are small, so that a few favoured moves outweigh one step of path.
//!
//! How ours differs: blocks of one size are interchangeable in our positions, so "that block" means any block of its
//! size, and for a hole the nearest of them. There is a last sub-goal, that all characters can leave: with several of
//! them the sub-goals of one are not enough (the paper's section 8.2 names that weakness). It is guided by `explore`.

use crate::Puzzle;
use crate::space::{Field, Interact, InteractionState, Obstacle};
use boxwright_grid::{Fill, Square, SquareSet};
use boxwright_search::Cost;
use std::sync::Arc;

/// An obstacle as sub-goals know it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Target {
    /// A block of that kind.
    Kind(usize),
    /// That turnstile.
    Turnstile(usize),
}

/// One thing to be done.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum SubGoal {
    /// Get past an obstacle: one of these squares can be reached.
    Pass { target: Target, squares: Arc<[Square]> },
    /// Free these squares of an obstacle, so that a turnstile can turn.
    Clear { target: Target, squares: Arc<[Square]> },
    /// Push a block of that kind to that placement, over holes alone, so that it fills them.
    Fill { kind: usize, placement: u16 },
    /// Everybody can leave.
    Home,
}

impl SubGoal {
    /// Whether nothing is left to do.
    pub(super) fn is_reached(
        &self,
        puzzle: &Puzzle,
        state: &InteractionState,
        all_home: bool,
        fill: &mut Fill,
        region: &mut SquareSet,
    ) -> bool {
        match self {
            SubGoal::Pass { squares, .. } => {
                let field = state.field();
                if squares.iter().all(|&s| field.closed().contains(s)) {
                    return false;
                }
                state.whereabouts().into_iter().filter(|at| at.exists()).any(|at| {
                    region.clear();
                    fill.spread(puzzle.floor(), at, field.closed(), region);
                    squares.iter().any(|&s| region.contains(s))
                })
            }
            SubGoal::Clear { squares, .. } => squares.iter().all(|&s| !state.field().occupied().contains(s)),
            SubGoal::Fill { .. } => self.squares(puzzle).iter().all(|&s| !state.field().is_hole(s)),
            SubGoal::Home => all_home,
        }
    }

    /// The squares it is about.
    pub(super) fn squares<'a>(&'a self, puzzle: &'a Puzzle) -> &'a [Square] {
        match self {
            SubGoal::Pass { squares, .. } | SubGoal::Clear { squares, .. } => squares,
            SubGoal::Fill { kind, placement } => &puzzle.kinds()[*kind].placements[usize::from(*placement)].cells,
            SubGoal::Home => &[],
        }
    }

    /// Whether it is about this obstacle.
    pub(super) fn is_about(&self, puzzle: &Puzzle, obstacle: Obstacle) -> bool {
        let seen = match obstacle {
            Obstacle::Block(i) => Target::Kind(puzzle.blocks()[i].0),
            Obstacle::Turnstile(i) => Target::Turnstile(i),
        };
        match self {
            SubGoal::Pass { target, .. } | SubGoal::Clear { target, .. } => *target == seen,
            SubGoal::Fill { kind, .. } => seen == Target::Kind(*kind),
            SubGoal::Home => false,
        }
    }

    /// The paper's h for the position that `action` led to from `before`; `None` if the sub-goal is out of reach for
    /// good. Not for [`SubGoal::Home`].
    pub(super) fn cost(&self, puzzle: &Puzzle, before: &Field, after: &Field, action: &Interact) -> Option<Cost> {
        let touch = puzzle.floor().next(action.stand, action.direction);
        let own = before.obstacle_at(puzzle, touch).is_some_and(|o| self.is_about(puzzle, o));
        let near = distance(puzzle, touch, self.squares(puzzle));
        Some(match self {
            SubGoal::Home => 0,
            _ if own && !matches!(self, SubGoal::Fill { .. }) => 0,
            SubGoal::Pass { target: Target::Turnstile(_), .. } => 2 + (near / 2).min(6),
            SubGoal::Pass { .. } | SubGoal::Clear { .. } => {
                let pushed = puzzle.floor().next(touch, action.direction);
                let away = pushed.exists() && distance(puzzle, pushed, self.squares(puzzle)) > near;
                if away { 3 } else { 6 }
            }
            SubGoal::Fill { kind, .. } => {
                let left = self.block_distance(puzzle, after, *kind)?;
                if own { left } else { left + 2 + (near / 3).min(4) }
            }
        })
    }

    /// How far the nearest block of the kind is from where it should go; 0 when it has gone there.
    fn block_distance(&self, puzzle: &Puzzle, field: &Field, kind: usize) -> Option<Cost> {
        let goal = self.squares(puzzle);
        if goal.iter().all(|&s| !field.is_hole(s)) {
            return Some(0);
        }
        let placements = &puzzle.kinds()[kind].placements;
        let blocks = field.blocks(puzzle).filter(|b| b.0 == kind);
        blocks.map(|(_, at)| distance(puzzle, placements[at].cells[0], &goal[..1])).min()
    }
}

/// The Manhattan distance from a square to the nearest of some.
pub(super) fn distance(puzzle: &Puzzle, from: Square, to: &[Square]) -> Cost {
    let floor = puzzle.floor();
    let a = floor.point(from);
    let to = to.iter().map(|&s| floor.point(s));
    to.map(|b| Cost::from(a.x.abs_diff(b.x)) + Cost::from(a.y.abs_diff(b.y))).min().unwrap_or(0)
}
