//! What a handful of boxes could do if all others were taken away, and which of the others keeps them from it.
//!
//! Positions are a few squares in one number, so a small search costs little more than its flood fills: the player's region is
//! found when a position's turn comes, not before.

use super::Freeze;
use super::around::Around;
use crate::Puzzle;
use boxwright_grid::{Direction, Fill, Floor, Square, SquareSet, shortest_walk};
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

/// A push.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    /// Where the box is.
    from: Square,
    direction: Direction,
    /// Whether it takes the box away.
    leaves: bool,
}

/// A position: a 1, the player's square and the boxes in order.
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
    around: Around,
    reach: SquareSet,
    boxes: SquareSet,
    /// Where boxes hold what is out of reach.
    holders: SquareSet,
    /// What is to be opened.
    zone: SquareSet,
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
            around: Around::new(floor),
            reach: SquareSet::new(floor.len()),
            boxes: SquareSet::new(floor.len()),
            holders: SquareSet::new(floor.len()),
            zone: SquareSet::new(floor.len()),
            seen: Seen { slots: vec![0; SLOTS], used: Vec::new() },
            all: Vec::new(),
            waiting: VecDeque::new(),
            list: Vec::new(),
        }
    }

    /// Looks for pushes of these boxes alone that open a corral, to the fewest or to any, which are found sooner. Looks at
    /// `most` positions.
    ///
    /// A corral is open when the player can get to every square in it and around it, or when all boxes that are left are on goals.
    /// Boxes that do not [hold](Around) anything out of his reach are taken away, but for those of the fence that never did, as
    /// long as they stay where they are; so is a box as soon as a push can take it
    /// to where it does not, and then there is no other push to look at. That only makes things easier for those left: what
    /// they could do with it around they can do without it.
    pub(super) fn open(
        &mut self,
        puzzle: &Puzzle,
        corral: &SquareSet,
        fence: &SquareSet,
        player: Square,
        most: usize,
        fewest: bool,
    ) -> Verdict {
        let floor = puzzle.floor();
        let bits = bits_for(floor.len());
        let count = fence.count();
        // A leading 1 tells how many boxes there are.
        if count > MOST_BOXES || (count + 1) * bits as usize > 126 || most >= SLOTS {
            return Verdict::Unclear;
        }
        let pack = |list: &[Square], player: Square| {
            list.iter().fold(1 << bits | u128::from(player.0), |code, s| code << bits | u128::from(s.0))
        };
        let Few { fill, freeze, around, reach, boxes, holders, zone, seen, all, waiting, list } = self;
        zone.copy_from(corral);
        holders.clear();
        for square in corral {
            zone.unite(around.ring(square));
            around.hold(floor, fence, square, holders);
        }
        let joined = SquareSet::from_squares(floor.len(), fence.minus(holders));
        seen.clear();
        all.clear();
        waiting.clear();
        list.clear();
        list.extend(fence);
        let none = Push { from: player, direction: Direction::ALL[0], leaves: false };
        all.push(Found { code: pack(list, player), before: 0, push: none });
        waiting.push_back(0);
        while let Some(next) = if fewest { waiting.pop_front() } else { waiting.pop_back() } {
            // Step 1. The position, without the boxes that hold nothing.
            let (mut code, mask) = (all[next].code, (1 << bits) - 1);
            let mut take = || {
                let square = Square((code & mask) as u16);
                code >>= bits;
                (square, code == 1)
            };
            boxes.clear();
            let player = loop {
                match take() {
                    (player, true) => break player,
                    (square, false) => boxes.insert(square),
                }
            };
            let region = loop {
                reach.clear();
                let region = fill.spread(floor, player, boxes, reach);
                holders.copy_from(&joined);
                let mut is_open = true;
                for closed in zone.minus(reach).filter(|&square| !boxes.contains(square)) {
                    is_open = false;
                    around.hold(floor, boxes, closed, holders);
                }
                if is_open {
                    return Verdict::Open(way_to(all, next));
                }
                if boxes.is_subset(holders) {
                    break region;
                }
                boxes.intersect(holders);
            };
            if boxes.is_subset(puzzle.goals()) {
                return Verdict::Open(way_to(all, next));
            }
            list.clear();
            list.extend(&*boxes);
            if !seen.insert(pack(list, region)) {
                continue;
            }
            if seen.used.len() > most {
                return Verdict::Unclear;
            }

            // Step 2. A push that takes a box away, or else all of them.
            let first = all.len();
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
                    let push = Push { from, direction, leaves: !holders.contains(to) };
                    if !is_dead && push.leaves {
                        list.remove(number);
                        all.truncate(first);
                        all.push(Found { code: pack(list, from), before: next, push });
                        break 'pushes;
                    }
                    boxes.insert(from);
                    if !is_dead {
                        let mut moved = [Square(0); MOST_BOXES];
                        let moved = &mut moved[..list.len()];
                        moved.copy_from_slice(list);
                        moved[number] = to;
                        moved.sort_unstable();
                        all.push(Found { code: pack(moved, from), before: next, push });
                    }
                }
            }
            waiting.extend(first..all.len());
        }
        Verdict::Dead
    }

    /// The boxes that hold a corral.
    pub(super) fn fence(&self, floor: &Floor, boxes: &SquareSet, corral: &SquareSet) -> SquareSet {
        let mut fence = SquareSet::new(floor.len());
        corral.iter().for_each(|square| self.around.hold(floor, boxes, square, &mut fence));
        fence.intersect(boxes);
        fence
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
        let others = SquareSet::from_squares(floor.len(), boxes.minus(these));
        let (mut boxes, mut these) = (boxes.clone(), these.clone());
        // A box that holds nothing may have been taken away, and the way may lead through it.
        let other = |blocker: &Square| others.contains(*blocker);
        for &Push { from, direction, leaves } in way {
            let (behind, to) = (floor.next(from, direction.opposite()), floor.next(from, direction));
            if let Some(blocker) = self.on_the_walk(puzzle, &boxes, &these, player, behind) {
                return Some(blocker).filter(other);
            }
            if boxes.contains(to) {
                return Some(to).filter(other);
            }
            for set in [&mut boxes, &mut these] {
                set.remove(from);
                if !leaves {
                    set.insert(to);
                }
            }
            player = from;
        }
        self.reach.clear();
        self.fill.spread(floor, player, &these, &mut self.reach);
        let to = end(&self.reach)?;
        self.on_the_walk(puzzle, &boxes, &these, player, to).filter(other)
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
