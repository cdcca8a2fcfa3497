//! `boxwright papers`: the published numbers beside ours.

mod common;

use common::{Folder, run, shared};
use std::fs;

fn puzzles() -> Option<String> {
    shared("levels/kwirk/going-up").map(|path| path.to_string_lossy().into_owned())
}

#[test]
fn it_asks_for_the_puzzles() {
    let ran = run(&["papers", "kwirk"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--puzzles"), "{}", ran.err);
    let folder = Folder::new();
    let ran = run(&["papers", "kwirk", "--puzzles", &folder.at("")]);
    assert!(ran.status == 2 && ran.err.contains("easy-01"), "{}", ran.err);
    assert_eq!(run(&["papers", "kwirk", "--puzzles", &folder.at(""), "--table", "7"]).status, 2);
    assert_eq!(run(&["papers", "kwirk", "--puzzles", &folder.at(""), "--only", "absurd"]).status, 2);
}

/// The m column of Table 1 on the easy puzzles: BFS, DFS, A*, Fringe, multi-layer A*, multi-layer Fringe.
const EASY: &str = "\
BFS: 4 4 4 5 8 8 8 9 10 6
DFS: 6 4 4 5 12 8 33 11 19 23
A*: 4 4 4 5 8 8 8 9 10 6
Fringe: 4 4 4 5 8 8 8 9 10 6
Multi-layer A*: 6 4 4 5 8 8 10 9 11 8
Multi-layer Fringe: 6 4 4 5 8 8 12 9 10 8
";

#[test]
fn the_easy_puzzles_of_table_1() {
    let Some(puzzles) = puzzles() else { return };
    let folder = Folder::new();
    let plot = folder.at("opened.svg");
    let arguments = ["papers", "kwirk", "--puzzles", &puzzles, "--only", "easy", "--table", "1", "--format", "csv"];
    let ran = run(&[&arguments[..], &["--plot", &plot]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let mut columns: Vec<(String, Vec<String>)> = Vec::new();
    for line in ran.out.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let (solver, m) = (cells[1].to_owned(), cells[5].to_owned());
        match columns.iter_mut().find(|c| c.0 == solver) {
            Some(column) => column.1.push(m),
            None => columns.push((solver, vec![m])),
        }
    }
    let text: String = columns.iter().map(|(solver, m)| format!("{solver}: {}\n", m.join(" "))).collect();
    assert_eq!(text, EASY);
    let drawing = fs::read_to_string(&plot).unwrap();
    assert!(drawing.starts_with("<svg") && drawing.trim_end().ends_with("</svg>"));
    assert_eq!(drawing.matches("<g ").count(), 6);
}

#[test]
fn it_prints_tables_for_people_and_for_documents() {
    let Some(puzzles) = puzzles() else { return };
    let folder = Folder::new();
    let base = ["papers", "kwirk", "--puzzles", &puzzles, "--only", "easy-05,easy-06", "--table", "1,6.4"];
    let terminal = run(&base);
    assert_eq!(terminal.status, 0, "{}", terminal.err);
    let flat = terminal.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("Table 1") && flat.contains("one more than"), "{flat}");
    assert!(flat.contains("Multi-layer A*'s on easy-05"), "{flat}");
    assert!(terminal.out.lines().all(|line| line.chars().count() <= 80), "{}", terminal.out);
    let file = folder.at("report.md");
    let markdown = run(&[&base[..], &["--format", "markdown", "--output", &file]].concat());
    assert!(markdown.status == 0 && markdown.out.is_empty());
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("# Ellen Wittingen") && text.contains("| easy-06 | 8 = | 9 |"), "{text}");
}

#[test]
fn reversed_agrees_with_the_thesis_on_small_levels() {
    assert_eq!(run(&["papers", "reversed"]).status, 2, "it asks for the levels");
    let Some(microban) = shared("levels/sokoban/microban-1.txt") else { return };
    let microban = microban.to_string_lossy();
    let ran = run(&["papers", "reversed", &microban, "--time", "60s", "--format", "csv"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let set_ups: Vec<(&str, &str)> = ran
        .out
        .lines()
        .skip(1)
        .filter_map(|line| {
            let cells: Vec<&str> = line.rsplit(',').collect();
            Some((*cells.get(8)?, *cells.get(7)?))
        })
        .collect();
    let expected = ["39", "787", "374", "96", "6721", "1625", "11270", "8466"];
    assert_eq!(set_ups.iter().map(|(_, ours)| *ours).collect::<Vec<_>>(), expected, "{}", ran.out);
}

#[test]
fn group_effort_is_an_experiment_on_any_levels() {
    let folder = Folder::new();
    let save = folder.at("four.toml");
    let arguments =
        ["papers", "group-effort", "builtin:first-steps", "--time", "2s", "--members", "4", "--save", &save];
    let ran = run(&[&arguments[..], &["--only", "astar,cbfs(metric=pull"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.contains("Significantly better") && ran.out.contains("12 configurations on 17 levels"),
        "{}",
        ran.out
    );
    let file = fs::read_to_string(&save).unwrap();
    assert_eq!(file.matches("[[member]]").count(), 4);
    let solved = run(&["solve", "builtin:first-steps", "--portfolio", &save, "--json"]);
    assert_eq!(solved.status, 0, "{}", solved.err);
    for threads in ["1", "2"] {
        let preset = ["solve", "builtin:first-steps", "-s", "portfolio(preset=group-effort)", "--threads", threads];
        let solved = run(&preset);
        assert_eq!(solved.status, 0, "{}", solved.err);
    }
    assert_eq!(run(&["papers", "group-effort", "--only", "nothing"]).status, 2);
}

#[test]
fn taboo_groups_levels_by_boxes() {
    let ran = run(&["papers", "taboo", "builtin:first-steps", "--time", "10s", "--format", "csv"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("Figure 2,macro moves,taboo-astar(mode=macro),pushes,13"), "{}", ran.out);
}

/// The five reports in one go. With a limit of no time nothing is solved, and yet all is written.
#[test]
fn all_reports_are_made_by_one_command() {
    let folder = Folder::new();
    let output = folder.at("reports");
    let nothing = run(&["papers", "all", "--output", &output, "--time", "0s", "--only", "taboo,group-effort"]);
    assert_eq!(nothing.status, 2, "{}", nothing.err);
    assert!(nothing.err.contains("taboo: no report, since no file of Microban is there"), "{}", nothing.err);
    let read = |name: &str| fs::read_to_string(folder.path().join("reports").join(name));
    let text = read("group-effort.md").unwrap();
    assert!(text.contains("papers all --levels FOLDER --output docs/papers --only group-effort --time 0s"), "{text}");
    assert!(text.contains("](group-effort.svg)") && text.contains("36 configurations on 39 levels"), "{text}");
    assert!(read("group-effort.svg").unwrap().contains("levels solved") && read("taboo.md").is_err());
    let unknown = run(&["papers", "all", "--output", &output, "--only", "tabu"]);
    assert!(unknown.status == 2 && unknown.err.contains("talking-stones"), "{}", unknown.err);
    let missing = run(&["papers", "all", "--output", &output, "--levels", &folder.at("nowhere")]);
    assert!(missing.status == 2 && missing.err.contains("is not a folder"), "{}", missing.err);

    let Some(levels) = shared("levels") else { return };
    let all = run(&["papers", "all", "--levels", &levels.to_string_lossy(), "--output", &output, "--time", "10ms"]);
    // Ten milliseconds may be too little for a level that must be solved, but nothing is missing.
    assert!(matches!(all.status, 0 | 1), "{}", all.err);
    for name in ["taboo", "talking-stones", "reversed", "group-effort", "kwirk"] {
        let (text, drawing) = (read(&format!("{name}.md")).unwrap(), read(&format!("{name}.svg")).unwrap());
        assert!(text.contains(&format!("--only {name} ")) && text.contains(&format!("]({name}.svg)")), "{text}");
        assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>\n"), "{drawing}");
    }
}
