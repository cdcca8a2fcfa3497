//! Macro moves against single pushes: the same squares, the same regions.

use boxwright_grid::{Direction, Fill, Square, SquareSet};
use boxwright_sokoban::macros::{ANY, MacroMove, Macros, Way};
use boxwright_sokoban::{Puzzle, random_level};
use std::collections::{BTreeMap, VecDeque};

/// The boxes with one of them elsewhere, and where the player can walk from a square.
fn region(puzzle: &Puzzle, boxes: &SquareSet, player: Square) -> (Square, SquareSet) {
    let mut reach = SquareSet::new(puzzle.floor().len());
    let least = Fill::new(puzzle.floor()).spread(puzzle.floor(), player, boxes, &mut reach);
    (least, reach)
}

/// All that one box can do, one step and one flood fill at a time: (square, region) and the fewest steps.
fn closure(puzzle: &Puzzle, boxes: &SquareSet, player: Square, from: Square, way: Way) -> BTreeMap<(u16, u16), u16> {
    let floor = puzzle.floor();
    let mut found = BTreeMap::new();
    let mut queue = VecDeque::from([(from, player, 0)]);
    while let Some((square, player, length)) = queue.pop_front() {
        let mut now = boxes.clone();
        now.remove(from);
        now.insert(square);
        let (least, reach) = region(puzzle, &now, player);
        if found.contains_key(&(square.0, least.0)) {
            continue;
        }
        found.insert((square.0, least.0), length);
        for direction in Direction::ALL {
            let (stand, to) = match way {
                Way::Push => (floor.next(square, direction.opposite()), floor.next(square, direction)),
                Way::Pull => (floor.next(square, direction), floor.next(square, direction)),
            };
            if !stand.exists() || !reach.contains(stand) || !to.exists() || now.contains(to) || !puzzle.is_live(to) {
                continue;
            }
            let end = if way == Way::Push { square } else { floor.next(to, direction) };
            if end.exists() && (end == square || !now.contains(end)) {
                queue.push_back((to, end, length + 1));
            }
        }
    }
    found
}

#[test]
fn macro_moves_are_what_single_steps_add_up_to() {
    let mut moves = 0;
    for seed in 0..600 {
        let level = random_level(seed, 6 + (seed % 5) as u16, 5 + (seed % 4) as u16, 1 + seed as usize % 6);
        let puzzle = Puzzle::new(&level).unwrap();
        let floor = puzzle.floor();
        let boxes = SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied());
        let (_, reach) = region(&puzzle, &boxes, puzzle.player());
        for &from in puzzle.boxes() {
            for way in [Way::Push, Way::Pull] {
                let mut macros = Macros::new(&puzzle, way);
                let mut found: Vec<MacroMove> = Vec::new();
                macros.of_box(&puzzle, &boxes, &reach, from, ANY, |s| puzzle.is_live(s), |m| found.push(m));
                let mut expected = closure(&puzzle, &boxes, puzzle.player(), from, way);
                // Staying where one is is no move; coming back to another region is.
                let (own, _) = region(&puzzle, &boxes, puzzle.player());
                expected.remove(&(from.0, own.0));
                let at_hand = Direction::ALL.iter().any(|&d| {
                    let next = floor.next(from, d);
                    next.exists() && reach.contains(next)
                });
                if !at_hand {
                    assert!(found.is_empty());
                    continue;
                }
                let ours: BTreeMap<(u16, u16), u16> = found.iter().map(|m| ((m.to.0, m.region.0), m.length)).collect();
                assert_eq!(ours.len(), found.len(), "seed {seed}: nothing twice");
                assert_eq!(ours, expected, "seed {seed}, box {from:?}, {way:?}\n{}", level.board);
                moves += found.len();
                for one in &found {
                    let mut after = boxes.clone();
                    after.remove(from);
                    after.insert(one.to);
                    let mut seen = SquareSet::new(floor.len());
                    let mut regions = 0;
                    for square in floor.squares().filter(|&s| !after.contains(s)) {
                        if !seen.contains(square) {
                            Fill::new(floor).spread(floor, square, &after, &mut seen);
                            regions += 1;
                        }
                    }
                    assert_eq!(one.regions, regions, "seed {seed}");
                    let steps = macros.steps(&puzzle, &boxes, &reach, one, |s| puzzle.is_live(s));
                    assert_eq!(steps.len(), usize::from(one.length));
                    let end = steps.iter().fold(from, |square, &step| floor.next(square, step));
                    assert_eq!(end, one.to, "seed {seed}");
                }
            }
        }
    }
    assert!(moves > 10_000, "{moves} moves are a poor sample");
}
