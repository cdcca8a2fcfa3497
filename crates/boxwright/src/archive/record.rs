//! Reports as records of the store, and back.

use std::time::Duration;

use boxwright_search::Objective;
use boxwright_search::spec::Spec;
use boxwright_store::{Attempt, Level, Limits, Outcome, Solution};

use super::Identity;
use crate::game::AnyLevel;
use crate::report::{Report, Status, StoppedBy};
use crate::solve::Request;
use crate::source::{About, Source};

/// The level as the store keeps it.
pub(super) fn level(identity: &Identity, level: &AnyLevel) -> Level {
    let source = Source { name: String::new(), about: About::none(level.game()), levels: vec![level.clone()] };
    Level {
        game: identity.game.name().to_owned(),
        hash: identity.hash.clone(),
        form: identity.form.clone(),
        drawing: source.to_text(false),
    }
}

/// The limits of a request.
pub(super) fn limits(request: &Request) -> Limits {
    Limits {
        seconds: request.time.as_ref().map(Duration::as_secs_f64),
        bytes: request.memory as u64,
        nodes: (request.nodes < u64::MAX).then_some(request.nodes),
        threads: request.means.threads as u64,
    }
}

/// The strategy asked for, always written the same way. A portfolio from a file is told by its members.
pub(super) fn strategy(identity: &Identity, request: &Request) -> String {
    let asked = request.strategy();
    match &request.means.crew {
        Some(crew) if asked == "portfolio" => {
            let members: Vec<String> = crew.members.iter().map(|m| format!("{} {}", m.weight, m.spec)).collect();
            format!("portfolio of {}: {}", members.len(), members.join(", "))
        }
        _ => Spec::parse(asked, identity.game.strategies()).map_or_else(|_| asked.to_owned(), |spec| spec.to_string()),
    }
}

/// The report as an attempt of a run.
pub(super) fn attempt(run: i64, identity: &Identity, request: &Request, report: &Report) -> Attempt {
    Attempt {
        run,
        source: report.source.clone(),
        number: report.index as u64,
        title: report.title.clone(),
        strategy: strategy(identity, request),
        solver: report.strategy.clone(),
        objective: request.objective.name().to_owned(),
        limits: limits(request),
        outcome: Outcome {
            status: report.status.name().to_owned(),
            stopped_by: report.stopped_by.map(|by| by.name().to_owned()),
            moves: report.moves.map(|n| n as u64),
            pushes: report.pushes.map(|n| n as u64),
            optimal: report.optimal.map(|objective| objective.name().to_owned()),
            lower_bound: report.lower_bound.map(|n| n as u64),
        },
        seconds: report.seconds,
        expanded: report.expanded,
        generated: report.generated,
        peak_bytes: report.peak_bytes as u64,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        ..Attempt::default()
    }
}

/// The solution of a report, if it stands its replay.
pub(super) fn solution(identity: &Identity, level: &AnyLevel, report: &Report) -> Option<Solution> {
    let replayed = level.replay(report.solution.as_deref()?).ok()?;
    Some(Solution::new(identity.to_form(&replayed.text), replayed.moves as u64, replayed.pushes as u64))
}

/// The attempt as a report about the same level or an image of it, without its solution.
pub(super) fn report(level: &AnyLevel, attempt: &Attempt) -> Report {
    let outcome = &attempt.outcome;
    Report {
        stopped_by: stopped_by(attempt),
        lower_bound: outcome.lower_bound.map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
        strategy: attempt.solver.clone(),
        seconds: attempt.seconds,
        expanded: attempt.expanded,
        generated: attempt.generated,
        peak_bytes: usize::try_from(attempt.peak_bytes).unwrap_or(usize::MAX),
        from_store: true,
        ..Report::new(level.game(), level.title(), status(attempt).unwrap_or(Status::Stopped))
    }
}

/// How the attempt ended, if the word is known.
pub(crate) fn status(attempt: &Attempt) -> Option<Status> {
    Status::ALL.into_iter().find(|status| status.name() == attempt.outcome.status)
}

/// What stopped the attempt, if the word is known.
pub(crate) fn stopped_by(attempt: &Attempt) -> Option<StoppedBy> {
    let word = attempt.outcome.stopped_by.as_deref()?;
    StoppedBy::ALL.into_iter().find(|by| by.name() == word)
}

/// What the attempt has proven its solution to be the best in.
pub(super) fn optimal(attempt: &Attempt) -> Option<Objective> {
    attempt.outcome.optimal.as_deref()?.parse().ok()
}
