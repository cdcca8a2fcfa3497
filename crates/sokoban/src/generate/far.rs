//! Positions far from being solved.
//!
//! Boxes are pulled from the goals, breadth-first, until everything is known or the cap is reached. A position is first
//! met on a shortest way, so the number of its layer is exactly the fewest pushes that solve it: every position found
//! is solvable, and it is known how long it takes, before anything has been searched forwards.

use crate::Puzzle;
use crate::space::Pulls;
use boxwright_grid::{Square, SquareSet};
use boxwright_search::Domain;
use boxwright_search::table::{NodeId, NodeTable};
use std::sync::Arc;

/// All positions around the solved ones, nearest first.
pub(super) struct Far {
    space: Pulls,
    table: NodeTable<Pulls>,
}

/// A position as a level begins: where the boxes are, and a square of the player's region.
pub(super) struct Start {
    pub boxes: SquareSet,
    pub player: Square,
}

impl Far {
    /// Pulls until `cap` positions are known.
    pub fn explore(puzzle: &Arc<Puzzle>, cap: u32) -> Far {
        let space = Pulls::new(puzzle);
        let mut table = NodeTable::new(&space);
        let roots = space.roots();
        for root in &roots {
            if table.find(&space, root).is_none() {
                let _ = table.insert(&space, NodeId::NONE, 0);
            }
        }
        let Some(mut state) = roots.into_iter().next() else { return Far { space, table } };
        let mut next = 0;
        while next < table.len() && table.len() < cap {
            let node = NodeId(next);
            next += 1;
            table.load(&space, node, &mut state);
            let cost = table.cost(node) + 1;
            space.expand(&mut state, |successor, _, _| {
                if table.find(&space, successor).is_none() {
                    let _ = table.insert(&space, node, cost);
                }
            });
        }
        Far { space, table }
    }

    /// The positions that need at least `pushes` pushes and have no box on a goal, nearest first.
    pub fn at_least(&self, pushes: u32) -> Vec<NodeId> {
        let Some(mut state) = self.space.roots().into_iter().next() else { return Vec::new() };
        let far = (0..self.table.len()).map(NodeId).filter(|&node| self.table.cost(node) >= pushes);
        far.filter(|&node| {
            self.table.load(&self.space, node, &mut state);
            !state.boxes.meets(self.space.puzzle().goals())
        })
        .collect()
    }

    /// The fewest pushes that solve a position.
    pub fn pushes(&self, node: NodeId) -> u32 {
        self.table.cost(node)
    }

    /// How often a shortest solution takes up another box.
    pub fn box_changes(&self, node: NodeId) -> usize {
        let Some(mut state) = self.space.roots().into_iter().next() else { return 0 };
        let mut changes = 0;
        let mut carried = None;
        let mut here = node;
        self.table.load(&self.space, here, &mut state);
        let mut boxes = state.boxes.clone();
        while self.table.parent(here) != NodeId::NONE {
            here = self.table.parent(here);
            self.table.load(&self.space, here, &mut state);
            let from = boxes.minus(&state.boxes).next();
            changes += usize::from(from != carried);
            carried = state.boxes.minus(&boxes).next();
            boxes.copy_from(&state.boxes);
        }
        changes
    }

    pub fn start(&self, node: NodeId) -> Option<Start> {
        let mut state = self.space.roots().into_iter().next()?;
        self.table.load(&self.space, node, &mut state);
        Some(Start { boxes: state.boxes, player: state.player })
    }
}
