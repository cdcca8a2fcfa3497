//! The taboo A*: its promises against the slow and obvious oracle, the paper's worked example, and proven optima.

mod common;

use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Outcome};
use boxwright_sokoban::oracle::{self, Answer};
use boxwright_sokoban::strategy::{self, STRATEGIES};
use boxwright_sokoban::{Level, Metrics, Puzzle, random_level, verify};
use std::sync::Arc;

const SPECS: [&str; 4] = [
    "taboo-astar",
    "taboo-astar(taboo=pull)",
    "taboo-astar(mode=elementary)",
    "taboo-astar(mode=elementary,taboo=pull)",
];

/// The measures of a verified solution, if there is one, and how the search ended.
fn run(level: &Level, spec: &str, nodes: u64) -> (Outcome, Option<Metrics>) {
    let puzzle = Arc::new(Puzzle::new(level).unwrap());
    let spec = Spec::parse(spec, STRATEGIES).unwrap();
    let mut solver = strategy::build(&spec, &puzzle, Objective::Any);
    let outcome = Budget { nodes, ..Budget::default() }.drive(&mut *solver, |_| {});
    let verified = solver.plan().map(|plan| verify(level, &plan).unwrap_or_else(|r| panic!("{spec}: {r}")));
    (outcome, verified.map(|v| v.metrics))
}

/// What a spec's solutions are best in.
fn best(spec: &str, metrics: &Metrics) -> usize {
    if spec.contains("elementary") { metrics.moves } else { metrics.pushes }
}

#[test]
fn solutions_are_optimal_and_none_is_missed() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in 0..1500 {
        let level = random_level(seed, 7, 6, 1 + seed as usize % 3);
        let (pushes, moves) = (oracle::fewest_pushes(&level, 30_000), oracle::fewest_moves(&level, 30_000));
        if pushes == Answer::GaveUp || moves == Answer::GaveUp {
            continue;
        }
        *if pushes.cost().is_some() { &mut solvable } else { &mut unsolvable } += 1;
        for spec in SPECS {
            let expected = if spec.contains("elementary") { moves } else { pushes };
            let found = run(&level, spec, u64::MAX).1;
            assert_eq!(found.map(|m| best(spec, &m)), expected.cost(), "seed {seed}, {spec}\n{}", level.board);
        }
    }
    assert!(solvable > 100 && unsolvable > 100, "{solvable} solvable, {unsolvable} unsolvable: poor sample");
}

/// Figure 2 of the paper, with `.` for the targets it draws as `,`. The text of the figure has one wall more, on the left
/// of its third row; there the level has no solution, so it must have slipped in. Without it, this is Microban 3.
#[test]
fn the_worked_example() {
    let figure = |third_row: &str| -> Level {
        let rows = ["  ####", "###  ####", third_row, "# #  #$ #", "# . .#@ #", "#########"];
        Level::new(rows.join("\n").parse().unwrap())
    };
    for spec in SPECS {
        let metrics = run(&figure("#     $ #"), spec, u64::MAX).1.unwrap();
        assert_eq!(best(spec, &metrics), if spec.contains("elementary") { 41 } else { 13 }, "{spec}");
        assert_eq!(run(&figure("# #   $ #"), spec, u64::MAX), (Outcome::Exhausted, None), "{spec}");
    }
}

/// Wherever the search ends within a small limit it agrees with the optima that are known of Microban.
#[test]
fn proven_optima() {
    let (Some(microban), Some(folder)) = (common::levels("microban-1.txt"), common::folder("optimal")) else { return };
    let optima = std::fs::read_to_string(folder.join("microban-1.tsv")).unwrap();
    for (spec, at_least) in [("taboo-astar", 60), ("taboo-astar(mode=elementary)", 30)] {
        let mut agreed = 0;
        for line in optima.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<Option<usize>> = line.split('\t').map(|field| field.parse().ok()).collect();
            let level = &microban[fields[0].unwrap() - 1];
            let known = if spec.contains("elementary") { fields[2] } else { fields[1] };
            let (outcome, metrics) = run(level, spec, 5_000);
            assert_ne!(outcome, Outcome::Exhausted, "{spec}\n{}", level.board);
            if let (Some(metrics), Some(known)) = (metrics, known) {
                assert_eq!(best(spec, &metrics), known, "{spec}\n{}", level.board);
                agreed += 1;
            }
        }
        assert!(agreed >= at_least, "{spec} solved only {agreed} levels");
    }
}
