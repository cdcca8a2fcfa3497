//! Rules against dead positions: none condemns a position that can be solved, and each finds something.
//!
//! Pulling from the solved positions reaches exactly what can be solved, so on small levels all of it is known, with the
//! fewest pushes that are left.

use boxwright_grid::{Direction, Fill, Square, SquareSet};
use boxwright_search::Domain;
use boxwright_sokoban::deadlock::{
    Areas, Capacity, Corrals, Diagonals, Freeze, FrozenWalls, Pairs, Pens, PiCorrals, Triples,
};
use boxwright_sokoban::macros::Way;
use boxwright_sokoban::space::Pulls;
use boxwright_sokoban::{Puzzle, random_level, read};
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

/// Whether corrals condemn the beginning of a small level, which must not be solvable then.
fn begins_dead(rows: &str) -> bool {
    let level = &read("corral.xsb", rows.as_bytes()).unwrap().levels[0];
    let puzzle = Arc::new(Puzzle::new(level).unwrap());
    let boxes = SquareSet::from_squares(puzzle.floor().len(), puzzle.boxes().iter().copied());
    let player = Fill::new(puzzle.floor()).spread(
        puzzle.floor(),
        puzzle.player(),
        &boxes,
        &mut SquareSet::new(puzzle.floor().len()),
    );
    let solvable = solvable(&puzzle).expect("a small level").contains_key(&(boxes.clone(), player));
    let condemned = Corrals::new(&puzzle).is_dead(&puzzle, &boxes, player);
    assert!(!(condemned && solvable));
    condemned
}

/// The player can push the box on the left into the corral, walk around below it and push it on, but he never gets behind
/// the others. Without the box on the right he does.
#[test]
fn a_way_into_a_corral_need_not_open_it() {
    assert!(begins_dead("#######\n##@##*#\n## #  #\n## $ $#\n###. .#\n#######\n"));
    assert!(!begins_dead("#######\n##@##*#\n## #  #\n## $  #\n###.  #\n#######\n"));
}

/// The box at the bottom closes a corral, and could go down if the one behind it were not there.
#[test]
fn a_box_behind_the_fence_holds_it() {
    assert!(begins_dead("#######\n#@  **#\n# ###$#\n####  #\n#### .#\n#######\n"));
    assert!(!begins_dead("#######\n#@    #\n# ###$#\n####  #\n#### .#\n#######\n"));
}

/// The test with frozen boxes as walls; one for each puzzle, so that what it remembers is tested too.
fn hold_walls_to_it(make: impl Fn(&Puzzle) -> FrozenWalls) -> usize {
    let mut walls: Option<(Vec<Square>, FrozenWalls)> = None;
    hold_to_it(|puzzle, boxes, player, _| {
        if walls.as_ref().is_none_or(|(of, _)| of != puzzle.boxes()) {
            walls = Some((puzzle.boxes().to_vec(), make(puzzle)));
        }
        walls.as_mut().is_some_and(|(_, walls)| walls.is_dead(puzzle, boxes, player))
    })
}

#[test]
fn frozen_walls() {
    let condemned = hold_walls_to_it(FrozenWalls::new);
    assert!(condemned > 1000, "{condemned}");
}

/// Playing the last moves backwards finds more.
#[test]
fn endgames() {
    let (without, with) =
        (hold_walls_to_it(FrozenWalls::new), hold_walls_to_it(|puzzle| FrozenWalls::new(puzzle).with_endgames()));
    assert!(with > without + 30, "{with} instead of {without}");
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

/// The whole table.
fn all_triples(puzzle: &Puzzle, way: Way) -> Option<Triples> {
    let mut triples = Triples::new(puzzle, way)?;
    while !triples.is_complete() {
        triples.work(puzzle, 1000);
    }
    Some(triples)
}

#[test]
fn triples() {
    let mut tables: Option<(Vec<Square>, Option<Triples>, Option<Pairs>)> = None;
    let mut more = 0;
    let condemned = hold_to_it(|puzzle, boxes, player, pushed| {
        if tables.as_ref().is_none_or(|(of, ..)| of != puzzle.boxes()) {
            tables = Some((puzzle.boxes().to_vec(), all_triples(puzzle, Way::Push), Pairs::new(puzzle, Way::Push)));
        }
        let Some((_, Some(triples), Some(pairs))) = &tables else { return false };
        let dead = triples.is_dead(boxes, pushed, player);
        more += usize::from(dead && !pairs.is_dead(boxes, pushed, player));
        dead
    });
    assert!(condemned > 1000 && more > 1000, "{condemned}, {more} of them more than pairs");
}

/// With three boxes on the board nothing is left that the triples and the pairs do not know.
#[test]
fn triples_are_exact() {
    let mut positions = 0;
    for (seed, puzzle, known) in levels(0..150) {
        let (Some(triples), Some(pairs)) = (all_triples(&puzzle, Way::Push), Pairs::new(&puzzle, Way::Push)) else {
            continue;
        };
        if puzzle.boxes().len() != 3 {
            continue;
        }
        for (boxes, player) in known.keys() {
            let (_, reach) = region(&puzzle, boxes, *player);
            for from in boxes {
                for direction in Direction::ALL {
                    let Some((after, player)) = push(&puzzle, boxes, &reach, from, direction) else { continue };
                    let to = puzzle.floor().next(from, direction);
                    if puzzle.is_live(to) {
                        // The pair of the others may be the dead one, which no push makes.
                        let dead = after
                            .iter()
                            .any(|s| pairs.is_dead(&after, s, player) || triples.is_dead(&after, s, player));
                        assert_eq!(dead, !known.contains_key(&(after, player)), "seed {seed}");
                        positions += 1;
                    }
                }
            }
        }
    }
    assert!(positions > 1000, "{positions}");
}

#[test]
fn capacity() {
    let mut areas_say = 0;
    let condemned = hold_to_it(|puzzle, boxes, _, _| {
        let (capacity, areas) = (Capacity::new(puzzle), Areas::new(puzzle));
        let (mut counts, mut area_counts) = (capacity.empty(), areas.empty());
        for square in boxes {
            capacity.enter(&mut counts, square);
            areas.enter(&mut area_counts, square);
        }
        let dead = capacity.is_overfull(&counts);
        assert!(dead || !areas.is_overfull(&area_counts), "an area is one of the sets");
        areas_say += usize::from(areas.is_overfull(&area_counts));
        dead
    });
    assert!(condemned > areas_say && areas_say > 100, "{condemned}, {areas_say} of them by areas");
}

/// Holes in a row, each harmless by itself.
#[test]
fn diagonals() {
    let condemned = hold_to_it(|puzzle, boxes, player, _| Diagonals::new(puzzle).is_dead(puzzle, boxes, player));
    assert!(condemned > 0, "{condemned}");
}

/// What pushes reach from the start, as far as it is not too much.
fn reached(puzzle: &Puzzle) -> HashSet<Position> {
    let start = SquareSet::from_squares(puzzle.floor().len(), puzzle.boxes().iter().copied());
    let (player, _) = region(puzzle, &start, puzzle.player());
    let mut reached = HashSet::from([(start.clone(), player)]);
    let mut waiting = vec![(start, player)];
    while let Some((boxes, player)) = waiting.pop() {
        let (_, reach) = region(puzzle, &boxes, player);
        for (from, direction) in boxes.iter().flat_map(|from| Direction::ALL.map(|direction| (from, direction))) {
            let to = puzzle.floor().next(from, direction);
            if let Some(after) = push(puzzle, &boxes, &reach, from, direction)
                && puzzle.is_live(to)
                && reached.len() < 20_000
                && reached.insert(after.clone())
            {
                waiting.push(after);
            }
        }
    }
    reached
}

/// Going backwards: what pushes reach from the start is never called dead.
#[test]
fn pairs_and_triples_backwards() {
    let (mut condemned, mut more) = (0, 0);
    for (seed, puzzle, known) in levels(0..150) {
        let Some(pairs) = Pairs::new(&puzzle, Way::Pull) else { continue };
        let triples = all_triples(&puzzle, Way::Pull);
        let is_dead_triple = |boxes: &SquareSet, square: Square, player: Square| {
            triples.as_ref().is_some_and(|triples| triples.is_dead(boxes, square, player))
        };
        for (boxes, player) in reached(&puzzle) {
            for from in &boxes {
                let dead = pairs.is_dead(&boxes, from, player) || is_dead_triple(&boxes, from, player);
                assert!(!dead, "seed {seed}: {boxes:?} {player:?}");
            }
        }
        for (boxes, player) in known.keys() {
            let dead_pair = boxes.iter().any(|square| pairs.is_dead(boxes, square, *player));
            condemned += usize::from(dead_pair);
            more += usize::from(!dead_pair && boxes.iter().any(|square| is_dead_triple(boxes, square, *player)));
        }
    }
    assert!(condemned > 1000 && more > 100, "{condemned}, and {more} triples");
}

/// The same of a player who has locked himself in, with dead pairs left out or not.
#[test]
fn pens() {
    let mut condemned = [0, 0];
    for (seed, puzzle, known) in levels(0..300) {
        let pairs = Pairs::new(&puzzle, Way::Pull).map(Arc::new);
        let reached = reached(&puzzle);
        for (pairs, condemned) in [None, pairs].into_iter().zip(&mut condemned) {
            let mut pens = Pens::new(&puzzle, pairs);
            let mut is_dead = |(boxes, player): &Position| {
                let (first, reach) = region(&puzzle, boxes, *player);
                pens.is_dead(&puzzle, boxes, &reach, first)
            };
            // Whether a pen was asked about before must not matter, so those that are dead are asked first.
            *condemned += known.keys().filter(|position| is_dead(position)).count();
            assert!(!reached.iter().any(is_dead), "seed {seed}");
        }
    }
    assert!(condemned[0] > 100 && condemned[1] >= condemned[0], "{condemned:?}");
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
