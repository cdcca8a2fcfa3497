//! Strategies for hard puzzles: guided searches, a beam, and a relay of the best of them.

use super::KwirkSolver;
use crate::Puzzle;
use crate::estimate::Apart;
use crate::guide::{KwirkGuide, Variant};
use crate::space::Interactions;
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{Beam, BestFirst, Goalward, Guided, Objective, Order, Properties, Relay, Translated};
use std::sync::Arc;

const ORDER: OptionInfo = OptionInfo {
    key: "order",
    values: Values::Words(&["opening", "crossing", "advance", "filling", "delivery"]),
    default: "opening",
    help: "what counts as progress: less to cross, more open floor, fewer holes, blocks nearer to holes",
};
const BEAM_ORDER: OptionInfo = OptionInfo { default: "delivery", ..ORDER };
const WIDTH: OptionInfo = OptionInfo {
    key: "width",
    values: Values::Whole(1, 1_000_000),
    default: "2500",
    help: "how many positions of each layer are kept at first; a run without success is repeated three times as wide",
};

pub(super) const GUIDED: StrategyInfo = StrategyInfo {
    name: "guided",
    summary: "novel positions first, by features such as what is left to cross",
    source: "Lipovetzky, Geffner 2017; Shoham, Schaeffer 2020",
    options: &[ORDER],
};
pub(super) const BEAM: StrategyInfo = StrategyInfo {
    name: "beam",
    summary: "layer by layer, the most promising positions of each",
    source: "beam search with novelty",
    options: &[BEAM_ORDER, WIDTH],
};
pub(super) const RELAY: StrategyInfo = StrategyInfo {
    name: "relay",
    summary: "breadth-first, three guided searches and a beam in turn",
    source: "boxwright; portfolios: Froleyks, Balyo 2017",
    options: &[],
};

/// Complete, since nothing but dead positions is thrown away; best in nothing.
const PROMISES: Properties = Properties { complete: true, optimal: Objective::Any };

/// The solver a spec names, if it is one of these.
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>) -> Option<KwirkSolver> {
    let order = || match spec.get(ORDER.key) {
        "crossing" => Variant::Crossing,
        "advance" => Variant::Advance,
        "filling" => Variant::Filling,
        "delivery" => Variant::Delivery,
        _ => Variant::Opening,
    };
    Some(match spec.info.name {
        "guided" => guided(puzzle, order()),
        "beam" => boxed(Beam::new(
            Interactions::new(puzzle),
            KwirkGuide::new(puzzle, order()),
            spec.whole(WIDTH.key) as usize,
        )),
        "relay" => relay(puzzle),
        _ => return None,
    })
}

fn guided(puzzle: &Arc<Puzzle>, variant: Variant) -> KwirkSolver {
    boxed(Guided::new(Interactions::new(puzzle), KwirkGuide::new(puzzle, variant)))
}

fn boxed<S: Goalward<Domain = Interactions> + Send + 'static>(search: S) -> KwirkSolver {
    Box::new(Translated::new(search, PROMISES, Interactions::plan))
}

/// Nodes of the first turn of a guided member.
const FIRST_ROUND: u64 = 2_000;

/// A breadth-first node costs a tenth of a guided one.
const PLAIN: u64 = 8;

/// Each member is in because it solves puzzles of *Going Up?* that the others do not, or much sooner: breadth-first
/// average-3 and hard-2 with the fewest interactions, filling average-8, opening average-7 and hard-8, advance
/// average-9, the beam hard-6 and hard-7.
fn relay(puzzle: &Arc<Puzzle>) -> KwirkSolver {
    let member = |variant| {
        let puzzle = Arc::clone(puzzle);
        move || guided(&puzzle, variant)
    };
    let (for_bfs, for_beam) = (Arc::clone(puzzle), Arc::clone(puzzle));
    let relay = Relay::new(FIRST_ROUND)
        .with(PLAIN, move || boxed(BestFirst::new(Interactions::new(&for_bfs), Apart, Order::BREADTH_FIRST, true)))
        .with(1, member(Variant::Filling))
        .with(1, member(Variant::Opening))
        .with(1, member(Variant::Advance))
        .with(2, move || {
            boxed(Beam::new(Interactions::new(&for_beam), KwirkGuide::new(&for_beam, Variant::Delivery), 800))
        });
    Box::new(relay)
}
