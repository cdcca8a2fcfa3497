//! A relay: several solvers on one puzzle, in turn.
//!
//! No single strategy is best everywhere. A relay gives each member a number of nodes to expand, then passes on to the
//! next; after a full round everybody gets twice as many. Members are paused and resumed, never restarted, so at most a
//! constant factor is lost against the best of them alone. A member that runs out of memory is dropped and its memory
//! is the others'. The first solution ends the relay; so does a proof by a complete member that there is none.
//! Source: algorithm portfolios (GroupEffort: Froleyks and Balyo 2017), on one thread. Deterministic.

use crate::{Limit, Objective, Properties, Search, Slice, Solver, Statistics, Status};

/// Makes a member when its first turn comes; some need large tables.
type Maker<P> = Box<dyn FnOnce() -> Box<dyn Solver<Plan = P> + Send> + Send>;

/// One of the solvers.
struct Member<P> {
    make: Option<Maker<P>>,
    solver: Option<Box<dyn Solver<Plan = P> + Send>>,
    /// How many nodes it gets, compared with the others.
    weight: u64,
}

/// A relay at work.
pub struct Relay<P> {
    members: Vec<Member<P>>,
    turn: usize,
    /// Nodes left of this turn.
    left: u64,
    /// Nodes of a turn in this round, for weight 1.
    round: u64,
    /// What dropped members did.
    dropped: Statistics,
    status: Status,
}

impl<P> Relay<P> {
    /// An empty relay whose first round gives a member of weight 1 so many nodes.
    #[must_use]
    pub fn new(first_round: u64) -> Relay<P> {
        let round = first_round.max(1);
        Relay { members: Vec::new(), turn: 0, left: 0, round, dropped: Statistics::default(), status: Status::Running }
    }

    /// Adds a member; it is made when its first turn comes.
    #[must_use]
    pub fn with(
        mut self,
        weight: u64,
        make: impl FnOnce() -> Box<dyn Solver<Plan = P> + Send> + Send + 'static,
    ) -> Relay<P> {
        self.members.push(Member { make: Some(Box::new(make)), solver: None, weight });
        if self.members.len() == 1 {
            self.left = self.round * weight;
        }
        self
    }

    /// Lets the member whose turn it is work; returns how many nodes it expanded.
    fn work(&mut self, expansions: u64, bytes: usize) -> u64 {
        let others: usize =
            self.members.iter().enumerate().filter(|(i, _)| *i != self.turn).map(|(_, m)| m.bytes()).sum();
        let Some(member) = self.members.get_mut(self.turn) else {
            self.status = Status::Stopped(Limit::Memory);
            return 0;
        };
        if let Some(make) = member.make.take() {
            member.solver = Some(make());
        }
        let solver = member.solver.as_mut().expect("made on its first turn");
        let before = solver.statistics().expanded;
        let slice = Slice { expansions: expansions.min(self.left), bytes: bytes.saturating_sub(others) };
        let status = solver.step(slice);
        let expanded = solver.statistics().expanded - before;
        self.left = self.left.saturating_sub(expanded);
        match status {
            Status::Solved => self.status = Status::Solved,
            Status::Exhausted if solver.properties().complete => self.status = Status::Exhausted,
            Status::Exhausted | Status::Stopped(_) => self.drop_member(),
            Status::Running if self.left == 0 => {
                self.turn += 1;
                self.begin_turn();
            }
            Status::Running => {}
        }
        expanded
    }

    fn drop_member(&mut self) {
        let gone = self.members.remove(self.turn);
        if let Some(solver) = gone.solver {
            let statistics = solver.statistics();
            self.dropped.expanded += statistics.expanded;
            self.dropped.generated += statistics.generated;
            self.dropped.peak_bytes = self.dropped.peak_bytes.max(statistics.peak_bytes);
        }
        // The next one moved into its place.
        self.begin_turn();
    }

    /// Begins the turn of the present member, or the next round if that was the last.
    fn begin_turn(&mut self) {
        if self.turn >= self.members.len() {
            self.turn = 0;
            self.round = self.round.saturating_mul(2);
        }
        self.left = self.members.get(self.turn).map_or(0, |m| self.round.saturating_mul(m.weight));
    }
}

impl<P> Member<P> {
    fn bytes(&self) -> usize {
        self.solver.as_ref().map_or(0, |s| s.statistics().bytes)
    }
}

impl<P> Search for Relay<P> {
    fn step(&mut self, slice: Slice) -> Status {
        if !matches!(self.status, Status::Running) {
            return self.status;
        }
        let mut left = slice.expansions;
        // Setting up a member or passing on expands nothing; such turns are free but bounded.
        let mut idle = 0;
        while self.status == Status::Running && left > 0 && idle < 64 {
            let expanded = self.work(left, slice.bytes);
            left = left.saturating_sub(expanded);
            idle = if expanded == 0 { idle + 1 } else { 0 };
        }
        self.status
    }

    fn statistics(&self) -> Statistics {
        let mut all = self.dropped;
        for member in self.members.iter().filter_map(|m| m.solver.as_ref()) {
            let one = member.statistics();
            all.expanded += one.expanded;
            all.generated += one.generated;
            all.stored += one.stored;
            all.bytes += one.bytes;
            all.depth = all.depth.max(one.depth);
            all.lower_bound = all.lower_bound.max(one.lower_bound);
            all.nearest = all.nearest.into_iter().chain(one.nearest).min();
        }
        all.peak_bytes = all.peak_bytes.max(all.bytes);
        all
    }
}

impl<P> Solver for Relay<P> {
    type Plan = P;

    fn plan(&self) -> Option<P> {
        self.members.get(self.turn)?.solver.as_ref()?.plan()
    }

    fn properties(&self) -> Properties {
        // Exhausted only if a complete member was.
        Properties { complete: true, optimal: Objective::Any }
    }
}
