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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_level;
    use crate::space::plan;
    use boxwright_grid::SquareSet;
    use boxwright_search::{Objective, Slice, Status};

    #[test]
    fn the_way_leads_to_what_was_drawn() {
        let lookouts = [
            Lookout::Packing("fess"),
            Lookout::Loose(Loosen::Far),
            Lookout::Loose(Loosen::Free),
            Lookout::Halfway("aim(loosen=free)"),
        ];
        for lookout in lookouts {
            let mut drawn = 0;
            for seed in 0..400 {
                let level = random_level(seed, 10, 9, 5);
                let puzzle = Arc::new(Puzzle::new(&level).unwrap());
                if puzzle.is_hopeless() {
                    continue;
                }
                let promises = Properties { complete: true, optimal: Objective::Any };
                let mut scout = lookout.scout(&puzzle, promises, &Arc::default());
                for turn in 0..100 {
                    if scout.step(Slice { expansions: 2, bytes: usize::MAX }) != Status::Running {
                        break;
                    }
                    let Some((node, state)) = scout.draw(turn) else { continue };
                    let pushes = MacroPushes::new(&puzzle).pushes(&scout.way_to(node));
                    let floor = puzzle.floor();
                    let mut boxes = SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied());
                    for push in &pushes {
                        boxes.remove(push.from);
                        boxes.insert(floor.next(push.from, push.direction));
                    }
                    assert_eq!(boxes, state.boxes, "seed {seed}, {lookout:?}");
                    assert!(!pushes.is_empty() && plan(&puzzle, &pushes).is_some(), "seed {seed}, {lookout:?}");
                    drawn += 1;
                }
            }
            assert!(drawn > 10, "{lookout:?}: {drawn}");
        }
    }
}
