//! The search from both ends against plain distances on random graphs.

use boxwright_search::graph::Graph;
use boxwright_search::*;
use proptest::prelude::*;
use std::sync::Arc;

/// A part of the true distance, different from vertex to vertex: admissible, not consistent.
#[derive(Clone)]
struct Partial {
    distance: Vec<Option<Cost>>,
    /// Whether vertices without a way are known for it.
    prunes: bool,
}

impl Heuristic<Graph> for Partial {
    fn estimate(&mut self, _: &Graph, &vertex: &usize, _: &dyn Past) -> Option<Cost> {
        let percent = [100, 0, 60, 90, 30][vertex % 5];
        match self.distance[vertex] {
            Some(distance) => Some(distance * percent / 100),
            None if self.prunes => None,
            None => Some(3),
        }
    }
}

fn reversed(graph: &Graph) -> Graph {
    let mut edges = vec![Vec::new(); graph.edges.len()];
    for (from, all) in graph.edges.iter().enumerate() {
        all.iter().for_each(|&(to, cost)| edges[to].push((from, cost)));
    }
    let goals = (0..edges.len()).map(|vertex| graph.roots.contains(&vertex)).collect();
    let roots = (0..edges.len()).filter(|&vertex| graph.goals[vertex]).collect();
    Graph { edges, goals, roots, ..graph.clone() }
}

fn graph() -> impl Strategy<Value = Graph> {
    (2usize..300, 1usize..4, any::<bool>()).prop_flat_map(|(n, degree, unit)| {
        let edge = (0..n, if unit { 1u32..2 } else { 1u32..9 });
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..=degree), n);
        let goals = prop::collection::vec(prop::bool::weighted(0.03), n);
        let roots = prop::collection::vec(0..n, 1..3);
        let whole = (edges, goals, roots);
        whole.prop_map(move |(edges, goals, roots)| Graph { edges, goals, roots, unit, keys: 200 })
    })
}

fn both_ends(graph: &Graph, prunes: bool) -> BothEnds<Graph, Graph, Partial, Partial> {
    let back = reversed(graph);
    let partial = |distance| Partial { distance, prunes };
    BothEnds::new((graph.clone(), partial(graph.distances())), (back.clone(), partial(back.distances())))
}

/// Where these edges lead from each root, and what that costs.
fn follow(graph: &Graph, actions: &[usize]) -> Vec<(usize, Cost)> {
    let step = |(at, cost): (usize, Cost), &action: &usize| {
        let &(to, step) = graph.edges[at].get(action)?;
        Some((to, cost + step))
    };
    graph.roots.iter().filter_map(|&root| actions.iter().try_fold((root, 0), step)).collect()
}

/// What the solution costs, its halves having been followed to where they meet.
fn cost_of(graph: &Graph, search: &BothEnds<Graph, Graph, Partial, Partial>) -> Option<Cost> {
    let (there, back) = (follow(graph, &search.first_half()?), follow(&reversed(graph), &search.second_half()?));
    let pairs = there.iter().flat_map(|one| back.iter().map(move |other| (one, other)));
    pairs.filter(|(one, other)| one.0 == other.0).map(|(one, other)| one.1 + other.1).min()
}

fn drive(search: &mut impl Search, expansions: u64) -> Status {
    loop {
        match search.step(Slice { expansions, bytes: 1 << 24 }) {
            Status::Running => {}
            other => return other,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn it_finds_the_cheapest_or_nothing(graph in graph(), prunes: bool, expansions in 1_u64..9) {
        prop_assume!(graph.goals.contains(&true));
        let distance = graph.distances();
        let best = graph.roots.iter().filter_map(|&root| distance[root]).min();
        let mut search = both_ends(&graph, prunes);
        let status = drive(&mut search, expansions);
        prop_assert_eq!(status == Status::Solved, best.is_some(), "{:?}", status);
        prop_assert_eq!(search.step(Slice { expansions, bytes: 1 << 24 }), status, "an answer does not change");
        prop_assert_eq!(cost_of(&graph, &search), best);
        if let Some(best) = best {
            prop_assert_eq!(search.statistics().lower_bound, best, "that is what was proven");
        }
    }

    /// Whenever it is stopped, what it says to be proven is true, to others as well.
    #[test]
    fn bounds_are_never_too_high(graph in graph(), prunes: bool) {
        prop_assume!(graph.goals.contains(&true));
        let distance = graph.distances();
        let best = graph.roots.iter().filter_map(|&root| distance[root]).min();
        let shared = Arc::new(Shared::default());
        let mut search = both_ends(&graph, prunes).sharing(Arc::clone(&shared));
        while search.step(Slice { expansions: 1, bytes: 1 << 24 }) == Status::Running {
            prop_assert!(best.is_none_or(|best| search.statistics().lower_bound <= best));
            prop_assert!(best.is_none_or(|best| shared.least() <= best.into()));
        }
    }

    /// With a solution of others in hand it finds a better one, or proves that there is none.
    #[test]
    fn it_looks_for_what_is_better_than_what_others_know(graph in graph(), known in 1_u64..20, prunes: bool) {
        prop_assume!(graph.goals.contains(&true));
        let distance = graph.distances();
        let best = graph.roots.iter().filter_map(|&root| distance[root]).min();
        let shared = Arc::new(Shared::default());
        shared.offer(known);
        let mut search = both_ends(&graph, prunes).sharing(Arc::clone(&shared));
        let status = drive(&mut search, 5);
        let better = best.filter(|&best| u64::from(best) < known);
        prop_assert_eq!(status == Status::Solved, better.is_some());
        prop_assert_eq!(cost_of(&graph, &search), better);
    }
}

/// A long way with many side ways: each end goes about half of it.
#[test]
fn both_ends_work() {
    let n = 2000;
    let edges = (0..n).map(|at| [1, 2].iter().filter(|&&d| at + d < n).map(|&d| (at + d, d as Cost)).collect());
    let graph = Graph {
        edges: edges.collect(),
        goals: (0..n).map(|at| at == n - 1).collect(),
        roots: vec![0],
        unit: false,
        keys: 1 << 40,
    };
    let mut search = both_ends(&graph, false);
    assert_eq!(drive(&mut search, 64), Status::Solved);
    let (there, back) = (search.first_half().unwrap(), search.second_half().unwrap());
    assert!(there.len() > 100 && back.len() > 100, "{} steps and {}", there.len(), back.len());
    assert_eq!(search.statistics().lower_bound, n as Cost - 1);
}

#[test]
fn it_stops_for_want_of_memory_and_goes_on_with_more() {
    let edges = (0..500_usize).map(|at| vec![((at + 1) % 500, 1), ((at * 7 + 3) % 500, 1)]).collect();
    let goals = (0..500).map(|at| at == 417).collect();
    let graph = Graph { edges, goals, roots: vec![0], unit: true, keys: 1 << 40 };
    let mut search = both_ends(&graph, false);
    assert_eq!(search.step(Slice { expansions: 10, bytes: 0 }), Status::Stopped(Limit::Memory));
    assert_eq!(search.first_half(), None);
    assert_eq!(drive(&mut search, 10), Status::Solved);
    assert_eq!(cost_of(&graph, &search), graph.distances()[0]);
}
