//! Rooms to begin with: chambers one behind the other, with gates between them.
//!
//! The characters start in the chamber on the left, the exit is in the wall on the right. A gate is a wall with an
//! opening that a turnstile, a hole or a block fills; whatever fits a hole lies about in a chamber. Nothing here is a
//! puzzle yet: [`super::improve`] makes one of it.

use super::Options;
use crate::board::neighbour;
use crate::{Arms, Block, Board, Terrain, Turnstile};
use boxwright_grid::{Direction, Point, Size, SplitMix64};

/// So often a place is tried before a thing is left out.
const TRIES: usize = 30;

/// A room with everything that is wanted, as far as there is space.
pub(super) fn layout(random: &mut SplitMix64, options: &Options) -> Board {
    let size = Size::new(options.width.clamp(6, 20), options.height.clamp(5, 18));
    let mut board = Board::new(size);
    for p in size.points() {
        if p.x == 0 || p.y == 0 || p.x == size.width - 1 || p.y == size.height - 1 {
            board.set_terrain(p, Terrain::Wall);
        }
    }
    let row = 1 + random.below(usize::from(size.height) - 2) as u16;
    board.set_terrain(Point::new(size.width - 1, row), Terrain::Exit);
    let chambers = 1 + random.below(usize::from(size.width) / 4).max(1);
    let (mut turnstiles, mut holes, mut blocks) = (options.turnstiles, options.holes, options.blocks);
    for gate in 1..chambers {
        let x = 1 + (gate * (usize::from(size.width) - 2) / chambers) as u16;
        let open = 2 + random.below((usize::from(size.height) - 4).max(1)) as u16;
        let turns = turnstiles > 0 && random.one_in(2);
        let reach = u16::from(turns);
        for y in (1..size.height - 1).filter(|y| y.abs_diff(open) > reach) {
            board.set_terrain(Point::new(x, y), Terrain::Wall);
        }
        let at = Point::new(x, open);
        if turns {
            let arms = Arms::from_bits([5, 10, 7, 11, 13, 14, 3, 6][random.below(8)]);
            if arms.iter().all(|d| neighbour(at, d).is_some_and(|p| is_free(&board, p))) {
                board.turnstiles.push(Turnstile { pivot: at, arms });
                turnstiles -= 1;
            }
        } else if holes > 0 && random.one_in(2) {
            board.set_hole(at, true);
            holes -= 1;
        } else if blocks > 0 {
            board.blocks.push(Block { origin: at, width: 1, height: 1, letter: 'a' });
            blocks -= 1;
        }
    }
    for number in 0..options.characters.clamp(1, 4) {
        let first = |p: Point| usize::from(p.x) * chambers < usize::from(size.width);
        let places: Vec<Point> = size.points().filter(|&p| is_free(&board, p) && first(p)).collect();
        board.characters[number] = places.get(random.below(places.len())).copied();
    }
    (0..turnstiles).for_each(|_| add_turnstile(random, &mut board));
    (0..holes).for_each(|_| add_hole(random, &mut board));
    (0..blocks).for_each(|_| add_block(random, &mut board));
    board
}

/// Plain floor with nothing on it.
pub(super) fn is_free(board: &Board, point: Point) -> bool {
    board.terrain(point) == Terrain::Floor
        && !board.is_hole(point)
        && board.block_at(point).is_none()
        && board.pivot_at(point).is_none()
        && board.arm_at(point).is_none()
        && board.character_at(point).is_none()
}

/// A free point, if a few tries find one.
pub(super) fn free_point(random: &mut SplitMix64, board: &Board) -> Option<Point> {
    let size = board.size();
    (0..TRIES).map(|_| size.point(random.below(size.area()))).find(|&p| is_free(board, p))
}

/// A block somewhere, small ones more often.
pub(super) fn add_block(random: &mut SplitMix64, board: &mut Board) {
    for _ in 0..TRIES {
        let Some(origin) = free_point(random, board) else { return };
        let (width, height) = [(1, 1), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)][random.below(7)];
        let block = Block { origin, width, height, letter: 'a' };
        if block.points().all(|p| is_free(board, p)) {
            board.blocks.push(block);
            return;
        }
    }
}

/// A turnstile somewhere with room to turn in.
pub(super) fn add_turnstile(random: &mut SplitMix64, board: &mut Board) {
    for _ in 0..TRIES {
        let Some(pivot) = free_point(random, board) else { return };
        let arms = Arms::from_bits([1, 2, 4, 8, 5, 10, 3, 6, 12, 9, 7, 11, 13, 14][random.below(14)]);
        let beside = |d: Direction| neighbour(pivot, d).is_some_and(|p| is_free(board, p));
        if arms.iter().all(beside) && Direction::ALL.into_iter().filter(|&d| beside(d)).count() > 2 {
            board.turnstiles.push(Turnstile { pivot, arms });
            return;
        }
    }
}

/// A hole somewhere, beside another one if there is one.
pub(super) fn add_hole(random: &mut SplitMix64, board: &mut Board) {
    let holes: Vec<Point> = board.holes().collect();
    let beside = holes.get(random.below(holes.len())).and_then(|&h| neighbour(h, Direction::ALL[random.below(4)]));
    let place = beside.filter(|&p| is_free(board, p) && !random.one_in(4)).or_else(|| free_point(random, board));
    if let Some(point) = place {
        board.set_hole(point, true);
    }
}
