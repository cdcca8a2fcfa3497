//! Taking away what a level does not need.
//!
//! A block, a turnstile or a hole that changes nothing about the fewest interactions when it is gone is useless. Floor
//! that the solution does not need is filled where it is a dead end: more walls leave that solution as it is and can
//! only take others away, so the shortest stays the shortest. Rows and columns of wall alone are cut off.

use super::{Solved, search, solve};
use crate::board::neighbour;
use crate::{Board, Game, Level, Terrain};
use boxwright_grid::{Direction, Point, Size};
use boxwright_search::Budget;

/// What is tried without each of its things may be larger to search than the level itself.
const NODES: u64 = 10 * super::NODES;

/// The same puzzle with nothing useless in it; `None` if that could not be found out.
pub(super) fn trim(board: &Board, limits: &Budget) -> Option<(Board, Solved)> {
    let mut board = board.clone();
    let mut solved = solve(&board, limits)?;
    // Walls can make another thing useless, which can make another dead end.
    loop {
        let before = board.clone();
        while let Some((without, again)) = without_useless(&board, &solved, limits)? {
            (board, solved) = (without, again);
        }
        fill_dead_ends(&mut board, &solved);
        if board == before {
            break;
        }
    }
    let board = lettered(cropped(&board));
    let solved = solve(&board, limits)?;
    Some((board, solved))
}

/// The puzzle without a thing that makes no difference, if there is one; `None` if one could not be searched.
fn without_useless(board: &Board, solved: &Solved, limits: &Budget) -> Option<Option<(Board, Solved)>> {
    for without in less(board) {
        match search(&without, NODES, limits).ok()? {
            Some(again) if again.interactions == solved.interactions => return Some(Some((without, again))),
            _ => {}
        }
    }
    Some(None)
}

fn fill_dead_ends(board: &mut Board, solved: &Solved) {
    let used = used(board, solved);
    let beside = |p: Point| Direction::ALL.into_iter().filter_map(move |d| neighbour(p, d));
    let useless = |board: &Board, p: Point| {
        let open = |p: &Point| board.terrain(*p) != Terrain::Wall;
        open(&p) && !used[board.size().index(p)] && beside(p).filter(open).count() < 2
    };
    while let Some(end) = board.size().points().find(|&p| useless(board, p)) {
        board.set_terrain(end, Terrain::Wall);
    }
}

/// The board without each of its things.
pub(super) fn less(board: &Board) -> Vec<Board> {
    let mut fewer = Vec::new();
    let mut without = |change: &dyn Fn(&mut Board)| {
        let mut board = board.clone();
        change(&mut board);
        fewer.push(board);
    };
    (0..board.blocks.len()).for_each(|i| without(&|b| _ = b.blocks.remove(i)));
    (0..board.turnstiles.len()).for_each(|i| without(&|b| _ = b.turnstiles.remove(i)));
    board.holes().for_each(|hole| without(&|b| b.set_hole(hole, false)));
    fewer
}

/// Where something stands or sweeps at some time of the solution.
fn used(board: &Board, solved: &Solved) -> Vec<bool> {
    let size = board.size();
    let mut used = vec![false; size.area()];
    let mut game = Game::new(&Level::from_board(board.clone()));
    let mut look = |board: &Board| {
        let mut mark = |p: Point| {
            if board.contains(p) {
                used[size.index(p)] = true;
            }
        };
        board.blocks.iter().flat_map(|b| b.points()).for_each(&mut mark);
        board.characters.iter().flatten().for_each(|&p| mark(p));
        board.holes().chain(board.exits()).for_each(&mut mark);
        for turnstile in &board.turnstiles {
            // A turn sweeps the corners, too.
            let Point { x, y } = turnstile.pivot;
            let around = (y.saturating_sub(1)..=y + 1).flat_map(|y| (x.saturating_sub(1)..=x + 1).map(move |x| (x, y)));
            around.for_each(|(x, y)| mark(Point::new(x, y)));
        }
    };
    look(game.board());
    for &press in &solved.plan.0 {
        game.press(press);
        look(game.board());
    }
    used
}

/// Without rows and columns of nothing but wall, one layer around the rest excepted.
fn cropped(board: &Board) -> Board {
    let inside = || board.size().points().filter(|&p| board.terrain(p) != Terrain::Wall);
    let rooms = || inside().filter(|&p| board.terrain(p) == Terrain::Floor);
    let (Some(left), Some(right)) = (rooms().map(|p| p.x).min(), rooms().map(|p| p.x).max()) else {
        return board.clone();
    };
    let (top, bottom) = (rooms().map(|p| p.y).min().unwrap_or(0), rooms().map(|p| p.y).max().unwrap_or(0));
    // Floor is never on the rim of the layout, so there is a wall, or the exit, on every side of it.
    let (left, top) = (left - 1, top - 1);
    let size = Size::new(right + 2 - left, bottom + 2 - top);
    let shift = |p: Point| Point::new(p.x - left, p.y - top);
    let mut small = Board::new(size);
    for p in size.points() {
        let from = Point::new(p.x + left, p.y + top);
        small.set_terrain(p, board.terrain(from));
        small.set_hole(p, board.is_hole(from));
    }
    small.blocks = board.blocks.iter().map(|&b| crate::Block { origin: shift(b.origin), ..b }).collect();
    small.turnstiles = board.turnstiles.iter().map(|&t| crate::Turnstile { pivot: shift(t.pivot), ..t }).collect();
    small.characters = board.characters.map(|c| c.map(shift));
    small
}

/// Every block with a letter of its own, in the order of reading.
fn lettered(board: Board) -> Board {
    let mut board = board.sorted();
    for (i, block) in board.blocks.iter_mut().enumerate() {
        block.letter = char::from(b'a' + (i % 26) as u8);
    }
    board.sorted()
}
