//! Whatever the input: no panic, the same content after writing and reading, the same form however a board lies, and a
//! replay that a second, even simpler one agrees with.

mod common;

use std::collections::HashSet;

use boxwright_grid::{Direction, Size, Symmetry};
use boxwright_sokoban::{
    Board, Cell, Collection, Format, Game, Level, Metrics, Plan, RecordedSolution, RefusalReason, Step, canonical,
    read, verify, write_sok, write_xsb,
};
use common::content;
use proptest::prelude::*;

const CELLS: [Cell; 7] =
    [Cell::FLOOR, Cell::WALL, Cell::GOAL, Cell::BOX, Cell::BOX_ON_GOAL, Cell::PLAYER, Cell::PLAYER_ON_GOAL];

/// Boards of random cells within a wall, as files have them.
fn walled_board() -> impl Strategy<Value = Board> {
    (3_u16..10, 3_u16..10).prop_flat_map(|(width, height)| {
        let size = Size::new(width, height);
        prop::collection::vec(0..CELLS.len(), size.area()).prop_map(move |codes| {
            let rim = |i: usize| {
                let p = size.point(i);
                p.x == 0 || p.y == 0 || p.x + 1 == width || p.y + 1 == height
            };
            let cell = |(i, code): (usize, usize)| if rim(i) { Cell::WALL } else { CELLS[code] };
            Board::from_cells(size, codes.into_iter().enumerate().map(cell).collect())
        })
    })
}

/// Boards with few walls and exactly one player.
fn playable_board() -> impl Strategy<Value = Board> {
    (2_u16..9, 2_u16..9).prop_flat_map(|(width, height)| {
        let size = Size::new(width, height);
        let codes = prop::collection::vec(prop::sample::select(vec![0_usize, 0, 0, 0, 0, 1, 2, 3, 3, 4]), size.area());
        (codes, 0..size.area()).prop_map(move |(codes, player)| {
            let cell = |(i, code): (usize, usize)| if i == player { Cell::PLAYER } else { CELLS[code] };
            Board::from_cells(size, codes.into_iter().enumerate().map(cell).collect())
        })
    })
}

fn moves() -> impl Strategy<Value = Vec<Direction>> {
    prop::collection::vec((0_usize..4).prop_map(Direction::from_index), 0..120)
}

/// Names as people give them, nasty ones included.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~äλ]{1,12}".prop_map(|text| text.trim().to_owned()).prop_filter("a name", |text| !text.is_empty()),
        prop::sample::select(vec!["####", "lurd", "Title: x", "; 12", "::", "-", "Comment-End:", "3#", "Solution"])
            .prop_map(str::to_owned),
    ]
}

fn level() -> impl Strategy<Value = Level> {
    let comment = prop_oneof![name(), (name(), name()).prop_map(|(a, b)| format!("{a}\n\n{b}"))]
        .prop_filter("no marks of comments within", |text| !text.to_ascii_lowercase().contains("comment"));
    let property = prop_oneof![
        comment.prop_map(|text| ("Comment".to_owned(), text)),
        (prop::sample::select(vec!["Difficulty", "Date Created", "e-mail"]), name())
            .prop_map(|(key, value)| (key.to_owned(), value)),
    ];
    let solution = (prop::sample::select(vec!["Solution", "Solution 2", "Snapshot"]), moves())
        .prop_filter("moves", |(_, m)| !m.is_empty());
    let name = || prop::option::of(name());
    (walled_board(), name(), name(), prop::collection::vec(property, 0..3), prop::collection::vec(solution, 0..3))
        .prop_map(|(board, title, author, properties, solutions)| {
            let record = |(title, moves): (&str, Vec<Direction>)| RecordedSolution {
                title: title.to_owned(),
                text: Plan::new(moves).to_string(),
                line: 0,
            };
            let mut level = Level::new(board);
            (level.title, level.author, level.properties) = (title, author, properties);
            level.solutions = solutions.into_iter().map(record).collect();
            level
        })
}

/// The rules once more, on sets of coordinates: (moves, pushes), or the number of the move that is illegal.
fn replay(board: &Board, plan: &[Direction]) -> Result<(usize, usize, bool), usize> {
    let at = |wanted: fn(Cell) -> bool| {
        board.points_where(wanted).map(|p| (i32::from(p.x), i32::from(p.y))).collect::<HashSet<_>>()
    };
    let (walls, goals, mut boxes) = (at(Cell::is_wall), at(Cell::is_goal), at(Cell::has_box));
    let size = (i32::from(board.size().width), i32::from(board.size().height));
    let free = |p: (i32, i32)| p.0 >= 0 && p.1 >= 0 && p.0 < size.0 && p.1 < size.1 && !walls.contains(&p);
    let mut man = *at(Cell::has_player).iter().next().unwrap();
    let mut pushes = 0;
    for (index, direction) in plan.iter().enumerate() {
        let (dx, dy) = direction.offset();
        let to = (man.0 + dx, man.1 + dy);
        let beyond = (to.0 + dx, to.1 + dy);
        if !free(to) || boxes.contains(&to) && (!free(beyond) || boxes.contains(&beyond)) {
            return Err(index + 1);
        }
        if boxes.remove(&to) {
            boxes.insert(beyond);
            pushes += 1;
        }
        man = to;
    }
    Ok((plan.len(), pushes, boxes.is_subset(&goals)))
}

proptest! {
    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for name in ["a.xsb", "a.sok", "a.slc"] {
            if let Ok(collection) = read(name, &bytes) {
                collection.levels.iter().for_each(|level| drop((level.check(), canonical(&level.board))));
            }
        }
    }

    #[test]
    fn texts_never_panic_and_are_kept_by_writing(text in "(#####\n#@\\$.#\n#####\n|3#\\|#@6#\\|#-\\$3-.#\\|8#\n|[#@$. *+\\-_pbW3()|?\t]{0,8}[#]?\n|Title: x\n|Title: y\n|Collection: c\n|Comment:\n|Comment: z\n|Comment-End:\n|Solution\n|Solution: lr\n|lurdLURD\n|rR\n|; 1\n|:: n\n|text\n|more text\n|Author: A\n|-\n|\n|\n|\n){0,24}") {
        if let Ok(collection) = read("a.sok", text.as_bytes()) {
            collection.levels.iter().for_each(|level| drop((level.check(), canonical(&level.board))));
            // Slips, and runs that nobody would take for a board were they written plainly, cannot be written back.
            let is_plain = |level: &Level| {
                let rows = level.board.to_rows();
                level.faults.is_empty() && rows.len() > 2 && rows.iter().all(|row| row.contains('#'))
            };
            if !collection.levels.iter().all(is_plain) {
                return Ok(());
            }
            let written = write_sok(&collection);
            let again = read("a.sok", written.as_bytes());
            prop_assert!(again.is_ok(), "{written}");
            prop_assert_eq!(content(&again.unwrap()), content(&collection), "{}", written);
        }
    }

    #[test]
    fn plans_never_panic(text in "[lurdLURD0-9()\\[\\]* x]{0,40}") {
        let _ = Plan::parse(&text);
    }

    #[test]
    fn collections_are_kept_by_writing(levels in prop::collection::vec(level(), 1..5), title in prop::option::of(name()), author in prop::option::of(name()), notes in prop::option::of("[a-z#:;@ ]{1,20}")) {
        let notes = notes.map(|notes| notes.trim().to_owned()).unwrap_or_default();
        let collection = Collection { title, author, notes, format: Format::Sok, levels };
        for (name, text) in [("a.sok", write_sok(&collection)), ("a.xsb", write_xsb(&collection))] {
            let again = read(name, text.as_bytes());
            prop_assert!(again.is_ok(), "{text}");
            prop_assert_eq!(content(&again.unwrap()), content(&collection), "{}", text);
        }
    }

    #[test]
    fn all_images_have_one_form(board in playable_board()) {
        let form = canonical(&board);
        for symmetry in Symmetry::ALL {
            let image = canonical(&board.transformed(symmetry));
            prop_assert_eq!(image.fingerprint(), form.fingerprint());
            prop_assert_eq!(&image, &form);
        }
        let drawn: Board = form.to_rows().join("\n").parse().unwrap();
        prop_assert_eq!(canonical(&drawn), form);
    }

    #[test]
    fn two_replays_agree(board in playable_board(), walk in moves()) {
        let level = Level::new(board.clone());
        // Only what is possible, so that long walks are replayed, too.
        let mut game = Game::new(&level);
        let legal: Vec<Direction> = walk.iter().copied().filter(|&direction| game.step(direction) != Step::Blocked).collect();
        for steps in [walk, legal] {
            let plan = Plan::new(steps.clone());
            let refusal = |verdict: Result<_, boxwright_sokoban::Refusal>| verdict.unwrap_err();
            match replay(&board, &steps) {
                Err(at) => prop_assert_eq!(refusal(verify(&level, &plan)).at, at),
                Ok((_, _, false)) => {
                    let why = refusal(verify(&level, &plan)).why;
                    let unsolved = matches!(why, RefusalReason::Unsolved { .. });
                    prop_assert!(unsolved);
                }
                Ok((moves, pushes, true)) => {
                    let verified = verify(&level, &plan).unwrap();
                    prop_assert_eq!((verified.metrics.moves, verified.metrics.pushes), (moves, pushes));
                    prop_assert_eq!(verified.lurd.chars().filter(char::is_ascii_uppercase).count(), pushes);
                    prop_assert_eq!(&verified.lurd, &plan.lurd(&level));
                    prop_assert_eq!(Plan::parse(&verified.lurd).unwrap(), plan);
                }
            }
            let m = Metrics::of(&level, &Plan::new(steps));
            prop_assert!(m.pushes <= m.moves && m.box_lines <= m.pushes && m.player_lines <= m.moves);
            prop_assert!(m.box_changes <= m.box_lines && m.pushing_sessions <= m.box_lines);
        }
    }
}
