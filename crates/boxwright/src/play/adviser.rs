//! What is found out about a game while it is played: whether it is lost, and how it goes on.
//!
//! Both take time, so both happen on threads of their own: a key is answered at once, whatever is searched. The newest
//! position is the one that is looked at; a search that nobody waits for any more is cancelled.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use boxwright_grid::{Direction, Point};
use boxwright_kwirk::{Move, Outcome, Plan};

use super::insight::{Insight, Lost, inspect};
use super::position::{Position, word};
use super::session::Session;
use crate::game::AnyLevel;
use crate::{Cancel, Progress, Report, Request, Statistics, solve_watched};

/// Larger boards are not looked at.
const MOST_CELLS: usize = 10_000;

/// So many positions are remembered.
const MOST_INSIGHTS: usize = 2_000;

/// What was found out about a game.
pub(crate) struct Adviser {
    insights: HashMap<String, Insight>,
    /// What the thread is looking at.
    asked: Option<String>,
    questions: Sender<(String, AnyLevel)>,
    answers: Receiver<(String, Insight)>,
    /// A solution, and at which of its presses each position is.
    plan: Option<(HashMap<String, usize>, Vec<Move>)>,
}

impl Adviser {
    /// Knows nothing yet.
    #[must_use]
    pub(crate) fn new() -> Adviser {
        let (questions, asked) = channel::<(String, AnyLevel)>();
        let (answer, answers) = channel();
        thread::spawn(move || {
            while let Ok(first) = asked.recv() {
                let (identity, level) = asked.try_iter().last().unwrap_or(first);
                if answer.send((identity, inspect(&level))).is_err() {
                    break;
                }
            }
        });
        Adviser { insights: HashMap::new(), asked: None, questions, answers, plan: None }
    }

    /// Has the position at hand looked at, unless it is known.
    pub(crate) fn inspect(&mut self, session: &Session) {
        if session.at().is_solved() || session.at().size().area() > MOST_CELLS {
            return;
        }
        let (identity, position) = deciding(session);
        if !self.insights.contains_key(&identity) && self.asked.as_ref() != Some(&identity) {
            let level = position.level();
            if level.faults().is_empty() && self.questions.send((identity.clone(), level)).is_ok() {
                self.asked = Some(identity);
            }
        }
    }

    /// Whether an answer is awaited.
    #[must_use]
    pub(crate) fn is_looking(&self) -> bool {
        self.asked.is_some()
    }

    /// Takes the answers that are there; whether there were any.
    pub(crate) fn listen(&mut self) -> bool {
        let mut heard = false;
        loop {
            match self.answers.try_recv() {
                Ok((identity, insight)) => {
                    heard = true;
                    if self.asked.as_ref() == Some(&identity) {
                        self.asked = None;
                    }
                    self.note(identity, insight);
                }
                Err(TryRecvError::Empty) => return heard,
                // The thread has died of a bug; the game goes on without it.
                Err(TryRecvError::Disconnected) => {
                    self.asked = None;
                    return heard;
                }
            }
        }
    }

    fn note(&mut self, identity: String, insight: Insight) {
        if self.insights.len() >= MOST_INSIGHTS {
            self.insights.clear();
        }
        self.insights.insert(identity, insight);
    }

    /// A search has seen all that can still happen from the position at hand.
    pub(crate) fn note_lost(&mut self, session: &Session, positions: u64) {
        let (identity, _) = deciding(session);
        let known = self.insights.get(&identity).cloned().unwrap_or_default();
        self.note(identity, Insight { lost: Some(Lost::by_search(positions)), ..known });
    }

    /// What is known of the position at hand.
    #[must_use]
    pub(crate) fn insight(&self, session: &Session) -> Option<&Insight> {
        self.insights.get(&deciding(session).0)
    }

    /// Keeps a solution from a position on, for hints along it.
    pub(crate) fn remember(&mut self, from: &Position, solution: &[Move]) {
        let mut places = HashMap::new();
        let mut at = from.clone();
        if solution.len().saturating_mul(at.size().area()) < 50_000_000 {
            for (place, &press) in solution.iter().enumerate() {
                places.insert(at.identity(), place);
                at.press(press);
            }
        }
        self.plan = Some((places, solution.to_vec()));
    }

    /// The presses that solve a position, if they are known.
    #[must_use]
    pub(crate) fn plan(&self, at: &Position) -> Option<&[Move]> {
        let (places, presses) = self.plan.as_ref()?;
        places.get(&at.identity()).map(|&place| &presses[place..])
    }
}

/// The position that decides whether the one at hand is lost: the last that walking cannot undo.
fn deciding(session: &Session) -> (String, Position) {
    let position = session.position_at(session.decided(session.moment()));
    (position.identity(), position)
}

/// The last moment of a game that is not known to be lost, unless it is cancelled.
#[must_use]
pub(crate) fn last_good(session: &Session, cancel: &Cancel) -> usize {
    let mut moment = session.decided(session.moment());
    while moment > 0 && !cancel.is_cancelled() {
        let level = session.position_at(moment - 1).level();
        if inspect(&level).lost.is_none() {
            return moment - 1;
        }
        moment = session.decided(moment - 1);
    }
    0
}

/// What to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hint {
    /// What is to be pushed, turned or left by.
    pub(crate) point: Point,
    /// In which direction.
    pub(crate) direction: Direction,
    /// The same in words.
    pub(crate) words: String,
}

impl Hint {
    /// The first step of a plan that is not mere walking.
    #[must_use]
    pub(crate) fn of(plan: &[Move], from: &Position) -> Option<Hint> {
        let mut at = from.clone();
        let mut who = String::new();
        for &press in plan {
            let ahead = at.ahead(press);
            let outcome = at.press(press).outcome;
            if outcome == Outcome::Switch {
                who = at.character().map_or_else(String::new, |(number, _)| format!("character {number}: "));
            }
            let verb = match outcome {
                Outcome::Exit => "leave",
                Outcome::Turn1 | Outcome::Turn2 => "turn",
                Outcome::Push | Outcome::Fill => "push",
                _ => continue,
            };
            let (Some(point), Move::Step(direction)) = (ahead, press) else { continue };
            let (column, row) = (point.x + 1, point.y + 1);
            let words = format!("{who}{verb} {} at column {column}, row {row}", word(direction));
            return Some(Hint { point, direction, words });
        }
        None
    }
}

/// A search from a position, on a thread of its own; it is cancelled when this is dropped.
pub(crate) struct Search {
    messages: Receiver<Message>,
    cancel: Cancel,
    begun: Instant,
    from: Position,
    statistics: Statistics,
}

enum Message {
    Progress(Statistics),
    Done(Box<Report>),
}

/// What a search has to say.
pub(crate) enum Searched {
    /// It goes on.
    Running,
    /// It has ended.
    Done(Box<Report>),
    /// It has died of a bug.
    Failed,
}

impl Search {
    /// Begins to search.
    #[must_use]
    pub(crate) fn begin(from: &Position, time: Duration, memory: usize) -> Search {
        let cancel = Cancel::default();
        let request = Request { time: Some(time), memory, cancel: cancel.clone(), ..Request::default() };
        let level = from.level();
        let (send, messages) = channel();
        thread::spawn(move || {
            let tell = |progress: &Progress<'_>| {
                let _ = send.send(Message::Progress(progress.statistics));
            };
            let report = solve_watched(&level, &request, tell);
            let _ = send.send(Message::Done(Box::new(report)));
        });
        Search { messages, cancel, begun: Instant::now(), from: from.clone(), statistics: Statistics::default() }
    }

    /// Takes what there is to hear.
    pub(crate) fn listen(&mut self) -> Searched {
        loop {
            match self.messages.try_recv() {
                Ok(Message::Progress(statistics)) => self.statistics = statistics,
                Ok(Message::Done(report)) => return Searched::Done(report),
                Err(TryRecvError::Empty) => return Searched::Running,
                Err(TryRecvError::Disconnected) => return Searched::Failed,
            }
        }
    }

    /// Where it began.
    #[must_use]
    pub(crate) fn from(&self) -> &Position {
        &self.from
    }

    /// How it is going.
    #[must_use]
    pub(crate) fn statistics(&self) -> (&Statistics, Duration) {
        (&self.statistics, self.begun.elapsed())
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// The way back to the last good position, looked for on a thread of its own.
pub(crate) struct WayBack {
    answer: Receiver<usize>,
    cancel: Cancel,
}

impl WayBack {
    /// Begins to look.
    #[must_use]
    pub(crate) fn begin(session: Session) -> WayBack {
        let (send, answer) = channel();
        let cancel = Cancel::default();
        let cancelled = cancel.clone();
        thread::spawn(move || send.send(last_good(&session, &cancelled)));
        WayBack { answer, cancel }
    }

    /// The moment to go to, once it is known.
    pub(crate) fn listen(&self) -> Option<usize> {
        self.answer.try_recv().ok()
    }
}

impl Drop for WayBack {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// The presses of a report's solution.
#[must_use]
pub(crate) fn presses(report: &Report) -> Option<Vec<Move>> {
    Plan::parse(report.solution.as_deref()?).ok().map(|plan| plan.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    fn session(text: &str, presses: &str) -> Session {
        let mut session = Session::new(Position::new(&source::read("x.txt", text.as_bytes()).unwrap().levels[0]));
        for press in Plan::parse(presses).unwrap().0 {
            session.press(press);
        }
        session
    }

    #[test]
    fn the_way_back_leads_before_the_push_that_lost() {
        let lost = session("########\n#      #\n#@$  . #\n#      #\n########\n", "rurd");
        // Two pushes: right is fine, down against the wall is not.
        assert_eq!(lost.at().boxes_home(), Some((0, 1)));
        assert_eq!((lost.decided(4), last_good(&lost, &Cancel::default())), (4, 3));
    }

    #[test]
    fn hints_follow_the_plan() {
        let session = session("#######\n#1 2  #\n# a  %#\n#######\n", "");
        let plan = Plan::parse("sdrr").unwrap().0;
        let hint = Hint::of(&plan, session.at()).unwrap();
        assert_eq!(hint.words, "character 2: leave right at column 6, row 3");
        let mut adviser = Adviser::new();
        adviser.remember(session.at(), &plan);
        let mut further = session.clone();
        further.press(Move::Switch);
        assert_eq!(adviser.plan(further.at()), Some(&plan[1..]));
        further.press(Move::Switch);
        further.press(Move::Step(Direction::Right));
        assert_eq!(adviser.plan(further.at()), None);
    }
}
