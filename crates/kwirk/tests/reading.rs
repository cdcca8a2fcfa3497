//! Reading and writing level files: splitting, comments, every fault with its position, hostile input.

mod common;

use std::time::{Duration, Instant};

use boxwright_grid::{Direction, Point};
use boxwright_kwirk::formats::{MAX_BYTES, MAX_LEVELS};
use boxwright_kwirk::{
    Arms, Collection, FaultKind, Format, Game, Level, Move, ReadError, Terrain, Turnstile, read, write_kwk,
};

type Place = (usize, usize, FaultKind);

fn faults(text: &str) -> Vec<Place> {
    let collection = common::collection(text);
    assert_eq!(collection.levels.len(), 1);
    collection.levels[0].check().into_iter().map(|f| (f.line, f.column, f.kind)).collect()
}

/// The collection without what a rewriting may change: where things are in the file.
fn without_lines(mut collection: Collection) -> Collection {
    for level in &mut collection.levels {
        let mut bare = Level::from_board(level.board.clone());
        (bare.title, bare.author) = (level.title.take(), level.author.take());
        bare.properties = std::mem::take(&mut level.properties);
        *level = bare;
    }
    collection.format = Format::Kwk;
    collection
}

fn assert_round_trip(collection: &Collection) {
    let written = write_kwk(collection);
    let again = common::collection(&written);
    assert_eq!(without_lines(again.clone()), without_lines(collection.clone()), "{written}");
    assert_eq!(write_kwk(&again), written);
}

#[test]
fn every_fault_is_found_with_its_position() {
    use FaultKind::*;
    let cases: Vec<(&str, Vec<Place>)> = vec![
        ("####\n#1 #\n####", vec![(1, 1, NoExit)]),
        ("; x\n#####\n#1%%#\n#####", vec![(3, 4, SecondExit)]),
        ("####\n# %#\n####", vec![(1, 1, NoCharacter)]),
        ("#####\n#11%#\n#####", vec![(2, 3, RepeatedCharacter(1))]),
        ("#####\n#1%^#\n#####", vec![(2, 4, ArmWithoutPivot)]),
        ("#####\n#1%*#\n#####", vec![(2, 4, PivotWithoutArms)]),
        ("#####\n#1%a#\n# aa#\n#####", vec![(2, 4, NotARectangle('a'))]),
        ("#####\n#1 %\n#####", vec![(2, 5, Ragged { width: 4, first: 5 })]),
        ("#####\n#1%#\n######", vec![(2, 5, Ragged { width: 4, first: 5 }), (3, 6, Ragged { width: 6, first: 5 })]),
        ("####\n#1%#\n####\n@under\n....\n.O..\n....", vec![(2, 2, HoleUnderCharacter(1))]),
        ("####\n#1%#\n####\n@under\n....\n..O.\n...O", vec![(2, 3, HoleUnderWall), (3, 4, HoleUnderWall)]),
        ("#####\n#1%Q#\n#####", vec![(2, 4, UnknownGlyph('Q'))]),
        ("####\n#1%#\n####\n@under\n....\nx...\n....", vec![(6, 1, UnknownUnder('x'))]),
        ("####\n#1%#\n####\n@under\n....", vec![(5, 1, UnderMisfit { what: "rows", found: 1, expected: 3 })]),
        (
            "####\n#1%#\n####\n@under\n....\n..\n.....",
            vec![
                (6, 3, UnderMisfit { what: "columns", found: 2, expected: 4 }),
                (7, 5, UnderMisfit { what: "columns", found: 5, expected: 4 }),
            ],
        ),
        ("####\n 1%#\n####", vec![(1, 1, NoExit), (1, 1, NoCharacter), (2, 1, StrayLine)]),
        (" ####\n####\n#1%#\n####", vec![(1, 1, StrayLine)]),
        // Comments between the rows must not shift what is reported.
        ("####\n; here\n#1%#\n; there\n####\n#%##", vec![(6, 2, SecondExit)]),
    ];
    for (text, expected) in cases {
        assert_eq!(faults(text), expected, "{text}");
    }
}

#[test]
fn all_faults_come_at_once_and_read_well() {
    let text = "#######\n#1%a%b#\n#1aab*#\n######\n";
    let all: Vec<String> = common::collection(text).levels[0].check().iter().map(ToString::to_string).collect();
    assert_eq!(
        all,
        [
            "line 2, column 4: the cells 'a' that touch here do not form a full rectangle",
            "line 2, column 5: a second exit; a level has exactly one",
            "line 3, column 2: character 1 is drawn a second time",
            "line 3, column 6: this turnstile pivot has no arms",
            "line 4, column 7: this row has 6 columns, the first row has 7",
        ]
    );
}

#[test]
fn an_open_border_is_no_fault() {
    let level = common::level("# 1 \n# %a\n");
    assert_eq!(Game::new(&level).press(Move::Step(Direction::Up)).word(), "blocked");
}

#[test]
fn levels_are_split_at_blank_lines_only() {
    let text =
        "####\n; between\n#1%#\n####\n  \n\ntext\n####\n#1%#\n####\n@under\n....\n....\n....\n\n@under\n....\n\n+++\n";
    let collection = common::collection(text);
    let lines: Vec<usize> = collection.levels.iter().map(|l| l.line).collect();
    assert_eq!(lines, [1, 8, 19]);
}

#[test]
fn comments_go_where_they_belong() {
    let text = "; format: kwk 1\n; Collection: All\n; Author: Ann\n; License: CC0\n\n; First one\n; Difficulty: 3\n####\n#1%#\n####\n; after: wards\n\n; Title: Second\n; Author: Bob\n; a plain remark\n; see http://example.org\n####\n#1%#\n####\n\n; the end\n";
    let collection = common::collection(text);
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(collection.title.as_deref(), Some("All"));
    assert_eq!(collection.author.as_deref(), Some("Ann"));
    assert_eq!(collection.properties, [pair("License", "CC0"), pair("Comment", "the end")]);
    let [first, second] = &collection.levels[..] else { panic!("two levels") };
    assert_eq!(first.title.as_deref(), Some("First one"));
    assert_eq!(first.properties, [pair("Difficulty", "3"), pair("after", "wards")]);
    assert_eq!((second.title.as_deref(), second.author.as_deref()), (Some("Second"), Some("Bob")));
    assert_eq!(second.properties, [pair("Comment", "a plain remark"), pair("Comment", "see http://example.org")]);
    assert_round_trip(&collection);
}

#[test]
fn titles_before_a_blank_line_and_repeated_fields_are_kept() {
    let text =
        "; Title: A\n; Author: Me\n\n####\n#1%#\n####\n; Title: again\n; Key:\n\n; Title: nobody's\n; Author: You\n";
    let collection = common::collection(text);
    assert_eq!(collection.levels[0].title.as_deref(), Some("A"));
    assert_eq!(collection.author.as_deref(), Some("Me"));
    assert_eq!(collection.levels[0].properties[0].1, "Title: again");
    assert_round_trip(&collection);
}

#[test]
fn what_cannot_be_written_as_such_is_written_otherwise() {
    let mut level = common::level("####\n#1%#\n####\n");
    level.title = Some("two\nlines".to_owned());
    level.properties = vec![("bad: key\n".to_owned(), "x".to_owned()), ("Title".to_owned(), "y".to_owned())];
    let collection = Collection { levels: vec![level], ..Collection::default() };
    let again = common::collection(&write_kwk(&collection));
    assert_eq!(again.levels[0].title.as_deref(), Some("two lines"));
    assert_eq!(again.levels[0].properties.len(), 2);
    assert_round_trip(&again);
}

#[test]
fn newer_versions_are_refused_politely() {
    for (text, version) in [("; format: kwk 2\n####", "2"), ("####\n;Format: KWK 1.5", "1.5"), ("; format: kwk", "")] {
        let line = text.lines().position(|l| l.starts_with(';')).map(|i| i + 1);
        let error = read("x", text.as_bytes()).expect_err(text);
        assert_eq!(Some(error), line.map(|line| ReadError::NewerVersion { line, version: version.to_owned() }));
    }
    assert_eq!(read("x.kwk", b"; format: kwkx 2\nnothing"), Err(ReadError::NoLevel));
}

#[test]
fn line_ends_and_encodings_do_not_matter() {
    let text = "; Title: Caf\u{e9}\n######\n#1a%O#\n######\n";
    let expected = without_lines(common::collection(text));
    let latin1: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let bom = [b"\xef\xbb\xbf", text.as_bytes()].concat();
    for bytes in [latin1, bom, text.replace('\n', "\r\n").into_bytes(), text.replace('\n', "\r").into_bytes()] {
        assert_eq!(without_lines(read("x.txt", &bytes).expect("readable")), expected);
    }
}

#[test]
fn boards_of_mid_game_are_written_with_what_lies_beneath() {
    let text = "########\n# Oaa1%#\n#  aa  #\n# ^ bb #\n#O*    #\n########\n";
    let mut game = Game::new(&common::level(text));
    for press in "ll".chars().filter_map(Move::from_letter) {
        game.press(press);
    }
    assert!(game.under().is_some());
    let level = Level::from_board(game.board().clone());
    let collection = Collection { levels: vec![level], ..Collection::default() };
    let written = write_kwk(&collection);
    assert!(written.contains("\n@under\n"), "{written}");
    assert_round_trip(&collection);
}

#[test]
fn equal_letters_that_come_to_touch_are_told_apart() {
    let mut game = Game::new(&common::level("########\n#aa a1%#\n########\n"));
    assert_eq!(game.press(Move::Step(Direction::Left)).word(), "push");
    assert_eq!(game.rows()[1], "#aaa1 %#");
    let collection = Collection { levels: vec![Level::from_board(game.board().clone())], ..Collection::default() };
    let again = common::collection(&write_kwk(&collection));
    assert_eq!(common::bare(&again.levels[0].board), common::bare(game.board()));
}

#[test]
fn a_room_at_the_left_edge_gets_a_wall() {
    let level = common::level("####\n#1%#\n####\n").transformed(boxwright_grid::Symmetry::ALL[2]);
    let open = common::level("#1 %\n").transformed(boxwright_grid::Symmetry::ALL[2]);
    for level in [level, open] {
        let canonical = boxwright_kwirk::canonical(&level.board);
        let again = common::level(&write_kwk(&Collection { levels: vec![level], ..Collection::default() }));
        assert_eq!(boxwright_kwirk::canonical(&again.board), canonical);
    }
}

#[test]
fn more_blocks_than_letters() {
    let mut rows = vec!["#".repeat(42), format!("#1%{}#", " ".repeat(38))];
    let alternating: String = (0..40).map(|i| if i % 2 == 0 { 'a' } else { 'b' }).collect();
    rows.push(format!("#{alternating}#"));
    rows.push("#".repeat(42));
    let collection = common::collection(&rows.join("\n"));
    assert_eq!(collection.levels[0].board.blocks.len(), 40);
    assert_round_trip(&collection);
}

#[test]
fn ddd_text_is_read() {
    let text = "MAX_STEPS 40\n\n##########\n#1 A  aa #\n# BAA  OO#\n\n#BBA C>  #\n# B  `  2#\n#3+45DD  #\n#    D   #\n##########\nMAX_FRAMES 3\n";
    let collection = read("level.txt", text.as_bytes()).expect("readable");
    assert_eq!(collection.format, Format::Ddd);
    let level = &collection.levels[0];
    assert_eq!(level.check(), []);
    let board = &level.board;
    assert_eq!(level.line, 3);
    assert_eq!(board.exit(), Some(Point::new(8, 4)));
    let at = |x, y| Some(Point::new(x, y));
    assert_eq!(board.characters, [at(1, 1), at(1, 5), at(3, 5), at(4, 5)]);
    assert_eq!(board.terrain(Point::new(2, 5)), Terrain::Wall);
    assert_eq!(board.blocks.len(), 1);
    use Direction::{Down, Left, Right, Up};
    let turnstile =
        |x, y, arms: &[Direction]| Turnstile { pivot: Point::new(x, y), arms: arms.iter().copied().collect::<Arms>() };
    let expected = [
        turnstile(3, 2, &[Up, Right, Down]),
        turnstile(2, 3, &[Up, Down, Left]),
        turnstile(5, 3, &[Right, Down]),
        turnstile(5, 5, &[Right, Down]),
    ];
    assert_eq!(board.turnstiles, expected);
    assert_round_trip(&collection);
}

#[test]
fn faults_of_ddd_text_are_in_the_right_lines() {
    let text = "MAX_STEPS 4\n######\n#1AA2#\n\n#?   #\n######\n";
    let collection = read("level", text.as_bytes()).expect("readable");
    let all: Vec<_> = collection.levels[0].check().into_iter().map(|f| (f.line, f.column, f.kind)).collect();
    let arm = FaultKind::ArmWithoutPivot;
    assert_eq!(all, [(3, 3, arm.clone()), (3, 4, arm), (5, 2, FaultKind::UnknownGlyph('?'))]);
}

#[test]
fn hostile_input_is_refused_quickly() {
    let row = |n: usize| format!("#{}%\n", " ".repeat(n));
    let inputs: Vec<Vec<u8>> = vec![
        vec![],
        b"\n\n\n".to_vec(),
        b"@under\n".to_vec(),
        b"####\n@under".to_vec(),
        vec![0; 1 << 20],
        vec![0xff; 1 << 20],
        row(10_000_000).into_bytes(),
        row(5000).repeat(5000).into_bytes(),
        "#\n".repeat(3_000_000).into_bytes(),
        "#%\n\n".repeat(MAX_LEVELS + 1).into_bytes(),
        "\r".repeat(MAX_BYTES).into_bytes(),
        ";a: b\n".repeat(2_000_000).into_bytes(),
        format!("#%\n@under\n{}", "O".repeat(10_000_000)).into_bytes(),
        format!("#%\n;{}:", "k".repeat(10_000_000)).into_bytes(),
        format!("#%{}\n", "ab".repeat(30_000)).repeat(200).into_bytes(),
        format!("#%{}\n\n", "ab".repeat(30_000)).repeat(200).into_bytes(),
        format!("#2{}\n", "A".repeat(60_000)).into_bytes(),
        format!("#%{}\n", "?".repeat(60_000)).repeat(200).into_bytes(),
        format!("#%{}\n\n", "?".repeat(60_000)).repeat(200).into_bytes(),
    ];
    for bytes in inputs {
        let start = Instant::now();
        if let Ok(collection) = read("x.txt", &bytes) {
            for level in &collection.levels {
                assert!(level.check().len() < 50);
            }
        }
        // Tests are compiled with little optimisation and share the machine; released code takes a fraction of this.
        let shown: String = bytes.iter().take(20).map(|&b| char::from(b)).collect();
        assert!(start.elapsed() < Duration::from_secs(5), "{shown:?} took {:?}", start.elapsed());
        println!("{shown:?} {:?}", start.elapsed());
    }
    assert_eq!(read("x", &vec![b'#'; MAX_BYTES + 1]), Err(ReadError::TooLong(MAX_BYTES + 1)));
    let wide = read("x.kwk", row(10_000_000).as_bytes()).expect("readable");
    assert_eq!(wide.levels[0].check()[0].kind, FaultKind::TooLarge { width: 10_000_002, height: 1 });
    assert_eq!(wide.levels[0].check().len(), 1);
}

#[test]
fn truncated_files_never_panic() {
    let text = "; format: kwk 1\n; Title: É\n######\n#1a%^#\n#aa *#\n######\n@under\n......\n..O...\n......\n......\n";
    for end in 0..text.len() {
        if let Ok(collection) = read("x.kwk", &text.as_bytes()[..end]) {
            collection.levels.iter().for_each(|l| drop(l.check()));
            let _ = write_kwk(&collection);
        }
    }
}
