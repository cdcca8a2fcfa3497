//! Every algorithm against a plain breadth-first search on random graphs.

use boxwright_search::graph::Graph;
use boxwright_search::packed::BitReader;
use boxwright_search::*;
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

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

/// Knows nothing at first, and with every expansion the true distances of some more vertices.
struct Learning(Vec<Option<Cost>>, usize);

impl Heuristic<Graph> for Learning {
    fn learn(&mut self) -> bool {
        self.1 += 1;
        self.1.is_multiple_of(3)
    }

    fn estimate(&mut self, _: &Graph, state: &usize, _: &dyn Past) -> Option<Cost> {
        // What was learned since the last lesson counts from the next one on.
        if *state % 50 < self.1 / 3 { self.0[*state] } else { Some(0) }
    }
}

fn graph() -> impl Strategy<Value = Graph> {
    (2usize..300, 1usize..4, any::<bool>()).prop_flat_map(|(n, degree, unit)| {
        let edge = (0..n, if unit { 1u32..2 } else { 1u32..9 });
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..=degree), n);
        let goals = prop::collection::vec(prop::bool::weighted(0.02), n);
        let roots = prop::collection::vec(0..n, 1..3);
        (edges, goals, roots).prop_map(move |(edges, goals, roots)| Graph { edges, goals, roots, unit, keys: 200 })
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
            let best = graph.cost_of(&search.solution().unwrap());
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
        let distance = graph.distances();
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    /// A node is called dead only if no goal can be reached from it.
    #[test]
    fn dead_ends_are_dead(graph in graph()) {
        let distance = graph.distances();
        let hopeless = distance.iter().filter(|d| d.is_none()).count() as u64;
        let search = BestFirst::new(graph.clone(), Blind, Order::BREADTH_FIRST, true).finding_dead_ends();
        let (cost, statistics) = run(&graph, search)?;
        prop_assert!(statistics.dead <= hopeless, "{} called dead, {hopeless} are", statistics.dead);
        prop_assert_eq!(cost, graph.roots.iter().filter_map(|&r| distance[r]).min());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    /// An estimate that learns on the way keeps the optimum and the bounds, and nodes wait that turn out to be worse.
    #[test]
    fn what_is_learned_on_the_way_counts(graph in graph()) {
        let distance = graph.distances();
        let best = graph.roots.iter().filter_map(|&root| distance[root]).min();
        let blind = run(&graph, BestFirst::new(graph.clone(), Blind, Order::A_STAR, true))?;
        let (cost, statistics) = run(&graph, BestFirst::new(graph.clone(), Learning(distance, 0), Order::A_STAR, true))?;
        prop_assert_eq!(cost, best);
        if let Some(best) = best {
            prop_assert!(statistics.lower_bound <= best, "claims {}", statistics.lower_bound);
        } else {
            prop_assert!(statistics.expanded <= blind.1.expanded);
        }
    }
}

/// Counts its estimates. Knows nothing until the second lesson, then that the goal is far from everywhere else.
struct Sobered {
    lessons: u32,
    estimates: Rc<Cell<u32>>,
}

impl Heuristic<Graph> for Sobered {
    fn learn(&mut self) -> bool {
        self.lessons += 1;
        self.lessons == 2
    }

    fn estimate(&mut self, graph: &Graph, state: &usize, _: &dyn Past) -> Option<Cost> {
        self.estimates.set(self.estimates.get() + 1);
        Some(if self.lessons < 2 || graph.goals[*state] { 0 } else { 5 })
    }
}

/// After a lesson all that waits is estimated again, but not in one step: a step must end soon for limits to be kept.
#[test]
fn a_lesson_does_not_make_a_step_long() {
    let all = 1000;
    let mut edges = vec![(1..=all).map(|next| (next, 1)).collect::<Vec<_>>()];
    edges.extend((0..all).map(|_| vec![(all + 1, 9)]));
    edges.push(Vec::new());
    let goals = (0..all + 2).map(|vertex| vertex == all + 1).collect();
    let graph = Graph { edges, goals, roots: vec![0], unit: false, keys: 200 };
    let estimates = Rc::new(Cell::new(0));
    let sobered = Sobered { lessons: 0, estimates: Rc::clone(&estimates) };
    let mut search = BestFirst::new(graph.clone(), sobered, Order::A_STAR, true);
    let slice = Slice { expansions: 1, bytes: 1 << 24 };
    assert_eq!(search.step(slice), Status::Running);
    assert!(estimates.get() as usize >= all, "the root has been expanded");
    let mut most = 0;
    let status = loop {
        let before = estimates.get();
        match search.step(slice) {
            Status::Running => most = most.max(estimates.get() - before),
            status => break status,
        }
    };
    assert_eq!((status, graph.cost_of(&search.solution().unwrap())), (Status::Solved, Some(10)));
    assert!(most <= 2, "{most} estimates in one step");
    assert!(estimates.get() as usize >= 2 * all, "all were estimated again");
}

/// Says little: three cells, and every other successor is recommended.
struct Shrug;

impl Adviser<Graph> for Shrug {
    fn enter(&mut self, _: &Graph, _: &usize, _: &Opinion) {}

    fn look(&mut self, _: &Graph, state: &usize, _: Option<usize>) -> Option<Opinion> {
        Some(Opinion { cell: *state as u64 % 3, score: (*state as u64 % 7) << 40, ..Opinion::default() })
    }

    fn is_dead(&mut self, _: &Graph, _: &usize) -> bool {
        false
    }

    fn advise(&mut self, _: &Opinion, successors: &[Opinion], recommended: &mut Vec<usize>) {
        recommended.extend((0..successors.len()).step_by(2));
    }
}

proptest! {
    /// A graph without goals, in which what were goals are ends that somebody else knows.
    #[test]
    fn feature_space_search_ends_where_it_is_told(graph in graph(), expansions in 1_u64..20) {
        prop_assume!(!graph.roots.iter().any(|&root| graph.goals[root]));
        let mut search = Fess::new(Graph { goals: vec![false; graph.goals.len()], ..graph.clone() }, Shrug);
        let is_end = |_, packed: &[u8]| {
            let mut vertex = 0;
            graph.unpack(&mut BitReader::new(packed), &mut vertex);
            graph.goals[vertex]
        };
        let status = loop {
            match search.step_until(Slice { expansions, bytes: usize::MAX }, is_end) {
                Status::Running => {}
                status => break status,
            }
        };
        let distance = graph.distances();
        let reachable = graph.roots.iter().any(|&root| distance[root].is_some());
        prop_assert_eq!(status, if reachable { Status::Solved } else { Status::Exhausted });
        prop_assert_eq!(search.end().is_some(), reachable);
        let cost = search.solution().map(|actions| graph.cost_of(&actions));
        prop_assert!(cost != Some(None), "the actions lead from no root to an end");
    }
}

/// Knows what is dead, if it is asked late; values mean nothing.
struct Rumour {
    distance: Vec<Option<Cost>>,
    early: bool,
}

impl Evaluator<Graph> for Rumour {
    fn enter(&mut self, _: &Graph, _: &usize) {}

    fn value(&mut self, _: &Graph, state: &usize, _: Option<usize>) -> Option<f32> {
        (!self.early || self.distance[*state].is_some()).then_some((*state % 7) as f32)
    }

    fn is_dead(&mut self, _: &Graph, state: &usize) -> bool {
        self.distance[*state].is_none()
    }
}

/// Calls nothing dead, and thinks well of high numbers.
struct Upwards;

impl Evaluator<Graph> for Upwards {
    fn enter(&mut self, _: &Graph, _: &usize) {}

    fn value(&mut self, _: &Graph, state: &usize, _: Option<usize>) -> Option<f32> {
        Some(*state as f32)
    }

    fn is_dead(&mut self, _: &Graph, _: &usize) -> bool {
        false
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    /// Whatever the values say, and whether or not what is dead is taken out, nothing else is left out.
    #[test]
    fn ascents_are_complete(graph in graph(), early: bool, n in 0_u32..5) {
        let distance = graph.distances();
        let is_solvable = graph.roots.iter().any(|&r| distance[r].is_some());
        let (cost, statistics) = run(&graph, Ascent::new(graph.clone(), Upwards, n))?;
        prop_assert_eq!(cost.is_some(), is_solvable);
        prop_assert!(statistics.expanded <= statistics.stored, "every position is expanded once");
        let (cost, statistics) = run(&graph, Ascent::new(graph.clone(), Rumour { distance, early }, n))?;
        prop_assert_eq!(cost.is_some(), is_solvable);
        prop_assert!(!early || statistics.dead == 0);
    }

    #[test]
    fn ascents_do_not_depend_on_slices(graph in graph(), expansions in 1_u64..20) {
        let end = |expansions| {
            let mut search = Ascent::new(graph.clone(), Upwards, 2);
            while search.step(Slice { expansions, bytes: usize::MAX }) == Status::Running {}
            let done = search.statistics();
            (search.solution(), done.expanded, done.generated, done.stored)
        };
        prop_assert_eq!(end(expansions), end(u64::MAX));
    }
}

/// From the root a chain leads nowhere through vertices that are worth more and more, and another way to the goal through one
/// that is worth nothing: only a deviation takes it, the sooner the more often there are deviations.
#[test]
fn ascents_deviate() {
    let n = 200;
    let expanded = |period| {
        let edges = (0..n).map(|i| match i {
            0 => vec![(1, 1), (3, 1)],
            1 => vec![(2, 1)],
            2 => vec![],
            i => {
                if i + 1 < n {
                    vec![(i + 1, 1)]
                } else {
                    vec![]
                }
            }
        });
        let goals = (0..n).map(|i| i == 2).collect();
        let graph = Graph { edges: edges.collect(), goals, roots: vec![0], unit: true, keys: 200 };
        let mut search = Ascent::new(graph, Upwards, period);
        assert_eq!(Budget::default().drive(&mut search, |_| {}), Outcome::Solved);
        search.statistics().expanded
    };
    assert_eq!([1, 4, 20, 1000].map(expanded), [3, 6, 22, n as u64 - 1]);
}

/// One vertex after the other, the goal at the end.
fn chain(n: usize) -> Graph {
    Graph {
        edges: (0..n).map(|i| if i + 1 < n { vec![(i + 1, 1)] } else { vec![] }).collect(),
        goals: (0..n).map(|i| i == n - 1).collect(),
        roots: vec![0],
        unit: true,
        keys: 200,
    }
}

#[test]
fn an_ascent_stops_for_want_of_memory_and_goes_on_with_more() {
    let n = 300;
    let graph = chain(n);
    let mut search = Ascent::new(graph, Upwards, 5);
    let small = Budget { bytes: 4000, ..Budget::default() };
    assert_eq!(small.drive(&mut search, |_| {}), Outcome::Stopped(Limit::Memory));
    assert!(search.statistics().bytes < 6000 && search.solution().is_none());
    assert_eq!(Budget::default().drive(&mut search, |_| {}), Outcome::Solved);
    assert_eq!(search.solution().unwrap().len(), n - 1);
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
        keys: 200,
    };
    let mut search = BestFirst::new(graph, Blind, Order::BREADTH_FIRST, true).finding_dead_ends();
    assert_eq!(Budget::default().drive(&mut search, |_| {}), Outcome::Exhausted);
    assert_eq!(search.statistics().dead, n as u64);
}

#[test]
fn limits_stop_and_a_larger_limit_goes_on() {
    let n = 500;
    let graph = chain(n);
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
