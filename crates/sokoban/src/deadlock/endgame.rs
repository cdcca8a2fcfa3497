//! Endgames: the last pushes played backwards, to see what must be in place before them.
//!
//! [`retrograde`](super::retrograde) lets every box vanish that can be pulled at all. Here boxes are really pulled, from
//! the solved board and square by square, and only a box that gets [`FAR`] from where it is, with the player able to go
//! back to where he was, vanishes. What comes out is a list of *endings*: boxes that stand on certain squares, and where the
//! player can be. A position that fits none of them is dead: a goal should have been filled before, or one box too many
//! is in the way of the last ones.
//!
//! **Why this is sound.** Take any solution of a position and play it backwards, from the solved board to the position.
//! Say that an ending *covers* a position if its boxes are among the position's, and the player's square there is in its
//! reach. Some ending covers the solved board: it is one of those we begin with. Suppose that an ending covers a position
//! and the solution is undone by one pull. If the ending has that box, it can be pulled there too: fewer boxes are in the
//! way, and the player gets wherever he gets in the position. If it does not have the box, the player walks along. Either
//! way the new ending covers the new position. To let boxes vanish, for whatever reason, makes the boxes fewer and the reach
//! larger, so what was covered still is; and an ending that another one covers need not be looked into, since the other
//! one does all that it can do. So if no new endings come up any more, each position that can be solved is covered.
//! When boxes vanish is therefore a matter of strength and time, not of soundness. Boxes that can never move any more in the position
//! stay where they are in every solution, so they may be walls.
//!
//! "Squares with a box in all endings must have one now", and "so many boxes must be around here", as in Festival's k-dist,
//! follow from it and say less.
//!
//! Source: Festival's k-dist (Y. Shoham). Cost: up to the given number of small positions, once or a few times per set of
//! walls; a subset test per ending afterwards. Sound for: any, pushes, moves.

use super::retrograde::Ending;
use crate::Puzzle;
use crate::macros::{ANY, Macros, Way};
use boxwright_grid::{Direction, Fill, Square, SquareSet};
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// A box that can be pulled so far vanishes; and what counts as far when there is no more time.
const FAR: [u16; 2] = [5, 3];

/// What a search came to.
#[derive(Clone, Debug)]
pub(super) struct Endgame {
    /// One of these must cover a position that can be solved; `None` if they were too many.
    pub(super) endings: Option<Vec<Ending>>,
    /// Whether more time would not change the answer.
    pub(super) is_final: bool,
}

impl Endgame {
    /// Plays back from the solved board, with these boxes as walls, looking at no more than `most` endings.
    pub(super) fn new(puzzle: &Puzzle, walls: &SquareSet, most: usize) -> Endgame {
        let mut search = Search {
            puzzle,
            walls,
            fill: Fill::new(puzzle.floor()),
            macros: Macros::new(puzzle, Way::Pull),
            seen: HashSet::new(),
            found: Vec::new(),
            waiting: BinaryHeap::new(),
            far: FAR[0],
        };
        let exhausted = search.run(most);
        let is_final = search.far == FAR[0] && exhausted;
        Endgame { endings: exhausted.then(|| search.least()), is_final }
    }
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    walls: &'a SquareSet,
    fill: Fill,
    macros: Macros,
    /// Boxes and the smallest square of the player's region, before boxes vanish.
    seen: HashSet<(SquareSet, Square)>,
    found: Vec<Ending>,
    /// Those whose pulls were not tried yet, the ones with the fewest boxes first.
    waiting: BinaryHeap<(Reverse<usize>, usize)>,
    far: u16,
}

impl Search<'_> {
    /// Whether no endings are left to look into.
    fn run(&mut self, most: usize) -> bool {
        let floor = self.puzzle.floor();
        let goals = self.puzzle.goals();
        for start in floor.squares().filter(|&s| !goals.contains(s)) {
            self.arrive(goals.clone(), start);
        }
        while let Some((_, number)) = self.waiting.pop() {
            let Ending { stuck, reach } = self.found[number].clone();
            // Where nothing has to be anywhere, no position is refused.
            if reach.count() + self.walls.count() == floor.len() {
                return true;
            }
            if self.is_covered(&stuck, reach.first().expect("the player is somewhere"), Some(number)) {
                continue;
            }
            for from in stuck.minus(self.walls) {
                for direction in Direction::ALL {
                    let to = floor.next(from, direction);
                    let beyond = if to.exists() { floor.next(to, direction) } else { Square::NONE };
                    if beyond.exists() && reach.contains(to) && reach.contains(beyond) {
                        let mut boxes = stuck.clone();
                        boxes.remove(from);
                        boxes.insert(to);
                        self.arrive(boxes, beyond);
                    }
                }
            }
            if self.found.len() > most {
                return false;
            }
            if self.found.len() > most / 2 {
                self.far = FAR[1];
            }
        }
        true
    }

    /// Takes up an ending, unless another one covers it.
    fn arrive(&mut self, mut boxes: SquareSet, player: Square) {
        let floor = self.puzzle.floor();
        let mut reach = SquareSet::new(floor.len());
        let least = self.fill.spread(floor, player, &boxes, &mut reach);
        if !self.seen.insert((boxes.clone(), least)) || self.is_covered(&boxes, least, None) {
            return;
        }
        self.vanish(&mut boxes, &mut reach);
        let least = reach.first().expect("the player is somewhere");
        if !self.is_covered(&boxes, least, None) {
            self.waiting.push((Reverse(boxes.count()), self.found.len()));
            self.found.push(Ending { stuck: boxes, reach });
        }
    }

    /// Takes away boxes that can be pulled far away.
    fn vanish(&mut self, boxes: &mut SquareSet, reach: &mut SquareSet) {
        let mut left: Vec<Square> = boxes.minus(self.walls).collect();
        loop {
            let before = left.len();
            left.retain(|&square| {
                let gets_away = self.gets_away(boxes, reach, square);
                if gets_away {
                    boxes.remove(square);
                    self.fill.spread(self.puzzle.floor(), square, boxes, reach);
                }
                !gets_away
            });
            if left.len() == before {
                return;
            }
        }
    }

    fn gets_away(&mut self, boxes: &SquareSet, reach: &SquareSet, square: Square) -> bool {
        let (floor, far) = (self.puzzle.floor(), self.far);
        let home = reach.first().expect("the player is somewhere");
        let away = Cell::new(false);
        let (mut after, mut region) = (boxes.clone(), SquareSet::new(floor.len()));
        after.remove(square);
        let fill = &mut self.fill;
        self.macros.of_box(
            self.puzzle,
            boxes,
            reach,
            square,
            ANY,
            |_| !away.get(),
            |one| {
                if one.length >= far && one.to != home && !away.get() {
                    after.insert(one.to);
                    region.clear();
                    fill.spread(floor, one.region, &after, &mut region);
                    away.set(region.contains(home));
                    after.remove(one.to);
                }
            },
        );
        away.get()
    }

    /// Whether an ending other than number `own` does all that one with these boxes can do.
    fn is_covered(&self, boxes: &SquareSet, player: Square, own: Option<usize>) -> bool {
        self.found.iter().enumerate().any(|(number, ending)| Some(number) != own && ending.allows(boxes, player))
    }

    /// The endings that no other one covers.
    fn least(self) -> Vec<Ending> {
        let is_least = |&number: &usize| {
            let Ending { stuck, reach } = &self.found[number];
            !self.is_covered(stuck, reach.first().expect("the player is somewhere"), Some(number))
        };
        let least: Vec<usize> = (0..self.found.len()).filter(is_least).collect();
        least.into_iter().map(|number| self.found[number].clone()).collect()
    }
}
