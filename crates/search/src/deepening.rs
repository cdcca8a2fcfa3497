//! Iterative deepening and IDA* (Korf 1985): depth-first, again and again, each time a little deeper.
//!
//! A path is followed as long as `cost + estimate` stays within a threshold; when nothing is left the threshold is
//! raised to the smallest value that exceeded it. With [`crate::Blind`] this is plain iterative deepening, with a
//! heuristic it is IDA*.
//!
//! Unlike the textbook version a transposition table of fixed size remembers the cheapest cost at which a state was
//! entered, in this and in earlier rounds. A state is not entered again at a higher cost, nor twice at the same cost
//! in one round: the cheapest way to it is available in every later round, because thresholds only grow. So as long as
//! the table is large enough each round visits each state once, and a round that meets no unknown state beyond its
//! threshold proves that the space is exhausted. A state that was evicted is merely visited again.

use crate::packed::{BitReader, BitWriter, bytes_for};
use crate::plan::actions_along;
use crate::{Cost, Domain, Goalward, Heuristic, Limit, NoPast, Past, Search, Slice, Statistics, Status};

/// The table never holds more bytes than this, and a quarter of what the first slice allows.
const TABLE_BYTES: usize = 256 << 20;

/// An iterative deepening search at work.
pub struct Deepening<D: Domain, H> {
    domain: D,
    heuristic: H,
    admissible: bool,
    table: Option<Transpositions>,
    threshold: Cost,
    next_threshold: Option<Cost>,
    round: u32,
    /// States yet to be visited, as rows of `stride` bytes; each belongs to the frame whose range it is in.
    waiting: Vec<u8>,
    costs: Vec<Cost>,
    frames: Vec<Frame>,
    state: D::State,
    packed: Vec<u8>,
    statistics: Statistics,
    status: Status,
    goal: bool,
}

/// A state on the present path, with those of its successors that are still waiting.
struct Frame {
    row: Vec<u8>,
    first_waiting: usize,
}

/// The present path.
struct Path<'a>(&'a [Frame]);

impl Past for Path<'_> {
    fn visit(&self, visit: &mut dyn FnMut(&[u8]) -> bool) {
        for frame in self.0.iter().rev() {
            if !visit(&frame.row) {
                return;
            }
        }
    }
}

impl<D: Domain, H: Heuristic<D>> Deepening<D, H> {
    /// A search in `domain`. `admissible` says that the heuristic never overestimates.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn new(domain: D, heuristic: H, admissible: bool) -> Deepening<D, H> {
        let state = domain.roots().into_iter().next().expect("a domain has a root");
        let stride = bytes_for(domain.packed_bits());
        Deepening {
            packed: vec![0; stride],
            domain,
            heuristic,
            admissible,
            table: None,
            threshold: 0,
            next_threshold: Some(0),
            round: 0,
            waiting: Vec::new(),
            costs: Vec::new(),
            frames: Vec::new(),
            state,
            statistics: Statistics::default(),
            status: Status::Running,
            goal: false,
        }
    }

    /// Begins the next round with the roots, or finds that there is nothing beyond the threshold.
    fn begin_round(&mut self) -> Status {
        let Some(threshold) = self.next_threshold.take() else { return Status::Exhausted };
        self.threshold = threshold;
        self.round += 1;
        if self.admissible {
            self.statistics.lower_bound = self.statistics.lower_bound.max(threshold);
        }
        for root in self.domain.roots().into_iter().rev() {
            match self.heuristic.estimate(&self.domain, &root, &NoPast) {
                Some(estimate) if estimate > self.threshold => {
                    self.next_threshold = Some(self.next_threshold.map_or(estimate, |n| n.min(estimate)));
                }
                Some(_) => {
                    pack(&self.domain, &root, &mut self.packed);
                    self.waiting.extend_from_slice(&self.packed);
                    self.costs.push(0);
                }
                None => {}
            }
        }
        Status::Running
    }

    /// Visits the next waiting state.
    fn visit_next(&mut self) -> Status {
        // Step 1. Leave frames without waiting successors; a round ends when nothing waits at all.
        while self.frames.last().is_some_and(|frame| frame.first_waiting == self.costs.len()) {
            self.frames.pop();
        }
        let Some(cost) = self.costs.pop() else { return self.begin_round() };
        let stride = self.packed.len();
        let row = self.waiting.split_off(self.waiting.len() - stride);

        // Step 2. Known at this cost already?
        let Deepening { domain, heuristic, table, frames, waiting, costs, state, packed, statistics, .. } = self;
        let table = table.as_mut().expect("made by the first step");
        domain.unpack(&mut BitReader::new(&row), state);
        let key = domain.key(state);
        match table.known(key, &row) {
            Some((known, round)) if known < cost || (known == cost && round == self.round) => return Status::Running,
            _ => table.remember(key, &row, cost, self.round),
        }
        statistics.depth = cost;
        if domain.is_goal(state) {
            frames.push(Frame { row, first_waiting: costs.len() });
            self.goal = true;
            return Status::Solved;
        }

        // Step 3. Successors within the threshold wait; the others tell where the next round must go.
        statistics.expanded += 1;
        let first_waiting = costs.len();
        frames.push(Frame { row, first_waiting });
        let frames = &*frames;
        heuristic.enter(domain, state);
        domain.expand(state, |successor, _, step| {
            statistics.generated += 1;
            let reached = cost.saturating_add(step);
            pack(domain, successor, packed);
            let known = table.known(domain.key(successor), packed);
            if known.is_some_and(|(best, round)| best < reached || (best == reached && round == self.round)) {
                return;
            }
            let Some(estimate) = heuristic.estimate(domain, successor, &Path(frames)) else { return };
            statistics.nearest = Some(statistics.nearest.map_or(estimate, |n| n.min(estimate)));
            let total = reached.saturating_add(estimate);
            if total > self.threshold {
                self.next_threshold = Some(self.next_threshold.map_or(total, |n| n.min(total)));
                return;
            }
            waiting.extend_from_slice(packed);
            costs.push(reached);
        });
        Status::Running
    }

    fn bytes(&self) -> usize {
        let path = self.frames.len() * (size_of::<Frame>() + self.packed.len());
        self.table.as_ref().map_or(0, Transpositions::bytes)
            + self.waiting.capacity()
            + self.costs.capacity() * 4
            + path
    }
}

fn pack<D: Domain>(domain: &D, state: &D::State, packed: &mut [u8]) {
    let mut writer = BitWriter::new(packed);
    domain.pack(state, &mut writer);
    writer.finish();
}

impl<D: Domain, H: Heuristic<D>> Search for Deepening<D, H> {
    fn step(&mut self, slice: Slice) -> Status {
        if !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        self.status = Status::Running;
        if self.table.is_none() {
            self.table = Some(Transpositions::new(self.packed.len(), TABLE_BYTES.min(slice.bytes / 4)));
        }
        let end = self.statistics.expanded + slice.expansions;
        while self.status == Status::Running && self.statistics.expanded < end {
            self.status = if self.bytes() > slice.bytes { Status::Stopped(Limit::Memory) } else { self.visit_next() };
        }
        self.statistics.stored = self.table.as_ref().map_or(0, |t| t.taken);
        self.statistics.hold(self.bytes());
        self.status
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl<D: Domain, H: Heuristic<D>> Goalward for Deepening<D, H> {
    type Domain = D;

    fn domain(&self) -> &D {
        &self.domain
    }

    fn solution(&self) -> Option<Vec<D::Action>> {
        let rows = || self.frames.iter().map(|frame| frame.row.clone()).collect::<Vec<_>>();
        self.goal.then(|| actions_along(&self.domain, &rows()))
    }
}

/// A limited number of places; a state may be in any of the few behind the one its key points to. It starts small and
/// grows up to its limit, so that a small puzzle does not pay for a large table; from then on a new state may evict an
/// old one.
struct Transpositions {
    stride: usize,
    most_places: usize,
    rows: Vec<u8>,
    entries: Vec<Entry>,
    taken: u64,
}

/// What is known of the state in a place; round 0 is an empty place.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    cost: Cost,
    round: u32,
}

/// How many places a state may be in.
const WAYS: usize = 8;

impl Transpositions {
    fn new(stride: usize, bytes: usize) -> Transpositions {
        let most_places = (bytes / (stride + size_of::<Entry>())).max(WAYS);
        let mut table = Transpositions { stride, most_places, rows: Vec::new(), entries: Vec::new(), taken: 0 };
        table.resize(1 << 12);
        table
    }

    fn resize(&mut self, places: usize) {
        let places = places.min(self.most_places);
        let rows = std::mem::replace(&mut self.rows, vec![0; places * self.stride]);
        let entries = std::mem::replace(&mut self.entries, vec![Entry::default(); places]);
        self.taken = 0;
        for (&entry, row) in entries.iter().zip(rows.chunks_exact(self.stride)).filter(|(e, _)| e.round != 0) {
            self.put(entry, row);
        }
    }

    /// The places where a state with this key may be.
    fn places(&self, key: u64) -> impl Iterator<Item = usize> + use<> {
        let places = self.entries.len();
        let home = ((u128::from(key) * places as u128) >> 64) as usize;
        (home..home + WAYS).map(move |place| if place < places { place } else { place - places })
    }

    fn row(&self, place: usize) -> &[u8] {
        &self.rows[place * self.stride..(place + 1) * self.stride]
    }

    fn known(&self, key: u64, row: &[u8]) -> Option<(Cost, u32)> {
        let place = self.places(key).find(|&place| self.entries[place].key == key && self.row(place) == row)?;
        let Entry { cost, round, .. } = self.entries[place];
        (round != 0).then_some((cost, round))
    }

    fn remember(&mut self, key: u64, row: &[u8], cost: Cost, round: u32) {
        if self.taken as usize * 2 > self.entries.len() && self.entries.len() < self.most_places {
            self.resize(self.entries.len() * 2);
        }
        self.put(Entry { key, cost, round }, row);
    }

    /// Into the place where the state is already, else a free one, else the one entered longest ago.
    fn put(&mut self, entry: Entry, row: &[u8]) {
        let same = self.places(entry.key).find(|&p| self.entries[p].key == entry.key && self.row(p) == row);
        let oldest = || self.places(entry.key).min_by_key(|&p| self.entries[p].round).expect("there are places");
        let place = same.unwrap_or_else(oldest);
        self.taken += u64::from(self.entries[place].round == 0);
        self.entries[place] = entry;
        self.rows[place * self.stride..(place + 1) * self.stride].copy_from_slice(row);
    }

    fn bytes(&self) -> usize {
        self.rows.len() + self.entries.len() * size_of::<Entry>()
    }
}
