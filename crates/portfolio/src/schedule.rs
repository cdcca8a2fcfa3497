//! Whose turn it is.
//!
//! Round r gives every member an amount of work that grows from round to round, times the member's weight. Work is counted in
//! nodes that are expanded or, where these cost very different amounts from level to level, in those that are generated
//! ([`Work`]). Members are paused and resumed, never restarted, so against the best member alone at most a constant factor is
//! lost. The member in the earliest round comes first; with one thread that is one after the other.
//!
//! Members that find a solution soon or hardly ever may be given a few turns only; then they wait until there is nobody else.
//!
//! In a race for the best solution a crew may say how much a member weighs that has a solution and makes it better.
//! Members that are still looking for any solution then wait, and go on only when there is nobody else.

use boxwright_search::{Objective, Solver, Statistics};
use serde::{Deserialize, Serialize};

/// A solver to be.
pub(crate) type Maker<P> = Box<dyn FnOnce() -> BoxedSolver<P> + Send>;

/// A solver at work.
pub type BoxedSolver<P> = Box<dyn Solver<Plan = P> + Send>;

/// What a member is at the moment.
pub(crate) enum Stage<P> {
    /// Not made yet: some need large tables, so they are made when their first turn comes.
    Waiting(Maker<P>),
    /// Between two turns.
    Resting(BoxedSolver<P>),
    /// A thread is working with it.
    Working,
    /// Dropped, for this reason.
    Over(Ending),
}

/// Why a member does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It found a solution.
    Solved,
    /// It has looked at everything it looks at.
    Exhausted,
    /// It ran out of its share of the memory.
    Memory,
    /// Its plan was refused by the judge: a bug.
    Refused,
    /// Something else stopped it.
    Failed(String),
}

/// One of the solvers.
pub(crate) struct Member<P> {
    pub(crate) name: String,
    /// How much work it gets, compared with the others.
    pub(crate) weight: u64,
    /// After so many turns it waits until there is nobody else.
    most_rounds: Option<u32>,
    pub(crate) stage: Stage<P>,
    /// Turns it has begun.
    rounds: u32,
    /// What it had done when it was last looked at.
    pub(crate) statistics: Statistics,
    /// What its solutions are best in, once it has worked.
    pub(crate) promises: Option<Objective>,
    /// Whether it has a solution, and makes it better.
    has_solution: bool,
}

/// All members and their turns.
pub(crate) struct Schedule<P> {
    pub(crate) members: Vec<Member<P>>,
    first_round: u64,
    /// A round is so many times as long as the one before.
    growth: f64,
    work: Work,
    /// What a member that makes its solution better weighs, if something is said about it.
    improving: Option<u64>,
}

/// What turns are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Work {
    /// Positions whose successors are looked at.
    #[default]
    Expanded,
    /// The successors. They take about the same time on all levels, while a position with a hundred of them takes far
    /// longer than one with five.
    Generated,
}

/// A round is so many times as long as the one before, unless something else is said.
pub(crate) const DOUBLE: f64 = 2.0;

/// What was generated is counted after so many nodes: always the same ones, however long the steps of a search are.
const COUNT: u64 = 32;

/// A turn: who, and how much.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) member: usize,
    work: Work,
    /// Work to be done.
    left: u64,
    /// Nodes to be expanded until it is seen what was done.
    uncounted: u64,
    /// What was generated since.
    generated: u64,
}

impl Turn {
    fn new(member: usize, work: Work, left: u64) -> Turn {
        let uncounted = if work == Work::Expanded { left } else { COUNT };
        Turn { member, work, left, uncounted, generated: 0 }
    }

    /// The most nodes of its next step.
    pub(crate) fn expansions(&self) -> u64 {
        self.uncounted
    }

    /// Takes note of what a step did.
    pub(crate) fn note(&mut self, expanded: u64, generated: u64) {
        self.generated += generated;
        self.uncounted = self.uncounted.saturating_sub(expanded);
        if self.uncounted == 0 {
            // A node without successors is work, too.
            let done = if self.work == Work::Expanded { self.left } else { self.generated.max(COUNT) };
            *self = Turn::new(self.member, self.work, self.left.saturating_sub(done));
        }
    }

    /// Whether all of it is done.
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }
}

impl<P> Schedule<P> {
    /// Without members; the first turn of a member of weight 1 has so much work.
    pub(crate) fn new(first_round: u64) -> Schedule<P> {
        let first_round = first_round.max(1);
        Schedule { members: Vec::new(), first_round, growth: DOUBLE, work: Work::default(), improving: None }
    }

    /// Says what turns are counted in.
    pub(crate) fn count(&mut self, work: Work) {
        self.work = work;
    }

    /// Says how many times as long as the one before a round is.
    pub(crate) fn grow(&mut self, growth: f64) {
        self.growth = growth;
    }

    /// Says what a member that makes its solution better weighs.
    pub(crate) fn weigh_improving(&mut self, weight: u64) {
        self.improving = Some(weight);
    }

    /// Takes note that a member has a solution, which it makes better.
    pub(crate) fn improves(&mut self, member: usize) {
        let one = &mut self.members[member];
        one.has_solution = true;
        one.weight = self.improving.unwrap_or(one.weight);
    }

    pub(crate) fn add(&mut self, name: String, weight: u64, make: Maker<P>) {
        let stage = Stage::Waiting(make);
        let statistics = Statistics::default();
        self.members.push(Member {
            name,
            weight,
            most_rounds: None,
            stage,
            rounds: 0,
            statistics,
            promises: None,
            has_solution: false,
        });
    }

    /// Says after how many turns the last member that was added waits.
    pub(crate) fn limit_last(&mut self, rounds: Option<u32>) {
        if let Some(last) = self.members.last_mut() {
            last.most_rounds = rounds;
        }
    }

    /// The next turn of a member that nobody works with, in a race for an objective; `solved` says that there is a
    /// solution. It is [`Stage::Working`] afterwards; what it was is returned.
    pub(crate) fn take(&mut self, objective: Objective, solved: bool) -> Option<(Turn, Stage<P>)> {
        let free = |m: &Member<P>| matches!(m.stage, Stage::Waiting(_) | Stage::Resting(_));
        let waits = |m: &Member<P>| {
            let promises_less = m.promises.is_some_and(|promised| promised != objective);
            let has_had_its_turns = m.most_rounds.is_some_and(|most| m.rounds >= most);
            has_had_its_turns || solved && self.improving.is_some() && promises_less && !m.has_solution
        };
        let members = self.members.iter().enumerate().filter(|(_, m)| free(m));
        let (member, _) = members.min_by_key(|(number, m)| (waits(m), m.rounds, *number))?;
        let one = &mut self.members[member];
        // Multiplied one by one, so that the number is the same everywhere.
        let round = (0..one.rounds).fold(self.first_round as f64, |round, _| round * self.growth);
        let left = (round as u64).saturating_mul(one.weight);
        one.rounds += 1;
        Some((Turn::new(member, self.work, left), std::mem::replace(&mut one.stage, Stage::Working)))
    }

    /// Whether somebody may still find something.
    pub(crate) fn is_alive(&self) -> bool {
        self.members.iter().any(|m| !matches!(m.stage, Stage::Over(_)))
    }

    /// The bytes of all but one.
    pub(crate) fn bytes_of_others(&self, member: usize) -> usize {
        self.members.iter().enumerate().filter(|(n, _)| *n != member).map(|(_, m)| m.statistics.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright_search::Hopeless;

    #[test]
    fn who_has_had_his_turns_waits_for_the_others() {
        let mut schedule: Schedule<()> = Schedule::new(10);
        let make = || -> Maker<()> { Box::new(|| Box::new(Hopeless::new())) };
        schedule.add("soon or never".to_owned(), 3, make());
        schedule.limit_last(Some(2));
        schedule.add("patient".to_owned(), 1, make());
        let turn = |schedule: &mut Schedule<()>| {
            let (turn, stage) = schedule.take(Objective::Any, false).unwrap();
            schedule.members[turn.member].stage = stage;
            (turn.member, turn.left)
        };
        let turns: Vec<_> = (0..6).map(|_| turn(&mut schedule)).collect();
        assert_eq!(turns, [(0, 30), (1, 10), (0, 60), (1, 20), (1, 40), (1, 80)]);
        schedule.members[1].stage = Stage::Over(Ending::Exhausted);
        assert_eq!(turn(&mut schedule), (0, 120), "nobody else is left");
        schedule.grow(1.5);
        assert_eq!(turn(&mut schedule), (0, 33 * 3), "the fourth round: 10 · 1.5³ = 33.75");
    }

    #[test]
    fn turns_in_generated_nodes_end_at_the_same_node_whatever_the_steps() {
        // Every node has three successors, one of ten ninety.
        let generated = |expanded: u64| 3 * expanded + expanded / 10 * 87;
        let end = |step: u64| {
            let mut turn = Turn::new(0, Work::Generated, 5_000);
            let mut expanded = 0;
            while !turn.is_over() {
                let next = expanded + step.min(turn.expansions());
                turn.note(next - expanded, generated(next) - generated(expanded));
                expanded = next;
            }
            expanded
        };
        let whole = end(u64::MAX);
        assert!((5_000..5_000 + generated(COUNT)).contains(&generated(whole)), "{whole}");
        assert!([1, 7, 31, 32, 100].iter().all(|&step| end(step) == whole));
    }
}
