//! The forty inputs with expected verdicts, and the real collections.

mod common;

use std::fs;

use boxwright_sokoban::{Board, Collection, Level, Plan, ReadError, read, verify, write_sok, write_xsb};
use common::{content, files, folder};

/// Where the table of verdicts leaves a choice, this is what we do:
/// - 23 (neither box nor goal): a fault, not a solved level.
/// - 27 (`-` after the board): not part of the board; the level is read and sound, solving says the rest.
/// - 32 (Hexoban): the file is refused as a whole, so it gives no level.
/// - 33, 34 (unknown character, tab): one level, invalid, with line and column.
/// - 37 (rows quoted as in an e-mail): read.
/// - 40 (`.slc`): read.
fn chosen(name: &str) -> Option<(usize, &'static str)> {
    Some(match &name[..2] {
        "23" | "33" | "34" => (1, "error"),
        "27" | "37" | "40" => (1, "ok"),
        "32" => (0, "refuse"),
        _ => return None,
    })
}

#[test]
fn the_forty_inputs_give_the_expected_verdicts() {
    let Some(folder) = folder("formats") else { return };
    let table = fs::read_to_string(folder.join("EXPECTED.tsv")).unwrap();
    let mut seen = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (name, verdict) = (fields[0], fields[2]);
        let (levels, verdict) = chosen(name).unwrap_or_else(|| (fields[1].parse().unwrap(), verdict));
        let result = read(name, &fs::read(folder.join(name)).unwrap());
        let count = result.as_ref().map_or(0, |collection| collection.levels.len());
        assert_eq!(count, levels, "{name}: {result:?}");
        let faults = |collection: &Collection| collection.levels.iter().map(Level::check).collect::<Vec<_>>();
        match verdict {
            // Whether a sound level can be solved is not for the reader to say.
            "ok" | "unsolvable" | "ok+unsolvable" => {
                assert!(faults(&result.unwrap()).iter().all(Vec::is_empty), "{name}");
            }
            "error" if levels == 0 => assert_eq!(result, Err(ReadError::NoLevel), "{name}"),
            "error" => assert!(faults(&result.unwrap()).iter().any(|faults| !faults.is_empty()), "{name}"),
            "refuse" => assert!(matches!(result, Err(ReadError::Unsupported { .. })), "{name}"),
            other => panic!("{name}: verdict {other}"),
        }
        seen += 1;
    }
    assert_eq!(seen, 40);
}

fn formats_file(name: &str) -> Option<Collection> {
    let bytes = fs::read(folder("formats")?.join(name)).unwrap();
    Some(read(name, &bytes).unwrap())
}

#[test]
fn faults_are_named_with_line_and_column() {
    for (name, message) in [
        (
            "17_more_boxes_than_goals.xsb",
            "line 1, column 1: the number of boxes (2) differs from the number of goals (1)",
        ),
        (
            "18_more_goals_than_boxes.xsb",
            "line 1, column 1: the number of boxes (1) differs from the number of goals (2)",
        ),
        ("19_no_player.xsb", "line 1, column 1: the level has no player"),
        ("20_two_players.xsb", "line 2, column 5: another player; levels with several players (Multiban)"),
        ("21_open_border.xsb", "line 2, column 5: the board is open"),
        ("23_no_boxes.xsb", "line 1, column 1: the level has no box"),
        ("29_rle_solution.sok", "line 3, column 1: the number of boxes (9) differs from the number of goals (1)"),
        ("33_bad_character.xsb", "line 2, column 4: unknown character '?'"),
        ("34_tab_inside.xsb", "line 2, column 4: a tab inside a board row"),
    ] {
        let Some(collection) = formats_file(name) else { return };
        let fault = collection.levels[0].check()[0].to_string();
        assert!(fault.starts_with(message), "{name}: {fault}");
    }
}

#[test]
fn boards_titles_and_solutions_of_the_forty_inputs() {
    let Some(rle) = formats_file("03_rle_rows.sok") else { return };
    let same = "###\n#@######\n# $   .#\n########\n";
    assert_eq!(rle.levels[0].board.to_string(), same);
    let bar = formats_file("04_rle_bar.sok").unwrap();
    assert_eq!((bar.levels[0].board.to_string().as_str(), bar.levels[0].title.as_deref()), (same, Some("Level RLE")));
    let nested = formats_file("05_rle_nested.sok").unwrap();
    assert_eq!(nested.levels[0].board.to_rows()[2], "#########");

    let titled = formats_file("07_comments_titles.sok").unwrap();
    assert_eq!((titled.title.as_deref(), titled.author.as_deref()), (Some("Test"), Some("nobody")));
    let [first, second] = &titled.levels[..] else { panic!("two levels") };
    assert_eq!((first.title.as_deref(), second.title.as_deref()), (Some("First"), Some("Second")));
    assert!(first.properties.contains(&("Comment".into(), "one line comment".into())));
    assert!(first.properties.contains(&("Comment".into(), "this is # not a board\n###".into())));

    let title = |name: &str| formats_file(name).unwrap().levels[0].title.clone().unwrap();
    assert_eq!(title("12_utf8_bom.xsb"), "Título ◊ 倉庫番");
    assert_eq!(title("13_latin1_title.sok"), "Glück");
    assert_eq!(title("28_with_solution.sok"), "Solved example");
    assert_eq!(title("40_slc.slc"), "1");
    let two = formats_file("39_no_blank_line_between.xsb").unwrap();
    assert_eq!(two.levels.iter().map(|level| level.title.as_deref()).collect::<Vec<_>>(), [Some("1"), Some("2")]);

    let solved = formats_file("28_with_solution.sok").unwrap().levels.remove(0);
    assert_eq!((solved.solutions[0].title.as_str(), solved.solutions[0].line), ("Solution", 8));
    assert!(verify(&solved, &Plan::parse(&solved.solutions[0].text).unwrap()).is_ok());
    assert_eq!(solved.properties, [("Notes".to_owned(), "after the solution".to_owned())]);
}

/// The scoring tool's rule, written anew: runs of at least three lines of glyphs with a wall in each.
fn plainly_split(text: &str) -> Vec<Board> {
    let is_row = |line: &str| line.contains('#') && line.chars().all(|c| "#@+$*. _-pPbBW".contains(c));
    let text = text.replace('\r', "");
    let lines: Vec<&str> = text.split('\n').collect();
    let runs = lines.split(|line| !is_row(line)).filter(|rows| rows.len() >= 3);
    runs.map(|rows| rows.join("\n").parse().unwrap()).collect()
}

#[test]
fn the_real_collections_are_read_whole_and_without_a_fault() {
    let Some(folder) = folder("sokoban") else { return };
    let counts = [
        ("boxoban-hard-000.txt", 1000),
        ("boxoban-test.txt", 1000),
        ("disciple.sok", 50),
        ("grigr2001.xsb", 100),
        ("grigr2002.xsb", 40),
        ("holland.xsb", 81),
        ("microban-1.txt", 155),
        ("microban-2.txt", 135),
        ("microban-3.txt", 101),
        ("microban-4.txt", 102),
        ("sasquatch-1.txt", 50),
        ("sasquatch-3.txt", 50),
        ("sokevo.xsb", 107),
        ("xsokoban.xsb", 90),
        ("yasgen.sok", 28),
    ];
    for (name, bytes) in files(&folder) {
        let collection = read(&name, &bytes).unwrap();
        if let Some((_, count)) = counts.iter().find(|(file, _)| *file == name) {
            assert_eq!(collection.levels.len(), *count, "{name}");
        }
        for (index, level) in collection.levels.iter().enumerate() {
            assert_eq!(level.check(), [], "{name} level {}", index + 1);
            assert!(level.title.is_some(), "{name} level {}", index + 1);
        }
        let boards: Vec<Board> = collection.levels.iter().map(|level| level.board.clone()).collect();
        assert!(boards == plainly_split(&String::from_utf8_lossy(&bytes)), "{name}");
    }
    assert!(counts.iter().all(|(name, _)| folder.join(name).is_file()));
}

#[test]
fn real_titles_and_authors_are_found() {
    let Some(folder) = folder("sokoban") else { return };
    for (name, index, title, author) in [
        ("microban-1.txt", 44, "44 'Duh!'", None),
        ("sasquatch-3.txt", 41, "'MS46 v2'", None),
        ("xsokoban.xsb", 90, "screen.90", None),
        ("sokevo.xsb", 1, "Claire", None),
        ("holland.xsb", 1, "Spade", Some("D Holland")),
        ("holland.xsb", 81, "Maelstrom Collection #20", Some("David Holland")),
        ("grigr2001.xsb", 2, "Original conversion (42) #02", Some("GRIGoRusha")),
        ("yasgen.sok", 1, "YASGen 1", Some("Brian Damgaard")),
        ("yasgen.sok", 28, "Hera", Some("Brian Damgaard")),
        ("disciple.sok", 2, "Goal conquest", Some("Crazy Monk")),
        ("boxoban-test.txt", 1, "0", None),
    ] {
        let collection = read(name, &fs::read(folder.join(name)).unwrap()).unwrap();
        let level = &collection.levels[index - 1];
        assert_eq!((level.title.as_deref(), level.author.as_deref()), (Some(title), author), "{name} {index}");
    }
    let disciple = read("disciple.sok", &fs::read(folder.join("disciple.sok")).unwrap()).unwrap();
    assert_eq!((disciple.title.as_deref(), disciple.author.as_deref()), (Some("Disciple"), Some("Crazy Monk")));
    let sokevo = read("sokevo.xsb", &fs::read(folder.join("sokevo.xsb")).unwrap()).unwrap();
    assert_eq!(sokevo.author.as_deref(), Some("Lee J Haywood"));
}

#[test]
fn what_is_written_reads_back_the_same() {
    for name in ["sokoban", "formats"] {
        let Some(folder) = folder(name) else { return };
        for (name, bytes) in files(&folder) {
            let Ok(collection) = read(&name, &bytes) else { continue };
            for (written, text) in [("x.sok", write_sok(&collection)), ("x.xsb", write_xsb(&collection))] {
                let again = read(written, text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
                assert_eq!(content(&again), content(&collection), "{name}");
            }
        }
    }
}

/// Titles and numbers of rows of the levels in a text.
fn outline(text: &str) -> Vec<(Option<String>, u16)> {
    let levels = read("a.sok", text.as_bytes()).unwrap().levels;
    levels.into_iter().map(|level| (level.title, level.board.size().height)).collect()
}

fn titles(text: &str) -> Vec<String> {
    let shorthand = text.replace("BOARD", "#####\n#@$.#\n#####");
    outline(&shorthand).into_iter().map(|(title, _)| title.unwrap_or_default()).collect()
}

#[test]
fn titles_are_found_above_and_below() {
    assert_eq!(titles("A\n\nBOARD\n\nB\n\nBOARD\n"), ["A", "B"]);
    assert_eq!(titles("A\nBOARD\nB\nBOARD\n"), ["A", "B"]);
    assert_eq!(titles("BOARD\nA\n\nBOARD\nB\n"), ["A", "B"]);
    assert_eq!(titles("Title: A\nBOARD\nTitle: B\nBOARD\n"), ["A", "B"]);
    assert_eq!(titles("BOARD\nTitle: A\nBOARD\nTitle: B\n"), ["A", "B"]);
    assert_eq!(titles("; 1\n\nTitle: A\n\nBOARD\n\n; 2\n\nTitle: B\n\nBOARD\n"), ["A", "B"]);
    assert_eq!(titles("Author: X\n; A\nBOARD\n\n; B\nBOARD\n"), ["A", "B"]);
    assert_eq!(titles("A\n\nBOARD\n\nAuthor: X\n\nSolution\nR\n\nB\n\nBOARD\n\nSolution: R\n"), ["A", "B"]);
    assert_eq!(titles("Some words\nof welcome.\n\nBOARD\n"), [""]);
    assert_eq!(titles("C\n\nBOARD\n\nD\n\nBOARD\n"), ["C", "D"]);
    assert_eq!(titles(":: words\nA\n\nBOARD\n"), ["A"]);
}

#[test]
fn authors_and_notes_go_to_the_right_level() {
    let board = "#####\n#@$.#\n#####\n";
    let text = format!("A\n\n{board}\nAuthor: X\n\nB\n\n{board}Author: Y\nComment: fine\n\nlurdLURD\n");
    let levels = read("a.sok", text.as_bytes()).unwrap().levels;
    assert_eq!((levels[0].author.as_deref(), levels[1].author.as_deref()), (Some("X"), Some("Y")));
    assert_eq!(levels[1].properties, [("Comment".to_owned(), "fine".to_owned())]);
    assert_eq!(levels[1].solutions[0].text, "lurdLURD");
    assert!(levels[0].solutions.is_empty());
}

#[test]
fn boards_end_where_they_should() {
    let heights = |text: &str| outline(text).into_iter().map(|(_, height)| height).collect::<Vec<_>>();
    let board = "#####\n#@$.#\n#####\n";
    // A line of '-' is a row within a board, a separator between two, and nothing at the end.
    assert_eq!(heights("###\n#*#\n###\n-\n#####\n#@$.#\n#####\n-\n"), [7]);
    assert_eq!(heights(&format!("{board}-----\n{board}")), [3, 3]);
    // So is a line with something written into it.
    assert_eq!(heights(&format!("{board}### 2 ###\n{board}")), [3, 3]);
    assert_eq!(heights("#####\n#@ ?#\n#?$.#\n#####\n"), [4]);
    // A row without any wall is one of an open board.
    assert_eq!(heights("#####\n @$.\n#####\n"), [3]);
    // Headings and lists are no boards, two rows with player and box are.
    assert_eq!(heights(&format!("# Levels\n\n## First #1\n\n{board}")), [3]);
    assert_eq!(heights("#####\n#@$.#\n"), [2]);
    assert!(read("a.md", b"# Levels\n\n##\n\ntext\n").is_err());
    // Tabs before a board are margin.
    let tabbed = read("a.xsb", b"\t#####\n\t#@$.#\n        #####\n").unwrap();
    assert_eq!(tabbed.levels[0].check(), []);
}
