//! How hard a level is for people, estimated from a good solution and from what can go wrong beside it.
//!
//! As in Sokoban a player has to see an order of things: how many pushes and turns there are, how often another obstacle
//! (or another character) is next, how often something has to be moved back to where it was, and how much beside the
//! way is lost: in the positions of the solution (at most 16, evenly spread) every push and turn that is
//! possible is tried, and a short search tells whether the exit can still be reached. Obstacles that the solution never
//! touches are decoys.

use crate::board::neighbour;
use crate::space::{InteractionState, Interactions};
use crate::verify::{Refusal, verify};
use crate::{Board, Game, Level, Move, Outcome, Plan, Puzzle};
use boxwright_grid::Point;
use boxwright_search::Domain;
use boxwright_search::table::{NodeId, NodeTable};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most positions of a solution around which something is tried.
const POSITIONS: usize = 16;
/// How many positions are searched to find out whether a push or a turn has lost the level.
const PROBE_NODES: u32 = 300;
/// Squares times searches: so much work is done at most, whatever the size of the room.
const WORK: usize = 60_000;

/// What was measured.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Features {
    /// Characters.
    pub characters: usize,
    /// Pushes and turns of the solution.
    pub interactions: usize,
    /// How often it goes on with another obstacle; the first counts.
    pub obstacle_changes: usize,
    /// How often another character interacts than the last one.
    pub character_changes: usize,
    /// Interactions that bring an obstacle back to where it was before.
    pub undone: usize,
    /// Interactions that are possible in a position of the solution, on average.
    pub choices: f64,
    /// The share of them after which the level is lost, from 0 to 1.
    pub lost: f64,
    /// Blocks and turnstiles that the solution never touches.
    pub decoys: usize,
}

impl Features {
    /// From 0 (hardly anything in the way) to 10; numbers count by their logarithm.
    #[must_use]
    pub fn score(&self) -> f64 {
        let bits = |number: f64| (1.0 + number).log2();
        let length = 0.6 * bits(self.interactions as f64) + 0.7 * bits(self.obstacle_changes as f64);
        let detours = 0.6 * bits(self.undone as f64) + 0.6 * bits(self.character_changes as f64);
        let choice = 0.4 * bits(self.choices) + 0.3 * bits(self.decoys as f64);
        (length + detours + choice + 1.5 * self.lost - 2.0).clamp(0.0, 10.0)
    }
}

/// Measures a level along a solution of it.
///
/// # Errors
/// If the plan does not solve the level.
pub fn rate(level: &Level, plan: &Plan) -> Result<Features, Refusal> {
    verify(level, plan)?;
    let (things, positions) = follow(level, plan);
    let board = &level.board;
    let mut features = Features {
        characters: board.characters.iter().flatten().count(),
        interactions: things.len(),
        ..Features::default()
    };
    let mut places: BTreeMap<usize, BTreeSet<Place>> = BTreeMap::new();
    let mut last = (None, None);
    for thing in &things {
        features.obstacle_changes += usize::from(last.0 != Some(thing.number));
        features.character_changes += usize::from(last.1.is_some_and(|by| by != thing.by));
        last = (Some(thing.number), Some(thing.by));
        let seen = places.entry(thing.number).or_default();
        seen.insert(thing.before);
        features.undone += usize::from(seen.contains(&thing.after));
        seen.insert(thing.after);
    }
    features.decoys = board.blocks.len() + board.turnstiles.len() - places.len();
    look_around(&positions, &mut features);
    Ok(features)
}

/// Where an obstacle is: the origin of a block, or the arms of a turnstile; neither, if it has fallen.
type Place = (Option<Point>, u8);

/// One interaction as it was played.
struct Moved {
    /// Which obstacle: blocks first, then turnstiles.
    number: usize,
    before: Place,
    after: Place,
    /// The character.
    by: usize,
}

/// Plays a plan: what it moves, and the positions before.
fn follow(level: &Level, plan: &Plan) -> (Vec<Moved>, Vec<Board>) {
    let mut game = Game::new(level);
    // Blocks that fall leave the list of the board, so their numbers are kept here.
    let mut numbers: Vec<usize> = (0..level.board.blocks.len()).collect();
    let (mut moved, mut positions) = (Vec::new(), Vec::new());
    for &press in &plan.0 {
        let before = game.board().clone();
        let by = game.active().unwrap_or(0);
        let outcome = game.press(press);
        if !outcome.is_interaction() {
            continue;
        }
        let Move::Step(direction) = press else { continue };
        let after = game.board();
        let Some(touched) = before.characters[by].and_then(|at| neighbour(at, direction)) else { continue };
        let (number, old, new) = if let Some(i) = before.block_at(touched) {
            let number = numbers[i];
            let new = if outcome == Outcome::Fill { None } else { Some(after.blocks[i].origin) };
            if new.is_none() {
                numbers.remove(i);
            }
            (number, (Some(before.blocks[i].origin), 0), (new, 0))
        } else if let Some((i, _)) = before.arm_at(touched) {
            let arms = |board: &Board| (None, board.turnstiles[i].arms.bits());
            (level.board.blocks.len() + i, arms(&before), arms(after))
        } else {
            continue;
        };
        moved.push(Moved { number, before: old, after: new, by });
        positions.push(before);
    }
    (moved, positions)
}

/// The obstacles that a plan moves, by number, one for each interaction.
pub(crate) fn order_of_obstacles(level: &Level, plan: &Plan) -> Vec<usize> {
    follow(level, plan).0.iter().map(|moved| moved.number).collect()
}

/// Tries what is possible beside the solution.
fn look_around(positions: &[Board], features: &mut Features) {
    let every = positions.len().div_ceil(POSITIONS).max(1);
    let (mut looked, mut possible, mut lost) = (0, 0, 0);
    for board in positions.iter().step_by(every) {
        if possible * board.size().area() > WORK {
            break;
        }
        let Ok(puzzle) = Puzzle::new(&Level::from_board(board.clone())) else { continue };
        let space = Interactions::new(&Arc::new(puzzle));
        let Some(mut here) = space.roots().into_iter().next() else { continue };
        looked += 1;
        let mut next: Vec<InteractionState> = Vec::new();
        space.expand(&mut here, |state, _, _| next.push(state.clone()));
        possible += next.len();
        lost += next.iter().filter(|state| is_lost(&space, state)).count();
    }
    let share = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    features.choices = share(possible, looked);
    features.lost = share(lost, possible);
}

/// Whether everything that can happen after a position is known, and nothing of it solves the level.
fn is_lost(space: &Interactions, start: &InteractionState) -> bool {
    // What is shown of a successor is not all there is to it: it is read back from its packed form.
    let mut table = NodeTable::new(space);
    let _ = table.find(space, start);
    let _ = table.insert(space, NodeId::NONE, 0);
    let mut state = start.clone();
    let mut next = 0;
    while next < table.len() {
        table.load(space, NodeId(next), &mut state);
        if space.is_goal(&state) || table.len() > PROBE_NODES {
            return false;
        }
        space.expand(&mut state, |successor, _, _| {
            if table.find(space, successor).is_none() {
                let _ = table.insert(space, NodeId(next), 0);
            }
        });
        next += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(text: &str, plan: &str) -> Features {
        let level = crate::read("x.kwk", text.as_bytes()).unwrap().levels.remove(0);
        rate(&level, &Plan::parse(plan).unwrap()).unwrap()
    }

    #[test]
    fn a_walk_is_nothing_at_all() {
        let features = features("#####\n#1 %#\n#####\n", "rr");
        assert_eq!((features.interactions, features.score()), (0, 0.0));
    }

    #[test]
    fn what_is_pushed_back_and_what_is_never_touched_are_seen() {
        let text = "########\n#  b   #\n# 1a  %#\n#      #\n########\n";
        let features = features(text, "RdrruLrr");
        assert_eq!((features.interactions, features.obstacle_changes), (2, 1));
        assert_eq!((features.undone, features.decoys), (1, 1));
    }

    #[test]
    fn a_push_that_closes_the_way_is_lost() {
        // The block is for the hole; pushed to the left it is in a corner.
        let features = features("#######\n#1a O%#\n#   ###\n#######\n", "RRrr");
        assert_eq!((features.interactions, features.choices, features.lost), (2, 1.5, 1.0 / 3.0));
    }
}
