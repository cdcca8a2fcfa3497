//! Searches on threads of their own: for a solution, and for the way back. They are cancelled when they are dropped.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::play::advice::last_good;
use crate::play::position::Position;
use crate::play::session::Session;
use crate::{Cancel, Progress, Report, Request, Statistics, solve_watched};

/// A search from a position.
pub(super) struct Search {
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
pub(super) enum Searched {
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
    pub(super) fn begin(from: &Position, time: Duration, memory: usize) -> Search {
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
    pub(super) fn listen(&mut self) -> Searched {
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
    pub(super) fn from(&self) -> &Position {
        &self.from
    }

    /// How it is going.
    #[must_use]
    pub(super) fn statistics(&self) -> (&Statistics, Duration) {
        (&self.statistics, self.begun.elapsed())
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// The way back to the last good position.
pub(super) struct WayBack {
    answer: Receiver<usize>,
    cancel: Cancel,
}

impl WayBack {
    /// Begins to look.
    #[must_use]
    pub(super) fn begin(session: Session) -> WayBack {
        let (send, answer) = channel();
        let cancel = Cancel::default();
        let cancelled = cancel.clone();
        thread::spawn(move || send.send(last_good(&session, &cancelled)));
        WayBack { answer, cancel }
    }

    /// The moment to go to, once it is known.
    pub(super) fn listen(&self) -> Option<usize> {
        self.answer.try_recv().ok()
    }
}

impl Drop for WayBack {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
