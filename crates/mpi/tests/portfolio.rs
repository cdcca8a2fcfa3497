//! Portfolio mode: ranks with different members of a portfolio find what one process finds, and end together.

mod common;

use boxwright::{AnyLevel, Objective, Request, Status, solve_level, source};
use common::{alone, file, folder, json, run};

fn level(path: &str, number: usize) -> AnyLevel {
    source::load(&[path.into()]).sources.remove(0).levels.remove(number - 1)
}

/// The number behind some words of `--mpi-stats`.
fn told(text: &str, words: &str) -> f64 {
    let behind = text.split_once(words).unwrap_or_else(|| panic!("no '{words}' in {text}")).1;
    behind.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn the_first_solution_ends_the_level_everywhere() {
    let _alone = alone();
    for (name, number) in [("builtin:workshop", "22"), ("builtin:cellar", "14")] {
        let ran = run(4, &["solve", name, "--level", number, "--json", "--mpi-stats"]);
        let line = &json(&ran)[0];
        assert_eq!((ran.status, &line["status"]), (0, &"solved".into()), "{}", ran.err);
        let level = level(name, number.parse().unwrap());
        let replayed = level.replay(line["solution"].as_str().unwrap()).expect("a solution");
        assert_eq!(line["moves"], replayed.moves);
        // It should be 200 ms; the rest is for four ranks on a busy machine.
        let last = told(&ran.err, "the last rank stopped after at most");
        assert!(last < 1500.0, "{last} ms: {}", ran.err);
    }
}

#[test]
fn the_best_solution_is_the_same_for_every_objective() {
    let _alone = alone();
    for objective in [Objective::Pushes, Objective::Moves, Objective::PushesMoves, Objective::MovesPushes] {
        for name in ["builtin:first-steps", "builtin:cellar"] {
            let arguments = ["solve", name, "--level", "3-5", "--mode", "portfolio", "--json", "--objective"];
            let ran = run(4, &[&arguments[..], &[objective.name()]].concat());
            let lines = json(&ran);
            assert_eq!((ran.status, lines.len()), (0, 3), "{}", ran.err);
            for (line, number) in lines.iter().zip(3..) {
                let request = Request { objective, ..Request::default() };
                let alone = solve_level(&level(name, number), &request, |_| {});
                assert_eq!(line["optimal"], objective.name(), "{line}");
                let first = |moves: usize, pushes: usize| match objective {
                    Objective::Pushes => (pushes, 0),
                    Objective::Moves => (moves, 0),
                    Objective::PushesMoves => (pushes, moves),
                    _ => (moves, pushes),
                };
                let there = first(line["moves"].as_u64().unwrap() as usize, line["pushes"].as_u64().unwrap() as usize);
                assert_eq!(there, first(alone.moves.unwrap(), alone.pushes.unwrap()), "{name} {number} {objective}");
            }
        }
    }
}

/// What one rank finds bounds the proof of another, and what is found is kept when the proof is stopped.
#[test]
fn a_stopped_proof_has_a_solution_and_a_bound() {
    let _alone = alone();
    let folder = folder("stopped-proof");
    let crew = "[[member]]\nspec = \"bfs\"\n[[member]]\nspec = \"wastar\"\n";
    let crew = file(&folder, "two.toml", crew);
    let room = file(&folder, "room.xsb", common::rooms(1));
    let ran = run(2, &["solve", &room, "--portfolio", &crew, "--objective", "pushes", "--time", "3s", "--json"]);
    let line = &json(&ran)[0];
    assert_eq!(
        (&line["status"], &line["stopped_by"], &line["optimal"]),
        (&"solved".into(), &"time".into(), &().into())
    );
    let (bound, pushes) =
        (line["lower_bound"].as_u64().expect("a bound"), line["pushes"].as_u64().expect("a solution"));
    assert!(0 < bound && bound <= pushes, "{line}");
    assert_eq!(line["strategy"], "wastar");
}

#[test]
fn there_is_no_solution_if_one_rank_has_proven_it() {
    let _alone = alone();
    let folder = folder("no-solution");
    // Nothing stands in a dead square or can never move, so it takes a search.
    let rooms = "#########\n#  # ##.#\n#   $ # #\n##      #\n#   @ $ #\n#$  #.  #\n#.. $   #\n#########\n";
    let rooms = file(&folder, "rooms.xsb", rooms);
    let plain = solve_level(&level(&rooms, 1), &Request::default(), |_| {});
    assert!(plain.status == Status::Unsolvable && plain.expanded > 10, "{plain:?}");
    for objective in ["any", "pushes", "moves-pushes"] {
        let ran = run(3, &["solve", &rooms, "--mode", "portfolio", "--objective", objective, "--json"]);
        assert_eq!((ran.status, &json(&ran)[0]["status"]), (10, &"unsolvable".into()), "{}", ran.err);
    }
}

/// Sixteen members on four ranks; what they find dead they tell each other.
#[test]
fn group_effort_works() {
    let _alone = alone();
    let folder = folder("group-effort-preset");
    let spec = "portfolio(preset=group-effort)";
    let ran =
        run(4, &["solve", "builtin:workshop", "--mode", "portfolio", "--strategy", spec, "--json", "--time", "20s"]);
    let lines = json(&ran);
    assert!(lines.len() == 22 && lines.iter().all(|line| line["status"] == "solved"), "{}\n{}", ran.out, ran.err);
    let credited = lines.iter().all(|line| line["strategy"].as_str().is_some_and(|s| s.contains("recursive=on")));
    assert!(credited, "{}", ran.out);

    // Boxes in many rooms of which some die: there is something to tell.
    let room = file(&folder, "room.xsb", common::rooms(1));
    let ran = run(4, &["solve", &room, "--strategy", spec, "--time", "4s", "--memory", "500MiB", "--mpi-stats"]);
    let solved_early = ran.status == 0;
    assert!(solved_early || told(&ran.err, "  news") >= 4.0, "{}", ran.err);
}
