//! Ranks that die, fall silent or are told to stop: the run ends with a clear message, nothing that was reported is lost,
//! and the same command goes on.

#![cfg(target_os = "linux")]

mod common;

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant, SystemTime};

use boxwright_store::Store;
use common::{alone, file, folder, json, mpirun, process_of, signal};

/// A child whose lines are read one by one.
fn spawn(ranks: usize, arguments: &[&str]) -> (Child, std::io::Lines<BufReader<ChildStdout>>) {
    let mut command = mpirun(ranks);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("mpirun is there where MPI is");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    (child, lines)
}

/// The rest of what it says, and its exit status.
fn end(mut child: Child) -> (i32, String) {
    let mut said = Vec::new();
    child.stderr.take().expect("piped").read_to_end(&mut said).expect("it can be read");
    let status = child.wait().expect("it ends").code().expect("mpirun itself is not killed");
    (status, String::from_utf8_lossy(&said).into_owned())
}

fn numbers<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<u64> {
    // The last line may be cut off.
    let values = lines.into_iter().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    values.filter_map(|value| value["index"].as_u64()).collect()
}

/// Every level that was printed is in the store, once.
fn check(store: &Path, printed: &HashSet<u64>) {
    if printed.is_empty() && Store::read(store).is_err() {
        return;
    }
    let levels = Store::read(store).expect("the store is whole").levels().expect("it can be read");
    let mut stored = HashSet::new();
    for (_, known) in levels {
        let [attempt] = &known.attempts[..] else { panic!("searched twice: {:?}", known.attempts) };
        stored.insert(attempt.number);
    }
    assert!(printed.is_subset(&stored), "{printed:?} is not all in {stored:?}");
}

/// How many levels: each takes a fifth of a second.
const LEVELS: usize = 48;

#[test]
fn dead_ranks_lose_nothing_and_the_same_command_goes_on() {
    let _alone = alone();
    let folder = folder("dead-ranks");
    let rooms = file(&folder, "rooms.xsb", common::rooms(LEVELS));
    let store = folder.join("results.db");
    let limits = ["--strategy", "bfs", "--time", "200ms", "--memory", "200MiB", "--json", "--store"];
    let command = [&["solve", &rooms], &limits[..], &[store.to_str().unwrap()]].concat();
    // Not the same moments every time; printed if the test fails.
    let mut seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_nanos() as u64;
    println!("seed {seed}");
    let mut printed = HashSet::new();
    // A rank that works in the middle of the batch; rank 0, which has the store; and any rank at any moment.
    for (rank, lines_first) in [(Some(2), 3), (Some(0), 2), (None, 0), (None, 0)] {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let rank = rank.unwrap_or((seed >> 33) as usize % 4);
        let (child, mut lines) = spawn(4, &command);
        let process = process_of(&child, rank);
        let known = printed.len();
        let first: Vec<String> = lines.by_ref().take(known + lines_first).map(|line| line.expect("text")).collect();
        if lines_first == 0 {
            std::thread::sleep(Duration::from_millis((seed >> 40) % 2000));
        }
        signal(process, "-KILL");
        let rest: Vec<String> = lines.map_while(Result::ok).collect();
        let (status, said) = end(child);
        printed.extend(numbers(first.iter().chain(&rest).map(String::as_str)));
        check(&store, &printed);
        if printed.len() < LEVELS {
            assert_ne!(status, 0, "{said}");
            // Before there is a line, rank 0 may not have got as far as hearing of it.
            let by_us = said.contains("a rank died") && said.contains("the same command goes on from there");
            assert!(by_us || rank == 0 || lines_first == 0, "rank {rank}: {said}");
            assert!(said.contains("signal 9") || said.contains("Killed"), "rank {rank}: {said}");
        }
    }
    let begun = Instant::now();
    let (child, lines) = spawn(4, &command);
    let lines: Vec<String> = lines.map(|line| line.expect("text")).collect();
    let (status, said) = end(child);
    assert_eq!((status, lines.len()), (11, LEVELS), "{said}");
    for line in &lines {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let known = printed.contains(&line["index"].as_u64().expect("a number"));
        assert!(!known || line["from_store"] == true, "{line}");
    }
    check(&store, &(1..=LEVELS as u64).collect());
    println!("{} levels were known; the rest took {:?}", printed.len(), begun.elapsed());
}

#[test]
fn a_silent_rank_ends_the_run() {
    let _alone = alone();
    let folder = folder("silent-rank");
    let rooms = file(&folder, "rooms.xsb", common::rooms(4));
    let command = ["solve", &rooms, "--strategy", "bfs", "--time", "60s", "--memory", "100MiB", "--mpi-patience", "4s"];
    let (child, _lines) = spawn(3, &command);
    let process = process_of(&child, 1);
    std::thread::sleep(Duration::from_secs(2));
    signal(process, "-STOP");
    let begun = Instant::now();
    let (status, said) = end(child);
    assert!(status != 0 && said.contains("rank 1 has not been heard of for 4 s"), "{status}: {said}");
    assert!(begun.elapsed() < Duration::from_secs(30), "it took {:?}", begun.elapsed());
}

#[test]
fn an_interrupt_prints_what_is_known() {
    let _alone = alone();
    let folder = folder("interrupt");
    let easy = file(&folder, "a.xsb", "#####\n#@$.#\n#####\n");
    let rooms = file(&folder, "b.xsb", common::rooms(40));
    for mode in ["batch", "portfolio"] {
        let memory = ["--mode", mode, "--memory", "300MiB", "--time", "100s", "--json"];
        let crew = file(&folder, "two.toml", "[[member]]\nspec = \"bfs\"\n[[member]]\nspec = \"id\"\n");
        let command = [&["solve", &easy, &rooms, "--portfolio", &crew], &memory[..]].concat();
        let (child, mut lines) = spawn(3, &command);
        let process = process_of(&child, 0);
        let first = lines.next().expect("a line").expect("text");
        assert!(first.contains("\"solved\""), "{first}");
        std::thread::sleep(Duration::from_millis(500));
        let begun = Instant::now();
        signal(process, "-INT");
        let rest: Vec<String> = lines.map(|line| line.expect("text")).collect();
        let (status, said) = end(child);
        assert_eq!(status, 11, "{said}");
        assert!(!rest.is_empty() && rest.len() < 40, "{mode}: {} levels", rest.len());
        assert!(rest.iter().all(|line| line.contains("\"cancelled\"")), "{mode}: {rest:?}");
        // It should be 200 ms; the rest is for a busy machine and the end of four processes.
        assert!(begun.elapsed() < Duration::from_secs(5), "{mode}: answered after {:?}", begun.elapsed());
    }
}

/// What portfolio mode has solved is kept in the same way.
#[test]
fn races_are_kept_and_answered_from_the_store() {
    let _alone = alone();
    let folder = folder("kept-races");
    let store = folder.join("results.db");
    let command = ["solve", "builtin:first-steps", "--mode", "portfolio", "--json", "--store", store.to_str().unwrap()];
    let first = common::run(4, &command);
    let second = common::run(4, &command);
    assert_eq!((first.status, second.status), (0, 0), "{}{}", first.err, second.err);
    for (first, second) in json(&first).iter().zip(&json(&second)) {
        assert_eq!((&first["solution"], &second["from_store"]), (&second["solution"], &true.into()));
    }
}
