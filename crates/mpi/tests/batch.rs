//! Batch mode: the same results as without MPI, whoever found them.

mod common;

use boxwright::papers::group_effort::GroupEffort;
use boxwright::{Report, Request, solve_level, source};
use common::{alone, file, folder, json, mpirun, run};
use std::io::Write;
use std::process::Stdio;

/// What the plain program says of these levels, in its order.
fn plain(sources: &[&str], request: &Request) -> Vec<Report> {
    let arguments: Vec<_> = sources.iter().map(Into::into).collect();
    let entries = source::entries(source::load(&arguments).sources, &source::Selection::default());
    let solve = |entry: &source::Entry| Report {
        source: entry.source.to_string(),
        index: entry.index,
        ..solve_level(&entry.level, request, |_| {})
    };
    entries.iter().map(solve).collect()
}

/// Where a level was solved, how long it took, and the memory that was seen in use, since it is looked at now and then, is
/// all that may differ.
fn same(lines: &[serde_json::Value], reports: &[Report]) {
    assert_eq!(lines.len(), reports.len());
    for (line, report) in lines.iter().zip(reports) {
        let mut expected: serde_json::Value = serde_json::from_str(&report.to_json()).expect("JSON");
        expected["seconds"] = line["seconds"].clone();
        expected["peak_bytes"] = line["peak_bytes"].clone();
        if report.error.is_some() {
            // The program adds the file to every fault.
            expected["error"] = line["error"].clone();
        }
        assert_eq!(*line, expected);
    }
}

#[test]
fn four_ranks_say_what_one_process_says() {
    let _alone = alone();
    let folder = folder("four-ranks");
    let odd = "#####\n#@$.#\n#####\n\n#####\n#$@.#\n#####\n\n###\n#@#\n###\n\n#####\n#@* #\n#####\n";
    let odd = file(&folder, "odd.xsb", odd);
    let sources = ["builtin:sokoban", &odd, "builtin:kwirk"];
    let ran = run(4, &[&["solve"], &sources[..], &["--nodes", "2000", "--memory", "1GiB", "--json"]].concat());
    let reports = plain(&sources, &Request { nodes: 2000, memory: 1 << 30, ..Request::default() });
    same(&json(&ran), &reports);
    assert!(ran.err.contains("odd.xsb"), "faults are told: {}", ran.err);
    assert_eq!(ran.status, 2, "an invalid level is there: {}", ran.err);
}

#[test]
fn every_rank_may_have_several_threads() {
    let _alone = alone();
    let ran = run(2, &["solve", "builtin:garden", "--threads", "3", "--json"]);
    let lines = json(&ran);
    assert_eq!((ran.status, lines.len()), (0, plain(&["builtin:garden"], &Request::default()).len()));
    assert!(lines.iter().all(|line| line["status"] == "solved"));
}

#[test]
fn one_rank_is_the_plain_program() {
    let _alone = alone();
    let ran = run(1, &["solve", "builtin:garden", "--nodes", "2000", "--memory", "1GiB", "--json"]);
    let request = Request { nodes: 2000, memory: 1 << 30, ..Request::default() };
    same(&json(&ran), &plain(&["builtin:garden"], &request));
}

#[test]
fn levels_may_come_from_standard_input_and_are_printed_as_a_table() {
    let _alone = alone();
    let mut command = mpirun(3);
    command.args(["solve", "-", "--mpi-stats"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("mpirun");
    let levels = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n";
    child.stdin.take().expect("piped").write_all(levels.as_bytes()).expect("it reads");
    let ran: common::Ran = child.wait_with_output().expect("it ends").into();
    assert!(ran.status == 0 && ran.out.contains("solved 2 of 2"), "{}\n{}", ran.out, ran.err);
    assert!(!ran.out.contains('\u{1b}'), "no colours where nobody knows what is behind: {:?}", ran.out);
    assert!(ran.err.contains("model, not measured"), "{}", ran.err);
}

#[test]
fn every_configuration_of_group_effort_works() {
    let _alone = alone();
    let folder = folder("group-effort");
    let levels = file(&folder, "a.xsb", "#######\n#@ $ .#\n# $  .#\n#######\n\n#####\n#@$.#\n#####\n");
    for spec in GroupEffort::new().specs() {
        let ran = run(2, &["solve", &levels, "--strategy", &spec, "--json"]);
        let solved = json(&ran).iter().filter(|line| line["status"] == "solved").count();
        assert_eq!((ran.status, solved), (0, 2), "{spec}: {}", ran.err);
    }
}

#[test]
fn wrong_usage_ends_all_ranks() {
    let _alone = alone();
    let none = run(3, &["solve", "no-such-file.xsb"]);
    assert!(none.status == 2 && none.err.contains("no-such-file.xsb"), "{}", none.err);
    let spill = run(2, &["solve", "--strategy", "bfs", "--spill", "states"]);
    assert!(spill.status == 2 && spill.err.contains("--spill"), "{}", spill.err);
    let one = run(2, &["solve", "--strategy", "bfs", "--mode", "portfolio"]);
    assert!(one.status == 2 && one.err.contains("--mode portfolio"), "{}", one.err);
    let help = run(2, &["--help"]);
    assert!(help.status == 0 && help.out.matches("Usage:").count() == 1, "{}", help.out);
}
