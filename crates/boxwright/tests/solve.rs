//! `boxwright solve` from the outside: JSON, exit statuses, sources, files.

mod common;

use common::{EASY, Folder, KWIRK, UNSOLVABLE, json, run, run_with_input};
use std::fs;

const FIELDS: [&str; 17] = [
    "game",
    "source",
    "index",
    "title",
    "status",
    "stopped_by",
    "solution",
    "moves",
    "pushes",
    "optimal",
    "lower_bound",
    "strategy",
    "seconds",
    "expanded",
    "generated",
    "peak_bytes",
    "error",
];

/// The keys of a line of JSON in the order they are written; good enough for lines without colons in their values.
fn keys(line: &str) -> Vec<&str> {
    line.split("\":")
        .filter_map(|part| part.rsplit('"').next())
        .filter(|k| !k.is_empty() && !k.ends_with('}'))
        .collect()
}

#[test]
fn a_json_line_has_the_fields_of_the_contract_in_order() {
    let folder = Folder::new();
    for (name, level) in [("a.xsb", EASY), ("b.xsb", UNSOLVABLE), ("c.kwk", KWIRK)] {
        let file = folder.file(name, level);
        let ran = run(&["solve", &file, "--json"]);
        assert_eq!(ran.out.lines().count(), 1);
        assert_eq!(keys(ran.out.trim_end()), FIELDS, "{}", ran.out);
    }
    let ran = run_with_input(&["solve", "-", "--json"], EASY.as_bytes());
    let line = &json(&ran)[0];
    assert_eq!(line["game"], "sokoban");
    assert_eq!(line["source"], "-");
    assert_eq!(line["index"], 1);
    assert_eq!(line["status"], "solved");
    assert_eq!(line["solution"], "R");
    assert_eq!((&line["moves"], &line["pushes"]), (&1.into(), &1.into()));
    assert!(line["seconds"].is_f64() && line["strategy"].is_string());
    assert!(line["stopped_by"].is_null() && line["error"].is_null() && line["title"].is_null());
}

#[test]
fn exit_statuses() {
    let folder = Folder::new();
    let easy = folder.file("easy.xsb", EASY);
    let unsolvable = folder.file("unsolvable.xsb", UNSOLVABLE);
    let invalid = folder.file("invalid.xsb", "####\n# $#\n####\n");
    let hard = folder.file("hard.xsb", common::hard_room(4));
    let missing = folder.at("missing.xsb");
    let status = |arguments: &[&str]| run(&[&["solve", "--quiet"], arguments].concat()).status;
    assert_eq!(status(&[&easy]), 0);
    assert_eq!(status(&[&easy, &unsolvable]), 10);
    assert_eq!(status(&[&hard, "--strategy", "bfs", "--nodes", "50"]), 11);
    assert_eq!(status(&[&unsolvable, &hard, "--strategy", "bfs", "--nodes", "50"]), 11);
    assert_eq!(status(&[&invalid, &unsolvable, &easy]), 2);
    assert_eq!(status(&[&easy, &missing]), 2);
    assert_eq!(status(&[&missing]), 2);
    assert_eq!(status(&["builtin:attic"]), 2);
    assert_eq!(status(&[&easy, "--level", "2"]), 2);
    assert_eq!(status(&[&easy, "--level", "x"]), 2);
    assert_eq!(status(&[&easy, "--time", "1y"]), 2);
    assert_eq!(status(&[&easy, "--memory", "100"]), 2);
    assert_eq!(status(&[&easy, "--threads", "0"]), 2);
    assert_eq!(status(&[&easy, "--nonsense"]), 2);
}

#[test]
fn an_invalid_level_names_every_fault_and_the_rest_goes_on() {
    let folder = Folder::new();
    let file = folder.file("mixed.xsb", format!("; one\n####\n# $#\n####\n\n; two\n{EASY}"));
    let ran = run(&["solve", &file, "--json"]);
    let lines = json(&ran);
    assert_eq!(ran.status, 2);
    assert_eq!((&lines[0]["status"], &lines[1]["status"]), (&"invalid".into(), &"solved".into()));
    let error = lines[0]["error"].as_str().unwrap();
    assert!(error.contains("no player") && error.contains("goals (0)"), "{error}");
    assert!(lines[0]["strategy"].is_null() && lines[0]["seconds"].is_f64());
    let faults: Vec<_> = ran.err.lines().collect();
    assert_eq!(faults.len(), 2, "{}", ran.err);
    assert!(faults.iter().all(|f| f.starts_with(&format!("{file}:2:"))), "{}", ran.err);
}

#[test]
fn wrong_specs_and_objectives_say_what_there_is() {
    let folder = Folder::new();
    let file = folder.file("easy.xsb", EASY);
    let spec = |text: &str| run(&["solve", &file, "--strategy", text]);
    let unknown = spec("warp-drive");
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("warp-drive") && unknown.err.contains("astar") && unknown.err.contains("bfs"));
    assert!(unknown.out.is_empty());
    assert!(spec("astar(speed=9)").err.contains("metric="));
    assert!(spec("astar(metric=miles)").err.contains("pull"));
    assert!(spec("astar(metric=pull").err.contains("parenthesis"));
    let objective = run(&["solve", &file, "--objective", "beauty"]);
    assert_eq!(objective.status, 2);
    assert!(objective.err.contains("pushes-moves"));
    let refused = run(&["solve", &file, "--strategy", "dfs", "--objective", "pushes"]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("dfs"), "{}", refused.err);
}

#[test]
fn objectives_are_proven() {
    for (objective, measure) in
        [("pushes", "pushes"), ("moves", "moves"), ("moves-pushes", "moves"), ("pushes-moves", "pushes")]
    {
        let ran = run(&["solve", "builtin:first-steps", "--level", "5-8", "--objective", objective, "--json"]);
        assert_eq!(ran.status, 0);
        for line in json(&ran) {
            assert_eq!(line["optimal"], objective);
            assert_eq!(line["lower_bound"], line[measure]);
        }
    }
}

/// Stopped before the proof is done: the best solution so far, and what is proven.
#[test]
fn a_stopped_proof_has_a_solution_and_a_bound() {
    let arguments = ["solve", "builtin:workshop", "--level", "5", "--objective", "moves", "--nodes", "60000"];
    let ran = run(&[&arguments[..], &["--json"]].concat());
    assert_eq!(ran.status, 11, "{}", ran.err);
    let line = &json(&ran)[0];
    assert_eq!((&line["status"], &line["stopped_by"]), (&"solved".into(), &"nodes".into()));
    assert!(line["optimal"].is_null());
    let (bound, moves) = (line["lower_bound"].as_u64().unwrap(), line["moves"].as_u64().unwrap());
    assert!(0 < bound && bound < moves, "{bound} {moves}");
    let ran = run(&arguments);
    assert!(ran.out.contains(&format!("solved ≥{bound}")), "{}", ran.out);
}

#[test]
fn folders_are_searched_and_what_is_no_level_is_reported() {
    let folder = Folder::new();
    folder.file("b/two.xsb", EASY);
    folder.file("a/one.kwk", KWIRK);
    folder.file("a/README.txt", "nothing here\n");
    folder.file("a/picture.png", "no level file");
    let ran = run(&["solve", folder.path().to_str().unwrap(), "--json"]);
    let lines = json(&ran);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["game"], &lines[1]["game"]), (&"kwirk".into(), &"sokoban".into()));
    assert_eq!(lines[0]["source"], folder.at("a/one.kwk"));
    assert!(ran.err.contains("README.txt: no level found") && !ran.err.contains("picture"));
    assert_eq!(run(&["solve", &folder.at("c")]).status, 2);
    fs::create_dir(folder.at("c")).unwrap();
    assert!(run(&["solve", &folder.at("c")]).err.contains("no levels found in this folder"));
}

#[test]
fn levels_are_selected_by_number() {
    let ran = run(&["solve", "builtin:first-steps", "builtin:garden", "--level", "1,3-4", "--json"]);
    let numbers: Vec<_> = json(&ran).iter().map(|l| (l["source"].clone(), l["index"].as_u64().unwrap())).collect();
    let expected = |source: &str| [1, 3, 4].map(|n| (source.into(), n));
    assert_eq!(numbers, [expected("builtin:first-steps"), expected("builtin:garden")].concat());
}

#[test]
fn threads_change_nothing_but_the_time() {
    let solve = |threads| {
        let ran = run(&["solve", "builtin:first-steps", "builtin:garden", "--json", "--threads", threads]);
        let mut lines = json(&ran);
        for line in &mut lines {
            // Memory is looked at now and then, by the clock.
            line["seconds"] = 0.into();
            line["peak_bytes"] = 0.into();
        }
        lines
    };
    assert!(solve("1") == solve("4"));
}

#[test]
fn the_built_in_levels_are_the_default() {
    let ran = run(&["solve", "--nodes", "1", "--json", "--strategy", "bfs"]);
    let all: usize = boxwright::builtin::COLLECTIONS
        .iter()
        .map(|c| boxwright::source::read(c.file, c.text.as_bytes()).unwrap().levels.len())
        .sum();
    assert_eq!(ran.out.lines().count(), all);
}

#[test]
fn people_get_a_table_that_fits_their_terminal() {
    let folder = Folder::new();
    let file =
        folder.file("x.xsb", format!("; A title that is much too long for any table\n{EASY}\n; two\n{UNSOLVABLE}"));
    let ran = run(&["solve", &file, "builtin:garden", "--level", "1-2"]);
    assert!(ran.out.lines().skip(1).all(|line| line.chars().count() < 80), "{}", ran.out);
    assert!(ran.out.contains("solved 3 of 4 · 1 unsolvable · "), "{}", ran.out);
    assert!(!ran.out.contains('\x1b') && ran.err.is_empty());
    let one = run(&["solve", &file, "--level", "1"]);
    assert!(one.out.ends_with("\nR\n"), "{}", one.out);
}

#[test]
fn a_solved_level_has_the_empty_solution() {
    let ran = run_with_input(&["solve", "-", "--json"], b"#####\n#@* #\n#####\n");
    assert_eq!(ran.status, 0);
    assert_eq!(json(&ran)[0]["solution"], "");
}

#[test]
fn solved_levels_are_written_to_a_file_that_verifies() {
    let folder = Folder::new();
    let source = folder.file("in.xsb", format!("; one\n{EASY}\n; two\n{UNSOLVABLE}\n; three\n{EASY}"));
    let (sok, jsonl, kwk) = (folder.at("out.sok"), folder.at("out.jsonl"), folder.at("out.kwk"));

    assert_eq!(run(&["solve", &source, "--output", &sok, "--quiet"]).status, 10);
    let verified = run(&["verify", &sok]);
    assert_eq!(verified.status, 0, "{}", verified.out);
    assert!(verified.out.contains("verified 2 · refused 0 · missing 0"));

    assert_eq!(run(&["solve", &source, "--output", &jsonl, "--quiet"]).status, 10);
    assert_eq!(fs::read_to_string(&jsonl).unwrap().lines().count(), 3);
    assert!(run(&["verify", &source, &jsonl]).out.contains("verified 2 · refused 0 · missing 1"));

    assert_eq!(run(&["solve", "builtin:garden", "--level", "1-4", "--output", &kwk, "--quiet"]).status, 0);
    let verified = run(&["verify", &kwk]);
    assert!(verified.status == 0 && verified.out.contains("verified 4"), "{}", verified.out);

    for (sources, output) in
        [(vec!["builtin:garden"], &sok), (vec![&source], &kwk), (vec![&source, "builtin:garden"], &sok)]
    {
        let ran = run(&[&["solve", "--output", output][..], &sources].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    }
    assert_eq!(run(&["solve", &source, "--output", &folder.at("no/such/folder.sok")]).status, 2);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "temporary files are left: {left:?}");
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    use std::io::Read;
    use std::process::Stdio;
    let mut command = common::boxwright();
    command.args(["solve", "builtin:first-steps", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!(complaint, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
