//! The two games, and a level of either.
//!
//! The games are crates of their own that know nothing of each other; here their levels get the few accessors that
//! listing, showing and reporting need, so that the rest of the program hardly ever asks which game it is.

use std::fmt;

use boxwright_grid::Size;
use boxwright_search::spec::StrategyInfo;
use boxwright_sokoban::Cell;
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use boxwright_portfolio::{Engine, Kwirk, Replayed, Sokoban};

use crate::source::{About, Source};

/// A game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Game {
    /// Push all boxes onto goals.
    Sokoban,
    /// Bring all characters to the exit.
    Kwirk,
}

impl Game {
    /// Both games.
    pub const ALL: [Game; 2] = [Game::Sokoban, Game::Kwirk];

    /// As written in JSON and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Game::Sokoban => "sokoban",
            Game::Kwirk => "kwirk",
        }
    }

    /// The strategies that solve it.
    #[must_use]
    pub fn strategies(self) -> &'static [StrategyInfo] {
        match self {
            Game::Sokoban => Sokoban::strategies(),
            Game::Kwirk => Kwirk::strategies(),
        }
    }

    /// What is counted to tell how big a level is, after a number of them.
    #[must_use]
    pub const fn things(self, number: usize) -> &'static str {
        match (self, number) {
            (Game::Sokoban, 1) => "box",
            (Game::Sokoban, _) => "boxes",
            (Game::Kwirk, 1) => "character",
            (Game::Kwirk, _) => "characters",
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Game::Sokoban => "Sokoban",
            Game::Kwirk => "Kwirk",
        })
    }
}

/// A fault of a level: where it is and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line of the file, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// So many faults of a level are listed; a file of noise must not become a report many times its size.
const MAX_FAULTS: usize = 20;

/// A level of either game, as read: it may be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyLevel {
    /// A level of Sokoban.
    Sokoban(sokoban::Level),
    /// A level of Kwirk.
    Kwirk(kwirk::Level),
}

impl AnyLevel {
    /// Which game it is.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            AnyLevel::Sokoban(_) => Game::Sokoban,
            AnyLevel::Kwirk(_) => Game::Kwirk,
        }
    }

    /// Its name.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        match self {
            AnyLevel::Sokoban(level) => level.title.as_deref(),
            AnyLevel::Kwirk(level) => level.title.as_deref(),
        }
    }

    /// Who made it, if it is said for this level.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        match self {
            AnyLevel::Sokoban(level) => level.author.as_deref(),
            AnyLevel::Kwirk(level) => level.author.as_deref(),
        }
    }

    /// Width and height of the drawing.
    #[must_use]
    pub fn size(&self) -> Size {
        match self {
            AnyLevel::Sokoban(level) => level.board.size(),
            AnyLevel::Kwirk(level) => level.board.size(),
        }
    }

    /// How many boxes the player can reach, or how many characters there are.
    #[must_use]
    pub fn things(&self) -> usize {
        match self {
            AnyLevel::Sokoban(level) => {
                let mut area = level.board.player_area();
                if level.board.player().is_none() {
                    // Nobody is there to reach anything, so nothing is known to be decoration.
                    area.fill(true);
                }
                let in_play = |&(cell, inside): &(&Cell, &bool)| *inside && cell.has_box();
                level.board.cells().iter().zip(&area).filter(in_play).count()
            }
            AnyLevel::Kwirk(level) => level.board.characters.iter().flatten().count(),
        }
    }

    /// The rows as in a file.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        match self {
            AnyLevel::Sokoban(level) => level.board.to_rows(),
            AnyLevel::Kwirk(level) => kwirk::render::rows(&level.board),
        }
    }

    /// The text of a file with its board alone; [`crate::source::read`] makes the same board of it.
    #[must_use]
    pub fn board_text(&self) -> String {
        let bare = match self {
            AnyLevel::Sokoban(level) => AnyLevel::Sokoban(sokoban::Level::new(level.board.clone())),
            AnyLevel::Kwirk(level) => AnyLevel::Kwirk(kwirk::Level::from_board(level.board.clone())),
        };
        Source { name: String::new(), about: About::none(self.game()), levels: vec![bare] }.to_text(false)
    }

    /// Everything wrong with it; nothing: it can be solved or proven unsolvable.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        fn say(line: usize, column: usize, kind: &impl fmt::Display) -> Fault {
            Fault { line, column, message: kind.to_string() }
        }
        let mut faults: Vec<Fault> = match self {
            AnyLevel::Sokoban(level) => level.check().iter().map(|f| say(f.line, f.column, &f.kind)).collect(),
            AnyLevel::Kwirk(level) => level.check().iter().map(|f| say(f.line, f.column, &f.kind)).collect(),
        };
        if faults.len() > MAX_FAULTS + 1 {
            let more = faults.len() - MAX_FAULTS;
            faults.truncate(MAX_FAULTS + 1);
            faults[MAX_FAULTS].message = format!("and {more} more faults");
        }
        faults
    }

    /// Whether something was lost in reading, so that writing the level again would not give the same one.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        match self {
            AnyLevel::Sokoban(level) => !level.faults.is_empty(),
            AnyLevel::Kwirk(level) => !level.faults.is_empty(),
        }
    }

    /// The texts of the solutions that came with it. Other recorded games (snapshots) count only if nothing there is
    /// called a solution.
    #[must_use]
    pub fn recorded_solutions(&self) -> Vec<&str> {
        let named = |title: &str| title.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(SOLUTION));
        match self {
            AnyLevel::Sokoban(level) => {
                let solutions = level.solutions.iter().filter(|s| named(&s.title)).map(|s| s.text.as_str());
                let solutions: Vec<&str> = solutions.collect();
                if solutions.is_empty() { level.solutions.iter().map(|s| s.text.as_str()).collect() } else { solutions }
            }
            AnyLevel::Kwirk(level) => {
                level.properties.iter().filter(|(key, _)| named(key)).map(|(_, text)| text.as_str()).collect()
            }
        }
    }

    /// Plays a solution by the plain rules.
    ///
    /// # Errors
    /// Why the text is no plan, or the plan no solution.
    pub fn replay(&self, text: &str) -> Result<Replayed, String> {
        match self {
            AnyLevel::Sokoban(level) => {
                let plan = sokoban::Plan::parse(text).map_err(|error| error.to_string())?;
                Sokoban::replay(level, &plan)
            }
            AnyLevel::Kwirk(level) => {
                let plan = kwirk::Plan::parse(text).map_err(|error| error.to_string())?;
                Kwirk::replay(level, &plan)
            }
        }
    }

    /// The level with this as its only recorded solution.
    #[must_use]
    pub fn with_solution(&self, text: &str) -> AnyLevel {
        let mut level = self.clone();
        match &mut level {
            AnyLevel::Sokoban(level) => {
                let (title, text) = (SOLUTION.to_owned(), text.to_owned());
                level.solutions = vec![sokoban::RecordedSolution { title, text, line: 0 }];
            }
            AnyLevel::Kwirk(level) => {
                level.properties.retain(|(key, _)| !key.eq_ignore_ascii_case(SOLUTION));
                level.properties.push((SOLUTION.to_owned(), text.to_owned()));
            }
        }
        level
    }
}

/// What a recorded solution is called; `.kwk` has no solution blocks, so there it is the key of a property.
const SOLUTION: &str = "Solution";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    /// Of every sound level that is at hand.
    #[test]
    fn a_board_goes_through_its_text_unchanged() {
        let shared = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels");
        let mut sources = source::load(&[]).sources;
        sources.extend(source::load(&[format!("{shared}/sokoban").into(), format!("{shared}/kwirk").into()]).sources);
        let levels = sources.iter().flat_map(|source| &source.levels).filter(|level| level.faults().is_empty());
        for level in levels {
            let read = source::read("level.txt", level.board_text().as_bytes()).unwrap().levels.remove(0);
            match (level, &read) {
                (AnyLevel::Sokoban(a), AnyLevel::Sokoban(b)) => assert_eq!(a.board, b.board),
                (AnyLevel::Kwirk(a), AnyLevel::Kwirk(b)) => assert_eq!(a.board, b.board),
                _ => panic!("became another game: {level:?}"),
            }
        }
    }
}
