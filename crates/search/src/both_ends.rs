//! A* from both ends: one search goes forwards, one backwards, and each ends where the other has been.
//!
//! Either of them would find the cheapest solution alone, the one by expanding whatever may be on a way to a goal that costs
//! less, the other on a way back to the beginning. Most of the time of a search that is alone goes into the last layer, among
//! positions that cost as much as the solution, where it depends on luck whether the right one comes soon. Two searches
//! that look for each other have any position of the other's for a goal instead of a few.
//!
//! Both work under a common *limit*: what no solution can be cheaper than. An end expands, nearest to the other end first,
//! what costs no more than the limit with what is estimated to be left. When one of them has nothing more of that kind,
//! the limit is raised to what it has next. The end that has done less under this limit is next, so a limit never takes
//! more than twice what the better of the two would take alone, even if the other gets lost. A solution is there when a
//! position is known from both ends; it is the cheapest when the limit has come to its cost.
//!
//! Each end proves by itself, so each may leave out what it could leave out if it were alone, and its estimate need only be
//! admissible.
//!
//! Sources: front-to-end bidirectional search (Pohl 1971; Kaindl and Kainz 1997), the limit as in NBS (Chen, Holte, Zilles and
//! Sturtevant 2017). Bounds for *pairs* of positions, one of each end (Sadhukhan 2013; Alcázar, Riddle and Barley 2020), are not
//! used yet; docs/strength/proofs.md has what they brought in a trial ("Pairs of positions, one of each end").

use crate::open::OpenList;
use crate::plan::actions_along;
use crate::table::{Full, NodeId, NodeTable};
use crate::{Cost, Domain, Heuristic, Limit, NoPast, Search, Shared, Side, Slice, Statistics, Status};
use std::sync::Arc;

/// A search from one end. A position that was reached again more cheaply waits more than once; what comes out closed is
/// outdated.
struct End<D: Domain, H> {
    domain: D,
    heuristic: H,
    nodes: NodeTable<D>,
    /// Those within the limit, by what is left.
    open: OpenList<(Cost, Cost)>,
    /// Those beyond the limit, by what they cost in total, then by what is left of that.
    later: OpenList<(Cost, Cost)>,
    /// How many were expanded under this limit.
    expanded: u64,
    state: D::State,
    nearest: Option<(Cost, NodeId)>,
}

/// Where both ends have met: what it costs, and the position as each end knows it.
#[derive(Clone, Copy, Debug)]
struct Met {
    cost: Cost,
    forward: NodeId,
    backward: NodeId,
}

impl Met {
    fn new(side: Side, cost: Cost, node: NodeId, twin: NodeId) -> Met {
        let (forward, backward) = if side == Side::Forward { (node, twin) } else { (twin, node) };
        Met { cost, forward, backward }
    }
}

/// Both searches.
pub struct BothEnds<F: Domain, B: Domain, G, H> {
    forward: End<F, G>,
    backward: End<B, H>,
    limit: Cost,
    met: Option<Met>,
    shared: Arc<Shared>,
    statistics: Statistics,
    status: Status,
    /// Node numbers ran out: successors were lost, so this search can never go on.
    full: bool,
}

impl<D: Domain, H: Heuristic<D>> End<D, H> {
    fn new(domain: D, mut heuristic: H) -> End<D, H> {
        let roots = domain.roots();
        let state = roots.first().expect("a domain has a root").clone();
        let (mut nodes, mut later) = (NodeTable::new(&domain), OpenList::new());
        for root in roots {
            if nodes.find(&domain, &root).is_none()
                && let Some(estimate) = heuristic.estimate(&domain, &root, &NoPast)
                && let Ok(node) = nodes.insert(&domain, NodeId::NONE, 0)
            {
                later.push((estimate, estimate), node);
            }
        }
        End { domain, heuristic, nodes, open: OpenList::new(), later, expanded: 0, state, nearest: None }
    }

    /// The next one within the limit.
    fn pop(&mut self) -> Option<NodeId> {
        loop {
            let (_, node) = self.open.pop()?;
            if !self.nodes.is_closed(node) {
                return Some(node);
            }
        }
    }

    /// What the cheapest costs that is beyond the limit.
    fn beyond(&self) -> Option<Cost> {
        self.later.first_in(..).map(|(total, _)| total)
    }

    fn raise(&mut self, limit: Cost) {
        self.expanded = 0;
        while let Some(((total, estimate), node)) = self.later.pop_in(..=(limit, Cost::MAX)) {
            self.open.push((estimate, total), node);
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes() + self.later.bytes()
    }
}

/// What is the same for both ends while one position is expanded.
struct Work<'a> {
    side: Side,
    limit: Cost,
    /// What is not cheaper than this is of no use.
    bound: u64,
    met: &'a mut Option<Met>,
    statistics: &'a mut Statistics,
    full: &'a mut bool,
}

/// Expands the next position of an end, or tells that there is none within the limit.
fn expand_next<D, H, O>(end: &mut End<D, H>, other: &NodeTable<O>, work: &mut Work<'_>) -> bool
where
    D: Domain,
    H: Heuristic<D>,
    O: Domain,
{
    let Some(node) = end.pop() else { return false };
    let End { domain, heuristic, nodes, open, later, expanded, state, nearest } = end;
    nodes.load(domain, node, state);
    let cost = nodes.cost(node);
    nodes.close(node);
    *expanded += 1;
    work.statistics.expanded += 1;
    work.statistics.depth = cost;
    heuristic.enter(domain, state);
    domain.expand(state, |successor, _, step| {
        work.statistics.generated += 1;
        // Step 1. Is it of any use?
        let reached = cost.saturating_add(step);
        let known = nodes.find(domain, successor);
        if *work.full || known.is_some_and(|known| nodes.cost(known) <= reached) {
            return;
        }
        let Some(estimate) = heuristic.estimate(domain, successor, &nodes.past(node)) else { return };
        let total = reached.saturating_add(estimate);
        if u64::from(total) >= work.bound {
            return;
        }

        // Step 2. It is stored, or reached more cheaply than before.
        let id = match known.map_or_else(|| nodes.insert(domain, node, reached), Ok) {
            Ok(id) => id,
            Err(Full) => {
                *work.full = true;
                return;
            }
        };
        if known.is_some() {
            nodes.reopen(id, node, reached);
        }
        if total <= work.limit {
            open.push((estimate, total), id);
        } else {
            later.push((total, estimate), id);
        }
        if nearest.is_none_or(|(known, _)| estimate < known) {
            *nearest = Some((estimate, id));
        }

        // Step 3. Has the other end been there?
        if let Some(twin) = nodes.find_last_in(other) {
            let whole = reached.saturating_add(other.cost(twin));
            if u64::from(whole) < work.bound {
                *work.met = Some(Met::new(work.side, whole, id, twin));
                work.bound = whole.into();
            }
        }
    });
    true
}

impl<F: Domain, B: Domain, G: Heuristic<F>, H: Heuristic<B>> BothEnds<F, B, G, H> {
    /// A search from the roots of one domain to those of another, in which every action undoes one of the first. Both pack
    /// positions in the same way and have the same keys for them; what they call a goal is not asked. The estimates, to the
    /// roots of the other, must be admissible.
    ///
    /// # Panics
    /// If a domain has no root.
    pub fn new(forward: (F, G), backward: (B, H)) -> BothEnds<F, B, G, H> {
        let (forward, mut backward) = (End::new(forward.0, forward.1), End::new(backward.0, backward.1));
        assert_eq!(forward.domain.packed_bits(), backward.domain.packed_bits(), "both ends know the same positions");
        // Both may begin at the same position.
        let mut met = None;
        for root in backward.domain.roots() {
            if let Some(node) = backward.nodes.find(&backward.domain, &root)
                && let Some(twin) = backward.nodes.find_last_in(&forward.nodes)
            {
                met = Some(Met::new(Side::Backward, 0, node, twin));
            }
        }
        BothEnds {
            forward,
            backward,
            limit: 0,
            met,
            shared: Arc::default(),
            statistics: Statistics::default(),
            status: Status::Running,
            full: false,
        }
    }

    /// Shares what it proves with others, and what they found.
    #[must_use]
    pub fn sharing(mut self, shared: Arc<Shared>) -> BothEnds<F, B, G, H> {
        self.shared = shared;
        self
    }

    /// The domains of both ends.
    #[must_use]
    pub fn domains(&self) -> (&F, &B) {
        (&self.forward.domain, &self.backward.domain)
    }

    /// The first half of the solution, from the beginning to where both met, once solved.
    #[must_use]
    pub fn first_half(&self) -> Option<Vec<F::Action>> {
        let met = self.met.filter(|_| self.status == Status::Solved)?;
        Some(actions_along(&self.forward.domain, &self.forward.nodes.path(met.forward)))
    }

    /// The second half, the wrong way round: backwards from an end to where both met.
    #[must_use]
    pub fn second_half(&self) -> Option<Vec<B::Action>> {
        let met = self.met.filter(|_| self.status == Status::Solved)?;
        Some(actions_along(&self.backward.domain, &self.backward.nodes.path(met.backward)))
    }

    /// The actions from the beginning to the most promising position so far.
    #[must_use]
    pub fn best_so_far(&self) -> Option<Vec<F::Action>> {
        let (_, node) = self.forward.nearest?;
        Some(actions_along(&self.forward.domain, &self.forward.nodes.path(node)))
    }

    /// What a solution must be cheaper than to be of any use.
    fn bound(&self) -> u64 {
        self.met.map_or(u64::MAX, |met| met.cost.into()).min(self.shared.bound())
    }

    /// Expands one position, after the limit was raised as far as it must be, or finds that there is nothing left to do.
    fn go_on(&mut self) -> Status {
        loop {
            let bound = self.bound();
            if bound <= self.limit.into() {
                // Either that is what was found here, or what is left is not better than what others know.
                let is_ours = self.met.is_some_and(|met| u64::from(met.cost) == bound);
                return if is_ours { Status::Solved } else { Status::Exhausted };
            }
            let BothEnds { forward, backward, met, statistics, full, .. } = self;
            let is_forward = forward.expanded <= backward.expanded;
            let side = if is_forward { Side::Forward } else { Side::Backward };
            let mut work = Work { side, limit: self.limit, bound, met, statistics, full };
            let (expanded, beyond) = if is_forward {
                (expand_next(forward, &backward.nodes, &mut work), forward.beyond())
            } else {
                (expand_next(backward, &forward.nodes, &mut work), backward.beyond())
            };
            if expanded {
                return if self.full { Status::Stopped(Limit::Memory) } else { Status::Running };
            }
            // An end that has seen everything proves that there is nothing better than what is known, if anything is.
            match beyond.or_else(|| Cost::try_from(bound).ok()) {
                Some(next) => self.raise(next),
                None => return Status::Exhausted,
            }
        }
    }

    /// Nothing is cheaper than `next`.
    fn raise(&mut self, next: Cost) {
        self.limit = next;
        self.statistics.lower_bound = self.limit.min(Cost::try_from(self.bound()).unwrap_or(Cost::MAX));
        self.shared.prove(self.statistics.lower_bound.into());
        self.forward.raise(next);
        self.backward.raise(next);
    }

    fn bytes(&self) -> usize {
        self.forward.bytes() + self.backward.bytes()
    }
}

impl<F: Domain, B: Domain, G: Heuristic<F>, H: Heuristic<B>> Search for BothEnds<F, B, G, H> {
    fn step(&mut self, slice: Slice) -> Status {
        // A search that ran into a memory limit goes on if the next slice allows more.
        if self.full || !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        self.status = Status::Running;
        for _ in 0..slice.expansions {
            if self.status != Status::Running {
                break;
            }
            self.status = if self.bytes() > slice.bytes { Status::Stopped(Limit::Memory) } else { self.go_on() };
        }
        self.statistics.stored = u64::from(self.forward.nodes.len()) + u64::from(self.backward.nodes.len());
        self.statistics.nearest = self.forward.nearest.map(|(estimate, _)| estimate);
        self.statistics.hold(self.bytes());
        self.status
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}
