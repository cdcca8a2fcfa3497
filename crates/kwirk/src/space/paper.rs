//! The Kwirk paper's rule for several characters.
//!
//! Source: Wittingen 2021, section 4.1.3. Before a push the other characters stay where they are; only those who block
//! it are moved out of the way, to "every combination of characters and areas". For cooperation there are combo pushes:
//! if after a push of a block a square from which it could be pushed across is out of everybody's reach, a character is
//! moved there first, and the two pushes are one transition; from there a third push may follow in the same manner.
//!
//! How ours differs: the paper calls two positions equal if the characters can reach the same squares, but who blocks
//! depends on where he stands, so its result depends on which of the equal positions was met first. Here, with two or
//! more characters, a position has their squares: more positions, and every one that the paper could meet is among
//! them. A blocker goes to the smallest free square of an area. Combos cost 1, as in the paper, whose g counts
//! transitions.
//!
//! What the rule misses: a character who must go somewhere before a push closes the way, other than to push the same
//! block across, is never sent there, since he is not in the way.
//!
//! ```text
//! ######
//! ## b2#
//! #1ccc#
//! #a   #
//! #   %#
//! ######
//! ```
//!
//! Three interactions solve this: 1 pushes `a` down and *walks to the bottom row*; 2, locked in at the top, pushes `c`
//! down and walks to the left; 1 pushes `c` back up from below, and both can leave. By the paper's rule 1 stays beside
//! the room when `c` comes down, and combos do not push a block back. Nor does anybody leave through the exit before
//! all can, even if he is in the way. The complete rule ([`super::spread`]) does all of that. Of the 573 solvable
//! random rooms with one to three characters in `tests/paper_rule.rs` 8 are lost and 11 take more interactions.
//!
//! Cost: with two or more characters a few more flood fills per interaction. Properties: every transition is a sequence
//! of the complete rule's, so solutions are playable; not complete, and its shortest paths are not always the fewest
//! interactions.

use super::field::{Field, Obstacle};
use super::interactions::{Interact, InteractionState, Press, Region, Whereabouts, find_regions};
use crate::Puzzle;
use crate::puzzle::{Interaction, Pusher};
use boxwright_grid::{Fill, Square, SquareSet};
use boxwright_search::Cost;

/// The most pushes of one transition: a fourth would bring the block back to where it was.
const MOST: usize = 3;

/// The characters' squares by number, the numbers being good for one transition only.
type Squares = [Square; 4];

/// A push that was just made.
pub(super) struct Push<'p> {
    pub obstacle: Obstacle,
    pub how: &'p Interaction,
    pub pusher: &'p Pusher,
}

/// Shows every successor of a push by the paper's rule. The field of `state` is the one after the push; `regions` and
/// `squares` are those before it.
pub(super) fn successors(
    puzzle: &Puzzle,
    state: &mut InteractionState,
    regions: &[Region],
    squares: Squares,
    push: &Push<'_>,
    visit: &mut impl FnMut(&InteractionState, Interact, Cost),
) {
    let stand = push.pusher.stand;
    let Some(region) = regions.iter().find(|r| r.squares.contains(stand)) else { return };
    for number in (0..4).filter(|&n| squares[n].exists() && region.squares.contains(squares[n])) {
        follow(puzzle, state, regions, squares, number, push, &mut Vec::new(), &mut |state, presses| {
            let Press { stand, direction, after } = presses[0];
            let combo = [presses.get(1).copied(), presses.get(2).copied()];
            visit(state, Interact { stand, direction, after, combo }, 1);
        });
    }
}

/// Shows what follows from the last push, made by character `number`, then tries to push the same block on as a combo.
/// `presses` are the pushes before this one.
#[allow(clippy::too_many_arguments)]
fn follow(
    puzzle: &Puzzle,
    state: &mut InteractionState,
    regions: &[Region],
    squares: Squares,
    number: usize,
    push: &Push<'_>,
    presses: &mut Vec<Press>,
    visit: &mut dyn FnMut(&InteractionState, &[Press]),
) {
    let (stand, direction) = (push.pusher.stand, push.pusher.direction);
    let mut new_regions = Vec::new();

    // The push as such.
    for mut after in arrangements(puzzle, &state.field, &mut state.fill, regions, squares, number, push, None) {
        find_regions(puzzle, &state.field, after, &mut state.fill, &mut new_regions);
        state.all_home = new_regions.iter().all(|r| r.characters == 0 || r.beside_exit);
        presses.push(Press { stand, direction, after: whereabouts(after, &new_regions) });
        after.sort_unstable();
        state.whereabouts = after;
        visit(state, presses);
        presses.pop();
    }
    if presses.len() + 1 == MOST || !matches!(push.obstacle, Obstacle::Block(_)) {
        return;
    }

    // The same block pushed across by somebody who was sent there before.
    for (to, how) in state.field.moves(puzzle, push.obstacle) {
        if !state.field.is_clear(how) {
            continue;
        }
        for pusher in &how.pushers {
            let across = pusher.direction != direction && pusher.direction != direction.opposite();
            let free = !push.how.needs.contains(&pusher.stand) && pusher.stand != stand;
            if !across || !free || !state.field.supports(pusher) {
                continue;
            }
            let Some(region) = regions.iter().find(|r| r.squares.contains(pusher.stand)) else { continue };
            for helper in (0..4).filter(|&n| n != number && squares[n].exists() && region.squares.contains(squares[n]))
            {
                let sent = Some((helper, pusher.stand));
                for between in arrangements(puzzle, &state.field, &mut state.fill, regions, squares, number, push, sent)
                {
                    find_regions(puzzle, &state.field, between, &mut state.fill, &mut new_regions);
                    if new_regions.iter().any(|r| r.squares.contains(pusher.stand) && r.characters > 1) {
                        continue;
                    }
                    let next = Push { obstacle: push.obstacle, how, pusher };
                    let regions_between = std::mem::take(&mut new_regions);
                    presses.push(Press { stand, direction, after: whereabouts(between, &regions_between) });
                    let change = state.field.apply(puzzle, push.obstacle, to, how);
                    follow(puzzle, state, &regions_between, between, helper, &next, presses, visit);
                    state.field.undo(puzzle, change, to, how);
                    presses.pop();
                }
            }
        }
    }
}

/// Where everybody can be after a push: the pusher where he lands, somebody `sent` on his square, the others where they
/// were, and those in the way in every combination of the areas they can go to. `field` is the one after the push,
/// `regions` are those before it.
#[allow(clippy::too_many_arguments)]
fn arrangements(
    puzzle: &Puzzle,
    field: &Field,
    fill: &mut Fill,
    regions: &[Region],
    squares: Squares,
    number: usize,
    push: &Push<'_>,
    sent: Option<(usize, Square)>,
) -> Vec<Squares> {
    let mut settled = squares;
    settled[number] = push.pusher.land;
    if let Some((helper, square)) = sent {
        settled[helper] = square;
    }
    let taken = |s: Square| s == push.pusher.stand || push.how.needs.contains(&s);
    let is_sent = |n: usize| sent.is_some_and(|(helper, _)| helper == n);
    let blocks = |n: &usize| {
        let s = settled[*n];
        let others = *n != number && !is_sent(*n) && s.exists();
        others && (taken(s) || sent.is_some_and(|(_, square)| square == s))
    };
    let blockers: Vec<usize> = (0..4).filter(blocks).collect();
    let before: Vec<Square> = blockers.iter().map(|&n| std::mem::replace(&mut settled[n], Square::NONE)).collect();

    let mut found = vec![settled];
    for (&blocker, square) in blockers.iter().zip(before) {
        let Some(region) = regions.iter().find(|r| r.squares.contains(square)) else { return Vec::new() };
        let mut extended = Vec::new();
        for arrangement in found {
            let mut areas = SquareSet::new(puzzle.floor().len());
            for to in region.squares.iter().filter(|&s| !taken(s) && !arrangement.contains(&s)) {
                if !areas.contains(to) {
                    fill.spread(puzzle.floor(), to, field.closed(), &mut areas);
                    let mut next = arrangement;
                    next[blocker] = to;
                    extended.push(next);
                }
            }
        }
        found = extended;
    }
    found
}

/// The regions of the characters, each by its smallest square.
fn whereabouts(squares: Squares, regions: &[Region]) -> Whereabouts {
    let smallest = |s: Square| {
        let region = regions.iter().find(|r| s.exists() && r.squares.contains(s));
        region.and_then(|r| r.squares.first()).unwrap_or(Square::NONE)
    };
    let mut whereabouts = squares.map(smallest);
    whereabouts.sort_unstable();
    whereabouts
}
