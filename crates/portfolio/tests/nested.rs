//! The race for any solution as a member of a race for the best one.

use std::sync::Arc;

use boxwright_portfolio::{Crew, Engine, Means, Sokoban, strategy};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Outcome};
use boxwright_sokoban::{Level, random_level, verify};

/// The pushes of what a crew finds, `None` if there is no solution, and who found it.
fn pushes(level: &Level, objective: Objective, members: &[(&str, u64)]) -> (Option<usize>, Option<String>) {
    let mut text = String::from("first_round = 3\nimproving = 1\n");
    for (spec, weight) in members {
        text += &format!("[[member]]\nspec = \"{spec}\"\nweight = {weight}\nwhy = \"to see\"\n");
    }
    let means = Means { crew: Some(Arc::new(Crew::parse(&text).unwrap())), ..Means::default() };
    let puzzle = Sokoban::compile(level).unwrap();
    let spec = Spec::parse("portfolio", Sokoban::strategies()).unwrap();
    let budget = Budget::default();
    let mut race = strategy::build::<Sokoban>(&spec, level, &puzzle, objective, &means, &budget).unwrap();
    match budget.drive(&mut *race, |_| {}) {
        Outcome::Solved => {
            (Some(verify(level, &race.plan().unwrap()).expect("a solution").metrics.pushes), race.credit())
        }
        outcome => {
            assert_eq!(outcome, Outcome::Exhausted);
            (None, None)
        }
    }
}

#[test]
fn a_race_in_a_race_changes_no_optimum() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..800 {
        let level = random_level(seed, 9, 8, 3);
        let (alone, _) = pushes(&level, Objective::Pushes, &[("optimal", 1)]);
        let (both, _) = pushes(&level, Objective::Pushes, &[("optimal", 1), ("auto", 50)]);
        assert_eq!(both, alone, "seed {seed}");
        match alone {
            Some(_) => solved += 1,
            None => unsolvable += 1,
        }
    }
    assert!(solved > 40 && unsolvable > 40, "{solved} solved, {unsolvable} unsolvable");
}

#[test]
fn it_finds_what_nobody_else_looks_for() {
    let mut found = 0;
    for seed in 0..200 {
        let level = random_level(seed, 9, 8, 3);
        let (one, credit) = pushes(&level, Objective::Any, &[("auto", 1)]);
        let (other, _) = pushes(&level, Objective::Any, &[("bfs", 1)]);
        assert_eq!(one.is_some(), other.is_some(), "seed {seed}");
        found += usize::from(credit.as_deref() == Some("auto"));
    }
    assert!(found > 10, "{found}");
}
