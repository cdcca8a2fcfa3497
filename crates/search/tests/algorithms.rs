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
