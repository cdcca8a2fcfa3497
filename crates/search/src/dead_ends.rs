//! The recursive property of dead positions: if all successors of a position are dead, so is the position.
//!
//! Every expanded node counts its successors that are not known to be dead; a node that dies tells the node it was
//! reached from, and so on upwards. Two nodes that can be reached from each other never die, which is always safe.
//! Source: GroupEffort (Froleyks and Balyo 2017).
//!
//! A search that keeps all its nodes never expands one twice, so it gains nothing itself. What it gains is a table of
//! positions proven dead that other searches can use.
//! Cost: 2 bytes per node, and a step upwards for every node that dies.

use crate::table::NodeId;
use crate::table::column::Column;

/// The counts of a search's nodes.
#[derive(Debug, Default)]
pub(crate) struct DeadEnds {
    /// Successors that may still lead to a goal; [`UNKNOWN`] before a node is expanded.
    alive: Column<u16>,
    dead: u64,
}

const UNKNOWN: u16 = u16::MAX;

impl DeadEnds {
    /// Makes room for a new node.
    pub(crate) fn add(&mut self) {
        self.alive.push(UNKNOWN);
    }

    pub(crate) fn is_dead(&self, node: NodeId) -> bool {
        *self.alive.get(node.0) == 0
    }

    /// Notes how many successors of an expanded node may lead to a goal. `parent` tells where a node was reached from,
    /// `died` sees every node that is found to be dead.
    pub(crate) fn expanded(
        &mut self,
        node: NodeId,
        alive: usize,
        parent: impl Fn(NodeId) -> NodeId,
        mut died: impl FnMut(NodeId),
    ) {
        *self.alive.get_mut(node.0) = alive.min(usize::from(UNKNOWN) - 1) as u16;
        let mut at = node;
        while at != NodeId::NONE && self.is_dead(at) {
            self.dead += 1;
            died(at);
            at = parent(at);
            if at == NodeId::NONE {
                return;
            }
            let alive = self.alive.get_mut(at.0);
            // A node whose path was improved after it had been counted may have a parent that is not expanded yet.
            if *alive != UNKNOWN && *alive > 0 {
                *alive -= 1;
            } else {
                return;
            }
        }
    }

    /// How many nodes are known to be dead.
    pub(crate) fn dead(&self) -> u64 {
        self.dead
    }

    pub(crate) fn bytes(&self) -> usize {
        self.alive.bytes()
    }
}
