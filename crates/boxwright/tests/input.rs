//! Input from the world: the forty format files with their verdicts, and input that means no good.

mod common;

use common::{Folder, json, run, run_with_input};
use std::fs;
use std::time::{Duration, Instant};

#[test]
fn every_format_file_gets_its_verdict() {
    let Some(folder) = common::shared("levels/formats") else { return };
    let table = fs::read_to_string(folder.join("EXPECTED.tsv")).unwrap();
    let mut seen = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (name, verdict) = (columns[0], columns[2]);
        let ran = run(&["solve", folder.join(name).to_str().unwrap(), "--json", "--time", "20s"]);
        let lines = json(&ran);
        let each = |status: &str| !lines.is_empty() && lines.iter().all(|line| line["status"] == status);
        let ok = each("solved") && ran.status == 0;
        let unsolvable = each("unsolvable") && ran.status == 10;
        let error = ran.status == 2 && lines.iter().all(|line| line["status"] == "invalid") && !ran.err.is_empty();
        let right = match verdict {
            "ok" => ok,
            "unsolvable" => unsolvable,
            "error" => error,
            "refuse" => error && lines.is_empty() && ran.err.contains("not") | ran.err.contains("only"),
            "ok+unsolvable" => lines[0]["status"] == "solved" && lines[1]["status"] == "unsolvable" && ran.status == 10,
            "error-or-solved" | "ok-or-error" => error || ok,
            "ok-or-unsolvable" => ok || unsolvable,
            other => panic!("unknown verdict {other}"),
        };
        assert!(right, "{name}: expected {verdict}, exit status {}\n{}{}", ran.status, ran.out, ran.err);
        if let Ok(levels) = columns[1].parse::<usize>()
            && verdict != "refuse"
        {
            assert_eq!(lines.len(), levels, "{name}");
        }
        seen += 1;
    }
    assert_eq!(seen, 40);
}

/// Bytes without any pattern, the same every time.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn hostile_input_is_refused_within_a_second() {
    let many_rows = format!("{}\n", "#".repeat(5000)).repeat(5000);
    let kwirk_rows = format!("#1{}%#\n", " ".repeat(4996)).repeat(5000);
    let inputs: Vec<(&str, Vec<u8>)> = vec![
        ("long-line.xsb", "#".repeat(10 << 20).into_bytes()),
        ("long-line.kwk", "#".repeat(10 << 20).into_bytes()),
        ("long-text.txt", "x".repeat(10 << 20).into_bytes()),
        ("quadratic.xsb", "#@$.#\n".repeat(1 << 20).into_bytes()),
        ("square.xsb", many_rows.into_bytes()),
        ("square.kwk", kwirk_rows.into_bytes()),
        ("bomb.sok", b"999999999#\n#@$.#\n#####\n".to_vec()),
        ("nested.sok", b"9999(9999(9999(9999(#))))\n#@$.#\n#####\n".to_vec()),
        ("parentheses.sok", "(".repeat(1 << 20).into_bytes()),
        ("noise.xsb", noise(1 << 20)),
        ("noise.sok", noise(1000)),
        ("noise.kwk", noise(1 << 20)),
        ("noise.slc", noise(1 << 16)),
        ("nul.txt", vec![0; 1 << 20]),
        (
            "half.slc",
            b"<?xml version=\"1.0\"?><SokobanLevels><Title>x</Title><LevelCollection><Level Id=\"1\"><L>##".to_vec(),
        ),
        ("half.kwk", b"; format: kwk 1\n\n#####\n#1 a".to_vec()),
        ("half.xsb", b"#####\n#@$.".to_vec()),
        ("newer.kwk", b"; format: kwk 99\n\n#####\n#1 %#\n#####\n".to_vec()),
    ];
    let folder = Folder::new();
    for (name, content) in inputs {
        let file = folder.file(name, content);
        for command in ["solve", "list"] {
            let timed = || {
                let begun = Instant::now();
                (run(&[command, &file]), begun.elapsed())
            };
            // On a busy machine a run may have to wait for its turn; it need not be quick every time.
            let quick = |took: Duration| took < Duration::from_millis(1500);
            let (mut ran, mut took) = timed();
            for _ in 0..4 {
                if !quick(took) {
                    (ran, took) = timed();
                }
            }
            // What stands in a list may be faulty, there it is a remark.
            let refused = ran.status == 2 && !ran.err.is_empty() || command == "list" && ran.out.contains("fault");
            assert!(refused, "{command} {name}: exit status {}\n{}{}", ran.status, ran.out, ran.err);
            // The tests run next to each other and without optimisation.
            assert!(quick(took), "{command} {name} took {took:?}");
            assert!(ran.err.len() + ran.out.len() < 1 << 20, "{command} {name} is told at length");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn hostile_input_takes_bounded_memory() {
    // The shell's limit on the address space: whoever allocates without bound dies.
    let folder = Folder::new();
    let bomb = folder.file("bomb.sok", "9999(9999(9999(9999(#))))\n#@$.#\n#####\n");
    let square = folder.file("square.xsb", format!("{}\n", "#".repeat(5000)).repeat(5000));
    for file in [bomb, square] {
        let script = format!("ulimit -v 1000000; exec {} solve {file}", env!("CARGO_BIN_EXE_boxwright"));
        let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{file}");
    }
}

#[test]
fn names_from_files_do_not_control_the_terminal() {
    let level = format!("Title: \x1b[31mred\x07\n\n{}", common::EASY);
    for command in [&["solve", "-"][..], &["list", "-"], &["show", "-"]] {
        let ran = run_with_input(command, level.as_bytes());
        assert!(!ran.out.contains('\x1b') && !ran.out.contains('\x07'), "{}", ran.out);
    }
}
