//! The open list: nodes waiting to be expanded, best first.
//!
//! Priorities are small integers, so nodes wait in buckets, one per key, and the last one in is the first one out: among
//! equals that follows the newest path down. A bucket is a chain of blocks from a common pool, so a waiting node costs
//! four bytes and nothing is copied when a bucket grows.

use crate::table::NodeId;
use crate::table::column::Column;
use std::collections::BTreeMap;
use std::ops::RangeBounds;

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

/// Nodes by key, smallest first; among equals the last pushed first. Keys are what a search orders by: the priority and
/// a tie-break for [`crate::BestFirst`].
#[derive(Debug)]
pub struct OpenList<K> {
    buckets: BTreeMap<K, Bucket>,
    blocks: Column<Block>,
    free: Vec<u32>,
    len: u64,
}

impl<K: Ord + Copy> Default for OpenList<K> {
    fn default() -> OpenList<K> {
        OpenList::new()
    }
}

impl<K: Ord + Copy> OpenList<K> {
    /// An empty list.
    #[must_use]
    pub const fn new() -> OpenList<K> {
        OpenList { buckets: BTreeMap::new(), blocks: Column::new(), free: Vec::new(), len: 0 }
    }

    /// Adds a node.
    pub fn push(&mut self, key: K, node: NodeId) {
        let bucket = self.buckets.entry(key).or_insert(Bucket { top: NONE, filled: BLOCK });
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

    /// Takes the best node out, with its key.
    #[inline]
    pub fn pop(&mut self) -> Option<(K, NodeId)> {
        let mut entry = self.buckets.first_entry()?;
        let key = *entry.key();
        let (node, emptied) = take(entry.get_mut(), &self.blocks, &mut self.free);
        if emptied {
            entry.remove();
        }
        self.len -= 1;
        Some((key, node))
    }

    /// Takes the best node with a key in the range out.
    pub fn pop_in(&mut self, range: impl RangeBounds<K>) -> Option<(K, NodeId)> {
        let (&key, bucket) = self.buckets.range_mut(range).next()?;
        let (node, emptied) = take(bucket, &self.blocks, &mut self.free);
        if emptied {
            self.buckets.remove(&key);
        }
        self.len -= 1;
        Some((key, node))
    }

    /// The smallest key in the range.
    pub fn first_in(&self, range: impl RangeBounds<K>) -> Option<K> {
        self.buckets.range(range).next().map(|(&key, _)| key)
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
        self.blocks.bytes() + self.free.capacity() * size_of::<u32>() + self.buckets.len() * BUCKET_BYTES
    }
}

/// About what a bucket costs in the map of buckets.
const BUCKET_BYTES: usize = 64;

/// The newest node of a bucket, and whether it was the last.
#[inline]
fn take(bucket: &mut Bucket, blocks: &Column<Block>, free: &mut Vec<u32>) -> (NodeId, bool) {
    bucket.filled -= 1;
    let block = blocks.get(bucket.top);
    let node = NodeId(block.nodes[bucket.filled]);
    if bucket.filled == 0 {
        free.push(bucket.top);
        bucket.top = block.below;
        bucket.filled = BLOCK;
    }
    (node, bucket.top == NONE)
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
                    ours.push(priority, NodeId(i as u32));
                    oracle.push((priority, i as u32));
                } else {
                    let from = (i as u32 % 3, 0);
                    let in_range = |p: &(u32, u32)| i % 2 == 0 || *p >= from;
                    let best = oracle.iter().enumerate().filter(|(_, (p, _))| in_range(p));
                    let best = best.min_by_key(|(_, (p, i))| (*p, u32::MAX - i)).map(|(at, _)| at);
                    let expected = best.map(|at| oracle.remove(at)).map(|(p, i)| (p, NodeId(i)));
                    if i % 2 != 0 {
                        prop_assert_eq!(ours.first_in(from..), expected.map(|e| e.0));
                    }
                    prop_assert_eq!(if i % 2 == 0 { ours.pop() } else { ours.pop_in(from..) }, expected);
                }
                prop_assert_eq!(ours.len(), oracle.len() as u64);
            }
        }
    }
}
