//! Guided search: several open lists in turn, ordered by features and novelty.
//!
//! Source: best-first width search (Lipovetzky and Geffner 2017) with the multiple queues of planners (Helmert 2006) and
//! the cyclic service of feature cells of FESS (Shoham and Schaeffer 2020). A [`Guide`] looks at every new position once
//! and describes it by a few small numbers (its features) and its atoms. Each of its queues turns that into a place: a
//! *cell*, and an order inside it. A queue serves its cells one after the other, so that effort is spread over different
//! kinds of positions; a queue with a single cell is an ordinary best-first search. The queues take turns, every node
//! is expanded once, by the queue that comes first.
//!
//! Complete as long as the guide condemns only positions without a solution. Not optimal.

use crate::guide::{Guide, Judge, Place};
use crate::open::OpenList;
use crate::plan::actions_along;
use crate::table::{NodeId, NodeTable};
use crate::{Domain, Goalward, Limit, Search, Slice, Statistics, Status};
use std::collections::HashMap;

/// The nodes of one queue.
#[derive(Default)]
struct Queue {
    open: OpenList<Place>,
    outer: u32,
    inner: HashMap<u32, u32>,
}

impl Queue {
    /// The best node of the next cell.
    fn pop(&mut self) -> Option<NodeId> {
        let after = |outer: u32, inner: u32| Place { outer, inner, order: 0 };
        let next = self.outer.checked_add(1).and_then(|outer| self.open.first_in(after(outer, 0)..));
        self.outer = next.or_else(|| self.open.first_in(..))?.outer;
        let (outer, end) = (self.outer, Place { outer: self.outer, inner: u32::MAX, order: u64::MAX });
        let served = self.inner.entry(outer).or_insert(u32::MAX);
        let later = served.checked_add(1).and_then(|inner| self.open.pop_in(after(outer, inner)..=end));
        let (place, node) = later.or_else(|| self.open.pop_in(after(outer, 0)..=end))?;
        *served = place.inner;
        Some(node)
    }
}

/// A guided search at work.
pub struct Guided<D: Domain, G> {
    domain: D,
    /// Waits here until the first step tells how much memory there is.
    guide: Option<G>,
    judge: Option<Judge<G>>,
    nodes: NodeTable<D>,
    queues: Vec<Queue>,
    turn: usize,
    state: D::State,
    statistics: Statistics,
    status: Status,
    goal: Option<NodeId>,
    /// The node expanded last.
    at_hand: Option<NodeId>,
    /// Node numbers ran out: successors were lost, so this search can never go on.
    full: bool,
}

impl<D: Domain, G: Guide<D>> Guided<D, G> {
    /// A search in `domain`.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn new(domain: D, guide: G) -> Guided<D, G> {
        Guided {
            nodes: NodeTable::new(&domain),
            state: domain.roots().into_iter().next().expect("a domain has a root"),
            queues: (0..guide.queues()).map(|_| Queue::default()).collect(),
            domain,
            guide: Some(guide),
            judge: None,
            turn: 0,
            statistics: Statistics::default(),
            status: Status::Running,
            goal: None,
            at_hand: None,
            full: false,
        }
    }

    fn begin(&mut self, guide: G, bytes: usize) {
        let judge = self.judge.insert(Judge::new(guide, bytes));
        for root in self.domain.roots() {
            if self.nodes.find(&self.domain, &root).is_none()
                && let Some(novelty) = judge.judge(&self.domain, &root)
                && let Ok(node) = self.nodes.insert(&self.domain, NodeId::NONE, 0)
            {
                for (number, queue) in self.queues.iter_mut().enumerate() {
                    queue.open.push(judge.guide.place(number, &judge.look, novelty, 0), node);
                }
                if self.domain.is_goal(&root) {
                    self.goal = Some(node);
                }
            }
        }
    }

    /// Expands the next node of the queue whose turn it is.
    fn expand_next(&mut self) -> Status {
        // Step 1. A node that no other queue has expanded already.
        let node = loop {
            self.turn = (self.turn + 1) % self.queues.len();
            match self.queues[self.turn].pop() {
                // Every node waits in every queue, so one empty queue means that all were expanded.
                None => return Status::Exhausted,
                Some(node) if !self.nodes.is_closed(node) => break node,
                Some(_) => {}
            }
        };
        self.at_hand = Some(node);
        let Guided { domain, judge, nodes, queues, state, statistics, goal, full, .. } = self;
        let judge = judge.as_mut().expect("made by the first step");
        nodes.load(domain, node, state);
        nodes.close(node);
        let cost = nodes.cost(node);
        statistics.expanded += 1;
        statistics.depth = cost;
        judge.look_at_parent(domain, state);

        // Step 2. New successors are judged and wait in every queue.
        domain.expand(state, |successor, _, step| {
            statistics.generated += 1;
            if goal.is_some() || *full || nodes.find(domain, successor).is_some() {
                return;
            }
            let reached = cost.saturating_add(step);
            let Ok(id) = nodes.insert(domain, node, reached) else {
                *full = true;
                return;
            };
            let Some(novelty) = judge.judge(domain, successor) else {
                // Dead positions are kept as well: looking at one costs more than finding it again.
                nodes.close(id);
                return;
            };
            for (number, queue) in queues.iter_mut().enumerate() {
                queue.open.push(judge.guide.place(number, &judge.look, novelty, reached), id);
            }
            if domain.is_goal(successor) {
                *goal = Some(id);
            }
        });
        if goal.is_some() {
            Status::Solved
        } else if *full {
            Status::Stopped(Limit::Memory)
        } else {
            Status::Running
        }
    }

    fn bytes(&self) -> usize {
        let queues: usize = self.queues.iter().map(|q| q.open.bytes()).sum();
        self.nodes.bytes() + queues + self.judge.as_ref().map_or(0, Judge::bytes)
    }
}

impl<D: Domain, G: Guide<D>> Search for Guided<D, G> {
    fn step(&mut self, slice: Slice) -> Status {
        if self.full || !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        if let Some(guide) = self.guide.take() {
            self.begin(guide, slice.bytes);
        }
        self.status = if self.goal.is_some() { Status::Solved } else { Status::Running };
        for _ in 0..slice.expansions {
            if self.status != Status::Running {
                break;
            }
            self.status = if self.bytes() > slice.bytes { Status::Stopped(Limit::Memory) } else { self.expand_next() };
        }
        self.statistics.stored = self.nodes.len().into();
        self.statistics.hold(self.bytes());
        self.status
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl<D: Domain, G: Guide<D>> Goalward for Guided<D, G> {
    type Domain = D;

    fn domain(&self) -> &D {
        &self.domain
    }

    fn solution(&self) -> Option<Vec<D::Action>> {
        self.goal.map(|goal| actions_along(&self.domain, &self.nodes.path(goal)))
    }
    fn best_so_far(&self) -> Option<Vec<D::Action>> {
        self.at_hand.map(|node| actions_along(&self.domain, &self.nodes.path(node)))
    }
}
