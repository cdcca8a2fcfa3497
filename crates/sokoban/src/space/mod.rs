//! State spaces of Sokoban: what counts as a position and as one action.
//!
//! | space | position | action | cost |
//! |---|---|---|---|
//! | [`Pushes`] | boxes and the region the player can walk in | one push, the walk to it included | 1 |
//! | [`MacroPushes`] | the same | one box any distance | its pushes |
//! | [`Pruned`] | the same | one push, with every rule that keeps the fewest pushes | 1 |
//! | [`Walks`] | boxes and the player's square after a push | a walk and a push | as the objective wants it |
//! | [`Steps`] | boxes and the player's square | one step or push | as the objective wants it |
//! | [`Deliveries`] | as in [`Pushes`] | one push, or a run of the stone-by-stone protocol | 1, or nothing |
//! | [`Pulls`] | as in [`Pushes`] | one pull, from the solved positions back to the start | 1 |
//! | [`MacroPulls`] | the same | one box pulled any distance | its pulls |
//!
//! [`Symmetric`] makes one position of those that are images of each other, for puzzles that are symmetric.
//!
//! Those with pushes leave out pushes to dead squares and pushes that freeze a box off the goals. Pulling needs no such
//! rules: whatever can be reached from a solved position by pulls can be solved.

/// The part of a [`Domain`](boxwright_search::Domain) that is about positions, for a space with a field `pushes` whose
/// positions are those of [`Pushes`].
macro_rules! positions_of_pushes {
    () => {
        fn packed_bits(&self) -> usize {
            self.pushes.packed_bits()
        }

        #[inline]
        fn pack(&self, state: &PushState, bits: &mut boxwright_search::packed::BitWriter<'_>) {
            self.pushes.pack(state, bits);
        }

        #[inline]
        fn unpack(&self, bits: &mut boxwright_search::packed::BitReader<'_>, state: &mut PushState) {
            self.pushes.unpack(bits, state);
        }

        #[inline]
        fn key(&self, state: &PushState) -> u64 {
            self.pushes.key(state)
        }

        #[inline]
        fn key_of(&self, bits: &mut boxwright_search::packed::BitReader<'_>) -> u64 {
            self.pushes.key_of(bits)
        }
    };
}
pub(crate) use positions_of_pushes;

mod deliveries;
mod macro_pulls;
mod macro_pushes;
mod position_code;
mod pruned;
mod pulls;
mod pushes;
mod region;
mod steps;
mod symmetric;
mod walks;

pub use deliveries::{Act, Deliveries};
pub use macro_pulls::{MacroPullState, MacroPulls};
pub use macro_pushes::{MacroPushes, MacroState};
pub(crate) use position_code::PositionCode;
pub use pruned::{Prune, Pruned};
pub use pulls::{Pull, PullState, Pulls};
pub(crate) use pushes::steps_of;
pub use pushes::{Push, PushState, Pushes, plan};
pub use steps::{StepState, Steps};
pub use symmetric::{Position, Symmetric};
pub use walks::{WalkState, Walks};
