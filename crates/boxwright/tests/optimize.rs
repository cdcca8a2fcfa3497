//! `boxwright optimize` from the outside.

mod common;

use common::{EASY, Folder, KWIRK, UNSOLVABLE, run, run_with_input};
use serde_json::Value;
use std::fs;

/// A box, a goal two squares below, and a solution that goes round in circles.
const ROOM: &str = "#######\n#     #\n#@$   #\n#     #\n#  .  #\n#     #\n#######\n";
const DETOUR: &str = "rdlluRRdrUluurDlddlURuurDldR";

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// The solution that is recorded with the level after solving it with a wasteful strategy.
fn wasteful(folder: &Folder) -> (String, String, Value) {
    let levels = folder.file("room.xsb", ROOM);
    let solved = run(&["solve", &levels, "--strategy", "dfs", "--json"]);
    let line = lines(&solved.out).remove(0);
    (levels, solved.out, line)
}

#[test]
fn solutions_become_shorter_and_are_written() {
    let folder = Folder::new();
    let (levels, solved, before) = wasteful(&folder);
    let solutions = folder.file("solved.jsonl", &solved);
    let better = folder.at("better.sok");
    for metric in ["pushes", "moves", "box-lines,moves", "box-changes", "pushing-sessions", "player-lines,pushes"] {
        let ran = run(&["optimize", &levels, "--solutions", &solutions, "-m", metric, "--json", "--output", &better]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let line = lines(&ran.out).remove(0);
        assert_eq!(line["before"]["pushes"], before["pushes"]);
        assert_eq!(line["before"]["moves"], before["moves"]);
        assert_eq!((&line["status"], &line["stopped_by"]), (&"solved".into(), &Value::Null), "{line}");
        let first = metric.split(',').next().unwrap().replace('-', "_");
        assert!(line["after"][&first].as_u64() <= line["before"][&first].as_u64(), "{line}");
        let verified = run(&["verify", &better]);
        assert!(verified.status == 0 && verified.out.contains("verified 1"), "{}", verified.out);
        // Nothing is left to gain the second time.
        let again = run(&["optimize", &better, "-m", metric, "--json"]);
        let again = lines(&again.out).remove(0);
        assert_eq!(
            (&again["before"][&first], &again["after"][&first]),
            (&line["after"][&first], &line["after"][&first])
        );
    }
    let pushes = lines(&run(&["optimize", &levels, "--json"]).out).remove(0);
    assert_eq!((pushes["pushes"].as_u64(), pushes["optimal"].as_str()), (Some(3), Some("pushes-moves")), "{pushes}");
}

#[test]
fn what_is_no_solution_is_refused_with_a_message() {
    let folder = Folder::new();
    let levels = folder.file("levels.xsb", format!("; one\n{EASY}\n; two\n{ROOM}"));
    let solutions = folder.file("wrong.txt", format!("r\n{DETOUR}\n"));
    let ran = run(&["optimize", &levels, "--solutions", &solutions]);
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("level 2: solution 1 does not solve the level: move"), "{}", ran.err);
    assert!(ran.out.contains("refused") && ran.out.contains("as good"), "{}", ran.out);
    assert_eq!(run_with_input(&["optimize", &levels, "--solutions", "-"], b"x\ny\n").status, 1);
    assert_eq!(run(&["optimize", &levels, "--metric", "pulls"]).status, 2);
    assert_eq!(run(&["optimize", &levels, "--level", "9"]).status, 2);
    assert_eq!(run(&["optimize", &levels, "--solutions", &folder.at("nowhere")]).status, 2);
}

#[test]
fn levels_without_a_solution_are_solved_first() {
    let folder = Folder::new();
    let levels = folder.file("levels.xsb", format!("; one\n{EASY}\n; two\n{UNSOLVABLE}"));
    let ran = run(&["optimize", &levels]);
    assert_eq!(ran.status, 10, "{}", ran.err);
    assert!(ran.out.contains("pushes 1 → 1, moves 1 → 1 *") && ran.out.contains("unsolvable"), "{}", ran.out);
    let broken = folder.file("broken.xsb", "####\n#@$#\n####\n");
    assert_eq!(run(&["optimize", &broken]).status, 2);
}

#[test]
fn kwirk_counts_moves_and_pushes() {
    let folder = Folder::new();
    let level = folder.file("room.kwk", KWIRK);
    let solution = folder.file("keys.txt", "rlrr\n");
    let ran = run(&["optimize", &level, "--solutions", &solution, "--metric", "moves", "--json"]);
    let line = lines(&ran.out).remove(0);
    assert_eq!((line["solution"].as_str(), line["optimal"].as_str()), (Some("rr"), Some("moves-pushes")), "{line}");
    let ran = run(&["optimize", &level, "--metric", "box-lines"]);
    assert!(ran.status == 2 && ran.err.contains("Kwirk counts moves and pushes only"), "{}", ran.err);
}

#[test]
fn a_store_keeps_the_best() {
    let folder = Folder::new();
    let (levels, _, before) = wasteful(&folder);
    let store = folder.at("results.db");
    let solved = run(&["solve", &levels, "--strategy", "dfs", "--store", &store, "--json"]);
    assert_eq!(lines(&solved.out)[0]["pushes"], before["pushes"]);
    let optimized = run(&["optimize", &levels, "--store", &store, "--json"]);
    let line = lines(&optimized.out).remove(0);
    assert_eq!(line["before"]["pushes"], before["pushes"], "it begins with what is known");
    assert_eq!(line["pushes"], 3);
    let known = lines(&run(&["solve", &levels, "--store", &store, "--json"]).out).remove(0);
    assert_eq!((&known["pushes"], &known["from_store"]), (&3.into(), &true.into()), "{known}");
}

#[test]
fn the_same_nodes_give_the_same_solution() {
    let folder = Folder::new();
    let run_once = |name: &str| {
        let output = folder.at(name);
        let ran = run(&["optimize", "builtin:sokoban", "--nodes", "3000", "--level", "1-3", "-q", "--output", &output]);
        assert!(ran.out.is_empty(), "{}", ran.out);
        fs::read_to_string(output).unwrap()
    };
    assert_eq!(run_once("one.sok"), run_once("two.sok"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_the_best_so_far() {
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    let (wall, empty, boxes) = ("################\n", "#              #\n", "#  $ $ $  ...  #\n");
    let middle = format!("{boxes}#@             #\n{boxes}{empty}{boxes}");
    let level = folder.file("hall.xsb", format!("{wall}{empty}{middle}{empty}{wall}"));
    let solved = run(&["solve", &level, "--json"]);
    assert_eq!(solved.status, 0, "{}{}", solved.out, solved.err);
    let solutions = folder.file("solved.jsonl", &solved.out);
    let mut command = common::boxwright();
    command.args(["optimize", &level, &level, "--solutions", &solutions, "--time", "300s", "--json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ran: common::Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.status, 11, "{}", ran.err);
    let lines = lines(&ran.out);
    assert_eq!(lines.len(), 1, "no level is begun after Ctrl-C");
    assert_eq!((&lines[0]["status"], &lines[0]["stopped_by"]), (&"solved".into(), &"cancelled".into()));
    assert!(lines[0]["pushes"].as_u64() <= lines[0]["before"]["pushes"].as_u64());
}
