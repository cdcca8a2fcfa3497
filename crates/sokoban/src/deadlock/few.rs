//! What a handful of boxes could do if all others were taken away, and which of the others keeps them from it.
//!
//! Positions are a few squares in one number, so a small search costs little more than its flood fills: the player's region is
//! found when a position's turn comes, not before.

use super::Freeze;
use crate::Puzzle;
use boxwright_grid::{Direction, Fill, Square, SquareSet, shortest_walk};
use boxwright_search::packed::bits_for;
use std::collections::VecDeque;
use std::sync::Arc;

/// More boxes are not looked at.
pub(super) const MOST_BOXES: usize = 12;

/// What became of a search.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// There is no way.
    Dead,
    /// These pushes are one.
    Open(Arc<[Push]>),
    /// It took too long.
    Unclear,
}

/// A push of the box on a square.
type Push = (Square, Direction);

/// A position: the player's square and the boxes in order.
#[derive(Clone, Copy, Debug)]
struct Found {
    code: u128,
    /// The number of the one before it.
    before: usize,
    /// The push between them.
    push: Push,
}

/// Working memory.
#[derive(Clone, Debug)]
pub(super) struct Few {
    fill: Fill,
    freeze: Freeze,
    reach: SquareSet,
    boxes: SquareSet,
    seen: Seen,
    /// All positions, in the order in which they were found.
    all: Vec<Found>,
    /// Those that have not been looked at.
    waiting: VecDeque<usize>,
    list: Vec<Square>,
}

impl Few {
    pub(super) fn new(puzzle: &Puzzle) -> Few {
        let floor = puzzle.floor();
        Few {
            fill: Fill::new(floor),
            freeze: Freeze::new(puzzle),
            reach: SquareSet::new(floor.len()),
            boxes: SquareSet::new(floor.len()),
            seen: Seen { slots: vec![0; SLOTS], used: Vec::new() },
            all: Vec::new(),
            waiting: VecDeque::new(),
            list: Vec::new(),
        }
    }

    /// Looks for pushes of these boxes alone to a position that is wanted, which is told the boxes and where the player can
    /// walk: for the fewest, or for any, which are found sooner. Looks at `most` positions.
    pub(super) fn search(
        &mut self,
        puzzle: &Puzzle,
        these: &SquareSet,
        player: Square,
        most: usize,
        fewest: bool,
        wanted: impl Fn(&SquareSet, &SquareSet) -> bool,
    ) -> Verdict {
        let floor = puzzle.floor();
        let bits = bits_for(floor.len());
        let count = these.count();
        if count > MOST_BOXES || (count + 1) * bits as usize > 127 || most >= SLOTS {
            return Verdict::Unclear;
        }
        // Not 0, which is no position.
        let pack = |list: &[Square], player: Square| {
            list.iter().fold(u128::from(player.0), |code, s| code << bits | u128::from(s.0)) + 1
        };
        let Few { fill, freeze, reach, boxes, seen, all, waiting, list } = self;
        seen.clear();
        all.clear();
        list.clear();
        list.extend(these);
        all.push(Found { code: pack(list, player), before: 0, push: (player, Direction::ALL[0]) });
        waiting.clear();
        waiting.push_back(0);
        while let Some(next) = if fewest { waiting.pop_front() } else { waiting.pop_back() } {
            let mut code = all[next].code - 1;
            boxes.clear();
            for place in list.iter_mut().rev() {
                *place = Square((code & ((1 << bits) - 1)) as u16);
                boxes.insert(*place);
                code >>= bits;
            }
            reach.clear();
            let region = fill.spread(floor, Square(code as u16), boxes, reach);
            if !seen.insert(pack(list, region)) {
                continue;
            }
            if wanted(boxes, reach) {
                return Verdict::Open(way_to(all, next));
            }
            if seen.used.len() > most {
                return Verdict::Unclear;
            }
            for number in 0..count {
                let from = list[number];
                for direction in Direction::ALL {
                    let (behind, to) = (floor.next(from, direction.opposite()), floor.next(from, direction));
                    let possible = behind.exists() && to.exists() && reach.contains(behind);
                    if !possible || boxes.contains(to) || !puzzle.is_live(to) {
                        continue;
                    }
                    boxes.remove(from);
                    boxes.insert(to);
                    if !freeze.is_dead(puzzle, boxes, to) {
                        let mut moved = [Square(0); MOST_BOXES];
                        moved[..count].copy_from_slice(list);
                        moved[number] = to;
                        moved[..count].sort_unstable();
                        waiting.push_back(all.len());
                        all.push(Found { code: pack(&moved[..count], from), before: next, push: (from, direction) });
                    }
                    boxes.remove(to);
                    boxes.insert(from);
                }
            }
        }
        Verdict::Dead
    }

    /// The first box that keeps some of the boxes from going their way, or the player from getting in the end to the square that
    /// `end` chooses from where he could walk among them.
    pub(super) fn in_the_way(
        &mut self,
        puzzle: &Puzzle,
        boxes: &SquareSet,
        mut player: Square,
        these: &SquareSet,
        way: &[Push],
        end: impl Fn(&SquareSet) -> Option<Square>,
    ) -> Option<Square> {
        let floor = puzzle.floor();
        let (mut boxes, mut these) = (boxes.clone(), these.clone());
        for &(from, direction) in way {
            let (behind, to) = (floor.next(from, direction.opposite()), floor.next(from, direction));
            if let Some(blocker) = self.on_the_walk(puzzle, &boxes, &these, player, behind) {
                return Some(blocker);
            }
            if boxes.contains(to) {
                return Some(to);
            }
            for set in [&mut boxes, &mut these] {
                set.remove(from);
                set.insert(to);
            }
            player = from;
        }
        self.reach.clear();
        self.fill.spread(floor, player, &these, &mut self.reach);
        let to = end(&self.reach)?;
        self.on_the_walk(puzzle, &boxes, &these, player, to)
    }

    /// The first box on the shortest walk among some of the boxes, if there is no walk among all of them.
    fn on_the_walk(
        &mut self,
        puzzle: &Puzzle,
        boxes: &SquareSet,
        these: &SquareSet,
        player: Square,
        to: Square,
    ) -> Option<Square> {
        let floor = puzzle.floor();
        self.reach.clear();
        self.fill.spread(floor, player, boxes, &mut self.reach);
        if self.reach.contains(to) {
            return None;
        }
        let mut at = player;
        shortest_walk(floor, player, to, these)?.into_iter().find_map(|step| {
            at = floor.next(at, step);
            boxes.contains(at).then_some(at)
        })
    }
}

/// The pushes that lead to a position.
fn way_to(all: &[Found], mut number: usize) -> Arc<[Push]> {
    let mut way = Vec::new();
    while number != 0 {
        way.push(all[number].push);
        number = all[number].before;
    }
    way.reverse();
    way.into()
}

/// Room for several times as many numbers as are looked at, so that they do not crowd.
const SLOTS: usize = 1 << 11;

/// A small set of numbers that are not 0.
#[derive(Clone, Debug)]
struct Seen {
    slots: Vec<u128>,
    used: Vec<u16>,
}

impl Seen {
    fn clear(&mut self) {
        self.used.drain(..).for_each(|slot| self.slots[usize::from(slot)] = 0);
    }

    /// Adds a number; whether it is new.
    fn insert(&mut self, key: u128) -> bool {
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (mixed >> (64 - SLOTS.trailing_zeros())) as usize;
        while self.slots[slot] != 0 {
            if self.slots[slot] == key {
                return false;
            }
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = key;
        self.used.push(slot as u16);
        true
    }
}
