//! Rules against dead positions: none condemns a position that can be solved, and each finds something.
//!
//! Pulling from the solved positions reaches exactly what can be solved, so on small levels all of it is known, with the
//! fewest pushes that are left.

use boxwright_grid::{Direction, Fill, Square, SquareSet};
use boxwright_search::Domain;
use boxwright_sokoban::deadlock::{Corrals, Freeze, FrozenWalls, Pairs, PiCorrals};
use boxwright_sokoban::macros::Way;
use boxwright_sokoban::space::Pulls;
use boxwright_sokoban::{Puzzle, random_level};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

type Position = (SquareSet, Square);

/// All positions that can be solved and the pushes they need, or `None` if there are too many.
fn solvable(puzzle: &Arc<Puzzle>) -> Option<HashMap<Position, u32>> {
    let space = Pulls::new(puzzle);
    let roots = space.roots();
    // Keys are not asked for here, so positions can be put into a state by hand.
    let mut state = roots[0].clone();
    let mut layer: Vec<Position> = roots.iter().map(|root| (root.boxes.clone(), root.player)).collect();
    let mut known: HashMap<Position, u32> = HashMap::new();
    known.extend(layer.iter().map(|root| (root.clone(), 0)));
    for pushes in 1.. {
        let mut next = Vec::new();
        for (boxes, player) in &layer {
            (state.boxes, state.player) = (boxes.clone(), *player);
            space.expand(&mut state, |successor, _, _| {
                let position = (successor.boxes.clone(), successor.player);
                known.entry(position.clone()).or_insert_with(|| {
                    next.push(position);
                    pushes
                });
            });
        }
        if next.is_empty() {
            return Some(known);
        }
        if known.len() > 20_000 {
            return None;
        }
        layer = next;
    }
    None
}

/// Small levels with all that can be solved of them.
fn levels(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Arc<Puzzle>, HashMap<Position, u32>)> {
    seeds.filter_map(|seed| {
        let level = random_level(seed, 6 + (seed % 3) as u16, 5 + (seed % 3) as u16, 2 + seed as usize % 3);
        let puzzle = Arc::new(Puzzle::new(&level).unwrap());
        if puzzle.is_hopeless() {
            return None;
        }
        let known = solvable(&puzzle)?;
        Some((seed, puzzle, known))
    })
}

fn region(puzzle: &Puzzle, boxes: &SquareSet, player: Square) -> (Square, SquareSet) {
    let mut reach = SquareSet::new(puzzle.floor().len());
    let least = Fill::new(puzzle.floor()).spread(puzzle.floor(), player, boxes, &mut reach);
    (least, reach)
}

/// A position after a push, if the push is possible.
fn push(puzzle: &Puzzle, boxes: &SquareSet, reach: &SquareSet, from: Square, direction: Direction) -> Option<Position> {
    let floor = puzzle.floor();
    let (to, behind) = (floor.next(from, direction), floor.next(from, direction.opposite()));
    let possible = to.exists() && behind.exists() && reach.contains(behind) && !boxes.contains(to);
    possible.then(|| {
        let mut after = boxes.clone();
        after.remove(from);
        after.insert(to);
        let (player, _) = region(puzzle, &after, from);
        (after, player)
    })
}

/// Every solvable position, and every position one push away from one, against a rule; how many were rightly condemned.
fn hold_to_it(mut is_dead: impl FnMut(&Puzzle, &SquareSet, Square, Square) -> bool) -> usize {
    let mut condemned = 0;
    for (seed, puzzle, known) in levels(0..150) {
        for (boxes, player) in known.keys() {
            let (_, reach) = region(&puzzle, boxes, *player);
            for from in boxes {
                assert!(!is_dead(&puzzle, boxes, *player, from), "seed {seed}: {boxes:?} {player:?} can be solved");
                for direction in Direction::ALL {
                    let Some((after, player)) = push(&puzzle, boxes, &reach, from, direction) else { continue };
                    let to = puzzle.floor().next(from, direction);
                    if puzzle.is_live(to) && is_dead(&puzzle, &after, player, to) {
                        assert!(!known.contains_key(&(after, player)), "seed {seed}: it can be solved");
                        condemned += 1;
                    }
                }
            }
        }
    }
    condemned
}

#[test]
fn frozen_boxes() {
    let condemned = hold_to_it(|puzzle, boxes, _, pushed| Freeze::new(puzzle).is_dead(puzzle, boxes, pushed));
    assert!(condemned > 1000, "{condemned}");
}

#[test]
fn corrals() {
    let condemned = hold_to_it(|puzzle, boxes, player, _| Corrals::new(puzzle).is_dead(puzzle, boxes, player));
    assert!(condemned > 100, "{condemned}");
}

#[test]
fn frozen_walls() {
    // One for each puzzle, so that what it remembers is tested too.
    let mut walls: Option<(Vec<Square>, FrozenWalls)> = None;
    let condemned = hold_to_it(|puzzle, boxes, player, _| {
        if walls.as_ref().is_none_or(|(of, _)| of != puzzle.boxes()) {
            walls = Some((puzzle.boxes().to_vec(), FrozenWalls::new(puzzle)));
        }
        walls.as_mut().is_some_and(|(_, walls)| walls.is_dead(puzzle, boxes, player))
    });
    assert!(condemned > 1000, "{condemned}");
}

#[test]
fn pairs() {
    let mut pairs: Option<(Vec<Square>, Option<Pairs>)> = None;
    let condemned = hold_to_it(|puzzle, boxes, player, pushed| {
        if pairs.as_ref().is_none_or(|(of, _)| of != puzzle.boxes()) {
            pairs = Some((puzzle.boxes().to_vec(), Pairs::new(puzzle, Way::Push)));
        }
        let table = pairs.as_ref().and_then(|(_, pairs)| pairs.as_ref());
        table.is_some_and(|pairs| pairs.is_dead(boxes, pushed, player))
    });
    assert!(condemned > 1000, "{condemned}");
}

/// Going backwards: what pushes reach from the start is never called dead.
#[test]
fn pairs_backwards() {
    let mut condemned = 0;
    for (seed, puzzle, known) in levels(0..150) {
        let Some(pairs) = Pairs::new(&puzzle, Way::Pull) else { continue };
        let start = SquareSet::from_squares(puzzle.floor().len(), puzzle.boxes().iter().copied());
        let (player, _) = region(&puzzle, &start, puzzle.player());
        let mut reached = HashSet::from([(start.clone(), player)]);
        let mut waiting = vec![(start, player)];
        while let Some((boxes, player)) = waiting.pop() {
            let (_, reach) = region(&puzzle, &boxes, player);
            for from in &boxes {
                assert!(!pairs.is_dead(&boxes, from, player), "seed {seed}: {boxes:?} {player:?}");
                for direction in Direction::ALL {
                    let to = puzzle.floor().next(from, direction);
                    if let Some(after) = push(&puzzle, &boxes, &reach, from, direction)
                        && puzzle.is_live(to)
                        && reached.len() < 20_000
                        && reached.insert(after.clone())
                    {
                        waiting.push(after);
                    }
                }
            }
        }
        condemned += known
            .keys()
            .filter(|(boxes, player)| boxes.iter().any(|square| pairs.is_dead(boxes, square, *player)))
            .count();
    }
    assert!(condemned > 1000, "{condemned}");
}

/// A PI-corral holds a push that is as good as any.
#[test]
fn pi_corrals() {
    let (mut corrals, mut cuts) = (0, 0);
    for (seed, puzzle, known) in levels(0..300) {
        let mut finder = PiCorrals::new(&puzzle);
        for ((boxes, player), &pushes) in &known {
            if pushes == 0 {
                continue;
            }
            let (_, reach) = region(&puzzle, boxes, *player);
            let Some(corral) = finder.find(&puzzle, boxes, &reach) else { continue };
            let mut best = None;
            let mut offered = 0;
            for &(from, directions) in &corral.pushes {
                for direction in Direction::ALL.into_iter().filter(|d| directions >> d.index() & 1 != 0) {
                    let after =
                        push(&puzzle, boxes, &reach, from, direction).expect("pushes of the corral are possible");
                    offered += 1;
                    best = best.into_iter().chain(known.get(&after).copied()).min();
                }
            }
            assert_eq!(best, Some(pushes - 1), "seed {seed}: {boxes:?} {player:?}");
            let all = boxes.iter().flat_map(|from| Direction::ALL.map(|d| push(&puzzle, boxes, &reach, from, d)));
            cuts += all.flatten().count() - offered;
            corrals += 1;
        }
    }
    assert!(corrals > 300 && cuts > 300, "{corrals} corrals, {cuts} pushes cut");
}
