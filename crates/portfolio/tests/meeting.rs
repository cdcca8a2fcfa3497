//! Members from both ends of a Sokoban level meet, and what they make of it is a solution.

use std::sync::Arc;

use boxwright_portfolio::strategy::{build, resolve};
use boxwright_portfolio::{Crew, CrewMember, Engine, Means, Sokoban, Work};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Slice, Status};
use boxwright_sokoban::{Level, Plan, random_level};

/// How a race of these members ends: its plan and who is given credit for it.
fn race(level: &Level, members: &[&str], threads: usize) -> Option<(Plan, String)> {
    let member = |spec: &&str| CrewMember { spec: (*spec).to_owned(), weight: 1, rounds: None, why: String::new() };
    let crew = Crew {
        first_round: 2,
        growth: 2.0,
        work: Work::Expanded,
        improving: None,
        members: members.iter().map(member).collect(),
    };
    let means = Means { threads, crew: Some(Arc::new(crew)), part: None };
    let puzzle = Sokoban::compile(level).unwrap();
    let spec = Spec::parse("portfolio", Sokoban::strategies()).unwrap();
    let spec = resolve::<Sokoban>(&spec, &puzzle, Objective::Any, &means).unwrap();
    let mut race = build::<Sokoban>(&spec, level, &puzzle, Objective::Any, &means, &Budget::default()).unwrap();
    while race.step(Slice { expansions: 64, bytes: usize::MAX }) == Status::Running {}
    race.plan().map(|plan| (plan, race.credit().unwrap()))
}

const PAIRS: [[&str; 2]; 8] = [
    ["bfs", "backward"],
    ["wastar", "backward(moves=macro)"],
    ["fess", "backward"],
    ["novel", "novel(from=start)"],
    ["novel(moves=macro)", "novel(from=start,moves=macro)"],
    ["fess", "backward(moves=macro)"],
    ["bfs", "aim"],
    ["aim(from=start)", "backward"],
];

#[test]
fn two_ends_solve_what_one_solves_and_often_meet() {
    let mut met = [0; PAIRS.len()];
    let mut solvable = 0;
    for seed in 0..600 {
        let level = random_level(seed, 8, 7, 2 + seed as usize % 2);
        let alone = race(&level, &["bfs"], 1).is_some();
        solvable += usize::from(alone);
        for (pair, met) in PAIRS.iter().zip(&mut met) {
            let together = race(&level, pair, 1);
            assert_eq!(together.is_some(), alone, "seed {seed}, {pair:?}");
            if let Some((plan, credit)) = &together {
                Sokoban::replay(&level, plan).unwrap();
                *met += usize::from(credit.ends_with("met halfway"));
            }
            assert_eq!(race(&level, pair, 1), together, "turns on one thread are the same every time");
            if seed < 60 {
                assert_eq!(race(&level, pair, 2).is_some(), alone, "seed {seed}, {pair:?}, threads");
            }
        }
    }
    assert!(solvable > 50, "{solvable} solvable levels");
    assert!(met.iter().all(|&met| met > 0), "of {solvable} solvable levels {met:?} were solved from both ends");
    println!("of {solvable} solvable levels {met:?} were solved from both ends");
}
