//! Taking away what a level does not need.
//!
//! Walls where a solution never comes leave that solution as it is and can only take others away: what was the
//! shortest solution stays the shortest. So squares that no box can use and the solution does not, and dead ends that
//! it does not enter, become walls; what is then out of reach is not drawn any more.

use crate::{Board, Cell, Game, Level, Plan, Puzzle, canonical};
use boxwright_grid::{Direction, Point, SplitMix64, Symmetry};

/// The level without useless floor, with one layer of wall around it, turned at random but not upright.
pub(super) fn trim(random: &mut SplitMix64, level: &Level, plan: &Plan) -> Level {
    let size = level.board.size();
    let mut board = level.board.clone();
    let used = used(level, plan);
    if let Ok(puzzle) = Puzzle::new(level) {
        let floor = puzzle.floor();
        for point in floor.squares().filter(|&s| !puzzle.is_live(s)).map(|s| floor.point(s)) {
            if !used[size.index(point)] {
                board.put(point, Cell::WALL);
            }
        }
    }
    let exits = |board: &Board, p: Point| {
        let beside = Direction::ALL.into_iter().filter_map(|d| size.step(p, d));
        beside.filter(|&p| !board.cell(p).is_wall()).count()
    };
    let useless = |board: &Board, p: Point| !board.cell(p).is_wall() && !used[size.index(p)] && exits(board, p) < 2;
    while let Some(end) = size.points().find(|&p| useless(&board, p)) {
        board.put(end, Cell::WALL);
    }
    Level::new(framed(random, &board))
}

/// Where the player or a box comes in a solution, and where the goals are.
fn used(level: &Level, plan: &Plan) -> Vec<bool> {
    let taken = |cell: &Cell| cell.is_goal() || cell.has_box() || cell.has_player();
    let mut game = Game::new(level);
    let mut used: Vec<bool> = game.board().cells().iter().map(taken).collect();
    for &direction in plan.steps() {
        game.step(direction);
        for (used, cell) in used.iter_mut().zip(game.board().cells()) {
            *used |= taken(cell);
        }
    }
    used
}

/// The player's area within one layer of wall, wider than high.
fn framed(random: &mut SplitMix64, board: &Board) -> Board {
    let rows = canonical(board).to_rows().join("\n");
    let Ok(bare) = rows.parse::<Board>() else { return board.clone() };
    let turned = bare.transformed(Symmetry::ALL[random.below(8)]);
    let size = turned.size();
    if size.height > size.width { turned.transformed(Symmetry::ALL[1]) } else { turned }
}
