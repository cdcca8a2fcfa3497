//! Levels and their solutions as pictures: what [`boxwright_draw`] needs to know of either game.

use boxwright_draw::{DrawError, Pace, Scene, Style, Tile, gif, stride};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use crate::game::AnyLevel;
use crate::source::Entry;

pub use boxwright_draw as draw;

/// The level as it is at the start.
#[must_use]
pub fn scene(level: &AnyLevel) -> Scene {
    match level {
        AnyLevel::Sokoban(level) => Scene::sokoban(&level.board),
        AnyLevel::Kwirk(level) => Scene::kwirk(&level.board, None),
    }
}

/// A level on a sheet, with its number and title.
#[must_use]
pub fn tile(entry: &Entry) -> Tile {
    let title = entry.level.title().unwrap_or_default();
    Tile { caption: format!("{} {title}", entry.index).trim_end().to_owned(), scene: scene(&entry.level) }
}

/// The bytes of a GIF file that plays a solution.
///
/// # Errors
/// If it is no solution, or the picture would be too large.
pub fn animation(level: &AnyLevel, solution: &str, style: Style, pace: Pace) -> Result<Vec<u8>, String> {
    level.replay(solution)?;
    let positions = positions(level, solution)?;
    let (last, every) = (positions.len() - 1, stride(positions.len()));
    let shown = positions.into_iter().enumerate().filter(|(i, _)| i % every == 0 || *i == last).map(|(_, scene)| scene);
    gif(shown, style, pace).map_err(|error: DrawError| error.to_string())
}

/// The positions of a game from first to last.
fn positions(level: &AnyLevel, plan: &str) -> Result<Vec<Scene>, String> {
    let mut scenes = Vec::new();
    match level {
        AnyLevel::Sokoban(level) => {
            let plan = sokoban::Plan::parse(plan).map_err(|error| error.to_string())?;
            let mut game = sokoban::Game::new(level);
            scenes.push(Scene::sokoban(game.board()));
            for &direction in plan.steps() {
                game.step(direction);
                scenes.push(Scene::sokoban(game.board()));
            }
        }
        AnyLevel::Kwirk(level) => {
            let plan = kwirk::Plan::parse(plan).map_err(|error| error.to_string())?;
            let mut game = kwirk::Game::new(level);
            let several = level.board.characters.iter().flatten().count() > 1;
            let active = |game: &kwirk::Game| game.active().filter(|_| several);
            scenes.push(Scene::kwirk(game.board(), active(&game)));
            for &press in &plan.0 {
                game.press(press);
                scenes.push(Scene::kwirk(game.board(), active(&game)));
            }
        }
    }
    Ok(scenes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Request, solve_level, source};

    #[test]
    fn solutions_of_both_games_are_animated() {
        for name in ["builtin:first-steps", "builtin:cellar"] {
            let level = source::load(&[name.into()]).sources.remove(0).levels.remove(0);
            let solution = solve_level(&level, &Request::default(), |_| {}).solution.unwrap();
            let bytes = animation(&level, &solution, Style { cell: 12, ..Style::default() }, Pace::default()).unwrap();
            assert!(bytes.starts_with(b"GIF89a") && bytes.len() > 500, "{name}");
            assert!(animation(&level, "u", Style::default(), Pace::default()).is_err());
        }
    }

    #[test]
    fn a_caption_has_number_and_title() {
        let sources = source::load(&["builtin:workshop".into()]).sources;
        let entries = source::entries(sources, &"2".parse().unwrap());
        assert_eq!(tile(&entries[0]).caption, "2 Chimney");
    }
}
