//! Limits are kept, and Ctrl-C is answered. Measured from outside, so with the time to start and end a process.

mod common;

use common::{Folder, Ran, boxwright, hard_room, json};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What starting and ending the program may take on a busy machine, beyond the 0.2 s a limit may be late.
const SLACK: Duration = Duration::from_millis(400);

/// The tests measure, so they run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spawn(arguments: &[&str]) -> Child {
    let mut command = boxwright();
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program runs")
}

#[test]
fn the_time_limit_is_kept() {
    let _alone = alone();
    let folder = Folder::new();
    let room = folder.file("room.xsb", hard_room(6));
    let mut hard = vec![(room, "1")];
    if let Some(xsokoban) = common::shared("levels/sokoban/xsokoban.xsb") {
        hard.push((xsokoban.to_str().unwrap().to_owned(), "90"));
    }
    for (file, level) in hard {
        for strategy in ["bfs", "astar(assign=closest)", "idastar(assign=closest)", "fringe(assign=closest)"] {
            let begun = Instant::now();
            let ran: Ran = boxwright()
                .args([
                    "solve",
                    &file,
                    "--level",
                    level,
                    "--strategy",
                    strategy,
                    "--time",
                    "2s",
                    "--memory",
                    "4GiB",
                    "--json",
                ])
                .output()
                .unwrap()
                .into();
            let took = begun.elapsed();
            let line = &json(&ran)[0];
            assert_eq!((ran.status, &line["stopped_by"]), (11, &"time".into()), "{strategy} on {file}: {}", ran.out);
            assert!(line["seconds"].as_f64().unwrap() < 2.2, "{strategy} on {file}: {}", line["seconds"]);
            assert!(took < Duration::from_millis(2200) + SLACK, "{strategy} on {file} took {took:?}");
        }
    }
}

/// The peak of the resident memory of a child in KiB, watched until it ends.
#[cfg(target_os = "linux")]
fn peak_resident(child: &mut Child) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = line.and_then(|l| l.split_whitespace().next()?.parse().ok()).unwrap_or(0).max(peak);
        std::thread::sleep(Duration::from_millis(1));
    }
    peak
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_is_kept() {
    let _alone = alone();
    let folder = Folder::new();
    let easy = folder.file("easy.xsb", common::EASY);
    let room = folder.file("room.xsb", hard_room(3));
    // A trivial run may be over before it was looked at, or looked at only while the program was being loaded: of many the
    // most is what it takes.
    let trivial = || peak_resident(&mut spawn(&["solve", &easy, "--json"]));
    let base = (0..50).map(|_| trivial()).max().filter(|&peak| peak > 0).expect("one of fifty runs is seen");
    for (strategy, limit) in [("astar(assign=closest)", 200), ("fringe(assign=closest)", 50)] {
        let memory = format!("{limit}MiB");
        let mut child =
            spawn(&["solve", &room, "--strategy", strategy, "--memory", &memory, "--time", "300s", "--json"]);
        let peak = peak_resident(&mut child);
        let ran: Ran = child.wait_with_output().unwrap().into();
        let line = &json(&ran)[0];
        assert_eq!((ran.status, &line["stopped_by"]), (11, &"memory".into()), "{strategy}: {}", ran.out);
        let growth = peak.saturating_sub(base) >> 10;
        // Five parts of a hundred, and the puzzle itself.
        assert!(growth < limit + limit / 20 + 2, "{strategy} grew by {growth} MiB of {limit}");
        assert!(growth > limit / 2, "{strategy} gave up after {growth} MiB of {limit}");
    }
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(sent.success());
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_the_level_at_hand_and_prints_what_is_known() {
    let _alone = alone();
    let folder = Folder::new();
    let easy = folder.file("a-easy.xsb", common::EASY);
    let room = folder.file("b-room.xsb", hard_room(6));
    let child = spawn(&["solve", &easy, &room, &easy, "--strategy", "bfs", "--json"]);
    std::thread::sleep(Duration::from_millis(700));
    let begun = Instant::now();
    interrupt(&child);
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert!(begun.elapsed() < Duration::from_millis(500), "answered after {:?}", begun.elapsed());
    assert_eq!(ran.status, 11);
    let lines = json(&ran);
    assert_eq!(lines.len(), 2, "no level is begun after Ctrl-C");
    assert_eq!(lines[0]["status"], "solved");
    assert_eq!((&lines[1]["status"], &lines[1]["stopped_by"]), (&"stopped".into(), &"cancelled".into()));
}

#[test]
fn a_node_limit_gives_the_same_run_every_time() {
    let folder = Folder::new();
    let room = folder.file("room.xsb", hard_room(5));
    let solve = || {
        let ran = common::run(&["solve", &room, "--nodes", "777", "--json", "--strategy", "astar(assign=closest)"]);
        let line = json(&ran).remove(0);
        assert_eq!((ran.status, &line["stopped_by"]), (11, &"nodes".into()));
        (line["expanded"].clone(), line["generated"].clone())
    };
    let first = solve();
    assert_eq!(first.0, 777);
    assert_eq!(solve(), first);
}
