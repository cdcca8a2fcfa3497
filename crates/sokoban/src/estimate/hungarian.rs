//! One goal for every box with the least sum of distances: a minimum-cost perfect matching.
//!
//! Source: Kuhn 1955, in the form with shortest augmenting paths and potentials (Jonker and Volgenant 1987); as an
//! estimate for Sokoban by Junghanns and Schaeffer, and in GroupEffort (Froleyks and Balyo 2017).
//!
//! Potentials `box_price + goal_price ≤ distance`, with equality where a box has the goal, prove a matching to be the
//! best. When a box moves only its own distances change: its price is set to the highest allowed, and if its goal is no
//! longer its cheapest one, a single shortest path of exchanges from the box to the goal it gave up mends the matching.
//! To know the *sum* after a push, not even that is needed: the length of the path tells it, and nothing is changed.
//! Where a box is asked for on many squares, the paths for all of them are found at once ([`Release`]).
//! Cost: O(goals) when the box keeps its goal, O(goals × boxes on the path) otherwise; the loops over goals go through plain rows of
//! 32-bit numbers without a branch, several at a time.

use super::release::Release;
use super::{Assignment, Distances};
use boxwright_grid::Square;
#[cfg(target_arch = "x86_64")]
use boxwright_grid::has_wide_words;

/// The matching. Boxes are numbered; a number keeps its box while the box moves.
#[derive(Clone, Debug)]
pub struct Hungarian {
    distances: Distances,
    square_of: Vec<Square>,
    goal_of: Vec<usize>,
    box_of: Vec<usize>,
    box_at: Vec<u16>,
    // Prices of goals differ by no more than the longest distance, as whoever has one goal could have the other.
    box_price: Vec<i32>,
    goal_price: Vec<i32>,
    total: u64,
    // Of the search for a shortest path: the way to each goal so far, [`FINAL`] for those whose way is known to be the shortest,
    // and these in the order in which that became known.
    length: Vec<i32>,
    is_final: Vec<i32>,
    finals: Vec<usize>,
    release: Box<Release>,
}

pub(super) const NOBODY: usize = usize::MAX;

/// More than any length, and the same after a bitwise "or" with one.
pub(super) const FINAL: i32 = i32::MAX;

/// Prices of goals only ever go down, and with them those of boxes go up. Where a box comes to this, all are taken back.
const HIGH: i32 = 1 << 29;

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
            is_final: vec![0; goals],
            finals: Vec::with_capacity(goals),
            release: Box::new(Release::new(goals)),
            distances,
        };
        for (number, &square) in boxes.iter().enumerate() {
            matching.box_at[square.index()] = number as u16;
            matching.release.note(number, matching.distances.from(square));
            let price = matching.highest_price(square);
            let target = matching.shortest_exchange(square, price, |matching, least| {
                (0..goals).find(|&goal| matching.box_of[goal] == NOBODY && matching.length[goal] == least)
            });
            matching.box_price[number] = price;
            matching.apply(number, target);
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
    #[inline(always)]
    fn highest_price(&self, square: Square) -> i32 {
        let reduced = self.distances.from(square).iter().zip(&self.goal_price).map(|(d, p)| d - p);
        reduced.min().expect("a puzzle has goals")
    }

    /// Finds the shortest path of exchanges from a box that stands on `square` with `price`, the highest it can have there, and
    /// without a goal, to a goal that is `wanted` and has the length given: Dijkstra's algorithm on reduced distances, which
    /// are never negative. Returns the goal; the lengths, and which are final, stay for [`Hungarian::apply`].
    #[inline(always)]
    fn shortest_exchange(
        &mut self,
        square: Square,
        price: i32,
        wanted: impl Fn(&Hungarian, i32) -> Option<usize>,
    ) -> usize {
        self.length.fill(FINAL);
        self.is_final.fill(0);
        self.finals.clear();
        let (mut here, mut spent) = (square, -price);
        let (mut nearest, mut done) = (0, 0);
        loop {
            // Step 1. The box that stands here may take any goal. To those that are final this way is no shorter than theirs.
            let mut least = FINAL;
            let ways = self.distances.from(here).iter().zip(&self.goal_price);
            for ((length, is_final), (distance, price)) in self.length.iter_mut().zip(&self.is_final).zip(ways) {
                *length = (*length).min(spent + distance - price);
                least = least.min(*length | is_final);
            }

            // Step 2. All the nearest goals that are not final yet become so, unless one of them is wanted.
            if done == self.finals.len() {
                nearest = least;
            }
            if let Some(goal) = wanted(self, nearest) {
                return goal;
            }
            if done == self.finals.len() {
                for (goal, (length, is_final)) in self.length.iter().zip(&mut self.is_final).enumerate() {
                    if length | *is_final == nearest {
                        *is_final = FINAL;
                        self.finals.push(goal);
                    }
                }
            }

            // Step 3. The box of the next of them has to take another.
            let holder = self.box_of[self.finals[done]];
            (here, spent) = (self.square_of[holder], nearest - self.box_price[holder]);
            done += 1;
        }
    }

    /// Carries out the exchange that was found: prices first, so that the path costs nothing, then the goals along it.
    fn apply(&mut self, number: usize, target: usize) {
        self.box_price[number] += self.length[target];
        for &goal in &self.finals {
            let slack = self.length[target] - self.length[goal];
            self.goal_price[goal] -= slack;
            self.box_price[self.box_of[goal]] += slack;
        }
        // A goal was reached from one that was final before, or from the beginning.
        let costs_nothing = |matching: &Hungarian, taker: usize, goal: usize| {
            let distance = matching.distances.from(matching.square_of[taker])[goal];
            distance == matching.box_price[taker] + matching.goal_price[goal]
        };
        let (mut goal, mut before) = (target, self.finals.len());
        while !costs_nothing(self, number, goal) {
            let reaches = |&at: &usize| costs_nothing(self, self.box_of[self.finals[at]], goal);
            before = (0..before).find(reaches).expect("there is a path of exchanges");
            let given_up = self.finals[before];
            self.give(goal, self.box_of[given_up]);
            goal = given_up;
        }
        self.give(goal, number);
        if self.box_price[number] > HIGH {
            self.take_prices_back();
        }
    }

    fn give(&mut self, goal: usize, taker: usize) {
        self.goal_of[taker] = goal;
        self.box_of[goal] = taker;
    }

    /// All goals become dearer and all boxes cheaper by the same.
    fn take_prices_back(&mut self) {
        let first = self.goal_price[0];
        self.goal_price.iter_mut().for_each(|price| *price -= first);
        self.box_price.iter_mut().for_each(|price| *price += first);
    }
}

impl Assignment for Hungarian {
    const PROVES: bool = true;

    fn relocate(&mut self, from: Square, to: Square) {
        let number = usize::from(self.box_at[from.index()]);
        let goal = self.goal_of[number];
        let (price, has_to_exchange) = self.after(goal, to);
        self.total = self.total_with(from, to, goal, price, has_to_exchange);
        self.box_at[to.index()] = number as u16;
        self.square_of[number] = to;
        self.box_price[number] = price;
        self.release.note(number, self.distances.from(to));
        if has_to_exchange {
            self.apply(number, goal);
        }
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn total_after(&mut self, from: Square, to: Square) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if has_wide_words() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { self.total_after_wide(from, to) };
        }
        self.total_after_anywhere(from, to)
    }
}

impl Hungarian {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn total_after_wide(&mut self, from: Square, to: Square) -> u64 {
        self.total_after_anywhere(from, to)
    }

    #[inline(always)]
    fn total_after_anywhere(&mut self, from: Square, to: Square) -> u64 {
        let number = usize::from(self.box_at[from.index()]);
        let goal = self.goal_of[number];
        if !self.release.is_found(number) {
            let (price, has_to_exchange) = self.after_anywhere(goal, to);
            if has_to_exchange && self.release.is_asked_often(number) {
                self.release.find(number, &self.goal_of, &self.box_of, &self.box_price, &self.goal_price);
            }
            return self.total_with(from, to, goal, price, has_to_exchange);
        }
        let path = self.release.cheapest(self.distances.from(to)) + self.goal_price[goal];
        self.total_instead(from, goal, path)
    }

    /// What the box that has this goal can pay on another square, and whether it has to be brought back to the goal by the exchanges
    /// that are found, as it would not be its cheapest one any more.
    #[inline]
    fn after(&mut self, goal: usize, to: Square) -> (i32, bool) {
        #[cfg(target_arch = "x86_64")]
        if has_wide_words() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { self.after_wide(goal, to) };
        }
        self.after_anywhere(goal, to)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn after_wide(&mut self, goal: usize, to: Square) -> (i32, bool) {
        self.after_anywhere(goal, to)
    }

    // Always inlined, and what it calls, so that the rows are gone through as the processor can that its caller asks for.
    #[inline(always)]
    fn after_anywhere(&mut self, goal: usize, to: Square) -> (i32, bool) {
        let price = self.highest_price(to);
        let has_to_exchange = self.distances.from(to)[goal] - self.goal_price[goal] != price;
        if has_to_exchange {
            self.shortest_exchange(to, price, |matching, least| (matching.length[goal] == least).then_some(goal));
        }
        (price, has_to_exchange)
    }

    /// The sum with this box on `to`: the matching without it and its goal stays, and the path of exchanges brings both back.
    #[inline]
    fn total_with(&self, from: Square, to: Square, goal: usize, price: i32, has_to_exchange: bool) -> u64 {
        let path = match has_to_exchange {
            false => self.distances.from(to)[goal],
            true => self.length[goal] + price + self.goal_price[goal],
        };
        self.total_instead(from, goal, path)
    }

    /// The sum if the box that has this goal paid for this path instead of the one from where it is.
    #[inline]
    fn total_instead(&self, from: Square, goal: usize, path: i32) -> u64 {
        (self.total as i64 + i64::from(path) - i64::from(self.distances.from(from)[goal])) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::Metric;
    use crate::{Puzzle, random_level};

    #[test]
    fn any_processor_finds_the_same() {
        let mut exchanges = 0;
        for seed in 0..60 {
            let level = random_level(seed, 12, 12, 4 + seed as usize % 9);
            let puzzle = Puzzle::new(&level).unwrap();
            let new = || Hungarian::new(Distances::new(&puzzle, Metric::Manhattan), puzzle.boxes());
            let (mut this, mut any) = (new(), new());
            for (number, to) in (0..puzzle.boxes().len()).flat_map(|n| puzzle.floor().squares().map(move |to| (n, to)))
            {
                let goal = this.goal_of[number];
                let found = this.after(goal, to);
                assert_eq!(found, any.after_anywhere(goal, to), "seed {seed}");
                if found.1 {
                    exchanges += 1;
                    assert_eq!(this.length[goal], any.length[goal], "seed {seed}");
                }
            }
        }
        assert!(exchanges > 1000, "{exchanges}");
    }
}
