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

use crate::novelty::{Atom, Novelty};
use crate::open::OpenList;
use crate::plan::actions_along;
use crate::table::{NodeId, NodeTable};
use crate::{Cost, Domain, Goalward, Limit, Search, Slice, Statistics, Status};
use std::collections::HashMap;

/// What a guide says of a position.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Small numbers, in the guide's own order.
    pub features: [u32; 8],
    /// The atoms, ascending.
    pub atoms: Vec<Atom>,
    /// Atoms that count for novelty 1 only.
    pub single: Vec<Atom>,
    /// Positions are compared with those of the same partition.
    pub partition: u64,
}

/// Where a position waits in a queue. Cells are served in turn: first the outer ones, in each of them the inner ones;
/// inside a cell the smallest order comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// The outer cell.
    pub outer: u32,
    /// The inner cell.
    pub inner: u32,
    /// Smaller is better.
    pub order: u64,
}

/// Knows the game.
pub trait Guide<D: Domain> {
    /// Describes a position; `false` if it provably has no solution.
    fn look(&mut self, domain: &D, state: &D::State, look: &mut Look) -> bool;

    /// How many queues there are.
    fn queues(&self) -> usize;

    /// Where a position waits in a queue.
    fn place(&self, queue: usize, look: &Look, novelty: u32, cost: Cost) -> Place;
}

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
    guide: G,
    nodes: NodeTable<D>,
    queues: Vec<Queue>,
    turn: usize,
    novelty: Option<Novelty>,
    state: D::State,
    parent_look: Look,
    look: Look,
    changed: Vec<Atom>,
    statistics: Statistics,
    status: Status,
    goal: Option<NodeId>,
    full: bool,
}

/// The share of the memory that is used to remember what has been seen, and the most of it.
const NOVELTY_SHARE: usize = 8;
const NOVELTY_BYTES: usize = 128 << 20;

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
            guide,
            turn: 0,
            novelty: None,
            parent_look: Look::default(),
            look: Look::default(),
            changed: Vec::new(),
            statistics: Statistics::default(),
            status: Status::Running,
            goal: None,
            full: false,
        }
    }

    fn begin(&mut self, bytes: usize) {
        let mut novelty = Novelty::new(NOVELTY_BYTES.min(bytes / NOVELTY_SHARE));
        for root in self.domain.roots() {
            if self.nodes.find(&self.domain, &root).is_some() || !self.guide.look(&self.domain, &root, &mut self.look) {
                continue;
            }
            let Ok(node) = self.nodes.insert(&self.domain, NodeId::NONE, 0) else { continue };
            let Look { atoms, single, partition, .. } = &self.look;
            let novel = novelty.judge(*partition, atoms, atoms, single);
            for (number, queue) in self.queues.iter_mut().enumerate() {
                queue.open.push(self.guide.place(number, &self.look, novel, 0), node);
            }
            if self.domain.is_goal(&root) {
                self.goal = Some(node);
            }
        }
        self.novelty = Some(novelty);
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
        let Guided { domain, guide, nodes, queues, novelty, state, parent_look, look, changed, statistics, .. } = self;
        let novelty = novelty.as_mut().expect("made by the first step");
        nodes.load(domain, node, state);
        nodes.close(node);
        let cost = nodes.cost(node);
        statistics.expanded += 1;
        statistics.depth = cost;

        // Step 2. Its own look, to tell what changes.
        guide.look(domain, state, parent_look);

        // Step 3. New successors are looked at, judged, and wait in every queue.
        let (goal, full) = (&mut self.goal, &mut self.full);
        domain.expand(state, |successor, _, step| {
            statistics.generated += 1;
            if goal.is_some() || *full || nodes.find(domain, successor).is_some() {
                return;
            }
            let alive = guide.look(domain, successor, look);
            let reached = cost.saturating_add(step);
            let Ok(id) = nodes.insert(domain, node, reached) else {
                *full = true;
                return;
            };
            if !alive {
                // Dead positions are kept as well: looking at one costs more than finding it again.
                nodes.close(id);
                return;
            }
            changed.clear();
            if look.partition == parent_look.partition {
                changed.extend(look.atoms.iter().filter(|a| parent_look.atoms.binary_search(a).is_err()));
            } else {
                changed.extend(&look.atoms);
            }
            let novel = novelty.judge(look.partition, &look.atoms, changed, &look.single);
            for (number, queue) in queues.iter_mut().enumerate() {
                queue.open.push(guide.place(number, look, novel, reached), id);
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
        self.nodes.bytes() + queues + self.novelty.as_ref().map_or(0, Novelty::bytes)
    }
}

impl<D: Domain, G: Guide<D>> Search for Guided<D, G> {
    fn step(&mut self, slice: Slice) -> Status {
        if self.full || !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        if self.novelty.is_none() {
            self.begin(slice.bytes);
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
}
