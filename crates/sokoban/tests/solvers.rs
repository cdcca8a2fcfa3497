//! Every strategy against the slow and obvious oracle, on random levels.

use boxwright_grid::SplitMix64;
use boxwright_search::packed::{BitReader, BitWriter, bytes_for};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Domain, Objective, Outcome, StepCosts, consistency};
use boxwright_sokoban::oracle::{self, Answer};
use boxwright_sokoban::space::{MacroPushes, Pushes, Steps, Walks};
use boxwright_sokoban::strategy::{self, STRATEGIES};
use boxwright_sokoban::{Level, Puzzle, random_level, verify};
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
            let verified = verify(level, &plan).unwrap_or_else(|r| panic!("{spec}: {r} in {plan}\n{}", level.board));
            Some((verified.metrics.moves, verified.metrics.pushes))
        }
        Outcome::Exhausted => None,
        Outcome::Stopped(limit) => panic!("{spec} was stopped by {limit}\n{}", level.board),
    }
}

fn level(seed: u64) -> Level {
    let (width, height) = [(6, 5), (7, 6), (5, 5), (8, 6), (6, 7)][seed as usize % 5];
    random_level(seed, width, height, [1, 2, 3, 2, 4][seed as usize % 7 % 5])
}

/// Strategies that find some solution wherever there is one.
const SOME_SOLUTION: &[&str] = &[
    "fess",
    "fess(rooms=off,opener=on)",
    "fess(plan=groups)",
    "fess(opener=on,plan=groups,clearing=due,far=on,recall=on)",
    "fess(clearing=on,far=on,lines=off)",
    "fess(plan=part,opener=on,clearing=due)",
    "fess(endgames=on,diagonals=on,capacity=on,triples=on)",
    "backward",
    "backward(triples=on)",
    "backward(moves=macro)",
    "novel",
    "novel(from=start)",
    "novel(moves=macro)",
    "novel(from=start,moves=macro,kinds=both)",
    "novel(width=4)",
    "novel(moves=macro,width=30)",
    "novel(from=start,moves=macro,kinds=both,width=7)",
    "aim",
    "aim(weights=on)",
    "aim(loosen=free)",
    "aim(loosen=cycles)",
    "aim(from=start)",
    "aim(loosen=free,from=start)",
    "aim(loosen=cycles,from=start)",
    "aim(loosen=cycles,recall=on)",
    "aim(from=start,lines=off)",
    "value",
    "value(plan=groups)",
    "phases(plan=part)",
    "dfs",
    "wastar",
    "cbfs",
    "dfs(space=steps)",
    "cbfs(space=steps)",
    "wastar(weight=1.5)",
    "bfs(finish=stones)",
    "dfs(finish=stones)",
    "wastar(finish=stones)",
    "cbfs(space=steps,finish=stones)",
    "astar(finish=stones)",
    "id(finish=stones)",
    "idastar(finish=stones)",
    "fringe(finish=stones)",
    "fess(finish=stones)",
    "taboo-astar(finish=stones)",
    "taboo-astar(mode=elementary,finish=stones)",
    "talking-stones",
    "talking-stones(order=retrograde,pick=shortest)",
    "talking-stones(pick=shortest,search=astar)",
    "talking-stones(order=retrograde,search=greedy)",
    "talking-stones(order=retrograde,pick=shortest,search=cells)",
];

/// The search for proofs, with each of its rules switched off.
const OPTIMAL: &[&str] = &[
    "optimal",
    "optimal(pairs=off)",
    "optimal(frozen=off)",
    "optimal(corrals=off)",
    "optimal(surplus=off)",
    "optimal(groups=off)",
    "optimal(symmetry=off)",
    "optimal(pairs=off,frozen=off,corrals=off)",
    "optimal(pairs=off,frozen=off,corrals=off,groups=off)",
    "optimal(pairs=off,frozen=off,corrals=off,surplus=off)",
    "optimal(ends=backward)",
    "optimal(ends=backward,pairs=off,surplus=off)",
    "optimal(ends=both)",
    "optimal(ends=both,corrals=off)",
    "optimal(ends=both,surplus=off)",
    "optimal(ends=both,pairs=off,frozen=off,corrals=off,surplus=off)",
];

const CAP: usize = 30_000;

fn check(seeds: std::ops::Range<u64>) {
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in seeds {
        let level = level(seed);
        let pushes = oracle::fewest_pushes(&level, CAP);
        let moves = oracle::fewest_moves(&level, CAP);
        if pushes == Answer::GaveUp || moves == Answer::GaveUp {
            continue;
        }
        if pushes.cost().is_some() {
            solvable += 1;
        } else {
            unsolvable += 1;
        }
        let context = |spec: &str| format!("seed {seed}, {spec}\n{}", level.board);
        for spec in ["bfs", "astar", "astar(metric=manhattan)", "id", "idastar", "fringe"].iter().chain(OPTIMAL) {
            let found = run(&level, spec, Objective::Pushes);
            assert_eq!(found.map(|f| f.1), pushes.cost(), "fewest pushes, {}", context(spec));
        }
        for spec in ["bfs", "astar", "idastar", "fringe", "optimal", "optimal(pairs=off)", "optimal(dominance=off)"] {
            let found = run(&level, spec, Objective::Moves);
            assert_eq!(found.map(|f| f.0), moves.cost(), "fewest moves, {}", context(spec));
        }
        for spec in SOME_SOLUTION {
            let found = run(&level, spec, Objective::Any);
            assert_eq!(found.is_some(), pushes.cost().is_some(), "{}", context(spec));
        }
        // Of the many combinations of options a different one for every level.
        let metric = ["manhattan", "pythagorean", "pull"][seed as usize % 3];
        let assign = ["closest", "greedy", "hungarian"][seed as usize / 3 % 3];
        let deadlocks = ["none", "areas", "capacity", "freeze", "all"][seed as usize / 9 % 5];
        let options = format!("metric={metric},assign={assign},deadlocks={deadlocks}");
        for name in ["bfs", "dfs", "astar", "wastar", "cbfs"] {
            let spec = format!("{name}({options},recursive=on)");
            let found = run(&level, &spec, Objective::Any);
            assert_eq!(found.is_some(), pushes.cost().is_some(), "{}", context(&spec));
        }
        for spec in [format!("bfs({options})"), format!("id(deadlocks={deadlocks})")] {
            let found = run(&level, &spec, Objective::Pushes);
            assert_eq!(found.map(|f| f.1), pushes.cost(), "fewest pushes, {}", context(&spec));
        }
        if assign != "greedy" {
            for name in ["astar", "idastar", "fringe"] {
                let spec = format!("{name}({options})");
                let found = run(&level, &spec, Objective::Pushes);
                assert_eq!(found.map(|f| f.1), pushes.cost(), "fewest pushes, {}", context(&spec));
                let found = run(&level, &spec, Objective::Moves);
                assert_eq!(found.map(|f| f.0), moves.cost(), "fewest moves, {}", context(&spec));
            }
        }
        let first_moves = run(&level, "astar", Objective::MovesPushes);
        let first_pushes = run(&level, "bfs", Objective::PushesMoves);
        assert_eq!(first_moves.map(|f| f.0), moves.cost(), "{}", context("moves-pushes"));
        assert_eq!(first_pushes.map(|f| f.1), pushes.cost(), "{}", context("pushes-moves"));
        for spec in ["optimal", "optimal(dominance=off)"] {
            assert_eq!(run(&level, spec, Objective::MovesPushes), first_moves, "moves-pushes, {}", context(spec));
            assert_eq!(run(&level, spec, Objective::PushesMoves), first_pushes, "pushes-moves, {}", context(spec));
        }
        if let (Some(a), Some(b)) = (first_moves, first_pushes) {
            assert!(a.1 >= b.1 && a.0 <= b.0, "{}", context("lexicographic"));
        }
    }
    assert!(solvable > 100 && unsolvable > 100, "{solvable} solvable, {unsolvable} unsolvable: poor sample");
}

#[test]
fn all_strategies_agree_with_the_oracle_1() {
    check(0..1500);
}

#[test]
fn all_strategies_agree_with_the_oracle_2() {
    check(10_000..11_500);
}

#[test]
fn incremental_keys_equal_recomputed_ones() {
    for seed in 0..3000 {
        let puzzle = Arc::new(Puzzle::new(&level(seed)).unwrap());
        if !puzzle.is_hopeless() {
            consistency::walk(&Pushes::new(&puzzle), seed, 30);
            consistency::walk(&MacroPushes::new(&puzzle), seed, 10);
            consistency::walk(&Walks::new(&puzzle, StepCosts::of(Objective::Moves), true), seed, 20);
            consistency::walk(&Steps::new(&puzzle, StepCosts::of(Objective::Moves)), seed, 30);
        }
    }
}

/// What dominance leaves out is not expanded; that nothing is lost by it is tested above.
#[test]
fn dominance_saves_nodes() {
    let nodes = |spec: &str| -> u64 {
        let spec = Spec::parse(spec, STRATEGIES).unwrap();
        let expanded = |seed| {
            let puzzle = Arc::new(Puzzle::new(&random_level(seed, 8, 8, 3)).unwrap());
            let mut solver = strategy::build(&spec, &puzzle, Objective::Moves);
            Budget { nodes: 100_000, ..Budget::default() }.drive(&mut *solver, |_| {});
            solver.statistics().expanded
        };
        (0..300).map(expanded).sum()
    };
    let (with, without) = (nodes("optimal"), nodes("optimal(dominance=off)"));
    assert!(with * 10 < without * 9, "{with} instead of {without}");
}

/// The player's region after a push, found from the neighbourhood of the box, is the one a flood fill finds.
#[test]
fn regions_after_pushes_equal_flooded_ones() {
    for seed in 0..3000 {
        let puzzle = Arc::new(Puzzle::new(&random_level(seed, 8, 7, 1 + seed as usize % 6)).unwrap());
        if puzzle.is_hopeless() {
            continue;
        }
        let space = Pushes::new(&puzzle);
        let mut fill = boxwright_grid::Fill::new(puzzle.floor());
        let mut random = SplitMix64(seed);
        let mut state = space.roots().remove(0);
        let mut packed = vec![0; bytes_for(space.packed_bits())];
        for _ in 0..20 {
            let mut next = Vec::new();
            space.expand(&mut state, |successor, push, _| {
                let mut region = boxwright_grid::SquareSet::new(puzzle.floor().len());
                let smallest = fill.spread(puzzle.floor(), push.from, &successor.boxes, &mut region);
                assert_eq!(successor.player, smallest, "seed {seed}");
                let mut writer = BitWriter::new(&mut packed);
                space.pack(successor, &mut writer);
                writer.finish();
                next.push(packed.clone());
            });
            if next.is_empty() {
                break;
            }
            space.unpack(&mut BitReader::new(&next[random.below(next.len())]), &mut state);
        }
    }
}

/// A warehouse of 100×100 with a thousand boxes compiles and is searched within limits.
#[test]
fn a_thousand_boxes() {
    let row = |y: usize| -> String {
        let cell = |x: usize| match (x, y) {
            (0 | 99, _) | (_, 0 | 99) => '#',
            (1, 1) => '@',
            (x, y) if x < 97 && x % 4 == 2 && y % 2 == 0 && y <= 84 => '$',
            (x, y) if x < 97 && x % 4 == 1 && y % 2 == 0 && y <= 84 => '.',
            _ => ' ',
        };
        (0..100).map(cell).collect()
    };
    let rows: Vec<String> = (0..100).map(row).collect();
    let level = Level::new(rows.join("\n").parse().unwrap());
    let boxes = level.board.points_where(boxwright_sokoban::Cell::has_box).count();
    assert_eq!(boxes, 1008);
    let puzzle = Arc::new(Puzzle::new(&level).unwrap());
    for spec in [
        "bfs",
        "wastar",
        "dfs(space=steps)",
        "wastar(finish=stones)",
        "talking-stones",
        "talking-stones(order=retrograde,search=cells)",
    ] {
        let spec = Spec::parse(spec, STRATEGIES).unwrap();
        let mut solver = strategy::build(&spec, &puzzle, Objective::Any);
        let budget = Budget { bytes: 1 << 28, nodes: 20, ..Budget::default() };
        assert!(matches!(budget.drive(&mut *solver, |_| {}), Outcome::Stopped(_)), "{spec}");
    }
}
