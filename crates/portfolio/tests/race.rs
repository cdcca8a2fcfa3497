//! Races on random graphs: whatever is asked of them, on one thread or several, is what plain search finds.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use boxwright_portfolio::{BoxedSolver, Ending, Race};
use boxwright_search::graph::Graph;
use boxwright_search::*;
use proptest::prelude::*;

type Actions = Vec<usize>;

fn graph() -> impl Strategy<Value = Graph> {
    (2usize..300, 1usize..4, any::<bool>()).prop_flat_map(|(n, degree, unit)| {
        let edge = (0..n, if unit { 1u32..2 } else { 1u32..9 });
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..=degree), n);
        let goals = prop::collection::vec(prop::bool::weighted(0.02), n);
        let roots = prop::collection::vec(0..n, 1..3);
        (edges, goals, roots).prop_map(move |(edges, goals, roots)| Graph { edges, goals, roots, unit, keys: 1 << 20 })
    })
}

fn solver(graph: &Graph, order: Order, optimal: Objective, shared: &Arc<Shared>) -> BoxedSolver<Actions> {
    let search = BestFirst::new(graph.clone(), Blind, order, true).finding_dead_ends().sharing(Arc::clone(shared));
    let properties = Properties { complete: true, optimal };
    Box::new(Translated::new(search, properties, |_: &Graph, actions: &[usize]| actions.to_vec()))
}

/// Breadth-first search, and depth-first search, which promises nothing.
fn race(graph: &Graph, objective: Objective, threads: usize, first_round: u64) -> Race<Actions> {
    let shared = Arc::new(if objective == Objective::Any { Shared::new(1 << 12) } else { Shared::default() });
    let judged = graph.clone();
    let judge = Box::new(move |actions: &Actions| judged.cost_of(actions).map(u64::from));
    let (for_prover, for_seeker) = ((graph.clone(), Arc::clone(&shared)), (graph.clone(), Arc::clone(&shared)));
    Race::new(objective, threads, first_round, shared, judge)
        .with("prover", 2, move || solver(&for_prover.0, Order::BREADTH_FIRST, Objective::Moves, &for_prover.1))
        .with("seeker", 1, move || solver(&for_seeker.0, Order::Newest, Objective::Any, &for_seeker.1))
}

/// Has its solution long before it is done.
struct Polisher {
    solver: BoxedSolver<Actions>,
    steps: u64,
}

impl Search for Polisher {
    fn step(&mut self, slice: Slice) -> Status {
        match self.solver.step(slice) {
            Status::Solved if self.steps < 20 => {
                self.steps += 1;
                Status::Running
            }
            status => status,
        }
    }
    fn statistics(&self) -> Statistics {
        let done = self.solver.statistics();
        Statistics { expanded: done.expanded + self.steps, ..done }
    }
}

impl Solver for Polisher {
    type Plan = Actions;
    fn plan(&self) -> Option<Actions> {
        self.solver.plan()
    }
    fn properties(&self) -> Properties {
        self.solver.properties()
    }
}

/// Of three members the first is slow and promises the best, the second has some solution, the third looks for one: the
/// second gets the weight that was said, and the third waits.
#[test]
fn who_makes_a_solution_better_goes_before_who_looks_for_one() {
    let road = |goal: Option<usize>| {
        let edges = (0..1000).map(|i| if i < 999 { vec![(i + 1, 1)] } else { vec![] }).collect();
        let goals = (0..1000).map(|i| Some(i) == goal).collect();
        Graph { edges, goals, roots: vec![0], unit: true, keys: 1 << 20 }
    };
    let run = |improving: Option<u64>| {
        let judged = road(Some(2));
        let judge = Box::new(move |actions: &Actions| judged.cost_of(actions).map(u64::from));
        let shared = Arc::new(Shared::default());
        let make = move |goal| solver(&road(goal), Order::BREADTH_FIRST, Objective::Any, &Arc::default());
        let prove = move || solver(&road(None), Order::BREADTH_FIRST, Objective::Moves, &Arc::default());
        let mut race = Race::new(Objective::Moves, 1, 4, shared, judge)
            .with("prover", 1, prove)
            .with("polisher", 1, move || Box::new(Polisher { solver: make(Some(2)), steps: 0 }))
            .with("seeker", 1, move || make(None));
        if let Some(weight) = improving {
            race = race.improving(weight);
        }
        Budget { nodes: 40, ..Budget::default() }.drive(&mut race, |_| {});
        assert_eq!(race.plan().map(|plan| plan.len()), Some(2), "it is known before the member is done");
        race.standings().iter().map(|s| s.statistics.expanded).collect::<Vec<_>>()
    };
    let (even, uneven) = (run(None), run(Some(3)));
    assert!(uneven[1] > even[1] && uneven[2] < even[2], "{even:?}, {uneven:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    /// Whenever it is stopped there is a lower bound, and, once the second search is done, a solution.
    #[test]
    fn proofs_with_something_in_hand(graph in graph(), nodes in 1..60_u64, first_round in 1..5_u64) {
        let distance = graph.distances();
        let best = graph.roots.iter().filter_map(|&r| distance[r]).min();
        let mut race = race(&graph, Objective::Moves, 1, first_round);
        let cost = |race: &Race<Actions>| race.plan().map(|plan| graph.cost_of(&plan).expect("a solution"));
        let outcome = Budget { nodes, ..Budget::default() }.drive(&mut race, |_| {});
        match (outcome, best) {
            (Outcome::Solved, _) => prop_assert_eq!(cost(&race), best),
            (Outcome::Exhausted, _) => prop_assert_eq!(best, None),
            (_, Some(best)) => {
                prop_assert!(race.statistics().lower_bound <= best);
                prop_assert!(cost(&race).is_none_or(|cost| cost >= best));
            }
            (_, None) => prop_assert_eq!(race.plan(), None),
        }
        // It goes on where it was.
        let outcome = Budget::default().drive(&mut race, |_| {});
        prop_assert_eq!(outcome, if best.is_some() { Outcome::Solved } else { Outcome::Exhausted });
        prop_assert_eq!(cost(&race), best);
        prop_assert_eq!(race.properties().optimal, Objective::Moves);
    }

    /// Members that tell each other what is dead find a solution if there is one.
    #[test]
    fn any_solution(graph in graph(), first_round in 1..5_u64) {
        let distance = graph.distances();
        let solvable = graph.roots.iter().any(|&r| distance[r].is_some());
        let run = |threads| {
            let mut race = race(&graph, Objective::Any, threads, first_round);
            let outcome = Budget::default().drive(&mut race, |_| {});
            (outcome, race.plan(), race.statistics().expanded)
        };
        let (outcome, plan, nodes) = run(1);
        prop_assert_eq!(outcome == Outcome::Solved, solvable);
        prop_assert_eq!(plan.is_some_and(|plan| graph.cost_of(&plan).is_some()), solvable);
        prop_assert_eq!(run(1).2, nodes, "with one thread it is the same every time");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn threads_find_the_same(graph in graph(), threads in 2..5_usize) {
        let distance = graph.distances();
        let best = graph.roots.iter().filter_map(|&r| distance[r]).min();
        let mut proof = race(&graph, Objective::Moves, threads, 2);
        let outcome = Budget::default().drive(&mut proof, |_| {});
        prop_assert_eq!(outcome, if best.is_some() { Outcome::Solved } else { Outcome::Exhausted });
        prop_assert_eq!(proof.plan().and_then(|plan| graph.cost_of(&plan)), best);
        let mut any = race(&graph, Objective::Any, threads, 2);
        Budget::default().drive(&mut any, |_| {});
        prop_assert_eq!(any.plan().is_some(), best.is_some());
    }
}

/// A path of a million vertices without a goal, to be busy with.
fn long_road() -> Graph {
    let n = 1 << 20;
    let edges = (0..n).map(|i| if i + 1 < n { vec![(i + 1, 1)] } else { vec![] }).collect();
    Graph { edges, goals: vec![false; n], roots: vec![0], unit: true, keys: 1 << 40 }
}

/// What is proven in the first turn counts before the turn is over.
#[test]
fn a_turn_that_is_cut_off_leaves_its_lower_bound() {
    let mut race = race(&long_road(), Objective::Moves, 1, 1 << 40);
    assert_eq!(Budget { nodes: 100, ..Budget::default() }.drive(&mut race, |_| {}), Outcome::Stopped(Limit::Nodes));
    assert!(race.statistics().lower_bound >= 50, "{}", race.statistics().lower_bound);
}

/// Members that are not asked to stop are not waited for long.
#[test]
fn a_cancelled_race_leaves_no_thread_behind() {
    let graph = long_road();
    let mut race = race(&graph, Objective::Any, 2, 1 << 40);
    let budget = Budget::default().with_time(Duration::from_millis(30));
    assert_eq!(budget.drive(&mut race, |_| {}), Outcome::Stopped(Limit::Time));
    let begun = Instant::now();
    drop(race);
    // A slice lasts 5 ms; the rest is for a busy machine.
    assert!(begun.elapsed() < Duration::from_secs(3), "the threads ended after {:?}", begun.elapsed());
}

/// A member without memory is dropped and says so; the others go on.
#[test]
fn memory_is_shared() {
    let graph = long_road();
    let mut race = race(&graph, Objective::Any, 1, 1000);
    let budget = Budget { bytes: 1 << 20, ..Budget::default() };
    assert_eq!(budget.drive(&mut race, |_| {}), Outcome::Stopped(Limit::Memory));
    let standings = race.standings();
    assert!(standings.iter().all(|s| s.ending == Some(Ending::Memory)), "{standings:?}");
    assert!(race.statistics().peak_bytes < (1 << 20) + (1 << 18), "{}", race.statistics().peak_bytes);
}

/// Says it has solved the puzzle, and has not.
struct Liar;

impl Search for Liar {
    fn step(&mut self, _: Slice) -> Status {
        Status::Solved
    }
    fn statistics(&self) -> Statistics {
        Statistics { expanded: 1, ..Statistics::default() }
    }
}

impl Solver for Liar {
    type Plan = Actions;
    fn plan(&self) -> Option<Actions> {
        Some(vec![99])
    }
    fn properties(&self) -> Properties {
        Properties { complete: true, optimal: Objective::Any }
    }
}

/// Falls over.
struct Fool;

impl Search for Fool {
    fn step(&mut self, _: Slice) -> Status {
        panic!("on purpose, for the test")
    }
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

impl Solver for Fool {
    type Plan = Actions;
    fn plan(&self) -> Option<Actions> {
        None
    }
    fn properties(&self) -> Properties {
        Properties { complete: true, optimal: Objective::Any }
    }
}

/// Only a judged solution ends a race, and a member that panics harms nobody.
#[test]
fn liars_and_fools_do_not_win() {
    let graph = Graph {
        edges: vec![vec![(1, 1)], vec![(2, 1)], vec![]],
        goals: vec![false, false, true],
        roots: vec![0],
        unit: true,
        keys: 1 << 20,
    };
    let solve = |threads: usize| {
        let race = race(&graph, Objective::Any, threads, 1).with("liar", 5, || Box::new(Liar));
        let mut race = if threads > 1 { race.with("fool", 5, || Box::new(Fool)) } else { race };
        assert_eq!(Budget::default().drive(&mut race, |_| {}), Outcome::Solved);
        assert_eq!(race.plan(), Some(vec![0, 0]));
        assert_ne!(race.credit().as_deref(), Some("liar"));
    };
    solve(1);
    solve(3);
    let lone = Graph { goals: vec![false; 3], ..graph.clone() };
    let judge = Box::new(move |actions: &Actions| lone.cost_of(actions).map(u64::from));
    let mut race = Race::new(Objective::Any, 1, 1, Arc::default(), judge).with("liar", 1, || Box::new(Liar));
    assert_eq!(Budget::default().drive(&mut race, |_| {}), Outcome::Stopped(Limit::Memory));
    assert_eq!(race.standings()[0].ending, Some(Ending::Refused));
    assert!(race.failure().unwrap().contains("liar"));
}

/// Never has an answer. Notes how long its longest step was.
struct Endless {
    expanded: u64,
    longest: Arc<AtomicU64>,
}

impl Search for Endless {
    fn step(&mut self, slice: Slice) -> Status {
        self.expanded += slice.expansions;
        self.longest.fetch_max(slice.expansions, Ordering::Relaxed);
        Status::Running
    }

    fn statistics(&self) -> Statistics {
        Statistics { expanded: self.expanded, ..Statistics::default() }
    }
}

impl Solver for Endless {
    type Plan = Actions;

    fn plan(&self) -> Option<Actions> {
        None
    }

    fn properties(&self) -> Properties {
        Properties { complete: false, optimal: Objective::Any }
    }
}

/// A step that was made for one member must not be handed on to another, whose nodes may take a thousand times as long.
#[test]
fn a_step_ends_where_the_turn_passes() {
    let longest = [Arc::<AtomicU64>::default(), Arc::default()];
    let mut race: Race<Actions> = Race::new(Objective::Any, 1, 10, Arc::default(), Box::new(|_| None));
    for (name, longest) in ["quick", "slow"].into_iter().zip(longest.clone()) {
        race = race.with(name, 1, move || Box::new(Endless { expanded: 0, longest }));
    }
    let mut gears = vec![race.gear()];
    for expected in [10, 20, 40, 60] {
        race.step(Slice { expansions: 1000, bytes: usize::MAX });
        assert_eq!(race.statistics().expanded, expected, "a turn each");
        gears.push(race.gear());
    }
    gears.dedup();
    assert_eq!(gears.len(), 5, "and a gear each");
    assert_eq!(longest.map(|it| it.load(Ordering::Relaxed)), [20, 20]);
}
