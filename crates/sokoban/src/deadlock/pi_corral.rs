//! PI-corrals: places that have to be dealt with first.
//!
//! A corral is a part of the floor that the player cannot reach. If every push that the boxes around it allow goes inwards
//! (I), and the player can make all of them now (P), nothing that happens elsewhere can help: a solution begins with one of
//! these pushes, or can be rearranged so that it does. All other pushes need not be tried, and if there is none at all
//! the position is dead. A corral that is finished, with its boxes on goals and no goal left inside, may stay as it is.
//!
//! If a push would need the player in another unreachable part, or would go there, that part is added to the corral. Parts next
//! to a box that can be pushed along, from and to where the player is, are in no such corral, which settles most of them.
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
    /// The boxes next to no part but the player's, if any: they can never join a fence.
    outside: SquareSet,
    /// The boxes with a push from the player's part to the player's part.
    leaving: SquareSet,
    /// Which parts belong to the corral.
    members: Vec<bool>,
    /// The boxes next to the corral, and those of them that were looked at.
    fence: SquareSet,
    checked: SquareSet,
}

const NONE: u16 = u16::MAX;

impl PiCorrals {
    /// Working memory for this puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> PiCorrals {
        let floor = puzzle.floor();
        let nothing = SquareSet::new(floor.len());
        PiCorrals {
            fill: Fill::new(floor),
            part: vec![NONE; floor.len()],
            parts: 0,
            borders: Vec::new(),
            seen: nothing.clone(),
            outside: nothing.clone(),
            leaving: nothing.clone(),
            members: Vec::new(),
            fence: nothing.clone(),
            checked: nothing,
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

    /// Numbers the parts of the floor, and finds what is next to them.
    fn divide(&mut self, puzzle: &Puzzle, boxes: &SquareSet, reach: &SquareSet) {
        let floor = puzzle.floor();
        let PiCorrals { fill, part, parts, borders, seen, outside, leaving, .. } = self;
        part.fill(NONE);
        reach.iter().for_each(|s| part[s.index()] = 0);
        *parts = 1;
        outside.copy_from(boxes);
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
                outside.subtract(border);
                *parts += 1;
            }
        }
        let leaves = |square: &Square| {
            Direction::ALL.into_iter().any(|direction| {
                let (to, behind) = (floor.next(*square, direction), floor.next(*square, direction.opposite()));
                let possible = to.exists() && behind.exists() && puzzle.is_live(to);
                possible && reach.contains(to) && reach.contains(behind)
            })
        };
        leaving.clear();
        boxes.minus(outside).filter(leaves).for_each(|square| leaving.insert(square));
    }

    /// The PI-corral that a part belongs to, if there is one.
    fn grow(&mut self, puzzle: &Puzzle, boxes: &SquareSet, part: u16) -> Option<PiCorral> {
        self.members.clear();
        self.members.resize(self.parts, false);
        self.fence.clear();
        self.checked.clear();
        self.join(part)?;
        // What is right about a box stays right when the corral becomes larger. So each is looked at once, and all once more in
        // the end, as to boxes that were next to it and could have joined.
        loop {
            let next = self.fence.minus(&self.checked).next();
            let Some(square) = next else { break };
            self.checked.insert(square);
            for direction in Direction::ALL {
                while let Some(verdict) = self.of_push(puzzle, boxes, square, direction) {
                    match verdict {
                        Verdict::Wanting(part) => self.join(part)?,
                        Verdict::Blocked(by) if self.outside.contains(by) => return None,
                        Verdict::Leaving => return None,
                        Verdict::Inwards | Verdict::Blocked(_) => break,
                    }
                }
            }
        }
        let pushes = self.pushes(puzzle, boxes)?;
        self.is_unfinished(puzzle).then_some(PiCorral { pushes })
    }

    /// Adds a part to the corral; `None` if it can be in none.
    fn join(&mut self, part: u16) -> Option<()> {
        let border = &self.borders[usize::from(part) - 1];
        self.members[usize::from(part)] = true;
        self.fence.unite(border);
        (!border.meets(&self.leaving)).then_some(())
    }

    /// The pushes of the corral, `None` if there is one that is not inwards or cannot be made now.
    fn pushes(&self, puzzle: &Puzzle, boxes: &SquareSet) -> Option<Vec<(Square, u8)>> {
        let mut pushes = Vec::new();
        for square in &self.fence {
            let mut directions = 0;
            for direction in Direction::ALL {
                match self.of_push(puzzle, boxes, square, direction) {
                    None => {}
                    Some(Verdict::Inwards) => directions |= 1 << direction.index(),
                    Some(_) => return None,
                }
            }
            if directions != 0 {
                pushes.push((square, directions));
            }
        }
        Some(pushes)
    }

    /// What a push of a box of the fence means for the corral, `None` if nothing.
    fn of_push(&self, puzzle: &Puzzle, boxes: &SquareSet, square: Square, direction: Direction) -> Option<Verdict> {
        let floor = puzzle.floor();
        let (to, behind) = (floor.next(square, direction), floor.next(square, direction.opposite()));
        if !to.exists() || !behind.exists() || !puzzle.is_live(to) {
            return None;
        }
        // Boxes of the fence are moved by pushes of the corral only; others may go away at any time.
        if self.fence.contains(to) || self.fence.contains(behind) {
            return None;
        }
        if let Some(by) = [to, behind].into_iter().find(|&square| boxes.contains(square)) {
            return Some(Verdict::Blocked(by));
        }
        let (to, behind) = (self.part[to.index()], self.part[behind.index()]);
        match (self.members[usize::from(to)], self.members[usize::from(behind)]) {
            // From inside nothing is pushed before somebody got inside.
            (_, true) => None,
            (true, false) if behind == 0 => Some(Verdict::Inwards),
            (true, false) => Some(Verdict::Wanting(behind)),
            (false, false) if to != 0 => Some(Verdict::Wanting(to)),
            (false, false) if behind != 0 => Some(Verdict::Wanting(behind)),
            (false, false) => Some(Verdict::Leaving),
        }
    }

    fn is_unfinished(&self, puzzle: &Puzzle) -> bool {
        let inside = |s: Square| self.part[s.index()] != NONE && self.members[usize::from(self.part[s.index()])];
        !self.fence.is_subset(puzzle.goals()) || puzzle.goal_list().iter().any(|&s| inside(s))
    }
}

/// What a push means for a corral.
enum Verdict {
    /// It goes inwards and can be made now.
    Inwards,
    /// It goes from where the player is to where the player is.
    Leaving,
    /// There is a box in the way that is not next to the corral.
    Blocked(Square),
    /// It depends on another part, which is not the player's.
    Wanting(u16),
}
