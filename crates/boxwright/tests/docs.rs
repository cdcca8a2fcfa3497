//! The pages in `docs/` say what is true: the guide's commands work, and every strategy is described.

mod common;

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Folder, run};

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).expect("the page is there")
}

/// In order, in one folder, as a reader would type them.
#[test]
fn every_command_of_the_guide_works() {
    let guide = page("guide.md");
    let blocks = guide.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let commands: Vec<&str> = blocks.flat_map(str::lines).collect();
    assert!(commands.len() > 25, "{commands:?}");
    let folder = Folder::new();
    let program = Path::new(env!("CARGO_BIN_EXE_boxwright")).parent().expect("in a folder").to_owned();
    let known = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program].into_iter().chain(env::split_paths(&known))).expect("a path");
    for command in commands {
        let ran = Command::new("sh").args(["-c", command]).current_dir(folder.path()).env("PATH", &path).output();
        let ran = ran.expect("a shell");
        assert!(ran.status.success(), "{command}\n{}", String::from_utf8_lossy(&ran.stderr));
    }
}

#[test]
fn every_strategy_is_described_with_what_it_promises() {
    let page = page("strategies.md");
    let listed: Vec<serde_json::Value> = serde_json::from_str(&run(&["strategies", "--json"]).out).unwrap();
    for game in ["sokoban", "kwirk"] {
        let section =
            page.split("\n## ").find(|s| s.to_lowercase().starts_with(game)).expect("a section for each game");
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
        let described: Vec<(&str, bool)> = rows
            .filter_map(|row| row.split_once("` | "))
            .map(|(name, rest)| (name, rest.starts_with("yes |")))
            .collect();
        let of_game = listed.iter().filter(|s| s["game"] == game);
        let there: Vec<(&str, bool)> =
            of_game.map(|s| (s["name"].as_str().unwrap(), !s["optimal"].as_array().unwrap().is_empty())).collect();
        assert_eq!(described, there, "{game}");
    }
}

/// What a heading is called in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[test]
fn links_between_the_pages_lead_somewhere() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let pages = [docs.clone(), docs.join("strength")].map(|folder| fs::read_dir(folder).unwrap());
    let pages = pages.into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut links = 0;
    for from in pages.filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        let text = fs::read_to_string(&from).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|t| !t.contains("://")) {
            let (file, section) = target.split_once('#').unwrap_or((target, ""));
            let to = if file.is_empty() { from.clone() } else { from.with_file_name(file) };
            assert!(to.exists(), "{}: {target}", from.display());
            if !section.is_empty() {
                let page = fs::read_to_string(&to).unwrap();
                let mut headings = page.lines().filter(|line| line.starts_with('#'));
                let found = headings.any(|line| anchor(line.trim_start_matches('#').trim()) == section);
                assert!(found, "{}: {target}", from.display());
            }
            links += 1;
        }
    }
    assert!(links > 60, "{links}");
}
