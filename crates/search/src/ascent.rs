//! Ascent: a tree that is climbed where the value of positions is best.
//!
//! Every position is in the tree once, below the one that led to it first. A position has a value, which an [`Evaluator`]
//! gives it when it is generated; one that was expanded is worth as much as the best of its children. The next position to
//! be expanded is found by going from the root to the best child, again and again, until there are none; but every
//! (n+1)-th visit of a position goes to its next child in turn, whatever that is worth. So a good value leads straight
//! on, and a bad one misleads only for so long: the deviations happen at every depth of the tree, not at its tips alone.
//!
//! Leaves that turn out to be dead are taken out, and positions all of whose children are gone go with them. Nothing else
//! is thrown away, and children are taken in turn, so the search is complete. Deterministic.
//!
//! Source: Shoham and Elidan 2021 ("Solving Sokoban with forward-backward reinforcement learning"); n is there the
//! number of boxes, the longer a solution is the rarer must deviations be.
//! Cost besides that of the positions: a look at all children of the positions on one way down.

use crate::plan::actions_along;
use crate::table::column::Column;
use crate::table::{NodeId, NodeTable};
use crate::{Domain, Goalward, Limit, Search, Slice, Statistics, Status, Visitor};

/// Says what positions are worth.
pub trait Evaluator<D: Domain> {
    /// Looks at a position whose successors are evaluated next.
    fn enter(&mut self, domain: &D, state: &D::State);

    /// What a successor (or a root, without action) is worth, a finite number, more being better; `None` if it provably has
    /// no solution.
    fn value(&mut self, domain: &D, state: &D::State, action: Option<D::Action>) -> Option<f32>;

    /// Whether a position about to be expanded provably has no solution; this may take a while.
    fn is_dead(&mut self, domain: &D, state: &D::State) -> bool;
}

/// What has become of a position in the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fate {
    /// It waits to be expanded.
    Waiting {
        /// What the evaluator said.
        value: f32,
    },
    /// It was found to be dead when its turn came.
    Dead,
    /// It was expanded.
    Expanded,
    /// It is the goal that ended the search.
    Goal,
}

/// The value of what is gone: dead, or without a leaf below it.
const GONE: f32 = f32::NEG_INFINITY;

/// The place of a leaf among the inner positions, and of one that was found to be dead.
const LEAF: u32 = u32::MAX;
const DEAD: u32 = u32::MAX - 1;

/// An expanded position. Its children have consecutive numbers, since only positions that are new become children.
struct Inner {
    first: u32,
    children: u32,
    /// The best of the children, as an offset.
    best: u32,
    /// The child that had the last deviation.
    cursor: u32,
    visits: u32,
}

impl Inner {
    fn new(first: u32, children: u32) -> Inner {
        // The first deviation goes to the first child.
        Inner { first, children, best: 0, cursor: children.saturating_sub(1), visits: 0 }
    }
}

/// An ascent at work.
pub struct Ascent<D: Domain, E> {
    domain: D,
    evaluator: E,
    nodes: NodeTable<D>,
    /// Of each node: its own value while it is a leaf, then that of its best child.
    values: Column<f32>,
    /// Of each node: its place in `inner`.
    places: Column<u32>,
    /// The first has the roots as its children and is no node.
    inner: Column<Inner>,
    /// One of so many visits deviates.
    period: u32,
    visitor: Visitor,
    state: D::State,
    /// The way down: places, and the node that each belongs to.
    way: Vec<(u32, NodeId)>,
    statistics: Statistics,
    status: Status,
    goal: Option<NodeId>,
    /// The node with the best value, and that value.
    nearest: Option<(NodeId, f32)>,
    /// Whether a position could not be stored: the tree is not whole any more.
    is_full: bool,
}

impl<D: Domain, E: Evaluator<D>> Ascent<D, E> {
    /// A search in `domain` in which one of n+1 visits of a position deviates from the best child.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn new(domain: D, evaluator: E, n: u32) -> Ascent<D, E> {
        let roots = domain.roots();
        let mut search = Ascent {
            nodes: NodeTable::new(&domain),
            state: roots.first().expect("a domain has a root").clone(),
            domain,
            evaluator,
            values: Column::new(),
            places: Column::new(),
            inner: Column::new(),
            period: n.saturating_add(1),
            visitor: Visitor::default(),
            way: Vec::new(),
            statistics: Statistics::default(),
            status: Status::Running,
            goal: None,
            nearest: None,
            is_full: false,
        };
        for root in roots {
            if search.nodes.find(&search.domain, &root).is_some() {
                continue;
            }
            let Some(value) = search.evaluator.value(&search.domain, &root, None) else { continue };
            if let Ok(node) = search.nodes.insert(&search.domain, NodeId::NONE, 0) {
                search.values.push(value);
                search.places.push(LEAF);
                if search.domain.is_goal(&root) {
                    search.goal = Some(node);
                }
            }
        }
        search.inner.push(Inner::new(0, search.nodes.len()));
        search.back_up(0);
        search
    }

    /// Looks for positions that searches from the other end have found.
    #[must_use]
    pub fn meeting(mut self, visitor: Visitor) -> Ascent<D, E> {
        self.visitor = visitor;
        self
    }

    /// All positions of the tree in the order in which they were generated: parents before their children.
    pub fn tree(&self) -> impl Iterator<Item = (NodeId, Fate)> + '_ {
        (0..self.nodes.len()).map(|id| {
            let fate = match *self.places.get(id) {
                _ if self.goal == Some(NodeId(id)) => Fate::Goal,
                LEAF => Fate::Waiting { value: *self.values.get(id) },
                DEAD => Fate::Dead,
                _ => Fate::Expanded,
            };
            (NodeId(id), fate)
        })
    }

    /// The position above one in the tree, [`NodeId::NONE`] for a root.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes.parent(node)
    }

    /// Makes `state` a position of the tree.
    pub fn load(&self, node: NodeId, state: &mut D::State) {
        self.nodes.load(&self.domain, node, state);
    }

    /// Expands the leaf whose turn it is.
    fn work(&mut self) -> Status {
        if self.is_full {
            return Status::Stopped(Limit::Memory);
        }
        let Some(leaf) = self.descend() else { return Status::Exhausted };
        self.nodes.load_after_parent(&self.domain, leaf, &mut self.state);
        if self.evaluator.is_dead(&self.domain, &self.state) {
            self.statistics.dead += 1;
            *self.places.get_mut(leaf.0) = DEAD;
            *self.values.get_mut(leaf.0) = GONE;
        } else {
            self.expand(leaf);
        }
        self.ascend();
        match self.goal {
            Some(_) => Status::Solved,
            None if self.is_full => Status::Stopped(Limit::Memory),
            None => Status::Running,
        }
    }

    /// The leaf whose turn it is; the way to it is noted. None if everything is gone.
    fn descend(&mut self) -> Option<NodeId> {
        self.way.clear();
        let (mut place, mut node) = (0, NodeId::NONE);
        loop {
            self.way.push((place, node));
            let one = self.inner.get_mut(place);
            if one.children == 0 || *self.values.get(one.first + one.best) == GONE {
                return None;
            }
            one.visits = one.visits.wrapping_add(1);
            let child = if one.visits.is_multiple_of(self.period) {
                let values = &self.values;
                let turn = (1..=one.children).map(|step| (one.cursor + step) % one.children);
                one.cursor = turn.into_iter().find(|child| *values.get(one.first + child) != GONE)?;
                one.cursor
            } else {
                one.best
            };
            node = NodeId(one.first + child);
            match *self.places.get(node.0) {
                LEAF => return Some(node),
                inner => place = inner,
            }
        }
    }

    /// Tells the positions on the way back what they are worth now.
    fn ascend(&mut self) {
        self.statistics.depth = self.way.len() as u32 - 1;
        while let Some((place, node)) = self.way.pop() {
            let value = self.back_up(place);
            if node == NodeId::NONE || *self.values.get(node.0) == value {
                return;
            }
            *self.values.get_mut(node.0) = value;
        }
    }

    /// Finds the best child, the first of equals; returns its value.
    fn back_up(&mut self, place: u32) -> f32 {
        let one = self.inner.get_mut(place);
        let mut best = GONE;
        for child in 0..one.children {
            let value = *self.values.get(one.first + child);
            if value > best {
                (best, one.best) = (value, child);
            }
        }
        best
    }

    /// Generates the children of the state at hand, which is `leaf`.
    fn expand(&mut self, leaf: NodeId) {
        let Ascent { domain, evaluator, nodes, values, places, state, visitor, statistics, .. } = self;
        let (goal, nearest, is_full) = (&mut self.goal, &mut self.nearest, &mut self.is_full);
        statistics.expanded += 1;
        visitor.expands(|| domain.key(state));
        evaluator.enter(domain, state);
        let first = nodes.len();
        domain.expand(state, |successor, action, _| {
            statistics.generated += 1;
            if goal.is_some() || *is_full || nodes.find(domain, successor).is_some() {
                return;
            }
            let Some(value) = evaluator.value(domain, successor, Some(action)) else { return };
            let Ok(id) = nodes.insert(domain, leaf, 0) else {
                *is_full = true;
                return;
            };
            values.push(value);
            places.push(LEAF);
            visitor.generates(|| domain.key(successor));
            if domain.is_goal(successor) {
                *goal = Some(id);
            }
            if nearest.is_none_or(|(_, best)| value > best) {
                *nearest = Some((id, value));
            }
        });
        let place = self.inner.len();
        self.inner.push(Inner::new(first, self.nodes.len() - first));
        *self.places.get_mut(leaf.0) = place;
        // Its value follows from its children's, like that of everything above it.
        *self.values.get_mut(leaf.0) = self.back_up(place);
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.values.bytes() + self.places.bytes() + self.inner.bytes()
    }
}

impl<D: Domain, E: Evaluator<D>> Search for Ascent<D, E> {
    fn step(&mut self, slice: Slice) -> Status {
        if !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        self.status = if self.goal.is_some() { Status::Solved } else { Status::Running };
        let end = self.statistics.expanded.saturating_add(slice.expansions);
        let mut idle = 0_u32;
        while self.status == Status::Running && self.statistics.expanded < end && idle < 1 << 12 {
            idle += 1;
            self.status = if self.bytes() > slice.bytes { Status::Stopped(Limit::Memory) } else { self.work() };
        }
        self.statistics.stored = self.nodes.len().into();
        self.statistics.hold(self.bytes());
        self.status
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl<D: Domain, E: Evaluator<D>> Goalward for Ascent<D, E> {
    type Domain = D;

    fn domain(&self) -> &D {
        &self.domain
    }

    fn solution(&self) -> Option<Vec<D::Action>> {
        self.goal.map(|goal| actions_along(&self.domain, &self.nodes.path(goal)))
    }

    fn path_to(&self, key: u64) -> Option<Vec<D::Action>> {
        self.nodes.find_key(&self.domain, key).map(|node| actions_along(&self.domain, &self.nodes.path(node)))
    }

    fn best_so_far(&self) -> Option<Vec<D::Action>> {
        self.nearest.map(|(node, _)| actions_along(&self.domain, &self.nodes.path(node)))
    }
}
