//! What positions are worth: features that are kept up to date agree with those made anew, and training teaches something.

use boxwright_search::{Budget, Domain, Evaluator, Limit};
use boxwright_sokoban::fess::Planning;
use boxwright_sokoban::space::MacroPushes;
use boxwright_sokoban::value::train::{Options, Round, train};
use boxwright_sokoban::value::{FEATURES, Features, Value, Weights, practice};
use boxwright_sokoban::{Level, Puzzle, random_level};
use std::sync::Arc;

#[test]
fn features_of_successors_are_those_of_the_positions() {
    let mut compared = 0;
    for seed in 0..60 {
        let puzzle = Arc::new(Puzzle::new(&random_level(seed, 10, 9, 2 + seed as usize % 3)).unwrap());
        if puzzle.is_hopeless() {
            continue;
        }
        let space = MacroPushes::new(&puzzle);
        let new = || Value::new(&puzzle, Planning::Starts, &Weights::naive());
        let (mut kept, mut fresh) = (new(), new());
        let mut state = space.roots().remove(0);
        for _ in 0..5 {
            let mut last = None;
            kept.enter(&space, &state);
            space.expand(&mut state, |successor, action, _| {
                let features = kept.features(&space, successor, Some(action));
                assert_eq!(features, fresh.features(&space, successor, None), "seed {seed}");
                compared += 1;
                last = features.map(|_| successor.clone());
            });
            let Some(next) = last else { break };
            state = next;
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn a_solved_position_is_worth_what_nothing_else_is() {
    let level = boxwright_sokoban::read("a.xsb", b"########\n#@ * * #\n# $.   #\n########\n").unwrap().levels.remove(0);
    let puzzle = Arc::new(Puzzle::new(&level).unwrap());
    let space = MacroPushes::new(&puzzle);
    let mut value = Value::new(&puzzle, Planning::Starts, &Weights::naive());
    let mut state = space.roots().remove(0);
    let mut solved: Option<Features> = None;
    let named = |features: &Features, name: &str| features[FEATURES.iter().position(|f| *f == name).unwrap()];
    value.enter(&space, &state);
    space.expand(&mut state, |successor, action, _| {
        let features = value.features(&space, successor, Some(action)).unwrap();
        if space.is_goal(successor) {
            solved = Some(features);
        } else {
            assert!(named(&features, "near_end") < 1.0 && named(&features, "distance") > 0.0);
        }
    });
    let solved = solved.expect("one push solves it");
    for name in ["packed", "on_goals", "overlap", "near_end", "one"] {
        assert_eq!(named(&solved, name), 1.0, "{name}");
    }
    assert_eq!((named(&solved, "distance"), named(&solved, "out_of_plan")), (0.0, 0.0));
}

fn rounds(levels: &[Level], options: &Options, limits: &Budget) -> (Vec<Round>, Option<Round>, Option<Limit>) {
    let mut rounds = Vec::new();
    let (best, limit) = train(levels, options, limits, |round| rounds.push(round.clone()));
    (rounds, best, limit)
}

#[test]
fn training_is_the_same_every_time_and_keeps_the_best_round() {
    let levels = practice(5, 8, &Budget::default());
    assert_eq!(levels.len(), 8);
    assert_eq!(practice(5, 8, &Budget::default()), levels);
    let options = Options { rounds: 4, nodes: 300 };
    let (all, best, limit) = rounds(&levels, &options, &Budget::default());
    let (best, again) = (best.unwrap(), rounds(&levels, &options, &Budget::default()).1.unwrap());
    assert_eq!((all.len(), limit), (4, None));
    assert_eq!((&again.weights, again.nodes), (&best.weights, best.nodes));
    assert!(all.iter().all(|round| (best.solved, u64::MAX - best.nodes) >= (round.solved, u64::MAX - round.nodes)));
    assert_ne!(all[1].weights, all[0].weights);
}

#[test]
fn a_limit_ends_the_training() {
    let levels = practice(5, 2, &Budget::default());
    let cancelled = Budget::default();
    cancelled.cancel.cancel();
    let (told, best, limit) = rounds(&levels, &Options::default(), &cancelled);
    assert_eq!((told.len(), best.is_none(), limit), (0, true, Some(Limit::Cancelled)));
    assert_eq!(practice(5, 2, &cancelled), []);
}
