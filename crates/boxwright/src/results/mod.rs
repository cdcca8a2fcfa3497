//! What a store holds, for people and other programs: looked at, filtered, compared, exported.
//!
//! A store may have been damaged or come from anybody, so nothing is believed that can be checked: a level counts as
//! solved only if one of its stored solutions stands its replay on the level as it was drawn, and then nobody may call it
//! unsolvable. What cannot be checked (times, proofs) is the word of the program that wrote it; a damaged word is found
//! by its seal.

mod compare;
mod export;
mod listing;
mod scatter;

use std::path::Path;

use boxwright_portfolio::Replayed;
use boxwright_search::Objective;
use boxwright_store::{Attempt, Known, Level, Run, Store, StoreError};

pub use compare::{Comparison, Pair, SIGNIFICANT, Side, is_better};
pub use export::{json, level_file};
pub use listing::{Names, attempts, best, runs};

use crate::archive::{Identity, record};
use crate::game::{AnyLevel, Game};
use crate::report::Status;
use crate::source;

/// Everything in a store that could be confirmed.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The levels, in the order they were first seen.
    pub levels: Vec<LevelResults>,
    /// The runs, in the order they began.
    pub runs: Vec<Run>,
    /// How many claims were left out, because nothing in the store bears them out.
    pub doubtful: usize,
}

/// What is known about one level.
#[derive(Clone, Debug)]
pub struct LevelResults {
    /// The level as it was first seen.
    pub level: AnyLevel,
    /// The short name of its canonical form.
    pub hash: String,
    /// The attempts, the oldest first.
    pub attempts: Vec<Attempt>,
    /// Solutions of the level as drawn, replayed, none worse than another in both moves and pushes.
    pub solutions: Vec<Replayed>,
}

/// Which attempts are meant. What is not given does not matter.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The game.
    pub game: Option<Game>,
    /// How they ended.
    pub status: Option<Status>,
    /// The strategy that was asked for.
    pub strategy: Option<String>,
    /// What the solution was to be best in.
    pub objective: Option<Objective>,
    /// The name or number of the run.
    pub run: Option<String>,
    /// A part of the name of the source, or of the title.
    pub text: Option<String>,
}

impl Results {
    /// Reads a store and checks what can be checked.
    ///
    /// # Errors
    /// If the file is no store or cannot be read.
    pub fn read(path: &Path) -> Result<Results, StoreError> {
        let store = Store::read(path)?;
        let mut results = Results { runs: store.runs()?, ..Results::default() };
        for (level, known) in store.levels()? {
            let claims = known.attempts.len();
            let confirmed = confirm(&level, known);
            results.doubtful += claims - confirmed.as_ref().map_or(0, |level| level.attempts.len());
            results.levels.extend(confirmed);
        }
        Ok(results)
    }

    /// The same with only those attempts, and only the levels that have some.
    #[must_use]
    pub fn filtered(&self, filter: &Filter) -> Results {
        let mut results = self.clone();
        for level in &mut results.levels {
            let game = level.level.game();
            level.attempts.retain(|attempt| filter.accepts(game, attempt, &self.run_label(attempt)));
        }
        results.levels.retain(|level| !level.attempts.is_empty());
        results
    }

    /// The name or number of an attempt's run.
    #[must_use]
    pub fn run_label(&self, attempt: &Attempt) -> String {
        let run = self.runs.iter().find(|run| run.number == attempt.run);
        run.map_or_else(|| attempt.run.to_string(), Run::label)
    }
}

impl Filter {
    fn accepts(&self, game: Game, attempt: &Attempt, run: &str) -> bool {
        let says = |text: &str| {
            let title = attempt.title.as_deref().unwrap_or_default();
            let has = |name: &str| name.to_lowercase().contains(&text.to_lowercase());
            has(&attempt.source) || has(title)
        };
        self.game.is_none_or(|wanted| wanted == game)
            && self.status.is_none_or(|status| record::status(attempt) == Some(status))
            && self.strategy.as_ref().is_none_or(|strategy| *strategy == attempt.strategy)
            && self.objective.is_none_or(|objective| objective.name() == attempt.objective)
            && self.run.as_ref().is_none_or(|wanted| wanted == run)
            && self.text.as_deref().is_none_or(says)
    }
}

impl LevelResults {
    /// The best solution for an objective.
    #[must_use]
    pub fn solution(&self, objective: Objective) -> Option<&Replayed> {
        self.solutions.iter().min_by_key(|solution| match objective {
            Objective::Moves | Objective::MovesPushes => (solution.moves, solution.pushes),
            Objective::Any | Objective::Pushes | Objective::PushesMoves => (solution.pushes, solution.moves),
        })
    }
}

/// The level with the claims that the store bears out; nothing if it is not the level that it says it is.
fn confirm(stored: &Level, known: Known) -> Option<LevelResults> {
    let name = if stored.game == Game::Kwirk.name() { "stored.kwk" } else { "stored.sok" };
    let level = source::read(name, stored.drawing.as_bytes()).ok()?.levels.into_iter().next()?;
    let identity = Identity::of(&level)?;
    if identity.form != stored.form || identity.game.name() != stored.game {
        return None;
    }
    let replay = |plan: &str| level.replay(&identity.from_form(plan)).ok();
    let solutions: Vec<Replayed> = known.solutions.iter().filter_map(|s| replay(&s.plan)).collect();
    let mut attempts = known.attempts;
    attempts.retain(|attempt| match record::status(attempt) {
        Some(Status::Solved) => !solutions.is_empty(),
        Some(Status::Unsolvable) => solutions.is_empty(),
        Some(_) => true,
        None => false,
    });
    Some(LevelResults { level, hash: identity.hash, attempts, solutions })
}
