//! The store as its users see it: what goes in comes out, and bad files are refused in words.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use boxwright_store::{Attempt, Level, Limits, Outcome, Record, Solution, Store, StoreError};
use rusqlite::Connection;

/// A folder that goes away at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let name = format!("boxwright-store-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("results.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn level(form: &str) -> Level {
    let form = form.to_owned();
    Level { game: "sokoban".to_owned(), hash: format!("{:016x}", form.len()), drawing: form.clone(), form }
}

fn attempt(run: i64, status: &str) -> Attempt {
    Attempt {
        run,
        source: "a.sok".to_owned(),
        number: 3,
        title: Some("Ümläut".to_owned()),
        strategy: "auto".to_owned(),
        objective: "any".to_owned(),
        limits: Limits { seconds: Some(60.0), bytes: 1 << 30, nodes: None, threads: 1 },
        outcome: Outcome { status: status.to_owned(), ..Outcome::default() },
        seconds: 0.25,
        expanded: u64::MAX,
        version: "0.1.0".to_owned(),
        ..Attempt::default()
    }
}

fn record(store: &mut Store, level: &Level, attempt: &Attempt, solution: Option<&Solution>) {
    store.record(&[Record { level, attempt, solution }]).expect("stored");
}

fn solution(moves: u64, pushes: u64) -> Solution {
    Solution::new(format!("plan {moves} {pushes}"), moves, pushes)
}

#[test]
fn what_goes_in_comes_out_after_closing() {
    let folder = Folder::new();
    let mut store = Store::open(&folder.file()).unwrap();
    let run = store.begin_run(None).unwrap();
    record(&mut store, &level("one"), &attempt(run, "solved"), Some(&solution(5, 2)));
    record(&mut store, &level("two"), &attempt(run, "stopped"), None);
    drop(store);

    let store = Store::read(&folder.file()).unwrap();
    let known = store.known("sokoban", "one").unwrap();
    let stored = &known.attempts[0];
    let same =
        Attempt { id: stored.id, ended: stored.ended.clone(), expanded: i64::MAX as u64, ..attempt(run, "solved") };
    assert_eq!(stored, &same);
    assert!(stored.ended.starts_with("20"), "{}", stored.ended);
    assert_eq!((known.solutions[0].plan.as_str(), known.solutions[0].attempt), ("plan 5 2", stored.id));
    assert_eq!(store.known("kwirk", "one").unwrap(), boxwright_store::Known::default());
    assert_eq!(store.levels().unwrap().len(), 2);
}

#[test]
fn only_solutions_that_none_beats_are_kept() {
    let folder = Folder::new();
    let mut store = Store::open(&folder.file()).unwrap();
    let run = store.begin_run(None).unwrap();
    for (moves, pushes) in [(50, 20), (40, 20), (60, 10), (41, 21), (30, 15), (30, 15), (25, 30)] {
        record(&mut store, &level("x"), &attempt(run, "solved"), Some(&solution(moves, pushes)));
    }
    let known = store.known("sokoban", "x").unwrap();
    let front: Vec<_> = known.solutions.iter().map(|s| (s.moves, s.pushes)).collect();
    assert_eq!(front, [(60, 10), (30, 15), (25, 30)]);
    assert_eq!(known.attempts.len(), 7);
    store.drop_solutions(&[known.solutions[0].id]).unwrap();
    assert_eq!(store.known("sokoban", "x").unwrap().solutions.len(), 2);
}

#[test]
fn a_named_run_goes_on_and_others_are_new() {
    let folder = Folder::new();
    let mut store = Store::open(&folder.file()).unwrap();
    let first = store.begin_run(None).unwrap();
    let named = store.begin_run(Some("night")).unwrap();
    assert_eq!(store.begin_run(Some("night")).unwrap(), named);
    assert_ne!(store.begin_run(None).unwrap(), first);
    let labels: Vec<String> = store.runs().unwrap().iter().map(boxwright_store::Run::label).collect();
    assert_eq!(labels, ["1", "night", "3"]);
}

#[test]
fn a_changed_claim_is_not_believed() {
    let folder = Folder::new();
    let mut store = Store::open(&folder.file()).unwrap();
    let run = store.begin_run(None).unwrap();
    record(&mut store, &level("x"), &attempt(run, "stopped"), None);
    drop(store);
    let raw = Connection::open(folder.file()).unwrap();
    raw.execute("UPDATE attempt SET status = 'unsolvable'", []).unwrap();
    drop(raw);
    assert!(Store::read(&folder.file()).unwrap().known("sokoban", "x").unwrap().attempts.is_empty());
}

fn refusal(path: &Path) -> String {
    let (open, read) = (Store::open(path).unwrap_err().to_string(), Store::read(path).unwrap_err().to_string());
    assert_eq!(open, read);
    assert!(open.contains("results.db"), "{open}");
    open
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let folder = Folder::new();
    let text = "#####\n#@$.#\n#####\n".repeat(100);
    fs::write(folder.file(), &text).unwrap();
    assert!(refusal(&folder.file()).contains("not a store"));
    assert_eq!(fs::read_to_string(folder.file()).unwrap(), text);

    fs::remove_file(folder.file()).unwrap();
    Connection::open(folder.file()).unwrap().execute_batch("CREATE TABLE t (x); PRAGMA user_version = 1").unwrap();
    assert!(refusal(&folder.file()).contains("not a store"));

    fs::remove_file(folder.file()).unwrap();
    assert!(matches!(Store::read(&folder.file()), Err(StoreError::Missing(_))));
    assert!(!folder.file().exists());
    fs::create_dir(folder.file()).unwrap();
    assert!(refusal(&folder.file()).contains("unable to open"));
}

#[test]
fn a_newer_layout_is_refused() {
    let folder = Folder::new();
    drop(Store::open(&folder.file()).unwrap());
    Connection::open(folder.file()).unwrap().execute_batch("PRAGMA user_version = 7").unwrap();
    let why = refusal(&folder.file());
    assert!(why.contains("newer boxwright (layout 7"), "{why}");
}

#[test]
fn a_damaged_file_is_refused() {
    let folder = Folder::new();
    let mut store = Store::open(&folder.file()).unwrap();
    let run = store.begin_run(None).unwrap();
    for number in 0..200 {
        record(&mut store, &level(&format!("level {number}")), &attempt(run, "stopped"), None);
    }
    drop(store);
    let mut bytes = fs::read(folder.file()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0x5a);
    fs::write(folder.file(), bytes).unwrap();
    let why = refusal(&folder.file());
    assert!(why.contains("damaged"), "{why}");
}

#[test]
fn a_locked_file_is_refused_after_a_while() {
    let folder = Folder::new();
    drop(Store::open(&folder.file()).unwrap());
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let why = Store::open(&folder.file()).unwrap_err().to_string();
    assert!(why.contains("in use by another process"), "{why}");
    other.execute_batch("ROLLBACK").unwrap();
    assert!(Store::open(&folder.file()).is_ok());
}

#[test]
fn readers_and_a_writer_get_along() {
    let folder = Folder::new();
    let mut store = Store::open(&folder.file()).unwrap();
    let run = store.begin_run(None).unwrap();
    let reader = Store::read(&folder.file()).unwrap();
    for number in 1..=20 {
        record(&mut store, &level("x"), &attempt(run, "stopped"), None);
        assert_eq!(reader.levels().unwrap()[0].1.attempts.len(), number);
    }
}

#[test]
fn larger_limits_cover_smaller_ones() {
    let limits = |seconds, nodes| Limits { seconds, bytes: 100, nodes, threads: 1 };
    assert!(limits(Some(60.0), None).cover(&limits(Some(60.0), Some(5))));
    assert!(limits(None, None).cover(&limits(Some(60.0), None)));
    assert!(!limits(Some(60.0), Some(5)).cover(&limits(Some(60.0), None)));
    assert!(!limits(Some(1.0), None).cover(&limits(Some(60.0), None)));
    assert!(!limits(None, None).cover(&Limits { bytes: 101, ..limits(None, None) }));
}
