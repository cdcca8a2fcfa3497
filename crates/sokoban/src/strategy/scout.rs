//! Scouts: searches that go forwards, and whose positions others begin at.
//!
//! What a scout looks for decides which positions it comes to, and from some of them the rest is easy. A packing, a loose
//! board, a board that the solved one was loosened to: on one level one of them leads there, on the next another.

use super::{advice, aim, halves, in_manner, own_spec};
use crate::aim::{Loosen, Loosening};
use crate::fess::SokobanAdviser;
use crate::macros::{MacroMove, Way};
use crate::space::{MacroPushes, MacroState};
use crate::{Plan, Puzzle};
use boxwright_search::table::NodeId;
use boxwright_search::{Adviser, Fess, Properties, Shared, Side, Solver, Translated, Visitor};
use std::sync::Arc;

/// A search that goes forwards.
pub(super) trait Scout: Solver<Plan = Plan> + Send {
    /// One of the positions it has come to; a random number says which.
    fn draw(&self, random: u64) -> Option<(NodeId, MacroState)>;

    /// The way to a position that was drawn.
    fn way_to(&self, node: NodeId) -> Vec<MacroMove>;
}

/// What a scout looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lookout {
    /// A packing, by the plan that a feature space search with this spec makes.
    Packing(&'static str),
    /// A loose board.
    Loose(Loosen),
    /// A board that can be got to from the goals and is loose: `aim` with this spec.
    Halfway(&'static str),
}

impl Lookout {
    /// A scout that looks for it.
    pub(super) fn scout(self, puzzle: &Arc<Puzzle>, promises: Properties, shared: &Arc<Shared>) -> Box<dyn Scout> {
        match self {
            Lookout::Packing(text) => {
                let spec = own_spec(text);
                let adviser = SokobanAdviser::new(puzzle, advice(&spec));
                features(in_manner(&spec, Fess::new(MacroPushes::new(puzzle), adviser)), promises, shared)
            }
            Lookout::Loose(flavour) => {
                let loosening = Loosening::new(puzzle, Way::Push, flavour);
                features(Fess::new(MacroPushes::new(puzzle), loosening), promises, shared)
            }
            Lookout::Halfway(text) => aim::scout(&own_spec(text), puzzle, promises, shared),
        }
    }
}

/// A feature space search as a scout.
fn features<A: Adviser<MacroPushes> + Send + 'static>(
    search: Fess<MacroPushes, A>,
    promises: Properties,
    shared: &Arc<Shared>,
) -> Box<dyn Scout> {
    let search = search.meeting(Visitor::new(shared, Side::Forward));
    Box::new(Translated::new(search, promises, MacroPushes::plan).with_halves(Some(halves::MACRO_PUSHES)))
}

impl<A, F> Scout for Translated<Fess<MacroPushes, A>, F>
where
    A: Adviser<MacroPushes> + Send,
    F: Fn(&MacroPushes, &[MacroMove]) -> Plan + Send,
{
    fn draw(&self, random: u64) -> Option<(NodeId, MacroState)> {
        self.search().draw(random)
    }

    fn way_to(&self, node: NodeId) -> Vec<MacroMove> {
        self.search().way_to(node)
    }
}
