//! Greedy backward search: boxes are pulled from the goals towards where they start.
//!
//! Always the position with the smallest estimate is next, whatever it took to get there; the estimate is the matching of
//! the boxes with the squares they start from. Every position is expanded once.
//! Small dense levels are often far easier backwards: what blocks a box at the end of the game is on the goals, where it
//! can be seen from the beginning.
//!
//! Source: R. Kirov's solver, in which this brought the most on the collection SokHard; DRAGONFLY in Festival is the
//! same over macro moves.

use super::{MOVES, SokobanSolver, halves};
use crate::Puzzle;
use crate::estimate::{Assigned, Hungarian, Refusing};
use crate::macros::Way;
use crate::space::{MacroPulls, Pulls};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{BestFirst, Order, Properties, Shared, Side, Translated, Visitor};
use std::sync::Arc;

pub(super) const NAME: &str = "backward";

const TRIPLES: OptionInfo = OptionInfo {
    key: "triples",
    values: Values::Words(&["off", "on"]),
    default: "off",
    help: "whether long searches leave out triples of boxes that cannot all get back to where boxes start",
};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    summary: "greedy search from the goals back to the start, by pulling",
    source: "R. Kirov 2026; DRAGONFLY in Festival (Shoham)",
    options: &[MOVES, TRIPLES],
};

pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, promises: Properties, shared: &Arc<Shared>) -> SokobanSolver {
    let visitor = Visitor::new(shared, Side::Backward);
    let triples = spec.option(TRIPLES.key) == Some("on");
    let estimate = Refusing::new(Assigned::backwards(puzzle, Hungarian::new), puzzle, Way::Pull, triples);
    if spec.option(MOVES.key) == Some("macro") {
        let search = BestFirst::new(MacroPulls::new(puzzle), estimate, Order::GREEDY, true).meeting(visitor);
        let solver = Translated::new(search, promises, MacroPulls::plan);
        return Box::new(solver.with_halves(Some(halves::MACRO_PULLS)));
    }
    let space = Pulls::new(puzzle).without_dead_pairs();
    let search = BestFirst::new(space, estimate, Order::GREEDY, true).meeting(visitor);
    Box::new(Translated::new(search, promises, Pulls::plan).with_halves(Some(halves::PULLS)))
}
