//! Every algorithm against a plain breadth-first search on random graphs.

use boxwright_search::packed::{BitReader, BitWriter};
use boxwright_search::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A directed graph with edge costs, states are its vertices.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<Vec<(usize, Cost)>>,
    goals: Vec<bool>,
    roots: Vec<usize>,
    unit: bool,
}

impl Domain for Graph {
    type State = usize;
    type Action = usize;

    fn packed_bits(&self) -> usize {
        9
    }
    fn pack(&self, state: &usize, bits: &mut BitWriter<'_>) {
        bits.write(*state as u64, 9);
    }
    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut usize) {
        *state = bits.read(9) as usize;
    }
    fn key(&self, state: &usize) -> u64 {
        // Poor on purpose: collisions must not matter.
        (*state as u64 % 200) << 56
    }
    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.key(&(bits.read(9) as usize))
    }
    fn roots(&self) -> Vec<usize> {
        self.roots.clone()
    }
    fn is_goal(&self, state: &usize) -> bool {
        self.goals[*state]
    }
    fn expand(&self, state: &mut usize, mut visit: impl FnMut(&usize, usize, Cost)) {
        for (action, &(to, cost)) in self.edges[*state].iter().enumerate() {
            visit(&to, action, cost);
        }
    }
    fn unit_cost(&self) -> bool {
        self.unit
    }
}

/// Distance to the nearest goal from everywhere, backwards, the obvious way.
fn distances(graph: &Graph) -> Vec<Option<Cost>> {
    let mut distance: Vec<Option<Cost>> = graph.goals.iter().map(|&g| g.then_some(0)).collect();
    loop {
        let mut changed = false;
        for (from, edges) in graph.edges.iter().enumerate() {
            for &(to, cost) in edges {
                if let Some(d) = distance[to]
                    && distance[from].is_none_or(|known| d + cost < known)
                {
                    distance[from] = Some(d + cost);
                    changed = true;
                }
            }
        }
        if !changed {
            return distance;
        }
    }
}

/// A part of the true distance, different from vertex to vertex: admissible, not consistent.
struct Partial(Vec<Option<Cost>>, bool);

impl Heuristic<Graph> for Partial {
    fn estimate(&mut self, _: &Graph, state: &usize, _: &dyn Past) -> Option<Cost> {
        let percent = [100, 0, 60, 90, 30][*state % 5];
        match self.0[*state] {
            Some(d) => Some(d * percent / 100),
            None if self.1 => None,
            None => Some(3),
        }
    }
}

/// Half the true distance: consistent.
struct Half(Vec<Option<Cost>>);

impl Heuristic<Graph> for Half {
    fn estimate(&mut self, _: &Graph, state: &usize, _: &dyn Past) -> Option<Cost> {
        self.0[*state].map(|d| d / 2)
    }
}

fn graph() -> impl Strategy<Value = Graph> {
    (2usize..300, 1usize..4, any::<bool>()).prop_flat_map(|(n, degree, unit)| {
        let edge = (0..n, if unit { 1u32..2 } else { 1u32..9 });
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..=degree), n);
        let goals = prop::collection::vec(prop::bool::weighted(0.02), n);
        let roots = prop::collection::vec(0..n, 1..3);
        (edges, goals, roots).prop_map(move |(edges, goals, roots)| Graph { edges, goals, roots, unit })
    })
}

/// Runs in slices of three nodes; checks the path and returns its cost, or `None` if the space was exhausted.
fn run(graph: &Graph, mut search: impl Goalward<Domain = Graph>) -> Result<(Option<Cost>, Statistics), TestCaseError> {
    let slice = Slice { expansions: 3, bytes: 1 << 24 };
    let status = loop {
        match search.step(slice) {
            Status::Running => {}
            other => break other,
        }
    };
    prop_assert_eq!(search.step(slice), status, "an answer does not change");
    match status {
        Status::Exhausted => Ok((None, search.statistics())),
        Status::Solved => {
            let actions = search.solution().unwrap();
            let mut best = None;
            for &root in &graph.roots {
                let (mut at, mut cost, mut legal) = (root, 0, true);
                for &action in &actions {
                    match graph.edges[at].get(action) {
                        Some(&(to, step)) => (at, cost) = (to, cost + step),
                        None => legal = false,
                    }
                }
                if legal && graph.goals[at] {
                    best = Some(best.map_or(cost, |b: Cost| b.min(cost)));
                }
            }
            prop_assert!(best.is_some(), "the actions lead from no root to a goal");
            Ok((best, search.statistics()))
        }
        other => Err(TestCaseError::fail(format!("{other:?}"))),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn all_agree(graph in graph(), prune: bool) {
        let distance = distances(&graph);
        let best = graph.roots.iter().filter_map(|&r| distance[r]).min();
        let h = || Partial(distance.clone(), prune);

        // Optimal ones.
        let dijkstra = run(&graph, BestFirst::new(graph.clone(), Blind, Order::BREADTH_FIRST, true))?;
        let astar = run(&graph, BestFirst::new(graph.clone(), h(), Order::A_STAR, true))?;
        let id = run(&graph, Deepening::new(graph.clone(), Blind, true))?;
        let idastar = run(&graph, Deepening::new(graph.clone(), h(), true))?;
        let fringe = run(&graph, Fringe::new(graph.clone(), h(), true))?;
        for (name, (cost, statistics)) in BTreeMap::from([("dijkstra", dijkstra), ("astar", astar), ("id", id), ("idastar", idastar), ("fringe", fringe)]) {
            prop_assert_eq!(cost, best, "{}", name);
            if let Some(best) = best {
                prop_assert!(statistics.lower_bound <= best, "{} claims {}", name, statistics.lower_bound);
            }
        }

        // Complete ones.
        let weighted = Order::Weighted { path: 10, estimate: 15 };
        for order in [weighted, Order::GREEDY, Order::Newest] {
            let (cost, _) = run(&graph, BestFirst::new(graph.clone(), h(), order, true))?;
            prop_assert_eq!(cost.is_some(), best.is_some());
        }
        let (cost, _) = run(&graph, BestFirst::new(graph.clone(), Half(distance.clone()), weighted, true))?;
        prop_assert_eq!(cost.is_some(), best.is_some());
        if let (Some(cost), Some(best)) = (cost, best) {
            prop_assert!(cost * 10 <= best * 15, "weighted A* stays within its weight");
        }
    }
}

/// The cost of a path of actions, for a plan.
fn cost_of(graph: &Graph, actions: &[usize]) -> Cost {
    let follow = |root: usize| {
        let step = |(at, cost): (usize, Cost), &action: &usize| {
            let &(to, step) = graph.edges[at].get(action)?;
            Some((to, cost + step))
        };
        actions.iter().try_fold((root, 0), step).filter(|&(at, _)| graph.goals[at]).map(|(_, cost)| cost)
    };
    graph.roots.iter().filter_map(|&root| follow(root)).min().expect("a path to a goal")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    /// Whenever it is stopped there is a lower bound, and, once the second search is done, a solution.
    #[test]
    fn proofs_with_something_in_hand(graph in graph(), nodes in 1..60_u64, first_turn in 1..5_u64) {
        let distance = distances(&graph);
        let best = graph.roots.iter().filter_map(|&r| distance[r]).min();
        let boxed = |order, optimal| -> Box<dyn Solver<Plan = Cost> + Send> {
            let search = BestFirst::new(graph.clone(), Blind, order, true);
            let properties = Properties { complete: true, optimal };
            Box::new(Translated::new(search, properties, |graph: &Graph, actions: &[usize]| cost_of(graph, actions)))
        };
        let prover = boxed(Order::BREADTH_FIRST, Objective::Moves);
        let mut prove = Prove::new(prover, boxed(Order::Newest, Objective::Any)).with_first_turn(first_turn);
        prop_assert_eq!(prove.properties().optimal, Objective::Moves);
        let outcome = Budget { nodes, ..Budget::default() }.drive(&mut prove, |_| {});
        match (outcome, best) {
            (Outcome::Solved, _) => prop_assert_eq!(prove.plan(), best),
            (Outcome::Exhausted, _) => prop_assert_eq!(best, None),
            (_, Some(best)) => {
                prop_assert!(prove.statistics().lower_bound <= best);
                prop_assert!(prove.plan().is_none_or(|cost| cost >= best));
            }
            (_, None) => prop_assert_eq!(prove.plan(), None),
        }
        // It goes on where it was.
        let outcome = Budget::default().drive(&mut prove, |_| {});
        prop_assert_eq!(outcome, if best.is_some() { Outcome::Solved } else { Outcome::Exhausted });
        prop_assert_eq!(prove.plan(), best);
    }

    /// A node is called dead only if no goal can be reached from it.
    #[test]
    fn dead_ends_are_dead(graph in graph()) {
        let distance = distances(&graph);
        let hopeless = distance.iter().filter(|d| d.is_none()).count() as u64;
        let search = BestFirst::new(graph.clone(), Blind, Order::BREADTH_FIRST, true).finding_dead_ends();
        let (cost, statistics) = run(&graph, search)?;
        prop_assert!(statistics.dead <= hopeless, "{} called dead, {hopeless} are", statistics.dead);
        prop_assert_eq!(cost, graph.roots.iter().filter_map(|&r| distance[r]).min());
    }
}

#[test]
fn a_tree_without_a_goal_is_all_dead() {
    let n = 40;
    let graph = Graph {
        edges: (0..n)
            .map(|i| [2 * i + 1, 2 * i + 2].into_iter().filter(|&c| c < n).map(|c| (c, 1)).collect())
            .collect(),
        goals: vec![false; n],
        roots: vec![0],
        unit: true,
    };
    let mut search = BestFirst::new(graph, Blind, Order::BREADTH_FIRST, true).finding_dead_ends();
    assert_eq!(Budget::default().drive(&mut search, |_| {}), Outcome::Exhausted);
    assert_eq!(search.statistics().dead, n as u64);
}

#[test]
fn limits_stop_and_a_larger_limit_goes_on() {
    let n = 500;
    let graph = Graph {
        edges: (0..n).map(|i| if i + 1 < n { vec![(i + 1, 1)] } else { vec![] }).collect(),
        goals: (0..n).map(|i| i == n - 1).collect(),
        roots: vec![0],
        unit: true,
    };
    let mut search = BestFirst::new(graph, Blind, Order::BREADTH_FIRST, true);
    let few = Budget { nodes: 10, ..Budget::default() };
    assert_eq!(few.drive(&mut search, |_| {}), Outcome::Stopped(Limit::Nodes));
    assert_eq!(search.statistics().expanded, 10);
    let small = Budget { bytes: 4000, ..Budget::default() };
    assert_eq!(small.drive(&mut search, |_| {}), Outcome::Stopped(Limit::Memory));
    let cancelled = Budget::default();
    cancelled.cancel.cancel();
    assert_eq!(cancelled.drive(&mut search, |_| {}), Outcome::Stopped(Limit::Cancelled));
    let late = Budget::default().with_time(std::time::Duration::ZERO);
    assert_eq!(late.drive(&mut search, |_| {}), Outcome::Stopped(Limit::Time));
    assert_eq!(Budget::default().drive(&mut search, |_| {}), Outcome::Solved);
    assert_eq!(search.solution().unwrap().len(), n - 1);
}
