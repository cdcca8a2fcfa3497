//! A proof with something in hand: an optimal search, and beside it one that finds any solution.
//!
//! An optimal search that meets its limit has shown that no solution costs less than its bound, but has none to show.
//! Here a second search looks for any solution in the meantime. Whatever stops the work, the answer is then the best
//! solution found and the proven lower bound. The optimal search goes first, so that what it solves at once costs nothing
//! more; then both are given as many nodes, in turns of doubling length, until the second one has its solution.
//! Deterministic.

use crate::{Cost, Limit, Properties, Search, Slice, Solver, Statistics, Status};

type Boxed<P> = Box<dyn Solver<Plan = P> + Send>;

/// The two searches at work.
pub struct Prove<P> {
    prover: Option<Boxed<P>>,
    seeker: Option<Boxed<P>>,
    /// What the prover promises.
    promises: Properties,
    found: Option<P>,
    /// Whether it is the seeker's turn, how many nodes are left of the turn, and how many a turn has.
    seeking: bool,
    left: u64,
    turn: u64,
    /// What searches that have ended did.
    past: Statistics,
    lower_bound: Cost,
    status: Status,
}

/// Nodes of the prover's first turn: puzzles that it solves in an instant need no second search.
const FIRST_TURN: u64 = 20_000;

/// While both work, the seeker has at most this part of the memory.
const SEEKER_SHARE: usize = 4;

impl<P> Prove<P> {
    /// Proves with `prover`, which must promise something, while `seeker` looks for any solution.
    #[must_use]
    pub fn new(prover: Boxed<P>, seeker: Boxed<P>) -> Prove<P> {
        Prove {
            promises: prover.properties(),
            prover: Some(prover),
            seeker: Some(seeker),
            found: None,
            seeking: false,
            left: FIRST_TURN,
            turn: FIRST_TURN,
            past: Statistics::default(),
            lower_bound: 0,
            status: Status::Running,
        }
    }

    /// Gives the first turns so many nodes.
    #[must_use]
    pub fn with_first_turn(mut self, nodes: u64) -> Prove<P> {
        (self.turn, self.left) = (nodes.max(1), nodes.max(1));
        self
    }

    /// Lets the one whose turn it is work; returns how many nodes it expanded.
    fn work(&mut self, slice: Slice) -> u64 {
        let bytes_of = |one: &Option<Boxed<P>>| one.as_ref().map_or(0, |s| s.statistics().bytes);
        let (alone, other) = match self.seeking {
            true => (self.prover.is_none(), bytes_of(&self.prover)),
            false => (self.seeker.is_none(), bytes_of(&self.seeker)),
        };
        let mut bytes = slice.bytes.saturating_sub(other);
        if self.seeking && !alone {
            bytes = bytes.min(slice.bytes / SEEKER_SHARE);
        }
        let Some(solver) = (if self.seeking { &mut self.seeker } else { &mut self.prover }) else {
            self.pass_on();
            return 0;
        };
        let before = solver.statistics().expanded;
        let expansions = if alone { slice.expansions } else { slice.expansions.min(self.left) };
        let status = solver.step(Slice { expansions, bytes });
        let expanded = solver.statistics().expanded - before;
        self.left = self.left.saturating_sub(expanded);
        match (status, self.seeking) {
            (Status::Running, _) if self.left == 0 => self.pass_on(),
            (Status::Running, _) => {}
            (Status::Solved, false) => {
                self.found = solver.plan();
                self.status = Status::Solved;
            }
            (Status::Exhausted, false) => self.status = Status::Exhausted,
            (Status::Solved, true) => {
                self.found = solver.plan();
                self.end_seeker();
            }
            (Status::Exhausted, true) if solver.properties().complete => self.status = Status::Exhausted,
            (_, true) => self.end_seeker(),
            (Status::Stopped(limit), false) => self.end_prover(limit),
        }
        expanded
    }

    /// The other one's turn, if there is one; after both had theirs, turns get longer.
    fn pass_on(&mut self) {
        if self.seeking {
            self.turn = self.turn.saturating_mul(2);
        }
        self.seeking = !self.seeking;
        self.left = self.turn;
    }

    fn end_seeker(&mut self) {
        if let Some(seeker) = self.seeker.take() {
            self.remember(seeker.statistics());
        }
        match self.prover {
            Some(_) => self.pass_on(),
            None => self.status = Status::Stopped(Limit::Memory),
        }
    }

    /// The proof cannot go on: its memory is the seeker's, if there is anything left to seek.
    fn end_prover(&mut self, limit: Limit) {
        if let Some(prover) = self.prover.take() {
            let statistics = prover.statistics();
            self.lower_bound = statistics.lower_bound;
            self.remember(statistics);
        }
        match self.seeker {
            Some(_) => self.pass_on(),
            None => self.status = Status::Stopped(limit),
        }
    }

    fn remember(&mut self, ended: Statistics) {
        self.past.peak_bytes = self.past.peak_bytes.max(self.statistics().peak_bytes);
        self.past.expanded += ended.expanded;
        self.past.generated += ended.generated;
        self.past.stored += ended.stored;
    }
}

impl<P> Search for Prove<P> {
    fn step(&mut self, slice: Slice) -> Status {
        if !matches!(self.status, Status::Running) {
            return self.status;
        }
        let mut left = slice.expansions;
        // Passing on expands nothing; such turns are free but bounded.
        let mut idle = 0;
        while self.status == Status::Running && left > 0 && idle < 64 {
            let expanded = self.work(Slice { expansions: left, bytes: slice.bytes });
            left = left.saturating_sub(expanded);
            idle = if expanded == 0 { idle + 1 } else { 0 };
        }
        self.status
    }

    fn statistics(&self) -> Statistics {
        let mut all = self.past;
        all.lower_bound = self.lower_bound;
        for one in self.prover.iter().chain(&self.seeker).map(|s| s.statistics()) {
            all.expanded += one.expanded;
            all.generated += one.generated;
            all.stored += one.stored;
            all.bytes += one.bytes;
            all.nearest = all.nearest.into_iter().chain(one.nearest).min();
        }
        if let Some(prover) = &self.prover {
            let one = prover.statistics();
            (all.lower_bound, all.depth) = (one.lower_bound, one.depth);
        }
        all.peak_bytes = all.peak_bytes.max(all.bytes);
        all
    }
}

impl<P: Clone> Solver for Prove<P> {
    type Plan = P;

    fn plan(&self) -> Option<P> {
        self.found.clone()
    }

    fn properties(&self) -> Properties {
        self.promises
    }
}
