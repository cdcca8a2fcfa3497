//! The nearest pair of a free box and a free goal, again and again.
//!
//! Source: "greedy assignment" in GroupEffort (Froleyks and Balyo 2017). The sum may exceed the truth, so searches
//! guided by it promise no shortest solution; it often tells better than the least sum which goal a box will take.
//!
//! Seen from both sides this is a stable marriage: pairs are ranked by distance (then square, then goal), and in the
//! greedy assignment no box and goal rank each other higher than the partners they have. With one ranking for all pairs
//! there is exactly one such assignment. That makes it incremental. A box that is taken away leaves its goal to the box
//! that gains most by it, which leaves its own, and so on; a box that is put down asks goals in its order, and whoever
//! it displaces asks on. Both chains are short.

use super::{Assignment, Distances};
use boxwright_grid::Square;

/// The assignment. Boxes are numbered; a number keeps its box while the box moves.
#[derive(Clone, Debug)]
pub struct Greedy {
    distances: Distances,
    /// All goals by distance, for each square.
    order: Vec<u16>,
    square_of: Vec<Square>,
    goal_of: Vec<u16>,
    box_of: Vec<u16>,
    box_at: Vec<u16>,
    total: u64,
}

const NOBODY: u16 = u16::MAX;

/// How a pair is ranked: the smaller first.
type Rank = (i32, Square, u16);

impl Greedy {
    /// Gives boxes on these squares their goals.
    #[must_use]
    pub fn new(distances: Distances, boxes: &[Square]) -> Greedy {
        let goals = distances.goals();
        let mut order = Vec::with_capacity(distances.squares().len() * goals);
        for square in distances.squares() {
            let row = distances.from(square);
            let start = order.len();
            order.extend(0..goals as u16);
            order[start..].sort_by_key(|&goal| (row[usize::from(goal)], goal));
        }
        let mut greedy = Greedy {
            order,
            square_of: boxes.to_vec(),
            goal_of: vec![NOBODY; boxes.len()],
            box_of: vec![NOBODY; goals],
            box_at: vec![NOBODY; distances.squares().len()],
            distances,
            total: 0,
        };
        for (number, square) in boxes.iter().enumerate() {
            greedy.box_at[square.index()] = number as u16;
            greedy.ask(number as u16);
        }
        greedy
    }

    fn rank(&self, number: u16, goal: u16) -> Rank {
        let square = self.square_of[usize::from(number)];
        (self.distances.from(square)[usize::from(goal)], square, goal)
    }

    fn join(&mut self, number: u16, goal: u16) {
        self.total += self.rank(number, goal).0 as u64;
        self.goal_of[usize::from(number)] = goal;
        self.box_of[usize::from(goal)] = number;
    }

    /// Takes a box from its goal, which is returned.
    fn part(&mut self, number: u16) -> u16 {
        let goal = self.goal_of[usize::from(number)];
        self.total -= self.rank(number, goal).0 as u64;
        self.goal_of[usize::from(number)] = NOBODY;
        self.box_of[usize::from(goal)] = NOBODY;
        goal
    }

    /// A box without a goal asks for one, and whoever loses its goal to it asks on.
    fn ask(&mut self, mut number: u16) {
        let goals = self.distances.goals();
        'asking: loop {
            let start = self.square_of[usize::from(number)].index() * goals;
            for at in start..start + goals {
                let goal = self.order[at];
                let holder = self.box_of[usize::from(goal)];
                if holder == NOBODY {
                    self.join(number, goal);
                    return;
                }
                if self.rank(number, goal) < self.rank(holder, goal) {
                    self.part(holder);
                    self.join(number, goal);
                    number = holder;
                    continue 'asking;
                }
            }
            unreachable!("there are as many goals as boxes");
        }
    }

    /// A goal without a box is offered to those who would rather have it; the best of them leaves its own.
    fn offer(&mut self, mut goal: u16) {
        loop {
            let gains = |&number: &u16| {
                let own = self.goal_of[usize::from(number)];
                own != NOBODY && self.rank(number, goal) < self.rank(number, own)
            };
            let numbers = 0..self.square_of.len() as u16;
            let Some(next) = numbers.filter(gains).min_by_key(|&number| self.rank(number, goal)) else { return };
            let left = self.part(next);
            self.join(next, goal);
            goal = left;
        }
    }
}

impl Assignment for Greedy {
    const PROVES: bool = false;

    fn relocate(&mut self, from: Square, to: Square) {
        let number = std::mem::replace(&mut self.box_at[from.index()], NOBODY);
        let goal = self.part(number);
        self.offer(goal);
        self.square_of[usize::from(number)] = to;
        self.box_at[to.index()] = number;
        self.ask(number);
    }

    fn total(&self) -> u64 {
        self.total
    }
}
