//! Does the rating for people agree with what a solver has to search? On Microban, if it is at hand.

use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Outcome};
use boxwright_sokoban::rate::rate;
use boxwright_sokoban::strategy::{self, STRATEGIES};
use boxwright_sokoban::{Level, Plan, Puzzle, read};
use std::sync::Arc;

/// A* looks at so many positions; what needs more is as hard as can be told.
const NODES: u64 = 10_000;

/// A good solution, and how many positions A* expands to find one with the fewest pushes.
fn effort(level: &Level) -> Option<(Plan, u64)> {
    let puzzle = Arc::new(Puzzle::new(level).ok()?);
    let solve = |spec: &str, objective, nodes| {
        let spec = Spec::parse(spec, STRATEGIES).unwrap();
        let mut solver = strategy::build(&spec, &puzzle, objective);
        let budget = Budget { nodes, ..Budget::default() };
        let solved = budget.drive(&mut *solver, |_| {}) == Outcome::Solved;
        solved.then(|| (solver.plan().unwrap(), solver.statistics().expanded))
    };
    let unproven = || solve("fess", Objective::Any, u64::MAX).map(|(plan, _)| (plan, NODES));
    solve("astar", Objective::Pushes, NODES).or_else(unproven)
}

/// Ranks from 1, equal values sharing the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: f64| {
        let (below, equal) =
            values.iter().fold((0, 0), |(b, e), &v| (b + i32::from(v < value), e + i32::from(v == value)));
        f64::from(below) + f64::from(equal + 1) / 2.0
    };
    values.iter().map(|&value| rank(value)).collect()
}

/// Spearman's rank correlation: Pearson's of the ranks.
fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 + 1.0) / 2.0;
    let sum = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    sum(&a, &b) / (sum(&a, &a) * sum(&b, &b)).sqrt()
}

#[test]
fn the_rank_correlation_is_the_known_one() {
    let five = [1.0, 2.0, 3.0, 4.0, 5.0];
    assert_eq!(spearman(&five, &[2.0, 4.0, 6.0, 8.0, 100.0]), 1.0);
    assert_eq!(spearman(&five, &[5.0, 4.0, 3.0, 2.0, 1.0]), -1.0);
    assert!((spearman(&five, &[1.0, 2.0, 3.0, 5.0, 4.0]) - 0.9).abs() < 1e-12);
    assert_eq!(ranks(&[3.0, 1.0, 3.0]), [2.5, 1.0, 2.5]);
}

#[test]
fn the_rating_grows_with_the_effort_of_a_solver_on_microban() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels/sokoban/microban-1.txt");
    let Ok(bytes) = std::fs::read(path) else { return };
    let levels = read("microban-1.txt", &bytes).unwrap().levels;
    let (mut scores, mut efforts) = (Vec::new(), Vec::new());
    for level in &levels {
        if let Some((plan, expanded)) = effort(level) {
            let features = rate(level, &plan).unwrap();
            scores.push(features.score());
            efforts.push(expanded as f64);
            println!("{:?} {expanded} {:.2} {features:?}", level.title, features.score());
        }
    }
    let correlation = spearman(&scores, &efforts);
    println!(
        "rank correlation of the rating with positions expanded by A*: {correlation:.3} ({} levels)",
        scores.len()
    );
    assert_eq!(scores.len(), levels.len(), "levels were left out");
    assert!(correlation > 0.6, "{correlation}");
}
