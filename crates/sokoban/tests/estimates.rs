//! Estimates are what they declare: the assignments against slow and obvious ones, incremental against recomputed, and
//! admissible and consistent ones against true distances on spaces that were searched to the last position.

use boxwright_grid::{SplitMix64, Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter, bytes_for};
use boxwright_search::{Domain, Heuristic, NoPast};
use boxwright_sokoban::deadlock::{Areas, Rules};
use boxwright_sokoban::estimate::{
    Assign, Assigned, Assignment, Aware, Closest, Distances, Estimate, Greedy, Hungarian, Metric,
};
use boxwright_sokoban::oracle;
use boxwright_sokoban::space::Pushes;
use boxwright_sokoban::{Puzzle, random_level};
use pathfinding::kuhn_munkres::kuhn_munkres_min;
use pathfinding::matrix::Matrix;
use std::collections::HashMap;
use std::sync::Arc;

const METRICS: [Metric; 3] = [Metric::Manhattan, Metric::Pythagorean, Metric::Pull];
const ASSIGNS: [Assign; 3] = [Assign::Closest, Assign::Greedy, Assign::Hungarian];

fn puzzle(seed: u64) -> Arc<Puzzle> {
    let (width, height) = [(7, 6), (8, 8), (10, 7), (6, 6)][seed as usize % 4];
    let boxes = [1, 2, 3, 5, 8, 12][seed as usize % 6];
    Arc::new(Puzzle::new(&random_level(seed, width, height, boxes)).expect("random levels are valid"))
}

fn closest(distances: &Distances, boxes: &[Square]) -> u64 {
    boxes.iter().map(|&b| *distances.from(b).iter().min().unwrap() as u64).sum()
}

/// Sorts all pairs and takes them in order.
fn greedy(distances: &Distances, boxes: &[Square]) -> u64 {
    let goals = 0..distances.goals();
    let mut pairs: Vec<(i32, Square, usize)> = boxes
        .iter()
        .flat_map(|&b| goals.clone().map(move |g| (b, g)))
        .map(|(b, g)| (distances.from(b)[g], b, g))
        .collect();
    pairs.sort_unstable();
    let (mut used_boxes, mut used_goals, mut total) = (Vec::new(), Vec::new(), 0);
    for (distance, square, goal) in pairs {
        if !used_boxes.contains(&square) && !used_goals.contains(&goal) {
            used_boxes.push(square);
            used_goals.push(goal);
            total += distance as u64;
        }
    }
    total
}

fn least_sum(distances: &Distances, boxes: &[Square]) -> u64 {
    let rows = boxes.iter().map(|&b| distances.from(b).iter().map(|&d| i64::from(d)).collect::<Vec<_>>());
    kuhn_munkres_min(&Matrix::from_rows(rows).unwrap()).0 as u64
}

/// Boxes jump about at random; after every jump the sum is what the oracle says, and it was foretold.
fn follow<A: Assignment>(new: fn(Distances, &[Square]) -> A, oracle: fn(&Distances, &[Square]) -> u64) {
    for seed in 0..300 {
        let puzzle = puzzle(seed);
        let mut random = SplitMix64(seed);
        for metric in METRICS {
            let distances = Distances::new(&puzzle, metric);
            let mut boxes = puzzle.boxes().to_vec();
            let mut assignment = new(distances.clone(), &boxes);
            assert_eq!(assignment.total(), oracle(&distances, &boxes), "seed {seed}, {metric:?}, at the beginning");
            for jump in 0..40 {
                let (number, to) = (random.below(boxes.len()), Square(random.below(puzzle.floor().len()) as u16));
                if boxes.contains(&to) {
                    continue;
                }
                let from = boxes[number];
                let before = assignment.total();
                // A box that is asked for on many squares is answered in another way.
                for other in (0..random.below(6)).map(|_| Square(random.below(puzzle.floor().len()) as u16)) {
                    if !boxes.contains(&other) {
                        boxes[number] = other;
                        let (told, truth) = (assignment.total_after(from, other), oracle(&distances, &boxes));
                        assert_eq!(told, truth, "seed {seed}, {metric:?}, jump {jump}, one of many");
                        boxes[number] = from;
                    }
                }
                boxes[number] = to;
                let truth = oracle(&distances, &boxes);
                assert_eq!(assignment.total_after(from, to), truth, "seed {seed}, {metric:?}, jump {jump}, foretold");
                assert_eq!(assignment.total(), before, "seed {seed}, {metric:?}, jump {jump}, unchanged by asking");
                if random.below(2) == 0 {
                    assignment.relocate(from, to);
                    assert_eq!(assignment.total(), truth, "seed {seed}, {metric:?}, jump {jump}");
                } else {
                    boxes[number] = from;
                }
            }
        }
    }
}

#[test]
fn closest_is_kept_up_to_date() {
    follow(Closest::new, closest);
}

#[test]
fn greedy_is_kept_up_to_date() {
    follow(Greedy::new, greedy);
}

#[test]
fn hungarian_is_kept_up_to_date() {
    follow(Hungarian::new, least_sum);
}

/// All positions of a space, their successors, and how far each is from the nearest solved one.
struct Exhausted {
    rows: Vec<Vec<u8>>,
    successors: Vec<Vec<usize>>,
    distance: Vec<Option<u32>>,
}

fn exhaust(space: &Pushes, cap: usize) -> Option<Exhausted> {
    let mut packed = vec![0; bytes_for(space.packed_bits())];
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut all = Exhausted { rows: Vec::new(), successors: Vec::new(), distance: Vec::new() };
    let mut state = space.roots().remove(0);
    pack(space, &state, &mut packed);
    numbers.insert(packed.clone(), 0);
    all.rows.push(packed.clone());
    while all.successors.len() < all.rows.len() {
        let row = all.rows[all.successors.len()].clone();
        space.unpack(&mut BitReader::new(&row), &mut state);
        all.distance.push(space.is_goal(&state).then_some(0));
        let mut next = Vec::new();
        space.expand(&mut state, |successor, _, _| {
            pack(space, successor, &mut packed);
            let number = *numbers.entry(packed.clone()).or_insert_with(|| {
                all.rows.push(packed.clone());
                all.rows.len() - 1
            });
            next.push(number);
        });
        all.successors.push(next);
        if all.rows.len() > cap {
            return None;
        }
    }
    // As often as needed: one more than the best successor.
    loop {
        let mut changed = false;
        for at in (0..all.rows.len()).rev() {
            let best = all.successors[at].iter().filter_map(|&s| all.distance[s]).min().map(|d| d + 1);
            if best.is_some_and(|b| all.distance[at].is_none_or(|d| b < d)) {
                all.distance[at] = best;
                changed = true;
            }
        }
        if !changed {
            return Some(all);
        }
    }
}

fn pack(space: &Pushes, state: &<Pushes as Domain>::State, packed: &mut [u8]) {
    let mut writer = BitWriter::new(packed);
    space.pack(state, &mut writer);
    writer.finish();
}

#[test]
fn estimates_are_admissible_and_consistent_as_declared() {
    let (mut positions, mut overestimated) = (0, 0);
    for seed in 0..1000 {
        let puzzle = puzzle(seed * 6 + seed % 3);
        if puzzle.is_hopeless() {
            continue;
        }
        // Without rules there are dead positions too.
        let space = Pushes::with_rules(&puzzle, Rules::NONE);
        let Some(all) = exhaust(&space, 3000) else { continue };
        let mut state = space.roots().remove(0);
        for metric in METRICS {
            for assign in ASSIGNS {
                let mut estimate = Estimate::new(&puzzle, metric, assign);
                let guesses: Vec<Option<u32>> = all
                    .rows
                    .iter()
                    .map(|row| {
                        space.unpack(&mut BitReader::new(row), &mut state);
                        estimate.enter(&space, &state);
                        estimate.estimate(&space, &state, &NoPast)
                    })
                    .collect();
                for at in 0..all.rows.len() {
                    positions += 1;
                    let context = || format!("seed {seed}, {metric:?}, {assign:?}, position {at}");
                    match (guesses[at], all.distance[at]) {
                        (None, Some(_)) => panic!("{} can be solved", context()),
                        (Some(guess), Some(truth)) if guess > truth => {
                            assert!(!assign.is_admissible(), "{}: {guess} exceeds {truth}", context());
                            overestimated += 1;
                        }
                        _ => {}
                    }
                    for &next in &all.successors[at] {
                        if let (true, Some(here), Some(there)) = (assign.is_admissible(), guesses[at], guesses[next]) {
                            assert!(here <= there + 1, "{}: {here}, then {there}", context());
                        }
                    }
                }
            }
        }
    }
    assert!(positions > 100_000, "{positions} are a poor sample");
    assert!(overestimated > 0, "greedy does overestimate sometimes");
}

/// The matching that knows the player's side: never more than the truth, never less than the one that does not, one less
/// at most after a push, and on the way what it is afresh.
#[test]
fn the_player_s_side_counts_and_never_too_much() {
    let (mut positions, mut more, mut dead) = (0, 0, 0);
    for seed in 0..1000 {
        let puzzle = puzzle(seed * 6 + seed % 3);
        if puzzle.is_hopeless() {
            continue;
        }
        let space = Pushes::with_rules(&puzzle, Rules::NONE);
        let Some(all) = exhaust(&space, 3000) else { continue };
        let mut state = space.roots().remove(0);
        let (mut aware, mut plain) = (Aware::new(&puzzle), Assigned::new(&puzzle, Metric::Pull, Hungarian::new));
        for at in 0..all.rows.len() {
            positions += 1;
            space.unpack(&mut BitReader::new(&all.rows[at]), &mut state);
            let guess = Aware::new(&puzzle).of_position(&state.boxes, state.player);
            assert_eq!(aware.of_position(&state.boxes, state.player), guess, "seed {seed}, position {at}, on the way");
            let blind = plain.of_boxes(&state.boxes);
            match (guess, all.distance[at]) {
                (None, Some(_)) => panic!("seed {seed}, position {at} can be solved"),
                (Some(guess), Some(truth)) => assert!(guess <= truth, "seed {seed}, position {at}: {guess} > {truth}"),
                (None, None) => dead += usize::from(blind.is_some()),
                (Some(_), None) => {}
            }
            if let (Some(guess), Some(blind)) = (guess, blind) {
                assert!(guess >= blind, "seed {seed}, position {at}: {guess} < {blind}");
                more += usize::from(guess > blind);
            }
            let mut successors = Vec::new();
            space.expand(&mut state, |successor, _, _| {
                let there = aware.of_position(&successor.boxes, successor.player);
                successors.push((successor.boxes.clone(), successor.player, there));
                if let (Some(here), Some(there)) = (guess, there) {
                    assert!(here <= there + 1, "seed {seed}, position {at}: {here}, then {there}");
                }
            });
            for (boxes, player, there) in successors {
                assert_eq!(Aware::new(&puzzle).of_position(&boxes, player), there, "seed {seed}, after {at}");
            }
        }
    }
    assert!(positions > 10_000, "{positions} are a poor sample");
    assert!(more > 100 && dead > 10, "the side counted {more} times, and {dead} dead positions were seen");
}

/// What pairs of boxes cost more: never too much, and no position that can be solved is called dead.
#[test]
fn the_surplus_of_pairs_is_never_too_much() {
    let (mut positions, mut more, mut exact, mut dead) = (0, 0, 0, 0);
    for seed in 0..3000 {
        let puzzle = puzzle(seed);
        if puzzle.is_hopeless() {
            continue;
        }
        let space = Pushes::with_rules(&puzzle, Rules::NONE);
        let Some(all) = exhaust(&space, 3000) else { continue };
        let mut state = space.roots().remove(0);
        let (mut plain, mut with) = (Aware::new(&puzzle), Aware::new(&puzzle).with_surplus());
        for at in 0..all.rows.len() {
            positions += 1;
            space.unpack(&mut BitReader::new(&all.rows[at]), &mut state);
            plain.enter_position(&state.boxes, state.player);
            with.enter_position(&state.boxes, state.player);
            let less = plain.of_position(&state.boxes, state.player);
            match (with.of_position(&state.boxes, state.player), all.distance[at]) {
                (None, Some(_)) => panic!("seed {seed}, position {at} can be solved"),
                (None, None) => dead += usize::from(less.is_some()),
                (Some(guess), truth) => {
                    let less = less.expect("it sees no more");
                    assert!(
                        truth.is_none_or(|truth| guess <= truth),
                        "seed {seed}, position {at}: {guess} > {truth:?}"
                    );
                    assert!(guess >= less && (guess - less) % 2 == 0, "seed {seed}, position {at}: {less}, {guess}");
                    more += usize::from(guess > less);
                    exact += usize::from(guess > less && truth == Some(guess));
                }
            }
        }
    }
    assert!(positions > 10_000, "{positions} are a poor sample");
    let found = format!("{more} times more, {exact} of them the truth, and {dead} dead positions");
    println!("{found} in {positions}");
    assert!(more > 200 && exact > 100 && dead > 100, "{found}");
}

/// What larger groups of boxes cost more, at any time of learning: never too much, no position that can be solved is called
/// dead, and never less than pairs tell. How a position was come by does not matter.
#[test]
fn the_surplus_of_groups_is_never_too_much() {
    let (mut positions, mut more, mut exact, mut dead) = (0, 0, 0, 0);
    for seed in 0..1000 {
        let boxes = 3 + seed as usize % 3;
        let level = random_level(seed, [8, 10, 9][seed as usize % 3], [8, 7, 6][seed as usize % 3], boxes);
        let puzzle = Arc::new(Puzzle::new(&level).expect("random levels are valid"));
        if puzzle.is_hopeless() {
            continue;
        }
        let space = Pushes::with_rules(&puzzle, Rules::NONE);
        let Some(all) = exhaust(&space, 12_000) else { continue };
        let mut state = space.roots().remove(0);
        let mut pairs = Aware::new(&puzzle).with_surplus();
        let mut groups = pairs.clone().with_groups();
        // Sometimes all there is to learn, otherwise it is learned while positions are looked at.
        if seed % 4 > 0 {
            (0..3000).for_each(|_| _ = groups.learn());
        }
        for at in 0..all.rows.len() {
            positions += 1;
            space.unpack(&mut BitReader::new(&all.rows[at]), &mut state);
            groups.learn();
            let on_the_way = groups.of_position(&state.boxes, state.player);
            pairs.enter_position(&state.boxes, state.player);
            groups.enter_position(&state.boxes, state.player);
            let less = pairs.of_position(&state.boxes, state.player);
            let guess = groups.of_position(&state.boxes, state.player);
            assert_eq!(on_the_way, guess, "seed {seed}, position {at}");
            match (guess, all.distance[at]) {
                (None, Some(_)) => panic!("seed {seed}, position {at} can be solved"),
                (None, None) => dead += usize::from(less.is_some()),
                (Some(guess), truth) => {
                    let less = less.expect("it sees no more");
                    assert!(
                        truth.is_none_or(|truth| guess <= truth),
                        "seed {seed}, position {at}: {guess} > {truth:?}"
                    );
                    assert!(
                        guess >= less && (guess - less).is_multiple_of(2),
                        "seed {seed}, position {at}: {less}, {guess}"
                    );
                    more += usize::from(guess > less && truth.is_some());
                    exact += usize::from(guess > less && truth == Some(guess));
                }
            }
        }
    }
    assert!(positions > 10_000, "{positions} are a poor sample");
    let found = format!("{more} times more than pairs, {exact} of them the truth, and {dead} dead positions");
    println!("{found} in {positions}");
    assert!(more > 200 && exact > 100 && dead > 100, "{found}");
}

/// What a search sees: enter a position, estimate its successors, enter one of them.
#[test]
fn estimates_on_the_way_equal_fresh_ones() {
    for seed in 0..400 {
        let puzzle = puzzle(seed);
        if puzzle.is_hopeless() {
            continue;
        }
        let space = Pushes::new(&puzzle);
        let mut random = SplitMix64(seed);
        for (metric, assign) in METRICS.into_iter().flat_map(|m| ASSIGNS.map(|a| (m, a))) {
            let mut estimate = Estimate::new(&puzzle, metric, assign);
            let mut state = space.roots().remove(0);
            let mut packed = vec![0; bytes_for(space.packed_bits())];
            let mut known: Vec<Vec<u8>> = Vec::new();
            for _ in 0..15 {
                estimate.enter(&space, &state);
                space.expand(&mut state, |successor, _, _| {
                    let guess = estimate.estimate(&space, successor, &NoPast);
                    let boxes: Vec<Square> = successor.boxes.iter().collect();
                    assert_eq!(guess, fresh(&puzzle, metric, assign, &boxes), "seed {seed}, {metric:?}, {assign:?}");
                    pack(&space, successor, &mut packed);
                    known.push(packed.clone());
                });
                if known.is_empty() {
                    break;
                }
                // Any position met so far, as a best-first search jumps about.
                space.unpack(&mut BitReader::new(&known[random.below(known.len())]), &mut state);
            }
        }
    }
}

fn fresh(puzzle: &Puzzle, metric: Metric, assign: Assign, boxes: &[Square]) -> Option<u32> {
    let distances = Distances::new(puzzle, metric);
    let total = match assign {
        Assign::Closest => closest(&distances, boxes),
        Assign::Greedy => greedy(&distances, boxes),
        Assign::Hungarian => least_sum(&distances, boxes),
    };
    let (far, near) = (total / Distances::FAR, (total % Distances::FAR).div_ceil(distances.unit()));
    match assign {
        Assign::Greedy => Some((far * 1000 + near) as u32),
        _ => (far == 0).then_some(near as u32),
    }
}

/// A position with an area too full has no solution: the oracle tries everything.
#[test]
fn overfull_areas_are_dead() {
    let mut condemned = 0;
    for seed in 0..6_000 {
        let (width, height) = [(6, 5), (7, 6), (5, 5), (8, 6), (6, 7)][seed as usize % 5];
        let level = random_level(seed, width, height, [2, 3, 2, 4][seed as usize % 4]);
        let puzzle = Puzzle::new(&level).unwrap();
        if puzzle.is_hopeless() {
            continue;
        }
        let areas = Areas::new(&puzzle);
        let mut counts = areas.empty();
        puzzle.boxes().iter().for_each(|&b| areas.enter(&mut counts, b));
        let estimate = Assigned::new(&puzzle, Metric::Pull, Hungarian::new);
        let boxes = SquareSet::from_squares(puzzle.floor().len(), puzzle.boxes().iter().copied());
        if areas.is_overfull(&counts) {
            condemned += 1;
            assert_eq!(estimate.clone().of_boxes(&boxes), None, "seed {seed}: a matching finds it too");
            assert_eq!(oracle::fewest_pushes(&level, 30_000).cost(), None, "seed {seed}\n{}", level.board);
        }
    }
    assert!(condemned > 100, "{condemned} positions are a poor sample");
}
