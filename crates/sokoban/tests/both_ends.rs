//! The fewest pushes from both ends, and backwards: against the oracle, at every step, and where the end has many regions.

mod common;

use boxwright_grid::{Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter, bytes_for};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Domain, Limit, Objective, Outcome, Shared, Slice, Status};
use boxwright_sokoban::estimate::Aware;
use boxwright_sokoban::generate::{Options, generate};
use boxwright_sokoban::oracle::{self, Answer};
use boxwright_sokoban::space::Pulls;
use boxwright_sokoban::strategy::{self, STRATEGIES};
use boxwright_sokoban::{Level, Puzzle, random_level, verify};
use std::collections::HashMap;
use std::sync::Arc;

const SPECS: [&str; 2] = ["optimal(ends=both)", "optimal(ends=backward)"];

fn spec(text: &str) -> Spec {
    Spec::parse(text, STRATEGIES).unwrap()
}

/// The fewest pushes by a spec, verified, or `None` if the level has no solution.
fn fewest_pushes(level: &Level, text: &str) -> Option<usize> {
    let puzzle = Arc::new(Puzzle::new(level).unwrap());
    let mut solver = strategy::build(&spec(text), &puzzle, Objective::Pushes);
    let outcome = Budget { bytes: 1 << 30, nodes: 2_000_000, ..Budget::default() }.drive(&mut *solver, |_| {});
    match outcome {
        Outcome::Solved => {
            let pushes = verify(level, &solver.plan().unwrap()).unwrap().metrics.pushes;
            assert_eq!(
                solver.statistics().lower_bound as usize,
                pushes,
                "{text} proves what it finds\n{}",
                level.board
            );
            Some(pushes)
        }
        Outcome::Exhausted => None,
        Outcome::Stopped(limit) => panic!("{text} was stopped by {limit}\n{}", level.board),
    }
}

/// Small and crowded, or larger with few boxes.
fn level(seed: u64) -> Level {
    let (width, height, boxes) = [(7, 7, 2), (6, 6, 3), (9, 7, 2), (6, 5, 4), (8, 8, 3)][seed as usize % 5];
    random_level(seed, width, height, boxes)
}

/// New levels that take a while: as many as come of so many seeds.
fn generated(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Level, usize)> {
    seeds.filter_map(|seed| {
        let boxes = 2 + seed as usize % 3;
        let options = Options { width: 8, height: 7, boxes, pushes: 12, ..Options::default() };
        let found = generate(seed, &options, &Budget::default())?;
        Some((seed, found.level, found.solution.metrics.pushes))
    })
}

#[test]
fn both_ends_agree_with_the_oracle() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in 20_000..22_000 {
        let level = level(seed);
        let answer = oracle::fewest_pushes(&level, 30_000);
        if answer == Answer::GaveUp {
            continue;
        }
        *if answer.cost().is_some() { &mut solvable } else { &mut unsolvable } += 1;
        for text in SPECS {
            assert_eq!(fewest_pushes(&level, text), answer.cost(), "seed {seed}, {text}\n{}", level.board);
        }
    }
    assert!(solvable > 100 && unsolvable > 300, "{solvable} solvable, {unsolvable} unsolvable: a poor sample");
}

/// Longer ones; what they need was found by pulling them apart breadth-first, and proven by the forward search.
#[test]
fn both_ends_agree_on_longer_levels() {
    let (mut levels, mut longest) = (0, 0);
    for (seed, level, pushes) in generated(0..150) {
        levels += 1;
        longest = longest.max(pushes);
        for text in SPECS {
            assert_eq!(fewest_pushes(&level, text), Some(pushes), "seed {seed}, {text}\n{}", level.board);
        }
    }
    assert!(levels > 15 && longest > 20, "{levels} levels, up to {longest} pushes: a poor sample");
}

/// The solved board has many regions, and the player has to end in the right one.
#[test]
fn the_end_may_have_many_regions() {
    let rooms = [
        // The goals cut the floor in three, and the player is left in one part.
        "########\n#  .   #\n#@$.$  #\n#  .$  #\n#  ##  #\n########",
        "#########\n#   #   #\n# $.@.$ #\n#   #   #\n##.### ##\n # $   #\n #     #\n #######",
        "#######\n#.#@  #\n# $ $ #\n# # #.#\n#   $.#\n#######",
    ];
    for rows in rooms {
        let level = Level::new(rows.parse().unwrap());
        let puzzle = Arc::new(Puzzle::new(&level).unwrap());
        let answer = oracle::fewest_pushes(&level, 2_000_000);
        assert_ne!(answer, Answer::GaveUp);
        println!("{} regions, {answer:?}", Pulls::new(&puzzle).roots().len());
        for text in SPECS {
            assert_eq!(fewest_pushes(&level, text), answer.cost(), "{text}\n{rows}");
        }
    }
    // And of random ones those where it is so.
    let (mut many, mut solved) = (0, 0);
    for seed in 0..3000 {
        let level = random_level(seed, 7, 6, 3);
        let puzzle = Arc::new(Puzzle::new(&level).unwrap());
        if puzzle.is_hopeless() || Pulls::new(&puzzle).roots().len() < 3 {
            continue;
        }
        let answer = oracle::fewest_pushes(&level, 30_000);
        if answer == Answer::GaveUp {
            continue;
        }
        many += 1;
        solved += usize::from(answer.cost().is_some());
        for text in SPECS {
            assert_eq!(fewest_pushes(&level, text), answer.cost(), "seed {seed}, {text}\n{}", level.board);
        }
    }
    assert!(many > 60 && solved > 10, "{many} with many regions, {solved} of them can be solved: a poor sample");
}

/// Stopped anywhere, it claims nothing that is not true; with a solution in hand it finds a better one or proves that there
/// is none.
#[test]
fn bounds_are_true_at_every_step() {
    let mut proven = 0;
    for seed in 30_000..30_800 {
        let level = level(seed);
        let Answer::Solved(best) = oracle::fewest_pushes(&level, 30_000) else { continue };
        let puzzle = Arc::new(Puzzle::new(&level).unwrap());
        for text in SPECS {
            let mut solver = strategy::build(&spec(text), &puzzle, Objective::Pushes);
            let one = Slice { expansions: 1, bytes: 1 << 30 };
            while solver.step(one) == Status::Running {
                let claimed = solver.statistics().lower_bound as usize;
                assert!(claimed <= best, "seed {seed}, {text}: {claimed} > {best}\n{}", level.board);
            }
            for known in [best, best + 2].into_iter().filter(|&known| known > 0) {
                let shared = Arc::new(Shared::default());
                shared.offer(known as u64);
                let mut solver = strategy::build_sharing(&spec(text), &puzzle, Objective::Pushes, &shared);
                let outcome = Budget { nodes: 1_000_000, ..Budget::default() }.drive(&mut *solver, |_| {});
                let expected = if known == best { Outcome::Exhausted } else { Outcome::Solved };
                assert_eq!(outcome, expected, "seed {seed}, {text}, {known} known, {best} best\n{}", level.board);
                assert!(shared.least() <= best as u64, "seed {seed}, {text}");
                proven += usize::from(outcome == Outcome::Exhausted);
            }
        }
    }
    assert!(proven > 100, "{proven} proofs are a poor sample");
}

/// Pulls to the beginning, never too many and one less at most after a pull, with the surplus never too many either.
#[test]
fn backward_estimates_are_what_they_promise() {
    let (mut positions, mut dead, mut more) = (0, 0, 0);
    for seed in 0..3500 {
        let level = random_level(seed, 7, 6, 1 + seed as usize % 4);
        let puzzle = Arc::new(Puzzle::new(&level).unwrap());
        if puzzle.is_hopeless() {
            continue;
        }
        let Some(all) = pulled(&puzzle, 3000) else { continue };
        let (mut plain, mut with) = (Aware::backwards(&puzzle), Aware::backwards(&puzzle).with_surplus());
        for at in &all {
            positions += 1;
            plain.enter_position(&at.boxes, at.player);
            let guess = plain.of_position(&at.boxes, at.player);
            let fresh = Aware::backwards(&puzzle).of_position(&at.boxes, at.player);
            assert_eq!(guess, fresh, "seed {seed}: on the way and afresh");
            with.enter_position(&at.boxes, at.player);
            let surplus = with.of_position(&at.boxes, at.player);
            match (at.truth, surplus) {
                (Some(_), None) => panic!("seed {seed}: there is a way"),
                (Some(truth), Some(surplus)) => {
                    assert!(Some(surplus) >= guess && surplus <= truth, "seed {seed}: {guess:?}, {surplus}, {truth}");
                    more += usize::from(Some(surplus) > guess);
                }
                (None, None) => dead += 1,
                (None, Some(_)) => {}
            }
            for &next in &at.next {
                let there = plain.of_position(&all[next].boxes, all[next].player);
                if let (Some(here), Some(there)) = (guess, there) {
                    assert!(here <= there + 1, "seed {seed}: {here}, then {there}");
                }
            }
        }
    }
    assert!(
        positions > 10_000 && dead > 100 && more > 100,
        "{positions} positions, {dead} dead, {more} with a surplus"
    );
}

/// A position that pulls reach: what follows, and how many pulls it is from the beginning.
struct Pulled {
    boxes: SquareSet,
    player: Square,
    next: Vec<usize>,
    truth: Option<u32>,
}

fn pulled(puzzle: &Arc<Puzzle>, cap: usize) -> Option<Vec<Pulled>> {
    let space = Pulls::new(puzzle);
    let packed = |state: &<Pulls as Domain>::State| {
        let mut row = vec![0; bytes_for(space.packed_bits())];
        let mut writer = BitWriter::new(&mut row);
        space.pack(state, &mut writer);
        writer.finish();
        row
    };
    let mut state = space.roots().remove(0);
    let mut rows: Vec<Vec<u8>> = space.roots().iter().map(packed).collect();
    let mut numbers: HashMap<Vec<u8>, usize> = rows.iter().cloned().zip(0..).collect();
    let mut all: Vec<Pulled> = Vec::new();
    while all.len() < rows.len() {
        space.unpack(&mut BitReader::new(&rows[all.len()]), &mut state);
        let mut next = Vec::new();
        space.expand(&mut state, |successor, _, _| {
            let row = packed(successor);
            next.push(*numbers.entry(row).or_insert_with_key(|row| {
                rows.push(row.clone());
                rows.len() - 1
            }));
        });
        if rows.len() > cap {
            return None;
        }
        let truth = space.is_goal(&state).then_some(0);
        all.push(Pulled { boxes: state.boxes.clone(), player: state.player, next, truth });
    }
    loop {
        let mut changed = false;
        for at in 0..all.len() {
            let best = all[at].next.iter().filter_map(|&next| all[next].truth).min().map(|pulls| pulls + 1);
            if best.is_some_and(|best| all[at].truth.is_none_or(|known| best < known)) {
                all[at].truth = best;
                changed = true;
            }
        }
        if !changed {
            return Some(all);
        }
    }
}

#[test]
fn other_objectives_are_refused() {
    for text in SPECS {
        for objective in [Objective::Moves, Objective::PushesMoves, Objective::MovesPushes] {
            let refused = strategy::properties(&spec(text), objective).check(spec(text), objective).unwrap_err();
            assert!(refused.contains("fewest pushes"), "{refused}");
        }
        assert!(strategy::properties(&spec(text), Objective::Any).check(spec(text), Objective::Pushes).is_ok());
    }
}

/// Levels that people made: the same pushes as forwards alone.
#[test]
fn levels_of_microban() {
    let Some(microban) = common::levels("microban-1.txt") else { return };
    for number in (1..=40).filter(|number| ![35, 36].contains(number)) {
        let level = &microban[number - 1];
        let forward = fewest_pushes(level, "optimal");
        assert_eq!(fewest_pushes(level, "optimal(ends=both)"), forward, "Microban {number}");
    }
}

#[test]
fn it_stops_for_want_of_memory_and_goes_on_with_more() {
    let level = Level::new("########\n#  @   #\n# $$$  #\n#      #\n# ...  #\n########".parse().unwrap());
    let puzzle = Arc::new(Puzzle::new(&level).unwrap());
    let mut solver = strategy::build(&spec("optimal(ends=both)"), &puzzle, Objective::Pushes);
    assert_eq!(solver.step(Slice { expansions: 64, bytes: 0 }), Status::Stopped(Limit::Memory));
    assert!(solver.plan().is_none());
    assert_eq!(Budget::default().drive(&mut *solver, |_| {}), Outcome::Solved);
    let pushes = verify(&level, &solver.plan().unwrap()).unwrap().metrics.pushes;
    assert_eq!(Some(pushes), oracle::fewest_pushes(&level, 1_000_000).cost());
}
