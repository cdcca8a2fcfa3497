//! The multi-layer solver against the oracle, with every option.

mod common;

use boxwright_kwirk::oracle::{self, Answer};
use boxwright_kwirk::strategy::STRATEGIES;
use boxwright_kwirk::strategy::layered::{Layered, LayeredOptions};
use boxwright_kwirk::{Level, Puzzle, RandomOptions, random_level, render, verify};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Outcome, Search, Slice, Solver, Status};
use std::sync::Arc;

const SPECS: [&str; 7] = [
    "layered",
    "layered(local=fringe)",
    "layered(goals=holes)",
    "layered(deadlock=off)",
    "layered(sequence-tries=10)",
    "layered(start-tries=10)",
    "layered(local=fringe,goals=holes,sequence-tries=10,start-tries=10)",
];

fn layered(level: &Level, spec: &str) -> Layered {
    let puzzle = Arc::new(Puzzle::new(level).expect("a valid level"));
    let spec = Spec::parse(spec, STRATEGIES).unwrap();
    Layered::new(&puzzle, LayeredOptions::of(&spec).expect("it is layered"))
}

/// Runs it to the end: the interactions of its verified plan, or `None` if it says that there is no solution.
fn run(level: &Level, spec: &str) -> Option<usize> {
    let mut solver = layered(level, spec);
    let drawn = || render::render(&level.board);
    match Budget::default().drive(&mut solver, |_| {}) {
        Outcome::Solved => {
            let plan = solver.plan().expect("solved");
            Some(verify(level, &plan).unwrap_or_else(|r| panic!("{spec}: {r} in {plan}\n{}", drawn())).pushes)
        }
        Outcome::Exhausted => None,
        Outcome::Stopped(limit) => panic!("{spec} was stopped by {limit}\n{}", drawn()),
    }
}

#[test]
fn it_agrees_with_the_oracle() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in 0..1200 {
        let options = RandomOptions {
            width: 7 + (seed % 3) as u16,
            height: 5 + (seed / 3 % 3) as u16,
            characters: 1 + (seed % 5 / 3) as usize,
            blocks: 1 + (seed % 4) as usize,
            turnstiles: (seed / 5 % 3) as usize,
            holes: (seed % 6) as usize,
            walls: (seed % 8) as usize,
        };
        let level = random_level(seed, &options);
        let best = match oracle::fewest_interactions(&level, 60_000) {
            Answer::GaveUp => continue,
            answer => answer.cost(),
        };
        solvable += usize::from(best.is_some());
        unsolvable += usize::from(best.is_none());
        for spec in [SPECS[0], SPECS[1 + seed as usize % (SPECS.len() - 1)]] {
            let found = run(&level, spec);
            let context = || format!("{spec}, seed {seed}\n{}", render::render(&level.board));
            assert_eq!(found.is_some(), best.is_some(), "{}", context());
            assert!(found >= best, "{}", context());
        }
    }
    println!("{solvable} solvable, {unsolvable} unsolvable");
    assert!(solvable > 100 && unsolvable > 100);
}

#[test]
fn it_solves_what_the_paper_solved() {
    let easy = (1..=10).map(|i| format!("easy-{i:02}"));
    let others = ["average-01", "average-04", "average-05", "hard-01", "hard-03"].map(str::to_owned);
    for name in easy.chain(others) {
        let Some(text) = common::data(&format!("kwirk/going-up/{name}.txt")) else { return };
        let level = common::level(&text);
        let spec = Spec::parse("layered", STRATEGIES).unwrap();
        assert!(run(&level, &spec.to_string()).is_some(), "{name}");
    }
}

/// Paused after every position or not, it does the same; sequences are counted.
#[test]
fn it_can_be_paused() {
    let Some(text) = common::data("kwirk/going-up/easy-08.txt") else { return };
    let level = common::level(&text);
    let mut whole = layered(&level, "layered");
    let mut pieces = layered(&level, "layered");
    assert_eq!(whole.step(Slice { expansions: u64::MAX, bytes: usize::MAX }), Status::Solved);
    while pieces.step(Slice { expansions: 1, bytes: usize::MAX }) == Status::Running {}
    assert_eq!(whole.statistics().expanded, pieces.statistics().expanded);
    assert_eq!(whole.plan(), pieces.plan());
    assert!(whole.sequences() > 1 && whole.sequences() == pieces.sequences());
}

#[test]
fn it_stops_when_memory_ends_and_goes_on_with_more() {
    let Some(text) = common::data("kwirk/going-up/average-01.txt") else { return };
    let level = common::level(&text);
    let mut solver = layered(&level, "layered");
    let mut bytes = 1 << 12;
    loop {
        match solver.step(Slice { expansions: 100_000, bytes }) {
            Status::Stopped(_) => bytes *= 4,
            Status::Running => {}
            Status::Solved => break,
            Status::Exhausted => panic!("it has a solution"),
        }
    }
    assert!(verify(&level, &solver.plan().expect("solved")).is_ok());
}
