//! Strategies for hard puzzles: feature space search, guided searches and a beam.

use super::KwirkSolver;
use crate::Puzzle;
use crate::fess::{Cells, KwirkAdviser};
use crate::guide::{KwirkGuide, Variant};
use crate::space::Interactions;
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{Beam, Fess, Goalward, Guided, Objective, Properties, Translated};
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
const CELLS: OptionInfo = OptionInfo {
    key: "cells",
    values: Values::Words(&["filling", "opening", "delivery"]),
    default: "filling",
    help: "what tells positions apart: which holes are left, how open the floor is, how far blocks are from holes",
};
pub(super) const FESS: StrategyInfo = StrategyInfo {
    name: "fess",
    summary: "feature space search: effort spread over kinds of positions, advisors recommend moves",
    source: "Shoham, Schaeffer 2020; Wittingen 2021 asks for it",
    options: &[CELLS],
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
        "fess" => {
            let cells = match spec.get(CELLS.key) {
                "opening" => Cells::Opening,
                "delivery" => Cells::Delivery,
                _ => Cells::Filling,
            };
            boxed(Fess::new(Interactions::new(puzzle), KwirkAdviser::new(puzzle, cells)))
        }
        "guided" => guided(puzzle, order()),
        "beam" => boxed(Beam::new(
            Interactions::new(puzzle),
            KwirkGuide::new(puzzle, order()),
            spec.whole(WIDTH.key) as usize,
        )),
        _ => return None,
    })
}

fn guided(puzzle: &Arc<Puzzle>, variant: Variant) -> KwirkSolver {
    boxed(Guided::new(Interactions::new(puzzle), KwirkGuide::new(puzzle, variant)))
}

fn boxed<S: Goalward<Domain = Interactions> + Send + 'static>(search: S) -> KwirkSolver {
    Box::new(Translated::new(search, PROMISES, Interactions::plan))
}
