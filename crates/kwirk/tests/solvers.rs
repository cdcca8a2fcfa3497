//! Every strategy against the slow and obvious oracle, on random levels with all kinds of obstacles.

use boxwright_kwirk::oracle::{self, Answer};
use boxwright_kwirk::space::{Interactions, Steps};
use boxwright_kwirk::strategy::{self, STRATEGIES};
use boxwright_kwirk::{Level, Puzzle, RandomOptions, random_level, verify};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Outcome, Slice, Status, StepCosts, consistency};
use std::sync::Arc;

/// Runs a spec to the end: the verified (moves, pushes), or `None` if the level was found unsolvable.
fn run(level: &Level, spec: &str, objective: Objective) -> Option<(usize, usize)> {
    let puzzle = Arc::new(Puzzle::new(level).expect("random levels are valid"));
    let spec = Spec::parse(spec, STRATEGIES).unwrap();
    strategy::properties(&spec, objective).check(&spec, objective).unwrap();
    let mut solver = strategy::build(&spec, &puzzle, objective);
    let budget = Budget { bytes: 1 << 30, nodes: 5_000_000, ..Budget::default() };
    match budget.drive(&mut *solver, |_| {}) {
        Outcome::Solved => {
            let plan = solver.plan().expect("solved");
            let verified = verify(level, &plan).unwrap_or_else(|r| panic!("{spec}: {r} in {plan}\n{}", draw(level)));
            Some((verified.moves, verified.pushes))
        }
        Outcome::Exhausted => None,
        Outcome::Stopped(limit) => panic!("{spec} was stopped by {limit}\n{}", draw(level)),
    }
}

fn draw(level: &Level) -> String {
    boxwright_kwirk::render::render(&level.board)
}

fn options(seed: u64) -> RandomOptions {
    let (width, height) = [(7, 5), (8, 5), (6, 6), (9, 6)][seed as usize % 4];
    let characters = [1, 1, 2, 1, 3, 2, 1][seed as usize % 7];
    let crowd = (seed / 3) as usize;
    RandomOptions {
        width,
        height,
        characters,
        blocks: 1 + crowd % 3,
        turnstiles: crowd % 2 + usize::from(width == 9),
        holes: crowd % 5,
        walls: 2 + crowd % 4,
    }
}

const CAP: usize = 60_000;

fn check(seeds: std::ops::Range<u64>) {
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in seeds {
        let level = random_level(seed, &options(seed));
        let pushes = oracle::fewest_interactions(&level, CAP);
        let moves = oracle::fewest_moves(&level, CAP);
        if pushes == Answer::GaveUp || moves == Answer::GaveUp {
            continue;
        }
        if pushes.cost().is_some() {
            solvable += 1;
        } else {
            unsolvable += 1;
        }
        let context = |spec: &str| format!("seed {seed}, {spec}\n{}", draw(&level));
        for spec in ["bfs", "astar", "id", "idastar", "fringe"] {
            let found = run(&level, spec, Objective::Pushes);
            assert_eq!(found.map(|f| f.1), pushes.cost(), "fewest interactions, {}", context(spec));
        }
        for spec in ["bfs", "astar", "fringe", "idastar"] {
            let found = run(&level, spec, Objective::Moves);
            assert_eq!(found.map(|f| f.0), moves.cost(), "fewest moves, {}", context(spec));
        }
        for spec in [
            "dfs",
            "wastar",
            "cbfs",
            "dfs(space=steps)",
            "cbfs(space=steps)",
            "astar(space=steps,cost=explore)",
            "astar(cost=exit)",
            "beam(width=3)",
            "guided(order=filling)",
            "fess",
            "fess(cells=opening)",
            "fess(cells=delivery)",
        ] {
            let found = run(&level, spec, Objective::Any);
            assert_eq!(found.is_some(), pushes.cost().is_some(), "{}", context(spec));
        }
        let first_moves = run(&level, "astar", Objective::MovesPushes);
        let first_pushes = run(&level, "bfs", Objective::PushesMoves);
        assert_eq!(first_moves.map(|f| f.0), moves.cost(), "{}", context("moves-pushes"));
        assert_eq!(first_pushes.map(|f| f.1), pushes.cost(), "{}", context("pushes-moves"));
        if let (Some(a), Some(b)) = (first_moves, first_pushes) {
            assert!(a.1 >= b.1 && a.0 <= b.0, "{}", context("lexicographic"));
        }
    }
    assert!(solvable > 20 && unsolvable > 20, "{solvable} solvable, {unsolvable} unsolvable: poor sample");
}

#[test]
fn all_strategies_agree_with_the_oracle_1() {
    check(0..1500);
}

#[test]
fn all_strategies_agree_with_the_oracle_2() {
    check(10_000..11_500);
}

/// Every estimate is really the one asked for, in both spaces: what is opened tells them apart.
#[test]
fn each_cost_guides_the_search_in_both_spaces() {
    let levels =
        boxwright_kwirk::read("garden.kwk", include_bytes!("../../../levels/kwirk/garden.kwk")).unwrap().levels;
    let opened = |space: &str, cost: &str| -> Vec<u64> {
        let spec = Spec::parse(&format!("astar(space={space},cost={cost})"), STRATEGIES).unwrap();
        let opened = |level: &Level| {
            let mut solver = strategy::build(&spec, &Arc::new(Puzzle::new(level).unwrap()), Objective::Any);
            Budget { nodes: 5_000, ..Budget::default() }.drive(&mut *solver, |_| {});
            solver.statistics().expanded
        };
        levels.iter().map(opened).collect()
    };
    for space in ["interactions", "steps"] {
        let all = ["bound", "exit", "explore", "explore,x=1"].map(|cost| opened(space, cost));
        let is_own = |(i, a): (usize, &Vec<u64>)| !all[..i].contains(a);
        assert!(all.iter().enumerate().all(is_own), "two costs open the same in the space of {space}: {all:?}");
    }
}

/// The same plan after the same work, twice and in slices of any size.
#[test]
fn feature_space_search_is_deterministic() {
    let mut solved = 0;
    for seed in 0..60 {
        let level = random_level(seed, &options(seed));
        let puzzle = Arc::new(Puzzle::new(&level).unwrap());
        let run = |cells: &str, expansions: u64| {
            let spec = Spec::parse(&format!("fess(cells={cells})"), STRATEGIES).unwrap();
            let mut solver = strategy::build(&spec, &puzzle, Objective::Any);
            while solver.step(Slice { expansions, bytes: 1 << 30 }) == Status::Running {}
            (solver.plan().map(|plan| plan.to_string()), solver.statistics().generated)
        };
        for cells in ["filling", "opening", "delivery"] {
            let (plan, generated) = run(cells, 1000);
            assert_eq!((plan.clone(), generated), run(cells, 1000), "seed {seed}");
            assert_eq!((plan.clone(), generated), run(cells, 7), "seed {seed}");
            solved += usize::from(plan.is_some());
        }
    }
    assert!(solved > 30, "{solved}: a poor sample");
}

#[test]
fn incremental_keys_equal_recomputed_ones() {
    for seed in 0..1000 {
        let puzzle = Arc::new(Puzzle::new(&random_level(seed, &options(seed))).unwrap());
        consistency::walk(&Interactions::new(&puzzle), seed, 30);
        consistency::walk(&Steps::new(&puzzle, StepCosts::of(Objective::Moves)), seed, 30);
    }
}
