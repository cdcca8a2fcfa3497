//! The bench signature: a change that should not change what is searched must not change this number.

mod common;

use std::path::Path;

/// The arguments the committed signature belongs to.
const ARGUMENTS: [&str; 3] = ["bench", "--nodes", "1000"];

fn signature(arguments: &[&str]) -> String {
    let ran = common::run(arguments);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let line = ran.out.lines().last().unwrap_or_default();
    line.strip_prefix("signature: ").expect("the last line is the signature").to_owned()
}

#[test]
fn the_signature_is_the_committed_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench-signature.txt");
    let committed = std::fs::read_to_string(file).expect("the file is there");
    let now = signature(&ARGUMENTS);
    assert_eq!(
        now,
        committed.trim(),
        "\nWhat the strategies search has changed. If that was meant, write {now} to \
         crates/boxwright/tests/bench-signature.txt:\n  cargo run -p boxwright -- {} | sed -n 's/^signature: //p' > \
         crates/boxwright/tests/bench-signature.txt\n",
        ARGUMENTS.join(" ")
    );
}

#[test]
fn two_runs_have_the_same_signature() {
    let arguments = ["bench", "builtin:workshop", "builtin:garden", "--nodes", "300"];
    assert_eq!(signature(&arguments), signature(&arguments));
}

#[test]
fn strategies_can_be_chosen() {
    let ran =
        common::run(&["bench", "builtin:first-steps", "--nodes", "10", "--strategy", "bfs", "--strategy", "astar"]);
    assert!(
        ran.status == 0 && ran.out.contains("  bfs ") && ran.out.contains("  astar ") && !ran.out.contains("fringe")
    );
    assert_eq!(common::run(&["bench", "--strategy", "warp-drive"]).status, 2);
}

#[test]
fn strength_is_a_table_with_a_row_for_each_strategy() {
    let strategies = ["-s", "bfs", "-s", "wastar"];
    let ran = common::run(&[&["bench", "strength", "builtin:first-steps", "--time", "20s"], &strategies[..]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let rows: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), 2, "{}", ran.out);
    let levels = ran.out.split(' ').nth(1).expect("the number of levels comes first");
    for (row, strategy) in rows.iter().zip(["bfs", "wastar"]) {
        assert!(row.starts_with(&format!("| `{strategy}` | {levels} | 0 | ")), "all are solved, by both: {row}");
    }
    let ran = common::run(&["bench", "strength", "builtin:first-steps", "-s", "nonsense"]);
    assert!(ran.status == 2 && ran.err.contains("nonsense"), "{}", ran.err);
}
