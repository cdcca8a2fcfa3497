//! Labels by the program: in order, the same with any number of threads, and nothing lost or doubled by a kill.

mod common;

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{Folder, boxwright, json, run, run_with_input, shared};

/// Rooms of many sizes, some of them unsolvable or wrong.
fn rooms(number: usize) -> String {
    let mut text = String::new();
    for n in 0..number {
        let level = boxwright_sokoban::random_level(n as u64, 8, 7, 2);
        text += &format!("; {n}\n{}\n", level.board);
        if n % 50 == 20 {
            text += "; wrong\n####\n# $#\n####\n\n";
        }
    }
    text
}

#[test]
fn labels_are_in_order_and_the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    let file = folder.file("rooms.txt", rooms(150));
    let one = run(&["label", &file, "--threads", "1", "--to-go", "path"]);
    let four = run(&["label", &file, "--threads", "4", "--to-go", "path"]);
    assert!(one.out == four.out && one.status == 2, "{}", one.err);
    let labels = json(&one);
    assert_eq!(labels.len(), 153);
    let loaded = boxwright::source::read("rooms.txt", &fs::read(&file).unwrap()).unwrap();
    let mut solved = 0;
    for (number, (label, level)) in labels.iter().zip(&loaded.levels).enumerate() {
        assert_eq!(label["index"], number + 1);
        if label["status"] == "solved" {
            solved += 1;
            let replayed = level.replay(label["solution"].as_str().unwrap()).unwrap();
            assert_eq!((&label["moves"], &label["cost"]), (&replayed.moves.into(), &replayed.moves.into()));
            assert_eq!(label["to_go"].as_array().unwrap().len(), replayed.moves + 1);
        }
    }
    assert!(solved > 20, "{solved}");
    assert!(labels[21]["error"].as_str().unwrap().contains("rooms.txt:"), "{}", labels[21]);
}

#[test]
fn csv_has_the_same_content() {
    let folder = Folder::new();
    let file = folder.file("rooms.txt", rooms(10));
    let csv = run(&["label", &file, "--format", "csv", "--objective", "pushes", "--board"]);
    let labels = json(&run(&["label", &file, "--objective", "pushes", "--board"]));
    let lines: Vec<&str> = csv.out.lines().collect();
    assert_eq!(lines.len(), labels.len() + 1);
    let name = &file;
    for (line, label) in lines[1..].iter().zip(&labels) {
        let title = label["title"].as_str().unwrap();
        let (board, status) = (label["board"].as_str().unwrap(), label["status"].as_str().unwrap());
        let cost = label["cost"].as_u64().map_or(String::new(), |cost| cost.to_string());
        let expected = format!("{name},{},pushes,{title},{board},{status},{cost},", label["index"]);
        assert!(line.starts_with(&expected), "{line}\n{expected}");
    }
}

#[test]
fn the_first_position_of_the_table_has_the_cost_of_the_level() {
    let folder = Folder::new();
    let file = folder.file("rooms.txt", rooms(12));
    for objective in ["moves", "pushes"] {
        for label in json(&run(&["label", &file, "--objective", objective, "--to-go", "all"])) {
            let expected = label["cost"].as_i64().unwrap_or(-1);
            assert_eq!(label["position_costs"][0], expected, "{label}");
        }
    }
    let cut = run(&["label", &file, "--to-go", "all", "--max-positions", "5"]);
    assert!(cut.out.contains("more than 5 positions"));
}

#[test]
fn a_run_that_is_killed_goes_on_without_holes() {
    let folder = Folder::new();
    let file = folder.file("rooms.txt", rooms(2000));
    let whole = run(&["label", &file]).out;
    for format in ["jsonl", "csv"] {
        let output = folder.at(&format!("labels.{format}"));
        let label = ["label", &file, "--format", format, "--output", &output, "--resume", "--quiet"];
        for wait in [150, 400] {
            let mut child = boxwright().args(label).stdout(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(wait));
            child.kill().unwrap();
            child.wait().unwrap();
            // A line that was torn in the middle.
            let text = fs::read(&output).unwrap_or_default();
            fs::write(&output, &text[..text.len().saturating_sub(7)]).unwrap();
        }
        // What the status tells of are the levels of this run, and nobody knows how many were left.
        assert!([0, 2, 10].contains(&run(&label).status));
        let expected = if format == "csv" { run(&["label", &file, "--format", "csv"]).out } else { whole.clone() };
        assert_eq!(fs::read_to_string(&output).unwrap(), expected);
        let again = run(&label);
        assert_eq!((again.status, fs::read_to_string(&output).unwrap()), (0, expected), "{}", again.err);
    }
}

#[test]
fn an_output_of_something_else_is_not_touched() {
    let folder = Folder::new();
    let file = folder.file("rooms.txt", rooms(5));
    let output = folder.at("labels.jsonl");
    assert_eq!(run(&["label", &file, "--output", &output]).status, 10);
    let before = fs::read_to_string(&output).unwrap();
    let again = run(&["label", &file, "--output", &output]);
    assert!(again.status == 2 && again.err.contains("--resume goes on"), "{}", again.err);
    for other in [&["--objective", "pushes"][..], &["--to-go", "path"], &["--format", "csv"]] {
        let ran = run(&[&["label", &file, "--output", &output, "--resume"], other].concat());
        assert!(ran.status == 2 && ran.err.contains("labels.jsonl"), "{other:?}: {}", ran.err);
    }
    let fewer = folder.file("fewer.txt", rooms(2));
    let ran = run(&["label", &fewer, "--output", &output, "--resume"]);
    assert!(ran.status == 2 && ran.err.contains("more labels"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&output).unwrap(), before);
}

#[test]
fn bad_input_is_told() {
    let folder = Folder::new();
    let file = folder.file("rooms.txt", common::EASY);
    let missing = run(&["label", "no-such-file.txt", &file]);
    assert!(missing.status == 2 && missing.err.contains("no-such-file.txt: no such file"), "{}", missing.err);
    assert_eq!(json(&missing).len(), 1);
    let kwirk = run_with_input(&["label", "-"], common::KWIRK.as_bytes());
    assert!(kwirk.status == 2 && kwirk.out.contains("labels are for Sokoban"), "{}", kwirk.out);
    assert_eq!(run(&["label", &file, "--objective", "any"]).status, 2);
    assert_eq!(run(&["label"]).status, 2);
    assert_eq!(run_with_input(&["label", "-"], b"").status, 2);
    let room = folder.file("room.txt", common::hard_room(4));
    let stopped = run(&["label", &room, "--nodes", "10"]);
    assert!(stopped.status == 11 && stopped.out.contains("\"status\":\"stopped\""), "{}", stopped.out);
}

/// Two million lines: more than the reader of whole files takes.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_file() {
    let folder = Folder::new();
    let level = "; a level that is solved at once\n#####\n#@$.#\n#####\n\n";
    let file = folder.file("many.txt", level.repeat(450_000));
    let output = folder.at("labels.jsonl");
    let mut child = boxwright();
    child.args(["label", &file, "--output", &output, "--quiet"]);
    let mut child = child.spawn().unwrap();
    let begun = Instant::now();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(2) {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
        peak = line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(peak).max(peak);
        std::thread::sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    child.wait().unwrap();
    assert!(fs::read_to_string(&output).unwrap().lines().count() > 100);
    assert!((1..100_000_u64).contains(&peak), "{peak} KiB");
}

/// All 1000 levels of the Boxoban test set, against proven optima.
#[test]
fn the_boxoban_test_set_has_the_known_optima() {
    let (Some(levels), Some(optima)) =
        (shared("levels/sokoban/boxoban-test.txt"), shared("levels/optimal/boxoban-test.tsv"))
    else {
        return;
    };
    let optima = fs::read_to_string(optima).unwrap();
    let optima = optima.lines().filter(|line| !line.starts_with('#'));
    let known: Vec<Vec<u64>> = optima.map(|line| line.split('\t').map(|n| n.parse().unwrap()).collect()).collect();
    assert_eq!(known.len(), 1000);
    let ran = run(&["label", levels.to_str().unwrap(), "--objective", "pushes"]);
    let labels = json(&ran);
    assert_eq!((labels.len(), ran.status), (1000, 0), "{}", ran.err);
    for (label, known) in labels.iter().zip(&known) {
        assert_eq!((label["index"].as_u64(), label["cost"].as_u64()), (Some(known[0]), Some(known[1])));
    }
    assert!(ran.err.contains("solved 1000 in 12189 pushes"), "{}", ran.err);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn without_parquet_one_is_told_how_to_get_it() {
    let ran = run(&["label", "builtin:workshop", "--format", "parquet", "--output", "nowhere"]);
    assert!(ran.status == 2 && ran.err.contains("--features parquet"), "{}", ran.err);
}

#[cfg(feature = "parquet")]
mod in_parquet {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{ListAccessor, Row, RowAccessor};
    use std::path::{Path, PathBuf};

    fn parts(folder: &str) -> Vec<PathBuf> {
        let mut parts: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        parts.sort();
        parts
    }

    fn rows(part: &Path) -> Vec<Row> {
        let reader = SerializedFileReader::new(fs::File::open(part).unwrap()).unwrap();
        reader.get_row_iter(None).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn the_columns_have_what_the_json_has() {
        let folder = Folder::new();
        let file = folder.file("rooms.txt", rooms(30));
        let options = ["label", &file, "--objective", "pushes", "--to-go", "all", "--board"];
        let labels = json(&run(&options));
        let output = folder.at("labels");
        run(&[&options[..], &["--format", "parquet", "--output", &output]].concat());
        let [part] = &parts(&output)[..] else { panic!("one part: {:?}", parts(&output)) };
        let rows = rows(part);
        assert_eq!(rows.len(), labels.len());
        for (row, label) in rows.iter().zip(&labels) {
            assert_eq!(row.get_long(1).unwrap(), label["index"].as_i64().unwrap());
            assert_eq!(row.get_string(5).unwrap(), label["status"].as_str().unwrap());
            assert_eq!(row.get_long(6).ok(), label["cost"].as_i64());
            assert_eq!(row.get_string(9).ok().map(String::as_str), label["solution"].as_str());
            for (column, name) in [(11, "to_go"), (12, "position_costs"), (14, "position_boxes")] {
                let list = row.get_list(column).unwrap();
                let numbers: Vec<i32> = (0..list.len()).map(|at| list.get_int(at).unwrap()).collect();
                let expected: Vec<i32> = serde_json::from_value(label[name].clone()).unwrap();
                assert_eq!(numbers, expected, "{name} {label}");
            }
        }
    }

    #[test]
    fn a_run_goes_on_behind_the_last_whole_file() {
        let folder = Folder::new();
        let file = folder.file("many.txt", format!("{}\n", common::EASY).repeat(12_000));
        let output = folder.at("labels");
        let label = ["label", &file, "--format", "parquet", "--output", &output];
        assert_eq!(run(&label).status, 0);
        let whole = parts(&output);
        assert_eq!(whole.iter().map(|part| rows(part).len()).collect::<Vec<_>>(), [10_000, 2000]);
        let last = fs::read(&whole[1]).unwrap();
        fs::remove_file(&whole[1]).unwrap();
        fs::write(whole[1].with_extension("parquet.tmp"), &last[..100]).unwrap();
        assert_eq!(run(&label).status, 2, "not without --resume");
        assert_eq!(run(&[&label[..], &["--resume"]].concat()).status, 0);
        assert!(parts(&output) == whole && fs::read(&whole[1]).unwrap() == last);
        let other = run(&[&label[..], &["--resume", "--objective", "pushes"]].concat());
        assert!(other.status == 2 && other.err.contains("another run"), "{}", other.err);
        let copy = folder.file("copy.txt", fs::read(&file).unwrap());
        let other = run(&["label", &copy, "--format", "parquet", "--output", &output, "--resume"]);
        assert!(other.status == 2 && other.err.contains("last label"), "{}", other.err);
    }
}
