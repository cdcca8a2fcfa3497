//! What is known of the game at hand: whether it is lost, and a solution.
//!
//! Positions are looked at on a thread of its own, so that a key is answered at once; the newest is the one that is
//! looked at.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use boxwright_kwirk::Move;

use crate::game::AnyLevel;
use crate::play::insight::{Insight, Lost, inspect};
use crate::play::position::Position;
use crate::play::session::Session;

/// Larger boards are not looked at.
const MOST_CELLS: usize = 10_000;

/// So many positions are remembered.
const MOST_INSIGHTS: usize = 2_000;

/// What was found out about a game.
pub(super) struct Adviser {
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
    pub(super) fn new() -> Adviser {
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
    pub(super) fn inspect(&mut self, session: &Session) {
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
    pub(super) fn is_looking(&self) -> bool {
        self.asked.is_some()
    }

    /// Takes the answers that are there; whether there were any.
    pub(super) fn listen(&mut self) -> bool {
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
    pub(super) fn note_lost(&mut self, session: &Session, positions: u64) {
        let (identity, _) = deciding(session);
        let known = self.insights.get(&identity).cloned().unwrap_or_default();
        self.note(identity, Insight { lost: Some(Lost::by_search(positions)), ..known });
    }

    /// What is known of the position at hand.
    #[must_use]
    pub(super) fn insight(&self, session: &Session) -> Option<&Insight> {
        self.insights.get(&deciding(session).0)
    }

    /// Keeps a solution from a position on, for hints along it.
    pub(super) fn remember(&mut self, from: &Position, solution: &[Move]) {
        let mut places = HashMap::new();
        let mut at = from.clone();
        if solution.len().saturating_mul(at.size().area()) < 20_000_000 {
            for (place, &press) in solution.iter().enumerate() {
                places.insert(at.identity(), place);
                at.press(press);
            }
        }
        self.plan = Some((places, solution.to_vec()));
    }

    /// The presses that solve a position, if they are known.
    #[must_use]
    pub(super) fn plan(&self, at: &Position) -> Option<&[Move]> {
        let (places, presses) = self.plan.as_ref()?;
        places.get(&at.identity()).map(|&place| &presses[place..])
    }
}

/// The position that decides whether the one at hand is lost: the last that walking cannot undo.
fn deciding(session: &Session) -> (String, Position) {
    let position = session.position_at(session.decided(session.moment()));
    (position.identity(), position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;
    use boxwright_grid::Direction;
    use boxwright_kwirk::Plan;

    #[test]
    fn a_plan_is_known_along_its_way_and_nowhere_else() {
        let text = b"#######\n#1 2  #\n# a  %#\n#######\n";
        let mut session = Session::new(Position::new(&source::read("x.kwk", text).unwrap().levels[0]));
        let plan = Plan::parse("sdrr").unwrap().0;
        let mut adviser = Adviser::new();
        adviser.remember(session.at(), &plan);
        session.press(Move::Switch);
        assert_eq!(adviser.plan(session.at()), Some(&plan[1..]));
        session.press(Move::Switch);
        session.press(Move::Step(Direction::Right));
        assert_eq!(adviser.plan(session.at()), None);
    }
}
