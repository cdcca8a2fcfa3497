//! The ranks as the workforce of a batch, seen from rank 0, which works itself, too.
//!
//! One loop moves everything: orders and answers, this rank's own searches, and the watch over the others. How levels are
//! given to ranks is the matter of [`crate::deal`] (a level each) and [`crate::race`] (a level for all).

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boxwright::cli::{Batch, Deliver, Failure, Finished, Workforce, complain};
use boxwright::{AnyLevel, Report};

use crate::message::{Answer, Done, Message, Order, Setup};
use crate::post::Post;
use crate::traffic::Account;
use crate::worker::{BEAT, Worker};

/// How levels are given to ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Mode {
    /// Every rank has a level of its own
    Batch,
    /// All ranks work on the same level, each with other members of the portfolio
    Portfolio,
}

/// All ranks.
pub struct Ranks {
    post: Post,
    worker: Worker,
    /// When each rank was last heard of.
    heard: Vec<Instant>,
    /// What they are to do.
    pub plan: Plan,
    /// Somebody wants the process to end.
    ended: Arc<AtomicBool>,
    /// How long to wait for something to happen; it grows while nothing does.
    pause: Duration,
    /// When the others were last looked after.
    watched: Instant,
    /// When it was last said how far the batch is.
    noticed: Instant,
    /// Since when there is something to do about answers.
    since: Option<Instant>,
    levels: usize,
    done: usize,
    account: Account,
}

/// What the user wants of the ranks.
pub struct Plan {
    /// How levels are given to them.
    pub mode: Mode,
    /// How many levels each works on at the same time.
    pub at_once: usize,
    /// How many threads a level has on one rank.
    pub threads: usize,
    /// How long a rank may be silent before it is given up.
    pub patience: Duration,
    /// Where results are kept.
    pub store: Option<PathBuf>,
    /// Whether nothing is to be said while it goes on.
    pub quiet: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        let patience = Duration::from_secs(60);
        Plan { mode: Mode::Batch, at_once: 1, threads: 1, patience, store: None, quiet: true }
    }
}

/// How often it is said how far the batch is.
const NOTICE: Duration = Duration::from_secs(10);

impl Ranks {
    /// All ranks, ready to work. When `ended` is set, everything ends.
    #[must_use]
    pub fn new(post: Post, ended: Arc<AtomicBool>) -> Ranks {
        let ranks = post.ranks();
        Ranks {
            post,
            worker: Worker::new(),
            heard: vec![Instant::now(); ranks],
            plan: Plan::default(),
            ended,
            pause: crate::PAUSE,
            watched: Instant::now(),
            noticed: Instant::now(),
            since: None,
            levels: 0,
            done: 0,
            account: Account::new(ranks),
        }
    }

    /// How many there are.
    #[must_use]
    pub fn number(&self) -> usize {
        self.heard.len()
    }

    /// Gives an order to a rank.
    pub(crate) fn order(&mut self, to: usize, order: Order) {
        self.post.send(to, Message::Order(order));
    }

    /// Does whatever is due on this rank, waiting a little for something to happen, and returns the answers of all.
    pub(crate) fn answers(&mut self) -> Vec<(usize, Answer)> {
        if let Some(since) = self.since.take() {
            self.account.busy += since.elapsed();
        }
        let begun = Instant::now();
        let mut answers = Vec::new();
        while let Some((from, message)) = self.post.receive().unwrap_or_else(|error| self.give_up(&error)) {
            self.heard[from] = Instant::now();
            match message {
                Message::Order(order) => {
                    let obeyed = self.worker.obey(order, &self.post);
                    obeyed.unwrap_or_else(|error| self.give_up(&error));
                }
                Message::News(news) => self.worker.hear(&news),
                Message::Answer(answer) => answers.push((from, answer)),
            }
        }
        if !answers.is_empty() {
            self.account.busy += begun.elapsed();
            self.since = Some(Instant::now());
        }
        self.pause = if answers.is_empty() { (self.pause * 2).min(crate::LONGEST_PAUSE) } else { crate::PAUSE };
        let patience = if answers.is_empty() { self.pause } else { Duration::ZERO };
        self.worker.work(&mut self.post, patience).unwrap_or_else(|error| self.give_up(&error));
        self.watch();
        answers
    }

    /// What a rank says it has done, once its solution has been replayed here.
    pub(crate) fn confirmed(&self, level: &AnyLevel, done: Done) -> Report {
        done.report().unwrap_or_else(|error| self.give_up(&error)).confirmed(level)
    }

    /// Has finished levels stored and printed.
    pub(crate) fn deliver(&mut self, finished: Vec<Finished>, deliver: &mut Deliver<'_>) -> Result<(), Failure> {
        if finished.is_empty() {
            return Ok(());
        }
        let begun = Instant::now();
        finished.iter().for_each(|level| self.account.note(&level.report));
        let number = finished.len();
        let delivered = deliver(finished);
        self.done += number;
        self.account.keeping += begun.elapsed();
        delivered
    }

    /// A race has ended, so long after its answer was there.
    pub(crate) fn note_end(&mut self, after: Duration) {
        self.account.note_end(after);
    }

    /// Ends the run if a rank is silent or somebody wants it to end.
    fn watch(&mut self) {
        if self.ended.load(Ordering::Relaxed) {
            self.give_up("the run was ended from outside: a rank died, or somebody wants it to end");
        }
        if self.watched.elapsed() > 5 * BEAT {
            // This rank was held up itself; what the others said meanwhile is still under way.
            self.heard.fill(Instant::now());
        }
        self.watched = Instant::now();
        let patience = self.plan.patience;
        if let Some(silent) = self.heard.iter().position(|heard| heard.elapsed() > patience) {
            self.give_up(&format!("rank {silent} has not been heard of for {:.0} s", patience.as_secs_f64()));
        }
        if !self.plan.quiet && self.noticed.elapsed() > NOTICE {
            self.noticed = Instant::now();
            complain(&format!("{} of {} levels are done", self.done, self.levels));
        }
    }

    /// Says why the run ends and what is left of it, and ends all ranks.
    fn give_up(&self, why: &str) -> ! {
        let store = self.plan.store.as_ref().map(|path| path.display());
        let kept = match store {
            Some(path) => format!("what is done is in {path}, and the same command goes on from there"),
            None => "without --store nothing was kept but what has been printed".to_owned(),
        };
        complain(&format!("{why}; {} of {} levels are done; {kept}", self.done, self.levels));
        // What is written right before the end is not always passed on by the launcher.
        std::thread::sleep(crate::LAST_WORDS / 2);
        self.post.abort(crate::STOPPED)
    }

    /// Ends the work of all ranks in peace, and takes down what they have sent.
    ///
    /// # Errors
    /// If a message cannot be read.
    pub(crate) fn dismiss(mut self) -> Result<Account, String> {
        (1..self.number()).for_each(|rank| self.post.send(rank, Message::Order(Order::Quit)));
        let account = &mut self.account;
        let mut take = |_, message| {
            if let Message::Answer(Answer::Farewell(traffic)) = message {
                account.traffic.merge(&traffic);
            }
        };
        self.post.close(&mut take)?;
        self.account.traffic.merge(&self.post.traffic);
        Ok(self.account)
    }
}

impl Workforce for Ranks {
    fn work(&mut self, batch: &Batch<'_>, deliver: &mut Deliver<'_>) -> Result<(), Failure> {
        let setup = Setup::new(batch.request, self.plan.at_once, self.plan.threads);
        (0..self.number()).for_each(|rank| self.order(rank, Order::Setup(setup.clone())));
        self.levels = batch.entries.len();
        self.account.is_batch = self.plan.mode == Mode::Batch;
        self.heard.fill(Instant::now());
        match self.plan.mode {
            Mode::Batch => self.deal(batch, deliver),
            Mode::Portfolio => self.race(batch, deliver),
        }
    }
}
