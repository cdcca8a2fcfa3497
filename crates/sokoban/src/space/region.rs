//! Where the player can walk after a box has moved by one square, told from where he could before.
//!
//! Most moves open nothing new and cut nothing off, which a look at the squares around the box shows. Then the region changes
//! by two squares, and no flood fill is needed.

use boxwright_grid::{Floor, Square, SquareSet};

/// The smallest square of the player's region after a box was pushed or pulled from `from` to the square next to it, given the
/// boxes since and the region before with its smallest square; `None` if only a flood fill can tell.
#[inline]
pub(super) fn smallest_after(
    floor: &Floor,
    boxes: &SquareSet,
    reach: &SquareSet,
    smallest: Square,
    from: Square,
    to: Square,
) -> Option<Square> {
    let is_free = |square: Square| !boxes.contains(square);
    let opens = |&next: &Square| next.exists() && is_free(next) && !reach.contains(next);
    if floor.neighbours(from).iter().any(opens) {
        return None;
    }
    if !reach.contains(to) {
        return Some(smallest.min(from));
    }
    // The box now stands in the player's way. What is around it must be connected without that square; `from` is part of it.
    if !floor.is_simple(to, is_free) {
        return None;
    }
    let rest = if smallest == to { reach.iter().find(|&square| square != to)? } else { smallest };
    Some(rest.min(from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Puzzle, random_level};
    use boxwright_grid::{Direction, Fill};

    /// Every box of random positions is moved to every free square next to it that the player can reach or push it to, and
    /// what is told must be what a flood fill finds.
    #[test]
    fn what_is_told_is_what_a_flood_fill_finds() {
        let (mut told, mut filled) = (0, 0);
        for seed in 0..300 {
            let puzzle = Puzzle::new(&random_level(seed, 9, 8, 3 + seed as usize % 5)).unwrap();
            let floor = puzzle.floor();
            let mut boxes = SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied());
            let mut fill = Fill::new(floor);
            let mut reach = SquareSet::new(floor.len());
            let smallest = fill.spread(floor, puzzle.player(), &boxes, &mut reach);
            for &from in puzzle.boxes() {
                for direction in Direction::ALL {
                    let (to, behind) = (floor.next(from, direction), floor.next(from, direction.opposite()));
                    if !to.exists() || boxes.contains(to) {
                        continue;
                    }
                    // A push leaves the player where the box was, a pull one square further on.
                    let pushed = (behind.exists() && reach.contains(behind)).then_some(from);
                    let beyond = floor.next(to, direction);
                    let pulled = (beyond.exists() && reach.contains(to) && reach.contains(beyond)).then_some(beyond);
                    boxes.remove(from);
                    boxes.insert(to);
                    for player in pushed.into_iter().chain(pulled) {
                        match smallest_after(floor, &boxes, &reach, smallest, from, to) {
                            None => filled += 1,
                            Some(square) => {
                                let mut region = SquareSet::new(floor.len());
                                let truth = fill.spread(floor, player, &boxes, &mut region);
                                assert_eq!(square, truth, "seed {seed}: from {from:?} to {to:?}");
                                told += 1;
                            }
                        }
                    }
                    boxes.remove(to);
                    boxes.insert(from);
                }
            }
        }
        assert!(told > 500 && filled > 100, "{told}, {filled}");
    }
}
