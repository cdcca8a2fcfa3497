//! Beam search: layer by layer, only the best of each.
//!
//! All successors of a layer are looked at by a [`Guide`] and judged for novelty; the best of them, by the order of the
//! guide's first queue, are the next layer. No position is met twice in one run. When a run ends without a solution the
//! next one begins with a wider beam; a run in which nothing was cut away has seen everything, so the search is complete
//! if the guide condemns only positions without a solution. Not optimal.

use crate::guided::{Guide, Look};
use crate::novelty::{Atom, Novelty};
use crate::plan::actions_along;
use crate::table::{NodeId, NodeTable};
use crate::{Domain, Goalward, Limit, Search, Slice, Statistics, Status};

/// Each run is so many times wider than the one before.
const WIDENING: usize = 3;

/// A beam search at work.
pub struct Beam<D: Domain, G> {
    domain: D,
    guide: G,
    width: usize,
    run: Option<Run<D>>,
    state: D::State,
    parent_look: Look,
    look: Look,
    changed: Vec<Atom>,
    statistics: Statistics,
    status: Status,
    goal: Option<NodeId>,
    full: bool,
}

/// One run from the roots.
struct Run<D: Domain> {
    nodes: NodeTable<D>,
    novelty: Novelty,
    /// The nodes of this layer that are still to be expanded.
    layer: Vec<NodeId>,
    /// What was generated from it so far, with the order of each.
    next: Vec<(u64, NodeId)>,
    /// Whether a layer was too wide.
    cut: bool,
}

const NOVELTY_SHARE: usize = 8;
const NOVELTY_BYTES: usize = 128 << 20;

impl<D: Domain, G: Guide<D>> Beam<D, G> {
    /// A search in `domain` that keeps `width` positions of each layer at first.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn new(domain: D, guide: G, width: usize) -> Beam<D, G> {
        Beam {
            state: domain.roots().into_iter().next().expect("a domain has a root"),
            domain,
            guide,
            width: width.max(1),
            run: None,
            parent_look: Look::default(),
            look: Look::default(),
            changed: Vec::new(),
            statistics: Statistics::default(),
            status: Status::Running,
            goal: None,
            full: false,
        }
    }

    fn begin_run(&mut self, bytes: usize) {
        let mut run = Run {
            nodes: NodeTable::new(&self.domain),
            novelty: Novelty::new(NOVELTY_BYTES.min(bytes / NOVELTY_SHARE)),
            layer: Vec::new(),
            next: Vec::new(),
            cut: false,
        };
        for root in self.domain.roots() {
            if run.nodes.find(&self.domain, &root).is_none()
                && self.guide.look(&self.domain, &root, &mut self.look)
                && let Ok(node) = run.nodes.insert(&self.domain, NodeId::NONE, 0)
            {
                run.novelty.judge(self.look.partition, &self.look.atoms, &self.look.atoms, &self.look.single);
                run.layer.push(node);
                if self.domain.is_goal(&root) {
                    self.goal = Some(node);
                }
            }
        }
        self.run = Some(run);
    }

    /// Expands the next node of the layer, or goes on to the next layer or run.
    fn expand_next(&mut self, bytes: usize) -> Status {
        let Some(run) = self.run.as_mut() else {
            self.begin_run(bytes);
            return if self.goal.is_some() { Status::Solved } else { Status::Running };
        };
        let Some(node) = run.layer.pop() else {
            if run.next.is_empty() {
                if !run.cut {
                    return Status::Exhausted;
                }
                self.width = self.width.saturating_mul(WIDENING);
                self.run = None;
                return Status::Running;
            }
            if run.next.len() > self.width {
                run.cut = true;
                run.next.select_nth_unstable(self.width);
                run.next.truncate(self.width);
            }
            // The best are expanded first: they leave their novelty behind.
            run.next.sort_unstable_by(|a, b| b.cmp(a));
            run.layer.extend(run.next.drain(..).map(|(_, node)| node));
            return Status::Running;
        };

        let Run { nodes, novelty, next, .. } = run;
        let Beam { domain, guide, state, parent_look, look, changed, statistics, goal, full, .. } = self;
        nodes.load(domain, node, state);
        let cost = nodes.cost(node);
        statistics.expanded += 1;
        statistics.depth = cost;
        guide.look(domain, state, parent_look);
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
                return;
            }
            changed.clear();
            if look.partition == parent_look.partition {
                changed.extend(look.atoms.iter().filter(|a| parent_look.atoms.binary_search(a).is_err()));
            } else {
                changed.extend(&look.atoms);
            }
            let novel = novelty.judge(look.partition, &look.atoms, changed, &look.single);
            next.push((guide.place(0, look, novel, reached).order, id));
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
        self.run.as_ref().map_or(0, |run| {
            let layers = run.layer.capacity() * size_of::<NodeId>() + run.next.capacity() * size_of::<(u64, NodeId)>();
            run.nodes.bytes() + run.novelty.bytes() + layers
        })
    }
}

impl<D: Domain, G: Guide<D>> Search for Beam<D, G> {
    fn step(&mut self, slice: Slice) -> Status {
        if self.full || !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        self.status = Status::Running;
        let end = self.statistics.expanded + slice.expansions;
        while self.status == Status::Running && self.statistics.expanded < end {
            self.status =
                if self.bytes() > slice.bytes { Status::Stopped(Limit::Memory) } else { self.expand_next(slice.bytes) };
        }
        self.statistics.stored = self.run.as_ref().map_or(0, |run| run.nodes.len().into());
        self.statistics.hold(self.bytes());
        self.status
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl<D: Domain, G: Guide<D>> Goalward for Beam<D, G> {
    type Domain = D;

    fn domain(&self) -> &D {
        &self.domain
    }

    fn solution(&self) -> Option<Vec<D::Action>> {
        let (goal, run) = (self.goal?, self.run.as_ref()?);
        Some(actions_along(&self.domain, &run.nodes.path(goal)))
    }
}
