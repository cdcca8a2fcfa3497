//! What can still be moved and filled, and how far it is.
//!
//! Everything here is relaxed in the player's favour: only walls, blocks that can never move again and holes that can
//! never be filled are in the way. So what is impossible here is impossible:
//!
//! * A block none of whose pushes is possible (the cells it would enter or the cells a pusher would stand on are wall or
//!   belong to such blocks, or all cells he could push are over open holes) will never move: it is a wall.
//! * An open hole that no block can come to fill (no placement over open holes alone that covers it can be reached by a
//!   block that fits) stays open for good: nobody will ever cross it.
//!
//! Sound for: any, pushes, moves. Cost: a microsecond or two per position.

use super::assignment::Assignment;
use super::landmarks::Must;
use crate::Puzzle;
use crate::space::Field;
use boxwright_grid::{Square, SquareSet};

/// Too far to count, or impossible.
const FAR: u8 = u8::MAX;

/// Larger tables are not made; everything is then taken for possible.
const MOST_ENTRIES: usize = 50_000_000;

/// The relaxed ways of all blocks to all holes, and what holds in the position examined last.
#[derive(Clone, Debug)]
pub(super) struct Deliveries {
    kinds: Vec<Falls>,
    /// Blocks that never move again: walls for everything.
    solid: SquareSet,
    /// The same, and holes that are never filled: walls for characters. A block can still be pushed over a hole.
    blocked: SquareSet,
    fillable: SquareSet,
    usable_area: usize,
    /// Blocks of the position: kind, placement, whether frozen.
    blocks: Vec<(usize, usize, bool)>,
    usable: Vec<Vec<bool>>,
    used: Vec<bool>,
    assignment: Assignment,
}

/// Where blocks of one kind can fall.
#[derive(Clone, Debug)]
struct Falls {
    /// The cells of each placement that lies over holes alone.
    cells: Vec<Vec<Square>>,
    /// Pushes from each placement to that one; [`FAR`] if there is no way. Empty if the table would be too large.
    distances: Vec<Vec<u8>>,
}

impl Deliveries {
    pub(super) fn new(puzzle: &Puzzle) -> Deliveries {
        let squares = puzzle.floor().len();
        let holes = SquareSet::from_squares(squares, puzzle.holes().iter().copied());
        let kinds: Vec<Falls> = (0..puzzle.kinds().len()).map(|kind| Falls::new(puzzle, kind, &holes)).collect();
        Deliveries {
            usable: kinds.iter().map(|k| vec![false; k.cells.len()]).collect(),
            kinds,
            solid: SquareSet::new(squares),
            blocked: SquareSet::new(squares),
            fillable: SquareSet::new(squares),
            usable_area: 0,
            blocks: Vec::new(),
            used: Vec::new(),
            assignment: Assignment::default(),
        }
    }

    /// Finds out what can still move and be filled.
    pub(super) fn examine(&mut self, puzzle: &Puzzle, field: &Field) {
        self.blocked.clear();
        self.solid.clear();
        self.blocks.clear();
        self.blocks.extend(field.blocks(puzzle).map(|(kind, at)| (kind, at, false)));
        loop {
            self.freeze(puzzle, field);
            if !self.close_holes(puzzle, field) {
                return;
            }
        }
    }

    /// Squares nobody will ever pass: beyond walls, blocks that never move again and holes that are never filled.
    pub(super) fn blocked(&self) -> &SquareSet {
        &self.blocked
    }

    /// The cells of all blocks that can still fall somewhere.
    pub(super) fn usable_area(&self) -> usize {
        self.usable_area
    }

    /// Pushes needed to fill these holes one after the other, each by the nearest block not used yet; what a block
    /// covers beyond its hole serves the next ones.
    pub(super) fn effort(&mut self, puzzle: &Puzzle, field: &Field, holes: &[Square]) -> u32 {
        const MOST: u32 = 30;
        const IMPOSSIBLE: u32 = 20;
        self.used.clear();
        self.used.resize(self.blocks.len(), false);
        let mut effort = 0;
        let mut covered = 0;
        for &hole in holes {
            if covered > 0 {
                covered -= 1;
                continue;
            }
            let mut best: Option<(u32, usize)> = None;
            for (i, &(kind, at, frozen)) in self.blocks.iter().enumerate().filter(|(i, _)| !self.used[*i]) {
                if frozen {
                    continue;
                }
                let falls = &self.kinds[kind];
                for (fall, cells) in falls.cells.iter().enumerate() {
                    let Some(&distance) = falls.distances.get(fall).map(|d| &d[at]) else { continue };
                    if distance == FAR || !cells.contains(&hole) || !cells.iter().all(|&c| field.is_hole(c)) {
                        continue;
                    }
                    if best.is_none_or(|(known, _)| u32::from(distance) < known) {
                        best = Some((distance.into(), i));
                    }
                }
            }
            match best {
                Some((distance, block)) => {
                    self.used[block] = true;
                    effort += distance.min(MOST);
                    let (kind, at, _) = self.blocks[block];
                    covered = puzzle.kinds()[kind].placements[at].cells.len() - 1;
                }
                None => effort += IMPOSSIBLE,
            }
        }
        effort
    }

    /// Pushes needed to fill what must be filled, with a block for each hole or several; `None` if there are not enough.
    pub(super) fn must_effort(&mut self, field: &Field, must: &Must) -> Option<u32> {
        self.assignment.clear(must.holes.len(), self.blocks.len());
        for fall in &must.falls {
            if !fall.cells.iter().all(|&c| field.is_hole(c) && !self.solid.contains(c)) {
                continue;
            }
            for (i, &(_, at, _)) in self.blocks.iter().enumerate().filter(|(_, b)| b.0 == fall.kind && !b.2) {
                if let Some(distance) = fall.distance(at) {
                    self.assignment.allow(i, &fall.fills, distance);
                }
            }
        }
        self.assignment.cheapest()
    }

    /// Marks blocks without any possible push as walls, until nothing changes.
    fn freeze(&mut self, puzzle: &Puzzle, field: &Field) {
        loop {
            let mut changed = false;
            for i in 0..self.blocks.len() {
                let (kind, at, frozen) = self.blocks[i];
                let placement = &puzzle.kinds()[kind].placements[at];
                let can_move = placement.pushes.iter().flatten().any(|(_, push)| {
                    push.needs.iter().all(|&s| !self.solid.contains(s))
                        && push.pushers.iter().any(|p| !self.blocked.contains(p.stand) && !field.is_hole(p.touch))
                });
                if !frozen && !can_move {
                    self.blocks[i].2 = true;
                    changed = true;
                    for &cell in &placement.cells {
                        self.blocked.insert(cell);
                        self.solid.insert(cell);
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Marks open holes that no block can fill as walls; returns whether there was a new one.
    fn close_holes(&mut self, puzzle: &Puzzle, field: &Field) -> bool {
        for (falls, usable) in self.kinds.iter().zip(&mut self.usable) {
            for (cells, usable) in falls.cells.iter().zip(usable) {
                *usable = cells.iter().all(|&c| field.is_hole(c) && !self.solid.contains(c));
            }
        }
        self.fillable.clear();
        self.usable_area = 0;
        for &(kind, at, _) in self.blocks.iter().filter(|b| !b.2) {
            let falls = &self.kinds[kind];
            let mut falls_somewhere = false;
            for (fall, cells) in falls.cells.iter().enumerate() {
                let reachable = falls.distances.get(fall).is_none_or(|d| d[at] != FAR);
                if reachable && self.usable[kind][fall] {
                    falls_somewhere = true;
                    for &cell in cells {
                        self.fillable.insert(cell);
                    }
                }
            }
            if falls_somewhere {
                self.usable_area += puzzle.kinds()[kind].placements[at].cells.len();
            }
        }
        let mut changed = false;
        for &hole in puzzle.holes() {
            if field.is_hole(hole) && !self.fillable.contains(hole) && !self.blocked.contains(hole) {
                self.blocked.insert(hole);
                changed = true;
            }
        }
        changed
    }
}

impl Falls {
    fn new(puzzle: &Puzzle, kind: usize, holes: &SquareSet) -> Falls {
        let placements = &puzzle.kinds()[kind].placements;
        let over_holes = |p: &&usize| placements[**p].cells.iter().all(|&s| holes.contains(s));
        let all: Vec<usize> = (0..placements.len()).collect();
        let falls: Vec<usize> = all.iter().filter(over_holes).copied().collect();
        let cells = falls.iter().map(|&p| placements[p].cells.clone()).collect();
        if falls.len() * placements.len() > MOST_ENTRIES {
            return Falls { cells, distances: Vec::new() };
        }
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); placements.len()];
        for (from, placement) in placements.iter().enumerate() {
            for (to, push) in placement.pushes.iter().flatten() {
                if !push.pushers.is_empty() {
                    before[usize::from(*to)].push(from);
                }
            }
        }
        let distances = falls.iter().map(|&fall| distances_to(fall, &before)).collect();
        Falls { cells, distances }
    }
}

fn distances_to(target: usize, before: &[Vec<usize>]) -> Vec<u8> {
    let mut distance = vec![FAR; before.len()];
    distance[target] = 0;
    let mut queue = vec![target];
    let mut at = 0;
    while let Some(&placement) = queue.get(at) {
        at += 1;
        for &from in &before[placement] {
            if distance[from] == FAR {
                // Long ways count as long, never as impossible.
                distance[from] = (distance[placement] + 1).min(FAR - 1);
                queue.push(from);
            }
        }
    }
    distance
}
