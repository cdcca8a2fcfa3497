//! One engine for every search that keeps an open list and a table of known states.
//!
//! Breadth-first search, A* (Hart, Nilsson, Raphael 1968), weighted A* (Pohl 1970), greedy best-first search
//! ("CBFS" in the GroupEffort paper: always the smallest estimate; complete, because nothing is ever thrown away) and
//! depth-first search differ in one thing only: which open node comes next. That is an [`Order`].
//!
//! Ties in priority go to the smaller estimate, then to the newer node; depth-first search takes the successors of a node
//! in the order of their estimates. In A* a node found again by a cheaper path is
//! reopened, so it is optimal with any admissible heuristic, consistent or not. Weighted A* expands every node once:
//! with a consistent heuristic its solutions still cost at most weight times the optimum (Likhachev, Gordon, Thrun
//! 2003), and reopening multiplies the work (on Microban 153 every state was expanded almost three times).
//!
//! An estimate may learn on the way. A node that was estimated before the last lesson is estimated again when its turn has
//! come, and waits on if that makes it worse.

use crate::dead_ends::DeadEnds;
use crate::open::OpenList;
use crate::plan::actions_along;
use crate::table::{Full, NodeId, NodeTable};
use crate::{Cost, Domain, Goalward, Heuristic, Limit, NoPast, Search, Shared, Slice, Statistics, Status, Visitor};
use std::sync::Arc;

/// Which open node comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The smallest `path × cost so far + estimate × estimated rest`.
    Weighted {
        /// Weight of the cost so far.
        path: u32,
        /// Weight of the estimate.
        estimate: u32,
    },
    /// The newest: depth-first.
    Newest,
}

impl Order {
    /// The cheapest path first; with unit costs that is breadth-first search.
    pub const BREADTH_FIRST: Order = Order::Weighted { path: 1, estimate: 0 };
    /// A*.
    pub const A_STAR: Order = Order::Weighted { path: 1, estimate: 1 };
    /// Always the smallest estimate.
    pub const GREEDY: Order = Order::Weighted { path: 0, estimate: 1 };

    /// The priority and, among equals, the tie-break.
    fn key(self, cost: Cost, estimate: Cost) -> (u32, u32) {
        match self {
            Order::Weighted { path, estimate: weight } => {
                (cost.saturating_mul(path).saturating_add(estimate.saturating_mul(weight)), estimate)
            }
            Order::Newest => (0, 0),
        }
    }

    /// Whether the first solution met is as good as this order can promise, so that it need not wait in the open list.
    fn accepts_at_generation(self, unit_cost: bool) -> bool {
        match self {
            Order::Weighted { path: 0, .. } | Order::Newest => true,
            Order::Weighted { estimate, .. } => estimate == 0 && unit_cost,
        }
    }

    /// Whether priorities are lower bounds, given an admissible heuristic.
    fn bounds(self) -> bool {
        matches!(self, Order::Weighted { path: 1, estimate: 0 | 1 })
    }
}

/// A best-first search at work.
pub struct BestFirst<D: Domain, H> {
    domain: D,
    heuristic: H,
    order: Order,
    admissible: bool,
    nodes: NodeTable<D>,
    /// By priority, then estimate.
    open: OpenList<(u32, u32)>,
    /// The last node's successors, for depth-first search to be sorted.
    fresh: Vec<(Cost, NodeId)>,
    dead_ends: Option<DeadEnds>,
    shared: Arc<Shared>,
    visitor: Visitor,
    /// Whether something was left out because others said it is dead.
    hearsay: bool,
    /// Nodes below this number were estimated before the estimate learned something.
    outdated: u32,
    /// Whether the next node to be expanded is being looked for, which may take many turns after a lesson.
    searching: bool,
    state: D::State,
    statistics: Statistics,
    status: Status,
    goal: Option<NodeId>,
    /// The node with the smallest estimate.
    nearest: Option<NodeId>,
    /// Node numbers ran out: successors were lost, so this search can never go on.
    full: bool,
}

impl<D: Domain, H: Heuristic<D>> BestFirst<D, H> {
    /// A search in `domain`. `admissible` says that the heuristic never overestimates; only then are lower bounds
    /// reported.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn new(domain: D, heuristic: H, order: Order, admissible: bool) -> BestFirst<D, H> {
        let roots = domain.roots();
        let mut search = BestFirst {
            nodes: NodeTable::new(&domain),
            state: roots.first().expect("a domain has a root").clone(),
            domain,
            heuristic,
            order,
            admissible,
            open: OpenList::new(),
            fresh: Vec::new(),
            dead_ends: None,
            shared: Arc::default(),
            visitor: Visitor::default(),
            hearsay: false,
            outdated: 0,
            searching: false,
            statistics: Statistics::default(),
            status: Status::Running,
            goal: None,
            nearest: None,
            full: false,
        };
        for root in roots {
            search.add_root(&root);
        }
        search
    }

    /// Also finds out which of its positions are dead because all their successors are.
    ///
    /// # Panics
    /// If the search has begun.
    #[must_use]
    pub fn finding_dead_ends(mut self) -> BestFirst<D, H> {
        assert_eq!(self.statistics.expanded, 0, "dead ends are found from the beginning");
        let mut dead_ends = DeadEnds::default();
        (0..self.nodes.len()).for_each(|_| dead_ends.add());
        self.dead_ends = Some(dead_ends);
        self
    }

    /// Shares what it learns with others, and what they know.
    #[must_use]
    pub fn sharing(mut self, shared: Arc<Shared>) -> BestFirst<D, H> {
        self.shared = shared;
        self
    }

    /// Looks for positions that searches from the other end have found.
    #[must_use]
    pub fn meeting(mut self, visitor: Visitor) -> BestFirst<D, H> {
        self.visitor = visitor;
        self
    }

    fn add_root(&mut self, root: &D::State) {
        if self.nodes.find(&self.domain, root).is_some() {
            return;
        }
        let Some(estimate) = self.heuristic.estimate(&self.domain, root, &NoPast) else { return };
        if let Ok(node) = self.nodes.insert(&self.domain, NodeId::NONE, 0) {
            self.open.push(self.order.key(0, estimate), node);
            if self.order.accepts_at_generation(self.domain.unit_cost()) && self.domain.is_goal(root) {
                self.goal = Some(node);
            }
        }
    }

    /// Expands one node; the numbered steps are those of every best-first search.
    fn expand_next(&mut self) -> Status {
        let BestFirst {
            domain,
            heuristic,
            order,
            nodes,
            open,
            fresh,
            dead_ends,
            shared,
            visitor,
            hearsay,
            outdated,
            searching,
            state,
            statistics,
            goal,
            nearest,
            full,
            ..
        } = self;
        let order = *order;
        let (bounds, bound) = (self.admissible && order.bounds(), shared.bound());
        let knows_dead = shared.knows_dead();

        if !std::mem::replace(searching, true) && heuristic.learn() {
            *outdated = nodes.len();
        }

        // Step 1. The best open node that is not an outdated entry. To estimate one again takes as long as some expansions, and
        // after a lesson thousands may have to wait: each is a turn of its own, so that steps stay short.
        let (priority, node) = loop {
            let Some(((priority, _), node)) = open.pop() else { return Status::Exhausted };
            if nodes.is_closed(node) {
                continue;
            }
            if node.0 < *outdated {
                nodes.load(domain, node, state);
                let past = nodes.past(nodes.parent(node));
                let Some(estimate) = heuristic.estimate(domain, state, &past) else { return Status::Running };
                let key = order.key(nodes.cost(node), estimate);
                if key.0 > priority {
                    open.push(key, node);
                    return Status::Running;
                }
            }
            break (priority, node);
        };
        *searching = false;
        if bounds && priority > statistics.lower_bound {
            statistics.lower_bound = priority;
            shared.prove(priority.into());
        }
        if bounds && u64::from(priority) >= bound {
            // What is left is not better than what is known.
            return Status::Exhausted;
        }
        nodes.load(domain, node, state);
        let cost = nodes.cost(node);

        // Step 2. Is it a goal?
        let eager = order.accepts_at_generation(domain.unit_cost());
        if !eager && domain.is_goal(state) {
            *goal = Some(node);
            return Status::Solved;
        }

        if domain.is_outdone(state, cost, |other| nodes.cost_of(domain, other)) {
            nodes.close(node);
            return Status::Running;
        }

        // Step 3. Its successors: unknown ones are stored, known ones reached more cheaply are reopened.
        nodes.close(node);
        visitor.expands(|| domain.key(state));
        statistics.expanded += 1;
        statistics.depth = cost;
        let mut alive = 0;
        heuristic.enter(domain, state);
        domain.expand(state, |successor, _, step| {
            statistics.generated += 1;
            if goal.is_some() || *full {
                return;
            }
            let reached = cost.saturating_add(step);
            let known = nodes.find(domain, successor);
            if let Some(known) = known {
                alive += usize::from(!dead_ends.as_ref().is_some_and(|it| it.is_dead(known)));
                let better = match order {
                    Order::Newest => !nodes.is_closed(known),
                    Order::Weighted { path: 0, .. } => false,
                    Order::Weighted { path, estimate } => {
                        reached < nodes.cost(known) && (estimate <= path || !nodes.is_closed(known))
                    }
                };
                if !better {
                    return;
                }
                nodes.reopen(known, node, reached);
            }
            if known.is_none() && knows_dead && shared.is_dead(domain.key(successor)) {
                *hearsay = true;
                return;
            }
            let Some(estimate) = heuristic.estimate(domain, successor, &nodes.past(node)) else { return };
            if bounds && u64::from(reached.saturating_add(estimate)) >= bound {
                // It may lead to a solution, only not to a better one: it is not dead.
                alive += usize::from(known.is_none());
                return;
            }
            let id = match known {
                Some(id) => id,
                None => match nodes.insert(domain, node, reached) {
                    Ok(id) => {
                        alive += 1;
                        dead_ends.iter_mut().for_each(DeadEnds::add);
                        visitor.generates(|| domain.key(successor));
                        id
                    }
                    Err(Full) => {
                        *full = true;
                        return;
                    }
                },
            };
            if statistics.nearest.is_none_or(|known| estimate < known) {
                statistics.nearest = Some(estimate);
                *nearest = Some(id);
            }
            if order == Order::Newest {
                fresh.push((estimate, id));
            } else {
                open.push(order.key(reached, estimate), id);
            }
            if eager && domain.is_goal(successor) {
                *goal = Some(id);
            }
        });
        fresh.sort_by_key(|&(estimate, _)| std::cmp::Reverse(estimate));
        for (estimate, id) in fresh.drain(..) {
            open.push(order.key(cost, estimate), id);
        }
        if let Some(dead_ends) = dead_ends
            && goal.is_none()
            && !*full
        {
            dead_ends.expanded(
                node,
                alive,
                |at| nodes.parent(at),
                |at| {
                    if knows_dead {
                        shared.bury(nodes.key(domain, at));
                    }
                },
            );
            statistics.dead = dead_ends.dead();
        }
        if goal.is_some() {
            Status::Solved
        } else if *full {
            Status::Stopped(Limit::Memory)
        } else {
            Status::Running
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes() + self.dead_ends.as_ref().map_or(0, DeadEnds::bytes)
    }
}

impl<D: Domain, H: Heuristic<D>> Search for BestFirst<D, H> {
    fn step(&mut self, slice: Slice) -> Status {
        // A search that ran into a memory limit goes on if the next slice allows more.
        if self.full || !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
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

impl<D: Domain, H: Heuristic<D>> Goalward for BestFirst<D, H> {
    type Domain = D;

    fn domain(&self) -> &D {
        &self.domain
    }

    fn solution(&self) -> Option<Vec<D::Action>> {
        self.goal.map(|goal| actions_along(&self.domain, &self.nodes.path(goal)))
    }

    fn best_so_far(&self) -> Option<Vec<D::Action>> {
        self.nearest.map(|node| actions_along(&self.domain, &self.nodes.path(node)))
    }

    fn path_to(&self, key: u64) -> Option<Vec<D::Action>> {
        self.nodes.find_key(&self.domain, key).map(|node| actions_along(&self.domain, &self.nodes.path(node)))
    }

    fn relied_on_hearsay(&self) -> bool {
        self.hearsay
    }
}
