//! The oracle on puzzles whose optima are known, and against itself.

mod common;

use boxwright_kwirk::oracle::{Answer, fewest_interactions, fewest_moves, reachable_positions};
use boxwright_kwirk::{Level, RandomOptions, random_level, verify};

const CAP: usize = 300_000;

/// Checks an answer by replaying its plan; gives the least cost.
fn checked(level: &Level, answer: &Answer, interactions: bool) -> Option<usize> {
    let Answer::Solved { cost, plan } = answer else { return None };
    let verified = verify(level, plan).expect("the oracle's plans are right");
    assert_eq!(if interactions { verified.pushes } else { verified.moves }, *cost);
    Some(*cost)
}

#[test]
fn the_easy_puzzles_have_their_known_optima() {
    let Some(known) = common::data("kwirk/known.tsv") else { return };
    for i in 1..=5 {
        let name = format!("easy-{i:02}");
        let Some(text) = common::data(&format!("kwirk/going-up/{name}.txt")) else { return };
        let level = common::level(&text);
        let row = known.lines().find(|l| l.starts_with(&name)).expect("a row for each puzzle");
        let mut optima = row.split('\t').skip(1).map(|c| c.strip_prefix('=').and_then(|n| n.parse::<usize>().ok()));
        let interactions = fewest_interactions(&level, CAP);
        assert_eq!(checked(&level, &interactions, true), optima.next().flatten(), "{name}");
        let moves = fewest_moves(&level, CAP);
        assert_eq!(checked(&level, &moves, false), optima.next().flatten(), "{name}");
    }
}

#[test]
fn both_searches_agree_on_what_can_be_solved() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..150 {
        let options = RandomOptions { characters: 1 + seed as usize % 3, ..RandomOptions::default() };
        let level = random_level(seed, &options);
        let (moves, interactions) = (fewest_moves(&level, CAP), fewest_interactions(&level, CAP));
        match (checked(&level, &moves, false), checked(&level, &interactions, true)) {
            (Some(moves), Some(interactions)) => {
                assert!(interactions <= moves);
                solved += 1;
            }
            (None, None) => {
                assert_eq!((&moves, &interactions), (&Answer::Unsolvable, &Answer::Unsolvable), "seed {seed}");
                unsolvable += 1;
            }
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    println!("{solved} solved, {unsolvable} unsolvable");
    assert!(solved > 20 && unsolvable > 20, "random levels should be of both kinds");
}

#[test]
fn the_cap_is_kept() {
    let level = common::level("######\n#1   #\n# aa #\n#   %#\n######\n");
    assert_eq!(fewest_moves(&level, 3), Answer::GaveUp);
    assert_eq!(reachable_positions(&level, 3), None);
    let corridor = common::level("#####\n#1 %#\n#####\n");
    assert_eq!(reachable_positions(&corridor, 100), Some(3));
    assert_eq!(fewest_moves(&corridor, 100).cost(), Some(2));
    assert_eq!(fewest_interactions(&corridor, 100).cost(), Some(0));
}
