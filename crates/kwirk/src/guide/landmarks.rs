//! Holes that must be filled, and by which blocks, whatever the solution.
//!
//! Searches that reward open floor waste their blocks: they fill every hole at hand until nothing is left for the holes
//! before the exit. So this asks what is *necessary*. The board is relaxed in the player's favour: a block is followed
//! on its own, without the other obstacles, but with the character, who must walk around it to push it from another
//! side. Every hole that a block can be brought to is filled for good (the block remains), which lets characters and
//! blocks get further, until nothing changes. If the exit is still out of reach there is no solution. If it is out of
//! reach when one hole may never be filled, that hole is a *landmark*: every solution fills it (the landmarks of
//! planning: Hoffmann, Porteous, Sebastia 2004). Landmarks need different blocks, or different cells of a large one, and
//! only blocks that can be brought there count. A kind of block of which none can be spared may fall into landmarks
//! only; that closes further ways, so it is all done again.
//!
//! Depends on the open holes and on how many blocks of each kind are left, nothing else: computed once for each and
//! remembered. If the start has no landmark, nothing is asked later. Sound for: any, pushes, moves. Cost: a few milliseconds per set of holes.

use crate::Puzzle;
use crate::space::Field;
use boxwright_grid::{Fill, Square, SquareSet};
use std::collections::HashMap;
use std::sync::Arc;

/// Too far to count, or impossible.
const FAR: u8 = u8::MAX;

/// So many answers are remembered: some ten megabytes.
const MOST_KNOWN: usize = 2_000;

/// Puzzles with more holes times placements of blocks are not examined: it would take seconds.
const MOST_WORK: usize = 400_000;

/// What every solution must do.
#[derive(Clone, Debug, Default)]
pub(super) struct Must {
    /// These holes must be filled.
    pub(super) holes: Vec<Square>,
    /// How that can be done.
    pub(super) falls: Vec<Fall>,
}

/// A way to fill landmarks.
#[derive(Clone, Debug)]
pub(super) struct Fall {
    pub(super) kind: usize,
    /// Which of the landmarks.
    pub(super) fills: Vec<usize>,
    /// Pushes from each placement; [`FAR`] if there is no way.
    distances: Vec<u8>,
    pub(super) cells: Vec<Square>,
}

/// Finds landmarks.
#[derive(Clone, Debug)]
pub(super) struct Landmarks {
    puzzle: Arc<Puzzle>,
    several: bool,
    /// There is no way out even at the start.
    hopeless: bool,
    /// The landmarks of the start: filling a hole makes no new ones, so others are not tried.
    candidates: Vec<Square>,
    nothing: Must,
    known: HashMap<Box<[u64]>, Option<Must>>,
    key: Vec<u64>,
    open: SquareSet,
    fill: Fill,
    closed: SquareSet,
    /// Where characters get on the board without blocks.
    region: SquareSet,
    walks: Vec<Walk>,
}

/// Where the blocks of one kind get.
#[derive(Clone, Debug, Default)]
struct Walk {
    /// By placement: the regions of the character that were met with a block there, and their numbers.
    met: Vec<Vec<(SquareSet, usize)>>,
    /// Placement and index in `met` by number; all before `next` were followed.
    nodes: Vec<(usize, usize)>,
    pushes: Vec<(usize, usize)>,
    /// From a node to a placement where the block falls.
    falls: Vec<(usize, usize)>,
}

/// What may be filled.
struct Terms<'t> {
    open: &'t SquareSet,
    left: &'t [usize],
    never: Square,
    /// Kinds that may fall only where they cover one of these.
    reserved: &'t [Option<Vec<Square>>],
}

impl Landmarks {
    pub(super) fn new(puzzle: &Arc<Puzzle>) -> Landmarks {
        let squares = puzzle.floor().len();
        let mut landmarks = Landmarks {
            puzzle: Arc::clone(puzzle),
            several: puzzle.characters().iter().filter(|c| c.exists()).count() > 1,
            hopeless: false,
            candidates: puzzle.holes().to_vec(),
            nothing: Must::default(),
            known: HashMap::new(),
            key: Vec::new(),
            open: SquareSet::new(squares),
            fill: Fill::new(puzzle.floor()),
            closed: SquareSet::new(squares),
            region: SquareSet::new(squares),
            walks: puzzle.kinds().iter().map(|k| Walk::new(k.placements.len())).collect(),
        };
        let placements: usize = puzzle.kinds().iter().map(|k| k.placements.len()).sum();
        let must = if puzzle.holes().len() * placements > MOST_WORK {
            Some(Must::default())
        } else {
            let open = SquareSet::from_squares(squares, puzzle.holes().iter().copied());
            let mut left = vec![0; puzzle.kinds().len()];
            puzzle.blocks().iter().for_each(|&(kind, _)| left[kind] += 1);
            landmarks.compute(&open, &left)
        };
        landmarks.hopeless = must.is_none();
        landmarks.candidates = must.unwrap_or_default().holes;
        landmarks
    }

    /// What must be done in a position; `None` if it has no solution.
    pub(super) fn find(&mut self, field: &Field) -> Option<&Must> {
        if self.hopeless || self.candidates.is_empty() {
            return (!self.hopeless).then_some(&self.nothing);
        }
        // The open holes, then how many blocks of each kind are left.
        let words = self.open.words().len();
        self.open.clear();
        self.puzzle.holes().iter().filter(|&&h| field.is_hole(h)).for_each(|&h| self.open.insert(h));
        self.key.clear();
        self.key.extend(self.open.words());
        self.key.resize(words + self.puzzle.kinds().len(), 0);
        field.blocks(&self.puzzle).for_each(|(kind, _)| self.key[words + kind] += 1);
        if !self.known.contains_key(&*self.key) {
            if self.known.len() == MOST_KNOWN {
                self.known.clear();
            }
            let left: Vec<usize> = self.key[words..].iter().map(|&n| n as usize).collect();
            let must = self.compute(&self.open.clone(), &left);
            self.known.insert(self.key.as_slice().into(), must);
        }
        self.known[&*self.key].as_ref()
    }

    fn compute(&mut self, open: &SquareSet, left: &[usize]) -> Option<Must> {
        let mut reserved: Vec<Option<Vec<Square>>> = vec![None; left.len()];
        loop {
            // Step 1. What must be filled if every kind may fall where `reserved` lets it.
            let terms = |never| Terms { open, left, never, reserved: &reserved };
            let candidates: Vec<Square> = self.candidates.iter().copied().filter(|&h| open.contains(h)).collect();
            let holes: Vec<Square> = candidates.into_iter().filter(|&h| !self.way_out(&terms(h))).collect();
            if !self.way_out(&terms(Square::NONE)) {
                return None;
            }
            let falls = self.falls(&holes);

            // Step 2. Kinds of which all blocks are needed.
            let mut changed = false;
            for kind in 0..left.len() {
                let fills = |kind: usize, hole: usize| falls.iter().any(|f| f.kind == kind && f.fills.contains(&hole));
                let own: Vec<usize> = (0..holes.len())
                    .filter(|&h| fills(kind, h) && !(0..left.len()).any(|k| k != kind && fills(k, h)))
                    .collect();
                let serves = |f: &Fall| f.fills.iter().filter(|h| own.contains(h)).count();
                let most = falls.iter().filter(|f| f.kind == kind).map(serves).max().unwrap_or(0);
                let needed = if most == 0 { 0 } else { own.len().div_ceil(most) };
                if needed > left[kind] {
                    return None;
                }
                if needed == left[kind] && needed > 0 && reserved[kind].is_none() {
                    reserved[kind] = Some(own.into_iter().map(|h| holes[h]).collect());
                    changed = true;
                }
            }
            if !changed {
                return Some(Must { holes, falls });
            }
        }
    }

    /// Whether the exit can be reached on these terms. Without a hole that is never filled everything is explored.
    fn way_out(&mut self, terms: &Terms<'_>) -> bool {
        let puzzle = Arc::clone(&self.puzzle);
        let mut holes = terms.open.clone();
        loop {
            self.region.clear();
            for character in puzzle.characters().into_iter().filter(|c| c.exists()) {
                if !self.region.contains(character) {
                    self.fill.spread(puzzle.floor(), character, &holes, &mut self.region);
                }
            }
            let out = puzzle.exit_sides().iter().any(|&(side, _)| self.region.contains(side));
            if out && terms.never.exists() {
                return true;
            }
            let mut changed = false;
            for kind in 0..terms.left.len() {
                let mut walk = std::mem::take(&mut self.walks[kind]);
                changed |= terms.left[kind] > 0 && self.follow(&puzzle, kind, &mut walk, terms, &mut holes);
                self.walks[kind] = walk;
            }
            if !changed {
                return out;
            }
        }
    }

    /// Follows the blocks of a kind wherever they can be pushed from the start; takes the holes they fill away and
    /// returns whether there was one.
    fn follow(
        &mut self,
        puzzle: &Puzzle,
        kind: usize,
        walk: &mut Walk,
        terms: &Terms<'_>,
        holes: &mut SquareSet,
    ) -> bool {
        let placements = &puzzle.kinds()[kind].placements;
        walk.clear();
        let character = puzzle.characters().into_iter().find(|c| c.exists()).unwrap_or(Square::NONE);
        for &(_, at) in puzzle.blocks().iter().filter(|b| b.0 == kind) {
            self.enter(walk, &placements[usize::from(at)].cells, at.into(), character, holes);
        }
        let mut changed = false;
        let mut next = 0;
        while let Some(&(at, index)) = walk.nodes.get(next) {
            for (to, how) in placements[at].pushes.iter().flatten() {
                let to = usize::from(*to);
                let cells = &placements[to].cells;
                for pusher in &how.pushers {
                    let region = if self.several { &self.region } else { &walk.met[at][index].0 };
                    if !region.contains(pusher.stand) || holes.contains(pusher.touch) {
                        continue;
                    }
                    let reserved = terms.reserved[kind].as_ref();
                    if cells.iter().all(|&c| terms.open.contains(c))
                        && !cells.contains(&terms.never)
                        && reserved.is_none_or(|r| cells.iter().any(|c| r.contains(c)))
                    {
                        walk.falls.push((next, to));
                        for &cell in cells {
                            changed |= holes.contains(cell);
                            holes.remove(cell);
                        }
                    }
                    if !cells.iter().all(|&c| holes.contains(c)) {
                        let reached = self.enter(walk, cells, to, pusher.land, holes);
                        walk.pushes.push((next, reached));
                    }
                }
            }
            next += 1;
        }
        changed
    }

    /// The number of the node: a block lies there, a character stands there.
    fn enter(&mut self, walk: &mut Walk, cells: &[Square], at: usize, character: Square, holes: &SquareSet) -> usize {
        let known = walk.met[at].iter().find(|(region, _)| self.several || region.contains(character));
        if let Some(&(_, node)) = known {
            return node;
        }
        let mut region = SquareSet::new(self.puzzle.floor().len());
        if !self.several {
            self.closed.copy_from(holes);
            cells.iter().for_each(|&c| self.closed.insert(c));
            self.fill.spread(self.puzzle.floor(), character, &self.closed, &mut region);
        }
        let node = walk.nodes.len();
        walk.nodes.push((at, walk.met[at].len()));
        walk.met[at].push((region, node));
        node
    }

    /// The ways found last to fill these holes.
    fn falls(&self, holes: &[Square]) -> Vec<Fall> {
        let mut falls = Vec::new();
        for (kind, walk) in self.walks.iter().enumerate() {
            let mut ends: Vec<usize> = walk.falls.iter().map(|&(_, to)| to).collect();
            ends.sort_unstable();
            ends.dedup();
            for end in ends {
                let cells = &self.puzzle.kinds()[kind].placements[end].cells;
                let fills: Vec<usize> = (0..holes.len()).filter(|&h| cells.contains(&holes[h])).collect();
                if !fills.is_empty() {
                    falls.push(Fall { kind, fills, distances: walk.distances(end), cells: cells.clone() });
                }
            }
        }
        falls
    }
}

impl Fall {
    /// Pushes from a placement, if there is a way.
    pub(super) fn distance(&self, placement: usize) -> Option<u32> {
        let distance = self.distances[placement];
        (distance != FAR).then_some(distance.into())
    }
}

impl Walk {
    fn new(placements: usize) -> Walk {
        Walk { met: vec![Vec::new(); placements], ..Walk::default() }
    }

    fn clear(&mut self) {
        self.met.iter_mut().for_each(Vec::clear);
        self.nodes.clear();
        self.pushes.clear();
        self.falls.clear();
    }

    /// The fewest pushes from each placement to falling into `end`.
    fn distances(&self, end: usize) -> Vec<u8> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for &(from, to) in &self.pushes {
            before[to].push(from);
        }
        let mut nodes = vec![FAR; self.nodes.len()];
        let mut queue = Vec::new();
        for &(from, _) in self.falls.iter().filter(|f| f.1 == end) {
            if nodes[from] == FAR {
                nodes[from] = 1;
                queue.push(from);
            }
        }
        let mut distances = vec![FAR; self.met.len()];
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            at += 1;
            let placement = self.nodes[node].0;
            distances[placement] = distances[placement].min(nodes[node]);
            for &from in &before[node] {
                if nodes[from] == FAR {
                    // Long ways count as long, never as impossible.
                    nodes[from] = (nodes[node] + 1).min(FAR - 1);
                    queue.push(from);
                }
            }
        }
        distances
    }
}
