//! The thirty puzzles of the cartridge that the Kwirk paper uses: all are read without faults, none twice.

mod common;

use boxwright_kwirk::formats::decode;
use boxwright_kwirk::{duplicates, is_kwirk, read, write_kwk};

const NAMES: [&str; 3] = ["easy", "average", "hard"];

#[test]
fn all_thirty_are_read_written_and_different() {
    let mut levels = Vec::new();
    for name in NAMES.iter().flat_map(|n| (1..=10).map(move |i| format!("kwirk/going-up/{n}-{i:02}.txt"))) {
        let Some(text) = common::data(&name) else { return };
        assert!(is_kwirk(&text), "{name}");
        let collection = read(&name, text.as_bytes()).expect(&name);
        assert_eq!(collection.levels.len(), 1, "{name}");
        assert_eq!(collection.levels[0].check(), [], "{name}");
        assert!(collection.levels[0].title.is_some(), "{name}");
        let again = common::collection(&write_kwk(&collection));
        assert_eq!(again.levels[0].board, collection.levels[0].board, "{name}");
        levels.extend(collection.levels);
    }
    assert_eq!(levels.len(), 30);
    assert_eq!(duplicates(&levels), Vec::<Vec<usize>>::new());
}

#[test]
fn no_sokoban_file_is_taken_for_kwirk() {
    for folder in ["sokoban", "formats"] {
        for path in common::files(folder) {
            let bytes = std::fs::read(&path).expect("a file that was just listed");
            assert!(!is_kwirk(&decode(&bytes)), "{}", path.display());
        }
    }
}
