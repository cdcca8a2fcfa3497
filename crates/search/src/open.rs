//! The open list: nodes waiting to be expanded, best first.
//!
//! Priorities are small integers, so nodes wait in buckets, one per (priority, tie-break) pair, and the last one in is
//! the first one out: among equals that follows the newest path down. A bucket is a chain of blocks from a common pool,
//! so a waiting node costs four bytes and nothing is copied when a bucket grows.

use crate::table::NodeId;
use crate::table::column::Column;
use std::collections::BTreeMap;

const BLOCK: usize = 63;

#[derive(Clone, Debug)]
struct Block {
    below: u32,
    nodes: [u32; BLOCK],
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    top: u32,
    filled: usize,
}

/// No block.
const NONE: u32 = u32::MAX;

/// Nodes by priority, smallest first; among equals the last pushed first.
#[derive(Debug, Default)]
pub struct OpenList {
    buckets: BTreeMap<(u32, u32), Bucket>,
    blocks: Column<Block>,
    free: Vec<u32>,
    len: u64,
}

impl OpenList {
    /// An empty list.
    #[must_use]
    pub fn new() -> OpenList {
        OpenList::default()
    }

    /// Adds a node.
    pub fn push(&mut self, priority: u32, tie_break: u32, node: NodeId) {
        let bucket = self.buckets.entry((priority, tie_break)).or_insert(Bucket { top: NONE, filled: BLOCK });
        if bucket.filled == BLOCK {
            let below = bucket.top;
            bucket.top = match self.free.pop() {
                Some(block) => {
                    self.blocks.get_mut(block).below = below;
                    block
                }
                None => {
                    self.blocks.push(Block { below, nodes: [0; BLOCK] });
                    self.blocks.len() - 1
                }
            };
            bucket.filled = 0;
        }
        self.blocks.get_mut(bucket.top).nodes[bucket.filled] = node.0;
        bucket.filled += 1;
        self.len += 1;
    }

    /// Takes the best node out, with its priority.
    pub fn pop(&mut self) -> Option<(u32, NodeId)> {
        let mut entry = self.buckets.first_entry()?;
        let priority = entry.key().0;
        let bucket = entry.get_mut();
        bucket.filled -= 1;
        let block = self.blocks.get(bucket.top);
        let node = block.nodes[bucket.filled];
        if bucket.filled == 0 {
            self.free.push(bucket.top);
            bucket.top = block.below;
            bucket.filled = BLOCK;
            if bucket.top == NONE {
                entry.remove();
            }
        }
        self.len -= 1;
        Some((priority, NodeId(node)))
    }

    /// How many nodes wait.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether none waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.blocks.bytes() + self.free.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pops_the_best_and_newest(pushes in prop::collection::vec(prop::option::weighted(0.7, (0u32..4, 0u32..3)), 0..2000)) {
            let mut ours = OpenList::new();
            let mut oracle: Vec<((u32, u32), u32)> = Vec::new();
            for (i, push) in pushes.into_iter().enumerate() {
                if let Some(priority) = push {
                    ours.push(priority.0, priority.1, NodeId(i as u32));
                    oracle.push((priority, i as u32));
                } else {
                    let best = oracle.iter().enumerate().min_by_key(|(_, (p, i))| (*p, u32::MAX - i)).map(|(at, _)| at);
                    let expected = best.map(|at| oracle.remove(at)).map(|((f, _), i)| (f, NodeId(i)));
                    prop_assert_eq!(ours.pop(), expected);
                }
                prop_assert_eq!(ours.len(), oracle.len() as u64);
            }
        }
    }
}
