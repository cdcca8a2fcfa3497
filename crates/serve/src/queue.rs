//! Whose search may run: so many at a time, the others wait in the order they came and know how many are before them.
//!
//! A ticket is a place in the queue or at work. Dropping it gives the place up, whatever the reason, so a closed tab, a
//! failed thread and a finished search all make room in the same way.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The queue; clones are the same one.
#[derive(Clone, Debug)]
pub struct Queue {
    state: Arc<Mutex<State>>,
    changed: watch::Sender<()>,
    slots: usize,
    most_waiting: usize,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    waiting: VecDeque<u64>,
    last: u64,
}

/// A place.
#[derive(Debug)]
pub struct Ticket {
    queue: Queue,
    number: u64,
    running: bool,
}

impl Queue {
    /// A queue for so many searches at a time, and so many waiting.
    #[must_use]
    pub fn new(slots: usize, most_waiting: usize) -> Queue {
        Queue { state: Arc::default(), changed: watch::Sender::new(()), slots: slots.max(1), most_waiting }
    }

    /// How many are at work, and how many wait.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        let state = self.lock();
        (state.running, state.waiting.len())
    }

    /// A place at the end; none if the queue is full.
    #[must_use]
    pub fn enter(&self) -> Option<Ticket> {
        let mut state = self.lock();
        if state.waiting.len() >= self.most_waiting {
            return None;
        }
        state.last += 1;
        let number = state.last;
        state.waiting.push_back(number);
        drop(state);
        Some(Ticket { queue: self.clone(), number, running: false })
    }

    /// Whether nobody is at work and nobody waits.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.load() == (0, 0)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    /// How many are before this one; 0: it may run, and counts as running from now on.
    pub fn position(&mut self) -> usize {
        if self.running {
            return 0;
        }
        let mut state = self.queue.lock();
        let place = state.waiting.iter().position(|&n| n == self.number).unwrap_or(0);
        if place == 0 && state.running < self.queue.slots {
            state.waiting.pop_front();
            state.running += 1;
            self.running = true;
            drop(state);
            self.queue.changed.send_replace(());
            return 0;
        }
        place + 1
    }

    /// Waits until it is this one's turn; `tell` hears of every change of the position.
    pub async fn turn(&mut self, mut tell: impl FnMut(usize)) {
        let mut changes = self.queue.changed.subscribe();
        let mut told = 0;
        loop {
            match self.position() {
                0 => return,
                position if position != told => {
                    told = position;
                    tell(position);
                }
                _ => {}
            }
            // The sender is part of this ticket, so it cannot be gone.
            let _ = changes.changed().await;
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        if self.running {
            state.running -= 1;
        } else {
            state.waiting.retain(|&n| n != self.number);
        }
        drop(state);
        self.queue.changed.send_replace(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_come_first_served_and_leaving_makes_room() {
        let queue = Queue::new(1, 3);
        let mut tickets: Vec<Ticket> = (0..3).map(|_| queue.enter().unwrap()).collect();
        assert!(queue.enter().is_none());
        assert_eq!(tickets.iter_mut().rev().map(Ticket::position).collect::<Vec<_>>(), [3, 2, 0]);
        assert_eq!(queue.load(), (1, 2));
        drop(tickets.remove(1));
        assert_eq!(tickets[1].position(), 1);
        drop(tickets.remove(0));
        assert_eq!(tickets[0].position(), 0);
        drop(tickets);
        assert_eq!(queue.load(), (0, 0));
    }

    #[tokio::test]
    async fn a_ticket_hears_of_its_turn() {
        let queue = Queue::new(1, 8);
        let mut first = queue.enter().unwrap();
        first.turn(|_| panic!("nobody is before the first")).await;
        let mut second = queue.enter().unwrap();
        let mut heard = Vec::new();
        let waiting = second.turn(|position| heard.push(position));
        let leaving = async { drop(first) };
        tokio::join!(waiting, leaving);
        assert_eq!(heard, [1]);
    }
}
