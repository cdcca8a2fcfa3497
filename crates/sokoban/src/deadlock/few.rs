//! What a handful of boxes could do if all others were taken away.
//!
//! Positions are a few squares in one number, so a small search costs little more than its flood fills: the player's region is
//! found when a position's turn comes, not before.

use super::Freeze;
use super::around::Around;
use super::code::{Code, MOST_BOXES, SLOTS, Seen, most_boxes};
use crate::Puzzle;
use boxwright_grid::{Direction, Fill, Floor, Square, SquareSet};

/// What became of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// There is no way.
    Dead,
    /// There is one.
    Open,
    /// It took too long; so often was it asked since.
    Unclear {
        /// Times.
        asked: u32,
    },
}

impl Verdict {
    pub(super) const UNCLEAR: Verdict = Verdict::Unclear { asked: 0 };
}

/// Working memory.
#[derive(Clone, Debug)]
pub(super) struct Few {
    fill: Fill,
    freeze: Freeze,
    around: Around,
    reach: SquareSet,
    boxes: SquareSet,
    /// What is to be opened.
    zone: SquareSet,
    /// What of it is still out of reach.
    closed: SquareSet,
    seen: Seen,
    /// Positions that have not been looked at ([`Code`]).
    waiting: Vec<u128>,
    list: Vec<Square>,
}

impl Few {
    pub(super) fn new(puzzle: &Puzzle) -> Few {
        let floor = puzzle.floor();
        Few {
            fill: Fill::new(floor),
            freeze: Freeze::new(puzzle),
            around: Around::new(floor),
            reach: SquareSet::new(floor.len()),
            boxes: SquareSet::new(floor.len()),
            closed: SquareSet::new(floor.len()),
            zone: SquareSet::new(floor.len()),
            seen: Seen::new(),
            waiting: Vec::new(),
            list: Vec::new(),
        }
    }

    /// Looks for pushes of these boxes alone that open a corral. Looks at `most` positions.
    ///
    /// A corral is open when the player can get to every square in it and around it, or when all boxes that are left are on goals.
    /// Boxes that do not [hold](Around::holds) anything out of his reach are taken away; so is a box as soon as a push can take it
    /// to where it does not, and then there is no other push to look at. That only makes things easier for those left: what
    /// they could do with it around they can do without it.
    pub(super) fn open(
        &mut self,
        puzzle: &Puzzle,
        corral: &SquareSet,
        fence: &SquareSet,
        player: Square,
        most: usize,
    ) -> Verdict {
        let floor = puzzle.floor();
        if fence.count() > most_boxes(floor) || most >= SLOTS {
            return Verdict::UNCLEAR;
        }
        let code = Code::new(floor);
        let Few { fill, freeze, around, reach, boxes, closed, zone, seen, waiting, list } = self;
        zone.copy_from(corral);
        corral.iter().for_each(|square| zone.unite(around.ring(square)));
        seen.clear();
        list.clear();
        list.extend(fence);
        waiting.clear();
        waiting.push(code.pack(list, player));
        while let Some(number) = waiting.pop() {
            // Step 1. The position, without the boxes that hold nothing.
            let player = code.unpack(number, boxes);
            let region = loop {
                reach.clear();
                let region = fill.spread(floor, player, boxes, reach);
                closed.copy_from(zone);
                closed.subtract(reach);
                closed.subtract(boxes);
                if closed.is_empty() {
                    return Verdict::Open;
                }
                list.clear();
                list.extend(boxes.iter().filter(|&square| around.holds(floor, boxes, closed, square)));
                if list.len() == boxes.count() {
                    break region;
                }
                boxes.clear();
                list.iter().for_each(|&square| boxes.insert(square));
            };
            if boxes.is_subset(puzzle.goals()) {
                return Verdict::Open;
            }
            if !seen.insert(code.pack(list, region)) {
                continue;
            }
            if seen.len() > most {
                return Verdict::UNCLEAR;
            }

            // Step 2. A push that takes a box away, or else all of them.
            let first = waiting.len();
            'pushes: for number in 0..list.len() {
                let from = list[number];
                for direction in Direction::ALL {
                    let (behind, to) = (floor.next(from, direction.opposite()), floor.next(from, direction));
                    let possible = behind.exists() && to.exists() && reach.contains(behind);
                    if !possible || boxes.contains(to) || !puzzle.is_live(to) {
                        continue;
                    }
                    boxes.remove(from);
                    boxes.insert(to);
                    let is_dead = freeze.is_dead(puzzle, boxes, to);
                    boxes.remove(to);
                    if !is_dead && !around.ring(to).meets(closed) {
                        list.remove(number);
                        waiting.truncate(first);
                        waiting.push(code.pack(list, from));
                        break 'pushes;
                    }
                    boxes.insert(from);
                    if !is_dead {
                        let mut moved = [Square(0); MOST_BOXES];
                        let moved = &mut moved[..list.len()];
                        moved.copy_from_slice(list);
                        moved[number] = to;
                        moved.sort_unstable();
                        waiting.push(code.pack(moved, from));
                    }
                }
            }
        }
        Verdict::Dead
    }

    /// The boxes that hold a corral.
    pub(super) fn fence(&self, floor: &Floor, boxes: &SquareSet, corral: &SquareSet) -> SquareSet {
        let held = |&square: &Square| self.around.holds(floor, boxes, corral, square);
        SquareSet::from_squares(floor.len(), boxes.iter().filter(held))
    }
}
