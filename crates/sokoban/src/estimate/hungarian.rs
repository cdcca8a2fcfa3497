//! One goal for every box with the least sum of distances: a minimum-cost perfect matching.
//!
//! Source: Kuhn 1955, in the form with shortest augmenting paths and potentials (Jonker and Volgenant 1987); as an
//! estimate for Sokoban by Junghanns and Schaeffer, and in GroupEffort (Froleyks and Balyo 2017).
//!
//! Potentials `box_price + goal_price ≤ distance`, with equality where a box has the goal, prove a matching to be the
//! best. When a box moves only its own distances change: its price is set to the highest allowed, and if its goal is no
//! longer its cheapest one, a single shortest path of exchanges from the box to the goal it gave up mends the matching.
//! To know the *sum* after a push, not even that is needed: the length of the path tells it, and nothing is changed.
//! Cost: O(goals) when the box keeps its goal, O(goals × boxes on the path) otherwise.

use super::{Assignment, Distances};
use boxwright_grid::Square;

/// The matching. Boxes are numbered; a number keeps its box while the box moves.
#[derive(Clone, Debug)]
pub struct Hungarian {
    distances: Distances,
    square_of: Vec<Square>,
    goal_of: Vec<usize>,
    box_of: Vec<usize>,
    box_at: Vec<u16>,
    box_price: Vec<i64>,
    goal_price: Vec<i64>,
    total: u64,
    // Of the search for a shortest path: the way to each goal, its length, and whether it is known to be the shortest.
    length: Vec<i64>,
    reached_by: Vec<usize>,
    /// The goals, those with a final length first.
    queue: Vec<usize>,
}

const NOBODY: usize = usize::MAX;

/// A shortest path of exchanges to a goal: its length in reduced distances, and how many goals became final before.
struct Exchange {
    length: i64,
    settled: usize,
}

impl Hungarian {
    /// Gives boxes on these squares their goals.
    #[must_use]
    pub fn new(distances: Distances, boxes: &[Square]) -> Hungarian {
        let goals = distances.goals();
        assert_eq!(goals, boxes.len(), "a puzzle has as many goals as boxes");
        let mut matching = Hungarian {
            square_of: boxes.to_vec(),
            goal_of: vec![NOBODY; goals],
            box_of: vec![NOBODY; goals],
            box_at: vec![0; distances.squares().len()],
            box_price: vec![0; goals],
            goal_price: vec![0; goals],
            total: 0,
            length: vec![0; goals],
            reached_by: vec![NOBODY; goals],
            queue: (0..goals).collect(),
            distances,
        };
        for (number, square) in boxes.iter().enumerate() {
            matching.box_at[square.index()] = number as u16;
            let price = matching.highest_price(*square);
            let is_free = |box_of: &[usize], goal: usize| box_of[goal] == NOBODY;
            let (target, exchange) = matching.shortest_exchange(number, *square, price, is_free);
            matching.box_price[number] = price;
            matching.apply(number, target, &exchange);
        }
        matching.total = matching.sum();
        matching
    }

    /// What it measures by.
    pub(super) fn distances(&self) -> &Distances {
        &self.distances
    }

    fn sum(&self) -> u64 {
        let pairs = self.square_of.iter().zip(&self.goal_of);
        pairs.map(|(&square, &goal)| self.distances.from(square)[goal] as u64).sum()
    }

    /// The highest price a box on this square can have.
    fn highest_price(&self, square: Square) -> i64 {
        let reduced = self.distances.from(square).iter().zip(&self.goal_price).map(|(d, p)| d - p);
        reduced.min().expect("a puzzle has goals")
    }

    /// The shortest path of exchanges from box `number`, standing on `square` with `price`, the highest it can have there,
    /// and without a goal, to a goal that `wanted` accepts, given who has which: Dijkstra's algorithm on reduced distances,
    /// which are never negative.
    fn shortest_exchange(
        &mut self,
        number: usize,
        square: Square,
        price: i64,
        wanted: impl Fn(&[usize], usize) -> bool,
    ) -> (usize, Exchange) {
        let row = self.distances.from(square);
        for ((length, distance), goal_price) in self.length.iter_mut().zip(row).zip(&self.goal_price) {
            *length = distance - price - goal_price;
        }
        self.reached_by.fill(number);
        let mut settled = 0;
        loop {
            // Step 1. The nearest goal that is not final yet; of several, one that is wanted.
            let (mut nearest, mut least) = (settled, i64::MAX);
            for (at, &goal) in self.queue.iter().enumerate().skip(settled) {
                let length = self.length[goal];
                if length < least || length == least && wanted(&self.box_of, goal) {
                    (nearest, least) = (at, length);
                }
            }
            self.queue.swap(settled, nearest);
            let goal = self.queue[settled];
            if wanted(&self.box_of, goal) {
                return (goal, Exchange { length: least, settled });
            }

            // Step 2. Its box may take any other goal instead.
            settled += 1;
            let holder = self.box_of[goal];
            let row = self.distances.from(self.square_of[holder]);
            let price = self.box_price[holder];
            for &other in &self.queue[settled..] {
                let through = least + row[other] - price - self.goal_price[other];
                if through < self.length[other] {
                    self.length[other] = through;
                    self.reached_by[other] = holder;
                }
            }
        }
    }

    /// Carries out an exchange: prices first, so that the path costs nothing, then the goals along it.
    fn apply(&mut self, number: usize, target: usize, exchange: &Exchange) {
        self.box_price[number] += exchange.length;
        for at in 0..exchange.settled {
            let goal = self.queue[at];
            let slack = exchange.length - self.length[goal];
            self.goal_price[goal] -= slack;
            self.box_price[self.box_of[goal]] += slack;
        }
        let mut goal = target;
        loop {
            let taker = self.reached_by[goal];
            let given_up = std::mem::replace(&mut self.goal_of[taker], goal);
            self.box_of[goal] = taker;
            if taker == number {
                return;
            }
            goal = given_up;
        }
    }
}

impl Assignment for Hungarian {
    const PROVES: bool = true;

    fn relocate(&mut self, from: Square, to: Square) {
        let number = usize::from(self.box_at[from.index()]);
        let goal = self.goal_of[number];
        let (price, exchange) = self.after(number, goal, to);
        self.total = self.with_path(from, to, goal, price, exchange.as_ref());
        self.box_at[to.index()] = number as u16;
        self.square_of[number] = to;
        self.box_price[number] = price;
        if let Some(exchange) = exchange {
            self.apply(number, goal, &exchange);
        }
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn total_after(&mut self, from: Square, to: Square) -> u64 {
        let number = usize::from(self.box_at[from.index()]);
        let goal = self.goal_of[number];
        let (price, exchange) = self.after(number, goal, to);
        self.with_path(from, to, goal, price, exchange.as_ref())
    }
}

impl Hungarian {
    /// What a box that has this goal can pay on another square, and the exchanges that bring it back to the goal, unless it would
    /// still be its cheapest one.
    #[inline]
    fn after(&mut self, number: usize, goal: usize, to: Square) -> (i64, Option<Exchange>) {
        let price = self.highest_price(to);
        let keeps_it = self.distances.from(to)[goal] - self.goal_price[goal] == price;
        let exchange = || self.shortest_exchange(number, to, price, |_, other| other == goal).1;
        (price, (!keeps_it).then(exchange))
    }

    /// The sum with this box on `to`: the matching without it and its goal stays, and the path of exchanges brings both back.
    #[inline]
    fn with_path(&self, from: Square, to: Square, goal: usize, price: i64, exchange: Option<&Exchange>) -> u64 {
        let path = match exchange {
            None => self.distances.from(to)[goal],
            Some(exchange) => exchange.length + price + self.goal_price[goal],
        };
        (self.total as i64 + path - self.distances.from(from)[goal]) as u64
    }
}
