//! Random small levels for property tests.
//!
//! Solvers are compared with the brute-force oracle on thousands of small rooms; these rooms should be full of odd
//! situations rather than pretty. Everything is placed at random on free cells, some holes beneath blocks and arms as
//! in mid-game. Most rooms are closed by walls; now and then the exit is in the wall, or the right edge is open. The
//! level depends only on the seed and the options, in every run and on every machine.

use boxwright_grid::{Point, Size, SplitMix64, scramble};

use crate::board::{Arms, Block, Board, Terrain, Turnstile, neighbour};
use crate::level::Level;

/// How much of what a random level has; each thing is left out where there is no room for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomOptions {
    /// Columns, walls around included; at least 5 are used and at most 200.
    pub width: u16,
    /// Rows, walls around included; at least 4 are used and at most 200.
    pub height: u16,
    /// Characters, 1 to 4.
    pub characters: usize,
    /// Blocks of up to 3×3 cells.
    pub blocks: usize,
    /// Turnstiles of all shapes.
    pub turnstiles: usize,
    /// Open holes, about one in six of them beneath a block or an arm.
    pub holes: usize,
    /// Single inner walls.
    pub walls: usize,
}

impl Default for RandomOptions {
    fn default() -> RandomOptions {
        RandomOptions { width: 7, height: 6, characters: 1, blocks: 2, turnstiles: 1, holes: 2, walls: 2 }
    }
}

/// A random level that is always valid ([`Level::check`] finds nothing); solvable or not.
#[must_use]
pub fn random_level(seed: u64, options: &RandomOptions) -> Level {
    let size = Size::new(options.width.clamp(5, 200), options.height.clamp(4, 200));
    let mut maker = Maker { random: SplitMix64(scramble(seed)), board: Board::new(size) };
    maker.border();
    maker.exit();
    for i in 0..options.characters.clamp(1, 4) {
        maker.board.characters[i] = maker.free_point();
    }
    (0..options.turnstiles).for_each(|_| maker.turnstile());
    (0..options.blocks).for_each(|_| maker.block());
    for _ in 0..options.walls {
        if let Some(p) = maker.free_point() {
            maker.board.set_terrain(p, Terrain::Wall);
        }
    }
    (0..options.holes).for_each(|_| maker.hole());
    maker.skip_some_numbers();
    let mut level = Level::from_board(maker.board.sorted());
    level.title = Some(format!("random {seed}"));
    level
}

/// So often a place is tried before a thing is left out.
const TRIES: usize = 50;

struct Maker {
    random: SplitMix64,
    board: Board,
}

impl Maker {
    /// Walls around. The left edge is always closed: the rows of a drawing must start with a wall.
    fn border(&mut self) {
        let Size { width, height } = self.board.size();
        let open_right = self.random.one_in(8);
        for p in self.board.size().points() {
            let sides = p.x == 0 || (p.x == width - 1 && !open_right);
            if sides || p.y == 0 || p.y == height - 1 {
                self.board.set_terrain(p, Terrain::Wall);
            }
        }
    }

    fn exit(&mut self) {
        let Size { width, height } = self.board.size();
        let inner = self.inner_point();
        let point = match self.random.below(8) {
            0 => Point::new(inner.x, 0),
            1 => Point::new(width - 1, inner.y),
            2 => Point::new(inner.x, height - 1),
            _ => inner,
        };
        self.board.set_terrain(point, Terrain::Exit);
    }

    fn inner_point(&mut self) -> Point {
        let Size { width, height } = self.board.size();
        let x = 1 + self.random.below(usize::from(width) - 2) as u16;
        Point::new(x, 1 + self.random.below(usize::from(height) - 2) as u16)
    }

    fn is_free(&self, point: Point) -> bool {
        let board = &self.board;
        board.terrain(point) == Terrain::Floor
            && !board.is_hole(point)
            && board.block_at(point).is_none()
            && board.pivot_at(point).is_none()
            && board.arm_at(point).is_none()
            && board.character_at(point).is_none()
    }

    /// A free cell: a random one, or in a crowded room the first of all.
    fn free_point(&mut self) -> Option<Point> {
        for _ in 0..TRIES {
            let point = self.inner_point();
            if self.is_free(point) {
                return Some(point);
            }
        }
        self.board.size().points().find(|&p| self.is_free(p))
    }

    fn turnstile(&mut self) {
        for _ in 0..TRIES {
            // Beside a wall hardly any turnstile can turn; most should be able to.
            let mut pivot = self.inner_point();
            if !self.random.one_in(4) {
                let Size { width, height } = self.board.size();
                pivot = Point::new(pivot.x.clamp(2, width - 3), pivot.y.clamp(2, (height - 3).max(2)));
            }
            let arms = Arms::from_bits(1 + self.random.below(15) as u8);
            let fits = |p: Option<Point>| p.is_some_and(|p| self.is_free(p));
            if self.is_free(pivot) && arms.iter().all(|d| fits(neighbour(pivot, d))) {
                self.board.turnstiles.push(Turnstile { pivot, arms });
                return;
            }
        }
    }

    fn block(&mut self) {
        for _ in 0..TRIES {
            let origin = self.inner_point();
            // Small ones are the most useful in a small room.
            let mut side = || [1, 1, 1, 2, 2, 3][self.random.below(6)];
            let mut block = Block { origin, width: side(), height: side(), letter: 'a' };
            if !block.points().all(|p| self.is_free(p)) {
                continue;
            }
            let touching = |letter: char| self.board.blocks.iter().any(|b| b.letter == letter && b.touches(block));
            let from = self.board.blocks.len() % 26;
            let mut letters = (0..26).map(|i| char::from(b'a' + ((from + i) % 26) as u8));
            let Some(letter) = letters.find(|&c| !touching(c)) else { continue };
            block.letter = letter;
            self.board.blocks.push(block);
            return;
        }
    }

    fn hole(&mut self) {
        if self.random.one_in(6) {
            let point = self.inner_point();
            let board = &self.board;
            // A block that is over holes entirely would have fallen: it never happens in a game.
            let stays = |b: usize| board.blocks[b].points().filter(|&p| p != point).any(|p| !board.is_hole(p));
            if board.block_at(point).is_some_and(stays) || board.arm_at(point).is_some() {
                self.board.set_hole(point, true);
                return;
            }
        }
        if let Some(point) = self.free_point() {
            self.board.set_hole(point, true);
        }
    }

    /// As in mid-game, the characters present need not be the lowest numbers, nor stand in their order.
    fn skip_some_numbers(&mut self) {
        if self.random.one_in(3) {
            let by = self.random.below(4);
            self.board.characters.rotate_right(by);
        }
    }
}
