//! What the player asks for: a hint, a solution to watch, the way back.

use std::time::Instant;

use boxwright_kwirk::Move;

use super::app::{App, Purpose};
use super::playback::Playback;
use super::search::{Search, WayBack};
use crate::play::advice::{Hint, presses};
use crate::play::words;
use crate::{Report, Status};

impl App {
    /// Looks for the last position that is not lost.
    pub(super) fn back(&mut self) {
        self.rest();
        if self.lost.is_some() {
            self.way_back = Some(WayBack::begin(self.session.clone()));
        } else {
            self.message = Some("Nothing is known to be lost here.".to_owned());
        }
    }

    /// Looks for what to push next.
    pub(super) fn advise(&mut self) {
        self.begin(Purpose::Hint);
    }

    /// Looks for a solution, to play it back.
    pub(super) fn solve(&mut self) {
        self.begin(Purpose::Watch);
    }

    fn begin(&mut self, purpose: Purpose) {
        self.rest();
        if let Some(fault) = &self.fault {
            self.message = Some(format!("This level has a fault: {fault}"));
        } else if self.is_solved() {
            self.message = Some("It is solved already.".to_owned());
        } else if let Some(plan) = self.adviser.plan(self.session.at()).map(<[Move]>::to_vec) {
            self.answer(purpose, &plan);
        } else {
            let time = if purpose == Purpose::Hint { self.limits.hint } else { self.limits.time };
            self.search = Some((purpose, Search::begin(self.session.at(), time, self.limits.memory)));
        }
    }

    /// A search has ended.
    pub(super) fn conclude(&mut self, purpose: Purpose, report: &Report) {
        let Some((_, search)) = self.search.take() else { return };
        if let Some(plan) = presses(report) {
            self.adviser.remember(search.from(), &plan);
            self.answer(purpose, &plan);
        } else if report.status == Status::Unsolvable {
            self.adviser.note_lost(&self.session, report.expanded);
            self.look();
        } else {
            self.message = Some(words::failure(report));
        }
    }

    fn answer(&mut self, purpose: Purpose, plan: &[Move]) {
        match purpose {
            Purpose::Hint => self.hint = Hint::of(plan, self.session.at()),
            Purpose::Watch => self.show(plan),
        }
    }

    /// Plays a solution back.
    pub(super) fn show(&mut self, solution: &[Move]) {
        self.playback = Some(Playback::new(self.session.at(), solution, Instant::now()));
    }

    /// Goes on playing from where the solution is.
    pub(super) fn take_over(&mut self) {
        let Some(playback) = self.playback.take() else { return };
        self.rest();
        for press in playback.session().presses() {
            self.session.press(press);
        }
        self.look_anew();
    }

    /// Back to the game as it was.
    pub(super) fn stop_showing(&mut self) {
        self.playback = None;
        self.rest();
    }
}
