//! `boxwright solve --store` and `boxwright results` from the outside.

mod common;

use boxwright_store::Store;
use common::{EASY, Folder, KWIRK, UNSOLVABLE, hard_room, json, run};
use std::fs;
use std::path::Path;

/// `EASY` the other way round, upright, with decoration.
const MIRRORED: &str = "  ###\n  #.#\n  #$#\n  #@#\n  ###\n  #*#\n  ###\n";

fn solve(store: &str, arguments: &[&str]) -> common::Ran {
    run(&[&["solve", "--json", "--store", store], arguments].concat())
}

fn attempts(store: &str) -> usize {
    Store::read(Path::new(store)).unwrap().levels().unwrap().iter().map(|(_, known)| known.attempts.len()).sum()
}

#[test]
fn what_is_known_is_not_searched_again() {
    let folder = Folder::new();
    let store = folder.at("results.db");
    let files = [folder.file("a.xsb", EASY), folder.file("b.xsb", UNSOLVABLE), folder.file("c.kwk", KWIRK)];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let first = solve(&store, &files);
    assert_eq!((first.status, attempts(&store)), (10, 3));
    let again = solve(&store, &files);
    assert_eq!((again.status, attempts(&store)), (10, 3), "{}", again.err);
    for (mut new, old) in json(&again).into_iter().zip(json(&first)) {
        assert_eq!(new.as_object_mut().unwrap().remove("from_store"), Some(true.into()));
        assert_eq!(new, old, "answers are those of the attempt");
    }
    let table = run(&[&["solve", "--store", &store], &files[..]].concat()).out;
    assert!(table.contains("=solved") && table.contains("=unsolvable"), "{table}");
    assert!(table.contains("3 known before") && table.contains("(= from the store)"), "{table}");
}

#[test]
fn images_of_a_solved_level_get_its_solution() {
    let folder = Folder::new();
    let store = folder.at("results.db");
    solve(&store, &[&folder.file("a.xsb", EASY)]);
    let line = &json(&solve(&store, &[&folder.file("b.xsb", MIRRORED)]))[0];
    assert_eq!(
        (&line["status"], &line["solution"], &line["from_store"]),
        (&"solved".into(), &"U".into(), &true.into())
    );
    // The same level as far as the player gets, but a box out of his reach makes it unsolvable.
    let stranded = "########\n#@$.#$.#\n########\n";
    let line = &json(&solve(&store, &[&folder.file("c.xsb", stranded)]))[0];
    assert_eq!(line["status"], "unsolvable");
    let line = &json(&solve(&store, &[&folder.file("d.xsb", EASY)]))[0];
    assert_eq!(line["status"], "solved");
}

#[test]
fn within_a_batch_images_are_recognised_too() {
    let folder = Folder::new();
    let store = folder.at("results.db");
    let ran = solve(&store, &[&folder.file("a.sok", format!("{EASY}\n{MIRRORED}\n")), "--threads", "1"]);
    assert_eq!((json(&ran)[1]["solution"].as_str(), ran.status), (Some("U"), 0));
}

#[test]
fn stopped_levels_are_tried_again_with_more() {
    let folder = Folder::new();
    let store = folder.at("results.db");
    let hard = folder.file("hard.xsb", hard_room(4));
    let with = |extra: &[&str]| {
        let ran = solve(&store, &[&[hard.as_str(), "--strategy", "bfs"], extra].concat());
        let line = json(&ran).remove(0);
        (line["from_store"] == true, line["expanded"].as_u64().unwrap(), ran.status)
    };
    assert_eq!(with(&["--nodes", "100"]), (false, 100, 11));
    assert_eq!(with(&["--nodes", "100"]), (true, 100, 11));
    assert_eq!(with(&["--nodes", "50"]), (true, 100, 11));
    assert_eq!(with(&["--nodes", "100", "--retry"]), (false, 200, 11), "what stopped it is doubled");
    assert_eq!(with(&["--nodes", "100", "--retry"]), (false, 400, 11));
    assert_eq!(with(&["--nodes", "1000", "--retry"]), (false, 1000, 11));
    assert_eq!(with(&["--nodes", "1001"]), (false, 1001, 11), "more than any before");
    assert_eq!(with(&["--nodes", "300"]), (true, 1001, 11));
    assert_eq!(attempts(&store), 5);
}

#[test]
fn objectives_need_their_own_proof() {
    let folder = Folder::new();
    let store = folder.at("results.db");
    // Two ways round: the short walk takes more pushes.
    let level = folder.file("a.xsb", "#######\n#     #\n# .$  #\n#  @  #\n#######\n");
    let ask = |objective: &str| json(&solve(&store, &[&level, "--objective", objective])).remove(0);
    assert!(ask("any")["from_store"].is_null());
    let proven = ask("pushes-moves");
    assert!(proven["from_store"].is_null() && proven["optimal"] == "pushes-moves");
    let known = ask("pushes");
    assert_eq!((&known["from_store"], &known["optimal"]), (&true.into(), &"pushes".into()));
    assert_eq!((&known["pushes"], &known["lower_bound"]), (&proven["pushes"], &proven["pushes"]));
    assert!(ask("moves")["from_store"].is_null());
    assert_eq!(ask("any")["from_store"], true);
}

#[test]
fn a_named_run_stands_alone() {
    let folder = Folder::new();
    let (store, easy) = (folder.at("results.db"), folder.file("a.xsb", EASY));
    solve(&store, &[&easy]);
    let named = |name: &str| json(&solve(&store, &[&easy, "--strategy", "bfs", "--run", name])).remove(0);
    assert!(named("mine")["from_store"].is_null());
    assert_eq!(named("mine")["from_store"], true);
    assert!(named("other")["from_store"].is_null());
    let hard = folder.file("hard.xsb", hard_room(4));
    assert_eq!(solve(&store, &[&hard, "--run", "mine"]).status, 0);
    for from_store in [serde_json::Value::Null, true.into()] {
        let ran = solve(&store, &[&hard, "--strategy", "bfs", "--nodes", "9", "--run", "other"]);
        let line = json(&ran).remove(0);
        assert_eq!((&line["status"], &line["from_store"], ran.status), (&"stopped".into(), &from_store, 11));
    }
    assert_eq!(solve(&store, &[&easy, "--run", "7"]).status, 2);
    assert_eq!(run(&["solve", &easy, "--run", "mine"]).status, 2, "a run needs a store");
}

#[test]
fn a_stored_plan_that_solves_nothing_is_not_shown() {
    let folder = Folder::new();
    let (store, easy) = (folder.at("results.db"), folder.file("a.xsb", EASY));
    solve(&store, &[&easy]);
    let raw = rusqlite::Connection::open(&store).unwrap();
    raw.execute("UPDATE solution SET plan = 'llll', moves = 0, pushes = 0", []).unwrap();
    drop(raw);
    let shown = run(&["results", &store]);
    assert!(
        shown.err.contains("1 results are left out") && !shown.out.contains("solved"),
        "{}{}",
        shown.out,
        shown.err
    );
    let line = json(&solve(&store, &[&easy])).remove(0);
    assert!(line["from_store"].is_null() && line["solution"] == "R", "{line}");
    let line = json(&solve(&store, &[&easy])).remove(0);
    assert!(line["from_store"] == true && line["solution"] == "R", "{line}");
}

#[test]
fn bad_stores_are_refused() {
    let folder = Folder::new();
    let easy = folder.file("a.xsb", EASY);
    let text = folder.file("text.db", "this is not a database, whatever its name may say\n".repeat(50));
    let missing = folder.at("no/such/folder/results.db");
    for (store, why) in [(&text, "not a store"), (&missing, "unable to open"), (&folder.at(""), "unable to open")] {
        let ran = solve(store, &[&easy]);
        assert!(ran.status == 2 && ran.out.is_empty() && ran.err.contains(why), "{store}: {} {}", ran.status, ran.err);
    }
    assert!(fs::read_to_string(&text).unwrap().starts_with("this is not"));
    assert_eq!(run(&["results", &folder.at("none.db")]).status, 2);
    assert!(!Path::new(&folder.at("none.db")).exists());

    let store = folder.at("results.db");
    solve(&store, &[&easy]);
    let other = rusqlite::Connection::open(&store).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let ran = solve(&store, &[&easy]);
    assert!(ran.status == 2 && ran.err.contains("in use by another process"), "{}", ran.err);
    drop(other);

    let mut permissions = fs::metadata(&store).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&store, permissions).unwrap();
    if fs::OpenOptions::new().append(true).open(&store).is_err() {
        let ran = solve(&store, &[&easy]);
        assert!(ran.status == 2 && ran.err.contains("read-only"), "{}", ran.err);
        assert_eq!(run(&["results", &store]).status, 0, "it can still be read");
    }
}

#[test]
fn results_are_listed_filtered_compared_and_exported() {
    let folder = Folder::new();
    let store = folder.at("results.db");
    let levels = folder.file("set.sok", format!("{EASY}Title: First\n\n{UNSOLVABLE}Title: Second\n"));
    let hard = folder.file("hard.xsb", hard_room(4));
    for (name, strategy, nodes) in [("wide", "bfs", "100"), ("eager", "cbfs", "100000")] {
        solve(&store, &[&levels, &hard, "--strategy", strategy, "--nodes", nodes, "--run", name]);
    }
    let show = |arguments: &[&str]| {
        let ran = run(&[&["results", &store], arguments].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out
    };
    let all = show(&[]);
    assert!(
        all.contains("First") && all.contains("unsolvable") && all.contains("3 levels, 2 with a solution"),
        "{all}"
    );
    assert!(!show(&["--status", "unsolvable"]).contains("First"));
    assert!(show(&["--matching", "FIRST"]).contains("1 levels, 1 with"));
    let csv = show(&["--attempts", "--format", "csv"]);
    assert!(csv.lines().count() == 7 && csv.contains(&levels), "{csv}");
    assert_eq!(show(&["--run", "wide", "--format", "json"]).lines().count(), 3);
    let runs = show(&["--runs", "--format", "csv"]);
    assert!(runs.contains("wide,") && runs.lines().any(|l| l.starts_with("eager") && l.contains(",3,2,1,")), "{runs}");

    let plot = folder.at("plot.svg");
    let compared = show(&["--compare", "wide", "eager", "--plot", &plot]);
    assert!(compared.contains("wide against eager") && compared.contains("hard.xsb #1"), "{compared}");
    assert_eq!(fs::read_to_string(&plot).unwrap().matches("</title></circle>").count(), 3);
    assert!(show(&["--compare", "bfs", "cbfs"]).contains("significantly better"));
    let ran = run(&["results", &store, "--compare", "wide", "nobody"]);
    assert!(ran.status == 2 && ran.err.contains("run eager") && ran.err.contains("cbfs"), "{}", ran.err);

    let solved = folder.at("solved.sok");
    show(&["--output", &solved]);
    let verified = run(&["verify", &solved]);
    assert!(verified.status == 0 && verified.out.contains("verified 2"), "{}", verified.out);
}
