//! `boxwright train`: what it learns is a file that can be read, and solves levels.

mod common;

use boxwright_search::{Budget, Goalward, Outcome};
use boxwright_sokoban::fess::Planning;
use boxwright_sokoban::value::{FEATURES, Weights, climb};
use boxwright_sokoban::{Level, Puzzle, verify};
use common::{Folder, KWIRK, run, run_with_input};
use std::path::Path;
use std::sync::Arc;

/// How many of the built-in levels these weights solve.
fn solved(weights: &Weights) -> usize {
    let text = include_str!("../../../levels/sokoban/first-steps.sok");
    let levels: Vec<Level> = boxwright_sokoban::read("first-steps.sok", text.as_bytes()).unwrap().levels;
    let is_solved = |level: &&Level| {
        let puzzle = Arc::new(Puzzle::new(level).unwrap());
        let mut search = climb(&puzzle, Planning::Starts, weights);
        let budget = Budget { nodes: 2000, ..Budget::default() };
        budget.drive(&mut search, |_| {}) == Outcome::Solved && {
            verify(level, &search.domain().plan(&search.solution().unwrap())).unwrap();
            true
        }
    };
    levels.iter().filter(is_solved).count()
}

#[test]
fn a_short_training_gives_weights_that_solve_levels() {
    let folder = Folder::new();
    let file = folder.at("weights.toml");
    let arguments = ["train", "--seed", "3", "--count", "6", "--rounds", "3", "--nodes", "200", "--time", "10m"];
    let ran = run(&[&arguments[..], &["--output", &file]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("round 3: ") && ran.err.contains(" of 6 solved"), "{}", ran.err);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("boxwright train --seed 3 --count 6 --rounds 3 --nodes 200"), "{text}");
    let weights = Weights::parse(&text).unwrap();
    assert!(solved(&weights) >= 5, "{}", solved(&weights));
    assert_eq!(run(&arguments).out, text, "the same command makes the same weights");
}

#[test]
fn the_weights_of_the_program_are_toml_with_a_number_for_each_feature() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sokoban/src/value/weights.toml");
    let table: toml::Table = std::fs::read_to_string(file).unwrap().parse().unwrap();
    let mut names: Vec<&str> = table.keys().map(String::as_str).collect();
    names.sort_unstable();
    let mut features = FEATURES;
    features.sort_unstable();
    assert_eq!(names, features);
    assert!(table.values().all(|weight| weight.as_float().is_some_and(f64::is_finite)));
}

#[test]
fn levels_of_a_file_can_be_learned_from() {
    let ran = run(&["train", "builtin:first-steps", "--level", "1-3", "--rounds", "2", "--nodes", "100"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("boxwright train builtin:first-steps --level 1-3 --rounds 2"), "{}", ran.out);
    Weights::parse(&ran.out).unwrap();
}

#[test]
fn what_cannot_be_learned_from_is_told() {
    let kwirk = run_with_input(&["train", "-"], KWIRK.as_bytes());
    assert_eq!(kwirk.status, 2);
    assert!(kwirk.err.contains("-, level 1: left out, this is Kwirk"), "{}", kwirk.err);
    assert!(kwirk.err.contains("there is no Sokoban level to learn from") && kwirk.out.is_empty(), "{}", kwirk.err);
    let faulty = run_with_input(&["train", "-"], b"#####\n# $ #\n#####\n");
    assert!(faulty.status == 2 && faulty.err.contains("-, level 1: left out, "), "{}", faulty.err);
    for wrong in [
        &["train", "--rounds", "0"][..],
        &["train", "--nodes", "none"],
        &["train", "--level", "1"],
        &["train", "nowhere.sok"],
        &["train", "builtin:first-steps", "--count", "5"],
        &["train", "--output", "/nowhere/weights.toml"],
    ] {
        assert_eq!(run(wrong).status, 2, "{wrong:?}");
    }
}

#[test]
fn the_time_is_kept() {
    let begun = std::time::Instant::now();
    let ran = run(&["train", "--count", "1000", "--time", "1s"]);
    assert_eq!(ran.status, 11, "{}", ran.err);
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
    assert!(ran.out.is_empty() && ran.err.contains("the time was up"), "{}", ran.err);
}
