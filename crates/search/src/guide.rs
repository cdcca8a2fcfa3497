//! Guides: what a game knows about its positions beyond a single estimate.

use crate::novelty::{Atom, Novelty};
use crate::{Cost, Domain};

/// What a guide says of a position.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Small numbers, in the guide's own order.
    pub features: [u32; 8],
    /// The atoms, ascending.
    pub atoms: Vec<Atom>,
    /// Atoms that count for novelty 1 only.
    pub single: Vec<Atom>,
    /// Positions are compared with those of the same partition.
    pub partition: u64,
}

/// Where a position waits in a queue. Cells are served in turn: first the outer ones, in each of them the inner ones;
/// inside a cell the smallest order comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// The outer cell.
    pub outer: u32,
    /// The inner cell.
    pub inner: u32,
    /// Smaller is better.
    pub order: u64,
}

/// Knows the game.
pub trait Guide<D: Domain> {
    /// Describes a position; `false` if it provably has no solution.
    fn look(&mut self, domain: &D, state: &D::State, look: &mut Look) -> bool;

    /// How many queues there are.
    fn queues(&self) -> usize;

    /// Where a position waits in a queue.
    fn place(&self, queue: usize, look: &Look, novelty: u32, cost: Cost) -> Place;
}

/// A guide together with what it has seen: looks at positions and judges their novelty.
pub struct Judge<G> {
    pub(crate) guide: G,
    /// What was seen last, of a position that was judged.
    pub look: Look,
    novelty: Novelty,
    parent: Look,
    changed: Vec<Atom>,
}

/// The share of the memory that is used to remember what has been seen, and the most of it.
const NOVELTY_SHARE: usize = 8;
const NOVELTY_BYTES: usize = 128 << 20;

impl<G> Judge<G> {
    /// A judge who has seen nothing, for a search that may hold so many bytes.
    pub fn new(guide: G, bytes: usize) -> Judge<G> {
        let novelty = Novelty::new(NOVELTY_BYTES.min(bytes / NOVELTY_SHARE));
        Judge { guide, look: Look::default(), novelty, parent: Look::default(), changed: Vec::new() }
    }

    /// Forgets what it has seen, to remember more from now on, in a search that may hold so many bytes.
    pub fn may_hold(&mut self, bytes: usize) {
        self.novelty = Novelty::new(NOVELTY_BYTES.min(bytes / NOVELTY_SHARE));
    }

    /// Looks at a position whose successors will be judged; the judge need not have seen it. `None` if it provably has
    /// no solution.
    pub fn look_at_parent<D: Domain>(&mut self, domain: &D, state: &D::State) -> Option<&Look>
    where
        G: Guide<D>,
    {
        self.guide.look(domain, state, &mut self.parent).then_some(&self.parent)
    }

    /// The novelty of a successor, or of a root if no parent was looked at; `None` if it provably has no solution.
    /// What was seen is in `look`.
    pub fn judge<D: Domain>(&mut self, domain: &D, state: &D::State) -> Option<u32>
    where
        G: Guide<D>,
    {
        if !self.guide.look(domain, state, &mut self.look) {
            return None;
        }
        let Look { atoms, single, partition, .. } = &self.look;
        self.changed.clear();
        if *partition == self.parent.partition {
            self.changed.extend(atoms.iter().filter(|a| self.parent.atoms.binary_search(a).is_err()));
        } else {
            self.changed.extend(atoms);
        }
        Some(self.novelty.judge(*partition, atoms, &self.changed, single))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.novelty.bytes()
    }
}
