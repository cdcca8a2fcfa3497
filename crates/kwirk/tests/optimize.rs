//! The optimiser against exhaustive search, on random levels and the solutions of a depth-first search.

use std::sync::Arc;

use boxwright_kwirk::optimize::{OptimizeError, optimize};
use boxwright_kwirk::strategy::{self, STRATEGIES};
use boxwright_kwirk::{Level, Plan, Puzzle, RandomOptions, oracle, random_level, read, verify};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Outcome};

fn level(seed: u64) -> Level {
    let crowd = (seed / 3) as usize;
    let options = RandomOptions {
        width: 8,
        height: 6,
        characters: 1 + seed as usize % 2,
        blocks: 1 + crowd % 3,
        turnstiles: crowd % 2,
        holes: crowd % 4,
        walls: 2 + crowd % 4,
    };
    random_level(seed, &options)
}

/// Some solution; depth-first search takes what comes.
fn wasteful(level: &Level) -> Option<Plan> {
    let puzzle = Arc::new(Puzzle::new(level).expect("random levels are valid"));
    let mut solver = strategy::build(&Spec::parse("dfs(space=steps)", STRATEGIES).unwrap(), &puzzle, Objective::Any);
    let budget = Budget { nodes: 50_000, ..Budget::default() };
    (budget.drive(&mut *solver, |_| {}) == Outcome::Solved).then(|| solver.plan().unwrap())
}

#[test]
fn never_worse_never_below_the_optimum_and_mostly_there() {
    let (mut compared, mut improved, mut optimal) = (0, 0, 0);
    for seed in 0..120 {
        let level = level(seed);
        let Some(plan) = wasteful(&level) else { continue };
        let objective = [Objective::Moves, Objective::Pushes][seed as usize / 2 % 2];
        let budget = Budget { nodes: 30_000, ..Budget::default() };
        let best = optimize(&level, std::slice::from_ref(&plan), objective, &budget, |_| {}).unwrap();
        assert_eq!(verify(&level, &best.plan).unwrap(), best.verified);
        let (answer, found, before) = match objective {
            Objective::Moves => (oracle::fewest_moves(&level, 60_000), best.verified.moves, best.before.moves),
            _ => (oracle::fewest_interactions(&level, 60_000), best.verified.pushes, best.before.pushes),
        };
        assert!(found <= before, "seed {seed}");
        let Some(optimum) = answer.cost() else { continue };
        assert!(found >= optimum, "seed {seed}: {found} where {optimum} are needed");
        assert!(best.stopped_by.is_some() || found == optimum, "seed {seed}: {found} are not the fewest");
        compared += 1;
        improved += usize::from(found < before);
        optimal += usize::from(found == optimum);
    }
    println!("{improved} of {compared} became better, {optimal} are optimal");
    assert!(compared > 30 && improved > 0 && optimal * 10 >= compared * 9, "{improved} {optimal} {compared}");
}

#[test]
fn what_is_no_solution_is_refused() {
    let level = read("x.kwk", b"#####\n#1 %#\n#####\n").unwrap().levels.remove(0);
    let optimized = |plans: &[Plan]| optimize(&level, plans, Objective::Moves, &Budget::default(), |_| {});
    let plans = ["rlrr", "r"].map(|text| Plan::parse(text).unwrap());
    assert_eq!(optimized(&plans[..1]).unwrap().verified.keys, "rr");
    assert!(optimized(&plans).unwrap_err().to_string().starts_with("solution 2 does not solve the level: "));
    assert_eq!(optimized(&[]).unwrap_err(), OptimizeError::NoSolution);
}
