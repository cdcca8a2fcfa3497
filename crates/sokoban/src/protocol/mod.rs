//! Stone by stone: the protocol of Talking Stones.
//!
//! Source: van Lishout and Gribomont, "Single-Player Games: Introduction to a New Solving Method" (2006). The goals are
//! filled in an order fixed in advance. For each, some stone that can be pushed there while all others stay where they
//! are is brought to it, and stays: its goal is a wall from then on. If there is no such stone the protocol gives up. The
//! stone is the first that can do it, row by row, or the one with the fewest pushes ([`Pick`]).
//!
//! How ours differs: the stones that could come to the goal at all are found together, by pulling from the goal around
//! the other stones; only they are searched for, and with [`Pick::Shortest`] only as long as one can still be nearer.
//! Work is limited, so that a run on a board with a thousand boxes does not hold up a search.
//!
//! Cost: at most a search of a single box per pair of goals.
//! Sound for: any.

mod goal_order;
mod one_stone;
mod stones;
mod subclass;

pub use goal_order::GoalOrder;
pub use one_stone::{OneStone, Way};
pub use stones::Stones;

use crate::Puzzle;
use crate::space::Push;
use boxwright_grid::{Direction, Square, SquareSet, UNREACHED};
use std::sync::Arc;

/// Which of the stones that can reach a goal goes there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The first one, row by row.
    First,
    /// The one with the fewest pushes.
    Shortest,
}

/// The runs on the successors of one position may look at about as many squares, so each at a part of them that depends
/// on the number of boxes: then the expansion of a position takes about a tenth of a second at most, however large the
/// board. (In a warehouse with a thousand boxes that leaves nothing for the protocol to do.)
const MOST_WORK: u64 = 1 << 23;

/// The protocol for one puzzle, with its working memory.
#[derive(Clone, Debug)]
pub struct Protocol {
    puzzle: Arc<Puzzle>,
    pick: Pick,
    /// The goals as they are filled, by their number in the puzzle.
    order: Vec<usize>,
    search: OneStone,
    /// Pushes to the present goal around the stones in the way, the player being anywhere.
    distance: Vec<u16>,
    queue: Vec<Square>,
    /// The stones that could come to the present goal.
    candidates: Vec<Square>,
    /// All stones, delivered or not.
    stones: SquareSet,
    delivered: SquareSet,
    player: Square,
    pushes: Vec<Push>,
    /// Squares looked at in this run to find candidates, and by searches before this run.
    work: u64,
    search_work: u64,
    most_work: u64,
}

impl Protocol {
    /// The protocol with these rules for a puzzle that is not [hopeless](Puzzle::is_hopeless).
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, order: GoalOrder, pick: Pick) -> Protocol {
        let squares = puzzle.floor().len();
        Protocol {
            pick,
            order: order.of(puzzle),
            search: OneStone::new(puzzle.floor()),
            distance: vec![UNREACHED; squares],
            queue: Vec::with_capacity(squares),
            candidates: Vec::with_capacity(puzzle.boxes().len()),
            stones: SquareSet::new(squares),
            delivered: SquareSet::new(squares),
            player: puzzle.player(),
            pushes: Vec::new(),
            work: 0,
            search_work: 0,
            most_work: MOST_WORK / puzzle.boxes().len().max(1) as u64,
            puzzle: Arc::clone(puzzle),
        }
    }

    /// Whether the protocol solves a position; its pushes are then in [`Protocol::pushes`].
    pub fn solves(&mut self, boxes: &SquareSet, player: Square) -> bool {
        self.run(boxes, player) == self.order.len()
    }

    /// Runs the protocol: how many goals it fills before it gives up.
    pub fn run(&mut self, boxes: &SquareSet, player: Square) -> usize {
        self.begin(boxes, player);
        (0..self.order.len()).find(|&i| !self.deliver(self.order[i])).unwrap_or(self.order.len())
    }

    /// The pushes of the last run.
    #[must_use]
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Where the last run left the stones and the player.
    #[must_use]
    pub fn end(&self) -> (&SquareSet, Square) {
        (&self.stones, self.player)
    }

    /// Squares looked at in the last run.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work + (self.search.work() - self.search_work)
    }

    /// The goals in the order in which they are filled.
    pub fn goals(&self) -> impl Iterator<Item = Square> + '_ {
        self.order.iter().map(|&goal| self.puzzle.goal_list()[goal])
    }

    fn begin(&mut self, boxes: &SquareSet, player: Square) {
        self.stones.copy_from(boxes);
        self.delivered.clear();
        self.player = player;
        self.pushes.clear();
        self.work = 0;
        self.search_work = self.search.work();
    }

    /// Brings a stone to a goal.
    fn deliver(&mut self, goal: usize) -> bool {
        if !self.may_search() {
            return false;
        }
        self.find_candidates(goal);
        let mut best: Option<(Way, Square)> = None;
        let mut latest = Square::NONE;
        for i in 0..self.candidates.len() {
            let stone = self.candidates[i];
            if best.is_some_and(|(way, _)| way.pushes <= self.distance[stone.index()].into()) {
                continue;
            }
            if !self.may_search() {
                return false;
            }
            latest = stone;
            if let Some(way) = self.find(stone, goal)
                && best.is_none_or(|(known, _)| way.pushes < known.pushes)
            {
                best = Some((way, stone));
                if self.pick == Pick::First {
                    break;
                }
            }
        }
        let Some((mut way, stone)) = best else { return false };
        if stone != latest {
            way = self.find(stone, goal).expect("it was found before");
        }
        self.place(stone, goal, way);
        true
    }

    /// Whether there is work left for one more search.
    fn may_search(&self) -> bool {
        self.work() + self.puzzle.floor().len() as u64 <= self.most_work
    }

    /// Takes a stone to its goal by the way found last.
    fn place(&mut self, stone: Square, goal: usize, way: Way) {
        let goal = self.puzzle.goal_list()[goal];
        self.search.pushes(self.puzzle.floor(), way, &mut self.pushes);
        if way.pushes > 0 {
            self.player = self.pushes.last().expect("there are pushes").from;
        }
        self.stones.remove(stone);
        self.stones.insert(goal);
        self.delivered.insert(goal);
    }

    fn find(&mut self, stone: Square, goal: usize) -> Option<Way> {
        let (puzzle, stones) = (&self.puzzle, &mut self.stones);
        stones.remove(stone);
        let (square, distance) = (puzzle.goal_list()[goal], puzzle.goal_distances(goal));
        let way = self.search.find(puzzle.floor(), stones, self.player, stone, square, distance);
        self.stones.insert(stone);
        way
    }

    /// Pulls from the goal around the stones to find those that could come there. A stone on the player's way is no
    /// obstacle here, since it may be the one that is coming.
    fn find_candidates(&mut self, goal: usize) {
        let (floor, goal) = (self.puzzle.floor(), self.puzzle.goal_list()[goal]);
        self.distance.fill(UNREACHED);
        self.candidates.clear();
        self.queue.clear();
        self.distance[goal.index()] = 0;
        self.queue.push(goal);
        let mut at = 0;
        while let Some(&square) = self.queue.get(at) {
            at += 1;
            self.work += 1;
            if self.stones.contains(square) {
                if !self.delivered.contains(square) {
                    self.candidates.push(square);
                }
                continue;
            }
            for direction in Direction::ALL {
                let to = floor.next(square, direction);
                if to.exists() && self.distance[to.index()] == UNREACHED && floor.next(to, direction).exists() {
                    self.distance[to.index()] = self.distance[square.index()] + 1;
                    self.queue.push(to);
                }
            }
        }
        if self.pick == Pick::First {
            self.candidates.sort_unstable();
        }
    }
}
