//! Three boxes that can never all get where they should, though each pair of them could.
//!
//! The same as [`Pairs`], with three boxes: all positions of three boxes are searched against the way of the search, from
//! those in which all are where they should be; what is not reached is dead, whatever else is on the board. Because there
//! are many of them the table is made bit by bit while a search is already under way ([`Triples::work`]), and until it is
//! complete nothing is called dead. For each pair of squares a bit set holds the third squares that say more than the
//! pairs do, so that a look at a position meets few of them.
//!
//! Source: exact small sets, as in R. Kirov's solver. Cost: a flood fill per triple of squares and region, once (up to
//! half a second for [`MOST_SQUARES`]), and up to [`MOST_WORDS`] words; then a few words per box of a position.
//! Sound for: any, pushes, moves.

use crate::Puzzle;
use crate::macros::Way;
use boxwright_grid::{Direction, Fill, Square, SquareSet};

/// Levels with more live squares have no table.
pub const MOST_SQUARES: usize = 120;

/// Nor have those whose table would be larger: 8 MiB.
pub const MOST_WORDS: usize = 1 << 20;

/// Which triples can be solved.
#[derive(Clone, Debug)]
pub struct Triples {
    way: Way,
    live: usize,
    words: usize,
    /// For each triple of squares the squares of the player from which it can be solved, as bits.
    alive: Vec<u64>,
    /// For each pair of squares the third ones that make a triple about which the pairs do not tell all; `None` while
    /// the table is incomplete.
    suspicious: Option<Vec<u64>>,
    waiting: Vec<([Square; 3], Square)>,
    fill: Fill,
    boxes: SquareSet,
    reach: SquareSet,
}

impl Triples {
    /// The beginning of a table for a search that goes `way`, or `None` if it would be too large.
    #[must_use]
    pub fn new(puzzle: &Puzzle, way: Way) -> Option<Triples> {
        let (floor, live, words) = (puzzle.floor(), puzzle.live_squares(), puzzle.floor().words());
        let number = Triples::number(puzzle)?;
        let mut triples = Triples {
            way,
            live,
            words,
            alive: vec![0; number * words],
            suspicious: None,
            waiting: Vec::new(),
            fill: Fill::new(floor),
            boxes: SquareSet::new(floor.len()),
            reach: SquareSet::new(floor.len()),
        };
        let ends = if way == Way::Push { puzzle.goal_list() } else { puzzle.boxes() };
        for (number, &one) in ends.iter().enumerate() {
            for (other_number, &other) in ends.iter().enumerate().skip(number + 1) {
                for &third in &ends[other_number + 1..] {
                    triples.begin(puzzle, [one, other, third]);
                }
            }
        }
        Some(triples)
    }

    /// How many triples of squares a table has, or `None` if it would be too large.
    #[must_use]
    pub fn number(puzzle: &Puzzle) -> Option<usize> {
        let live = puzzle.live_squares();
        let number = live * live.saturating_sub(1) * live.saturating_sub(2) / 6;
        let fits = live <= MOST_SQUARES && number * puzzle.floor().words() <= MOST_WORDS;
        (fits && puzzle.boxes().len() > 2).then_some(number)
    }

    /// Every region around boxes that are where they should be.
    fn begin(&mut self, puzzle: &Puzzle, squares: [Square; 3]) {
        let floor = puzzle.floor();
        squares.iter().for_each(|&square| self.boxes.insert(square));
        self.reach.clear();
        for player in floor.squares() {
            if !self.boxes.contains(player) && !self.reach.contains(player) {
                self.fill.spread(floor, player, &self.boxes, &mut self.reach);
                self.waiting.push((squares, player));
            }
        }
        self.boxes.clear();
    }

    /// Where the bits of a triple begin; its squares may come in any order.
    #[inline]
    fn index(&self, [one, other, third]: [Square; 3]) -> usize {
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        let (middle, high) = if high < third { (high, third) } else { (third, high) };
        let (low, middle) = if low < middle { (low, middle) } else { (middle, low) };
        let [low, middle, high] = [low, middle, high].map(Square::index);
        (high * high.saturating_sub(1) * high.saturating_sub(2) / 6 + middle * middle.saturating_sub(1) / 2 + low)
            * self.words
    }

    #[inline]
    fn is_alive(&self, squares: [Square; 3], player: Square) -> bool {
        self.alive[self.index(squares) + player.index() / 64] >> (player.index() % 64) & 1 != 0
    }

    /// Whether the table is complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.suspicious.is_some()
    }

    /// Looks at so many positions more.
    pub fn work(&mut self, puzzle: &Puzzle, positions: usize) {
        if self.is_complete() {
            return;
        }
        for _ in 0..positions {
            let Some((squares, player)) = self.waiting.pop() else {
                self.suspicious = Some(self.find_suspicious(puzzle));
                self.waiting = Vec::new();
                return;
            };
            if !self.is_alive(squares, player) {
                self.look_around(puzzle, squares, player);
            }
        }
    }

    fn look_around(&mut self, puzzle: &Puzzle, squares: [Square; 3], player: Square) {
        let floor = puzzle.floor();
        squares.iter().for_each(|&square| self.boxes.insert(square));
        self.reach.clear();
        self.fill.spread(floor, player, &self.boxes, &mut self.reach);
        let index = self.index(squares);
        self.alive[index..][..self.words].iter_mut().zip(self.reach.words()).for_each(|(alive, reach)| *alive |= reach);
        for (number, &from) in squares.iter().enumerate() {
            for direction in Direction::ALL {
                let to = floor.next(from, direction);
                if !to.exists() || self.boxes.contains(to) || !puzzle.is_live(to) {
                    continue;
                }
                let (stand, end) = match self.way {
                    // A push is undone by a pull: the player steps back, and the box follows.
                    Way::Push => (to, floor.next(to, direction)),
                    Way::Pull => (floor.next(from, direction.opposite()), from),
                };
                let is_free = |s: Square| s == from || !self.boxes.contains(s);
                if stand.exists() && self.reach.contains(stand) && end.exists() && is_free(end) {
                    let mut after = squares;
                    after[number] = to;
                    if !self.is_alive(after, end) {
                        self.waiting.push((after, end));
                    }
                }
            }
        }
        self.boxes.clear();
    }

    fn find_suspicious(&self, puzzle: &Puzzle) -> Vec<u64> {
        let row = self.live.div_ceil(64);
        let mut suspicious = vec![0; self.live * self.live * row];
        let Some(pairs) = puzzle.dead_pairs(self.way) else { return suspicious };
        let squares = |from: usize| (from..self.live).map(|square| Square(square as u16));
        for one in squares(0) {
            for other in squares(one.index() + 1) {
                for third in squares(other.index() + 1) {
                    let known = [(one, other), (one, third), (other, third)].map(|(a, b)| pairs.alive(a, b));
                    let index = self.index([one, other, third]);
                    let tells_more = (0..self.words)
                        .any(|word| self.alive[index + word] != known[0][word] & known[1][word] & known[2][word]);
                    if tells_more {
                        for [a, b, c] in [[one, other, third], [one, third, other], [other, third, one]] {
                            for (a, b) in [(a, b), (b, a)] {
                                let bits = &mut suspicious[(a.index() * self.live + b.index()) * row..];
                                bits[c.index() / 64] |= 1 << (c.index() % 64);
                            }
                        }
                    }
                }
            }
        }
        suspicious
    }

    /// Whether the box on a square makes a triple with two others that cannot be solved, the player being in the region
    /// of a square; never while the table is incomplete.
    #[inline]
    #[must_use]
    pub fn is_dead(&self, boxes: &SquareSet, square: Square, player: Square) -> bool {
        let Some(suspicious) = &self.suspicious else { return false };
        let row = self.live.div_ceil(64);
        boxes.iter().any(|other| {
            let thirds = &suspicious[(square.index() * self.live + other.index()) * row..][..row];
            thirds.iter().zip(boxes.words()).enumerate().any(|(number, (thirds, boxes))| {
                let mut both = thirds & boxes;
                while both != 0 {
                    let third = Square((number * 64) as u16 + both.trailing_zeros() as u16);
                    // Each pair of others is met twice.
                    if other < third && !self.is_alive([square, other, third], player) {
                        return true;
                    }
                    both &= both - 1;
                }
                false
            })
        })
    }
}
