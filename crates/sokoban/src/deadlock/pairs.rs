//! Pairs of boxes that can never get where they should, though each of them alone could.
//!
//! All positions with two boxes are searched backwards from those in which both are where they should be: forwards from
//! the goals by pulling, and for backward searches from the starts by pushing. What is not reached is dead, whatever else
//! is on the board: taking the other boxes away only makes things easier.
//!
//! Source: two-box tables as in R. Kirov's solver and Festival. Cost: a flood fill per pair of squares and region, once; a
//! few look-ups per move afterwards, for those other boxes only that are on suspicious squares.
//! Sound for: any, pushes, moves.

use crate::Puzzle;
use crate::macros::Way;
use boxwright_grid::{Direction, Fill, Square, SquareSet};

/// Which pairs can be solved.
#[derive(Clone, Debug)]
pub struct Pairs {
    live: usize,
    words: usize,
    /// For each pair of squares the squares of the player from which it can be solved, as bits.
    alive: Vec<u64>,
    /// For each square those that make a pair with it that cannot always be solved.
    suspicious: Vec<SquareSet>,
}

/// More live squares than this are not looked at: the table would take more than ten milliseconds to make.
const MOST_SQUARES: usize = 256;

impl Pairs {
    /// The table for a search that goes `way`, or `None` if it would be too large.
    #[must_use]
    pub fn new(puzzle: &Puzzle, way: Way) -> Option<Pairs> {
        let (floor, live) = (puzzle.floor(), puzzle.live_squares());
        if live > MOST_SQUARES || puzzle.boxes().len() < 2 {
            return None;
        }
        let words = floor.len().div_ceil(64);
        let mut pairs = Pairs { live, words, alive: vec![0; live * live * words], suspicious: Vec::new() };
        pairs.search(puzzle, way);
        let everywhere = |one: Square, other: Square| {
            let alive = pairs.alive(one, other).iter().map(|word| word.count_ones() as usize).sum::<usize>();
            alive + 2 == floor.len()
        };
        let squares = || floor.squares().take(live);
        let partners = |one: Square| squares().filter(move |&other| other != one && !everywhere(one, other));
        pairs.suspicious = squares().map(|one| SquareSet::from_squares(floor.len(), partners(one))).collect();
        Some(pairs)
    }

    fn index(&self, one: Square, other: Square) -> usize {
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        (low.index() * self.live + high.index()) * self.words
    }

    pub(super) fn alive(&self, one: Square, other: Square) -> &[u64] {
        &self.alive[self.index(one, other)..][..self.words]
    }

    fn is_alive(&self, one: Square, other: Square, player: Square) -> bool {
        self.alive(one, other)[player.index() / 64] >> (player.index() % 64) & 1 != 0
    }

    /// Against the way of the search, from where the boxes should be.
    fn search(&mut self, puzzle: &Puzzle, way: Way) {
        let floor = puzzle.floor();
        let ends = if way == Way::Push { puzzle.goal_list() } else { puzzle.boxes() };
        let mut fill = Fill::new(floor);
        let mut boxes = SquareSet::new(floor.len());
        let mut reach = SquareSet::new(floor.len());
        let mut waiting: Vec<(Square, Square, Square)> = Vec::new();
        for (number, &one) in ends.iter().enumerate() {
            for &other in &ends[number + 1..] {
                let players = floor.squares().filter(|&player| player != one && player != other);
                waiting.extend(players.map(|player| (one, other, player)));
            }
        }
        while let Some((one, other, player)) = waiting.pop() {
            if self.is_alive(one, other, player) {
                continue;
            }
            boxes.insert(one);
            boxes.insert(other);
            reach.clear();
            fill.spread(floor, player, &boxes, &mut reach);
            boxes.clear();
            let index = self.index(one, other);
            self.alive[index..][..self.words].iter_mut().zip(reach.words()).for_each(|(alive, reach)| *alive |= reach);
            for (from, stays) in [(one, other), (other, one)] {
                for direction in Direction::ALL {
                    let to = floor.next(from, direction);
                    if !to.exists() || to == stays || !puzzle.is_live(to) {
                        continue;
                    }
                    let (stand, end) = match way {
                        // A push is undone by a pull: the player steps back, and the box follows.
                        Way::Push => (to, floor.next(to, direction)),
                        Way::Pull => (floor.next(from, direction.opposite()), from),
                    };
                    let possible = stand.exists() && reach.contains(stand) && end.exists() && end != stays;
                    if possible && !self.is_alive(to, stays, end) {
                        waiting.push((to, stays, end));
                    }
                }
            }
        }
    }

    /// Whether the box on a square makes a pair with some other that cannot be solved, the player being in the region of
    /// a square.
    #[inline]
    #[must_use]
    pub fn is_dead(&self, boxes: &SquareSet, square: Square, player: Square) -> bool {
        let suspicious = &self.suspicious[square.index()];
        for (number, (suspicious, boxes)) in suspicious.words().iter().zip(boxes.words()).enumerate() {
            let mut both = suspicious & boxes;
            while both != 0 {
                let other = Square((number * 64) as u16 + both.trailing_zeros() as u16);
                if !self.is_alive(square, other, player) {
                    return true;
                }
                both &= both - 1;
            }
        }
        false
    }
}
