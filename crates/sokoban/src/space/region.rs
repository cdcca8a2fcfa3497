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
