//! Better solutions of a level of either game.
//!
//! The games have optimisers of their own; here they get the same question and give the same kind of answer. A level
//! without a solution is solved first, within the same limits.

use std::fmt;
use std::time::{Duration, Instant};

use serde::Serialize;

use boxwright_search::{Budget, Cancel, Limit, Objective, Statistics};
use boxwright_sokoban::optimize::{Measure, Measures};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use crate::game::AnyLevel;
use crate::report::{Report, Status};
use crate::solve::{Request, default_memory, rounded, solve_level};

/// What is asked of a level.
#[derive(Clone, Debug)]
pub struct OptimizeRequest {
    /// What the solution is to be short in.
    pub measures: Measures,
    /// The most time; none: no limit.
    pub time: Option<Duration>,
    /// The most bytes to hold.
    pub memory: usize,
    /// The most nodes to expand.
    pub nodes: u64,
    /// To be stopped from outside.
    pub cancel: Cancel,
}

impl Default for OptimizeRequest {
    /// Pushes and then moves, a minute, [`default_memory`].
    fn default() -> OptimizeRequest {
        OptimizeRequest {
            measures: Measures::by(Measure::Pushes),
            time: Some(Duration::from_secs(60)),
            memory: default_memory(),
            nodes: u64::MAX,
            cancel: Cancel::default(),
        }
    }
}

/// How long a solution is. Kwirk counts moves and pushes only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Counts {
    /// Moves, pushes included.
    pub moves: usize,
    /// Pushes.
    pub pushes: usize,
    /// The other measures of Sokoban.
    #[serde(flatten)]
    pub more: Option<MoreCounts>,
}

/// What is counted in Sokoban only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[expect(missing_docs, reason = "see boxwright_sokoban::Metrics")]
pub struct MoreCounts {
    pub box_lines: usize,
    pub box_changes: usize,
    pub pushing_sessions: usize,
    pub player_lines: usize,
}

impl Counts {
    /// The number of a measure; of one that the game does not have, 0.
    #[must_use]
    pub fn of(&self, measure: Measure) -> usize {
        let more = |count: fn(MoreCounts) -> usize| self.more.map_or(0, count);
        match measure {
            Measure::Moves => self.moves,
            Measure::Pushes => self.pushes,
            Measure::BoxLines => more(|m| m.box_lines),
            Measure::BoxChanges => more(|m| m.box_changes),
            Measure::PushingSessions => more(|m| m.pushing_sessions),
            Measure::PlayerLines => more(|m| m.player_lines),
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { moves, pushes, more } = self;
        write!(f, "{moves} moves, {pushes} pushes")?;
        let Some(MoreCounts { box_lines, box_changes, pushing_sessions, player_lines }) = more else { return Ok(()) };
        write!(f, ", {box_lines} box lines, {box_changes} box changes, ")?;
        write!(f, "{pushing_sessions} pushing sessions, {player_lines} player lines")
    }
}

impl From<sokoban::Metrics> for Counts {
    fn from(metrics: sokoban::Metrics) -> Counts {
        let sokoban::Metrics { moves, pushes, box_lines, box_changes, pushing_sessions, player_lines } = metrics;
        Counts { moves, pushes, more: Some(MoreCounts { box_lines, box_changes, pushing_sessions, player_lines }) }
    }
}

impl From<&kwirk::Verified> for Counts {
    fn from(verified: &kwirk::Verified) -> Counts {
        Counts { moves: verified.moves, pushes: verified.pushes, more: None }
    }
}

/// What came of a level. Serialised, it is one line of `boxwright optimize --json`: a [`Report`] and more.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Improvement {
    /// The solution, or why there is none. What stopped the work also stops the proof that nothing is better.
    #[serde(flatten)]
    pub report: Report,
    /// The measures, in order.
    #[serde(serialize_with = "measures_text")]
    pub measures: Measures,
    /// The best solution that was there before.
    pub before: Option<Counts>,
    /// The solution now.
    pub after: Option<Counts>,
    /// How many times something better was found.
    pub improvements: usize,
    /// Why a solution that was given was refused (not part of the line).
    #[serde(skip)]
    pub refusal: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this shape")]
fn measures_text<S: serde::Serializer>(measures: &Measures, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(measures)
}

impl Improvement {
    /// The line of JSON, without a line feed.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts can always be written")
    }
}

/// How the work is going: before, now, and all searches together.
#[derive(Clone, Copy, Debug)]
pub struct OptimizeProgress {
    /// The best solution that was there before; none while the level is being solved.
    pub before: Option<Counts>,
    /// The best solution now.
    pub now: Option<Counts>,
    /// All searches together.
    pub statistics: Statistics,
}

/// Improves the best of some solutions of a level; without any, the level is solved first with the strategy `auto`.
///
/// The solution in the report is never worse than the best one given. A given text that is no solution is refused: then
/// nothing is done, and the report says why.
///
/// # Errors
/// If Kwirk is to be optimised for what it does not count.
pub fn optimize_level(
    level: &AnyLevel,
    solutions: &[String],
    request: &OptimizeRequest,
    mut observe: impl FnMut(&OptimizeProgress),
) -> Result<Improvement, String> {
    let begun = Instant::now();
    check_measures(level, request.measures)?;
    let nothing = |report| Improvement {
        report,
        measures: request.measures,
        before: None,
        after: None,
        improvements: 0,
        refusal: None,
    };
    let mut solutions = solutions.to_vec();
    let mut spent = Statistics::default();
    if solutions.is_empty() || !level.faults().is_empty() {
        let (time, memory, nodes) = (request.time, request.memory, request.nodes);
        let solve = Request { time, memory, nodes, cancel: request.cancel.clone(), ..Request::default() };
        let report = solve_level(level, &solve, |&statistics| {
            observe(&OptimizeProgress { before: None, now: None, statistics });
        });
        spent.expanded = report.expanded;
        spent.generated = report.generated;
        spent.peak_bytes = report.peak_bytes;
        match (&report.solution, report.status) {
            (Some(solution), Status::Solved) => solutions.push(solution.clone()),
            _ => return Ok(nothing(report)),
        }
    }
    let deadline = request.time.and_then(|time| begun.checked_add(time));
    let nodes = request.nodes.saturating_sub(spent.expanded);
    let budget = Budget { deadline, bytes: request.memory, nodes, cancel: request.cancel.clone() };
    let mut report = Report::new(level.game(), level.title(), Status::Solved);
    let improved = match level {
        AnyLevel::Sokoban(level) => of_sokoban(level, &solutions, request.measures, &budget, observe),
        AnyLevel::Kwirk(level) => of_kwirk(level, &solutions, request.measures, &budget, observe),
    };
    let improved = match improved {
        Ok(improved) => improved,
        Err(refusal) => {
            report.status = Status::Invalid;
            report.error = Some(refusal.clone());
            return Ok(Improvement { refusal: Some(refusal), ..nothing(report) });
        }
    };
    report.stopped_by = improved.stopped_by.map(Into::into);
    report.solution = Some(improved.solution);
    report.moves = Some(improved.after.moves);
    report.pushes = Some(improved.after.pushes);
    if let Some(objective) = improved.proven {
        report.prove(objective);
    }
    report.strategy = Some(format!("optimize({})", request.measures));
    report.expanded = spent.expanded + improved.statistics.expanded;
    report.generated = spent.generated + improved.statistics.generated;
    report.peak_bytes = spent.peak_bytes.max(improved.statistics.peak_bytes);
    report.seconds = rounded(begun.elapsed());
    Ok(Improvement {
        before: Some(improved.before),
        after: Some(improved.after),
        improvements: improved.improvements,
        ..nothing(report)
    })
}

/// Whether the level's game counts these measures.
///
/// # Errors
/// What it counts.
pub fn check_measures(level: &AnyLevel, measures: Measures) -> Result<(), String> {
    let counted = |measure| matches!(measure, Measure::Moves | Measure::Pushes);
    match level {
        AnyLevel::Kwirk(_) if !counted(measures.first) || !counted(measures.second) => {
            Err("Kwirk counts moves and pushes only".to_owned())
        }
        _ => Ok(()),
    }
}

/// What a game's optimiser says, in terms of both games.
struct Improved {
    solution: String,
    before: Counts,
    after: Counts,
    improvements: usize,
    stopped_by: Option<Limit>,
    proven: Option<Objective>,
    statistics: Statistics,
}

/// What is proven if nothing is better in the first measure, and in both if `fully`.
fn objective(measures: Measures, fully: bool) -> Option<Objective> {
    match (measures.first, measures.second, fully) {
        (Measure::Pushes, Measure::Moves, true) => Some(Objective::PushesMoves),
        (Measure::Moves, Measure::Pushes, true) => Some(Objective::MovesPushes),
        (Measure::Pushes, ..) => Some(Objective::Pushes),
        (Measure::Moves, ..) => Some(Objective::Moves),
        _ => None,
    }
}

fn of_sokoban(
    level: &sokoban::Level,
    solutions: &[String],
    measures: Measures,
    budget: &Budget,
    mut observe: impl FnMut(&OptimizeProgress),
) -> Result<Improved, String> {
    let plans: Vec<sokoban::Plan> = read_all(solutions, sokoban::Plan::parse)?;
    let watch = |progress: &sokoban::optimize::Progress| {
        let (before, now) = (Some(progress.before.into()), Some(progress.metrics.into()));
        observe(&OptimizeProgress { before, now, statistics: progress.statistics });
    };
    let best = sokoban::optimize::optimize(level, &plans, measures, budget, watch).map_err(|e| e.to_string())?;
    Ok(Improved {
        solution: best.verified.lurd,
        before: best.before.into(),
        after: best.verified.metrics.into(),
        improvements: best.improvements,
        proven: objective(measures, best.stopped_by.is_none()).filter(|_| best.proven),
        stopped_by: best.stopped_by,
        statistics: best.statistics,
    })
}

fn of_kwirk(
    level: &kwirk::Level,
    solutions: &[String],
    measures: Measures,
    budget: &Budget,
    mut observe: impl FnMut(&OptimizeProgress),
) -> Result<Improved, String> {
    let plans: Vec<kwirk::Plan> = read_all(solutions, kwirk::Plan::parse)?;
    let watch = |progress: &kwirk::optimize::Progress<'_>| {
        let (before, now) = (Some(progress.before.into()), Some(progress.verified.into()));
        observe(&OptimizeProgress { before, now, statistics: progress.statistics });
    };
    let aim = objective(measures, true).unwrap_or(Objective::MovesPushes);
    let best = kwirk::optimize::optimize(level, &plans, aim, budget, watch).map_err(|e| e.to_string())?;
    Ok(Improved {
        before: (&best.before).into(),
        after: (&best.verified).into(),
        solution: best.verified.keys,
        improvements: best.improvements,
        proven: best.stopped_by.is_none().then_some(aim),
        stopped_by: best.stopped_by,
        statistics: best.statistics,
    })
}

fn read_all<P, E: fmt::Display>(texts: &[String], parse: impl Fn(&str) -> Result<P, E>) -> Result<Vec<P>, String> {
    let read = |(at, text): (usize, &String)| parse(text).map_err(|error| format!("solution {}: {error}", at + 1));
    texts.iter().enumerate().map(read).collect()
}
