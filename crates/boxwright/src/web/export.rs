//! Levels as files: pictures, and the formats of both games.

use boxwright_draw::{DrawError, Pace, Style, Theme, png, svg};
use boxwright_serve::{File, Problem};
use serde::Deserialize;
use serde_json::Value;

use super::level::Sent;
use crate::game::Game;
use crate::picture;
use crate::source::{About, Source};

/// The most pixels of a picture.
const MOST_PIXELS: usize = 4_000_000;

#[derive(Deserialize)]
struct Picture {
    #[serde(flatten)]
    level: Sent,
    format: String,
    #[serde(default)]
    dark: bool,
    cell: Option<u16>,
}

#[derive(Deserialize)]
struct Levels {
    levels: Vec<Sent>,
    title: Option<String>,
    format: String,
}

/// Draws a level, or plays its solution.
pub(super) fn picture(request: Value) -> Result<File, Problem> {
    let asked: Picture = serde_json::from_value(request)?;
    let level = asked.level.level()?;
    let theme = if asked.dark { Theme::Dark } else { Theme::Light };
    // Large boards get small cells: pictures for a page need no more than so many pixels.
    let most = (MOST_PIXELS / level.size().area().max(1)).isqrt().clamp(4, 128) as u16;
    let style = Style { theme, cell: asked.cell.unwrap_or(32).clamp(4, most) };
    let drawing = || svg(&picture::scene(&level), style, level.title().unwrap_or_default());
    let file = |media_type, bytes| Ok(File { media_type, bytes });
    match asked.format.as_str() {
        "svg" => file("image/svg+xml", drawing().into_bytes()),
        "png" => file("image/png", png(&drawing()).map_err(|error: DrawError| Problem(error.to_string()))?),
        "gif" => {
            let solution = asked.level.solution.as_deref().ok_or("a GIF plays a solution, and there is none yet")?;
            let bytes = picture::animation(&level, solution, style, Pace::default())?;
            file("image/gif", bytes)
        }
        other => Err(Problem(format!("there is no picture format '{other}'; there are: svg, png, gif"))),
    }
}

/// Writes levels of one game.
pub(super) fn export(request: Value) -> Result<File, Problem> {
    let asked: Levels = serde_json::from_value(request)?;
    let game = match asked.format.as_str() {
        "sok" | "xsb" => Game::Sokoban,
        "kwk" => Game::Kwirk,
        other => return Err(Problem(format!("there is no format '{other}'; there are: sok, xsb, kwk"))),
    };
    let mut levels = Vec::new();
    for sent in &asked.levels {
        let level = sent.level()?;
        if level.game() != game {
            return Err(Problem(format!("the format asked for holds {game} levels only")));
        }
        levels.push(match sent.solution.as_deref().map(|solution| level.replay(solution)) {
            Some(Ok(replayed)) => level.with_solution(&replayed.text),
            _ => level,
        });
    }
    let about = titled(About::none(game), asked.title.filter(|t| !t.contains(['\n', '\r'])));
    let text = Source { name: String::new(), about, levels }.to_text(asked.format == "xsb");
    Ok(File { media_type: "text/plain; charset=utf-8", bytes: text.into_bytes() })
}

fn titled(about: About, title: Option<String>) -> About {
    match about {
        About::Sokoban(collection) => About::Sokoban(boxwright_sokoban::Collection { title, ..collection }),
        About::Kwirk(collection) => About::Kwirk(boxwright_kwirk::Collection { title, ..collection }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::AnyLevel;
    use crate::source;
    use serde_json::json;

    #[test]
    fn what_is_exported_is_read_again() {
        let level = json!({ "text": "######\n#@ $.#\n######\n", "title": "Corridor", "solution": "rr" });
        let file = export(json!({ "levels": [level], "format": "sok", "title": "Mine" })).unwrap();
        let source = source::read("mine.sok", &file.bytes).unwrap();
        assert_eq!(source.about.title(), Some("Mine"));
        assert_eq!(source.levels[0].title(), Some("Corridor"));
        assert_eq!(source.levels[0].recorded_solutions(), ["rR"]);
        assert!(matches!(source.levels[0], AnyLevel::Sokoban(_)));
        let wrong = json!({ "levels": [{ "text": "####\n#1%#\n####\n" }], "format": "sok" });
        assert!(export(wrong).unwrap_err().0.contains("Sokoban"));
    }

    #[test]
    fn pictures_of_every_format() {
        let ask = |format: &str| {
            picture(json!({ "text": "####\n#1%#\n####\n", "format": format, "solution": "r", "dark": true }))
        };
        assert!(ask("svg").unwrap().bytes.starts_with(b"<svg"));
        assert!(ask("png").unwrap().bytes.starts_with(b"\x89PNG"));
        assert!(ask("gif").unwrap().bytes.starts_with(b"GIF"));
        assert!(ask("bmp").unwrap_err().0.contains("svg, png, gif"));
    }
}
