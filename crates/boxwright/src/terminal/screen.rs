//! The terminal, taken over and given back.
//!
//! Raw mode, the alternate screen and the mouse are given back when this is dropped, and before a panic is reported: its
//! message would be lost on a screen that goes away. A search that panics on a thread of its own must not print over the
//! game; whoever waits for it sees that it is gone.

use std::io::{self, Stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{panic, thread};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::{Frame, Terminal};

/// Whether the terminal is ours.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// The terminal while it is ours.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// If there is none, or it does not do as it is told.
    pub fn open() -> io::Result<Screen> {
        let owner = thread::current().id();
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let is_owner = thread::current().id() == owner;
            if is_owner || !IS_OPEN.load(Ordering::SeqCst) {
                restore();
                previous(info);
            }
        }));
        enable_raw_mode()?;
        IS_OPEN.store(true, Ordering::SeqCst);
        let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture);
        let screen = entered.and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match screen {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Draws a picture.
    ///
    /// # Errors
    /// If the terminal has gone away.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw).map(|_| ())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.terminal.show_cursor();
        restore();
    }
}

/// Gives the terminal back, once.
fn restore() {
    if IS_OPEN.swap(false, Ordering::SeqCst) {
        // If it has gone away there is nothing to give back.
        let _ = disable_raw_mode();
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
    }
}
