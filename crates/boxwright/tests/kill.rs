//! A batch that is killed again and again loses nothing that it has reported, and one that is interrupted goes on.

#![cfg(unix)]

mod common;

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use boxwright_store::Store;
use common::{Folder, boxwright};

/// How many kills.
const KILLS: usize = 20;
/// How many levels in the batch.
const LEVELS: usize = 400;

/// Corridors, all different: so far to the box, so far with it.
fn corridors() -> String {
    let corridor = |n: usize| {
        let (walk, push) = (" ".repeat(n % 20), " ".repeat(n / 20));
        let row = format!("#@{walk}${push}.#");
        let wall = "#".repeat(row.len());
        format!("{wall}\n{row}\n{wall}\n\n")
    };
    (0..LEVELS).map(corridor).collect()
}

/// Runs the batch until it ends or the time is up, then kills it; the lines it has printed, and whether it ended.
fn run(levels: &str, store: &str, most: Option<Duration>) -> (Vec<serde_json::Value>, bool) {
    let mut command = boxwright();
    command.args(["solve", levels, "--json", "--threads", "2", "--store", store]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program runs");
    let out = BufReader::new(child.stdout.take().expect("piped"));
    // Lines are read meanwhile, or a full pipe would hold the program up.
    let reader = std::thread::spawn(move || out.split(b'\n').map_while(Result::ok).collect::<Vec<_>>());
    let begun = Instant::now();
    let ended = loop {
        if child.try_wait().expect("it can be asked").is_some() {
            break true;
        }
        if most.is_some_and(|most| begun.elapsed() >= most) {
            // On Unix this is SIGKILL.
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
            break false;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    // The last line may be cut off.
    let lines = reader.join().expect("lines are read");
    (lines.iter().filter_map(|line| serde_json::from_slice(line).ok()).collect(), ended)
}

/// Everything reported is in the store, and the store is whole.
fn check(store: &str, reported: &HashMap<u64, String>) {
    if !Path::new(store).exists() {
        return assert!(reported.is_empty());
    }
    let levels = match Store::read(Path::new(store)) {
        Ok(store) => store.levels().expect("it can be read"),
        // Killed before the file was laid out.
        Err(_) if reported.is_empty() => return,
        Err(error) => panic!("{error}"),
    };
    let said: String = rusqlite::Connection::open(store)
        .and_then(|c| c.query_row("PRAGMA integrity_check", [], |row| row.get(0)))
        .expect("it can be checked");
    assert_eq!(said, "ok");
    let mut stored = HashMap::new();
    for (_, known) in &levels {
        let [attempt] = &known.attempts[..] else { panic!("searched twice: {:?}", known.attempts) };
        assert_eq!((attempt.outcome.status.as_str(), known.solutions.len()), ("solved", 1));
        stored.insert(attempt.number, known.solutions[0].plan.len());
    }
    for (number, solution) in reported {
        assert_eq!(stored.get(number), Some(&solution.len()), "level {number}");
    }
}

#[test]
fn twenty_kills_lose_nothing() {
    let folder = Folder::new();
    let levels = folder.file("corridors.xsb", corridors());
    // Not the same moments every time; printed if the test fails.
    let mut seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_nanos() as u64;
    println!("seed {seed}");
    let (mut kills, mut batch) = (0, 0);
    let (mut store, mut reported) = (folder.at("results-0.db"), HashMap::new());
    let mut most_in_one_batch = 0;
    while kills < KILLS {
        seed = boxwright_grid::scramble(seed);
        let (lines, ended) = run(&levels, &store, Some(Duration::from_micros(2_000 + seed % 400_000)));
        for line in lines {
            let number = line["index"].as_u64().expect("a number");
            let solution = line["solution"].as_str().expect("solved").to_owned();
            let before = reported.insert(number, solution.clone());
            assert!(before.is_none_or(|before| before == solution), "another answer for level {number}");
        }
        check(&store, &reported);
        most_in_one_batch = most_in_one_batch.max(reported.len());
        if ended {
            // Done before it was killed often enough: begin anew.
            batch += 1;
            store = folder.at(&format!("results-{batch}.db"));
            reported.clear();
        } else {
            kills += 1;
        }
    }
    let (lines, ended) = run(&levels, &store, None);
    assert!(ended && lines.len() == LEVELS, "{} of {LEVELS}", lines.len());
    for (number, solution) in &reported {
        let line = &lines[*number as usize - 1];
        assert_eq!((&line["solution"], &line["from_store"]), (&solution.as_str().into(), &true.into()));
    }
    let all =
        lines.iter().map(|l| (l["index"].as_u64().unwrap(), l["solution"].as_str().unwrap().to_owned())).collect();
    check(&store, &all);
    println!("{kills} kills, {} batches, {most_in_one_batch} levels reported before the last kill", batch + 1);
}

#[test]
fn an_interrupted_level_is_tried_again() {
    let folder = Folder::new();
    let (easy, store) = (folder.file("a.xsb", common::EASY), folder.at("results.db"));
    let room = folder.file("b.xsb", common::hard_room(6));
    let mut command = boxwright();
    command.args(["solve", &easy, &room, "--json", "--strategy", "bfs", "--store", &store]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    // The first level is done and the second under way.
    lines.next().expect("a line").expect("text");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(sent.success());
    let last = lines.next().expect("a line").expect("text");
    assert_eq!((child.wait().expect("it ends").code(), last.contains("cancelled")), (Some(11), true), "{last}");

    let more = ["solve", &easy, &room, "--json", "--strategy", "bfs", "--nodes", "10", "--store", &store];
    let lines = common::json(&common::run(&more));
    assert_eq!((&lines[0]["from_store"], &lines[1]["stopped_by"]), (&true.into(), &"nodes".into()));
}
