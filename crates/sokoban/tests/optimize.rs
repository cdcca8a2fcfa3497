//! The optimiser against exhaustive search, on random levels and on solutions that waste as much as they can.

use std::collections::HashSet;
use std::sync::Arc;

use boxwright_grid::{Direction, Point, SplitMix64};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Limit, Objective, Outcome};
use boxwright_sokoban::optimize::{Measure, Measures, OptimizeError, optimize};
use boxwright_sokoban::strategy::{self, STRATEGIES};
use boxwright_sokoban::{Board, Game, Level, Metrics, Plan, Puzzle, Step, random_level, verify};
use pathfinding::prelude::dijkstra;

/// Some solution, long ones included: depth-first search takes what comes.
fn wasteful(level: &Level, spec: &str) -> Option<Plan> {
    let puzzle = Arc::new(Puzzle::new(level).expect("random levels are valid"));
    if puzzle.is_hopeless() {
        return None;
    }
    let mut solver = strategy::build(&Spec::parse(spec, STRATEGIES).unwrap(), &puzzle, Objective::Any);
    let budget = Budget { nodes: 50_000, ..Budget::default() };
    (budget.drive(&mut *solver, |_| {}) == Outcome::Solved).then(|| solver.plan().unwrap())
}

/// A position with all that measures depend on: the last direction, whether the last step was a push, the box pushed last.
type Position = (Board, Option<Direction>, bool, Option<Point>);

/// The least of a measure, by Dijkstra's algorithm over plain games; none if there are too many positions.
fn least(level: &Level, measure: Measure) -> Option<usize> {
    let mut seen = HashSet::new();
    let start: Position = (level.board.clone(), None, false, None);
    let successors = |(board, last, pushed, last_box): &Position| {
        let mut next = Vec::new();
        for direction in Direction::ALL {
            let mut game = Game::new(&Level::new(board.clone()));
            let step = game.step(direction);
            if step == Step::Blocked || seen.len() > 15_000 {
                continue;
            }
            let player = game.player().unwrap();
            let pushes = step == Step::Push;
            let (another, begins) = (pushes && *last_box != Some(player), pushes && !pushed);
            let cost = match measure {
                Measure::Moves => true,
                Measure::Pushes => pushes,
                Measure::BoxLines => another || begins,
                Measure::BoxChanges => another,
                Measure::PushingSessions => begins,
                Measure::PlayerLines => *last != Some(direction),
            };
            let moved = if pushes { board.size().step(player, direction) } else { *last_box };
            let position = (game.board().clone(), Some(direction), pushes, moved);
            seen.insert(position.clone());
            next.push((position, usize::from(cost)));
        }
        next
    };
    let best = dijkstra(&start, successors, |(board, ..)| Game::new(&Level::new(board.clone())).is_solved());
    (seen.len() <= 15_000).then(|| best.expect("it was solved before").1)
}

fn level(seed: u64) -> Level {
    let (width, height) = [(6, 5), (7, 6), (8, 6), (7, 7)][seed as usize % 4];
    random_level(seed, width, height, 2 + seed as usize % 3 / 2)
}

/// Optimises a solution with so many nodes and checks what is true in any case: what it is in the measure, and whether that
/// is said to be the best.
fn checked(level: &Level, plan: &Plan, measure: Measure, nodes: u64) -> (usize, bool) {
    let measures = Measures::by(measure);
    let budget = Budget { nodes, ..Budget::default() };
    let best = optimize(level, std::slice::from_ref(plan), measures, &budget, |_| {}).unwrap();
    let replayed = verify(level, &best.plan).unwrap();
    assert_eq!(replayed, best.verified);
    assert_eq!(best.before, Metrics::of(level, plan));
    assert!(measures.of(&replayed.metrics) <= measures.of(&best.before), "worse\n{}", level.board);
    assert!(best.statistics.expanded <= nodes);
    (measure.of(&replayed.metrics), best.proven)
}

#[test]
fn never_worse_never_below_the_optimum_and_mostly_there() {
    const NODES: [u64; 2] = [60, 20_000];
    let (mut compared, mut optimal) = (0, [0; 2]);
    for seed in 0..1000 {
        let level = level(seed);
        let Some(plan) = wasteful(&level, "dfs") else { continue };
        let measure = Measure::ALL[seed as usize % 6];
        let found = NODES.map(|nodes| checked(&level, &plan, measure, nodes));
        let Some(optimum) = least(&level, measure) else { continue };
        compared += 1;
        for (optimal, (found, proven)) in optimal.iter_mut().zip(found) {
            assert!(found >= optimum, "seed {seed}: {found} {} where {optimum} are needed", measure.name());
            assert!(!proven || found == optimum, "seed {seed}: {found} {} are not the fewest", measure.name());
            *optimal += usize::from(found == optimum);
        }
    }
    println!("{optimal:?} of {compared} are optimal with {NODES:?} nodes");
    assert!(compared > 60 && optimal[0] * 2 > compared && optimal[1] * 10 >= compared * 9);
}

#[test]
fn a_node_limit_makes_it_the_same_every_time() {
    for seed in [3, 7, 21, 50] {
        let level = random_level(seed, 9, 8, 4);
        let Some(plan) = wasteful(&level, "cbfs") else { continue };
        let run = |nodes| {
            let budget = Budget { nodes, ..Budget::default() };
            optimize(&level, std::slice::from_ref(&plan), Measures::by(Measure::Pushes), &budget, |_| {}).unwrap()
        };
        let (one, two) = (run(3000), run(3000));
        assert_eq!((one.plan, one.statistics.expanded), (two.plan, two.statistics.expanded));
    }
}

const ROOM: &str = "##########\n#        #\n#@$ $    #\n#        #\n#     .. #\n#        #\n##########";

/// A solution that wastes a bit of everything: steps at random, as far as the rest can still be solved.
fn detour(level: &Level) -> Plan {
    let wander = |seed| {
        let mut random = SplitMix64(seed);
        let mut game = Game::new(level);
        let steps = (0..150).map(|_| Direction::from_index(random.below(4)));
        let mut steps: Vec<Direction> = steps.filter(|&direction| game.step(direction) != Step::Blocked).collect();
        let rest = wasteful(&Level::new(game.board().clone()), "cbfs")?;
        steps.extend_from_slice(rest.steps());
        let plan = Plan::new(steps);
        let wasted = Metrics::of(level, &plan);
        (wasted.pushes >= 20 && wasted.box_changes >= 6).then_some(plan)
    };
    (0..).find_map(wander).expect("some wandering does no harm")
}

#[test]
fn each_measure_improves_on_a_wasteful_solution() {
    let level = Level::new(ROOM.parse().unwrap());
    let plan = detour(&level);
    for measure in Measure::ALL {
        let mut seen = Vec::new();
        let budget = Budget { nodes: 20_000, ..Budget::default() };
        let best = optimize(&level, std::slice::from_ref(&plan), Measures::by(measure), &budget, |progress| {
            seen.push(measure.of(&progress.metrics));
        });
        let best = best.unwrap();
        let (before, after) = (measure.of(&best.before), measure.of(&best.verified.metrics));
        assert!(after < before, "{}: {before} → {after}", measure.name());
        assert!(seen.is_sorted_by(|a, b| a >= b), "{}: progress goes one way: {seen:?}", measure.name());
    }
}

#[test]
fn several_solutions_are_combined() {
    // Two rooms with a box each: one solution pushes to and fro in the left one, the other in the right one.
    let board = "###########\n#    #    #\n#    #    #\n# $. @ .$ #\n#    #    #\n#    #    #\n###########";
    let level = Level::new(board.parse().unwrap());
    let (short, long) = ("lldlluRdrrur", "lldlUluurDldRdrrur");
    let mirrored = |text: &str| text.replace(['l', 'L'], "x").replace(['r', 'R'], "l").replace('x', "r");
    let plans = [format!("{short}{}", mirrored(long)), format!("{long}{}", mirrored(short))];
    let plans = plans.map(|text| Plan::parse(&text).unwrap());
    let best = optimize(&level, &plans, Measures::by(Measure::Pushes), &Budget::default(), |_| {}).unwrap();
    assert_eq!((best.before.pushes, best.verified.metrics.pushes, best.proven), (4, 2, true));
}

#[test]
fn what_is_no_solution_is_refused() {
    let level = Level::new("######\n#@ $.#\n######".parse().unwrap());
    let by = Measures::by(Measure::Moves);
    let optimized = |plans: &[&str]| {
        let plans: Vec<Plan> = plans.iter().map(|text| Plan::parse(text).unwrap()).collect();
        optimize(&level, &plans, by, &Budget::default(), |_| {})
    };
    let error = optimized(&["rr", "r"]).unwrap_err();
    assert_eq!(error.to_string(), "solution 2 does not solve the level: move 1: 1 boxes are not on goals at the end");
    assert!(optimized(&["rrr"]).unwrap_err().to_string().contains("move 3: the way is blocked"));
    assert_eq!(optimized(&[]).unwrap_err(), OptimizeError::NoSolution);
    let broken = Level::new("####\n#@$#\n####".parse().unwrap());
    let refused = optimize(&broken, &[Plan::default()], by, &Budget::default(), |_| {}).unwrap_err();
    assert!(refused.to_string().contains("the level is invalid"), "{refused}");
}

#[test]
fn a_level_that_is_solved_needs_no_step() {
    let level = Level::new("######\n#@ * #\n######".parse().unwrap());
    let best =
        optimize(&level, &[Plan::parse("rl").unwrap()], Measures::by(Measure::Moves), &Budget::default(), |_| {});
    let best = best.unwrap();
    assert_eq!((best.verified.lurd.as_str(), best.proven, best.stopped_by), ("", true, None));
}

#[test]
fn pushing_in_circles_for_ever_is_cut_at_once() {
    let level = Level::new("########\n#      #\n# @$ . #\n#      #\n########".parse().unwrap());
    let plan = Plan::parse("R50000(urrdLulldR)R").unwrap();
    let begun = std::time::Instant::now();
    let best = optimize(&level, &[plan], Measures::by(Measure::Pushes), &Budget::default(), |_| {}).unwrap();
    assert_eq!((best.before.pushes, best.verified.lurd.as_str()), (100_002, "RR"));
    assert!(begun.elapsed().as_secs() < 20, "took {:?}", begun.elapsed());
}

#[test]
fn limits_are_kept() {
    let board = ROOM.replace("#@$ $    #\n#        #\n#     .. #", "#@$ $ $  #\n#   $    #\n#   .... #");
    let level = Level::new(board.parse().unwrap());
    let plan = detour(&level);
    let plan = &plan;
    let by = Measures::by(Measure::Pushes);
    let plans = std::slice::from_ref(plan);
    let cancelled = Budget::default();
    cancelled.cancel.cancel();
    assert_eq!(optimize(&level, plans, by, &cancelled, |_| {}).unwrap().stopped_by, Some(Limit::Cancelled));
    let tiny = Budget { bytes: 1000, ..Budget::default() };
    assert_eq!(optimize(&level, plans, by, &tiny, |_| {}).unwrap().stopped_by, Some(Limit::Memory));
    // Enough for the solution, but not for searching all of it: it ends by itself.
    let small = Budget { bytes: 3 << 20, ..Budget::default() };
    let best = optimize(&level, plans, by, &small, |_| {}).unwrap();
    assert!(best.proven || best.stopped_by == Some(Limit::Memory));
    assert!(best.statistics.peak_bytes < 4 << 20);
}
