//! What ranks say to each other.
//!
//! Rank 0 gives [`Order`]s, every rank answers with [`Answer`]s, and the ranks of a race tell each other [`News`]. Boards
//! travel as the text of a level file and reports as their line of JSON, so what is sent is what anybody could read; the
//! envelope around them is postcard, which adds a few bytes.

use std::time::Duration;

use boxwright::{AnyLevel, Crew, Game, Means, Objective, Part, Report, Request, source};
use boxwright_portfolio::strategy::common_ground;
use boxwright_search::{Cancel, Side, Statistics};
use serde::{Deserialize, Serialize};

use crate::traffic::Traffic;

/// The number of a level in the batch.
pub type Number = u32;

/// Anything that is sent.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub enum Message {
    /// From rank 0.
    Order(Order),
    /// To rank 0.
    Answer(Answer),
    /// From any rank of a race to any other.
    News(News),
}

/// What rank 0 tells the ranks.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub enum Order {
    /// What is the same for all levels; comes before any of them.
    Setup(Setup),
    /// A level to work on.
    Work(Box<Work>),
    /// Somebody has a solution of this level that costs so much.
    Bound(Number, u64),
    /// The level is over.
    Stop(Number),
    /// All is over.
    Quit,
}

/// What a rank tells rank 0.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub enum Answer {
    /// It is alive, and this far with the levels at hand.
    Beat(Vec<(Number, Progress)>),
    /// It has a solution of this level that costs so much, and goes on to look for a better one.
    Found(Number, u64),
    /// It has done what it could.
    Done(Box<Done>),
    /// Its last words: what it has sent in all.
    Farewell(Traffic),
}

/// What the members of a race on one rank have learnt, for those on another.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct News {
    /// The level.
    pub level: Number,
    /// What was learnt, by kind.
    pub parcels: Vec<Parcel>,
}

/// News of one kind. A rank skips kinds that it does not know, so another one can be added by its number alone.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Parcel {
    /// See [`crate::gossip`].
    pub kind: u8,
    /// As the kind has it.
    pub content: Vec<u8>,
}

/// What is the same for all levels.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Setup {
    /// Of the program, since ranks might be started from different installations.
    pub version: String,
    /// How many levels a rank works on at the same time.
    pub at_once: usize,
    /// The strategy spec.
    pub strategy: String,
    /// The objective, by name.
    pub objective: String,
    /// The members of the user's own portfolio.
    pub crew: Option<Crew>,
    /// How many threads a level may use on one rank.
    pub threads: usize,
}

/// A level to work on.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Work {
    /// Its number.
    pub level: Number,
    /// Whether it is Kwirk.
    pub kwirk: bool,
    /// The board, as in a level file.
    pub board: String,
    /// The limits.
    pub time: Option<Duration>,
    /// Bytes, on each rank.
    pub memory: u64,
    /// Nodes, on each rank.
    pub nodes: u64,
    /// Which part of the portfolio, of how many, if several ranks work on this level.
    pub part: Option<(usize, usize)>,
}

/// How far a search is; what a terminal shows of [`Statistics`].
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
pub struct Progress {
    /// Nodes expanded.
    pub expanded: u64,
    /// Bytes held.
    pub bytes: u64,
    /// Cost of the path to the position at hand.
    pub depth: u32,
    /// No solution costs less.
    pub lower_bound: u32,
}

/// What came of a level on one rank.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Done {
    /// Its number.
    pub level: Number,
    /// The line of JSON of the report.
    pub report: String,
    /// What that line leaves out.
    pub stored: u64,
    /// A plan that was refused.
    pub refused_plan: Option<String>,
    /// The cost that bounded the search at its end; the largest number if nothing did.
    pub bound: u64,
}

impl Message {
    /// As bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("texts and numbers can always be written")
    }

    /// From bytes.
    ///
    /// # Errors
    /// If they are no message of this program.
    pub fn decode(bytes: &[u8]) -> Result<Message, String> {
        postcard::from_bytes(bytes).map_err(|error| format!("a message that cannot be read ({error})"))
    }
}

impl Setup {
    /// For a request.
    #[must_use]
    pub fn new(request: &Request, at_once: usize, threads: usize) -> Setup {
        Setup {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            at_once,
            strategy: request.strategy.clone(),
            objective: request.objective.name().to_owned(),
            crew: request.means.crew.as_deref().cloned(),
            threads,
        }
    }
}

impl Work {
    /// A level for a rank.
    #[must_use]
    pub fn new(level: Number, board: &AnyLevel, request: &Request, part: Option<(usize, usize)>) -> Work {
        Work {
            level,
            kwirk: board.game() == Game::Kwirk,
            board: board.board_text(),
            time: request.time,
            memory: request.memory as u64,
            nodes: request.nodes,
            part,
        }
    }

    /// The board.
    ///
    /// # Errors
    /// If the text is no level.
    pub fn read(&self) -> Result<AnyLevel, String> {
        let name = if self.kwirk { "level.kwk" } else { "level.sok" };
        source::read(name, self.board.as_bytes())?.levels.pop().ok_or_else(|| "a file without levels".to_owned())
    }

    /// The request, together with what was set up for all levels.
    ///
    /// # Errors
    /// If there is no such objective.
    pub fn request(&self, setup: &Setup) -> Result<Request, String> {
        let objective: Objective = setup.objective.parse()?;
        let part = self.part.map(|(number, of)| {
            let shared = common_ground(objective);
            // Who comes from the other end may be on another rank.
            [Side::Forward, Side::Backward].into_iter().for_each(|side| shared.meeting().arrive(side));
            Part { number, of, shared }
        });
        Ok(Request {
            strategy: setup.strategy.clone(),
            objective,
            time: self.time,
            memory: usize::try_from(self.memory).unwrap_or(usize::MAX),
            nodes: self.nodes,
            cancel: Cancel::default(),
            means: Means { threads: setup.threads, crew: setup.crew.clone().map(Into::into), part },
            spill: None,
        })
    }
}

impl Done {
    /// What came of a level.
    #[must_use]
    pub fn new(level: Number, report: Report, bound: u64) -> Done {
        Done { level, report: report.to_json(), stored: report.stored, refused_plan: report.refused_plan, bound }
    }

    /// The report.
    ///
    /// # Errors
    /// If its line cannot be read.
    pub fn report(self) -> Result<Report, String> {
        let report: Report = serde_json::from_str(&self.report).map_err(|error| format!("a report: {error}"))?;
        Ok(Report { stored: self.stored, refused_plan: self.refused_plan, ..report })
    }
}

impl From<Statistics> for Progress {
    fn from(all: Statistics) -> Progress {
        Progress { expanded: all.expanded, bytes: all.bytes as u64, depth: all.depth, lower_bound: all.lower_bound }
    }
}

impl From<Progress> for Statistics {
    fn from(some: Progress) -> Statistics {
        let bytes = usize::try_from(some.bytes).unwrap_or(usize::MAX);
        let Progress { expanded, depth, lower_bound, .. } = some;
        Statistics { expanded, bytes, depth, lower_bound, ..Statistics::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright::{Status, solve_level};

    #[test]
    fn a_level_is_solved_from_its_message_as_from_its_file() {
        let loaded = source::load(&[]);
        for level in loaded.sources.iter().flat_map(|source| source.levels.iter().take(3)) {
            let asked = Request { nodes: 300, ..Request::default() };
            let setup = Setup::new(&asked, 1, 1);
            let message = Message::Order(Order::Work(Box::new(Work::new(7, level, &asked, None))));
            let Ok(Message::Order(Order::Work(work))) = Message::decode(&message.encode()) else { panic!("lost") };
            let report = solve_level(&work.read().unwrap(), &work.request(&setup).unwrap(), |_| {});
            let done = Message::Answer(Answer::Done(Box::new(Done::new(7, report, 5))));
            let Ok(Message::Answer(Answer::Done(done))) = Message::decode(&done.encode()) else { panic!("lost") };
            let there = done.report().unwrap();
            let here = solve_level(level, &asked, |_| {});
            assert_eq!((there.status, &there.solution, there.expanded), (here.status, &here.solution, here.expanded));
            assert_eq!(there.stored, here.stored);
            assert!(matches!(there.status, Status::Solved | Status::Stopped | Status::Unsolvable));
        }
    }

    #[test]
    fn noise_is_no_message() {
        for noise in [&b""[..], b"\xff\xff\xff\xff\xff", &[1, 2, 200, 200]] {
            assert!(Message::decode(noise).is_err(), "{noise:?}");
        }
    }
}
