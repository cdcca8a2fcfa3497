//! `solve --spill`: the same optimum from files as from memory, and files that are used again.

mod common;

use common::{EASY, Folder, json, run};
use std::fs;
use std::path::Path;

fn spilled(source: &str, more: &[&str], spill: &str) -> common::Ran {
    run(&[&["solve", source, "--spill", spill, "--memory", "1MiB", "--json"], more].concat())
}

/// The manifests of all searches below a folder.
fn manifests(folder: &Path) -> Vec<String> {
    let searches = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut texts: Vec<String> = searches.map(|path| fs::read_to_string(path.join("manifest")).unwrap()).collect();
    texts.sort();
    texts
}

#[test]
fn equals_the_optimum_in_memory_and_is_used_again() {
    let folder = Folder::new();
    let spill = folder.file("unused", "");
    let spill = Path::new(&spill).with_file_name("states");
    let name = spill.to_str().unwrap();
    for source in ["builtin:garden", "builtin:cellar"] {
        let memory = run(&["solve", source, "--objective", "pushes", "--strategy", "bfs", "--json"]);
        let first = spilled(source, &["--objective", "pushes"], name);
        let again = spilled(source, &["--strategy", "bfs"], name);
        assert_eq!((first.status, again.status), (0, 0), "{}{}", first.err, again.err);
        for ((memory, first), again) in json(&memory).iter().zip(json(&first)).zip(json(&again)) {
            assert_eq!(first["strategy"], "bfs");
            for field in ["status", "pushes", "optimal", "lower_bound"] {
                assert_eq!((&first[field], &again[field]), (&memory[field], &memory[field]), "{}", memory["title"]);
            }
            assert!(first["peak_bytes"].as_u64().unwrap() <= 1 << 20);
            assert!(first["disk_bytes"].as_u64().unwrap() > 0);
            // The solution is in the folder; only the way to it is looked for again.
            assert_eq!(again["expanded"], first["expanded"]);
            assert_eq!(again["solution"], first["solution"]);
        }
    }
}

#[test]
fn an_interrupted_search_goes_on() {
    let folder = Folder::new();
    let name = Path::new(&folder.file("unused", "")).with_file_name("states");
    let name = name.to_str().unwrap();
    let level = ["--level", "2", "--strategy", "bfs"];
    let whole = json(&run(&[&["solve", "builtin:cellar", "--json"], &level[..]].concat()))[0].clone();
    let half = (whole["expanded"].as_u64().unwrap() / 2).to_string();
    let first = spilled("builtin:cellar", &[&level[..], &["--nodes", &half]].concat(), name);
    assert_eq!((first.status, &json(&first)[0]["stopped_by"]), (11, &"nodes".into()), "{}", first.err);
    let left = manifests(Path::new(name));
    assert!(left[0].lines().filter(|line| line.starts_with("layer ")).count() > 2, "{left:?}");
    let second = spilled("builtin:cellar", &level, name);
    assert_eq!((second.status, &json(&second)[0]["pushes"]), (0, &whole["pushes"]), "{}", second.err);
}

#[test]
fn what_cannot_work_is_said() {
    let folder = Folder::new();
    let easy = folder.file("easy.xsb", EASY);
    let name = Path::new(&easy).with_file_name("states");
    let name = name.to_str().unwrap();
    for more in [&[][..], &["--strategy", "astar"], &["--strategy", "bfs", "--objective", "pushes-moves"]] {
        let ran = spilled(&easy, more, name);
        assert_eq!(ran.status, 2, "{more:?}: {}", ran.out);
        assert!(ran.err.contains("--spill"), "{}", ran.err);
    }
    for objective in ["pushes", "moves"] {
        let ran = spilled(&easy, &["--objective", objective], name);
        assert_eq!((ran.status, &json(&ran)[0]["optimal"]), (0, &objective.into()), "{}", ran.err);
    }
    // A file where the folder should be, and a manifest that is none.
    let ran = spilled(&easy, &["--objective", "pushes"], &easy);
    assert_eq!((ran.status, &json(&ran)[0]["stopped_by"]), (11, &"disk".into()), "{}", ran.err);
    for search in fs::read_dir(name).unwrap() {
        fs::write(search.unwrap().path().join("manifest"), "nonsense").unwrap();
    }
    let ran = spilled(&easy, &["--objective", "pushes"], name);
    assert_eq!((ran.status, &json(&ran)[0]["stopped_by"]), (11, &"disk".into()), "{}", ran.err);
    assert!(ran.err.contains("damaged"), "{}", ran.err);
}
