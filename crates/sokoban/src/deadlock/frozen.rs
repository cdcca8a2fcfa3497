//! Boxes that can never move again are walls.
//!
//! Which boxes are frozen is found by taking away, again and again, every box that has a free square on both sides: what
//! is left holds itself in place. If one of them is not on a goal the position is dead. Otherwise they are walls, and
//! with more walls there are new reasons to be dead:
//! - the other boxes can no longer all get a goal each, every box being on its own and the player walking around it
//!   (so a box that would have to be pushed from where the player cannot get to is seen);
//! - looking back from the end, some box must be where none is (`retrograde.rs`; `endgame.rs` for walls that are
//!   met often). Boxes that must be there, and are, will never be moved either: they are walls as well, and it begins again.
//!
//! What follows from a set of walls is computed once and kept.
//! Source: "frozen boxes become walls" and the tests with fixed walls of Festival.
//! Cost: a pass over the boxes, a matching with bit sets; for positions about to be expanded. Sound for: any, pushes,
//! moves.

use super::endgame::Endgame;
use super::retrograde::{Ending, endings};
use crate::Puzzle;
use crate::bipartite::Bipartite;
use boxwright_grid::{Blocks, Direction, Square, SquareSet};
use std::collections::HashMap;

/// Words of all tables together before they are thrown away: 32 MiB.
const MOST_WORDS: usize = 1 << 22;

/// The test, with what it knows of sets of walls.
#[derive(Clone, Debug)]
pub struct FrozenWalls {
    frozen: SquareSet,
    /// Boxes found never to move for another reason.
    fixed: SquareSet,
    tables: HashMap<SquareSet, Table>,
    words: usize,
    matching: Bipartite,
    endgames: bool,
}

/// Asked so often about the same walls, the last moves are played backwards; and again each time it was asked
/// [`MORE_OFTEN`] times as often.
const OFTEN: usize = 16;
const MORE_OFTEN: usize = 4;

/// What follows from some boxes being walls.
#[derive(Clone, Debug)]
struct Table {
    blocks: Blocks,
    /// For a square and a side of it, as `4 × square + side`: the goals to which a lone box there can be pushed, the
    /// player beginning on that side; several words each.
    goals: Vec<u64>,
    endings: Vec<Ending>,
    /// Whether they hold more boxes than the walls.
    holds_more: bool,
    /// Endings played square by square, once there are any.
    endgame: Option<Vec<Ending>>,
    /// How often it was asked, and when to look for better endings.
    asked: usize,
    look_at: usize,
}

impl FrozenWalls {
    /// Nothing is known of this puzzle yet.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> FrozenWalls {
        FrozenWalls {
            frozen: SquareSet::new(puzzle.floor().len()),
            fixed: SquareSet::new(puzzle.floor().len()),
            tables: HashMap::new(),
            words: 0,
            matching: Bipartite::new(puzzle.goal_list().len()),
            endgames: false,
        }
    }

    /// The same with the last moves played backwards for walls that are met often.
    #[must_use]
    pub fn with_endgames(self) -> FrozenWalls {
        FrozenWalls { endgames: true, ..self }
    }

    /// Whether the position with these boxes, the player being in the region of a square, is dead.
    pub fn is_dead(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square) -> bool {
        self.fixed.clear();
        loop {
            find_frozen(puzzle, boxes, &self.fixed, &mut self.frozen);
            if !self.frozen.is_subset(puzzle.goals()) {
                return true;
            }
            self.make_table(puzzle);
            let Some(table) = self.tables.get_mut(&self.frozen) else { unreachable!("there is a table now") };
            if self.endgames {
                self.words += table.look_back(puzzle, &self.frozen);
            }
            if !table.allows(boxes, player) {
                return true;
            }
            if !table.holds_more || !table.hold(boxes, player, &mut self.fixed) || self.fixed == self.frozen {
                break;
            }
        }
        !self.can_be_matched(puzzle, boxes, player)
    }

    /// Sees to it that there is a table for the walls.
    fn make_table(&mut self, puzzle: &Puzzle) {
        if self.tables.contains_key(&self.frozen) {
            return;
        }
        let table = Table::new(puzzle, &self.frozen);
        let words = table.goals.len() + 4 * puzzle.floor().len();
        if self.words + words > MOST_WORDS {
            self.tables.clear();
            self.words = 0;
        }
        self.words += words;
        self.tables.insert(self.frozen.clone(), table);
    }

    /// Whether each box that can move can get a goal of its own, as far as the walls let it.
    fn can_be_matched(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square) -> bool {
        let FrozenWalls { frozen, matching, tables, .. } = self;
        let table = &tables[frozen];
        matching.clear();
        for square in boxes.minus(frozen) {
            let row = matching.add_row();
            let sides = table.blocks.sides_seen_from(puzzle.floor(), square, player);
            for side in (0..4).filter(|side| sides >> side & 1 != 0) {
                let goals = &table.goals[(4 * square.index() + side) * row.len()..];
                row.iter_mut().zip(goals).for_each(|(row, goals)| *row |= goals);
            }
            if let Ok(goal) = puzzle.goal_list().binary_search(&square) {
                row[goal / 64] |= 1 << (goal % 64);
            }
        }
        matching.is_complete()
    }
}

/// The boxes that can never move; those that are `fixed` cannot for another reason.
pub(crate) fn find_frozen(puzzle: &Puzzle, boxes: &SquareSet, fixed: &SquareSet, frozen: &mut SquareSet) {
    let floor = puzzle.floor();
    frozen.copy_from(boxes);
    loop {
        let mut changed = false;
        for square in boxes.minus(fixed) {
            let free = |side: Direction| {
                let next = floor.next(square, side);
                next.exists() && !frozen.contains(next)
            };
            let live = |side: Direction| puzzle.is_live(floor.next(square, side));
            let movable = |[one, other]: [Direction; 2]| free(one) && free(other) && (live(one) || live(other));
            if frozen.contains(square)
                && (movable([Direction::Up, Direction::Down]) || movable([Direction::Left, Direction::Right]))
            {
                frozen.remove(square);
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

impl Table {
    fn new(puzzle: &Puzzle, walls: &SquareSet) -> Table {
        let floor = puzzle.floor();
        let mut blocks = Blocks::new(floor);
        blocks.find(floor, walls);
        let words = puzzle.goal_list().len().div_ceil(64);
        let mut goals = vec![0; 4 * floor.len() * words];
        let mut waiting: Vec<(Square, u8)> = Vec::new();
        for (number, &goal) in puzzle.goal_list().iter().enumerate() {
            if walls.contains(goal) {
                continue;
            }
            let (word, bit) = (number / 64, 1 << (number % 64));
            // The box is there; the player may be on any side. Then pull by pull, with walks around the box between.
            waiting.push((goal, 0b1111));
            while let Some((square, sides)) = waiting.pop() {
                for side in Direction::ALL.into_iter().filter(|side| sides >> side.index() & 1 != 0) {
                    let from = floor.next(square, side);
                    if !from.exists() || walls.contains(from) {
                        continue;
                    }
                    goals[(4 * square.index() + side.index()) * words + word] |= bit;
                    let behind = floor.next(from, side);
                    if !behind.exists() || walls.contains(behind) {
                        continue;
                    }
                    if goals[(4 * from.index() + side.index()) * words + word] & bit == 0 {
                        let connected = blocks.connected_sides(floor, from, side);
                        for other in (0..4).filter(|other| connected >> other & 1 != 0) {
                            goals[(4 * from.index() + other) * words + word] |= bit;
                        }
                        waiting.push((from, connected));
                    }
                }
            }
        }
        let endings = endings(puzzle, walls);
        let holds_more = endings.iter().any(|ending| ending.stuck != *walls);
        Table { blocks, goals, endings, holds_more, endgame: None, asked: 0, look_at: OFTEN }
    }

    /// Whether some ending can follow.
    fn allows(&self, boxes: &SquareSet, player: Square) -> bool {
        self.endgame.as_ref().unwrap_or(&self.endings).iter().any(|ending| ending.allows(boxes, player))
    }

    /// The boxes that stay where they are whichever ending follows; whether any ending does.
    fn hold(&self, boxes: &SquareSet, player: Square, held: &mut SquareSet) -> bool {
        let mut possible = self.endings.iter().filter(|ending| ending.allows(boxes, player));
        let Some(first) = possible.next() else { return false };
        held.copy_from(&first.stuck);
        possible.for_each(|ending| held.intersect(&ending.stuck));
        true
    }

    /// Finds better endings when it is time to; how many words more they take.
    fn look_back(&mut self, puzzle: &Puzzle, walls: &SquareSet) -> usize {
        self.asked += 1;
        if self.asked < self.look_at {
            return 0;
        }
        let endgame = Endgame::new(puzzle, walls, self.asked);
        self.look_at = if endgame.is_final { usize::MAX } else { self.look_at * MORE_OFTEN };
        let Some(endings) = endgame.endings else { return 0 };
        let words = 2 * puzzle.floor().words() * endings.len();
        self.endgame = Some(endings);
        words
    }
}
