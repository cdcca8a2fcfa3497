//! One level, from its faults to its verified answer.
//!
//! The steps are the same for both games: check, compile, resolve the strategy, search within the limits, and replay
//! what was found by the plain rules. Only a plan that passes the replay is ever called a solution.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boxwright_portfolio::{Engine, Kwirk, Means, Sokoban, strategy};
use boxwright_search::spec::{Spec, SpecError};
use boxwright_search::{Budget, Cancel, Objective, Outcome, Properties, Solver, Statistics};

use crate::game::{AnyLevel, Game};
use crate::report::{Report, Status, StoppedBy};
use crate::source;

/// What is asked of a level.
#[derive(Clone, Debug)]
pub struct Request {
    /// The strategy spec, as `NAME` or `NAME(key=value,…)`.
    pub strategy: String,
    /// What the solution should be best in.
    pub objective: Objective,
    /// The most time; none: no limit.
    pub time: Option<Duration>,
    /// The most bytes the search may hold.
    pub memory: usize,
    /// The most nodes it may expand.
    pub nodes: u64,
    /// To be stopped from outside.
    pub cancel: Cancel,
    /// How many threads the level may use, and who is to use them.
    pub means: Means,
    /// Where a breadth-first search keeps its states in files, each level in a folder of its own; none: in memory.
    pub spill: Option<PathBuf>,
}

impl Default for Request {
    /// `auto`, any solution, a minute, [`default_memory`].
    fn default() -> Request {
        Request {
            strategy: "auto".to_owned(),
            objective: Objective::Any,
            time: Some(Duration::from_secs(60)),
            memory: default_memory(),
            nodes: u64::MAX,
            cancel: Cancel::default(),
            means: Means::default(),
            spill: None,
        }
    }
}

impl Request {
    /// The strategy, where `auto` is what can be done with files if there should be some.
    pub(crate) fn strategy(&self) -> &str {
        let shortest = matches!(self.objective, Objective::Pushes | Objective::Moves);
        if self.spill.is_some() && shortest && self.strategy == "auto" { "bfs" } else { &self.strategy }
    }
}

/// The smaller of 4 GiB and three quarters of the memory of this machine (or of the container we are in).
#[must_use]
pub fn default_memory() -> usize {
    const MOST: u64 = 4 << 30;
    let first_number = |text: String| text.split_whitespace().find_map(|word| word.parse::<u64>().ok());
    let read = |path: &str| std::fs::read_to_string(path).ok().and_then(first_number);
    let machine = read("/proc/meminfo").map(|kibibytes| kibibytes.saturating_mul(1024));
    let container = read("/sys/fs/cgroup/memory.max");
    let there = machine.into_iter().chain(container).min().map_or(MOST, |bytes| bytes / 4 * 3);
    usize::try_from(there.min(MOST)).unwrap_or(usize::MAX / 2)
}

/// Solves a level within the limits of the request. `observe` sees the statistics about ten times a second.
///
/// The report says neither where the level is from nor its number; the caller knows.
#[must_use]
pub fn solve_level(level: &AnyLevel, request: &Request, mut observe: impl FnMut(&Statistics)) -> Report {
    solve_watched(level, request, |progress| observe(&progress.statistics))
}

/// How a search is going.
pub struct Progress<'a> {
    /// Its counters.
    pub statistics: Statistics,
    /// The member of a portfolio that is nearest to a solution.
    pub leader: Option<String>,
    glimpse: &'a dyn Fn() -> Option<String>,
}

impl Progress<'_> {
    /// The moves to the most promising position so far, if the search can tell. Costs about as much as a solution.
    #[must_use]
    pub fn glimpse(&self) -> Option<String> {
        (self.glimpse)()
    }
}

/// The same as [`solve_level`] for an observer who wants to see more.
#[must_use]
pub fn solve_watched(level: &AnyLevel, request: &Request, observe: impl FnMut(&Progress<'_>)) -> Report {
    let begun = Instant::now();
    let faults = level.faults();
    let mut report = Report::new(level.game(), level.title(), Status::Invalid);
    if faults.is_empty() {
        let work = Work { request, begun, report: &mut report };
        match level {
            AnyLevel::Sokoban(level) => work.solve::<Sokoban>(level, observe),
            AnyLevel::Kwirk(level) => work.solve::<Kwirk>(level, observe),
        }
    } else {
        report.error = Some(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "));
    }
    report
}

/// How many members the strategy of a request has for a level: what can be dealt out to as many parts; 1 if it is no
/// portfolio.
///
/// # Errors
/// If the level has faults, or the strategy cannot serve the request.
pub fn crew_size(level: &AnyLevel, request: &Request) -> Result<usize, String> {
    fn ask<E: Engine>(level: &E::Level, request: &Request) -> Result<usize, String> {
        let spec = Spec::parse(request.strategy(), E::strategies()).map_err(|error| error.to_string())?;
        let puzzle = E::compile(level)?;
        let spec = strategy::resolve::<E>(&spec, &puzzle, request.objective, &request.means)?;
        strategy::crew_size::<E>(&spec, &request.means)
    }
    match level {
        AnyLevel::Sokoban(level) => ask::<Sokoban>(level, request),
        AnyLevel::Kwirk(level) => ask::<Kwirk>(level, request),
    }
}

/// The spec, if the game has such a strategy.
///
/// # Errors
/// What is wrong with the spec, and what there is instead.
pub(crate) fn check_strategy(game: Game, strategy: &str) -> Result<Spec, SpecError> {
    Spec::parse(strategy, game.strategies())
}

/// What a strategy promises when asked for an objective.
///
/// # Errors
/// Why it cannot serve that objective.
pub(crate) fn promises(game: Game, spec: &Spec, objective: Objective, means: &Means) -> Result<Properties, String> {
    fn ask<E: Engine>(
        level: &E::Level,
        spec: &Spec,
        objective: Objective,
        means: &Means,
    ) -> Result<Properties, String> {
        let puzzle = E::compile(level)?;
        let spec = strategy::resolve::<E>(spec, &puzzle, objective, means)?;
        strategy::properties::<E>(&spec, objective, means)
    }
    // Promises do not depend on the level, but `auto` wants to see one.
    let smallest: &[u8] = match game {
        Game::Sokoban => b"#####\n#@$.#\n#####\n",
        Game::Kwirk => b"####\n#1%#\n####\n",
    };
    match &source::read("smallest", smallest)?.levels[0] {
        AnyLevel::Sokoban(level) => ask::<Sokoban>(level, spec, objective, means),
        AnyLevel::Kwirk(level) => ask::<Kwirk>(level, spec, objective, means),
    }
}

struct Work<'a> {
    request: &'a Request,
    begun: Instant,
    report: &'a mut Report,
}

impl Work<'_> {
    fn solve<E: Engine>(self, level: &E::Level, mut observe: impl FnMut(&Progress<'_>)) {
        let Work { request, begun, report } = self;
        let objective = request.objective;

        // The clock runs from here: a puzzle that takes long to compile has used its time.
        let deadline = request.time.and_then(|time| begun.checked_add(time));
        let budget = Budget { deadline, bytes: request.memory, nodes: request.nodes, cancel: request.cancel.clone() };

        let spec = match Spec::parse(request.strategy(), E::strategies()) {
            Ok(spec) => spec,
            Err(error) => return report.error = Some(error.to_string()),
        };
        let puzzle = match E::compile(level) {
            Ok(puzzle) => puzzle,
            Err(error) => return report.error = Some(error),
        };
        let spec = match strategy::resolve::<E>(&spec, &puzzle, objective, &request.means) {
            Ok(spec) => spec,
            Err(error) => return report.error = Some(error),
        };
        report.strategy = Some(spec.to_string());

        if let Ok(nothing) = E::replay(level, &E::Plan::default()) {
            (report.status, report.solution) = (Status::Solved, Some(nothing.text));
            (report.moves, report.pushes, report.lower_bound) = (Some(0), Some(0), Some(0));
            report.optimal = (objective != Objective::Any).then_some(objective);
        } else if E::is_hopeless(level) {
            report.status = Status::Unsolvable;
        } else {
            let solver = match &request.spill {
                None => strategy::build::<E>(&spec, level, &puzzle, objective, &request.means, &budget),
                Some(folder) => {
                    // Spaces may change from version to version.
                    let identity = format!("{} {spec} {}", env!("CARGO_PKG_VERSION"), E::identity(level));
                    let folder = own_folder(folder, report.game, objective, &identity);
                    E::build_external(&spec, &puzzle, objective, &folder, &identity)
                }
            };
            let mut solver = match solver {
                Ok(solver) => solver,
                Err(error) => {
                    report.error = Some(error);
                    if request.spill.is_some() {
                        stop(report, StoppedBy::Disk);
                    }
                    return;
                }
            };
            let outcome = budget.drive_watched(&mut *solver, |solver| {
                let glimpse = || solver.glimpse().map(|plan| E::write(level, &plan));
                observe(&Progress { statistics: solver.statistics(), leader: solver.leader(), glimpse: &glimpse });
            });
            conclude::<E>(level, &*solver, outcome, objective, report);
        }
        report.seconds = rounded(begun.elapsed());
    }
}

/// The folder of one level's search: a name for each game, objective and level. It need not be unique, because the
/// search compares the identity that it finds there.
fn own_folder(spill: &Path, game: Game, objective: Objective, identity: &str) -> PathBuf {
    // FNV-1a, because the name must be the same with every compiler.
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = identity.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, step);
    let unit = if matches!(objective, Objective::Any | Objective::Pushes) { Objective::Pushes } else { objective };
    spill.join(format!("{}-{unit}-{hash:016x}", game.name()))
}

/// Puts the outcome of a search into the report.
fn conclude<E: Engine>(
    level: &E::Level,
    solver: &(dyn Solver<Plan = E::Plan> + Send),
    outcome: Outcome,
    objective: Objective,
    report: &mut Report,
) {
    let statistics = solver.statistics();
    let properties = solver.properties();
    if let Some(member) = solver.credit() {
        report.strategy = Some(member);
    }
    report.expanded = statistics.expanded;
    report.generated = statistics.generated;
    report.stored = statistics.stored;
    report.peak_bytes = statistics.peak_bytes;
    report.disk_bytes = statistics.disk_bytes;
    report.error = solver.failure();
    // A bound on the costs of the two-fold objectives is no plain number of pushes or moves; without an objective it is
    // one on pushes, if on anything.
    let counts = match objective {
        Objective::Any => properties.optimal == Objective::Pushes,
        Objective::Pushes | Objective::Moves => properties.optimal == objective,
        Objective::PushesMoves | Objective::MovesPushes => false,
    };
    report.lower_bound = (counts && statistics.lower_bound > 0).then_some(statistics.lower_bound as usize);
    match outcome {
        Outcome::Solved => match solver.plan() {
            Some(plan) => {
                report.optimal = (properties.optimal != Objective::Any).then_some(properties.optimal);
                accept::<E>(level, &plan, report);
            }
            None => {
                report.status = Status::Refused;
                report.error = Some("the strategy says solved but has no plan".to_owned());
            }
        },
        Outcome::Exhausted if properties.complete => {
            report.status = Status::Unsolvable;
            report.lower_bound = None;
        }
        Outcome::Exhausted => stop(report, StoppedBy::Incomplete),
        Outcome::Stopped(limit) => {
            stop(report, limit.into());
            if let Some(plan) = solver.plan() {
                // Solved, but what stopped the search also stopped the proof that nothing is better.
                accept::<E>(level, &plan, report);
            }
        }
    }
}

fn stop(report: &mut Report, by: StoppedBy) {
    report.status = Status::Stopped;
    report.stopped_by = Some(by);
}

/// Replays a plan and reports it as the solution, or as a bug.
fn accept<E: Engine>(level: &E::Level, plan: &E::Plan, report: &mut Report) {
    match E::replay(level, plan) {
        Ok(replayed) => {
            report.status = Status::Solved;
            report.solution = Some(replayed.text);
            report.moves = Some(replayed.moves);
            report.pushes = Some(replayed.pushes);
            if let Some(objective) = report.optimal.take() {
                report.prove(objective);
            }
        }
        Err(refusal) => {
            report.status = Status::Refused;
            report.error = Some(format!("the plan failed verification: {refusal}"));
            report.refused_plan = Some(E::write(level, plan));
            report.optimal = None;
        }
    }
}

/// Seconds to the microsecond: more digits would only be noise in a file.
pub(crate) fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright_sokoban::Plan;

    fn level(text: &str) -> AnyLevel {
        source::read("test.xsb", text.as_bytes()).unwrap().levels.remove(0)
    }

    #[test]
    fn a_refused_plan_is_no_solution() {
        let AnyLevel::Sokoban(level) = level("######\n#@ $.#\n######\n") else { panic!("this is Sokoban") };
        let mut report = Report::new(Game::Sokoban, None, Status::Invalid);
        report.optimal = Some(Objective::Pushes);
        accept::<Sokoban>(&level, &Plan::parse("rrr").unwrap(), &mut report);
        assert_eq!(report.status, Status::Refused);
        assert_eq!((report.solution, report.optimal, report.moves), (None, None, None));
        assert_eq!(report.refused_plan.as_deref(), Some("rRr"));
        assert!(report.error.unwrap().contains("move 3"));
    }

    #[test]
    fn faults_are_all_reported() {
        let report = solve_level(&level("#####\n# $ #\n#####\n"), &Request::default(), |_| {});
        assert_eq!(report.status, Status::Invalid);
        let error = report.error.unwrap();
        assert!(error.contains("no player") && error.contains("goals (0)"), "{error}");
    }

    #[test]
    fn a_solved_level_needs_nothing() {
        let request = Request { objective: Objective::Moves, ..Request::default() };
        let report = solve_level(&level("#####\n#@* #\n#####\n"), &request, |_| {});
        assert_eq!((report.status, report.solution.as_deref(), report.moves), (Status::Solved, Some(""), Some(0)));
        assert_eq!(report.optimal, Some(Objective::Moves));
    }

    #[test]
    fn a_stranded_box_needs_no_search() {
        let report = solve_level(&level("########\n#@$.#$.#\n########\n"), &Request::default(), |_| {});
        assert_eq!((report.status, report.expanded), (Status::Unsolvable, 0));
    }
}
