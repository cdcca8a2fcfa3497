//! What a game tells the search.

use crate::packed::{BitReader, BitWriter};

/// The price of an action or a path.
pub type Cost = u32;

/// A state space: positions, what follows from them, and how they are packed.
///
/// The working form of a position ([`Domain::State`]) may be as comfortable as it likes, it exists a few times per
/// search. What is stored by the million is the packed form: exactly [`Domain::packed_bits`] bits, equal for equal
/// positions.
pub trait Domain {
    /// A position in its working form, with whatever derived data makes [`Domain::expand`] cheap.
    type State: Clone;
    /// What leads from a position to a successor.
    type Action: Copy;

    /// How many bits a packed state has.
    fn packed_bits(&self) -> usize;

    /// Packs a state: equal positions give equal bits.
    fn pack(&self, state: &Self::State, bits: &mut BitWriter<'_>);

    /// Makes `state` the position that was packed.
    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut Self::State);

    /// Tells a state that was just unpacked which position it was generated from, given as that was packed. The next
    /// [`Domain::expand`] may leave out what follows from that position as well.
    #[inline]
    fn come_from(&self, _state: &mut Self::State, _parent: &mut BitReader<'_>) {}

    /// A 64-bit key of the position, normally kept up to date by [`Domain::expand`] instead of being computed here.
    fn key(&self, state: &Self::State) -> u64;

    /// The same key, computed from a packed state and nothing else.
    fn key_of(&self, bits: &mut BitReader<'_>) -> u64;

    /// The positions a search begins with.
    fn roots(&self) -> Vec<Self::State>;

    /// Whether nothing is left to do.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Calls `visit` with every successor: the state is changed in place, shown, and changed back.
    fn expand(&self, state: &mut Self::State, visit: impl FnMut(&Self::State, Self::Action, Cost));

    /// Whether the position, reached at `cost`, need not be expanded, because whatever can be done from here can be done no
    /// dearer from another one. `known` tells what the best known path to a position costs.
    #[inline]
    fn is_outdone(
        &self,
        _state: &mut Self::State,
        _cost: Cost,
        _known: impl FnMut(&Self::State) -> Option<Cost>,
    ) -> bool {
        false
    }

    /// Whether every action costs 1; a goal may then be accepted when it is generated without losing optimality.
    fn unit_cost(&self) -> bool;
}

/// An estimate of what is left to pay.
pub trait Heuristic<D: Domain> {
    /// Called with a position before its successors are estimated: estimates that are kept up to date from position to
    /// position prepare themselves here.
    fn enter(&mut self, _domain: &D, _state: &D::State) {}

    /// Called before every expansion. An estimate that learns on the way finds out a little more, and says whether
    /// some positions may be estimated at more than before.
    fn learn(&mut self) -> bool {
        false
    }

    /// The estimate for a position, or `None` if the position provably has no solution. Most estimates depend on the
    /// position alone; some look at the `past`, the path that led to it.
    fn estimate(&mut self, domain: &D, state: &D::State, past: &dyn Past) -> Option<Cost>;
}

/// The predecessors of a position on the path to it.
pub trait Past {
    /// Calls `visit` with the packed predecessors, the nearest first, until it returns `false` or a root was visited.
    fn visit(&self, visit: &mut dyn FnMut(&[u8]) -> bool);
}

/// The past of a root.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPast;

impl Past for NoPast {
    fn visit(&self, _: &mut dyn FnMut(&[u8]) -> bool) {}
}

/// Knows nothing: always zero. Admissible and consistent for every domain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<D: Domain> Heuristic<D> for Blind {
    #[inline]
    fn estimate(&mut self, _: &D, _: &D::State, _: &dyn Past) -> Option<Cost> {
        Some(0)
    }
}
