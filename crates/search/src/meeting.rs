//! Where searches from both ends meet.
//!
//! One search goes forwards from the beginning, another backwards from the goals, each in its own table and in its own
//! time. What both have in common are the keys of positions. A search that expands a position leaves its key here, and
//! looks whether one from the other end has been there; so it does for every position that it generates. When it has,
//! the two halves of a solution exist, each in the table of the search that found it. They are asked for, and joined.
//!
//! A key has 64 bits, and places are overwritten when there is no room: a meeting may be missed, and about once in 10¹⁹
//! looks it may be a mistake. So what comes of it is a plan to be verified like any other.
//!
//! Source: bidirectional search (Pohl 1971), here between whatever members a portfolio has; meeting tables in R. Kirov's
//! solver.

use std::sync::atomic::{AtomicBool, AtomicU64 as Flag, Ordering as FlagOrdering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::places::Places;
use crate::{Domain, Shared};

/// From which end a search comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// From the beginning.
    Forward,
    /// From the goals.
    Backward,
}

impl Side {
    /// The other end.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Forward => Side::Backward,
            Side::Backward => Side::Forward,
        }
    }

    /// A key as it is left by a search from this end.
    const fn mark(self, key: u64) -> u64 {
        key & !1 | self as u64
    }
}

/// One half of a solution: what leads from the beginning to a position, or from there to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Half {
    /// The key of the position.
    pub key: u64,
    /// Which half.
    pub side: Side,
    /// What is done, in the order of play and the code of the game.
    pub actions: Vec<u32>,
}

/// Turns the actions of a search from one end into the code of its game.
pub struct Halves<D: Domain> {
    /// From which end the search comes.
    pub side: Side,
    /// The actions from a root, in the order of play and the code of the game.
    pub code: fn(&D, &[D::Action]) -> Vec<u32>,
}

impl<D: Domain> Clone for Halves<D> {
    fn clone(&self) -> Halves<D> {
        *self
    }
}

impl<D: Domain> Copy for Halves<D> {}

/// The meeting place.
#[derive(Debug)]
pub struct Meeting {
    /// The keys left by both ends.
    visited: Places,
    /// Whether anybody comes from that end: as long as one end waits alone it leaves nothing, so that easy puzzles do not
    /// pay for the table.
    is_there: [AtomicBool; 2],
    /// The key at which two ends have met, 0 if they have not.
    met: Flag,
    table: Mutex<Table>,
}

/// The halves that have been asked for.
#[derive(Debug, Default)]
struct Table {
    forward: Option<Half>,
    backward: Option<Half>,
    /// How often halves were looked for in vain.
    patience: u32,
    /// Halves of other meetings.
    waiting: Vec<Half>,
    /// Halves whose other half must be elsewhere.
    parted: Vec<Half>,
}

impl Table {
    fn lay(&mut self, half: Half) {
        match half.side {
            Side::Forward => self.forward = Some(half),
            Side::Backward => self.backward = Some(half),
        }
    }
}

/// After so many looks in vain a meeting is given up: its other half is elsewhere, or was thrown away.
const PATIENCE: u32 = 32;
/// So many halves are kept for those elsewhere, or from there.
const PARTED: usize = 16;

impl Meeting {
    /// With room for so many positions; none: nobody ever meets.
    #[must_use]
    pub fn new(positions: usize) -> Meeting {
        Meeting {
            visited: Places::new(positions),
            is_there: [const { AtomicBool::new(false) }; 2],
            met: Flag::new(0),
            table: Mutex::default(),
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A search from this end has begun.
    pub fn arrive(&self, side: Side) {
        self.is_there[side as usize].store(true, FlagOrdering::Relaxed);
    }

    /// Leaves a key, and looks whether the other end has been there.
    #[inline]
    pub fn visit(&self, side: Side, key: u64) {
        if self.is_there[side.other() as usize].load(FlagOrdering::Relaxed) {
            self.visited.put(side.mark(key));
            self.look(side, key);
        }
    }

    /// Looks whether the other end has been there.
    #[inline]
    pub fn look(&self, side: Side, key: u64) {
        if self.visited.has(side.other().mark(key)) {
            // The first meeting is looked into; if nothing comes of it there will be others.
            let _ = self.met.compare_exchange(0, key, FlagOrdering::AcqRel, FlagOrdering::Relaxed);
        }
    }

    /// The position at which two ends have met and whose halves are wanted.
    #[inline]
    #[must_use]
    pub fn met(&self) -> Option<u64> {
        Some(self.met.load(FlagOrdering::Acquire)).filter(|&key| key != 0)
    }

    /// Brings a half, and takes both if they are there. One of another meeting than the present waits until that is over.
    pub fn bring(&self, half: Half) -> Option<(Half, Half)> {
        let mut table = self.table();
        if self.met().is_some_and(|key| key != half.key) {
            if table.waiting.len() < PARTED {
                table.waiting.push(half);
            }
            return None;
        }
        self.met.store(half.key, FlagOrdering::Release);
        table.lay(half);
        if table.forward.is_none() || table.backward.is_none() {
            return None;
        }
        let both = table.forward.take().zip(table.backward.take());
        self.go_on(&mut table);
        both
    }

    /// Tells that all searches at hand were asked and a half is still missing.
    pub fn wait_on(&self) {
        let mut table = self.table();
        table.patience += 1;
        if table.patience > PATIENCE {
            let left: Vec<Half> = table.forward.take().into_iter().chain(table.backward.take()).collect();
            table.parted.extend(left);
            let excess = table.parted.len().saturating_sub(PARTED);
            table.parted.drain(..excess);
            self.go_on(&mut table);
        }
    }

    /// The next meeting, if somebody waits for one.
    fn go_on(&self, table: &mut Table) {
        table.patience = 0;
        let next = table.waiting.pop();
        self.met.store(next.as_ref().map_or(0, |half| half.key), FlagOrdering::Release);
        next.into_iter().for_each(|half| table.lay(half));
    }

    /// The halves whose other half must be elsewhere, once.
    #[must_use]
    pub fn parted(&self) -> Vec<Half> {
        std::mem::take(&mut self.table().parted)
    }

    /// The keys left here as they are, with a mark of the side: one place after the other, 0 where there is none.
    pub fn visited(&self) -> impl Iterator<Item = u64> {
        self.visited.iter()
    }

    /// Leaves a marked key that somebody else found [here](Meeting::visited).
    pub fn hear(&self, marked: u64) {
        self.arrive(if marked & 1 == 0 { Side::Forward } else { Side::Backward });
        self.visited.put(marked);
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.visited.bytes()
    }
}

/// A search at a meeting place, or at none.
#[derive(Clone, Debug, Default)]
pub struct Visitor(Option<(Arc<Shared>, Side)>);

impl Visitor {
    /// A search from one end, at what it shares with others.
    #[must_use]
    pub fn new(shared: &Arc<Shared>, side: Side) -> Visitor {
        shared.meeting().arrive(side);
        Visitor(shared.meeting().visited.is_there().then(|| (Arc::clone(shared), side)))
    }

    /// The position with this key is being expanded.
    #[inline]
    pub fn expands(&self, key: impl FnOnce() -> u64) {
        if let Some((shared, side)) = &self.0 {
            shared.meeting().visit(*side, key());
        }
    }

    /// The position with this key was generated.
    #[inline]
    pub fn generates(&self, key: impl FnOnce() -> u64) {
        if let Some((shared, side)) = &self.0 {
            shared.meeting().look(*side, key());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(key: u64, side: Side) -> Half {
        Half { key, side, actions: vec![side as u32] }
    }

    #[test]
    fn ends_meet_whoever_comes_first() {
        for (first, second) in [(Side::Forward, Side::Backward), (Side::Backward, Side::Forward)] {
            let meeting = Meeting::new(64);
            meeting.visit(first, 42);
            assert_eq!(meeting.bytes(), 0, "nobody is there to meet");
            meeting.arrive(second);
            meeting.visit(first, 42);
            meeting.look(second, 44);
            assert_eq!(meeting.met(), None, "one end alone meets nobody");
            meeting.look(second, 42);
            assert_eq!(meeting.met(), Some(42));
            meeting.visit(second, 50);
            meeting.look(first, 50);
            assert_eq!(meeting.met(), Some(42), "one after the other");
            assert_eq!(meeting.bring(half(50, first)), None, "it has to wait");
            assert_eq!(meeting.bring(half(42, second)), None);
            let both = meeting.bring(half(42, first)).expect("both halves are there");
            assert_eq!(both, (half(42, Side::Forward), half(42, Side::Backward)));
            assert_eq!(meeting.met(), Some(50), "who waited is next");
            assert!(meeting.bring(half(50, second)).is_some());
            assert_eq!(meeting.met(), None);
        }
    }

    #[test]
    fn a_half_that_waits_in_vain_is_for_those_elsewhere() {
        let (here, there) = (Meeting::new(64), Meeting::new(64));
        there.arrive(Side::Forward);
        there.visit(Side::Backward, 42);
        there.visited().filter(|&key| key != 0).for_each(|key| here.hear(key));
        here.look(Side::Forward, 42);
        assert_eq!(here.bring(half(42, Side::Forward)), None);
        (0..=PATIENCE).for_each(|_| here.wait_on());
        assert_eq!(here.met(), None);
        let parted = here.parted();
        assert_eq!(parted, [half(42, Side::Forward)]);
        assert!(here.parted().is_empty(), "once");
        assert_eq!(there.bring(parted[0].clone()), None);
        assert_eq!(there.met(), Some(42));
        assert!(there.bring(half(42, Side::Backward)).is_some());
    }

    #[test]
    fn without_room_nobody_meets() {
        let shared = Arc::new(Shared::default());
        let (one, other) = (Visitor::new(&shared, Side::Forward), Visitor::new(&shared, Side::Backward));
        one.expands(|| 42);
        other.expands(|| 42);
        assert_eq!(shared.meeting().met(), None);
    }
}
