//! All that is at hand while somebody plays, and what can happen to it.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use boxwright_grid::Point;
use boxwright_kwirk::{Move, Outcome};

use super::board::Window;
use super::paint::Palette;
use super::picker::Picker;
use super::playback::Playback;
use crate::play::insight::Lost;
use crate::play::plain::Limits;
use crate::play::{Adviser, Hint, Position, Search, Searched, Session, WayBack, presses, words};
use crate::source::Entry;
use crate::{Report, Status};

/// How often answers of searches are looked for.
const LISTEN: Duration = Duration::from_millis(50);

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Hint,
    Watch,
}

/// What is in front of the board.
pub(super) enum Cover {
    None,
    Help,
    Picker(Picker),
}

/// All that is at hand.
pub(super) struct App {
    pub(super) entries: Vec<Entry>,
    /// The level at hand.
    pub(super) number: usize,
    /// The fewest moves of what was solved in this run.
    pub(super) solved: HashMap<usize, u32>,
    pub(super) session: Session,
    pub(super) adviser: Adviser,
    limits: Limits,
    /// The solutions to show, if nothing is to be played.
    shown: Option<Vec<Option<Vec<Move>>>>,
    pub(super) playback: Option<Playback>,
    pub(super) search: Option<(Purpose, Search)>,
    pub(super) way_back: Option<WayBack>,
    pub(super) hint: Option<Hint>,
    pub(super) lost: Option<Lost>,
    /// The first fault of the level, which nobody can solve then.
    pub(super) fault: Option<String>,
    /// The place of the box or block that was clicked.
    pub(super) chosen: Option<Point>,
    /// What is still to be pressed after a click.
    steps: VecDeque<Move>,
    next_step: Option<Instant>,
    pub(super) message: Option<String>,
    pub(super) shows_dead: bool,
    pub(super) cover: Cover,
    pub(super) palette: Palette,
    /// Where the board is on the screen, and how far the eye has wandered over it.
    pub(super) window: Window,
    pub(super) shift: (i32, i32),
    is_over: bool,
}

impl App {
    /// A game of these levels; there is at least one.
    #[must_use]
    pub(super) fn play(entries: Vec<Entry>, limits: Limits) -> App {
        App::new(entries, None, limits)
    }

    /// These solutions; there is at least one level.
    #[must_use]
    pub(super) fn watch(levels: Vec<(Entry, Option<Vec<Move>>)>, limits: Limits) -> App {
        let (entries, solutions) = levels.into_iter().unzip();
        App::new(entries, Some(solutions), limits)
    }

    fn new(entries: Vec<Entry>, shown: Option<Vec<Option<Vec<Move>>>>, limits: Limits) -> App {
        let session = Session::new(Position::new(&entries[0].level));
        let mut app = App {
            entries,
            number: 0,
            solved: HashMap::new(),
            session,
            adviser: Adviser::new(),
            limits,
            shown,
            playback: None,
            search: None,
            way_back: None,
            hint: None,
            lost: None,
            fault: None,
            chosen: None,
            steps: VecDeque::new(),
            next_step: None,
            message: None,
            shows_dead: false,
            cover: Cover::None,
            palette: Palette::from_environment(),
            window: Window::default(),
            shift: (0, 0),
            is_over: false,
        };
        app.open(0);
        app
    }

    /// Whether the player has enough.
    #[must_use]
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Ends it.
    pub(super) fn quit(&mut self) {
        self.is_over = true;
    }

    /// Whether solutions are shown and nothing is played.
    #[must_use]
    pub(super) fn only_shows(&self) -> bool {
        self.shown.is_some()
    }

    /// Whether the level at hand is solved.
    #[must_use]
    pub(super) fn is_solved(&self) -> bool {
        self.fault.is_none() && self.session.at().is_solved()
    }

    /// The position on the screen.
    #[must_use]
    pub(super) fn on_screen(&self) -> &Session {
        self.playback.as_ref().map_or(&self.session, Playback::session)
    }

    /// How long nothing will happen by itself.
    #[must_use]
    pub(super) fn patience(&self, now: Instant) -> Duration {
        let due = self.playback.as_ref().and_then(Playback::due).into_iter().chain(self.next_step).min();
        let wait = due.map_or(Duration::from_secs(60), |due| due.saturating_duration_since(now));
        let listens = self.search.is_some() || self.way_back.is_some() || self.adviser.is_looking();
        if listens { wait.min(LISTEN) } else { wait }
    }

    /// Does what is due and takes the answers that are there; whether anything has changed.
    pub(super) fn tick(&mut self, now: Instant) -> bool {
        let mut changed = self.playback.as_mut().is_some_and(|playback| playback.tick(now));
        if self.next_step.is_some_and(|due| due <= now) {
            self.walk_on(now);
            changed = true;
        }
        if self.adviser.listen() {
            self.look();
            changed = true;
        }
        if let Some(moment) = self.way_back.as_ref().and_then(WayBack::listen) {
            self.go(moment);
            self.message = Some("Back at the last good position.".to_owned());
            changed = true;
        }
        if let Some((purpose, search)) = &mut self.search {
            let purpose = *purpose;
            match search.listen() {
                Searched::Running => {}
                Searched::Done(report) => self.conclude(purpose, &report),
                Searched::Failed => {
                    self.search = None;
                    self.message = Some("The search has failed: this is a bug, please report the level.".to_owned());
                }
            }
            // Also the clock of a search that goes on.
            changed = true;
        }
        changed
    }

    // Levels.

    /// Begins a level.
    pub(super) fn open(&mut self, number: usize) {
        self.number = number;
        self.session = Session::new(Position::new(&self.entries[number].level));
        self.fault = self.entries[number].level.faults().first().map(ToString::to_string);
        self.playback = None;
        self.rest();
        self.look_anew();
        match self.shown.as_ref().map(|shown| shown[number].clone()) {
            None => {}
            Some(None) => self.solve(),
            Some(Some(solution)) => self.show(&solution),
        }
    }

    /// Goes so many levels on or back.
    pub(super) fn turn_over(&mut self, by: isize) {
        match self.number.checked_add_signed(by).filter(|&number| number < self.entries.len()) {
            Some(number) => self.open(number),
            None if by > 0 => self.message = Some("This is the last level.".to_owned()),
            None => self.message = Some("This is the first level.".to_owned()),
        }
    }

    // The game.

    /// Whatever was begun is not gone on with.
    pub(super) fn rest(&mut self) {
        self.steps.clear();
        self.next_step = None;
        self.search = None;
        self.way_back = None;
        self.hint = None;
        self.chosen = None;
        self.message = None;
        self.shift = (0, 0);
    }

    /// Presses a key of the game.
    pub(super) fn press(&mut self, press: Move) -> Outcome {
        let outcome = self.session.press(press);
        if outcome != Outcome::Blocked {
            self.hint = None;
            self.look_anew();
        }
        if self.is_solved() {
            let moves = self.session.measures().moves;
            let best = self.solved.entry(self.number).or_insert(moves);
            *best = moves.min(*best);
        }
        outcome
    }

    /// Goes to a moment of the game.
    pub(super) fn go(&mut self, moment: usize) {
        self.rest();
        self.session.go(moment);
        self.look_anew();
    }

    /// Presses keys one after the other, so that the eye can follow.
    pub(super) fn walk(&mut self, way: Vec<Move>) {
        self.rest();
        self.steps = way.into();
        self.walk_on(Instant::now());
    }

    fn walk_on(&mut self, now: Instant) {
        let pause = Duration::from_millis(if self.steps.len() > 30 { 12 } else { 45 });
        if self.steps.pop_front().is_some_and(|press| self.press(press) == Outcome::Blocked) {
            self.steps.clear();
        }
        self.next_step = (!self.steps.is_empty()).then(|| now + pause);
    }

    /// Has the position looked at, and tells what is known.
    fn look_anew(&mut self) {
        if self.fault.is_none() && !self.only_shows() {
            self.adviser.inspect(&self.session);
        }
        self.look();
    }

    fn look(&mut self) {
        let insight = self.adviser.insight(&self.session).filter(|_| !self.is_solved());
        self.lost = insight.and_then(|insight| insight.lost.clone());
    }

    /// Squares that no box may be pushed to.
    #[must_use]
    pub(super) fn dead_squares(&self) -> &[Point] {
        self.adviser.insight(&self.session).map_or(&[], |insight| &insight.dead)
    }

    /// Looks for the last position that is not lost.
    pub(super) fn back(&mut self) {
        self.rest();
        if self.lost.is_some() {
            self.way_back = Some(WayBack::begin(self.session.clone()));
        } else {
            self.message = Some("Nothing is known to be lost here.".to_owned());
        }
    }

    // Searches.

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

    fn conclude(&mut self, purpose: Purpose, report: &Report) {
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

    // Playing back.

    fn show(&mut self, solution: &[Move]) {
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
