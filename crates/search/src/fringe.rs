//! Fringe search (Björnsson, Enzenberger, Holte, Schaeffer 2005), as the Kwirk paper uses it.
//!
//! The fringe is one doubly linked list that is walked from left to right. A node within the threshold is replaced by
//! its successors, inserted right behind it so that they come next; a node beyond it stays for a later walk. At the end
//! of a walk the threshold becomes the smallest value that exceeded it. The part of the list behind the present node is
//! the paper's *now* list, the part before it the *later* list. Nodes are expanded in the order of IDA*, but nothing is
//! searched twice, and nothing needs sorting as it does in A*.

use crate::plan::actions_along;
use crate::table::column::Column;
use crate::table::{NodeId, NodeTable};
use crate::{Cost, Domain, Goalward, Heuristic, Limit, NoPast, Search, Slice, Statistics, Status};

/// End of the list, and "not in the list".
const END: u32 = u32::MAX;
const OUTSIDE: u32 = u32::MAX - 1;

/// What Fringe search keeps per node besides the table's row.
struct Link {
    previous: u32,
    next: u32,
    estimate: Cost,
}

/// A Fringe search at work.
pub struct Fringe<D: Domain, H> {
    domain: D,
    heuristic: H,
    admissible: bool,
    nodes: NodeTable<D>,
    links: Column<Link>,
    first: u32,
    /// The node to look at next.
    at: u32,
    threshold: Cost,
    next_threshold: Option<Cost>,
    state: D::State,
    statistics: Statistics,
    status: Status,
    goal: Option<NodeId>,
    /// Node numbers ran out: successors were lost, so this search can never go on.
    full: bool,
}

impl<D: Domain, H: Heuristic<D>> Fringe<D, H> {
    /// A search in `domain`. `admissible` says that the heuristic never overestimates.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn new(domain: D, heuristic: H, admissible: bool) -> Fringe<D, H> {
        let roots = domain.roots();
        let mut search = Fringe {
            nodes: NodeTable::new(&domain),
            state: roots.first().expect("a domain has a root").clone(),
            domain,
            heuristic,
            admissible,
            links: Column::new(),
            first: END,
            at: END,
            threshold: 0,
            next_threshold: None,
            statistics: Statistics::default(),
            status: Status::Running,
            goal: None,
            full: false,
        };
        for root in roots.iter().rev() {
            if search.nodes.find(&search.domain, root).is_none()
                && let Some(estimate) = search.heuristic.estimate(&search.domain, root, &NoPast)
                && let Ok(node) = search.nodes.insert(&search.domain, NodeId::NONE, 0)
            {
                search.links.push(Link { previous: OUTSIDE, next: OUTSIDE, estimate });
                link_behind(&mut search.links, &mut search.first, END, node.0);
                search.next_threshold = Some(search.next_threshold.map_or(estimate, |n| n.min(estimate)));
            }
        }
        search
    }

    /// Goes to the next walk of the list.
    fn begin_walk(&mut self) -> Status {
        let Some(threshold) = self.next_threshold.take() else { return Status::Exhausted };
        self.threshold = threshold;
        if self.admissible {
            self.statistics.lower_bound = self.statistics.lower_bound.max(threshold);
        }
        self.at = self.first;
        Status::Running
    }

    /// Looks at one node of the list: returns whether it was expanded.
    fn look(&mut self) -> (Status, bool) {
        if self.at == END {
            return (self.begin_walk(), false);
        }
        let node = NodeId(self.at);
        let cost = self.nodes.cost(node);
        let total = cost.saturating_add(self.links.get(node.0).estimate);
        if total > self.threshold {
            self.next_threshold = Some(self.next_threshold.map_or(total, |n| n.min(total)));
            self.at = self.links.get(node.0).next;
            return (Status::Running, false);
        }

        let Fringe { domain, heuristic, nodes, links, first, state, statistics, full, .. } = self;
        nodes.load(domain, node, state);
        if domain.is_goal(state) {
            self.goal = Some(node);
            return (Status::Solved, false);
        }
        statistics.expanded += 1;
        statistics.depth = cost;
        let mut behind = node.0;
        heuristic.enter(domain, state);
        domain.expand(state, |successor, _, step| {
            statistics.generated += 1;
            let reached = cost.saturating_add(step);
            let known = nodes.find(domain, successor);
            let id = match known {
                Some(id) if reached < nodes.cost(id) => {
                    nodes.reopen(id, node, reached);
                    if links.get(id.0).next != OUTSIDE {
                        // Two actions may lead to the same successor.
                        if behind == id.0 {
                            behind = links.get(id.0).previous;
                        }
                        unlink(links, first, id.0);
                    }
                    id.0
                }
                Some(_) => return,
                None => {
                    let Some(estimate) = heuristic.estimate(domain, successor, &nodes.past(node)) else { return };
                    statistics.nearest = Some(statistics.nearest.map_or(estimate, |n| n.min(estimate)));
                    let Ok(id) = nodes.insert(domain, node, reached) else {
                        *full = true;
                        return;
                    };
                    links.push(Link { previous: OUTSIDE, next: OUTSIDE, estimate });
                    id.0
                }
            };
            link_behind(links, first, behind, id);
            behind = id;
        });
        self.at = links.get(node.0).next;
        unlink(links, first, node.0);
        let status = if *full { Status::Stopped(Limit::Memory) } else { Status::Running };
        (status, true)
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.links.bytes()
    }
}

/// Puts a node into the list behind another, or first of all behind [`END`].
fn link_behind(links: &mut Column<Link>, first: &mut u32, behind: u32, node: u32) {
    let next = if behind == END { *first } else { links.get(behind).next };
    links.get_mut(node).previous = behind;
    links.get_mut(node).next = next;
    if behind == END {
        *first = node;
    } else {
        links.get_mut(behind).next = node;
    }
    if next != END {
        links.get_mut(next).previous = node;
    }
}

fn unlink(links: &mut Column<Link>, first: &mut u32, node: u32) {
    let Link { previous, next, .. } = *links.get(node);
    if previous == END {
        *first = next;
    } else {
        links.get_mut(previous).next = next;
    }
    if next != END {
        links.get_mut(next).previous = previous;
    }
    links.get_mut(node).next = OUTSIDE;
    links.get_mut(node).previous = OUTSIDE;
}

impl<D: Domain, H: Heuristic<D>> Search for Fringe<D, H> {
    fn step(&mut self, slice: Slice) -> Status {
        if self.full || !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        self.status = Status::Running;
        // Passing a node by is far cheaper than expanding it, but not free: it counts a little of the slice.
        let mut left = slice.expansions.saturating_mul(16);
        while self.status == Status::Running && left > 0 {
            if self.bytes() > slice.bytes {
                self.status = Status::Stopped(Limit::Memory);
                break;
            }
            let (status, expanded) = self.look();
            self.status = status;
            left = left.saturating_sub(if expanded { 16 } else { 1 });
        }
        self.statistics.stored = self.nodes.len().into();
        self.statistics.hold(self.bytes());
        self.status
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl<D: Domain, H: Heuristic<D>> Goalward for Fringe<D, H> {
    type Domain = D;

    fn domain(&self) -> &D {
        &self.domain
    }

    fn solution(&self) -> Option<Vec<D::Action>> {
        self.goal.map(|goal| actions_along(&self.domain, &self.nodes.path(goal)))
    }
}
