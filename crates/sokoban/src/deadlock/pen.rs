//! Pens: for searches that go backwards, positions in which the player has locked himself in.
//!
//! He has pulled boxes after him until he stands among them with nothing left to pull, or only to and fro, while there is
//! work elsewhere. All boxes but those next to where he can walk are taken away, which only makes things easier, and the
//! pulls that are left are searched. If that comes to an end, and nowhere on the way he could have pulled one of the
//! others, then those stay where they are: the position is dead unless they, and at some time the boxes of the pen, are
//! where boxes start.
//!
//! Source: our own; the mirror image of a corral (`corral.rs`). What becomes of a pen is kept by its boxes and the player's
//! region, and holds wherever the other boxes are.
//! Cost: next to nothing where the player has room ([`NARROW`]); else a look at the boxes around him, and a few small
//! positions for a pen that is met again, more for one that is met often ([`EFFORT`]). For positions about to be expanded.
//! Sound for: any, pushes, moves.

use super::Pairs;
use super::code::{Code, Seen, most_boxes};
use crate::Puzzle;
use boxwright_grid::{Direction, Fill, Floor, Square, SquareSet};
use std::sync::Arc;

/// Where the player can walk to more squares than this, pens are hardly ever closed.
const NARROW: usize = 12;

/// How often a pen was asked about before, and positions looked at then before it is given the benefit of the doubt.
const EFFORT: [(u32, usize); 3] = [(1, 20), (8, 160), (64, 640)];

/// What is known of a pen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// All that the player can do there is known; `home` if the boxes of the pen can all be where boxes start.
    Closed { home: bool },
    /// It took too long; so often was it asked since.
    Unclear { asked: u32 },
}

/// Working memory of the test, and what it has found out.
#[derive(Clone, Debug)]
pub struct Pens {
    /// Where boxes start.
    starts: SquareSet,
    pairs: Option<Arc<Pairs>>,
    fill: Fill,
    /// The boxes of the pen.
    fence: SquareSet,
    /// Where the player gets to.
    area: SquareSet,
    boxes: SquareSet,
    reach: SquareSet,
    seen: Seen,
    /// Positions that have not been looked at ([`Code`]).
    waiting: Vec<u128>,
    list: Vec<Square>,
    known: Known,
}

impl Pens {
    /// Nothing is known of this puzzle yet. Dead pairs of a search by pulls are left out if there is a table of them.
    #[must_use]
    pub fn new(puzzle: &Puzzle, pairs: Option<Arc<Pairs>>) -> Pens {
        let floor = puzzle.floor();
        let set = || SquareSet::new(floor.len());
        Pens {
            starts: SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied()),
            pairs,
            fill: Fill::new(floor),
            fence: set(),
            area: set(),
            boxes: set(),
            reach: set(),
            seen: Seen::new(),
            waiting: Vec::new(),
            list: Vec::new(),
            known: Known::new(floor),
        }
    }

    /// Whether the player, who can walk to these squares, the smallest of which is `first`, is locked in for good.
    pub fn is_dead(&mut self, puzzle: &Puzzle, boxes: &SquareSet, reach: &SquareSet, first: Square) -> bool {
        if reach.count() > NARROW {
            return false;
        }
        let floor = puzzle.floor();
        self.fence.clear();
        for square in reach {
            for &next in floor.neighbours(square) {
                if next.exists() && boxes.contains(next) {
                    self.fence.insert(next);
                }
            }
        }
        if self.fence.count() > most_boxes(floor) {
            return false;
        }
        let Verdict::Closed { home } = self.verdict(puzzle, first) else { return false };
        let is_in_area = |square: Square| square.exists() && self.area.contains(square);
        let can_be_pulled = |square: Square| {
            Direction::ALL.into_iter().any(|direction| {
                let to = floor.next(square, direction);
                is_in_area(to) && is_in_area(floor.next(to, direction))
            })
        };
        let mut others_home = true;
        for other in boxes.minus(&self.fence) {
            if can_be_pulled(other) {
                return false;
            }
            others_home &= self.starts.contains(other);
        }
        !(home && others_home)
    }

    /// What is known of the pen, and where the player gets to.
    fn verdict(&mut self, puzzle: &Puzzle, first: Square) -> Verdict {
        let key = self.fence.iter().fold(puzzle.player_key(first), |key, square| key ^ puzzle.box_key(square));
        let asked = match self.known.recall(key, &mut self.area) {
            Some(Verdict::Unclear { asked }) => asked + 1,
            Some(closed) => return closed,
            None => 0,
        };
        let effort = EFFORT.iter().find(|(times, _)| *times == asked);
        let home = effort.and_then(|&(_, most)| self.search(puzzle, first, most));
        let verdict = home.map_or(Verdict::Unclear { asked }, |home| Verdict::Closed { home });
        self.known.remember(key, verdict, &self.area);
        verdict
    }

    /// All that the boxes of the pen alone can do, and where the player gets to; whether they can all be where boxes start.
    /// `None` if there are more than `most` positions.
    fn search(&mut self, puzzle: &Puzzle, player: Square, most: usize) -> Option<bool> {
        let floor = puzzle.floor();
        let code = Code::new(floor);
        let Pens { starts, pairs, fill, fence, area, boxes, reach, seen, waiting, list, .. } = self;
        let mut home = false;
        area.clear();
        seen.clear();
        list.clear();
        list.extend(&*fence);
        waiting.clear();
        waiting.push(code.pack(list, player));
        while let Some(number) = waiting.pop() {
            // Step 1. The position.
            let player = code.unpack(number, boxes);
            reach.clear();
            let region = fill.spread(floor, player, boxes, reach);
            list.clear();
            list.extend(&*boxes);
            if !seen.insert(code.pack(list, region)) {
                continue;
            }
            if seen.len() > most {
                return None;
            }
            area.unite(reach);
            home |= boxes.is_subset(starts);

            // Step 2. All pulls.
            for number in 0..list.len() {
                let from = list[number];
                for direction in Direction::ALL {
                    let to = floor.next(from, direction);
                    if !to.exists() || !reach.contains(to) {
                        continue;
                    }
                    let beyond = floor.next(to, direction);
                    if !beyond.exists() || !reach.contains(beyond) {
                        continue;
                    }
                    boxes.remove(from);
                    boxes.insert(to);
                    if !pairs.as_ref().is_some_and(|pairs| pairs.is_dead(boxes, to, beyond)) {
                        // The boxes are a set again when its turn comes, so their order does not matter.
                        list[number] = to;
                        waiting.push(code.pack(list, beyond));
                        list[number] = from;
                    }
                    boxes.remove(to);
                    boxes.insert(from);
                }
            }
        }
        Some(home)
    }
}

/// What was found out. A cache: what is new takes the place of something old.
#[derive(Clone, Debug)]
struct Known {
    slots: Vec<(u64, Verdict)>,
    /// Where the player gets to, for each slot.
    areas: Vec<u64>,
    /// Words of an area.
    words: usize,
}

impl Known {
    const SLOTS: usize = 1 << 14;

    fn new(floor: &Floor) -> Known {
        let words = floor.len().div_ceil(64);
        // The key 0 is nobody's, or says what is true of everything: that it is not clear yet.
        let nothing = (0, Verdict::Unclear { asked: 0 });
        Known { slots: vec![nothing; Known::SLOTS], areas: vec![0; Known::SLOTS * words], words }
    }

    fn recall(&self, key: u64, area: &mut SquareSet) -> Option<Verdict> {
        let slot = key as usize % Known::SLOTS;
        let (known, verdict) = self.slots[slot];
        (known == key).then(|| {
            area.words_mut().copy_from_slice(&self.areas[slot * self.words..][..self.words]);
            verdict
        })
    }

    fn remember(&mut self, key: u64, verdict: Verdict, area: &SquareSet) {
        let slot = key as usize % Known::SLOTS;
        self.slots[slot] = (key, verdict);
        self.areas[slot * self.words..][..self.words].copy_from_slice(area.words());
    }
}
