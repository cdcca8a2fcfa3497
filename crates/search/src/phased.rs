//! Phase search: greedy, by a judge who remembers how far a path has got.
//!
//! Every position has a score, less being better, and a note, which says how far the path has got that led to it first: what
//! was achieved once may not show any more in the position alone. The position with the best score is next, among equals the
//! newest. A judge may be wrong for long about what is best, so one of so many picks takes the next score in turn instead,
//! from the best to the worst and over again.
//! Nothing but dead positions is thrown away, so the search is complete. Deterministic.
//!
//! Source: the search of YASS (B. Damgaard) once it has a packing order.

use crate::open::OpenList;
use crate::plan::actions_along;
use crate::table::{NodeId, NodeTable};
use crate::{Domain, Goalward, Limit, Search, Slice, Statistics, Status, Visitor};

/// What a judge remembers of a path.
pub type Note = u32;

/// Says how good positions are.
pub trait Referee<D: Domain> {
    /// Looks at a position with this note whose successors are judged next.
    fn enter(&mut self, domain: &D, state: &D::State, note: Note);

    /// The note, of at most 31 bits, and the score of a successor (or a root, without action).
    fn judge(&mut self, domain: &D, state: &D::State, action: Option<D::Action>) -> (Note, u32);
}

/// One of so many picks is from the next score in turn.
const TURN: u64 = 8;

/// A phase search at work.
pub struct Phased<D: Domain, R> {
    domain: D,
    referee: R,
    /// What the judge remembers is where other searches have the cost.
    nodes: NodeTable<D>,
    open: OpenList<u32>,
    /// The score that had its turn last.
    turn: u32,
    picks: u64,
    visitor: Visitor,
    state: D::State,
    statistics: Statistics,
    status: Status,
    goal: Option<NodeId>,
    nearest: Option<(NodeId, u32)>,
    is_full: bool,
}

impl<D: Domain, R: Referee<D>> Phased<D, R> {
    /// A search in `domain`.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn new(domain: D, referee: R) -> Phased<D, R> {
        let roots = domain.roots();
        let mut search = Phased {
            nodes: NodeTable::new(&domain),
            state: roots.first().expect("a domain has a root").clone(),
            domain,
            referee,
            open: OpenList::new(),
            turn: 0,
            picks: 0,
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
            let (note, score) = search.referee.judge(&search.domain, &root, None);
            if let Ok(node) = search.nodes.insert(&search.domain, NodeId::NONE, note) {
                search.open.push(score, node);
                if search.domain.is_goal(&root) {
                    search.goal = Some(node);
                }
            }
        }
        search
    }

    /// Looks for positions that searches from the other end have found.
    #[must_use]
    pub fn meeting(mut self, visitor: Visitor) -> Phased<D, R> {
        self.visitor = visitor;
        self
    }

    fn pick(&mut self) -> Option<(u32, NodeId)> {
        self.picks += 1;
        if self.picks.is_multiple_of(TURN) {
            let next = self.open.pop_in(self.turn.saturating_add(1)..).or_else(|| self.open.pop());
            let (score, node) = next?;
            self.turn = score;
            return Some((score, node));
        }
        self.open.pop()
    }

    /// Expands the position whose turn it is.
    fn work(&mut self) -> Status {
        if self.is_full {
            return Status::Stopped(Limit::Memory);
        }
        let Some((score, node)) = self.pick() else { return Status::Exhausted };
        let Phased { domain, referee, nodes, open, state, visitor, statistics, goal, nearest, is_full, .. } = self;
        nodes.load(domain, node, state);
        statistics.expanded += 1;
        visitor.expands(|| domain.key(state));
        referee.enter(domain, state, nodes.cost(node));
        let generated = statistics.generated;
        domain.expand(state, |successor, action, _| {
            statistics.generated += 1;
            if goal.is_some() || *is_full || nodes.find(domain, successor).is_some() {
                return;
            }
            let (note, score) = referee.judge(domain, successor, Some(action));
            let Ok(id) = nodes.insert(domain, node, note) else {
                *is_full = true;
                return;
            };
            open.push(score, id);
            visitor.generates(|| domain.key(successor));
            if domain.is_goal(successor) {
                *goal = Some(id);
            }
        });
        // What has no successor is dead, however good it looks.
        if statistics.generated > generated && nearest.is_none_or(|(_, best)| score < best) {
            *nearest = Some((node, score));
            statistics.nearest = Some(score);
        }
        match self.goal {
            Some(_) => Status::Solved,
            None if self.is_full => Status::Stopped(Limit::Memory),
            None => Status::Running,
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }
}

impl<D: Domain, R: Referee<D>> Search for Phased<D, R> {
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

impl<D: Domain, R: Referee<D>> Goalward for Phased<D, R> {
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
