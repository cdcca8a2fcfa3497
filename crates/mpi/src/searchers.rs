//! The threads of a rank that search; the main thread is left to the post.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use boxwright::{AnyLevel, Report, Request, Statistics, solve_level};

use crate::message::Number;

/// A level for a thread.
pub struct Task {
    /// Its number.
    pub level: Number,
    /// The level.
    pub board: AnyLevel,
    /// What is asked.
    pub request: Request,
    /// Where the search leaves word of how far it is.
    pub statistics: Arc<Mutex<Statistics>>,
}

/// What came of a level; the text is what a thread said when it panicked.
pub type Searched = (Number, Result<Report, String>);

/// The threads of a rank.
pub struct Searchers {
    tasks: Option<Sender<Task>>,
    searched: Receiver<Searched>,
    threads: Vec<JoinHandle<()>>,
}

impl Searchers {
    /// So many threads, each with a level at a time.
    #[must_use]
    pub fn new(threads: usize) -> Searchers {
        let (tasks, waiting) = mpsc::channel();
        let (done, searched) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let work = |_| {
            let (waiting, done) = (Arc::clone(&waiting), done.clone());
            std::thread::spawn(move || search(&waiting, &done))
        };
        Searchers { tasks: Some(tasks), searched, threads: (0..threads.max(1)).map(work).collect() }
    }

    /// Gives the threads a level.
    pub fn give(&self, task: Task) {
        let tasks = self.tasks.as_ref().expect("there until the end");
        tasks.send(task).expect("the threads wait for tasks until the end");
    }

    /// What has been done, waiting for it a little.
    #[must_use]
    pub fn wait(&self, patience: Duration) -> Option<Searched> {
        self.searched.recv_timeout(patience).ok()
    }
}

impl Drop for Searchers {
    fn drop(&mut self) {
        self.tasks = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn search(waiting: &Mutex<Receiver<Task>>, done: &Sender<Searched>) {
    loop {
        let task = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { level, board, request, statistics }) = task else { return };
        let look = |now: &Statistics| *statistics.lock().unwrap_or_else(PoisonError::into_inner) = *now;
        let report = catch_unwind(AssertUnwindSafe(|| solve_level(&board, &request, look)));
        if done.send((level, report.map_err(|cause| said(&*cause)))).is_err() {
            return;
        }
    }
}

/// What a panic said.
fn said(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_default()
}
