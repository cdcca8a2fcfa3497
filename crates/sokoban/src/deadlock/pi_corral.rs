//! PI-corrals: places that have to be dealt with first.
//!
//! A corral is a part of the floor that the player cannot reach. If every push that the boxes around it allow goes inwards
//! (I), and the player can make all of them now (P), nothing that happens elsewhere can help: a solution begins with one of
//! these pushes, or can be rearranged so that it does. All other pushes need not be tried, and if there is none at all
//! the position is dead. A corral that is finished, with its boxes on goals and no goal left inside, may stay as it is.
//!
//! If a push would need the player in another unreachable part, or would go there, that part is added to the corral.
//!
//! Source: B. Damgaard's PI-corral pruning (YASS), in the wiki of sokobano.de.
//! Cost: a flood fill over the floor and a look at the boxes around each corral.
//! Sound for: any, pushes (rearranging keeps their number); not for moves.

use crate::Puzzle;
use boxwright_grid::{Direction, Fill, Square, SquareSet};

/// A corral that has to be dealt with now.
#[derive(Clone, Debug)]
pub struct PiCorral {
    /// Its boxes that can be pushed, with the directions as bits.
    pub pushes: Vec<(Square, u8)>,
}

/// Finds PI-corrals; working memory.
#[derive(Clone, Debug)]
pub struct PiCorrals {
    fill: Fill,
    /// The part of the floor each square is in: 0 for the player's, [`NONE`] for boxes.
    part: Vec<u16>,
    parts: usize,
    /// The boxes next to each part but the player's.
    borders: Vec<SquareSet>,
    seen: SquareSet,
    /// Which parts belong to the corral.
    members: Vec<bool>,
    /// The boxes next to the corral.
    fence: SquareSet,
}

const NONE: u16 = u16::MAX;

impl PiCorrals {
    /// Working memory for this puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> PiCorrals {
        let floor = puzzle.floor();
        PiCorrals {
            fill: Fill::new(floor),
            part: vec![NONE; floor.len()],
            parts: 0,
            borders: Vec::new(),
            seen: SquareSet::new(floor.len()),
            members: Vec::new(),
            fence: SquareSet::new(floor.len()),
        }
    }

    /// The PI-corral with the fewest pushes, given the squares the player can reach.
    pub fn find(&mut self, puzzle: &Puzzle, boxes: &SquareSet, reach: &SquareSet) -> Option<PiCorral> {
        self.divide(puzzle, boxes, reach);
        let mut best: Option<PiCorral> = None;
        for part in 1..self.parts as u16 {
            if let Some(corral) = self.grow(puzzle, boxes, part)
                && best.as_ref().is_none_or(|best| corral.pushes.len() < best.pushes.len())
            {
                best = Some(corral);
            }
        }
        best
    }

    /// Numbers the parts of the floor and finds their borders.
    fn divide(&mut self, puzzle: &Puzzle, boxes: &SquareSet, reach: &SquareSet) {
        let floor = puzzle.floor();
        let PiCorrals { fill, part, parts, borders, seen, .. } = self;
        part.fill(NONE);
        reach.iter().for_each(|s| part[s.index()] = 0);
        *parts = 1;
        for square in floor.squares() {
            if part[square.index()] == NONE && !boxes.contains(square) {
                if borders.len() < *parts {
                    borders.push(SquareSet::new(floor.len()));
                }
                let border = &mut borders[*parts - 1];
                border.clear();
                seen.clear();
                fill.spread(floor, square, boxes, seen);
                for inside in &*seen {
                    part[inside.index()] = *parts as u16;
                    let beside = floor.neighbours(inside).iter().filter(|next| next.exists() && boxes.contains(**next));
                    beside.for_each(|&next| border.insert(next));
                }
                *parts += 1;
            }
        }
    }

    /// The PI-corral that a part belongs to, if there is one.
    fn grow(&mut self, puzzle: &Puzzle, boxes: &SquareSet, part: u16) -> Option<PiCorral> {
        self.members.clear();
        self.members.resize(self.parts, false);
        self.fence.clear();
        let mut joins = part;
        loop {
            self.members[usize::from(joins)] = true;
            self.fence.unite(&self.borders[usize::from(joins) - 1]);
            match self.pushes(puzzle, boxes) {
                Verdict::Wanting(part) => joins = part,
                Verdict::Open => return None,
                Verdict::Closed(pushes) => return self.is_unfinished(puzzle).then_some(PiCorral { pushes }),
            }
        }
    }

    fn pushes(&self, puzzle: &Puzzle, boxes: &SquareSet) -> Verdict {
        let floor = puzzle.floor();
        let mut pushes = Vec::new();
        for square in &self.fence {
            let mut directions = 0;
            for direction in Direction::ALL {
                let (to, behind) = (floor.next(square, direction), floor.next(square, direction.opposite()));
                if !to.exists() || !behind.exists() || !puzzle.is_live(to) {
                    continue;
                }
                // Boxes of the fence are moved by pushes of the corral only; others may go away at any time.
                if self.fence.contains(to) || self.fence.contains(behind) {
                    continue;
                }
                if boxes.contains(to) || boxes.contains(behind) {
                    return Verdict::Open;
                }
                let (to, behind) = (self.part[to.index()], self.part[behind.index()]);
                match (self.members[usize::from(to)], self.members[usize::from(behind)]) {
                    // From inside nothing is pushed before somebody got inside.
                    (_, true) => {}
                    (true, false) if behind == 0 => directions |= 1 << direction.index(),
                    (true, false) => return Verdict::Wanting(behind),
                    (false, false) if to != 0 => return Verdict::Wanting(to),
                    (false, false) if behind != 0 => return Verdict::Wanting(behind),
                    (false, false) => return Verdict::Open,
                }
            }
            if directions != 0 {
                pushes.push((square, directions));
            }
        }
        Verdict::Closed(pushes)
    }

    fn is_unfinished(&self, puzzle: &Puzzle) -> bool {
        let inside = |s: Square| self.part[s.index()] != NONE && self.members[usize::from(self.part[s.index()])];
        !self.fence.is_subset(puzzle.goals()) || puzzle.goal_list().iter().any(|&s| inside(s))
    }
}

/// What the boxes around a corral allow.
enum Verdict {
    /// Only pushes inwards, these.
    Closed(Vec<(Square, u8)>),
    /// A push to the outside, or one that cannot be made now.
    Open,
    /// It depends on another part, which is not the player's.
    Wanting(u16),
}
