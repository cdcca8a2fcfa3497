//! Work on many threads, results in the order of the input, and never more than a window of both in memory.
//!
//! Whoever is free takes the next item. A thread that is too far ahead of the oldest unfinished item waits, so that one
//! that takes an hour does not make the results of all that follow pile up.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// Does the work for every item and delivers the results in order, until one of them says that it is enough. So many
/// items at most are between being taken and being delivered.
pub fn in_order<T, R: Send>(
    threads: usize,
    window: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut deliver: impl FnMut(R) -> Enough,
) {
    let items = Mutex::new(items.enumerate());
    let gate = Gate { state: Mutex::new((0, false)), moved: Condvar::new(), window: window.max(1) };
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, items, gate, work) = (sender.clone(), &items, &gate, &work);
            scope.spawn(move || {
                let _closing = Closing { gate, only_in_panic: true };
                loop {
                    let next = lock(items).next();
                    let Some((number, item)) = next else { return };
                    if !gate.wait_for(number) || sender.send((number, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // However this ends, nobody is left waiting.
        let _closing = Closing { gate: &gate, only_in_panic: false };
        let mut early = BTreeMap::new();
        let mut due = 0;
        while let Ok((number, result)) = receiver.recv() {
            early.insert(number, result);
            while let Some(result) = early.remove(&due) {
                due += 1;
                if deliver(result) == Enough::Yes {
                    return;
                }
            }
            gate.advance(due);
        }
    });
}

/// Whether no more results are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enough {
    /// Stop.
    Yes,
    /// Go on.
    No,
}

/// Keeps threads from running too far ahead.
struct Gate {
    /// The number of the next result due, and whether all is over.
    state: Mutex<(usize, bool)>,
    moved: Condvar,
    window: usize,
}

impl Gate {
    /// Waits until an item may be worked on; false if all is over.
    fn wait_for(&self, number: usize) -> bool {
        let far = |&mut (due, over): &mut (usize, bool)| !over && number >= due + self.window;
        let state = self.moved.wait_while(lock(&self.state), far).unwrap_or_else(PoisonError::into_inner);
        !state.1
    }

    fn advance(&self, due: usize) {
        lock(&self.state).0 = due;
        self.moved.notify_all();
    }
}

/// Ends all waiting when it is dropped: with the receiver, or when a thread panics. A thread that has merely run out of
/// items leaves the others alone.
struct Closing<'a> {
    gate: &'a Gate,
    only_in_panic: bool,
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if !self.only_in_panic || thread::panicking() {
            lock(&self.gate.state).1 = true;
            self.gate.moved.notify_all();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn results_come_in_order_and_nobody_runs_ahead() {
        let (taken, delivered) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let furthest = AtomicUsize::new(0);
        let mut results = Vec::new();
        let items = (0..300_usize).inspect(|_| {
            taken.fetch_add(1, Ordering::SeqCst);
        });
        let work = |n: usize| {
            let ahead = n - delivered.load(Ordering::SeqCst);
            furthest.fetch_max(ahead, Ordering::SeqCst);
            if n.is_multiple_of(50) {
                thread::sleep(Duration::from_millis(20));
            }
            n * n
        };
        in_order(4, 10, items, work, |result| {
            results.push(result);
            delivered.fetch_add(1, Ordering::SeqCst);
            Enough::No
        });
        assert_eq!(results, (0..300).map(|n| n * n).collect::<Vec<usize>>());
        assert!(furthest.load(Ordering::SeqCst) < 10, "{furthest:?}");
    }

    #[test]
    fn enough_is_enough() {
        let mut got = 0;
        in_order(
            3,
            4,
            0..,
            |n: u64| n,
            |_| {
                got += 1;
                if got == 5 { Enough::Yes } else { Enough::No }
            },
        );
        assert_eq!(got, 5);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_no_hang() {
        in_order(3, 4, 0..100, |n: u64| assert_ne!(n, 7), |()| Enough::No);
    }
}
