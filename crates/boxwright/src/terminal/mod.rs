//! Both games on the whole screen of a terminal: `boxwright play` and `boxwright watch`.
//!
//! An `App` has all that is at hand: the level, the game with its past, a solution being played back, a search
//! under way. `keys` turns what hands do into what happens (`routes` finds the ways behind a click), `view` puts it on the
//! screen, with `board`, `picker`, `help` and `paint` for its parts; `consult` asks `adviser` and
//! `search`, which work in the background. [`Screen`] takes the terminal over and gives it back, come what may.
//!
//! Nothing is drawn unless something has changed, and nothing is waited for but keys, answers of searches, and the next
//! picture of what is being played back.

mod adviser;
mod app;
mod board;
mod consult;
mod help;
mod keys;
mod paint;
mod picker;
mod playback;
mod routes;
mod screen;
mod search;
mod view;

use std::io;
use std::time::{Duration, Instant};

use boxwright_kwirk::Move;
use ratatui::crossterm::event;

use crate::play::plain::Limits;
use crate::source::Entry;
use app::App;

pub use screen::Screen;

/// Plays levels until the player has enough.
pub(crate) fn play(entries: Vec<Entry>, limits: Limits) -> io::Result<()> {
    run(App::play(entries, limits))
}

/// Plays solutions back; what has none is solved first.
pub(crate) fn watch(levels: Vec<(Entry, Option<Vec<Move>>)>, limits: Limits) -> io::Result<()> {
    run(App::watch(levels, limits))
}

fn run(mut app: App) -> io::Result<()> {
    let mut screen = Screen::open()?;
    let mut has_changed = true;
    while !app.is_over() {
        if has_changed {
            screen.draw(|frame| app.draw(frame))?;
        }
        has_changed = false;
        let mut patience = app.patience(Instant::now());
        while !app.is_over() && event::poll(patience)? {
            app.hear(&event::read()?);
            has_changed = true;
            patience = Duration::ZERO;
        }
        has_changed |= app.tick(Instant::now());
    }
    Ok(())
}
