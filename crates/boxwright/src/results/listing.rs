//! Tables of what a store holds: the best of every level, every attempt, every run.

use std::collections::BTreeMap;
use std::path::Path;

use boxwright_search::Objective;
use boxwright_store::Attempt;

use super::{LevelResults, Results};
use crate::archive::record;
use crate::papers::document::Sheet;
use crate::report::{Status, StoppedBy};

/// How the file of a level is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// With its folders.
    Full,
    /// Without.
    Short,
}

/// One row for each level and objective: the best that is known.
#[must_use]
pub fn best(results: &Results, names: Names) -> Sheet {
    let mut sheet = Sheet::new(&["level", "objective", "status", "pushes", "moves", "seconds", "nodes", "strategy"]);
    for level in &results.levels {
        for objective in Objective::ALL {
            let of_objective = || level.attempts.iter().filter(|a| a.objective == objective.name());
            let Some(best) = of_objective().max_by_key(|a| (worth(a), a.id)) else { continue };
            let solution = level.solution(objective).filter(|_| record::status(best) == Some(Status::Solved));
            let count = |n: Option<usize>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
            sheet.row([
                name(best, names),
                objective.to_string(),
                ending(best),
                count(solution.map(|s| s.pushes)),
                count(solution.map(|s| s.moves)),
                format!("{:.3}", best.seconds),
                best.expanded.to_string(),
                solver(best),
            ]);
        }
    }
    sheet
}

/// One row for each attempt.
#[must_use]
pub fn attempts(results: &Results, names: Names) -> Sheet {
    let head =
        ["level", "run", "objective", "status", "pushes", "moves", "seconds", "nodes", "limit", "strategy", "ended"];
    let mut sheet = Sheet::new(&head);
    let mut all: Vec<&Attempt> = results.levels.iter().flat_map(|level| &level.attempts).collect();
    all.sort_by_key(|attempt| attempt.id);
    let count = |n: Option<u64>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    for attempt in all {
        sheet.row([
            name(attempt, names),
            results.run_label(attempt),
            attempt.objective.clone(),
            ending(attempt),
            count(attempt.outcome.pushes),
            count(attempt.outcome.moves),
            format!("{:.3}", attempt.seconds),
            attempt.expanded.to_string(),
            attempt.limits.seconds.map_or_else(|| "-".to_owned(), |s| format!("{s}s")),
            attempt.strategy.clone(),
            attempt.ended.clone(),
        ]);
    }
    sheet
}

/// One row for each run, strategy and objective: how much it solved, and its PAR-2 score.
#[must_use]
pub fn runs(results: &Results) -> Sheet {
    let mut groups: BTreeMap<(i64, &str, &str), Vec<&Attempt>> = BTreeMap::new();
    for attempt in results.levels.iter().flat_map(|level: &LevelResults| last_of_each(&level.attempts)) {
        groups.entry((attempt.run, &attempt.strategy, &attempt.objective)).or_default().push(attempt);
    }
    let mut sheet =
        Sheet::new(&["run", "begun", "objective", "levels", "solved", "unsolvable", "PAR-2", "version", "strategy"]);
    for ((run, strategy, objective), attempts) in groups {
        let begun = results.runs.iter().find(|r| r.number == run).map_or("", |r| &r.begun);
        let number = |status| attempts.iter().filter(|a| record::status(a) == Some(status)).count().to_string();
        let par2: f64 = attempts.iter().map(|a| penalised(a)).sum::<f64>() / attempts.len() as f64;
        sheet.row([
            results.run_label(attempts[0]),
            begun.to_owned(),
            objective.to_owned(),
            attempts.len().to_string(),
            number(Status::Solved),
            number(Status::Unsolvable),
            format!("{par2:.3}"),
            attempts[0].version.clone(),
            strategy.to_owned(),
        ]);
    }
    sheet
}

/// The last attempt of every run, strategy and objective: a retry replaces what it repeats.
fn last_of_each(attempts: &[Attempt]) -> Vec<&Attempt> {
    let key = |a: &Attempt| (a.run, a.strategy.clone(), a.objective.clone());
    let last: BTreeMap<_, &Attempt> = attempts.iter().map(|attempt| (key(attempt), attempt)).collect();
    last.into_values().collect()
}

/// The seconds of an attempt, twice its limit if it has no answer.
fn penalised(attempt: &Attempt) -> f64 {
    if is_answered(attempt) { attempt.seconds } else { 2.0 * attempt.limits.seconds.unwrap_or(attempt.seconds) }
}

/// Whether the attempt has done what it was asked for: solved, proven if something had to be proven, or unsolvable.
#[must_use]
pub(super) fn is_answered(attempt: &Attempt) -> bool {
    match record::status(attempt) {
        Some(Status::Solved) => attempt.outcome.stopped_by.is_none(),
        Some(Status::Unsolvable) => true,
        _ => false,
    }
}

fn worth(attempt: &Attempt) -> u8 {
    match record::status(attempt) {
        _ if is_answered(attempt) => 2,
        Some(Status::Solved) => 1,
        _ => 0,
    }
}

/// The source and number of a level, and its title.
#[must_use]
pub(super) fn name(attempt: &Attempt, names: Names) -> String {
    let title = attempt.title.as_deref().map_or_else(String::new, |title| format!(" {title}"));
    let file = Path::new(&attempt.source).file_name().map(|name| name.to_string_lossy());
    let source = file.filter(|_| names == Names::Short).unwrap_or_else(|| attempt.source.as_str().into());
    format!("{source} #{}{title}", attempt.number)
}

fn ending(attempt: &Attempt) -> String {
    match (record::status(attempt), record::stopped_by(attempt)) {
        (Some(Status::Solved), Some(_)) => "unproven".to_owned(),
        (Some(Status::Stopped), Some(StoppedBy::Incomplete)) => "gave up".to_owned(),
        (Some(Status::Stopped), Some(by)) => format!("{} limit", by.name()).replace("cancelled limit", "cancelled"),
        _ => attempt.outcome.status.clone(),
    }
}

fn solver(attempt: &Attempt) -> String {
    attempt.solver.clone().unwrap_or_else(|| attempt.strategy.clone())
}
