//! Frontiers: which of the waiting positions is next, for searches that go by what a judge says ([`crate::judged`]).
//!
//! Greed alone gets stuck: where every way on looks worse for a while, a search that always takes the best goes round in
//! circles among positions that are nearly the same. These frontiers spend some of their picks on others; [`crate::layers`]
//! moves on.

use crate::open::OpenList;
use crate::table::NodeId;

/// Positions that wait.
pub trait Frontier {
    /// What a judge says of a position.
    type Score: Copy;

    /// Adds a position.
    fn push(&mut self, score: Self::Score, node: NodeId);

    /// Takes the next position out, with how far it seems to be from solved. A position may come out more than once.
    fn pop(&mut self) -> Option<(u32, NodeId)>;

    /// Bytes held.
    fn bytes(&self) -> usize;
}

/// The position with the least score is next, among equals the newest; but one of so many picks takes the next score in
/// turn instead, from the best to the worst and over again.
///
/// Source: the search of YASS (B. Damgaard).
#[derive(Debug, Default)]
pub struct InTurn {
    open: OpenList<u32>,
    /// The score that had its turn last.
    turn: u32,
    picks: u64,
}

/// One of so many picks is from the next score in turn.
const TURN: u64 = 8;

impl Frontier for InTurn {
    type Score = u32;

    fn push(&mut self, score: u32, node: NodeId) {
        self.open.push(score, node);
    }

    fn pop(&mut self) -> Option<(u32, NodeId)> {
        self.picks += 1;
        if self.picks.is_multiple_of(TURN) {
            let next = self.open.pop_in(self.turn.saturating_add(1)..).or_else(|| self.open.pop());
            self.turn = next.map_or(0, |(score, _)| score);
            return next;
        }
        self.open.pop()
    }

    fn bytes(&self) -> usize {
        self.open.bytes()
    }
}

/// What a judge says who knows how near a position is and, in each of `N` ways to compare it with others, how new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight<const N: usize> {
    /// What is left to do; less is better.
    pub estimate: u32,
    /// 1 if something about it has never been seen, more if less is new.
    pub newness: [u8; N],
}

/// Queues in turn: of one the nearest position is next, of the others the newest, and among those the nearest. Every other
/// turn is that of the nearest; every position waits in all queues.
///
/// Source: best-first width search (Lipovetzky, Geffner 2017); queues in turn as in the planner LAMA (Richter, Westphal
/// 2010).
#[derive(Debug)]
pub struct NearAndNew<const N: usize> {
    near: OpenList<u32>,
    new: [OpenList<(u8, u32)>; N],
    turn: usize,
}

impl<const N: usize> Default for NearAndNew<N> {
    fn default() -> NearAndNew<N> {
        NearAndNew { near: OpenList::default(), new: std::array::from_fn(|_| OpenList::default()), turn: 0 }
    }
}

impl<const N: usize> Frontier for NearAndNew<N> {
    type Score = Sight<N>;

    fn push(&mut self, Sight { estimate, newness }: Sight<N>, node: NodeId) {
        self.near.push(estimate, node);
        for (queue, newness) in self.new.iter_mut().zip(newness) {
            queue.push((newness, estimate), node);
        }
    }

    fn pop(&mut self) -> Option<(u32, NodeId)> {
        let turn = self.turn;
        self.turn = (turn + 1) % (2 * N);
        // Each queue has everything, so when one is empty nothing waits any more.
        if turn.is_multiple_of(2) {
            self.near.pop()
        } else {
            self.new[turn / 2].pop().map(|((_, estimate), node)| (estimate, node))
        }
    }

    fn bytes(&self) -> usize {
        self.near.bytes() + self.new.iter().map(OpenList::bytes).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_their_turn() {
        let mut frontier = InTurn::default();
        (0..20).for_each(|node| frontier.push(node % 2 * 5, NodeId(node)));
        let popped: Vec<u32> = std::iter::from_fn(|| frontier.pop()).map(|(_, node)| node.0).collect();
        assert_eq!(popped[..9], [18, 16, 14, 12, 10, 8, 6, 19, 4], "the eighth is of the other score");
        assert_eq!(popped.len(), 20);
    }

    #[test]
    fn the_near_and_the_new_take_turns() {
        let mut frontier = NearAndNew::default();
        let sights = [(3, 3), (9, 1), (1, 3), (8, 1), (2, 2)];
        for (node, (estimate, newness)) in (0..).zip(sights) {
            frontier.push(Sight { estimate, newness: [newness] }, NodeId(node));
        }
        let popped: Vec<u32> = std::iter::from_fn(|| frontier.pop()).map(|(_, node)| node.0).collect();
        assert_eq!(popped[..6], [2, 3, 4, 1, 0, 4], "the nearest, then the newest");
        for node in 0..5 {
            assert_eq!(popped.iter().filter(|&&one| one == node).count(), 2, "each waits in both queues");
        }
    }

    #[test]
    fn what_is_new_in_different_ways_takes_turns() {
        let mut frontier = NearAndNew::default();
        let sights = [(3, [3, 1]), (9, [1, 3]), (1, [3, 3]), (8, [1, 3]), (2, [2, 1])];
        for (node, (estimate, newness)) in (0..).zip(sights) {
            frontier.push(Sight { estimate, newness }, NodeId(node));
        }
        let popped: Vec<u32> = std::iter::from_fn(|| frontier.pop()).map(|(_, node)| node.0).collect();
        assert_eq!(
            popped[..8],
            [2, 3, 4, 4, 0, 1, 3, 0],
            "the nearest, the newest in one way, the nearest, that in the other"
        );
        assert!((0..5).all(|node| popped.contains(&node)), "near or new, each has its turn");
    }
}
