//! Where the shared levels are, and what a level is compared by.
#![allow(dead_code, reason = "every test program uses a part")]

use std::path::{Path, PathBuf};

use boxwright_sokoban::{Board, Collection, Level, read};

/// A folder of the shared level data, or `None`, with a word about it, where it is not there.
pub fn folder(name: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels")).join(name);
    if !path.is_dir() {
        println!("skipped: there is no level data in {}", path.display());
        return None;
    }
    Some(path)
}

/// The levels of a shared collection, or `None` where the shared data is not there.
pub fn levels(file: &str) -> Option<Vec<Level>> {
    let bytes = std::fs::read(folder("sokoban")?.join(file)).unwrap();
    Some(read(file, &bytes).unwrap().levels)
}

/// Name and content of the files in a folder.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_file())
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// What must survive writing and reading: everything but the line numbers and the format's name.
#[derive(Debug, PartialEq, Eq)]
pub struct Content {
    title: Option<String>,
    author: Option<String>,
    notes: String,
    levels: Vec<LevelContent>,
}

#[derive(Debug, PartialEq, Eq)]
struct LevelContent {
    title: Option<String>,
    author: Option<String>,
    properties: Vec<(String, String)>,
    board: Board,
    solutions: Vec<(String, String)>,
}

pub fn content(collection: &Collection) -> Content {
    let Collection { title, author, notes, levels, .. } = collection.clone();
    let level = |level: Level| LevelContent {
        title: level.title,
        author: level.author,
        properties: level.properties,
        board: level.board,
        solutions: level.solutions.into_iter().map(|solution| (solution.title, solution.text)).collect(),
    };
    Content { title, author, notes, levels: levels.into_iter().map(level).collect() }
}
