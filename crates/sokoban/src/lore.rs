//! What is found out about a puzzle once and used by many searches.
//!
//! The members of a portfolio ask the same questions: which pairs of boxes are dead, in which order goals are to be
//! filled, which corrals can be opened. On large boards an answer takes as long as a thousand positions, so the first who asks works it out and all others
//! get the same.

use crate::Puzzle;
use crate::deadlock::{Pairs, Verdicts};
use crate::fess::{Packing, Planning};
use crate::macros::Way;
use std::sync::{Arc, OnceLock};

/// Answers, as far as somebody has asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lore {
    pairs: [OnceLock<Option<Arc<Pairs>>>; 2],
    packings: [OnceLock<Arc<Packing>>; 3],
    verdicts: Arc<Verdicts>,
}

impl Lore {
    /// What of it does not depend on where the puzzle begins.
    pub(crate) fn for_another_start(&self) -> Lore {
        let [pairs, _] = &self.pairs;
        Lore {
            pairs: [pairs.clone(), OnceLock::new()],
            packings: Default::default(),
            verdicts: Arc::clone(&self.verdicts),
        }
    }
}

impl Puzzle {
    /// Pairs of boxes that cannot both be solved, unless the board is too large to try them all.
    pub(crate) fn dead_pairs(&self, way: Way) -> Option<Arc<Pairs>> {
        self.lore().pairs[way as usize].get_or_init(|| Pairs::new(self, way).map(Arc::new)).clone()
    }

    /// What is known of the fences of corrals.
    pub(crate) fn verdicts(&self) -> Arc<Verdicts> {
        Arc::clone(&self.lore().verdicts)
    }

    /// The packing plan made in one of the ways.
    pub(crate) fn packing(&self, planning: Planning) -> Arc<Packing> {
        Arc::clone(self.lore().packings[planning as usize].get_or_init(|| Arc::new(Packing::new(self, planning))))
    }
}
