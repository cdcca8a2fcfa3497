//! A game being played: where it is, how it came there, what was undone.
//!
//! Presses are kept without limit, positions only now and then: any moment is reached from the last one kept before it.

use boxwright_kwirk::{Move, Outcome};

use boxwright_grid::Point;

use super::position::{Position, Pressed};

/// Every so many presses the position is kept.
const STRIDE: usize = 64;

/// The six measures of a game so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Measures {
    pub(crate) moves: u32,
    /// In Kwirk all interactions: pushes and turns.
    pub(crate) pushes: u32,
    pub(crate) lines: u32,
    pub(crate) changes: u32,
    pub(crate) sessions: u32,
    pub(crate) runs: u32,
}

/// A press, and what is to be known after it.
#[derive(Clone, Debug)]
struct Moment {
    press: Move,
    outcome: Outcome,
    /// Where the thing pushed last is now.
    last_pushed: Option<Point>,
    measures: Measures,
    /// The last moment, this one included, that walking cannot undo.
    decided: usize,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    start: Position,
    at: Position,
    moments: Vec<Moment>,
    /// The positions after every `STRIDE` presses.
    kept: Vec<Position>,
    done: usize,
}

impl Session {
    /// A game that begins here.
    #[must_use]
    pub(crate) fn new(start: Position) -> Session {
        Session { at: start.clone(), start, moments: Vec::new(), kept: Vec::new(), done: 0 }
    }

    /// The position at hand.
    #[must_use]
    pub(crate) fn at(&self) -> &Position {
        &self.at
    }

    /// How many presses led here.
    #[must_use]
    pub(crate) fn moment(&self) -> usize {
        self.done
    }

    /// How many presses are known, undone ones included.
    #[must_use]
    pub(crate) fn total(&self) -> usize {
        self.moments.len()
    }

    /// Presses a key; what was undone is forgotten, unless nothing came of it.
    pub(crate) fn press(&mut self, press: Move) -> Outcome {
        let pressed = self.at.press(press);
        if pressed.outcome != Outcome::Blocked {
            self.moments.truncate(self.done);
            self.kept.truncate(self.done / STRIDE);
            self.moments.push(self.after(press, pressed));
            self.done += 1;
            if self.done.is_multiple_of(STRIDE) {
                self.kept.push(self.at.clone());
            }
        }
        pressed.outcome
    }

    fn after(&self, press: Move, Pressed { outcome, moved }: Pressed) -> Moment {
        let last = self.done.checked_sub(1).map(|i| &self.moments[i]);
        let mut measures = self.measures();
        measures.moves += 1;
        measures.runs += u32::from(last.is_none_or(|l| l.press != press));
        let mut last_pushed = last.and_then(|l| l.last_pushed);
        if let Some((before, after)) = moved {
            let another = last_pushed != Some(before);
            let begins = last.is_none_or(|l| !l.outcome.is_interaction());
            let bends = last.is_none_or(|l| l.press != press);
            measures.pushes += 1;
            measures.changes += u32::from(another);
            measures.sessions += u32::from(begins);
            measures.lines += u32::from(another || begins || bends);
            last_pushed = after;
        }
        let decides = outcome.is_interaction() || outcome == Outcome::Exit;
        let decided = if decides { self.done + 1 } else { last.map_or(0, |l| l.decided) };
        Moment { press, outcome, last_pushed, measures, decided }
    }

    /// Goes to a moment, 0 being the start; what comes after is kept until another press.
    pub(crate) fn go(&mut self, moment: usize) {
        let moment = moment.min(self.moments.len());
        self.at = self.position_at(moment);
        self.done = moment;
    }

    /// The position after so many presses.
    #[must_use]
    pub(crate) fn position_at(&self, moment: usize) -> Position {
        let (mut at, from) = match moment / STRIDE {
            _ if (self.done..self.done + STRIDE).contains(&moment) => (self.at.clone(), self.done),
            0 => (self.start.clone(), 0),
            strides => (self.kept[strides - 1].clone(), strides * STRIDE),
        };
        for moment in &self.moments[from..moment] {
            at.press(moment.press);
        }
        at
    }

    /// The presses so far.
    pub(crate) fn presses(&self) -> impl Iterator<Item = Move> {
        self.moments[..self.done].iter().map(|moment| moment.press)
    }

    /// The presses so far, upper case where they push.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        let letter = |m: &Moment| {
            let letter = m.press.letter();
            if m.outcome.is_interaction() { letter.to_ascii_uppercase() } else { letter }
        };
        self.moments[..self.done].iter().map(letter).collect()
    }

    /// The last moment up to this one that walking cannot undo; whether the game is lost is decided there.
    #[must_use]
    pub(crate) fn decided(&self, moment: usize) -> usize {
        moment.checked_sub(1).map_or(0, |i| self.moments[i].decided)
    }

    /// The measures so far.
    #[must_use]
    pub(crate) fn measures(&self) -> Measures {
        self.done.checked_sub(1).map_or_else(Measures::default, |i| self.moments[i].measures)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::source;
    use boxwright_kwirk::Plan;
    use boxwright_sokoban as sokoban;

    /// A level after some keys.
    pub(in super::super) fn session(text: &str, presses: &str) -> Session {
        let mut session = Session::new(Position::new(&source::read("x.txt", text.as_bytes()).unwrap().levels[0]));
        for press in Plan::parse(presses).unwrap().0 {
            session.press(press);
        }
        session
    }

    #[test]
    fn every_moment_can_be_gone_to() {
        let room = "########\n#      #\n#  $   #\n#@   . #\n########\n";
        let mut session = session(room, &("urdl".repeat(60) + "urRR"));
        let (total, last) = (session.total(), session.at().clone());
        assert_eq!((total, session.kept.len()), (244, 244 / STRIDE));
        let all: Vec<Position> = (0..=total).map(|moment| session.position_at(moment)).collect();
        for moment in (0..=total).rev().chain([total / 2, 0, total]) {
            session.go(moment);
            assert_eq!(*session.at(), all[moment], "{moment}");
        }
        assert_eq!(*session.at(), last);
    }

    #[test]
    fn going_far_and_back_crosses_what_is_kept() {
        let mut session = session("#####\n#@  #\n#$ .#\n#####\n", "");
        for _ in 0..200 {
            session.press(Move::from_letter('r').unwrap());
            session.press(Move::from_letter('l').unwrap());
        }
        assert_eq!(session.total(), 400);
        session.go(130);
        session.press(Move::from_letter('r').unwrap());
        assert_eq!((session.total(), session.kept.len()), (131, 2));
        session.go(0);
        assert_eq!(*session.at(), session.position_at(0));
        session.go(129);
        assert_eq!(session.at().actor(), session.position_at(1).actor());
    }

    #[test]
    fn a_blocked_press_forgets_nothing() {
        let mut session = session("######\n#@ $.#\n######\n", "rr");
        session.go(1);
        assert_eq!(session.press(Move::from_letter('u').unwrap()), Outcome::Blocked);
        assert_eq!((session.moment(), session.total(), session.decided(2), session.decided(1)), (1, 2, 2, 0));
    }

    #[test]
    fn the_measures_are_those_of_a_verified_plan() {
        let room = "########\n#      #\n#      #\n#  $   #\n#@     #\n#   $  #\n#      #\n#      #\n########\n";
        for plan in ["", "rrUUluR", "rrUduU", "rrUUluRdldrr"] {
            let level: sokoban::Board = room.trim_end().parse().unwrap();
            let level = sokoban::Level::new(level);
            let expected = sokoban::Metrics::of(&level, &sokoban::Plan::parse(plan).unwrap());
            let found = session(room, plan).measures();
            let found = [found.moves, found.pushes, found.lines, found.changes, found.sessions, found.runs];
            let m = expected;
            let expected = [m.moves, m.pushes, m.box_lines, m.box_changes, m.pushing_sessions, m.player_lines];
            assert_eq!(found.map(|n| n as usize), expected, "{plan}");
        }
    }
}
