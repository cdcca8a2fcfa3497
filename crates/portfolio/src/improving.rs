//! A member that cannot promise the objective: its solution is improved as long as that pays.
//!
//! The better the solution in hand, the less is left to prove, and the better is what a limit leaves. The optimiser of the
//! game works in short runs, each from the best solution so far; when a run finds nothing the next may do twice as much,
//! and when the longest finds nothing, or nothing can be better, the member is done.

use std::sync::Arc;
use std::time::Instant;

use boxwright_search::{
    Budget, Cancel, Half, Objective, Properties, Search, Shared, Slice, Solver, Statistics, Status,
};

use crate::Engine;
use crate::schedule::BoxedSolver;
use crate::strategy::cost_of;

/// Nodes of the first run, and of the longest: more than a minute.
const FIRST_RUN: u64 = 2_000;
const LONGEST_RUN: u64 = 1 << 24;

/// When a run must end, however long it is.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    pub(crate) deadline: Option<Instant>,
    pub(crate) nodes: u64,
    pub(crate) cancels: [Cancel; 2],
}

impl Ends {
    /// A budget for one run, and what to call now and then while it goes on.
    fn budget(&self, nodes: u64, bytes: usize) -> (Budget, impl Fn() + use<>) {
        let cancel = Cancel::default();
        let (here, cancels) = (cancel.clone(), self.cancels.clone());
        let look = move || {
            if cancels.iter().any(Cancel::is_cancelled) {
                here.cancel();
            }
        };
        (Budget { deadline: self.deadline, bytes, nodes: nodes.min(self.nodes), cancel }, look)
    }
}

/// The member.
pub(crate) struct Improving<E: Engine> {
    level: Arc<E::Level>,
    objective: Objective,
    /// What others have proven.
    shared: Arc<Shared>,
    ends: Ends,
    stage: Stage<E::Plan>,
    /// What was done before the stage at hand.
    statistics: Statistics,
    properties: Properties,
}

enum Stage<P> {
    Solving(BoxedSolver<P>),
    Improving { plan: P, cost: u64, nodes: u64 },
}

impl<E: Engine> Improving<E> {
    /// A solver whose solution is improved for an objective.
    pub(crate) fn new(
        solver: BoxedSolver<E::Plan>,
        level: Arc<E::Level>,
        objective: Objective,
        shared: Arc<Shared>,
        ends: Ends,
    ) -> Improving<E> {
        let properties = solver.properties();
        let stage = Stage::Solving(solver);
        Improving { level, objective, shared, ends, stage, statistics: Statistics::default(), properties }
    }

    fn cost(&self, plan: &E::Plan) -> Option<u64> {
        let replayed = E::replay(&self.level, plan).ok()?;
        Some(cost_of(self.objective, replayed.moves, replayed.pushes))
    }
}

impl<E: Engine> Search for Improving<E> {
    fn step(&mut self, slice: Slice) -> Status {
        match &mut self.stage {
            Stage::Solving(solver) => {
                let status = solver.step(slice);
                if status != Status::Solved {
                    return status;
                }
                self.statistics = solver.statistics();
                self.statistics.bytes = 0;
                let plan = solver.plan();
                let Some((cost, plan)) = plan.as_ref().and_then(|plan| self.cost(plan)).zip(plan) else {
                    // Whoever judges it will refuse it.
                    return Status::Solved;
                };
                self.stage = Stage::Improving { plan, cost, nodes: FIRST_RUN };
                Status::Running
            }
            Stage::Improving { cost, nodes, .. } if *nodes > LONGEST_RUN || *cost <= self.shared.least() => {
                Status::Solved
            }
            Stage::Improving { plan, cost, nodes } => {
                let (budget, look) = self.ends.budget(*nodes, slice.bytes);
                let (better, done) = E::improve(&self.level, plan, self.objective, &budget, look);
                self.statistics.expanded += done.max(1);
                let (before, nodes) = (*cost, *nodes);
                match better.as_ref().and_then(|better| self.cost(better)).zip(better) {
                    Some((cost, plan)) if cost < before => self.stage = Stage::Improving { plan, cost, nodes },
                    _ => {
                        if let Stage::Improving { nodes, .. } = &mut self.stage {
                            *nodes *= 2;
                        }
                    }
                }
                Status::Running
            }
        }
    }

    fn statistics(&self) -> Statistics {
        match &self.stage {
            Stage::Solving(solver) => solver.statistics(),
            // It is there.
            Stage::Improving { .. } => Statistics { nearest: Some(0), ..self.statistics },
        }
    }

    fn gear(&self) -> u64 {
        if let Stage::Solving(solver) = &self.stage { solver.gear() } else { u32::MAX.into() }
    }

    fn failure(&self) -> Option<String> {
        if let Stage::Solving(solver) = &self.stage { solver.failure() } else { None }
    }
}

impl<E: Engine> Solver for Improving<E> {
    type Plan = E::Plan;

    fn plan(&self) -> Option<E::Plan> {
        match &self.stage {
            Stage::Solving(solver) => solver.plan(),
            Stage::Improving { plan, .. } => Some(plan.clone()),
        }
    }

    fn properties(&self) -> Properties {
        if let Stage::Solving(solver) = &self.stage { solver.properties() } else { self.properties }
    }

    fn glimpse(&self) -> Option<E::Plan> {
        match &self.stage {
            Stage::Solving(solver) => solver.glimpse(),
            Stage::Improving { plan, .. } => Some(plan.clone()),
        }
    }

    fn half(&self, key: u64) -> Option<Half> {
        if let Stage::Solving(solver) = &self.stage { solver.half(key) } else { None }
    }
}
