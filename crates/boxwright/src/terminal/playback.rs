//! A solution being played back: play, pause, step, speed.

use std::time::{Duration, Instant};

use boxwright_kwirk::Move;

use crate::play::position::Position;
use crate::play::session::Session;

/// Their names and the milliseconds between two moves.
const SPEEDS: [(&str, u64); 5] = [("very slow", 800), ("slow", 400), ("normal", 160), ("fast", 60), ("very fast", 15)];

/// A solution being played back.
pub(super) struct Playback {
    session: Session,
    speed: usize,
    /// When the next move is due; none: it pauses.
    due: Option<Instant>,
}

impl Playback {
    /// Plays from a position.
    #[must_use]
    pub(super) fn new(from: &Position, solution: &[Move], now: Instant) -> Playback {
        let mut session = Session::new(from.clone());
        for &press in solution {
            session.press(press);
        }
        session.go(0);
        let mut playback = Playback { session, speed: 2, due: None };
        playback.toggle(now);
        playback
    }

    /// The game so far.
    #[must_use]
    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    /// Whether it goes on by itself.
    #[must_use]
    pub(super) fn is_playing(&self) -> bool {
        self.due.is_some()
    }

    /// The speed in words.
    #[must_use]
    pub(super) fn speed(&self) -> &'static str {
        SPEEDS[self.speed].0
    }

    fn pause(&self) -> Duration {
        Duration::from_millis(SPEEDS[self.speed].1)
    }

    /// Plays or pauses; at the end it begins again.
    pub(super) fn toggle(&mut self, now: Instant) {
        if self.is_playing() {
            self.due = None;
        } else if self.session.total() > 0 {
            if self.session.moment() == self.session.total() {
                self.session.go(0);
            }
            self.due = Some(now + self.pause());
        }
    }

    /// Goes so many moves on or back, and pauses.
    pub(super) fn step(&mut self, by: isize) {
        self.go(self.session.moment().saturating_add_signed(by));
    }

    /// Goes to a moment, and pauses.
    pub(super) fn go(&mut self, moment: usize) {
        self.due = None;
        self.session.go(moment);
    }

    /// Changes the speed.
    pub(super) fn hurry(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
    }

    /// When something happens next.
    #[must_use]
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Makes the moves that are due; whether there were any.
    pub(super) fn tick(&mut self, now: Instant) -> bool {
        let Some(due) = self.due.filter(|&due| due <= now) else { return false };
        self.session.go(self.session.moment() + 1);
        // After a pause of the machine it goes on, it does not catch up.
        let next = (due + self.pause()).max(now);
        self.due = (self.session.moment() < self.session.total()).then_some(next);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;
    use boxwright_kwirk::Plan;

    #[test]
    fn it_plays_pauses_steps_and_begins_again() {
        let level = &source::read("x.xsb", b"#######\n#@$  .#\n#######\n").unwrap().levels[0];
        let mut now = Instant::now();
        let mut playback = Playback::new(&Position::new(level), &Plan::parse("RRR").unwrap().0, now);
        assert!(playback.is_playing() && !playback.tick(now));
        now += Duration::from_millis(161);
        assert!(playback.tick(now) && playback.session().moment() == 1);
        playback.toggle(now);
        assert!(!playback.tick(now + Duration::from_secs(9)));
        playback.step(-5);
        assert_eq!(playback.session().moment(), 0);
        playback.go(99);
        assert!(playback.session().at().is_solved());
        playback.hurry(9);
        playback.toggle(now);
        assert_eq!((playback.session().moment(), playback.speed()), (0, "very fast"));
        for _ in 0..3 {
            now += Duration::from_millis(800);
            playback.tick(now);
        }
        assert!(!playback.is_playing() && playback.session().at().is_solved());
        playback.hurry(-9);
        assert_eq!(playback.speed(), "very slow");
    }
}
