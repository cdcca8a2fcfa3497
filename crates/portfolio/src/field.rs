//! What the members of a race have in common: whose turn it is, the best solution, and what happens when a turn ends.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use boxwright_search::{Cancel, Half, Limit, Objective, Pace, Shared, Slice, Solver, Statistics, Status};

use crate::schedule::{BoxedSolver, Ending, Member, Schedule, Stage, Turn};

/// Judges a plan: what it costs in terms of the objective, or `None` if it is no solution.
pub type Judge<P> = Box<dyn Fn(&P) -> Option<u64> + Send + Sync>;

/// Makes a plan of the two halves of a solution, if they fit.
pub type Join<P> = Box<dyn Fn(&[u32], &[u32]) -> Option<P> + Send + Sync>;

/// What all threads see.
pub(crate) struct Field<P> {
    pub(crate) state: Mutex<State<P>>,
    /// Something happened that somebody may wait for.
    pub(crate) changed: Condvar,
    /// The race is over.
    pub(crate) over: Cancel,
    /// The most bytes all members may hold together.
    pub(crate) bytes: AtomicUsize,
    pub(crate) judge: Judge<P>,
    pub(crate) join: OnceLock<Join<P>>,
    pub(crate) objective: Objective,
    pub(crate) shared: Arc<Shared>,
}

pub(crate) struct State<P> {
    pub(crate) schedule: Schedule<P>,
    pub(crate) best: Option<Best<P>>,
    pub(crate) status: Status,
    pub(crate) peak_bytes: usize,
}

pub(crate) struct Best<P> {
    pub(crate) plan: P,
    pub(crate) cost: u64,
    /// Who found it.
    pub(crate) member: usize,
    /// Whether that was only one half, and another from the other end the rest.
    pub(crate) is_joined: bool,
}

/// A thread looks up from its work about this often.
pub(crate) const LOOK_UP: Duration = Duration::from_millis(5);

pub(crate) fn made<P>(stage: Stage<P>) -> BoxedSolver<P> {
    match stage {
        Stage::Waiting(make) => make(),
        Stage::Resting(solver) => solver,
        Stage::Working | Stage::Over(_) => unreachable!("such a member is not taken"),
    }
}

impl<P> State<P> {
    /// Takes note of what a member has done.
    pub(crate) fn note(&mut self, member: usize, statistics: Statistics) {
        self.schedule.members[member].statistics = statistics;
        let bytes = self.schedule.members.iter().map(|m| m.statistics.bytes).sum();
        self.peak_bytes = self.peak_bytes.max(bytes);
    }

    /// The member that thinks itself nearest to a solution; if none says, the first that has done anything.
    pub(crate) fn leader(&self) -> Option<usize> {
        let nearness = |m: &Member<P>| m.statistics.nearest.unwrap_or(u32::MAX);
        let at_work = self.schedule.members.iter().enumerate().filter(|(_, m)| m.statistics.expanded > 0);
        at_work.filter(|(_, m)| !matches!(m.stage, Stage::Over(_))).min_by_key(|(_, m)| nearness(m)).map(|(n, _)| n)
    }
}

impl<P> Field<P> {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State<P>> {
        // A member that panics must not take the others with it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next turn.
    pub(crate) fn take(&self) -> Option<(Turn, Stage<P>)> {
        self.take_from(&mut self.lock())
    }

    fn take_from(&self, state: &mut State<P>) -> Option<(Turn, Stage<P>)> {
        let solved = state.best.is_some();
        state.schedule.take(self.objective, solved)
    }

    /// Takes note of how a turn ended.
    pub(crate) fn end_turn(&self, member: usize, solver: BoxedSolver<P>, status: Status) {
        let promises = solver.properties();
        let final_answer = self.objective == Objective::Any || promises.optimal == self.objective;
        let mut state = self.lock();
        state.note(member, solver.statistics());
        state.schedule.members[member].promises = Some(promises.optimal);
        let ending = match status {
            Status::Running => {
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
    pub(crate) fn keep(&self, state: &mut State<P>, found: Best<P>) {
        if state.best.as_ref().is_none_or(|best| found.cost < best.cost) {
            self.shared.offer(found.cost);
            state.best = Some(found);
        }
    }

    /// Takes note of what a member has done in its turn so far. Some have a solution before they are done.
    pub(crate) fn look_at(&self, member: usize, solver: &(dyn Solver<Plan = P> + Send)) {
        let mut state = self.lock();
        state.note(member, solver.statistics());
        state.schedule.members[member].promises = Some(solver.properties().optimal);
        drop(state);
        if self.objective != Objective::Any
            && let Some(plan) = solver.plan()
            && let Some(cost) = (self.judge)(&plan)
        {
            let mut state = self.lock();
            state.schedule.improves(member);
            self.keep(&mut state, Best { plan, cost, member, is_joined: false });
        }
        self.join_halves(member, solver);
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
    pub(crate) fn end_member(&self, member: usize, ending: Ending) {
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
    pub(crate) fn work(&self) {
        loop {
            let mut state = self.lock();
            let (turn, stage) = loop {
                if self.over.is_cancelled() || !state.schedule.is_alive() {
                    return;
                }
                match self.take_from(&mut state) {
                    Some(taken) => break taken,
                    None => {
                        state = self.changed.wait_timeout(state, LOOK_UP).map_or_else(|e| e.into_inner().0, |w| w.0);
                    }
                }
            };
            drop(state);
            let turn_of = turn.member;
            let taken = catch_unwind(AssertUnwindSafe(|| self.take_turn(turn, stage)));
            match taken {
                Ok((solver, status)) => self.end_turn(turn_of, solver, status),
                Err(_) => self.end_member(turn_of, Ending::Failed("it panicked; this is a bug".to_owned())),
            }
        }
    }

    /// A member's turn on a thread of its own, in small slices.
    pub(crate) fn take_turn(&self, mut turn: Turn, stage: Stage<P>) -> (BoxedSolver<P>, Status) {
        let mut solver = made(stage);
        let mut pace = Pace::new(LOOK_UP, solver.gear());
        loop {
            let others = self.lock().schedule.bytes_of_others(turn.member);
            let bytes = self.bytes.load(Ordering::Relaxed).saturating_sub(others);
            let (before, begun) = (solver.statistics(), Instant::now());
            let status = solver.step(Slice { expansions: turn.expansions().min(pace.expansions()), bytes });
            let after = solver.statistics();
            turn.note((after.expanded - before.expanded).max(1), after.generated - before.generated);
            pace.learn(begun.elapsed(), solver.gear());
            self.look_at(turn.member, &*solver);
            if status != Status::Running || turn.is_over() || self.over.is_cancelled() {
                return (solver, status);
            }
        }
    }
}
