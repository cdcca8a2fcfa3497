//! Results for other programs: lines of JSON, and files of levels with their solutions.

use std::fmt::Write;

use boxwright_search::Objective;
use serde::Serialize;

use super::{LevelResults, Results};
use crate::game::Game;
use crate::source::{About, Source};

/// One attempt as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    game: &'static str,
    level: &'a str,
    source: &'a str,
    index: u64,
    title: Option<&'a str>,
    run: String,
    strategy: &'a str,
    solver: Option<&'a str>,
    objective: &'a str,
    time_limit: Option<f64>,
    memory_limit: u64,
    node_limit: Option<u64>,
    threads: u64,
    status: &'a str,
    stopped_by: Option<&'a str>,
    moves: Option<u64>,
    pushes: Option<u64>,
    optimal: Option<&'a str>,
    lower_bound: Option<u64>,
    seconds: f64,
    expanded: u64,
    generated: u64,
    peak_bytes: u64,
    version: &'a str,
    ended: &'a str,
    /// The best solution known for the objective, on the level as it was first seen; it may be another attempt's.
    best: Option<&'a str>,
}

/// Every attempt as a line of JSON.
#[must_use]
pub fn json(results: &Results) -> String {
    let mut text = String::new();
    for level in &results.levels {
        for attempt in &level.attempts {
            let (limits, outcome) = (&attempt.limits, &attempt.outcome);
            let objective = attempt.objective.parse().unwrap_or(Objective::Any);
            let line = Line {
                game: level.level.game().name(),
                level: &level.hash,
                source: &attempt.source,
                index: attempt.number,
                title: attempt.title.as_deref(),
                run: results.run_label(attempt),
                strategy: &attempt.strategy,
                solver: attempt.solver.as_deref(),
                objective: &attempt.objective,
                time_limit: limits.seconds,
                memory_limit: limits.bytes,
                node_limit: limits.nodes,
                threads: limits.threads,
                status: &outcome.status,
                stopped_by: outcome.stopped_by.as_deref(),
                moves: outcome.moves,
                pushes: outcome.pushes,
                optimal: outcome.optimal.as_deref(),
                lower_bound: outcome.lower_bound,
                seconds: attempt.seconds,
                expanded: attempt.expanded,
                generated: attempt.generated,
                peak_bytes: attempt.peak_bytes,
                version: &attempt.version,
                ended: &attempt.ended,
                best: level.solution(objective).map(|solution| solution.text.as_str()),
            };
            let line = serde_json::to_string(&line).expect("numbers and texts can always be written");
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// The solved levels of a game with their best solutions, as a file of levels.
#[must_use]
pub fn level_file(results: &Results, game: Game, objective: Objective) -> String {
    let solved = |level: &LevelResults| {
        let solution = level.solution(objective)?;
        (level.level.game() == game).then(|| level.level.with_solution(&solution.text))
    };
    let levels = results.levels.iter().filter_map(solved).collect();
    Source { name: String::new(), about: About::none(game), levels }.to_text(false)
}
