//! Which blocks fill a hole so that one can walk across.
//!
//! Source: Wittingen 2021, section 4.3.1. Blocks are put into the hole so that each touches the one before, the first
//! one the edge of the hole where the character comes from; then each can be pushed over those that fell before it. A
//! block falls only over holes alone, so all its squares must be squares of the hole that are still open.
//!
//! How ours differs: blocks of one size are interchangeable, so a sequence names sizes and places; each takes the
//! nearest block of its size that is not reserved. The paper does not say how many sequences it looks at; ours are
//! found shortest first, at most [`MOST_FOUND`] in at most [`MOST_LOOKS`] looks at a place, and ordered by length, then
//! by how far the blocks have to go.
//!
//! Cost: bounded by those two numbers, per hole and direction of crossing.

use super::rooms::{Rooms, ZoneKind};
use super::sub_goal::distance;
use crate::Puzzle;
use crate::space::Field;
use boxwright_grid::{Square, SquareSet};
use boxwright_search::Cost;

const MOST_FOUND: usize = 24;
const MOST_LOOKS: usize = 40_000;

/// A block, as numbered at the start, and the placement where it falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Filling {
    pub block: usize,
    pub placement: u16,
}

/// A placement in a hole.
#[derive(Clone, Copy)]
struct Place<'p> {
    kind: usize,
    placement: u16,
    cells: &'p [Square],
    /// It borders where one comes from.
    first: bool,
    /// It borders where one goes to.
    last: bool,
}

/// The ways to fill `hole` so that one can walk from the squares `from` to the squares `to`, without the `reserved`
/// blocks.
pub(super) fn fillings(
    puzzle: &Puzzle,
    field: &Field,
    rooms: &Rooms,
    hole: usize,
    from: &[Square],
    to: &[Square],
    reserved: &[usize],
) -> Vec<Vec<Filling>> {
    let floor = puzzle.floor();
    let inside = |s: Square| rooms.at(s) == hole && rooms.zones[hole].kind == ZoneKind::Hole && field.is_hole(s);
    let touches = |cells: &[Square], others: &[Square]| {
        cells.iter().any(|&c| floor.neighbours(c).iter().any(|n| n.exists() && others.contains(n)))
    };
    let (from, to) = [from, to].map(|s| SquareSet::from_squares(floor.len(), s.iter().copied())).into();
    let borders = |cells: &[Square], set: &SquareSet| {
        cells.iter().any(|&c| floor.neighbours(c).iter().any(|&n| n.exists() && set.contains(n)))
    };
    // What can fall in, whatever block it is, and whether it is at the beginning and at the end of the crossing.
    let mut places: Vec<Place<'_>> = Vec::new();
    for (kind, shape) in puzzle.kinds().iter().enumerate() {
        for (number, placement) in shape.placements.iter().enumerate() {
            if placement.cells.iter().all(|&c| inside(c)) {
                let cells = placement.cells.as_slice();
                let (first, last) = (borders(cells, &from), borders(cells, &to));
                places.push(Place { kind, placement: number as u16, cells, first, last });
            }
        }
    }
    let block_cell = |block: usize| {
        let (kind, at) = puzzle.blocks()[block];
        puzzle.kinds()[kind].placements[usize::from(at)].cells[0]
    };
    let nearest = |kind: usize, cell: Square, used: &[Filling]| -> Option<(Cost, usize)> {
        let free = |b: &usize| {
            puzzle.blocks()[*b].0 == kind && !reserved.contains(b) && used.iter().all(|filling| filling.block != *b)
        };
        let blocks = (0..puzzle.blocks().len()).filter(free);
        blocks.map(|b| (distance(puzzle, block_cell(b), &[cell]), b)).min()
    };

    let mut found: Vec<(usize, Cost, Vec<Filling>)> = Vec::new();
    let mut partial: Vec<(Cost, Vec<Filling>)> = vec![(0, Vec::new())];
    let mut at = 0;
    let mut looks = 0;
    while at < partial.len() && looks < MOST_LOOKS && found.len() < MOST_FOUND {
        let (walked, sequence) = partial[at].clone();
        at += 1;
        looks += places.len();
        let cells_of = |f: &Filling| -> &[Square] {
            &puzzle.kinds()[puzzle.blocks()[f.block].0].placements[usize::from(f.placement)].cells
        };
        for &Place { kind, placement, cells, first, last } in &places {
            let touching = sequence.last().map_or(first, |before| touches(cells, cells_of(before)));
            let open = sequence.iter().all(|f| cells_of(f).iter().all(|c| !cells.contains(c)));
            if !open || !touching {
                continue;
            }
            let Some((way, block)) = nearest(kind, cells[0], &sequence) else { continue };
            let mut longer = sequence.clone();
            longer.push(Filling { block, placement });
            if last {
                found.push((longer.len(), walked + way, longer));
            } else if partial.len() * places.len() < MOST_LOOKS {
                partial.push((walked + way, longer));
            }
        }
    }
    found.sort_by_key(|(blocks, way, _)| (*blocks, *way));
    found.into_iter().map(|(_, _, sequence)| sequence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_small_blocks_or_one_large_one() {
        let text = "##########\n#1 a b   #\n#  cc OO%#\n#    #####\n##########\n";
        let level = crate::read("test.kwk", text.as_bytes()).unwrap().levels.remove(0);
        let puzzle = Puzzle::new(&level).unwrap();
        let field = Field::new(&puzzle);
        let rooms = Rooms::new(&puzzle, &field);
        let hole = rooms.zones.iter().position(|z| z.kind == ZoneKind::Hole).unwrap();
        let holes = puzzle.holes();
        let (left, right) = ([holes[0]], [holes[1]]);
        let beside = |s: Square, d| [puzzle.floor().next(s, d)];
        let from = beside(left[0], boxwright_grid::Direction::Left);
        let to = beside(right[0], boxwright_grid::Direction::Up);
        let found = fillings(&puzzle, &field, &rooms, hole, &from, &to, &[]);
        let lengths: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(lengths, [1, 2], "{found:?}");
        assert!(fillings(&puzzle, &field, &rooms, hole, &from, &to, &[0, 1, 2]).is_empty());
    }
}
