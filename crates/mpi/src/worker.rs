//! A rank at work: it takes levels, reports what comes of them, and shows that it is alive.
//!
//! Every rank has one, rank 0 too. It does not wait: it is told what arrives and asked again and again to do what is due.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use boxwright::{Cancel, Objective, Request, Statistics};
use boxwright_search::Shared;

use crate::gossip::Gossip;
use crate::message::{Answer, Done, Message, News, Number, Order, Setup, Work};
use crate::post::Post;
use crate::searchers::{Searched, Searchers, Task};

/// How often a rank says that it is alive, and tells news.
pub const BEAT: Duration = Duration::from_secs(1);

/// A rank at work.
pub struct Worker {
    /// Once rank 0 has said what there is to do.
    ready: Option<(Setup, Searchers)>,
    under_way: HashMap<Number, UnderWay>,
    beat: Instant,
}

/// A level that is being searched, or waits for a thread.
struct UnderWay {
    cancel: Cancel,
    statistics: Arc<Mutex<Statistics>>,
    race: Option<Race>,
}

/// What concerns the other ranks at work on the same level.
struct Race {
    shared: Arc<Shared>,
    /// The least cost that rank 0 knows of.
    told: u64,
    gossip: Gossip,
    objective: Objective,
}

impl Worker {
    /// A rank without work.
    #[must_use]
    pub fn new() -> Worker {
        Worker { ready: None, under_way: HashMap::new(), beat: Instant::now() }
    }

    /// Does what rank 0 says.
    ///
    /// # Errors
    /// If it cannot be done: a bug, or another version of the program.
    pub fn obey(&mut self, order: Order, post: &Post) -> Result<(), String> {
        match order {
            Order::Setup(setup) if setup.version != env!("CARGO_PKG_VERSION") => {
                let (here, there) = (env!("CARGO_PKG_VERSION"), setup.version);
                return Err(format!("this is boxwright {here}, and rank 0 is boxwright {there}"));
            }
            Order::Setup(setup) => {
                let searchers = Searchers::new(setup.at_once);
                self.ready = Some((setup, searchers));
            }
            Order::Work(work) => self.begin(&work, post)?,
            Order::Bound(level, cost) => {
                if let Some(race) = self.under_way.get_mut(&level).and_then(|level| level.race.as_mut()) {
                    race.shared.offer(cost);
                    race.told = race.told.min(cost);
                }
            }
            Order::Stop(level) => {
                if let Some(level) = self.under_way.get(&level) {
                    level.cancel.cancel();
                }
            }
            Order::Quit => self.under_way.values().for_each(|level| level.cancel.cancel()),
        }
        Ok(())
    }

    fn begin(&mut self, work: &Work, post: &Post) -> Result<(), String> {
        let (setup, searchers) = self.ready.as_ref().ok_or("a level came before the setup")?;
        let request = work.request(setup)?;
        let race = race(&request, post);
        let under_way = UnderWay { cancel: request.cancel.clone(), statistics: Arc::default(), race };
        let statistics = Arc::clone(&under_way.statistics);
        searchers.give(Task { level: work.level, board: work.read()?, request, statistics });
        self.under_way.insert(work.level, under_way);
        Ok(())
    }

    /// Takes in what another rank of a race has learnt.
    pub fn hear(&mut self, news: &News) {
        // It may be about a level that is over here.
        if let Some(race) = self.under_way.get_mut(&news.level).and_then(|level| level.race.as_mut()) {
            race.gossip.hear(&news.parcels);
        }
    }

    /// Does what is due, waiting a little for a search to end.
    ///
    /// # Errors
    /// If a search has panicked.
    pub fn work(&mut self, post: &mut Post, patience: Duration) -> Result<(), String> {
        match &self.ready {
            None => std::thread::sleep(patience),
            Some((_, searchers)) => {
                let searched = searchers.wait(patience);
                if let Some(searched) = searched {
                    self.report(searched, post)?;
                }
            }
        }
        for (&level, under_way) in &mut self.under_way {
            let Some(race) = &mut under_way.race else { continue };
            if race.objective != Objective::Any && race.shared.bound() < race.told {
                race.told = race.shared.bound();
                post.send(0, Message::Answer(Answer::Found(level, race.told)));
            }
        }
        if self.beat.elapsed() >= BEAT {
            self.beat = Instant::now();
            self.tell(post);
        }
        Ok(())
    }

    fn report(&mut self, (level, report): Searched, post: &mut Post) -> Result<(), String> {
        let report = report.map_err(|cause| format!("a search panicked: {cause}; this is a bug, please report it"))?;
        let race = self.under_way.remove(&level).and_then(|level| level.race);
        let bound = race.map_or(u64::MAX, |race| race.shared.bound());
        post.send(0, Message::Answer(Answer::Done(Box::new(Done::new(level, report, bound)))));
        Ok(())
    }

    /// Shows that it is alive, and tells news.
    fn tell(&mut self, post: &mut Post) {
        let mut progress = Vec::new();
        for (&level, under_way) in &mut self.under_way {
            let statistics = *under_way.statistics.lock().unwrap_or_else(PoisonError::into_inner);
            progress.push((level, statistics.into()));
            if let Some((to, parcels)) = under_way.race.as_mut().and_then(|race| race.gossip.round()) {
                post.send(to, Message::News(News { level, parcels }));
            }
        }
        post.send(0, Message::Answer(Answer::Beat(progress)));
    }
}

fn race(request: &Request, post: &Post) -> Option<Race> {
    let part = request.means.part.as_ref()?;
    let shared = Arc::clone(&part.shared);
    let gossip = Gossip::new(post.rank(), part.of, Arc::clone(&shared));
    Some(Race { shared, told: u64::MAX, gossip, objective: request.objective })
}
