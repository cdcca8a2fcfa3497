//! Prepared puzzles: the same optima as the level itself, by plans that solve the level itself.

use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Outcome};
use boxwright_sokoban::oracle::{self, Answer};
use boxwright_sokoban::strategy::{self, STRATEGIES};
use boxwright_sokoban::{Level, Puzzle, random_level, verify};
use std::sync::Arc;

/// Moves and pushes of a plan for the prepared puzzle, replayed on the level; `None` if there provably is none.
fn solve(level: &Level, puzzle: &Arc<Puzzle>, spec: &str, objective: Objective) -> Option<(usize, usize)> {
    let spec = Spec::parse(spec, STRATEGIES).unwrap();
    let mut solver = strategy::build(&spec, puzzle, objective);
    let outcome = Budget { bytes: 1 << 30, nodes: 1_000_000, ..Budget::default() }.drive(&mut *solver, |_| {});
    if outcome == Outcome::Exhausted {
        return None;
    }
    assert_eq!(outcome, Outcome::Solved, "{spec}\n{}", level.board);
    let plan = solver.plan().expect("solved");
    let metrics = verify(level, &plan).unwrap_or_else(|refusal| panic!("{spec}: {refusal}\n{}", level.board)).metrics;
    Some((metrics.moves, metrics.pushes))
}

#[test]
fn optima_stay_the_same() {
    let (mut smaller, mut hopeless, mut solved, mut fewer_boxes) = (0, 0, 0, 0);
    for seed in 0..4_000 {
        let (width, height) = [(6, 5), (7, 6), (5, 5), (8, 6), (6, 7)][seed as usize % 5];
        let level = random_level(seed, width, height, [2, 3, 4, 5][seed as usize % 4]);
        let plain = Puzzle::new(&level).unwrap();
        let puzzle = Arc::new(plain.clone().prepared());
        if plain.is_hopeless() || (puzzle.floor().len() == plain.floor().len() && !puzzle.is_hopeless()) {
            continue;
        }
        let (pushes, moves) = (oracle::fewest_pushes(&level, 30_000), oracle::fewest_moves(&level, 30_000));
        if pushes == Answer::GaveUp || moves == Answer::GaveUp {
            continue;
        }
        smaller += 1;
        fewer_boxes += usize::from(puzzle.boxes().len() < plain.boxes().len());
        hopeless += usize::from(puzzle.is_hopeless());
        solved += usize::from(pushes.cost().is_some());
        let context = format!("seed {seed}\n{}", level.board);
        for spec in ["bfs", "optimal"] {
            let found = solve(&level, &puzzle, spec, Objective::Pushes);
            assert_eq!(found.map(|found| found.1), pushes.cost(), "{spec} {context}");
            let found = solve(&level, &puzzle, spec, Objective::Moves);
            assert_eq!(found.map(|found| found.0), moves.cost(), "{spec} {context}");
        }
        for spec in ["fess", "backward", "backward(moves=macro)", "novel", "wastar", "talking-stones"] {
            let found = solve(&level, &puzzle, spec, Objective::Any);
            assert_eq!(found.is_some(), pushes.cost().is_some(), "{spec} {context}");
        }
    }
    let enough = smaller > 300 && solved > 60 && hopeless > 100 && fewer_boxes > 50;
    assert!(enough, "{smaller} smaller, {solved} solved, {hopeless} hopeless, {fewer_boxes} with fewer boxes");
}

fn prepared(text: &str) -> Puzzle {
    Puzzle::new(&Level::new(text.parse().unwrap())).unwrap().prepared()
}

#[test]
fn a_box_that_never_moves_is_a_wall() {
    // The box in the corner is where it belongs.
    let puzzle = prepared("#######\n#*    #\n# @$ .#\n#     #\n#######");
    assert_eq!((puzzle.boxes().len(), puzzle.goal_list().len(), puzzle.floor().len()), (1, 1, 14));
}

#[test]
fn a_goal_that_no_pull_empties_must_be_full() {
    // Nothing can be pulled out of the corner, so the box that ends there would have begun there.
    let text = "#######\n#. ## #\n##$$ .#\n#@    #\n#     #\n#######";
    assert!(!Puzzle::new(&Level::new(text.parse().unwrap())).unwrap().is_hopeless());
    assert!(prepared(text).is_hopeless());
}

#[test]
fn dead_ends_are_walls_but_not_under_the_player() {
    let dead_end = "########\n#@$  . #\n#   #### \n########";
    let puzzle = prepared(dead_end);
    // The square behind the goal is a dead end.
    assert_eq!(puzzle.floor().len(), 8);
    let player_inside = "#######\n#  $@##\n#.    #\n#     #\n#######";
    assert_eq!(prepared(player_inside).floor().len(), 14);
}

#[test]
fn a_solved_level_stays_one() {
    let puzzle = prepared("#####\n#@ *#\n#####");
    assert_eq!(puzzle.boxes().len(), 1);
}
