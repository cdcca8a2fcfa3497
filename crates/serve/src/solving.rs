//! A search, as a stream of server-sent events.
//!
//! `queued` (how many are before it), `started`, `progress` again and again, and `done`. The search belongs to its
//! connection: when the browser closes it, the place in the queue is given up or the search is cancelled. The thread never
//! waits for a slow reader; progress that cannot be sent is left out, since newer progress will follow.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use boxwright_search::Cancel;
use futures_core::Stream;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::host::Job;
use crate::queue::Ticket;

/// Events that may wait for the reader.
const EVENTS: usize = 16;

/// How long the last event may wait for a reader who does not read.
const PATIENCE: Duration = Duration::from_secs(10);

type Message = (&'static str, Value);

/// The answer to a request to solve.
pub(crate) fn stream(job: Box<dyn Job>, ticket: Ticket) -> impl IntoResponse {
    let (sender, receiver) = mpsc::channel(EVENTS);
    tokio::spawn(work(job, ticket, sender));
    Sse::new(Events(receiver)).keep_alive(KeepAlive::new().interval(Duration::from_secs(5)))
}

/// Waits for the turn, then searches on a thread of its own.
async fn work(job: Box<dyn Job>, mut ticket: Ticket, sender: mpsc::Sender<Message>) {
    let queued = |position: usize| {
        let _ = sender.try_send(("queued", json!({ "position": position })));
    };
    tokio::select! {
        () = ticket.turn(queued) => {}
        () = sender.closed() => return,
    }
    let _ = sender.try_send(("started", json!({})));
    let cancel = Cancel::default();
    let search = tokio::task::spawn_blocking({
        let (cancel, sender) = (cancel.clone(), sender.clone());
        move || {
            job.run(&cancel, &mut |progress| {
                // The last place is kept for what must arrive.
                if sender.capacity() > 1 {
                    let _ = sender.try_send(("progress", progress));
                }
            })
        }
    });
    tokio::pin!(search);
    let result = tokio::select! {
        result = &mut search => result,
        () = sender.closed() => {
            cancel.cancel();
            search.await
        }
    };
    drop(ticket);
    let message = match result {
        Ok(report) => ("done", report),
        Err(_) => ("failed", json!({ "error": "the search failed; this is a bug" })),
    };
    let _ = tokio::time::timeout(PATIENCE, sender.send(message)).await;
}

/// What the channel brings.
struct Events(mpsc::Receiver<Message>);

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0
            .poll_recv(context)
            .map(|message| message.map(|(name, data)| Ok(Event::default().event(name).data(data.to_string()))))
    }
}
