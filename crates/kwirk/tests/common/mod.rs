//! What several tests share: finding the level data, which is not part of the project.
#![allow(dead_code)]

use std::path::PathBuf;

use boxwright_kwirk::{Board, Collection, Level, read};

/// A file of the level data; `None`, with a notice, where the data is not there.
pub fn data(name: &str) -> Option<String> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels")).join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: there is no {}", path.display());
    }
    text
}

/// All files of a folder of the level data; none, with a notice, where the data is not there.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels")).join(folder);
    let Ok(entries) = std::fs::read_dir(&path) else {
        println!("skipped: there is no {}", path.display());
        return Vec::new();
    };
    entries.flatten().map(|e| e.path()).filter(|p| p.is_file()).collect()
}

/// Reads a text that must be readable.
pub fn collection(text: &str) -> Collection {
    read("test.kwk", text.as_bytes()).unwrap_or_else(|e| panic!("{e}:\n{text}"))
}

/// Reads a text with one level without faults.
pub fn level(text: &str) -> Level {
    let mut collection = collection(text);
    assert_eq!(collection.levels.len(), 1, "{text}");
    let level = collection.levels.remove(0);
    assert_eq!(level.check(), [], "{text}");
    level
}

/// The board with things in order and without letters, to compare what matters.
pub fn bare(board: &Board) -> Board {
    let mut board = board.clone();
    board.blocks.iter_mut().for_each(|b| b.letter = 'a');
    board.sorted()
}
