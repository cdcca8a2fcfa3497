//! Layers: a frontier that goes on from one number of moves to the next with the best of each, and over again with more.
//!
//! A greedy search stays where it seems near, and if that is dead it looks at all of it. Here what is dead dies out:
//! after so many moves nothing is left to follow. Of each layer half of those that go on are the nearest, the others the
//! newest. What is left behind waits in its layer. When a sweep through the layers is over, the next one takes as many of
//! each along as all before it together. So nobody has to know how many it takes, and nothing is done twice; and as all
//! have their turn in the end, the search stays complete.
//!
//! A sweep that follows boxes to and fro would never end, so it ends some moves after the nearest position there was.
//!
//! Source: beam search (Lowerre 1976), made wider without doing anything twice as in rectangle search (Lemons, Ruml, Holte,
//! Linares López 2024); the newest beside the nearest are our own.

use crate::frontier::{Frontier, Sight};
use crate::table::NodeId;
use std::cmp::Reverse;

/// A sweep ends after twice as many moves as the nearest position took, and so many more for each sweep.
const MORE_MOVES: usize = 16;

/// Positions that wait in layers.
#[derive(Debug)]
pub struct Layers<const N: usize> {
    /// One for each number of moves.
    layers: Vec<Layer<N>>,
    /// When this sweep is over, so many of each layer have gone on.
    width: usize,
    /// Sweeps begun.
    sweeps: usize,
    /// The layer whose turn it is, and those of it that go on now, the nearest last.
    at: usize,
    going: Vec<(u32, NodeId)>,
    /// The least estimate so far, and its layer.
    nearest: (u32, usize),
    /// Positions in all layers.
    waiting: usize,
}

/// Positions after the same number of moves.
#[derive(Debug)]
struct Layer<const N: usize> {
    waiting: Vec<(Sight<N>, NodeId)>,
    /// So many have gone on.
    gone: usize,
}

impl<const N: usize> Layer<N> {
    const EMPTY: Layer<N> = Layer { waiting: Vec::new(), gone: 0 };

    /// Takes the best out, until so many have gone on altogether.
    fn go_on(&mut self, width: usize) -> impl Iterator<Item = (Sight<N>, NodeId)> {
        // Equals are drawn, so that nobody is favoured for when it was found.
        let lot = |node: NodeId| node.0.wrapping_mul(0x9e37_79b9).rotate_left(16).wrapping_mul(0x85eb_ca6b);
        let all = self.waiting.len();
        let room = width.saturating_sub(self.gone).min(all);
        let mut chosen = if room < all { room.div_ceil(2) } else { all };
        if chosen < all {
            self.waiting.select_nth_unstable_by_key(chosen, |&(sight, node)| (sight.estimate, lot(node)));
            for way in 0..N {
                let newest = (room - chosen) / (N - way);
                self.waiting[chosen..].select_nth_unstable_by_key(newest, |&(sight, node)| {
                    (sight.newness[way], sight.estimate, lot(node))
                });
                chosen += newest;
            }
        }
        self.gone += room;
        self.waiting.drain(..room)
    }
}

impl<const N: usize> Layers<N> {
    /// Layers of which so many positions go on in the first sweep.
    #[must_use]
    pub fn new(width: usize) -> Layers<N> {
        Layers {
            layers: Vec::new(),
            width: width.max(2),
            sweeps: 1,
            at: 0,
            going: Vec::new(),
            nearest: (u32::MAX, 0),
            waiting: 0,
        }
    }

    /// Goes to the next layer, or back to the first if the sweep is over.
    fn advance(&mut self) {
        self.at += 1;
        if self.at >= self.layers.len() || self.at > 2 * self.nearest.1 + MORE_MOVES * self.sweeps {
            self.at = 0;
            self.sweeps += 1;
            self.width = self.width.saturating_mul(2);
        }
    }
}

impl<const N: usize> Frontier for Layers<N> {
    type Score = Sight<N>;

    fn push(&mut self, sight: Sight<N>, node: NodeId) {
        // What comes before anything went on is where the search begins.
        let layer = if self.layers.first().is_none_or(|first| first.gone == 0) { 0 } else { self.at + 1 };
        if layer == self.layers.len() {
            self.layers.push(Layer::EMPTY);
        }
        self.layers[layer].waiting.push((sight, node));
        self.waiting += 1;
        if sight.estimate < self.nearest.0 {
            self.nearest = (sight.estimate, layer);
        }
    }

    fn pop(&mut self) -> Option<(u32, NodeId)> {
        while self.going.is_empty() && self.waiting > 0 {
            if self.layers[0].gone > 0 {
                self.advance();
            }
            self.going.extend(self.layers[self.at].go_on(self.width).map(|(sight, node)| (sight.estimate, node)));
            self.going.sort_unstable_by_key(|&(estimate, node)| Reverse((estimate, node.0)));
            self.waiting -= self.going.len();
        }
        self.going.pop()
    }

    fn bytes(&self) -> usize {
        // A list that grows has up to twice the room that it needs.
        self.layers.capacity() * size_of::<Layer<N>>()
            + 2 * self.waiting * size_of::<(Sight<N>, NodeId)>()
            + self.going.capacity() * size_of::<(u32, NodeId)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frontier(sights: &[(u32, u8)]) -> Layers<1> {
        let mut frontier = Layers::new(4);
        for (node, &(estimate, newness)) in (0..).zip(sights) {
            frontier.push(Sight { estimate, newness: [newness] }, NodeId(node));
        }
        frontier
    }

    #[test]
    fn the_nearest_and_the_newest_of_a_layer_go_on() {
        let mut frontier = frontier(&[(3, 3), (9, 1), (1, 3), (8, 1), (2, 2), (4, 3)]);
        let first: Vec<u32> = (0..4).map(|_| frontier.pop().unwrap().1.0).collect();
        assert_eq!(first, [2, 4, 3, 1], "two are the nearest, two the newest, and the nearest come first");
    }

    #[test]
    fn the_next_sweep_takes_along_what_was_left() {
        let mut frontier = frontier(&[(3, 3), (9, 1), (1, 3), (8, 1), (2, 2), (4, 3)]);
        for node in 10..13 {
            frontier.pop();
            frontier.push(Sight { estimate: 5, newness: [3] }, NodeId(node));
        }
        assert_eq!(frontier.pop(), Some((9, NodeId(1))), "the layer goes first");
        let rest: Vec<u32> = std::iter::from_fn(|| frontier.pop()).map(|(_, node)| node.0).collect();
        assert_eq!(rest, [10, 11, 12, 0, 5], "then the next one, then what is left of the first");
    }

    #[test]
    fn what_is_found_in_a_later_sweep_stands_in_its_layer() {
        let mut frontier = frontier(&[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]);
        (0..4).for_each(|_| assert!(frontier.pop().unwrap().1.0 < 6));
        frontier.push(Sight { estimate: 9, newness: [1] }, NodeId(10));
        assert_eq!(frontier.pop().unwrap().1, NodeId(10));
        let left = frontier.pop().unwrap().1.0;
        assert!(left < 6, "of the first layer again");
        frontier.push(Sight { estimate: 7, newness: [1] }, NodeId(11));
        assert!(frontier.pop().unwrap().1.0 < 6);
        assert_eq!((frontier.at, frontier.pop().unwrap().1), (0, NodeId(11)));
        assert_eq!((frontier.at, frontier.pop()), (1, None));
    }

    #[test]
    fn a_sweep_without_progress_ends_and_all_have_their_turn() {
        let mut frontier = frontier(&[(5, 1), (5, 1), (5, 1), (5, 1), (5, 1)]);
        let (mut deepest, mut left) = (0, None);
        for node in 10..110 {
            let (_, popped) = frontier.pop().unwrap();
            deepest = deepest.max(frontier.at);
            if node >= 14 && popped.0 < 5 {
                left = Some(popped);
                break;
            }
            frontier.push(Sight { estimate: 6, newness: [3] }, NodeId(node));
        }
        assert!(left.is_some() && deepest == MORE_MOVES, "after {deepest} moves {left:?} has its turn");
    }
}
