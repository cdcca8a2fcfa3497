//! The race: members take turns on one thread, or several threads work on one member each.
//!
//! The first *judged* solution ends the race, unless an objective is to be met that the member does not promise; then
//! the solution is kept, the others learn what it costs, and the race goes on until a member proves that nothing is
//! better. A complete member that has seen everything ends it, too. A member that has run out of memory is dropped, and
//! its memory is the others'.
//!
//! With one thread a race is deterministic: turns are counted in nodes.
//! Source: algorithm portfolios; GroupEffort (Froleyks and Balyo 2017) with a core for every member.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::thread::JoinHandle;

use boxwright_search::{Cancel, Objective, Properties, Search, Shared, Slice, Solver, Statistics, Status};

use crate::field::{Field, Join, Judge, LOOK_UP, State, made};
use crate::schedule::{BoxedSolver, Ending, Maker, Member, Schedule, Stage, Turn, Work};

/// A race under way.
pub struct Race<P: Send + 'static> {
    field: Arc<Field<P>>,
    threads: usize,
    workers: Vec<JoinHandle<()>>,
    /// The turn under way, when there is one thread.
    turn: Option<(Turn, BoxedSolver<P>)>,
    /// Turns that are over.
    turns: u64,
    properties: Properties,
}

/// How a member fared.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// What it did.
    pub statistics: Statistics,
    /// Why it does not go on, if it does not.
    pub ending: Option<Ending>,
}

impl<P: Send + 'static> Race<P> {
    /// A race without members, for an objective, on so many threads. What members share is in `shared`.
    #[must_use]
    pub fn new(
        objective: Objective,
        threads: usize,
        first_round: u64,
        shared: Arc<Shared>,
        judge: Judge<P>,
    ) -> Race<P> {
        let state = State { schedule: Schedule::new(first_round), best: None, status: Status::Running, peak_bytes: 0 };
        let field = Field {
            state: Mutex::new(state),
            changed: Condvar::new(),
            over: Cancel::default(),
            bytes: AtomicUsize::new(usize::MAX),
            judge,
            join: OnceLock::new(),
            objective,
            shared,
        };
        Race {
            field: Arc::new(field),
            threads: threads.max(1),
            workers: Vec::new(),
            turn: None,
            turns: 0,
            properties: Properties { complete: true, optimal: objective },
        }
    }

    /// Lets members that search from both ends meet: `join` makes a plan of what they bring.
    #[must_use]
    pub fn joining(self, join: Join<P>) -> Race<P> {
        // Who asks twice has the first one.
        let _ = self.field.join.set(join);
        self
    }

    /// Says what turns are counted in.
    #[must_use]
    pub fn counting(self, work: Work) -> Race<P> {
        self.field.lock().schedule.count(work);
        self
    }

    /// Says how many times as long as the one before a round is; twice if nothing is said.
    #[must_use]
    pub fn growing(self, growth: f64) -> Race<P> {
        self.field.lock().schedule.grow(growth);
        self
    }

    /// Gives a member that has a solution and makes it better this weight; those that are still looking for any
    /// then wait.
    #[must_use]
    pub fn improving(self, weight: u64) -> Race<P> {
        self.field.lock().schedule.weigh_improving(weight);
        self
    }

    /// Cancelled when the race is over, for members whose steps take long.
    #[must_use]
    pub fn over(&self) -> Cancel {
        self.field.over.clone()
    }

    /// Adds a member; it is made when its first turn comes. Members must be added before the race begins.
    #[must_use]
    pub fn with(self, name: &str, weight: u64, make: impl FnOnce() -> BoxedSolver<P> + Send + 'static) -> Race<P> {
        let make: Maker<P> = Box::new(make);
        self.field.lock().schedule.add(name.to_owned(), weight, make);
        self
    }

    /// After so many turns the member that was added last waits until there is nobody else.
    #[must_use]
    pub fn for_rounds(self, rounds: Option<u32>) -> Race<P> {
        self.field.lock().schedule.limit_last(rounds);
        self
    }

    /// How the members fared, in their order.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let state = self.field.lock();
        let standing = |m: &Member<P>| Standing {
            name: m.name.clone(),
            statistics: m.statistics,
            ending: if let Stage::Over(ending) = &m.stage { Some(ending.clone()) } else { None },
        };
        state.schedule.members.iter().map(standing).collect()
    }

    /// The turns of one thread: works until the slice is used up, or somebody else's turn comes.
    fn step_alone(&mut self, slice: Slice) -> Status {
        let mut left = slice.expansions;
        // A step may expand nothing; such steps are free but bounded.
        let mut idle = 0;
        let gear = self.gear();
        while left > 0 && idle < 64 && self.gear() == gear {
            if self.turn.is_none() {
                let Some((turn, stage)) = self.field.take() else { break };
                self.turn = Some((turn, made(stage)));
            }
            let (turn, solver) = self.turn.as_mut().expect("taken above");
            let others = self.field.lock().schedule.bytes_of_others(turn.member);
            let before = solver.statistics();
            let bytes = slice.bytes.saturating_sub(others);
            let status = solver.step(Slice { expansions: left.min(turn.expansions()), bytes });
            let after = solver.statistics();
            let expanded = after.expanded - before.expanded;
            turn.note(expanded, after.generated - before.generated);
            left = left.saturating_sub(expanded);
            idle = if expanded == 0 { idle + 1 } else { 0 };
            self.field.look_at(turn.member, &**solver);
            if status != Status::Running || turn.is_over() || self.field.over.is_cancelled() {
                let (turn, solver) = self.turn.take().expect("there is one");
                self.field.end_turn(turn.member, solver, status);
                self.turns += 1;
                break;
            }
        }
        self.field.lock().status
    }

    /// Starts the threads.
    fn begin(&mut self) {
        for number in 0..self.threads {
            let field = Arc::clone(&self.field);
            let thread = std::thread::Builder::new().name(format!("member-{number}"));
            match thread.spawn(move || field.work()) {
                Ok(worker) => self.workers.push(worker),
                // Fewer threads than wished for are still a race, as long as there is one.
                Err(_) if !self.workers.is_empty() => break,
                Err(_) => {
                    self.threads = 1;
                    return;
                }
            }
        }
    }
}

impl<P: Send + 'static> Search for Race<P> {
    fn step(&mut self, slice: Slice) -> Status {
        let status = self.field.lock().status;
        if status != Status::Running {
            return status;
        }
        if self.threads > 1 && self.workers.is_empty() {
            self.field.bytes.store(slice.bytes, Ordering::Relaxed);
            self.begin();
        }
        if self.threads == 1 {
            return self.step_alone(slice);
        }
        self.field.bytes.store(slice.bytes, Ordering::Relaxed);
        let state = self.field.lock();
        let waited = self.field.changed.wait_timeout_while(state, LOOK_UP, |s| s.status == Status::Running);
        waited.map_or_else(|e| e.into_inner().0.status, |w| w.0.status)
    }

    fn statistics(&self) -> Statistics {
        let state = self.field.lock();
        let mut all = Statistics::default();
        for member in &state.schedule.members {
            let one = member.statistics;
            all.expanded += one.expanded;
            all.generated += one.generated;
            all.stored += one.stored;
            all.bytes += one.bytes;
            all.dead += one.dead;
            all.depth = all.depth.max(one.depth);
            if member.promises == Some(self.properties.optimal) {
                all.lower_bound = all.lower_bound.max(one.lower_bound);
            }
            all.nearest = all.nearest.into_iter().chain(one.nearest).min();
        }
        all.peak_bytes = state.peak_bytes;
        all
    }

    fn gear(&self) -> u64 {
        self.turn.as_ref().map_or(0, |(_, solver)| solver.gear()) << 32 | self.turns
    }

    fn failure(&self) -> Option<String> {
        let refused = self.standings().into_iter().find(|s| s.ending == Some(Ending::Refused))?;
        Some(format!("{} found a plan that was refused", refused.name))
    }
}

impl<P: Clone + Send + 'static> Solver for Race<P> {
    type Plan = P;

    fn plan(&self) -> Option<P> {
        self.field.lock().best.as_ref().map(|best| best.plan.clone())
    }

    fn properties(&self) -> Properties {
        self.properties
    }

    fn glimpse(&self) -> Option<P> {
        // A thread has its member to itself; only one that waits, or is at work on this thread, can be looked at.
        let state = self.field.lock();
        let leader = state.leader()?;
        match (&self.turn, &state.schedule.members[leader].stage) {
            (Some((turn, solver)), _) if turn.member == leader => solver.glimpse(),
            (_, Stage::Resting(solver)) => solver.glimpse(),
            _ => None,
        }
    }

    fn leader(&self) -> Option<String> {
        let state = self.field.lock();
        state.leader().map(|member| state.schedule.members[member].name.clone())
    }

    fn credit(&self) -> Option<String> {
        let state = self.field.lock();
        let best = state.best.as_ref()?;
        let name = &state.schedule.members[best.member].name;
        Some(if best.is_joined { format!("{name}, met halfway") } else { name.clone() })
    }
}

impl<P: Send + 'static> Drop for Race<P> {
    fn drop(&mut self) {
        self.field.over.cancel();
        self.field.changed.notify_all();
        for worker in self.workers.drain(..) {
            let _ = worker.join();
        }
    }
}
