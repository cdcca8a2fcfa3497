//! The global layer: sequences of sub-goals that bring a character to the exit.
//!
//! Source: Wittingen 2021, section 4.3.1. Ways through rooms and connectors from the room of one character to the exit
//! are found breadth-first; every connector passed gives sub-goals. A block: get past it. A turnstile: first clear away
//! what keeps it from turning in both directions (or in the only one that walls allow), recursively; then get past it.
//! A hole: for each block of a filling ([`super::holes`]) get from the hole to the block, then push it in; blocks
//! reserved for one hole are not used for another.
//!
//! How ours differs: the order is by the number of sub-goals, so that a hole that takes three blocks waits for ways
//! with fewer; each filling is a sequence of its own. Ways to a block are the ones through the fewest zones. At most
//! [`MOST_SEQUENCES`] are made, and at most [`MOST_WAITING`] partial ways are kept, those with the fewest sub-goals.
//! The last sequence has no sub-goals but the end: if nothing else helps, the local layer solves the puzzle as a whole.
//! That is what makes the strategy complete.
//!
//! Cost: one partial way per [`Global::advance`], each with its hole fillings.

use super::holes::{Filling, fillings};
use super::rooms::{Rooms, ZoneKind};
use super::sub_goal::{SubGoal, Target};
use crate::Puzzle;
use crate::space::{Field, Obstacle};
use boxwright_grid::Square;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

const MOST_SEQUENCES: usize = 1000;
const MOST_WAITING: usize = 5000;

/// How deep sub-goals of sub-goals go.
const DEEPEST: usize = 2;

/// What became of one step of the search for sequences.
pub(super) enum Advance {
    Found(Vec<SubGoal>),
    Searching,
    Done,
}

/// The search for sequences.
pub(super) struct Global {
    puzzle: Arc<Puzzle>,
    field: Field,
    rooms: Rooms,
    only_holes: bool,
    /// By number of sub-goals, then by age.
    waiting: BTreeMap<(usize, u64), Partial>,
    born: u64,
    exits: Vec<usize>,
    seen: HashSet<Vec<SubGoal>>,
    known_fillings: RefCell<HashMap<Crossing, Arc<[Vec<Filling>]>>>,
}

/// A hole, the zone one comes from, the first square to be reached beyond it, and the blocks that are not to be had.
type Crossing = (usize, usize, Option<Square>, Vec<usize>);

#[derive(Clone, Debug)]
struct Partial {
    way: Vec<usize>,
    goals: Vec<SubGoal>,
    /// Blocks that holes were promised.
    reserved: Vec<usize>,
}

impl Global {
    pub(super) fn new(puzzle: &Arc<Puzzle>, only_holes: bool) -> Global {
        let field = Field::new(puzzle);
        let rooms = Rooms::new(puzzle, &field);
        let mut exits: Vec<usize> = puzzle.exit_sides().iter().map(|&(side, _)| rooms.at(side)).collect();
        exits.dedup();
        let mut waiting = BTreeMap::new();
        if let Some(start) = puzzle.characters().into_iter().find(|c| c.exists()) {
            let partial = Partial { way: vec![rooms.at(start)], goals: Vec::new(), reserved: Vec::new() };
            waiting.insert((0, 0), partial);
        }
        Global {
            puzzle: Arc::clone(puzzle),
            field,
            rooms,
            only_holes,
            waiting,
            born: 0,
            exits,
            seen: HashSet::new(),
            known_fillings: RefCell::default(),
        }
    }

    /// Looks at one partial way.
    pub(super) fn advance(&mut self) -> Advance {
        if self.seen.len() >= MOST_SEQUENCES {
            self.waiting.clear();
        }
        let Some((_, partial)) = self.waiting.pop_first() else {
            let whole = vec![SubGoal::Home];
            return if self.seen.insert(whole.clone()) { Advance::Found(whole) } else { Advance::Done };
        };
        let last = *partial.way.last().expect("a way has a beginning");
        if self.exits.contains(&last) {
            let own = Arc::clone(&self.rooms.zones[last].squares);
            let ends = self.pass(&partial, last, &own, 0);
            // Only the first filling of a hole right at the exit: there the others lead nowhere else.
            let Some(end) = ends.into_iter().next() else { return Advance::Searching };
            let mut goals = end.goals;
            goals.retain(|g| !self.only_holes || matches!(g, SubGoal::Fill { .. }));
            goals.push(SubGoal::Home);
            return if self.seen.insert(goals.clone()) { Advance::Found(goals) } else { Advance::Searching };
        }
        for next in self.rooms.zones[last].beside.clone() {
            if partial.way.contains(&next) {
                continue;
            }
            let squares = self.goal_squares(last, next);
            for mut longer in self.pass(&partial, last, &squares, 0) {
                longer.way.push(next);
                self.born += 1;
                self.waiting.insert((longer.goals.len(), self.born), longer);
            }
        }
        while self.waiting.len() > MOST_WAITING {
            self.waiting.pop_last();
        }
        Advance::Searching
    }

    /// What must be reached to have passed `zone` on the way to `next`: the next room, or the place of the obstacle
    /// itself if another one follows at once.
    fn goal_squares(&self, zone: usize, next: usize) -> Arc<[Square]> {
        let to = if self.rooms.zones[next].kind == ZoneKind::Room { next } else { zone };
        Arc::clone(&self.rooms.zones[to].squares)
    }

    /// The ways on from `partial`, whose last zone is `zone`, when the sub-goals to pass that zone are added: one, or
    /// for a hole one per filling, or none if it cannot be passed.
    fn pass(&self, partial: &Partial, zone: usize, squares: &Arc<[Square]>, depth: usize) -> Vec<Partial> {
        let mut longer = partial.clone();
        match self.rooms.zones[zone].kind {
            ZoneKind::Room => vec![longer],
            ZoneKind::Block(block) => {
                let target = Target::Kind(self.puzzle.blocks()[block].0);
                longer.goals.push(SubGoal::Pass { target, squares: Arc::clone(squares) });
                vec![longer]
            }
            ZoneKind::Turnstile(number) => {
                if !self.clear_turnstile(number, &mut longer.goals, depth) {
                    return Vec::new();
                }
                longer.goals.push(SubGoal::Pass { target: Target::Turnstile(number), squares: Arc::clone(squares) });
                vec![longer]
            }
            ZoneKind::Hole => self.pass_hole(partial, zone, squares, depth),
        }
    }

    /// Adds sub-goals for what keeps a turnstile from turning; false if walls do.
    fn clear_turnstile(&self, number: usize, goals: &mut Vec<SubGoal>, depth: usize) -> bool {
        let position = &self.puzzle.turnstiles()[number].positions[0];
        let turns: Vec<&Vec<Square>> = position.turns.iter().flatten().map(|(_, how)| &how.needs).collect();
        let Some((first, others)) = turns.split_first() else { return false };
        let obstacle = |s: &Square| self.field.obstacle_at(&self.puzzle, *s);
        let mut blocking: Vec<Obstacle> = Vec::new();
        for found in first.iter().filter_map(obstacle) {
            if !blocking.contains(&found)
                && others.iter().all(|needs| needs.iter().filter_map(obstacle).any(|o| o == found))
            {
                blocking.push(found);
            }
        }
        for blocker in blocking {
            let mut squares: Vec<Square> = turns.iter().flat_map(|needs| needs.iter().copied()).collect();
            squares.retain(|s| obstacle(s) == Some(blocker));
            squares.sort_unstable();
            squares.dedup();
            let target = match blocker {
                Obstacle::Block(i) => Target::Kind(self.puzzle.blocks()[i].0),
                Obstacle::Turnstile(i) => {
                    if depth < DEEPEST {
                        self.clear_turnstile(i, goals, depth + 1);
                    }
                    Target::Turnstile(i)
                }
            };
            let goal = SubGoal::Clear { target, squares: squares.into() };
            if !goals.contains(&goal) {
                goals.push(goal);
            }
        }
        true
    }

    /// A hole is passed by filling it, each filling being a way of its own.
    fn pass_hole(&self, partial: &Partial, zone: usize, squares: &[Square], depth: usize) -> Vec<Partial> {
        let before = partial.way.iter().rev().find(|&&z| z != zone).copied();
        let Some(before) = before else { return Vec::new() };
        let from = &self.rooms.zones[before].squares;
        // A hole that ends at the exit has nothing behind it: its squares beside the exit must be filled.
        let to: Vec<Square> = if *squares == *self.rooms.zones[zone].squares {
            let after_exit = |s: &&Square| self.puzzle.exit_sides().iter().any(|(side, _)| side == *s);
            let sides: Vec<Square> = squares.iter().filter(after_exit).copied().collect();
            let floor = self.puzzle.floor();
            let around = sides.iter().flat_map(|&s| floor.neighbours(s).iter().copied()).filter(|s| s.exists());
            if sides.is_empty() { self.beyond(zone, before) } else { around.chain(sides.iter().copied()).collect() }
        } else {
            squares.to_vec()
        };
        let mut reserved = partial.reserved.clone();
        reserved.sort_unstable();
        let crossing = (zone, before, to.first().copied(), reserved);
        let known = self.known_fillings.borrow().get(&crossing).cloned();
        let found = known.unwrap_or_else(|| {
            let found = fillings(&self.puzzle, &self.field, &self.rooms, zone, from, &to, &crossing.3);
            let found: Arc<[Vec<Filling>]> = found.into();
            self.known_fillings.borrow_mut().insert(crossing, Arc::clone(&found));
            found
        });
        let most = if depth == 0 { found.len() } else { 1 };
        let mut ways = Vec::new();
        for filling in found.iter().take(most) {
            let mut longer = partial.clone();
            longer.reserved.extend(filling.iter().map(|f| f.block));
            for each in filling.iter().copied() {
                let (kind, _) = self.puzzle.blocks()[each.block];
                self.fetch(&mut longer, before, zone, each.block, depth);
                longer.goals.push(SubGoal::Fill { kind, placement: each.placement });
            }
            ways.push(longer);
        }
        ways
    }

    /// Squares beside a hole that are not in the zone one comes from.
    fn beyond(&self, hole: usize, before: usize) -> Vec<Square> {
        let zones = self.rooms.zones[hole].beside.iter().filter(|&&z| z != before);
        zones.flat_map(|&z| self.rooms.zones[z].squares.iter().copied()).collect()
    }

    /// Adds the sub-goals that bring a character from a zone beside a hole to a room beside a block.
    fn fetch(&self, partial: &mut Partial, from: usize, hole: usize, block: usize, depth: usize) {
        if depth >= DEEPEST {
            return;
        }
        let Some(own) = self.rooms.zones.iter().position(|z| z.kind == ZoneKind::Block(block)) else { return };
        let is_room = |z: usize| self.rooms.zones[z].kind == ZoneKind::Room;
        let way = self.rooms.way(
            from,
            |z| z == hole || z == own,
            |z| is_room(z) && self.rooms.zones[z].beside.contains(&own),
        );
        for pair in way.unwrap_or_default().windows(3) {
            let (zone, next) = (pair[1], pair[2]);
            let squares = self.goal_squares(zone, next);
            let here =
                Partial { way: vec![pair[0], zone], goals: partial.goals.clone(), reserved: partial.reserved.clone() };
            if let Some(passed) = self.pass(&here, zone, &squares, depth + 1).into_iter().next() {
                (partial.goals, partial.reserved) = (passed.goals, passed.reserved);
            }
        }
    }
}
