//! The packing plan: in which order the goals are to be filled, and where boxes must wait meanwhile.
//!
//! The level is played backwards in a simpler form: all goals are full, and a box that can be pulled to any square on
//! which some box starts vanishes there. As long as a box can vanish nothing else is tried; if none can, one is pulled
//! aside (parked). When all boxes are gone, the steps in reverse order are the plan: boxes appear, most of them for good.
//! A position has got as far as step k if the boxes that are on the board after step k are all in place.
//!
//! Source: the backward phase of Festival (FESS with sinks) and the packing order of YASS, much simplified.

use crate::Puzzle;
use crate::macros::{MacroMove, Macros, Way};
use boxwright_grid::{Fill, Square, SquareSet};
use std::collections::{BTreeMap, HashSet};

/// The plan.
#[derive(Clone, Debug)]
pub struct Packing {
    /// The squares that are occupied after each step; the first is empty, the last are the goals.
    stages: Vec<SquareSet>,
    /// All squares that occur in some stage.
    squares: SquareSet,
}

/// A node of the simplified backward search.
struct Node {
    boxes: SquareSet,
    player: Square,
    parent: usize,
}

/// Positions generated before the search gives up.
const MOST_NODES: usize = 4000;

/// Boxes times squares of all positions expanded before it gives up: about half a second of work.
const MOST_WORK: usize = 1 << 26;

impl Packing {
    /// Finds a plan. If the search gives up, the plan has a single step: everything.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Packing {
        Packing::find(puzzle).unwrap_or_else(|| {
            let nothing = SquareSet::new(puzzle.floor().len());
            Packing { stages: vec![nothing, puzzle.goals().clone()], squares: puzzle.goals().clone() }
        })
    }

    fn find(puzzle: &Puzzle) -> Option<Packing> {
        let floor = puzzle.floor();
        let starts = SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied());
        let (mut fill, mut macros) = (Fill::new(floor), Macros::new(puzzle, Way::Pull));
        let mut nodes: Vec<Node> = Vec::new();
        let mut seen = HashSet::new();
        // By boxes left, then how many were parked; the newest first.
        let mut open: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        let mut everywhere = SquareSet::new(floor.len());
        for square in floor.squares().filter(|&s| !puzzle.goals().contains(s)) {
            if !everywhere.contains(square) {
                let player = fill.spread(floor, square, puzzle.goals(), &mut everywhere);
                nodes.push(Node { boxes: puzzle.goals().clone(), player, parent: usize::MAX });
                open.entry((puzzle.boxes().len(), 0)).or_default().push(nodes.len() - 1);
            }
        }
        let mut moves: Vec<MacroMove> = Vec::new();
        let mut work = 0;
        while let Some(mut entry) = open.first_entry() {
            let (_, parked) = *entry.key();
            let Some(number) = entry.get_mut().pop() else {
                entry.remove();
                continue;
            };
            let (boxes, player) = (nodes[number].boxes.clone(), nodes[number].player);
            if boxes.is_empty() {
                return Some(Packing::along(puzzle, &nodes, number));
            }
            work += boxes.count() * floor.len();
            if nodes.len() > MOST_NODES || work > MOST_WORK {
                return None;
            }
            let mut reach = SquareSet::new(floor.len());
            fill.spread(floor, player, &boxes, &mut reach);
            moves.clear();
            for from in &boxes {
                macros.of_box(puzzle, &boxes, &reach, from, |_| true, |one| moves.push(one));
            }
            let vanish: Vec<MacroMove> = moves.iter().copied().filter(|m| starts.contains(m.to)).collect();
            let (candidates, parks) = if vanish.is_empty() { (&moves, 1) } else { (&vanish, 0) };
            for one in candidates {
                let mut after = boxes.clone();
                after.remove(one.from);
                if parks == 1 {
                    after.insert(one.to);
                }
                let player = if parks == 1 {
                    one.region
                } else {
                    let mut reach = SquareSet::new(floor.len());
                    fill.spread(floor, one.to, &after, &mut reach)
                };
                if nodes.len() <= MOST_NODES && seen.insert((after.clone(), player)) {
                    let key = (after.count(), parked + parks);
                    nodes.push(Node { boxes: after, player, parent: number });
                    open.entry(key).or_default().push(nodes.len() - 1);
                }
            }
        }
        None
    }

    /// The plan that a way to the empty board is, read backwards.
    fn along(puzzle: &Puzzle, nodes: &[Node], end: usize) -> Packing {
        let mut stages = Vec::new();
        let mut at = end;
        while at != usize::MAX {
            stages.push(nodes[at].boxes.clone());
            at = nodes[at].parent;
        }
        let mut squares = SquareSet::new(puzzle.floor().len());
        stages.iter().flat_map(SquareSet::iter).for_each(|s| squares.insert(s));
        Packing { stages, squares }
    }

    /// How many steps there are.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.stages.len() - 1
    }

    /// What is occupied after a step.
    #[must_use]
    pub fn stage(&self, step: usize) -> &SquareSet {
        &self.stages[step]
    }

    /// The squares of the plan.
    #[must_use]
    pub fn squares(&self) -> &SquareSet {
        &self.squares
    }

    /// How far a position has got.
    #[must_use]
    pub fn packed(&self, boxes: &SquareSet) -> usize {
        (0..self.stages.len()).rev().find(|&step| self.stages[step].is_subset(boxes)).unwrap_or(0)
    }
}
