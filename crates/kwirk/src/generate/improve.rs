//! From a room with things in it to a puzzle: change something, keep it if the puzzle got no worse.
//!
//! Every change is judged by an exact search for the fewest interactions, so what comes out is solvable and its length
//! is proven. A puzzle is better the longer its shortest solution is and the more often that takes up another
//! obstacle.

use super::layout::{add_block, add_hole, add_turnstile, free_point, is_free};
use super::{Options, Solved, solve};
use crate::board::neighbour;
use crate::{Board, Level, Terrain};
use boxwright_grid::{Direction, Point, SplitMix64};
use boxwright_search::Budget;

/// How many changes are tried.
const CHANGES: usize = 60;

/// The best puzzle that [`CHANGES`] find.
pub(super) fn improve(
    random: &mut SplitMix64,
    board: Board,
    options: &Options,
    limits: &Budget,
) -> Option<(Board, Solved)> {
    let mut best: Option<(Board, Solved)> = solve(&board, limits).map(|solved| (board.clone(), solved));
    let mut board = board;
    for _ in 0..CHANGES {
        let mut changed = board.clone();
        change(random, &mut changed, options);
        if changed == board || !Level::from_board(changed.clone()).check().is_empty() {
            continue;
        }
        let solved = solve(&changed, limits);
        match (&best, solved) {
            // Until something is solvable any change is as good as another.
            (None, None) => board = changed,
            (Some((_, known)), Some(solved)) if solved.worth() < known.worth() => {}
            (_, Some(solved)) => {
                board = changed.clone();
                best = Some((changed, solved));
            }
            (Some(_), None) => {}
        }
    }
    best
}

/// One random change.
fn change(random: &mut SplitMix64, board: &mut Board, options: &Options) {
    match random.below(10) {
        0..=3 if !board.blocks.is_empty() => {
            let chosen = random.below(board.blocks.len());
            let block = board.blocks.swap_remove(chosen);
            // A step aside as often as another block elsewhere.
            let aside = neighbour(block.origin, Direction::ALL[random.below(4)]);
            match aside.map(|origin| crate::Block { origin, ..block }) {
                Some(moved) if random.one_in(2) && moved.points().all(|p| is_free(board, p)) => {
                    board.blocks.push(moved);
                }
                _ => add_block(random, board),
            }
        }
        4 | 5 if options.turnstiles > 0 => {
            if board.turnstiles.len() >= options.turnstiles {
                let chosen = random.below(board.turnstiles.len());
                board.turnstiles.swap_remove(chosen);
            }
            add_turnstile(random, board);
        }
        6 | 7 if options.holes > 0 => {
            let holes: Vec<Point> = board.holes().collect();
            if holes.len() >= options.holes {
                board.set_hole(holes[random.below(holes.len())], false);
            }
            add_hole(random, board);
        }
        8 => {
            if let Some(point) = free_point(random, board) {
                let walls = Direction::ALL.into_iter().filter_map(|d| neighbour(point, d));
                if walls.filter(|&p| board.terrain(p) == Terrain::Wall).count() > 0 {
                    board.set_terrain(point, Terrain::Wall);
                }
            }
        }
        _ => {
            let walls: Vec<Point> = board.size().points().filter(|&p| is_inner_wall(board, p)).collect();
            if let Some(&wall) = walls.get(random.below(walls.len())) {
                board.set_terrain(wall, Terrain::Floor);
            }
        }
    }
}

fn is_inner_wall(board: &Board, p: Point) -> bool {
    let size = board.size();
    board.terrain(p) == Terrain::Wall && p.x > 0 && p.y > 0 && p.x + 1 < size.width && p.y + 1 < size.height
}
