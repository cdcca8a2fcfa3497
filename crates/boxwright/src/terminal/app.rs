//! All that is at hand while somebody plays, and what can happen to it.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use boxwright_grid::Point;
use boxwright_kwirk::{Move, Outcome};

use super::adviser::Adviser;
use super::board::Window;
use super::paint::Palette;
use super::picker::Picker;
use super::playback::Playback;
use super::search::{Search, Searched, WayBack};
use crate::play::advice::Hint;
use crate::play::insight::Lost;
use crate::play::plain::Limits;
use crate::play::position::Position;
use crate::play::session::Session;
use crate::source::Entry;

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
    pub(super) limits: Limits,
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
    pub(super) fn look_anew(&mut self) {
        if self.fault.is_none() && !self.only_shows() {
            self.adviser.inspect(&self.session);
        }
        self.look();
    }

    /// Tells what is known of the position.
    pub(super) fn look(&mut self) {
        let insight = self.adviser.insight(&self.session).filter(|_| !self.is_solved());
        self.lost = insight.and_then(|insight| insight.lost.clone());
    }

    /// Squares that no box may be pushed to.
    #[must_use]
    pub(super) fn dead_squares(&self) -> &[Point] {
        self.adviser.insight(&self.session).map_or(&[], |insight| &insight.dead)
    }
}
