//! What both ways to play say in the same words.

use super::session::Measures;
use crate::game::Game;
use crate::report::{Report, Status, StoppedBy};
use crate::source::Entry;

/// The measures with their names.
#[must_use]
pub(crate) fn measures(game: Game, m: &Measures) -> [(&'static str, u32); 6] {
    match game {
        Game::Sokoban => [
            ("Moves", m.moves),
            ("Pushes", m.pushes),
            ("Box lines", m.lines),
            ("Box changes", m.changes),
            ("Sessions", m.sessions),
            ("Player lines", m.runs),
        ],
        Game::Kwirk => [
            ("Moves", m.moves),
            ("Interactions", m.pushes),
            ("Straight pushes", m.lines),
            ("Changes", m.changes),
            ("Sessions", m.sessions),
            ("Player lines", m.runs),
        ],
    }
}

/// `4 moves, 1 push`.
#[must_use]
pub(crate) fn length(game: Game, moves: usize, pushes: usize) -> String {
    let (one, many) = match game {
        Game::Sokoban => ("push", "pushes"),
        Game::Kwirk => ("interaction", "interactions"),
    };
    let s = if moves == 1 { "" } else { "s" };
    format!("{moves} move{s}, {pushes} {}", if pushes == 1 { one } else { many })
}

/// Why a search has no solution to show.
#[must_use]
pub(crate) fn failure(report: &Report) -> String {
    match (report.status, report.stopped_by) {
        (Status::Unsolvable, _) => "This can no longer be solved.".to_owned(),
        (Status::Stopped, Some(StoppedBy::Time)) => format!("Nothing was found in {:.0} s.", report.seconds),
        (Status::Stopped, Some(StoppedBy::Memory)) => "Nothing was found in the memory allowed.".to_owned(),
        (Status::Stopped, _) => "The search was stopped.".to_owned(),
        _ => report.error.clone().unwrap_or_else(|| "The search has failed.".to_owned()),
    }
}

/// The name of a level.
#[must_use]
pub(crate) fn title(entry: &Entry) -> String {
    entry.level.title().map_or_else(|| format!("Level {}", entry.index), str::to_owned)
}

/// What the author says about a level.
#[must_use]
pub(crate) fn comment(entry: &Entry) -> Option<&str> {
    use crate::game::AnyLevel;
    let properties = match &entry.level {
        AnyLevel::Sokoban(level) => &level.properties,
        AnyLevel::Kwirk(level) => &level.properties,
    };
    properties.iter().find(|(key, _)| key.eq_ignore_ascii_case("comment")).map(|(_, text)| text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!(length(Game::Sokoban, 1, 1), "1 move, 1 push");
        assert_eq!(length(Game::Kwirk, 2, 0), "2 moves, 0 interactions");
    }
}
