//! The two games for the web page: what `boxwright serve` answers with.
//!
//! The server itself ([`boxwright_serve`]) knows HTTP and neither game; this is its host. A level travels as the text of a
//! file, so whatever the page sends is read, checked and refused by the same readers as any other input.

mod best;
mod export;
mod inspect;
mod level;
mod solving;

use std::sync::LazyLock;

use boxwright_serve::{Allowance, File, Host, Job, Problem};
use serde_json::{Value, json};

use crate::game::Game;
use crate::{Objective, builtin, source};

pub use boxwright_serve as server;

/// So many levels of a file are shown.
const MOST_LEVELS: usize = 2000;

/// Larger boards are not solved, inspected or drawn for a page.
const MOST_CELLS: usize = 10_000;

/// The games as a host.
#[derive(Clone, Copy, Debug, Default)]
pub struct Games;

impl Host for Games {
    fn library(&self) -> Value {
        static LIBRARY: LazyLock<Value> = LazyLock::new(|| {
            let collection = |builtin: &builtin::Builtin| {
                let source = source::read(builtin.file, builtin.text.as_bytes()).ok()?;
                let mut collection = level::collection(builtin.name, &source);
                for (number, level) in source.levels.iter().enumerate() {
                    collection["levels"][number]["best"] = best::known(builtin.name, number + 1, level);
                }
                Some(collection)
            };
            json!({ "collections": builtin::COLLECTIONS.iter().filter_map(collection).collect::<Vec<_>>() })
        });
        LIBRARY.clone()
    }

    fn strategies(&self) -> Value {
        let of = |game: Game| -> Vec<Value> {
            let one = |s: &boxwright_search::spec::StrategyInfo| json!({ "name": s.name, "summary": s.summary, "source": s.source, "objectives": objectives(game, s.name) });
            game.strategies().iter().map(one).collect()
        };
        json!({ "sokoban": of(Game::Sokoban), "kwirk": of(Game::Kwirk) })
    }

    fn read(&self, name: &str, bytes: &[u8]) -> Result<Value, Problem> {
        let mut source = source::read(name, bytes)?;
        let there = source.levels.len();
        source.levels.truncate(MOST_LEVELS);
        let mut collection = level::collection(name, &source);
        collection["left_out"] = json!(there - source.levels.len());
        Ok(collection)
    }

    fn inspect(&self, request: Value) -> Result<Value, Problem> {
        inspect::inspect(request)
    }

    fn picture(&self, request: Value) -> Result<File, Problem> {
        export::picture(request)
    }

    fn export(&self, request: Value) -> Result<File, Problem> {
        export::export(request)
    }

    fn prepare(&self, request: Value, allowance: Allowance) -> Result<Box<dyn Job>, Problem> {
        solving::prepare(request, allowance)
    }
}

/// The objectives that a strategy serves.
fn objectives(game: Game, strategy: &str) -> Vec<&'static str> {
    let means = crate::Means::default();
    let Ok(spec) = crate::solve::check_strategy(game, strategy) else { return Vec::new() };
    let serves =
        |o: &Objective| crate::solve::promises(game, &spec, *o, &means).is_ok_and(|p| p.check(&spec, *o).is_ok());
    Objective::ALL.into_iter().filter(serves).map(Objective::name).collect()
}
