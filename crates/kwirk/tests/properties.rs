//! What holds for every level: random ones.

mod common;

use boxwright_grid::SplitMix64;
use boxwright_grid::{Symmetry, scramble};
use boxwright_kwirk::render::{draw, render};
use boxwright_kwirk::{
    Collection, Game, Level, Move, Plan, RandomOptions, Refusal, Why, canonical, duplicates, is_kwirk, random_level,
    read, verify, write_kwk,
};
use proptest::prelude::*;

fn options() -> impl Strategy<Value = RandomOptions> {
    ((0u16..14, 0u16..14), 0usize..6, 0usize..12, 0usize..5, 0usize..12, 0usize..12).prop_map(
        |((width, height), characters, blocks, turnstiles, holes, walls)| RandomOptions {
            width,
            height,
            characters,
            blocks,
            turnstiles,
            holes,
            walls,
        },
    )
}

fn random_moves(seed: u64, count: usize) -> Vec<Move> {
    let mut random = SplitMix64(scramble(seed ^ 0x5eed));
    (0..count).map(|_| Move::ALL[random.below(5)]).collect()
}

/// The level after some random presses.
fn mid_game(level: &Level, seed: u64) -> Level {
    let mut game = Game::new(level);
    let mut last = game.board().clone();
    for press in random_moves(seed, 60) {
        game.press(press);
        if game.is_solved() {
            break;
        }
        last = game.board().clone();
    }
    Level::from_board(last)
}

/// The number of rows of each level, split by a literal copy of what `score.py` does.
fn heights_by_the_scoring_tool(text: &str) -> Vec<usize> {
    let (mut levels, mut rows, mut in_under) = (Vec::new(), 0, false);
    for line in text.split('\n').chain([""]) {
        if line.starts_with(';') {
        } else if line.trim() == "@under" {
            in_under = true;
        } else if line.trim().is_empty() {
            levels.extend((rows > 0).then_some(rows));
            (rows, in_under) = (0, false);
        } else if !in_under && line.starts_with(['#', '+']) {
            rows += 1;
        }
    }
    levels
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let _ = is_kwirk(&String::from_utf8_lossy(&bytes));
        if let Ok(collection) = read("x", &bytes) {
            let _ = write_kwk(&collection);
        }
    }

    /// Text of the formats' own glyphs gets much further into the readers than noise does.
    #[test]
    fn random_drawings_never_panic_anything(text in "([#+@;:][#+%O1-5a-dA-C*^>`< .\n]{0,12}\n|@under\n|; [a-z]{0,3}: [a-z]{0,3}\n|\n){0,12}", ddd: bool) {
        let name = if ddd { "x.txt" } else { "x.kwk" };
        let Ok(collection) = read(name, text.as_bytes()) else { return Ok(()) };
        for level in &collection.levels {
            let valid = level.check().is_empty();
            let mut game = Game::new(level);
            for press in random_moves(7, 30) {
                game.press(press);
            }
            let _ = (render(game.board()), draw(game.board()), canonical(game.board()));
            let plan = Plan(random_moves(8, 5));
            prop_assert!(valid || verify(level, &plan).is_err());
        }
        let written = write_kwk(&collection);
        let again = read("x.kwk", written.as_bytes());
        prop_assert!(again.is_ok(), "{}", written);
        for (a, b) in collection.levels.iter().zip(&again.unwrap_or_default().levels) {
            if a.check().is_empty() {
                prop_assert_eq!(&a.board, &b.board, "{}", written);
                prop_assert_eq!(&a.properties, &b.properties);
                prop_assert_eq!(&a.title, &b.title);
            }
        }
    }

    #[test]
    fn levels_are_split_as_the_scoring_tool_does(text in "([#+@;x ][#+%1a ]{0,4}\n|@under\n|\n| \n){0,20}") {
        let ours = read("x.kwk", text.as_bytes()).map(|c| c.levels).unwrap_or_default();
        let ours: Vec<usize> = ours.iter().map(|l| l.board.size().height.into()).collect();
        prop_assert_eq!(ours, heights_by_the_scoring_tool(&text));
    }

    #[test]
    fn random_levels_are_valid_and_repeatable(seed: u64, options in options()) {
        let level = random_level(seed, &options);
        prop_assert_eq!(level.check(), []);
        prop_assert_eq!(&random_level(seed, &options), &level);
    }

    #[test]
    fn writing_and_reading_is_the_identity(seed: u64, options in options()) {
        let level = random_level(seed, &options);
        let later = mid_game(&level, seed);
        let collection = Collection { title: Some("T".into()), levels: vec![level, later], ..Collection::default() };
        let written = write_kwk(&collection);
        prop_assert!(is_kwirk(&written));
        let again = common::collection(&written);
        prop_assert_eq!(again.levels.len(), 2);
        prop_assert_eq!(&again.levels[0].board, &collection.levels[0].board, "{}", &written);
        prop_assert_eq!(&again.levels[0].title, &collection.levels[0].title);
        prop_assert_eq!(common::bare(&again.levels[1].board), common::bare(&collection.levels[1].board));
        prop_assert!(again.levels.iter().all(|l| l.check().is_empty()));
        prop_assert_eq!(write_kwk(&again), written);
    }

    #[test]
    fn the_game_commutes_with_symmetries(seed: u64, options in options(), which in 0usize..8) {
        let symmetry = Symmetry::ALL[which];
        let level = random_level(seed, &options);
        let (mut game, mut image) = (Game::new(&level), Game::new(&level.transformed(symmetry)));
        for press in random_moves(seed, 80) {
            prop_assert_eq!(game.press(press), image.press(press.transformed(symmetry)));
            prop_assert_eq!(&game.board().transformed(symmetry), image.board());
            prop_assert_eq!(game.active(), image.active());
        }
        prop_assert_eq!(Level::from_board(game.board().clone()).check().into_iter()
            .filter(|f| f.kind != boxwright_kwirk::FaultKind::NoCharacter).count(), 0);
    }

    #[test]
    fn canonical_forms_ignore_what_does_not_matter(seed: u64, options in options(), which in 0usize..8) {
        let level = random_level(seed, &options);
        let mut image = level.transformed(Symmetry::ALL[which]);
        image.board.blocks.reverse();
        image.board.turnstiles.reverse();
        image.board.blocks.iter_mut().for_each(|b| b.letter = 'z');
        prop_assert_eq!(canonical(&level.board), canonical(&image.board));
        let other = random_level(seed.wrapping_add(1), &options);
        let levels = [level, other, image];
        let groups = duplicates(&levels);
        prop_assert!(groups.contains(&vec![0, 2]) || groups.contains(&vec![0, 1, 2]));
    }
}

#[test]
fn random_play_meets_every_outcome() {
    let mut seen = std::collections::HashMap::new();
    for seed in 0..200 {
        let options = RandomOptions { width: 9, characters: 2, blocks: 3, holes: 3, ..RandomOptions::default() };
        let mut game = Game::new(&random_level(seed, &options));
        for press in random_moves(seed, 200) {
            *seen.entry(game.press(press)).or_insert(0) += 1;
        }
    }
    assert_eq!(seen.len(), 8, "{seen:?}");
}

#[test]
fn plans_are_verified_and_written_in_the_right_case() {
    let level = common::level("########\n#1aO  2#\n#     %#\n########\n");
    let plan = Plan::parse("3r sd RRD").expect("a plan");
    let verified = verify(&level, &plan);
    let verified = verified.expect("a solution");
    assert_eq!((verified.keys.as_str(), verified.moves, verified.pushes), ("Rrrsdrrd", 8, 1));
    assert_eq!(plan.keys(&level), "Rrrsdrrd");
}

#[test]
fn wrong_plans_are_refused_with_the_reason() {
    let level = common::level("########\n#1aO  2#\n#     %#\n########\n");
    let refusal = |keys: &str| verify(&level, &Plan::parse(keys).expect("a plan")).expect_err(keys);
    assert_eq!(refusal("rl"), Refusal { at: 2, why: Why::CharactersLeft(2) });
    let blocked = Why::Blocked { letter: 'u', character: 1, row: 2, column: 3 };
    assert_eq!(refusal("rur"), Refusal { at: 2, why: blocked });
    assert_eq!(refusal("3rsd2rds"), Refusal { at: 9, why: Why::AlreadySolved });
    assert_eq!(refusal("rur").to_string(), "press 2: u is refused for character 1 at row 2, column 3");
    let faulty = common::collection("###\n#1#\n###\n").levels.remove(0);
    let why = verify(&faulty, &Plan::default()).map_err(|r| r.why);
    assert!(matches!(why, Err(Why::InvalidLevel(_))));
}
