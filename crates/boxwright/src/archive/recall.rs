//! What earlier attempts say about a level: an answer, or what to try now.
//!
//! A solution answers for any objective it is proven the best in, a proof that there is none answers everything, and an
//! attempt that was stopped answers for a request that allows no more than it had. Solutions are replayed on the level
//! at hand before anybody sees them; one that fails is reported to be removed.

use std::time::Duration;

use boxwright_portfolio::Replayed;
use boxwright_search::Objective;
use boxwright_store::{Attempt, Known, Solution};

use super::{Identity, record};
use crate::game::AnyLevel;
use crate::report::{Report, Status, StoppedBy};
use crate::solve::{Request, default_memory};

/// A question to the store.
pub(super) struct Recall<'a> {
    pub(super) level: &'a AnyLevel,
    pub(super) identity: &'a Identity,
    pub(super) request: &'a Request,
    /// What is known; attempts that do not count for this run are not among them.
    pub(super) known: &'a Known,
}

impl Recall<'_> {
    /// The stored solutions that solve the level, and the numbers of those that do not.
    pub(super) fn solutions(&self) -> (Vec<(&Solution, Replayed)>, Vec<i64>) {
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        for solution in &self.known.solutions {
            match self.level.replay(&self.identity.from_form(&solution.plan)) {
                Ok(replayed) => good.push((solution, replayed)),
                Err(_) => bad.push(solution.id),
            }
        }
        (good, bad)
    }

    /// The answer, if nothing needs to be searched.
    pub(super) fn answer(&self, solutions: &[(&Solution, Replayed)], retry: bool) -> Option<Report> {
        let attempts = &self.known.attempts;
        if let Some(proof) = attempts.iter().find(|a| record::status(a) == Some(Status::Unsolvable)) {
            // A solution that was just replayed is the better witness.
            return solutions.is_empty().then(|| record::report(self.level, proof));
        }
        let objective = self.request.objective;
        let best = solutions.iter().min_by_key(|(_, replayed)| cost(replayed, objective));
        if let Some((solution, replayed)) = best {
            let proves = |a: &&Attempt| objective == Objective::Any || is_proof(a, objective, replayed);
            let solved = || attempts.iter().filter(|a| record::status(a) == Some(Status::Solved)).filter(proves);
            let finder = solved().find(|a| a.id == solution.attempt).or_else(|| solved().next());
            if let Some(finder) = finder {
                return Some(self.solved(finder, replayed, None));
            }
        }
        if retry {
            return None;
        }
        let stopped = self.stopped().rfind(|a| a.limits.cover(&record::limits(self.request)))?;
        // The answer is what that attempt would say again; a solution that another one found is not its own.
        Some(match best.filter(|_| record::status(stopped) == Some(Status::Solved)) {
            Some((_, replayed)) => self.solved(stopped, replayed, record::stopped_by(stopped)),
            None => Report { status: Status::Stopped, ..record::report(self.level, stopped) },
        })
    }

    /// Attempts at the same with the same that limits stopped. What the user or a full disk stopped was no fair try.
    fn stopped(&self) -> impl DoubleEndedIterator<Item = &Attempt> {
        let strategy = record::strategy(self.identity, self.request);
        self.known.attempts.iter().filter(move |a| {
            let by = record::stopped_by(a);
            a.strategy == strategy
                && a.objective == self.request.objective.name()
                && by.is_some_and(|by| !matches!(by, StoppedBy::Cancelled | StoppedBy::Disk))
        })
    }

    fn solved(&self, attempt: &Attempt, replayed: &Replayed, stopped_by: Option<StoppedBy>) -> Report {
        let objective = self.request.objective;
        let optimal = if objective == Objective::Any { record::optimal(attempt) } else { Some(objective) };
        let optimal = optimal.filter(|&o| is_proof(attempt, o, replayed));
        let report = record::report(self.level, attempt);
        let bound = match optimal {
            Some(Objective::Pushes | Objective::PushesMoves) => Some(replayed.pushes),
            Some(Objective::Moves | Objective::MovesPushes) => Some(replayed.moves),
            // The bound counts what that attempt was asked for, which need not be what is asked for now.
            _ => report.lower_bound.filter(|_| attempt.objective == objective.name()),
        };
        Report {
            status: Status::Solved,
            stopped_by,
            solution: Some(replayed.text.clone()),
            moves: Some(replayed.moves),
            pushes: Some(replayed.pushes),
            optimal,
            lower_bound: bound,
            ..report
        }
    }

    /// The request with limits that go beyond those of the last attempt: what stopped it is doubled. Memory stays
    /// within what the machine has, unless the user asks for more.
    pub(super) fn enlarged(&self) -> Request {
        let mut request = self.request.clone();
        let Some(last) = self.stopped().next_back() else { return request };
        let by = record::stopped_by(last);
        let twice = |limit: StoppedBy| if by == Some(limit) { 2 } else { 1 };
        let time = last.limits.seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
        let time = time.and_then(|t| t.checked_mul(twice(StoppedBy::Time)));
        request.time = request.time.and_then(|now| time.map(|then| then.max(now)));
        let nodes = last.limits.nodes.map_or(u64::MAX, |n| n.saturating_mul(u64::from(twice(StoppedBy::Nodes))));
        request.nodes = request.nodes.max(nodes);
        let bytes = last.limits.bytes.saturating_mul(u64::from(twice(StoppedBy::Memory)));
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX).min(default_memory());
        request.memory = request.memory.max(bytes);
        request
    }
}

/// Whether the attempt has proven that no solution is better than this one.
fn is_proof(attempt: &Attempt, objective: Objective, replayed: &Replayed) -> bool {
    let moves = attempt.outcome.moves == Some(replayed.moves as u64);
    let pushes = attempt.outcome.pushes == Some(replayed.pushes as u64);
    match (record::optimal(attempt), objective) {
        (Some(Objective::Pushes | Objective::PushesMoves), Objective::Pushes) => pushes,
        (Some(Objective::Moves | Objective::MovesPushes), Objective::Moves) => moves,
        (Some(Objective::PushesMoves), Objective::PushesMoves) => pushes && moves,
        (Some(Objective::MovesPushes), Objective::MovesPushes) => pushes && moves,
        _ => false,
    }
}

/// What a solution costs: the first number counts more.
fn cost(replayed: &Replayed, objective: Objective) -> (usize, usize) {
    match objective {
        Objective::Any | Objective::Pushes | Objective::PushesMoves => (replayed.pushes, replayed.moves),
        Objective::Moves | Objective::MovesPushes => (replayed.moves, replayed.pushes),
    }
}
