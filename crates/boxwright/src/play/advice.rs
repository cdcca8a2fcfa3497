//! How a game goes on: the next step of a solution, and the way back out of a lost position.

use boxwright_grid::{Direction, Point};
use boxwright_kwirk::{Move, Outcome, Plan};

use super::insight::inspect;
use super::position::{Position, word};
use super::session::Session;
use crate::{Cancel, Report};

/// The presses of a report's solution.
#[must_use]
pub(crate) fn presses(report: &Report) -> Option<Vec<Move>> {
    Plan::parse(report.solution.as_deref()?).ok().map(|plan| plan.0)
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

#[cfg(test)]
mod tests {
    use super::super::session::tests::session;
    use super::*;

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
        let hint = Hint::of(&Plan::parse("sdrr").unwrap().0, session.at()).unwrap();
        assert_eq!(hint.words, "character 2: leave right at column 6, row 3");
        assert_eq!(Hint::of(&Plan::parse("sd").unwrap().0, session.at()), None);
    }
}
