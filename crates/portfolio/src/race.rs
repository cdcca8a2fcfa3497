//! The race: members take turns on one thread, or several threads work on one member each.
//!
//! The first *judged* solution ends the race, unless an objective is to be met that the member does not promise; then
//! the solution is kept, the others learn what it costs, and the race goes on until a member proves that nothing is
//! better. A complete member that has seen everything ends it, too. A member that has run out of memory is dropped, and
//! its memory is the others'.
//!
//! With one thread a race is deterministic: turns are counted in nodes.
//! Source: algorithm portfolios; GroupEffort (Froleyks and Balyo 2017) with a core for every member.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use boxwright_search::{Cancel, Half, Limit, Objective, Properties, Search, Shared, Slice, Solver, Statistics, Status};

use crate::schedule::{BoxedSolver, Ending, Maker, Member, Schedule, Stage, Turn};

/// Judges a plan: what it costs in terms of the objective, or `None` if it is no solution.
pub type Judge<P> = Box<dyn Fn(&P) -> Option<u64> + Send + Sync>;

/// Makes a plan of the two halves of a solution, if they fit.
pub type Join<P> = Box<dyn Fn(&[u32], &[u32]) -> Option<P> + Send + Sync>;

/// A race under way.
pub struct Race<P: Send + 'static> {
    field: Arc<Field<P>>,
    threads: usize,
    workers: Vec<JoinHandle<()>>,
    /// The turn under way, when there is one thread.
    turn: Option<(Turn, BoxedSolver<P>)>,
    properties: Properties,
}

/// What all threads see.
struct Field<P> {
    state: Mutex<State<P>>,
    /// Something happened that somebody may wait for.
    changed: Condvar,
    /// The race is over.
    over: Cancel,
    /// The most bytes all members may hold together.
    bytes: AtomicUsize,
    judge: Judge<P>,
    join: OnceLock<Join<P>>,
    objective: Objective,
    shared: Arc<Shared>,
}

struct State<P> {
    schedule: Schedule<P>,
    best: Option<Best<P>>,
    status: Status,
    peak_bytes: usize,
}

struct Best<P> {
    plan: P,
    cost: u64,
    /// Who found it.
    member: usize,
    /// Whether that was only one half, and another from the other end the rest.
    is_joined: bool,
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

/// A thread looks up from its work about this often.
const LOOK_UP: Duration = Duration::from_millis(5);

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

    /// The turns of one thread: works until the slice is used up.
    fn step_alone(&mut self, slice: Slice) -> Status {
        let mut left = slice.expansions;
        // A turn may expand nothing; such turns are free but bounded.
        let mut idle = 0;
        while left > 0 && idle < 64 {
            if self.turn.is_none() {
                let taken = self.field.lock().schedule.take();
                let Some((turn, stage)) = taken else { break };
                self.turn = Some((turn, made(stage)));
            }
            let (turn, solver) = self.turn.as_mut().expect("taken above");
            let others = self.field.lock().schedule.bytes_of_others(turn.member);
            let before = solver.statistics().expanded;
            let bytes = slice.bytes.saturating_sub(others);
            let status = solver.step(Slice { expansions: left.min(turn.nodes), bytes });
            let expanded = solver.statistics().expanded - before;
            turn.nodes = turn.nodes.saturating_sub(expanded);
            left = left.saturating_sub(expanded);
            idle = if expanded == 0 { idle + 1 } else { 0 };
            self.field.lock().note(turn.member, solver.statistics());
            self.field.join_halves(turn.member, &**solver);
            if status != Status::Running || turn.nodes == 0 || self.field.over.is_cancelled() {
                let (turn, solver) = self.turn.take().expect("there is one");
                self.field.end_turn(turn.member, solver, status);
                if self.field.lock().status != Status::Running {
                    break;
                }
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

fn made<P>(stage: Stage<P>) -> BoxedSolver<P> {
    match stage {
        Stage::Waiting(make) => make(),
        Stage::Resting(solver) => solver,
        Stage::Working | Stage::Over(_) => unreachable!("such a member is not taken"),
    }
}

impl<P> State<P> {
    /// Takes note of what a member has done.
    fn note(&mut self, member: usize, statistics: Statistics) {
        self.schedule.members[member].statistics = statistics;
        let bytes = self.schedule.members.iter().map(|m| m.statistics.bytes).sum();
        self.peak_bytes = self.peak_bytes.max(bytes);
    }

    /// The member that thinks itself nearest to a solution; if none says, the first that has done anything.
    fn leader(&self) -> Option<usize> {
        let nearness = |m: &Member<P>| m.statistics.nearest.unwrap_or(u32::MAX);
        let at_work = self.schedule.members.iter().enumerate().filter(|(_, m)| m.statistics.expanded > 0);
        at_work.filter(|(_, m)| !matches!(m.stage, Stage::Over(_))).min_by_key(|(_, m)| nearness(m)).map(|(n, _)| n)
    }
}

impl<P> Field<P> {
    fn lock(&self) -> MutexGuard<'_, State<P>> {
        // A member that panics must not take the others with it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of how a turn ended.
    fn end_turn(&self, member: usize, solver: BoxedSolver<P>, status: Status) {
        let promises = solver.properties();
        let final_answer = self.objective == Objective::Any || promises.optimal == self.objective;
        let mut state = self.lock();
        state.note(member, solver.statistics());
        state.schedule.members[member].promises = Some(promises.optimal);
        let ending = match status {
            Status::Running => {
                // Some have a solution before they are done.
                if self.objective != Objective::Any
                    && let Some(plan) = solver.plan()
                    && let Some(cost) = (self.judge)(&plan)
                {
                    self.keep(&mut state, Best { plan, cost, member, is_joined: false });
                }
                state.schedule.members[member].stage = Stage::Resting(solver);
                drop(state);
                self.changed.notify_all();
                return;
            }
            Status::Solved => {
                let plan = solver.plan();
                match plan.as_ref().and_then(|plan| (self.judge)(plan)).zip(plan) {
                    Some((cost, plan)) => {
                        self.keep(&mut state, Best { plan, cost, member, is_joined: false });
                        if final_answer {
                            state.status = Status::Solved;
                        }
                        Ending::Solved
                    }
                    None => Ending::Refused,
                }
            }
            Status::Exhausted => {
                if promises.complete {
                    // Everything was seen: nothing is better than what is known, if anything is.
                    state.status = if state.best.is_some() { Status::Solved } else { Status::Exhausted };
                }
                Ending::Exhausted
            }
            Status::Stopped(Limit::Memory) => Ending::Memory,
            Status::Stopped(limit) => Ending::Failed(solver.failure().unwrap_or_else(|| limit.to_string())),
        };
        drop(state);
        // Large tables are given back before others are told that there is room.
        drop(solver);
        self.end_member(member, ending);
    }

    /// Keeps a solution if it is better than the best known.
    fn keep(&self, state: &mut State<P>, found: Best<P>) {
        if state.best.as_ref().is_none_or(|best| found.cost < best.cost) {
            self.shared.offer(found.cost);
            state.best = Some(found);
        }
    }

    /// Where two members have met: asks the one at hand and those at rest for their halves, and judges what they make.
    fn join_halves(&self, member: usize, solver: &(dyn Solver<Plan = P> + Send)) {
        let meeting = self.shared.meeting();
        let (Some(key), Some(join)) = (meeting.met(), self.join.get()) else { return };
        let mut state = self.lock();
        let resting = state.schedule.members.iter().filter_map(|member| match &member.stage {
            Stage::Resting(solver) => solver.half(key),
            _ => None,
        });
        let halves: Vec<Half> = solver.half(key).into_iter().chain(resting).collect();
        let Some((forward, backward)) = halves.into_iter().find_map(|half| meeting.bring(half)) else {
            meeting.wait_on();
            return;
        };
        let Some(plan) = join(&forward.actions, &backward.actions) else { return };
        let Some(cost) = (self.judge)(&plan) else { return };
        self.keep(&mut state, Best { plan, cost, member, is_joined: true });
        if self.objective == Objective::Any {
            state.status = Status::Solved;
            self.over.cancel();
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Drops a member; the race is over when there is an answer or nobody is left.
    fn end_member(&self, member: usize, ending: Ending) {
        let mut state = self.lock();
        let gone = &mut state.schedule.members[member];
        gone.stage = Stage::Over(ending);
        gone.statistics.bytes = 0;
        if state.status == Status::Running && !state.schedule.is_alive() {
            state.status = Status::Stopped(Limit::Memory);
        }
        if state.status != Status::Running {
            self.over.cancel();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// What a thread does until the race is over.
    fn work(&self) {
        let mut expansions = 1;
        loop {
            let mut state = self.lock();
            let (turn, stage) = loop {
                if self.over.is_cancelled() || !state.schedule.is_alive() {
                    return;
                }
                match state.schedule.take() {
                    Some(taken) => break taken,
                    None => {
                        state = self.changed.wait_timeout(state, LOOK_UP).map_or_else(|e| e.into_inner().0, |w| w.0);
                    }
                }
            };
            drop(state);
            let turn_of = turn.member;
            let taken = catch_unwind(AssertUnwindSafe(|| self.take_turn(turn, stage, &mut expansions)));
            match taken {
                Ok((solver, status)) => self.end_turn(turn_of, solver, status),
                Err(_) => self.end_member(turn_of, Ending::Failed("it panicked; this is a bug".to_owned())),
            }
        }
    }

    /// A member's turn on a thread of its own, in small slices.
    fn take_turn(&self, turn: Turn, stage: Stage<P>, expansions: &mut u64) -> (BoxedSolver<P>, Status) {
        let mut solver = made(stage);
        let mut nodes = turn.nodes;
        loop {
            let others = self.lock().schedule.bytes_of_others(turn.member);
            let bytes = self.bytes.load(Ordering::Relaxed).saturating_sub(others);
            let (before, begun) = (solver.statistics().expanded, Instant::now());
            let status = solver.step(Slice { expansions: nodes.min(*expansions), bytes });
            let expanded = solver.statistics().expanded - before;
            nodes = nodes.saturating_sub(expanded.max(1));
            *expansions = match begun.elapsed() {
                took if took < LOOK_UP / 2 => (*expansions * 2).min(1 << 20),
                took if took > LOOK_UP * 2 => (*expansions / 2).max(1),
                _ => *expansions,
            };
            self.lock().note(turn.member, solver.statistics());
            self.join_halves(turn.member, &*solver);
            if status != Status::Running || nodes == 0 || self.over.is_cancelled() {
                return (solver, status);
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
