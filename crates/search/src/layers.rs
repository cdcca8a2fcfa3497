//! Layers: a frontier that goes on from one number of moves to the next, with the best of each.
//!
//! A greedy search stays where it seems near, and if that is dead it looks at all of it. Here what is dead dies out:
//! after so many moves nothing is left to follow. Of each layer half of those that go on are the nearest, the others the
//! newest. What is left behind is not lost; it goes on where a layer has room, so the search stays complete.
//!
//! Source: beam search (Lowerre 1976); what is left behind as in the complete one of Zhang 1998; the newest beside the
//! nearest are our own.

use crate::frontier::{Frontier, NearAndNew, Sight};
use crate::table::NodeId;

/// Positions that wait in layers.
#[derive(Debug)]
pub struct Layers<const N: usize> {
    /// So many positions of a layer go on.
    width: usize,
    /// Those of this layer whose turn has not come, the nearest last.
    layer: Vec<(u32, NodeId)>,
    next: Vec<(Sight<N>, NodeId)>,
    left: NearAndNew<N>,
}

impl<const N: usize> Layers<N> {
    /// Layers of this width.
    #[must_use]
    pub fn new(width: usize) -> Layers<N> {
        Layers { width: width.max(2), layer: Vec::new(), next: Vec::new(), left: NearAndNew::default() }
    }

    /// Leaves all of the next layer behind but the best.
    fn cut(&mut self) {
        // Equals are drawn, so that nobody is favoured for when it was found.
        let lot = |node: NodeId| node.0.wrapping_mul(0x9e37_79b9).rotate_left(16).wrapping_mul(0x85eb_ca6b);
        let nearest = self.width / 2;
        self.next.select_nth_unstable_by_key(nearest, |&(sight, node)| (sight.estimate, lot(node)));
        let mut chosen = nearest;
        for way in 0..N {
            let newest = (self.width - chosen) / (N - way);
            self.next[chosen..]
                .select_nth_unstable_by_key(newest, |&(sight, node)| (sight.newness[way], sight.estimate, lot(node)));
            chosen += newest;
        }
        for (sight, node) in self.next.drain(self.width..) {
            self.left.push(sight, node);
        }
    }
}

impl<const N: usize> Frontier for Layers<N> {
    type Score = Sight<N>;

    fn push(&mut self, sight: Sight<N>, node: NodeId) {
        self.next.push((sight, node));
    }

    fn pop(&mut self) -> Option<(u32, NodeId)> {
        if self.layer.is_empty() {
            if self.next.len() > self.width {
                self.cut();
            }
            self.layer.extend(self.next.drain(..).map(|(sight, node)| (sight.estimate, node)));
            let room = self.width - self.layer.len();
            self.layer.extend(std::iter::from_fn(|| self.left.pop()).take(room));
            self.layer.sort_unstable_by_key(|&(estimate, node)| std::cmp::Reverse((estimate, node.0)));
        }
        self.layer.pop()
    }

    fn bytes(&self) -> usize {
        self.left.bytes()
            + self.layer.capacity() * size_of::<(u32, NodeId)>()
            + self.next.capacity() * size_of::<(Sight<N>, NodeId)>()
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
    fn a_layer_comes_after_the_one_before_and_takes_along_what_was_left() {
        let mut frontier = frontier(&[(3, 3), (9, 1), (1, 3), (8, 1), (2, 2), (4, 3)]);
        for node in 10..13 {
            frontier.pop();
            frontier.push(Sight { estimate: 0, newness: [3] }, NodeId(node));
        }
        assert_eq!(frontier.pop(), Some((9, NodeId(1))), "the layer goes first");
        let rest: Vec<u32> = std::iter::from_fn(|| frontier.pop()).map(|(_, node)| node.0).collect();
        assert_eq!(rest[..4], [10, 11, 12, 0], "there is room for one more, the nearest of those left");
        assert!(rest.contains(&5), "nothing is lost");
    }
}
