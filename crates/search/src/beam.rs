//! Beam search: layer by layer, only the best of each.
//!
//! All successors of a layer are looked at by a [`Guide`] and judged for novelty; the best of them, by the order of the
//! guide's first queue, are the next layer. No position is met twice in one run. When a run ends without a solution the
//! next one begins with a wider beam; a run in which nothing was cut away has seen everything, so the search is complete
//! if the guide condemns only positions without a solution. Not optimal.

use crate::guide::{Guide, Judge};
use crate::plan::actions_along;
use crate::table::{NodeId, NodeTable};
use crate::{Domain, Goalward, Limit, Search, Slice, Statistics, Status};

/// Each run is so many times wider than the one before.
const WIDENING: usize = 3;

/// A beam search at work.
pub struct Beam<D: Domain, G> {
    domain: D,
    /// Waits here between runs.
    guide: Option<G>,
    width: usize,
    run: Option<Run<D, G>>,
    state: D::State,
    statistics: Statistics,
    status: Status,
    goal: Option<NodeId>,
    /// Node numbers ran out: successors were lost, so this search can never go on.
    full: bool,
}

/// One run from the roots.
struct Run<D: Domain, G> {
    nodes: NodeTable<D>,
    judge: Judge<G>,
    /// The nodes of this layer that are still to be expanded.
    layer: Vec<NodeId>,
    /// What was generated from it so far: the order, a number that breaks ties without favouring anybody, the node.
    next: Vec<(u64, u32, NodeId)>,
    /// Whether a layer was too wide.
    cut: bool,
}

impl<D: Domain, G: Guide<D>> Beam<D, G> {
    /// A search in `domain` that keeps `width` positions of each layer at first.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn new(domain: D, guide: G, width: usize) -> Beam<D, G> {
        Beam {
            state: domain.roots().into_iter().next().expect("a domain has a root"),
            domain,
            guide: Some(guide),
            width: width.max(1),
            run: None,
            statistics: Statistics::default(),
            status: Status::Running,
            goal: None,
            full: false,
        }
    }

    fn begin_run(&mut self, guide: G, bytes: usize) {
        let mut run = Run {
            nodes: NodeTable::new(&self.domain),
            judge: Judge::new(guide, bytes),
            layer: Vec::new(),
            next: Vec::new(),
            cut: false,
        };
        for root in self.domain.roots() {
            if run.nodes.find(&self.domain, &root).is_none()
                && run.judge.judge(&self.domain, &root).is_some()
                && let Ok(node) = run.nodes.insert(&self.domain, NodeId::NONE, 0)
            {
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
        if let Some(guide) = self.guide.take() {
            self.begin_run(guide, bytes);
            return if self.goal.is_some() { Status::Solved } else { Status::Running };
        }
        let run = self.run.as_mut().expect("a run has the guide if nobody else has");
        let Some(node) = run.layer.pop() else {
            if run.next.is_empty() {
                if !run.cut {
                    return Status::Exhausted;
                }
                self.width = self.width.saturating_mul(WIDENING);
                self.guide = self.run.take().map(|run| run.judge.guide);
                return Status::Running;
            }
            if run.next.len() > self.width {
                run.cut = true;
                run.next.select_nth_unstable(self.width);
                run.next.truncate(self.width);
            }
            // The best are expanded first: they leave their novelty behind.
            run.next.sort_unstable_by(|a, b| b.cmp(a));
            run.layer.extend(run.next.drain(..).map(|(_, _, node)| node));
            return Status::Running;
        };

        let Run { nodes, judge, next, .. } = run;
        let Beam { domain, state, statistics, goal, full, .. } = self;
        nodes.load(domain, node, state);
        let cost = nodes.cost(node);
        statistics.expanded += 1;
        statistics.depth = cost;
        judge.look_at_parent(domain, state);
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
            let Some(novelty) = judge.judge(domain, successor) else { return };
            let lot = id.0.wrapping_mul(0x9e37_79b9).rotate_left(16).wrapping_mul(0x85eb_ca6b);
            next.push((judge.guide.place(0, &judge.look, novelty, reached).order, lot, id));
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
            let layers =
                run.layer.capacity() * size_of::<NodeId>() + run.next.capacity() * size_of::<(u64, u32, NodeId)>();
            run.nodes.bytes() + run.judge.bytes() + layers
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
