//! What a matching comes to with one box anywhere else: all paths of exchanges to the goal that it gives up, at once.
//!
//! A macro move takes a box to many squares, and each of them would look for a path of its own from the goal that the box takes
//! there to the one that it leaves. But they all end at the same goal. So one search from there, against the way of the
//! exchanges, tells for every goal what it costs to take it, and a square is one look at the goals.
//!
//! Source: Dijkstra's algorithm on the reduced distances of [`Hungarian`](super::Hungarian), backwards.
//! Cost: O(goals × boxes) for a box, O(goals) for each square; the distances of the boxes are kept once more, by goal.

use super::hungarian::{FINAL, NOBODY};

/// What it costs to put a box on any goal and bring the one there to the goal that it had.
#[derive(Clone, Debug)]
pub(super) struct Release {
    /// The box, [`NOBODY`] if none since a box has moved, and how often a path was looked for since then.
    number: usize,
    asked: u32,
    /// By goal, less its price.
    cost: Vec<i32>,
    /// Of the search: by box, the way to the goal so far, [`FINAL`] for those whose way is known to be the shortest, and these in
    /// the order in which that became known.
    left: Vec<i32>,
    is_final: Vec<i32>,
    finals: Vec<usize>,
    /// Of boxes where they are: by goal, then box. Empty if there are too many.
    distances: Vec<i32>,
}

/// So often a path is looked for before those of all goals are: for one or two squares that is quicker.
const ASKED: u32 = 2;

/// More boxes than these would have too much of the memory.
const MOST_BOXES: usize = 256;

impl Release {
    /// For so many goals and boxes.
    pub(super) fn new(goals: usize) -> Release {
        Release {
            number: NOBODY,
            asked: 0,
            cost: vec![0; goals],
            left: vec![0; goals],
            is_final: vec![0; goals],
            finals: Vec::with_capacity(goals),
            distances: if goals <= MOST_BOXES { vec![0; goals * goals] } else { Vec::new() },
        }
    }

    /// A box has moved to where these are its distances: what was found is void.
    pub(super) fn note(&mut self, number: usize, distances: &[i32]) {
        let own = self.distances.iter_mut().skip(number).step_by(distances.len());
        own.zip(distances).for_each(|(own, &distance)| *own = distance);
        self.number = NOBODY;
    }

    /// Whether the paths of this box are known.
    #[inline]
    pub(super) fn is_found(&self, number: usize) -> bool {
        self.number == number && self.asked == ASKED
    }

    /// Takes note that a path of this box was looked for; whether it is time to find all.
    #[inline]
    pub(super) fn is_asked_often(&mut self, number: usize) -> bool {
        if self.number != number {
            (self.number, self.asked) = (number, 0);
        }
        let is_possible = !self.distances.is_empty();
        self.asked += u32::from(is_possible);
        self.asked == ASKED
    }

    /// The least cost of a goal for the box where these are its distances, less the price of the goal that it gives up.
    #[inline(always)]
    pub(super) fn cheapest(&self, distances: &[i32]) -> i32 {
        let ways = distances.iter().zip(&self.cost).map(|(distance, cost)| distance + cost);
        ways.min().expect("a puzzle has goals")
    }

    /// Finds the paths of a box.
    // Always inlined, for the processor that its caller asks for.
    #[inline(always)]
    pub(super) fn find(
        &mut self,
        number: usize,
        goal_of: &[usize],
        box_of: &[usize],
        box_price: &[i32],
        goal_price: &[i32],
    ) {
        let boxes = goal_of.len();
        let Release { cost, left, is_final, finals, distances, .. } = self;
        left.fill(FINAL);
        is_final.fill(0);
        // The box itself is on no way.
        is_final[number] = FINAL;
        finals.clear();
        finals.push(number);
        let (mut done, mut spent) = (0, 0);
        while done < finals.len() {
            // Step 1. Any box may go to the goal that this one leaves.
            let goal = goal_of[finals[done]];
            let spent_here = spent - goal_price[goal];
            let mut least = FINAL;
            let ways = distances[goal * boxes..][..boxes].iter().zip(box_price);
            for ((left, is_final), (distance, price)) in left.iter_mut().zip(&*is_final).zip(ways) {
                *left = (*left).min(spent_here + distance - price);
                least = least.min(*left | is_final);
            }
            done += 1;

            // Step 2. All that have the shortest way become final.
            if done == finals.len() && least != FINAL {
                spent = least;
                for (other, (left, is_final)) in left.iter().zip(&mut *is_final).enumerate() {
                    if left | *is_final == least {
                        *is_final = FINAL;
                        finals.push(other);
                    }
                }
            }
        }
        left[number] = 0;
        for ((cost, price), &holder) in cost.iter_mut().zip(goal_price).zip(box_of) {
            *cost = left[holder] - price;
        }
    }
}
