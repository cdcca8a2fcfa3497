//! Preparing a puzzle for a search: what never matters is walled up.
//!
//! Three kinds of squares can be walls without any solution being lost, in any measure:
//! - **Boxes that can never be pushed.** Boxes that have a free square on both sides are taken away, again and again; what is left
//!   holds itself in place from the start. If such a box is not on a goal the level cannot be solved.
//! - **Boxes that can never be pulled.** The same seen from the end: of the solved board, boxes that have two free squares in
//!   a line are taken away, again and again. What is left was never moved; if there is no box now the level cannot be solved.
//! - **Dead ends**: squares with one free neighbour that are no goal, and where neither a box nor the player starts. A box
//!   pushed into one is lost. The player has nothing to do there: he could push a box only that stands on the one neighbour,
//!   but he cannot have come in past it, and nobody else moves it there while he is inside. So a shortest walk never goes in.
//!
//! Each wall can make more squares walls, and it can cut off parts of the floor, which the player then never sees. What is
//! in there stays as it is: boxes off the goals, or goals without boxes, make the level unsolvable, and the rest is gone.
//!
//! Plans are directions of steps, and the squares that are left know where they are on the board, so plans of the prepared puzzle
//! are plans of the level. Only those who look up a square of the level must be ready not to find it.
//!
//! Source: the first steps of Festival. Cost: linear in squares, a few times. Sound for: any, pushes, moves.

use crate::Puzzle;
use crate::deadlock::find_frozen;
use boxwright_grid::{Direction, Fill, Square, SquareSet};

impl Puzzle {
    /// The same puzzle without what never matters; boxes that never move and dead ends are walls.
    #[must_use]
    pub fn prepared(self) -> Puzzle {
        let mut puzzle = self;
        while !puzzle.is_hopeless() {
            let Some(walled) = Walls::new(&puzzle).apply() else { break };
            puzzle = walled;
        }
        puzzle
    }
}

struct Walls<'a> {
    puzzle: &'a Puzzle,
    /// Where the boxes start.
    boxes: SquareSet,
    walls: SquareSet,
}

impl Walls<'_> {
    /// Squares of a puzzle to be walled up.
    fn new(puzzle: &Puzzle) -> Walls<'_> {
        let squares = puzzle.floor().len();
        let boxes = SquareSet::from_squares(squares, puzzle.boxes().iter().copied());
        let mut walls = SquareSet::new(squares);
        find_frozen(puzzle, &boxes, &SquareSet::new(squares), &mut walls);
        let mut walls = Walls { puzzle, boxes, walls };
        walls.add_what_is_never_pulled();
        walls.add_dead_ends();
        walls
    }

    fn is_free(&self, square: Square) -> bool {
        square.exists() && !self.walls.contains(square)
    }

    fn add_what_is_never_pulled(&mut self) {
        let floor = self.puzzle.floor();
        let mut left = self.puzzle.goals().clone();
        loop {
            let is_free = |square: Square| self.is_free(square) && !left.contains(square);
            let can_be_pulled = |&square: &Square| {
                Direction::ALL.into_iter().any(|direction| {
                    let to = floor.next(square, direction);
                    is_free(to) && is_free(floor.next(to, direction))
                })
            };
            let Some(gone) = left.minus(&self.walls).find(can_be_pulled) else { break };
            left.remove(gone);
        }
        left.iter().for_each(|square| self.walls.insert(square));
    }

    fn add_dead_ends(&mut self) {
        let floor = self.puzzle.floor();
        let mut waiting: Vec<Square> = floor.squares().collect();
        while let Some(square) = waiting.pop() {
            let is_idle = self.is_free(square)
                && !self.puzzle.goals().contains(square)
                && !self.boxes.contains(square)
                && square != self.puzzle.player();
            let ways: Vec<Square> = floor.neighbours(square).iter().copied().filter(|&s| self.is_free(s)).collect();
            if is_idle && ways.len() <= 1 {
                self.walls.insert(square);
                waiting.extend(ways);
            }
        }
    }

    /// Whether a wall would be where a box misses its goal, or a goal its box.
    fn is_lost(&self) -> bool {
        self.walls.iter().any(|square| self.boxes.contains(square) != self.puzzle.goals().contains(square))
    }

    /// The puzzle with the walls, `None` if there is none or nothing would be left to do.
    fn apply(mut self) -> Option<Puzzle> {
        let (puzzle, floor) = (self.puzzle, self.puzzle.floor());
        if self.walls.is_empty() {
            return None;
        }
        if self.is_lost() {
            return Some(puzzle.clone().hopeless());
        }
        let mut reach = SquareSet::new(floor.len());
        Fill::new(floor).spread(floor, puzzle.player(), &self.walls, &mut reach);
        floor.squares().filter(|&s| !reach.contains(s)).for_each(|s| self.walls.insert(s));
        if self.is_lost() {
            return Some(puzzle.clone().hopeless());
        }
        (!self.boxes.is_subset(&self.walls)).then(|| puzzle.without(&self.walls))
    }
}
