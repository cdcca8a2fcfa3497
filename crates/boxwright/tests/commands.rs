//! The other commands from the outside.

mod common;

use common::{EASY, Folder, KWIRK, run, run_with_input};
use std::fs;

#[test]
fn without_a_command_there_is_help() {
    let alone = run::<&str>(&[]);
    assert_eq!(alone.status, 0);
    assert!(alone.out.contains("Usage: boxwright") && alone.out.contains("Examples:"));
    let about_solve = run(&["help", "solve"]);
    assert_eq!(about_solve.status, 0);
    assert!(about_solve.out.contains("--objective") && about_solve.out.contains("Examples:"));
    assert_eq!(run(&["frobnicate"]).status, 2);
    assert!(run(&["--help"]).out.contains("Exit status:"));
}

#[test]
fn verify_accepts_what_solve_prints_and_refuses_the_rest() {
    let folder = Folder::new();
    let levels = folder.file("levels.xsb", format!("; one\n{EASY}\n; two\n######\n#@ $.#\n######\n"));
    let solved = run(&["solve", &levels, "--json"]);
    let verified = run_with_input(&["verify", &levels, "-"], solved.out.as_bytes());
    assert_eq!(verified.status, 0, "{}", verified.out);
    assert!(verified.out.contains("2 moves, 1 pushes, 1 box lines, 1 box changes, 1 pushing sessions, 1 player lines"));

    let verify = |name: &str, text: &str| {
        let file = folder.file(name, text);
        run(&["verify", &levels, &file])
    };
    assert_eq!(verify("both.sol", "r\n2r\n").status, 0);
    let refused = verify("wrong.sol", "r\nrrr\n");
    assert_eq!(refused.status, 1);
    assert!(refused.out.contains("refused") && refused.out.contains("move 3: the way is blocked"), "{}", refused.out);
    let missing = verify("short.sol", "r\n");
    assert!(missing.status == 1 && missing.out.contains("missing"));
    assert_eq!(verify("long.sol", "r\nr\nr\n").status, 2);
    assert_eq!(verify("broken.jsonl", "{\"index\":1,\n").status, 2);
    assert_eq!(verify("beyond.jsonl", "{\"index\":9,\"solution\":\"r\"}\n").status, 2);
    assert_eq!(run(&["verify", &levels]).status, 1);
    assert_eq!(run(&["verify", &levels, &folder.at("nowhere")]).status, 2);
}

#[test]
fn verify_reads_key_text_of_kwirk() {
    let folder = Folder::new();
    let level = folder.file("room.kwk", KWIRK);
    let keys = folder.file("keys.txt", "r\nr\n");
    let ran = run(&["verify", &level, &keys]);
    assert!(ran.status == 0 && ran.out.contains("2 moves, 0 pushes"), "{}", ran.out);
    let solved = run(&["solve", "builtin:kwirk", "--level", "1-3", "--json"]);
    assert_eq!(
        run_with_input(&["verify", "builtin:garden", "-", "--level", "1-3"], first_source(&solved.out).as_bytes())
            .status,
        0
    );
}

/// The lines of the first source only.
fn first_source(lines: &str) -> String {
    lines.lines().filter(|l| l.contains("builtin:garden")).map(|l| format!("{l}\n")).collect()
}

#[test]
fn verify_reads_solutions_recorded_in_the_file() {
    let Some(file) = common::shared("levels/formats/28_with_solution.sok") else { return };
    assert_eq!(run(&["verify", file.to_str().unwrap()]).status, 0);
}

#[test]
fn show_draws_levels_and_marks_faults() {
    let folder = Folder::new();
    let file = folder.file("a.xsb", "; Nice\n#####\n#@$.#\n#+*?#\n#####\n");
    let plain = run(&["show", &file]);
    assert_eq!(plain.status, 2);
    assert!(plain.out.starts_with("Nice\n") && plain.out.contains("Sokoban 5×4 · 2 boxes"), "{}", plain.out);
    let marked = plain.out.lines().find(|line| line.starts_with("#+*")).unwrap();
    assert!(marked.contains("← ") && marked.contains("column 4: unknown character '?'"), "{}", plain.out);
    assert!(!plain.out.contains('\x1b'));
    let unicode = run(&["show", &file, "--unicode"]);
    assert!(unicode.out.contains("██@ []◇ ██") && unicode.out.contains("██@◇◆ "), "{}", unicode.out);
    assert_eq!(run(&["show", "builtin:garden", "--level", "1", "--plain"]).status, 0);
}

#[test]
fn convert_goes_round() {
    let folder = Folder::new();
    let original = format!("Collection: Test\nAuthor: nobody\n\nFirst\n\n{EASY}\nSecond\n\n3#\n#@2-$.#\n7#\n");
    let source = folder.file("in.sok", original);
    let (sok, xsb) = (folder.at("out.sok"), folder.at("out.xsb"));
    assert_eq!(run(&["convert", &source, "--to", "sok", "--output", &sok]).status, 0);
    assert_eq!(run(&["convert", &sok, "--to", "xsb", "--output", &xsb]).status, 0);
    let again = run(&["convert", &xsb, "--to", "sok"]);
    assert_eq!(again.out, fs::read_to_string(&sok).unwrap());
    assert!(again.out.contains("First") && again.out.contains("Test"));

    let kwk = folder.at("out.kwk");
    assert_eq!(run(&["convert", "builtin:cellar", "--to", "kwk", "--output", &kwk]).status, 0);
    assert_eq!(run(&["convert", &kwk, "--to", "kwk"]).out, fs::read_to_string(&kwk).unwrap());

    assert_eq!(run(&["convert", &kwk, "--to", "sok"]).status, 2);
    assert_eq!(run(&["convert", &source, "--to", "kwk"]).status, 2);
    assert_eq!(run(&["convert", &source, "--to", "gif"]).status, 2);
    let damaged = folder.file("damaged.xsb", format!("; one\n#####\n#@?.#\n#####\n\n; two\n{EASY}"));
    let ran = run(&["convert", &damaged, "--to", "sok"]);
    assert!(
        ran.status == 2 && ran.err.contains("damaged.xsb:3:3:") && ran.out.contains("#@$.#"),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[test]
fn list_tells_faults_and_duplicates() {
    let folder = Folder::new();
    let one = folder.file("one.xsb", format!("; a\n{EASY}\n; b\n#####\n#.$@#\n#####\n\n; c\n####\n#@ #\n####\n"));
    let two = folder.file("two.xsb", "; turned\n###\n#@#\n#$#\n#.#\n###\n");
    let ran = run(&["list", &one, &two]);
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("same as #1") && ran.out.contains("1 fault"), "{}", ran.out);
    assert!(ran.out.contains("one.xsb #1\n"), "{}", ran.out);
}

#[test]
fn strategies_are_listed_for_both_games() {
    let ran = run(&["strategies"]);
    assert!(ran.out.contains("Sokoban\n") && ran.out.contains("Kwirk\n") && ran.out.contains("complete"));
    assert!(ran.out.lines().all(|line| line.chars().count() < 80), "{}", ran.out);
    let all: serde_json::Value = serde_json::from_str(&run(&["strategies", "--json"]).out).unwrap();
    for entry in all.as_array().unwrap() {
        assert!(entry["name"].is_string() && entry["complete"].is_boolean() && entry["optimal"].is_array());
        assert!(entry["summary"].as_str().is_some_and(|s| !s.is_empty()));
    }
}

#[test]
fn completions_and_the_man_page_are_made() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(&["completions", shell]);
        assert!(ran.status == 0 && ran.out.contains("strategies"), "{shell}");
    }
    let page = run(&["man"]);
    assert_eq!(page.status, 0);
    assert!(page.out.contains(".TH boxwright 1"));
    assert!(page.out.contains("BOXWRIGHT SOLVE") && page.out.contains("BOXWRIGHT BENCH"));
    assert!(page.out.contains("Exit status:"));
}
