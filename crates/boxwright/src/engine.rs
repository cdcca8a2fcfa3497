//! The two games as engines of one shape: compile, resolve, build, replay.
//!
//! The game crates offer the same functions on different types; this trait is what lets [`crate::solve_level`] and the
//! list of strategies be written once.

use std::path::Path;
use std::sync::Arc;

use boxwright_search::spec::{Spec, StrategyInfo};
use boxwright_search::{Objective, Properties, Solver};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

/// A replayed solution.
pub(crate) struct Replayed {
    pub(crate) text: String,
    pub(crate) moves: usize,
    pub(crate) pushes: usize,
}

/// A strategy at work, boxed.
pub(crate) type BoxedSolver<P> = Box<dyn Solver<Plan = P> + Send>;

/// What solving a game takes.
pub(crate) trait Engine {
    type Level;
    type Puzzle;
    type Plan: Default;

    fn strategies() -> &'static [StrategyInfo];

    /// The level made ready for searching, or its faults.
    fn compile(level: &Self::Level) -> Result<Arc<Self::Puzzle>, String>;

    /// The concrete spec: `auto` becomes what it stands for.
    fn resolve(spec: &Spec, puzzle: &Arc<Self::Puzzle>, objective: Objective) -> Result<Spec, String>;

    fn properties(spec: &Spec, objective: Objective) -> Properties;

    fn build(spec: &Spec, puzzle: &Arc<Self::Puzzle>, objective: Objective) -> BoxedSolver<Self::Plan>;

    /// The same search with its states in files.
    fn build_external(
        spec: &Spec,
        puzzle: &Arc<Self::Puzzle>,
        objective: Objective,
        folder: &Path,
        level: &str,
    ) -> Result<BoxedSolver<Self::Plan>, String>;

    /// A text that is the same for the same board, and only then.
    fn identity(level: &Self::Level) -> String;

    /// Plays a plan by the plain rules.
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
pub(crate) struct Sokoban;

/// Kwirk.
pub(crate) struct Kwirk;

impl Engine for Sokoban {
    type Level = sokoban::Level;
    type Puzzle = sokoban::Puzzle;
    type Plan = sokoban::Plan;

    fn strategies() -> &'static [StrategyInfo] {
        sokoban::strategy::STRATEGIES
    }

    fn compile(level: &sokoban::Level) -> Result<Arc<sokoban::Puzzle>, String> {
        sokoban::Puzzle::new(level).map(Arc::new).map_err(|faults| joined(&faults))
    }

    fn resolve(spec: &Spec, puzzle: &Arc<sokoban::Puzzle>, objective: Objective) -> Result<Spec, String> {
        sokoban::strategy::resolve(spec, puzzle, objective)
    }

    fn properties(spec: &Spec, objective: Objective) -> Properties {
        sokoban::strategy::properties(spec, objective)
    }

    fn build(spec: &Spec, puzzle: &Arc<sokoban::Puzzle>, objective: Objective) -> BoxedSolver<sokoban::Plan> {
        sokoban::strategy::build(spec, puzzle, objective)
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
        kwirk::strategy::STRATEGIES
    }

    fn compile(level: &kwirk::Level) -> Result<Arc<kwirk::Puzzle>, String> {
        kwirk::Puzzle::new(level).map(Arc::new).map_err(|faults| joined(&faults))
    }

    fn resolve(spec: &Spec, puzzle: &Arc<kwirk::Puzzle>, objective: Objective) -> Result<Spec, String> {
        kwirk::strategy::resolve(spec, puzzle, objective)
    }

    fn properties(spec: &Spec, objective: Objective) -> Properties {
        kwirk::strategy::properties(spec, objective)
    }

    fn build(spec: &Spec, puzzle: &Arc<kwirk::Puzzle>, objective: Objective) -> BoxedSolver<kwirk::Plan> {
        kwirk::strategy::build(spec, puzzle, objective)
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
