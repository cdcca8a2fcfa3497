//! What three or more boxes cost at least beyond what their pairs tell, learned while a search is under way.
//!
//! A push that does not bring its box nearer to the goal it will have is *waste*, and the surplus of some boxes is all
//! the waste they need. Whatever goal that is, a push wastes at least the least over all goals, which is known beforehand. So
//! for a position of some boxes alone the surplus is no less than the least, over the pushes possible, of that waste and the
//! surplus afterwards; and no less than what smaller groups of them have together. For most positions the latter is all
//! there is to say. The others are found from below: positions of boxes close to each other are looked at one
//! by one, and if none of the pushes is as cheap as what is known says, more is known; then those one push before are looked
//! at. What is known at any time is true, so it is of use at once, and nothing has to be complete: a few positions are
//! looked at with every one that a search expands. A group whose pushes all lead to dead ones is dead.
//!
//! It does not matter which goals there are where every box has to pass the same gate anyway. There this is the pattern
//! database of the maze in front of the gate, without a table of all positions: about one in a thousand says more
//! than smaller groups do.
//!
//! Source: the idea of the maze zone in Pereira, Ritt and Buriol 2015; learning from below is that of LRTA* (Korf 1990).
//! Cost: one to three microseconds for a look, [`LOOKS`] times per expansion; for an estimate a look at the groups
//! of each box.

use super::members::{MOST_BOXES, Members};
use super::packing::Packing;
use super::pairs::{Pairs, pair_number};
use super::{DEAD, Distances};
use crate::Puzzle;
use crate::distance::Spots;
use boxwright_grid::{Direction, Fill, Square, SquareSet, scramble, walking_distances};
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// Positions looked at per expansion.
const LOOKS: u32 = 8;

/// Which groups are looked at, one after the other: how many boxes, and how far each is from another at most.
const PASSES: &[(usize, u16)] = &[(3, 6), (4, 5), (5, 3), (3, 9), (4, 7), (5, 4)];

/// Groups that are looked at in one pass at most.
const MOST_GROUPS: usize = 400_000;

/// Surpluses are learned up to this, so that learning comes to an end where a group goes round in circles.
const MOST_SURPLUS: u8 = 30;

/// Bytes of surpluses at which learning ends.
const MOST_BYTES: usize = 32 << 20;

/// A push that loses the box.
const LOST: u8 = u8::MAX;

type ByKey<V> = HashMap<u64, V, BuildHasherDefault<Scrambled>>;

/// What is known.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    puzzle: Arc<Puzzle>,
    /// What a push wastes at least, by square and direction, or [`LOST`].
    waste: Vec<u8>,
    /// Where the surpluses of a group are.
    row_of: ByKey<u32>,
    /// Surpluses of a group by the square of the player, 0 where smaller groups say as much.
    rows: Vec<u8>,
    /// The groups with a row, by their two smallest squares.
    known: Vec<Vec<(Members, u32)>>,
    /// For each square those that are the second smallest of groups with a row in which it is the smallest.
    seconds: Vec<SquareSet>,
    /// Positions that are to be looked at again.
    again: VecDeque<(Members, Square)>,
    pass: Pass,
    fill: Fill,
    boxes: SquareSet,
    reach: SquareSet,
    seen: SquareSet,
}

/// The groups that are looked at next.
#[derive(Clone, Debug, Default)]
struct Pass {
    /// Of [`PASSES`], plus one.
    number: usize,
    boxes: usize,
    /// The squares near each square.
    near: Vec<Vec<Square>>,
    /// Groups that were met.
    met: HashSet<u64, BuildHasherDefault<Scrambled>>,
    /// Groups that are to be made larger or, if they are large enough, looked at.
    waiting: Vec<Members>,
}

impl Groups {
    /// Nothing is known yet.
    pub(super) fn new(puzzle: &Arc<Puzzle>, spots: &Spots, distances: &Distances) -> Groups {
        let floor = puzzle.floor();
        let (squares, live) = (floor.len(), puzzle.live_squares());
        let wasted = |from: Square, direction: Direction| {
            let (to, behind) = (floor.next(from, direction), floor.next(from, direction.opposite()));
            if !puzzle.is_live(from) || !puzzle.is_live(to) || !behind.exists() {
                return None;
            }
            let to_goals = |square, player| distances.from(Square(spots.of(floor, square, player) as u16)).iter();
            let ways = to_goals(from, behind).zip(to_goals(to, from));
            ways.filter(|&(_, &after)| after < Distances::FAR as i32).map(|(before, after)| after + 1 - before).min()
        };
        let pushes = floor.squares().flat_map(|square| Direction::ALL.map(|direction| (square, direction)));
        Groups {
            waste: pushes
                .map(|(s, d)| wasted(s, d).map_or(LOST, |waste| waste.min(MOST_SURPLUS.into()) as u8))
                .collect(),
            row_of: ByKey::default(),
            rows: Vec::new(),
            known: vec![Vec::new(); live * live.saturating_sub(1) / 2],
            seconds: vec![SquareSet::new(squares); live],
            again: VecDeque::new(),
            pass: Pass::default(),
            fill: Fill::new(floor),
            boxes: SquareSet::new(squares),
            reach: SquareSet::new(squares),
            seen: SquareSet::new(squares),
            puzzle: Arc::clone(puzzle),
        }
    }

    /// Adds all groups of these boxes that have a surplus. Returns whether none of them is dead.
    pub(super) fn collect(&self, boxes: &SquareSet, player: Square, packing: &mut Packing) -> bool {
        for smallest in boxes {
            let seconds = self.seconds[smallest.index()].words().iter().zip(boxes.words());
            for (at, mut word) in seconds.map(|(seconds, boxes)| seconds & boxes).enumerate() {
                while word != 0 {
                    let second = Square((at * 64) as u16 + word.trailing_zeros() as u16);
                    word &= word - 1;
                    for (group, row) in &self.known[pair_number(smallest, second)] {
                        if group.squares()[2..].iter().all(|&square| boxes.contains(square)) {
                            match self.rows[*row as usize + player.index()] {
                                0 => {}
                                DEAD => return false,
                                surplus => packing.add(group.squares(), surplus),
                            }
                        }
                    }
                }
            }
        }
        true
    }

    /// Looks at some more positions. Returns whether there was something to learn.
    pub(super) fn learn(&mut self, pairs: &Pairs) -> bool {
        let mut learned = false;
        for _ in 0..LOOKS {
            if self.rows.len() > MOST_BYTES {
                break;
            } else if let Some((group, player)) = self.again.pop_front() {
                self.set_boxes(&group);
                self.reach.clear();
                self.fill.spread(self.puzzle.floor(), player, &self.boxes, &mut self.reach);
                learned |= self.look(pairs, &group, player);
            } else if let Some(group) = self.pass.next(&self.puzzle) {
                learned |= self.look_at_all(pairs, &group);
            } else {
                break;
            }
        }
        learned
    }

    fn set_boxes(&mut self, group: &Members) {
        self.boxes.clear();
        group.squares().iter().for_each(|&square| self.boxes.insert(square));
    }

    /// Looks at the positions of a group, the player being next to any of the boxes.
    fn look_at_all(&mut self, pairs: &Pairs, group: &Members) -> bool {
        let puzzle = Arc::clone(&self.puzzle);
        self.set_boxes(group);
        self.seen.clear();
        let mut learned = false;
        for &square in group.squares() {
            for &player in puzzle.floor().neighbours(square) {
                if player.exists() && !self.boxes.contains(player) && !self.seen.contains(player) {
                    self.reach.clear();
                    self.fill.spread(puzzle.floor(), player, &self.boxes, &mut self.reach);
                    self.reach.iter().for_each(|square| self.seen.insert(square));
                    learned |= self.look(pairs, group, player);
                }
            }
        }
        learned
    }

    /// Looks at the position of a group with the player in the region `reach`: is there a push as cheap as what is known?
    fn look(&mut self, pairs: &Pairs, group: &Members, player: Square) -> bool {
        let floor = self.puzzle.floor();
        let known = self.surplus(pairs, group, player);
        if known >= MOST_SURPLUS || self.boxes.is_subset(self.puzzle.goals()) {
            return false;
        }
        let mut least = DEAD;
        for (place, &from) in group.squares().iter().enumerate() {
            for direction in Direction::ALL {
                let waste = self.waste[4 * from.index() + direction.index()];
                let (to, behind) = (floor.next(from, direction), floor.next(from, direction.opposite()));
                if waste == LOST || !self.reach.contains(behind) || self.boxes.contains(to) {
                    continue;
                }
                let after = self.surplus(pairs, &group.moved(place, to), from);
                if after != DEAD {
                    least = least.min((waste + after.min(MOST_SURPLUS)).min(MOST_SURPLUS));
                }
                if least <= known {
                    return false;
                }
            }
        }
        self.raise(group, least);
        self.look_before(group);
        true
    }

    /// What is known of a position of a few boxes: the most that groups of them without a common box have together.
    fn surplus(&self, pairs: &Pairs, group: &Members, player: Square) -> u8 {
        let squares = group.squares();
        let mut most = [0; 1 << MOST_BOXES];
        for chosen in 1..1usize << squares.len() {
            let (first, rest) = (chosen & chosen.wrapping_neg(), chosen & (chosen - 1));
            let own = match chosen.count_ones() {
                1 => 0,
                2 => {
                    let [low, high] = [first, rest].map(|bit| squares[bit.trailing_zeros() as usize]);
                    pairs.of(low, high, player)
                }
                _ => match self.row_of.get(&group.key_of(chosen as u32)) {
                    Some(&row) => self.rows[row as usize + player.index()],
                    None => 0,
                },
            };
            if own == DEAD {
                return DEAD;
            }
            // The first box is in a group with some of the rest.
            let (mut best, mut with) = (own, rest);
            while with > 0 {
                with = (with - 1) & rest;
                best = best.max(most[first | with] + most[rest & !with]);
            }
            most[chosen] = best.min(MOST_SURPLUS);
        }
        most[(1 << squares.len()) - 1]
    }

    /// Notes the surplus of a group with the player in the region `reach`.
    fn raise(&mut self, group: &Members, surplus: u8) {
        let squares = self.puzzle.floor().len();
        let row = *self.row_of.entry(group.key()).or_insert_with(|| {
            let row = self.rows.len() as u32;
            self.rows.resize(self.rows.len() + squares, 0);
            let (smallest, second) = (group.squares()[0], group.squares()[1]);
            self.known[pair_number(smallest, second)].push((*group, row));
            self.seconds[smallest.index()].insert(second);
            row
        });
        for square in &self.reach {
            self.rows[row as usize + square.index()] = surplus;
        }
    }

    /// The positions one push before this one are to be looked at again.
    fn look_before(&mut self, group: &Members) {
        let floor = self.puzzle.floor();
        for (place, &to) in group.squares().iter().enumerate() {
            for direction in Direction::ALL {
                // Undone: the player, next to the box, steps away from it, and the box follows.
                let from = floor.next(to, direction);
                if !from.exists() || !self.reach.contains(from) {
                    continue;
                }
                let behind = floor.next(from, direction);
                let is_push = self.waste[4 * from.index() + direction.opposite().index()] != LOST;
                if is_push && !self.boxes.contains(behind) {
                    self.again.push_back((group.moved(place, from), behind));
                }
            }
        }
    }
}

impl Pass {
    /// The next group to be looked at.
    fn next(&mut self, puzzle: &Puzzle) -> Option<Members> {
        loop {
            while let Some(group) = self.waiting.pop() {
                if group.squares().len() == self.boxes {
                    return Some(group);
                }
                if self.met.len() >= MOST_GROUPS {
                    continue;
                }
                for square in group.squares() {
                    for &other in &self.near[square.index()] {
                        if !group.squares().contains(&other) {
                            let larger = group.and(other);
                            if self.met.insert(larger.key()) {
                                self.waiting.push(larger);
                            }
                        }
                    }
                }
            }
            let &(boxes, distance) = PASSES.get(self.number)?;
            let live = || puzzle.floor().squares().take(puzzle.live_squares());
            let (nobody, mut walk) = (SquareSet::new(puzzle.floor().len()), Vec::new());
            let mut near = |square| {
                walking_distances(puzzle.floor(), square, &nobody, &mut walk);
                live().filter(|other| *other != square && walk[other.index()] <= distance).collect()
            };
            let near = live().map(&mut near).collect();
            let is_possible = boxes <= puzzle.boxes().len() && Members::have_keys(puzzle.floor().len());
            let waiting = if is_possible { live().map(Members::one).collect() } else { Vec::new() };
            *self = Pass { number: self.number + 1, boxes, near, met: HashSet::default(), waiting };
        }
    }
}

/// A hash for numbers.
#[derive(Clone, Copy, Default)]
struct Scrambled(u64);

impl Hasher for Scrambled {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = scramble(self.0 ^ u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = scramble(number);
    }
}
