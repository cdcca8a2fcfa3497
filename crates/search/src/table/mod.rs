//! The table of known states.
//!
//! Every generated state is stored once, exactly: a row of packed bytes, the number of its parent and the cost of the
//! best known path, in columns ([`mod@column`]); an index of 32-bit slots finds a row by its key. No state is ever lost to a
//! hash collision, because rows are compared in full.
//!
//! Bytes per state: the row, 8 for parent and cost, and 4.7 to 7.1 for the index; the first million states have 8 more for
//! their keys, so that the index of a small table grows without reading all rows again. Nothing is ever copied to grow, so there
//! are no sudden peaks: a memory limit can be kept closely.

pub mod column;
mod index;

use crate::packed::{BitReader, BitWriter, bytes_for};
use crate::{Cost, Domain, Past};
use column::{Column, Rows};
use index::Index;

/// Number of a stored state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// No state: the parent of a root.
    pub const NONE: NodeId = NodeId(u32::MAX);
}

/// The best known cost of a node, and whether the node was expanded with it.
const CLOSED: u32 = 1 << 31;

/// The keys of so many states are kept.
const MOST_KEYS: u32 = 1 << 20;

/// The stored states of a search over `D`.
pub struct NodeTable<D: Domain> {
    rows: Rows,
    parents: Column<u32>,
    costs: Column<u32>,
    index: Index,
    /// Of the first states.
    keys: Column<u64>,
    /// The packed form of the state asked about last.
    packed: Vec<u8>,
    key: u64,
    domain: std::marker::PhantomData<fn(&D)>,
}

/// There is no room for another state: the numbers or the bytes are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl<D: Domain> NodeTable<D> {
    /// An empty table for states of this domain.
    #[must_use]
    pub fn new(domain: &D) -> NodeTable<D> {
        let stride = bytes_for(domain.packed_bits());
        NodeTable {
            rows: Rows::new(stride),
            parents: Column::new(),
            costs: Column::new(),
            index: Index::new(),
            keys: Column::new(),
            packed: vec![0; stride],
            key: 0,
            domain: std::marker::PhantomData,
        }
    }

    /// Looks a state up.
    #[inline]
    pub fn find(&mut self, domain: &D, state: &D::State) -> Option<NodeId> {
        let mut writer = BitWriter::new(&mut self.packed);
        domain.pack(state, &mut writer);
        writer.finish();
        self.key = domain.key(state);
        debug_assert_eq!(self.key, domain.key_of(&mut BitReader::new(&self.packed)), "the incremental key went astray");
        self.index.find(self.key, |id| self.rows.get(id) == self.packed).map(NodeId)
    }

    /// The cost of the best known path to a state, if there is one. It is packed only if a tag of the index says that it may
    /// be there.
    #[inline]
    pub fn cost_of(&mut self, domain: &D, state: &D::State) -> Option<Cost> {
        let NodeTable { rows, index, packed, .. } = self;
        let mut is_packed = false;
        let id = index.find(domain.key(state), |id| {
            if !is_packed {
                let mut writer = BitWriter::new(packed);
                domain.pack(state, &mut writer);
                writer.finish();
                is_packed = true;
            }
            rows.get(id) == *packed
        })?;
        Some(self.cost(NodeId(id)))
    }

    /// Looks a state up by its key alone.
    #[must_use]
    pub fn find_key(&self, domain: &D, key: u64) -> Option<NodeId> {
        self.index.find(key, |id| key_of(domain, &self.rows, &self.keys, id) == key).map(NodeId)
    }

    /// Looks a packed state up.
    #[must_use]
    pub fn find_packed(&self, key: u64, packed: &[u8]) -> Option<NodeId> {
        self.index.find(key, |id| self.rows.get(id) == packed).map(NodeId)
    }

    /// Looks the state that was asked about last up in the table of another domain that packs it in the same way.
    #[inline]
    #[must_use]
    pub fn find_last_in<O: Domain>(&self, other: &NodeTable<O>) -> Option<NodeId> {
        other.find_packed(self.key, &self.packed)
    }

    /// The packed form of a stored state.
    #[inline]
    #[must_use]
    pub fn packed(&self, node: NodeId) -> &[u8] {
        self.rows.get(node.0)
    }

    /// Stores the state that [`NodeTable::find`] just did not find.
    pub fn insert(&mut self, domain: &D, parent: NodeId, cost: Cost) -> Result<NodeId, Full> {
        let id = self.rows.len();
        let NodeTable { rows, keys, index, .. } = self;
        index.insert(self.key, id, |row| key_of(domain, rows, keys, row))?;
        if id < MOST_KEYS {
            keys.push(self.key);
        }
        self.rows.push(&self.packed);
        self.parents.push(parent.0);
        self.costs.push(cost.min(CLOSED - 1));
        Ok(NodeId(id))
    }

    /// Makes `state` the stored one.
    #[inline]
    pub fn load(&self, domain: &D, node: NodeId, state: &mut D::State) {
        domain.unpack(&mut BitReader::new(self.rows.get(node.0)), state);
    }

    /// Makes `state` the stored one, to be expanded after its parent: what follows from both may be left out.
    #[inline]
    pub fn load_after_parent(&self, domain: &D, node: NodeId, state: &mut D::State) {
        self.load(domain, node, state);
        let parent = self.parent(node);
        if parent != NodeId::NONE {
            domain.come_from(state, &mut BitReader::new(self.rows.get(parent.0)));
        }
    }

    /// The cost of the best known path to a node.
    #[inline]
    #[must_use]
    pub fn cost(&self, node: NodeId) -> Cost {
        self.costs.get(node.0) & !CLOSED
    }

    /// Whether the node was expanded with its present cost.
    #[inline]
    #[must_use]
    pub fn is_closed(&self, node: NodeId) -> bool {
        self.costs.get(node.0) & CLOSED != 0
    }

    /// Notes that the node is being expanded.
    #[inline]
    pub fn close(&mut self, node: NodeId) {
        *self.costs.get_mut(node.0) |= CLOSED;
    }

    /// Gives a node another path; it is open again.
    pub fn reopen(&mut self, node: NodeId, parent: NodeId, cost: Cost) {
        *self.parents.get_mut(node.0) = parent.0;
        *self.costs.get_mut(node.0) = cost.min(CLOSED - 1);
    }

    /// The node that the best known path to a node comes from, [`NodeId::NONE`] for a root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> NodeId {
        NodeId(*self.parents.get(node.0))
    }

    /// The key of a stored state.
    #[must_use]
    pub fn key(&self, domain: &D, node: NodeId) -> u64 {
        key_of(domain, &self.rows, &self.keys, node.0)
    }

    /// How many states are stored.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.rows.len()
    }

    /// Whether nothing is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// Bytes held.
    #[inline]
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.rows.bytes() + self.parents.bytes() + self.costs.bytes() + self.keys.bytes() + self.index.bytes()
    }

    /// The path that ends in `node`, as the past of its successors.
    #[inline]
    #[must_use]
    pub fn past(&self, node: NodeId) -> PathTo<'_, D> {
        PathTo { nodes: self, node }
    }

    /// The packed states from a root to `node`.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<Vec<u8>> {
        let mut rows = Vec::new();
        let mut at = node;
        while at != NodeId::NONE {
            rows.push(self.rows.get(at.0).to_vec());
            at = self.parent(at);
        }
        rows.reverse();
        rows
    }
}

/// The key of a stored state: the one that is kept, or the one that its row tells.
#[inline]
fn key_of<D: Domain>(domain: &D, rows: &Rows, keys: &Column<u64>, row: u32) -> u64 {
    if row < keys.len() { *keys.get(row) } else { domain.key_of(&mut BitReader::new(rows.get(row))) }
}

/// A node and its ancestors.
pub struct PathTo<'a, D: Domain> {
    nodes: &'a NodeTable<D>,
    node: NodeId,
}

impl<D: Domain> Past for PathTo<'_, D> {
    fn visit(&self, visit: &mut dyn FnMut(&[u8]) -> bool) {
        let mut at = self.node;
        while at != NodeId::NONE && visit(self.nodes.rows.get(at.0)) {
            at = self.nodes.parent(at);
        }
    }
}
