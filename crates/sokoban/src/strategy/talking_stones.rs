//! Talking Stones: look for a position from which the boxes can be brought to the goals one by one.
//!
//! Source: van Lishout and Gribomont, "Single-Player Games: Introduction to a New Solving Method" (2006). The defaults
//! are theirs: iterative deepening over single pushes, where a position that the protocol ([`crate::protocol`]) solves
//! ends the search; goals with the most walls first; the first stone that can go. How ours differs from it even then:
//! pushes that are dead by the rules of [`Pushes`] are not made, and no position is entered twice at the same depth.
//! So, and because the paper leaves ties between goals and between stones open, node counts and depths differ from the
//! published ones: mostly fewer nodes, on three of its nine levels one push deeper.
//!
//! Beyond the paper:
//! - `order=retrograde` fills the goals in an order found by pulling boxes away ([`crate::protocol::GoalOrder`]).
//! - The searches other than `id` go on where the protocol gives up ([`Deliveries`]), and judge a position by the
//!   number of goals that the protocol leaves empty. The paper found no heuristic that fits, since it looked for one
//!   that measures distances; this one measures what the protocol still cannot do.
//! - `astar` adds that number to the pushes made between runs of the protocol; `greedy` takes the smallest number first.
//! - `cells` trusts the number less: in turn it takes a position with the fewest pushes among all, and one with the
//!   fewest among those with the same number left, each number being served in turn, in the manner of the feature
//!   cells of FESS (Shoham and Schaeffer 2020). It solves the most levels, since a position with many filled goals is
//!   often a dead end.
//!
//! All of them are complete: pushes are never left out, whatever the protocol says. None is optimal.

use super::SokobanSolver;
use crate::Puzzle;
use crate::protocol::{GoalOrder, Pick, Protocol, Stones};
use crate::space::{Deliveries, Push, PushState, Pushes};
use boxwright_search::guide::{Guide, Look, Place};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{
    BestFirst, Cost, Deepening, Finished, Guided, Heuristic, OneMore, Order, Past, Properties, Translated,
};
use std::sync::Arc;

pub(super) const NAME: &str = "talking-stones";

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    summary: "looks for a position from which boxes can be brought to the goals one by one",
    source: "van Lishout, Gribomont 2006",
    options: &[ORDER, PICK, SEARCH],
};
const ORDER: OptionInfo = OptionInfo {
    key: "order",
    values: Values::Words(&["walls", "retrograde"]),
    default: "walls",
    help: "which goal is filled first: one with many walls around it, or the last that could be emptied by pulling",
};
const PICK: OptionInfo = OptionInfo {
    key: "pick",
    values: Values::Words(&["first", "shortest"]),
    default: "first",
    help: "which box goes to a goal: the first that can, row by row, or the one with the fewest pushes",
};
const SEARCH: OptionInfo = OptionInfo {
    key: "search",
    values: Values::Words(&["id", "astar", "greedy", "cells"]),
    default: "id",
    help: "how to look for it: iterative deepening, or by the number of goals that remain empty",
};

/// Enough for the number of goals left empty to decide before the pushes made.
const GREEDY_WEIGHT: u32 = 1 << 12;

/// A solver for a spec of this strategy.
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, promises: Properties) -> SokobanSolver {
    let order = match spec.get(ORDER.key) {
        "retrograde" => GoalOrder::Retrograde,
        _ => GoalOrder::Walls,
    };
    let pick = match spec.get(PICK.key) {
        "shortest" => Pick::Shortest,
        _ => Pick::First,
    };
    let protocol = Protocol::new(puzzle, order, pick);
    let best_first = |protocol, order| {
        let search = BestFirst::new(Deliveries::new(puzzle, protocol), EmptyGoals, order, false);
        Box::new(Translated::new(search, promises, Deliveries::plan))
    };
    match spec.get(SEARCH.key) {
        "astar" => best_first(protocol, Order::A_STAR),
        "greedy" => best_first(protocol, Order::Weighted { path: 1, estimate: GREEDY_WEIGHT }),
        "cells" => {
            let search = Guided::new(Deliveries::new(puzzle, protocol), EmptyGoals);
            Box::new(Translated::new(search, promises, Deliveries::plan))
        }
        _ => {
            let space = Finished::new(Pushes::new(puzzle), Stones::new(protocol));
            Box::new(Translated::new(Deepening::new(space, OneMore, false), promises, whole_plan))
        }
    }
}

fn whole_plan(space: &Finished<Pushes, Stones>, pushes: &[Push]) -> crate::Plan {
    space.domain().plan(&space.whole(pushes))
}

/// Judges a position by the number of goals that the protocol leaves empty.
struct EmptyGoals;

impl Heuristic<Deliveries> for EmptyGoals {
    fn estimate(&mut self, space: &Deliveries, state: &PushState, _: &dyn Past) -> Option<Cost> {
        Some(space.left(state) as Cost)
    }
}

impl Guide<Deliveries> for EmptyGoals {
    fn look(&mut self, space: &Deliveries, state: &PushState, look: &mut Look) -> bool {
        look.features[0] = space.left(state) as u32;
        true
    }

    fn queues(&self) -> usize {
        2
    }

    fn place(&self, queue: usize, look: &Look, _: u32, cost: Cost) -> Place {
        let outer = if queue == 0 { look.features[0] } else { 0 };
        Place { outer, inner: 0, order: cost.into() }
    }
}
