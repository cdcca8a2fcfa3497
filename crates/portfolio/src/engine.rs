//! The two games as engines of one shape: compile, resolve, build, replay.
//!
//! The game crates offer the same functions on different types; this trait is what lets everything above them be written
//! once.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{Budget, Objective, Properties, Shared};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use crate::schedule::BoxedSolver;

const AUTO: StrategyInfo =
    StrategyInfo { name: "auto", summary: "chooses a portfolio for you", source: "boxwright", options: &[] };
const PRESET: OptionInfo = OptionInfo {
    key: "preset",
    values: Values::Words(&["default", "large", "best", "group-effort"]),
    default: "default",
    help: "the members: for any solution, the same on large levels, for the best one, or sixteen of GroupEffort's",
};
const PORTFOLIO_SOKOBAN: StrategyInfo = StrategyInfo {
    name: "portfolio",
    summary: "several strategies in turn, or on several threads at once",
    source: "Froleyks, Balyo 2017",
    options: &[PRESET],
};
const PORTFOLIO_KWIRK: StrategyInfo = StrategyInfo {
    options: &[OptionInfo {
        values: Values::Words(&["default", "best", "best-moves"]),
        help: "the members: for any solution, for the fewest interactions, or for the fewest moves",
        ..PRESET
    }],
    ..PORTFOLIO_SOKOBAN
};

/// Boxes times live squares from which on a Sokoban level is large: room for positions without number, so that searches
/// along a plan pay more than plain ones.
const LARGE: usize = 500;

/// A replayed solution.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// As the game writes it.
    pub text: String,
    /// Its moves.
    pub moves: usize,
    /// Its pushes; in Kwirk, its interactions.
    pub pushes: usize,
}

/// What solving a game takes.
pub trait Engine: 'static {
    /// As read from a file.
    type Level: Clone + Send + Sync;
    /// As searched.
    type Puzzle: Send + Sync;
    /// What solves it.
    type Plan: Clone + Default + Send;

    /// All strategies: those of the game, and those that combine them.
    fn strategies() -> &'static [StrategyInfo];

    /// The level made ready for searching.
    ///
    /// # Errors
    /// Its faults.
    fn compile(level: &Self::Level) -> Result<Arc<Self::Puzzle>, String>;

    /// The built-in portfolios by name.
    fn presets() -> &'static [(&'static str, &'static str)];

    /// The name of the portfolio that `auto` stands for.
    fn preset(puzzle: &Self::Puzzle, objective: Objective) -> &'static str;

    /// What a strategy of the game promises.
    fn properties(spec: &Spec, objective: Objective) -> Properties;

    /// A strategy of the game at work.
    fn build(
        spec: &Spec,
        puzzle: &Arc<Self::Puzzle>,
        objective: Objective,
        shared: &Arc<Shared>,
    ) -> BoxedSolver<Self::Plan>;

    /// A strategy of the game with its states in files.
    ///
    /// # Errors
    /// If the strategy cannot do that, or the folder cannot be used.
    fn build_external(
        spec: &Spec,
        puzzle: &Arc<Self::Puzzle>,
        objective: Objective,
        folder: &Path,
        level: &str,
    ) -> Result<BoxedSolver<Self::Plan>, String>;

    /// A better solution than one, if the optimiser finds one within a budget, and how many nodes it took; calls `look` now
    /// and then.
    fn improve(
        level: &Self::Level,
        plan: &Self::Plan,
        objective: Objective,
        budget: &Budget,
        look: impl Fn(),
    ) -> (Option<Self::Plan>, u64);

    /// The solution of two halves that searches from both ends have found, `None` if they do not fit.
    fn join(_puzzle: &Self::Puzzle, _forward: &[u32], _backward: &[u32]) -> Option<Self::Plan> {
        None
    }

    /// A text that is the same for the same board, and only then.
    fn identity(level: &Self::Level) -> String;

    /// Plays a plan by the plain rules.
    ///
    /// # Errors
    /// Why it does not solve the level.
    fn replay(level: &Self::Level, plan: &Self::Plan) -> Result<Replayed, String>;

    /// A plan as text, legal or not.
    fn write(level: &Self::Level, plan: &Self::Plan) -> String;

    /// Whether the level can be told to be unsolvable without any search.
    fn is_hopeless(level: &Self::Level) -> bool;
}

fn joined<F: ToString>(faults: &[F]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Sokoban.
#[derive(Clone, Copy, Debug)]
pub struct Sokoban;

/// Kwirk.
#[derive(Clone, Copy, Debug)]
pub struct Kwirk;

impl Engine for Sokoban {
    type Level = sokoban::Level;
    type Puzzle = sokoban::Puzzle;
    type Plan = sokoban::Plan;

    fn strategies() -> &'static [StrategyInfo] {
        static ALL: LazyLock<Vec<StrategyInfo>> =
            LazyLock::new(|| [&[AUTO, PORTFOLIO_SOKOBAN], sokoban::strategy::STRATEGIES].concat());
        &ALL
    }

    fn compile(level: &sokoban::Level) -> Result<Arc<sokoban::Puzzle>, String> {
        sokoban::Puzzle::new(level).map(|puzzle| Arc::new(puzzle.prepared())).map_err(|faults| joined(&faults))
    }

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[
            ("default", include_str!("../../../portfolios/sokoban.toml")),
            ("large", include_str!("../../../portfolios/sokoban-large.toml")),
            ("best", include_str!("../../../portfolios/sokoban-best.toml")),
            ("group-effort", include_str!("../../../portfolios/group-effort.toml")),
        ]
    }

    fn preset(puzzle: &sokoban::Puzzle, objective: Objective) -> &'static str {
        let size = puzzle.boxes().len() * puzzle.live_squares();
        match objective {
            Objective::Any if size < LARGE => "default",
            Objective::Any => "large",
            _ => "best",
        }
    }

    fn properties(spec: &Spec, objective: Objective) -> Properties {
        sokoban::strategy::properties(spec, objective)
    }

    fn build(
        spec: &Spec,
        puzzle: &Arc<sokoban::Puzzle>,
        objective: Objective,
        shared: &Arc<Shared>,
    ) -> BoxedSolver<sokoban::Plan> {
        sokoban::strategy::build_sharing(spec, puzzle, objective, shared)
    }

    fn build_external(
        spec: &Spec,
        puzzle: &Arc<sokoban::Puzzle>,
        objective: Objective,
        folder: &Path,
        level: &str,
    ) -> Result<BoxedSolver<sokoban::Plan>, String> {
        sokoban::strategy::build_external(spec, puzzle, objective, folder, level)
    }

    fn improve(
        level: &sokoban::Level,
        plan: &sokoban::Plan,
        objective: Objective,
        budget: &Budget,
        look: impl Fn(),
    ) -> (Option<sokoban::Plan>, u64) {
        use sokoban::optimize::{Measure, Measures, optimize};
        let measures = match objective {
            Objective::Any | Objective::Pushes | Objective::PushesMoves => Measures::by(Measure::Pushes),
            Objective::Moves | Objective::MovesPushes => Measures::by(Measure::Moves),
        };
        let best = optimize(level, std::slice::from_ref(plan), measures, budget, |_| look()).ok();
        best.map_or((None, 0), |best| (Some(best.plan), best.statistics.expanded))
    }

    fn join(puzzle: &sokoban::Puzzle, forward: &[u32], backward: &[u32]) -> Option<sokoban::Plan> {
        sokoban::strategy::join(puzzle, forward, backward)
    }

    fn identity(level: &sokoban::Level) -> String {
        level.board.to_rows().join("\n")
    }

    fn replay(level: &sokoban::Level, plan: &sokoban::Plan) -> Result<Replayed, String> {
        let verified = sokoban::verify(level, plan).map_err(|refusal| refusal.to_string())?;
        Ok(Replayed { text: verified.lurd, moves: verified.metrics.moves, pushes: verified.metrics.pushes })
    }

    fn write(level: &sokoban::Level, plan: &sokoban::Plan) -> String {
        plan.lurd(level)
    }

    fn is_hopeless(level: &sokoban::Level) -> bool {
        level.has_stranded_box()
    }
}

impl Engine for Kwirk {
    type Level = kwirk::Level;
    type Puzzle = kwirk::Puzzle;
    type Plan = kwirk::Plan;

    fn strategies() -> &'static [StrategyInfo] {
        static ALL: LazyLock<Vec<StrategyInfo>> =
            LazyLock::new(|| [&[AUTO, PORTFOLIO_KWIRK], kwirk::strategy::STRATEGIES].concat());
        &ALL
    }

    fn compile(level: &kwirk::Level) -> Result<Arc<kwirk::Puzzle>, String> {
        kwirk::Puzzle::new(level).map(Arc::new).map_err(|faults| joined(&faults))
    }

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[
            ("default", include_str!("../../../portfolios/kwirk.toml")),
            ("best", include_str!("../../../portfolios/kwirk-best.toml")),
            ("best-moves", include_str!("../../../portfolios/kwirk-best-moves.toml")),
        ]
    }

    fn preset(_: &kwirk::Puzzle, objective: Objective) -> &'static str {
        match objective {
            Objective::Any => "default",
            Objective::Pushes => "best",
            Objective::Moves | Objective::PushesMoves | Objective::MovesPushes => "best-moves",
        }
    }

    fn properties(spec: &Spec, objective: Objective) -> Properties {
        kwirk::strategy::properties(spec, objective)
    }

    fn build(
        spec: &Spec,
        puzzle: &Arc<kwirk::Puzzle>,
        objective: Objective,
        shared: &Arc<Shared>,
    ) -> BoxedSolver<kwirk::Plan> {
        kwirk::strategy::build_sharing(spec, puzzle, objective, shared)
    }

    fn build_external(
        spec: &Spec,
        puzzle: &Arc<kwirk::Puzzle>,
        objective: Objective,
        folder: &Path,
        level: &str,
    ) -> Result<BoxedSolver<kwirk::Plan>, String> {
        kwirk::strategy::build_external(spec, puzzle, objective, folder, level)
    }

    fn improve(
        level: &kwirk::Level,
        plan: &kwirk::Plan,
        objective: Objective,
        budget: &Budget,
        look: impl Fn(),
    ) -> (Option<kwirk::Plan>, u64) {
        let best = kwirk::optimize::optimize(level, std::slice::from_ref(plan), objective, budget, |_| look()).ok();
        best.map_or((None, 0), |best| (Some(best.plan), best.statistics.expanded))
    }

    fn identity(level: &kwirk::Level) -> String {
        [kwirk::render::rows(&level.board), kwirk::render::under(&level.board).unwrap_or_default()].concat().join("\n")
    }

    fn replay(level: &kwirk::Level, plan: &kwirk::Plan) -> Result<Replayed, String> {
        let verified = kwirk::verify(level, plan).map_err(|refusal| refusal.to_string())?;
        Ok(Replayed { text: verified.keys, moves: verified.moves, pushes: verified.pushes })
    }

    fn write(level: &kwirk::Level, plan: &kwirk::Plan) -> String {
        plan.keys(level)
    }

    fn is_hopeless(_: &kwirk::Level) -> bool {
        false
    }
}
