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
    let refuse = |error: DrawError| error.to_string();
    match level {
        AnyLevel::Sokoban(level) => {
            let plan = sokoban::Plan::parse(solution).map_err(|error| error.to_string())?;
            let mut game = sokoban::Game::new(level);
            let first = Scene::sokoban(game.board());
            let others = plan.steps().chunks(stride(plan.len())).map(|steps| {
                steps.iter().for_each(|&direction| _ = game.step(direction));
                Scene::sokoban(game.board())
            });
            gif(std::iter::once(first).chain(others), style, pace).map_err(refuse)
        }
        AnyLevel::Kwirk(level) => {
            let plan = kwirk::Plan::parse(solution).map_err(|error| error.to_string())?;
            let mut game = kwirk::Game::new(level);
            let several = level.board.characters.iter().flatten().count() > 1;
            let drawn = |game: &kwirk::Game| Scene::kwirk(game.board(), game.active().filter(|_| several));
            let first = drawn(&game);
            let others = plan.0.chunks(stride(plan.0.len())).map(|presses| {
                presses.iter().for_each(|&press| _ = game.press(press));
                drawn(&game)
            });
            gif(std::iter::once(first).chain(others), style, pace).map_err(refuse)
        }
    }
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
    fn a_very_long_solution_is_shown_in_larger_steps() {
        let level = source::read("x.xsb", b"######\n#@ $.#\n######\n").unwrap().levels.remove(0);
        let wanders = format!("{}rR", "rl".repeat(100_000));
        let style = Style { cell: 4, ..Style::default() };
        let bytes = animation(&level, &wanders, style, Pace::default()).unwrap();
        assert!(bytes.len() < 200_000, "{}", bytes.len());
    }

    #[test]
    fn a_caption_has_number_and_title() {
        let sources = source::load(&["builtin:workshop".into()]).sources;
        let entries = source::entries(sources, &"2".parse().unwrap());
        assert_eq!(tile(&entries[0]).caption, "2 Chimney");
    }
}
