//! The Kwirk paper's rule for several characters, against the complete one and the oracle.

mod common;

use boxwright_kwirk::oracle::{self, Answer};
use boxwright_kwirk::strategy::{self, STRATEGIES};
use boxwright_kwirk::{Level, Puzzle, RandomOptions, random_level, render, verify};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Outcome};
use std::sync::Arc;

/// Runs a spec to the end: the interactions of its verified plan, or `None` if it found nothing.
fn run(level: &Level, spec: &str) -> Option<usize> {
    let puzzle = Arc::new(Puzzle::new(level).expect("a valid level"));
    let spec = Spec::parse(spec, STRATEGIES).unwrap();
    let mut solver = strategy::build(&spec, &puzzle, Objective::Any);
    match Budget::default().drive(&mut *solver, |_| {}) {
        Outcome::Solved => {
            let plan = solver.plan().expect("solved");
            let drawn = render::render(&level.board);
            Some(verify(level, &plan).unwrap_or_else(|r| panic!("{spec}: {r} in {plan}\n{drawn}")).pushes)
        }
        Outcome::Exhausted => None,
        Outcome::Stopped(limit) => panic!("{spec} was stopped by {limit}"),
    }
}

#[test]
fn the_papers_rule_is_not_complete() {
    let level = common::level("######\n## b2#\n#1ccc#\n#a   #\n#   %#\n######\n");
    assert_eq!(oracle::fewest_interactions(&level, 100_000).cost(), Some(3));
    assert_eq!(run(&level, "bfs"), Some(3));
    assert_eq!(run(&level, "bfs(rule=paper)"), None);
    let promised = strategy::properties(&Spec::parse("bfs(rule=paper)", STRATEGIES).unwrap(), Objective::Any);
    assert!(!promised.complete && promised.optimal == Objective::Any);
}

/// Figure 1 of the paper, in spirit: the block must go left and then up into the hole, and the square below it is
/// closed once it was pushed.
#[test]
fn a_combo_is_one_transition() {
    let level = common::level("######\n##%###\n##O###\n##  1#\n## a2#\n## ###\n######\n");
    assert_eq!(oracle::fewest_interactions(&level, 100_000).cost(), Some(3));
    assert_eq!(run(&level, "bfs(rule=paper)"), Some(3));
}

#[test]
fn the_papers_rule_never_solves_the_unsolvable() {
    let (mut both, mut neither, mut lost, mut longer) = (0, 0, 0, 0);
    for seed in 0..1500 {
        let options = RandomOptions {
            width: 6 + (seed % 3) as u16,
            height: 5 + (seed / 3 % 2) as u16,
            characters: 1 + (seed % 4).min(2) as usize,
            blocks: 2 + (seed % 2) as usize,
            turnstiles: (seed / 5 % 2) as usize,
            holes: (seed % 3) as usize,
            walls: (seed % 7) as usize,
        };
        let level = random_level(seed, &options);
        let best = match oracle::fewest_interactions(&level, 60_000) {
            Answer::GaveUp => continue,
            answer => answer.cost(),
        };
        let found = run(&level, "bfs(rule=paper)");
        let drawn = || format!("seed {seed}\n{}", render::render(&level.board));
        match (best, found) {
            (Some(best), Some(found)) => {
                assert!(found >= best, "{}", drawn());
                both += 1;
                longer += usize::from(found > best);
            }
            (Some(_), None) => {
                assert!(options.characters > 1, "with one character nothing is lost, {}", drawn());
                lost += 1;
            }
            (None, Some(_)) => panic!("{}", drawn()),
            (None, None) => neither += 1,
        }
        if seed % 5 == 0 {
            for spec in ["dfs(rule=paper)", "astar(rule=paper,cost=explore)", "fringe(rule=paper)"] {
                assert_eq!(run(&level, spec).is_some(), found.is_some(), "{spec}, {}", drawn());
            }
        }
    }
    println!("{both} solved, {longer} of them with more interactions, {lost} lost, {neither} unsolvable");
    assert!(both > 300 && neither > 100 && lost > 0);
}
