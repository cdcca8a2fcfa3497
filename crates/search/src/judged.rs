//! Judged search: greedy, by a judge who may remember how far a path has got.
//!
//! Every position has a score and a note. The score says where it waits ([`Frontier`]); the note says how far the path
//! has got that led to it first: what was achieved once may not show any more in the position alone.
//! Nothing but dead positions is thrown away, so the search is complete. Deterministic.

use crate::frontier::Frontier;
use crate::plan::actions_along;
use crate::table::{NodeId, NodeTable};
use crate::{Domain, Goalward, Limit, Search, Slice, Statistics, Status, Visitor};

/// What a judge remembers of a path.
pub type Note = u32;

/// Says how good positions are.
pub trait Referee<D: Domain> {
    /// What it says of a position.
    type Score: Copy;

    /// Looks at a position with this note whose successors are judged next.
    fn enter(&mut self, domain: &D, state: &D::State, note: Note);

    /// The note, of at most 31 bits, and the score of a successor (or a root, without action); `None` if it provably has no
    /// solution.
    fn judge(&mut self, domain: &D, state: &D::State, action: Option<D::Action>) -> Option<(Note, Self::Score)>;

    /// Bytes held.
    fn bytes(&self) -> usize {
        0
    }
}

/// A judged search at work.
pub struct Judged<D: Domain, R, F> {
    domain: D,
    referee: R,
    /// What the judge remembers is where other searches have the cost.
    nodes: NodeTable<D>,
    frontier: F,
    visitor: Visitor,
    state: D::State,
    statistics: Statistics,
    status: Status,
    goal: Option<NodeId>,
    nearest: Option<(NodeId, u32)>,
    is_full: bool,
}

impl<D: Domain, R: Referee<D>, F: Frontier<Score = R::Score>> Judged<D, R, F> {
    /// A search in `domain`; the frontier, empty yet, says whose turn it is.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn new(domain: D, referee: R, frontier: F) -> Judged<D, R, F> {
        let roots = domain.roots();
        let mut search = Judged {
            nodes: NodeTable::new(&domain),
            state: roots.first().expect("a domain has a root").clone(),
            domain,
            referee,
            frontier,
            visitor: Visitor::default(),
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
            let Some((note, score)) = search.referee.judge(&search.domain, &root, None) else { continue };
            if let Ok(node) = search.nodes.insert(&search.domain, NodeId::NONE, note) {
                search.frontier.push(score, node);
                if search.domain.is_goal(&root) {
                    search.goal = Some(node);
                }
            }
        }
        search
    }

    /// Looks for positions that searches from the other end have found.
    #[must_use]
    pub fn meeting(mut self, visitor: Visitor) -> Judged<D, R, F> {
        self.visitor = visitor;
        self
    }

    /// Expands the position whose turn it is.
    fn work(&mut self) -> Status {
        if self.is_full {
            return Status::Stopped(Limit::Memory);
        }
        let Judged { domain, referee, nodes, frontier, state, visitor, statistics, goal, nearest, is_full, .. } = self;
        let next = std::iter::from_fn(|| frontier.pop()).find(|&(_, node)| !nodes.is_closed(node));
        let Some((distance, node)) = next else { return Status::Exhausted };
        nodes.load_after_parent(domain, node, state);
        statistics.expanded += 1;
        visitor.expands(|| domain.key(state));
        referee.enter(domain, state, nodes.cost(node));
        nodes.close(node);
        let generated = statistics.generated;
        domain.expand(state, |successor, action, _| {
            statistics.generated += 1;
            if goal.is_some() || *is_full || nodes.find(domain, successor).is_some() {
                return;
            }
            let Some((note, score)) = referee.judge(domain, successor, Some(action)) else { return };
            let Ok(id) = nodes.insert(domain, node, note) else {
                *is_full = true;
                return;
            };
            frontier.push(score, id);
            visitor.generates(|| domain.key(successor));
            if domain.is_goal(successor) {
                *goal = Some(id);
            }
        });
        // What has no successor is dead, however good it looks.
        if statistics.generated > generated && nearest.is_none_or(|(_, best)| distance < best) {
            *nearest = Some((node, distance));
            statistics.nearest = Some(distance);
        }
        match self.goal {
            Some(_) => Status::Solved,
            None if self.is_full => Status::Stopped(Limit::Memory),
            None => Status::Running,
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.frontier.bytes() + self.referee.bytes()
    }
}

impl<D: Domain, R: Referee<D>, F: Frontier<Score = R::Score>> Search for Judged<D, R, F> {
    fn step(&mut self, slice: Slice) -> Status {
        if !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        self.status = if self.goal.is_some() { Status::Solved } else { Status::Running };
        for _ in 0..slice.expansions {
            if self.status != Status::Running {
                break;
            }
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

impl<D: Domain, R: Referee<D>, F: Frontier<Score = R::Score>> Goalward for Judged<D, R, F> {
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
