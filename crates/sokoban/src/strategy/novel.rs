//! Novel: greedy, and every other time what is newest ([`crate::novel`], [`boxwright_search::judged`]).
//!
//! By pulls from the goals, or by pushes from the start; one square at a time, or one box any distance. What is near is
//! judged by the matching alone, so it needs no plan; where greed is stuck, what is new leads it out.
//!
//! Complete: nothing but dead positions is thrown away. Deterministic.

use super::{MOVES, SokobanSolver, halves};
use crate::macros::Way;
use crate::novel::{Kinds, Novel, OneBox};
use crate::space::{MacroPulls, MacroPushes, Prune, Pruned, Pulls};
use crate::{Plan, Puzzle};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{Frontier, Halves, Judged, Layers, NearAndNew, Properties, Shared, Sight, Translated, Visitor};
use std::sync::Arc;

pub(super) const NAME: &str = "novel";

const FROM: OptionInfo = OptionInfo {
    key: "from",
    values: Values::Words(&["goals", "start"]),
    default: "goals",
    help: "where it begins: at the goals, by pulling, or at the start, by pushing",
};

const KINDS: OptionInfo = OptionInfo {
    key: "kinds",
    values: Values::Words(&["number", "set", "both"]),
    default: "number",
    help: "what positions have in common that are compared: how many boxes are in place, which places are filled, or each in turn",
};

const WIDTH: OptionInfo = OptionInfo {
    key: "width",
    values: Values::Whole(0, 1 << 14),
    default: "0",
    help: "how many positions go on after each move at first, half of them the nearest, half the newest; then over again with twice as many; 0: the near and the new in turn, after any number of moves",
};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    summary: "greedy search that looks every other time at what is newest",
    source: "best-first width search: Lipovetzky, Geffner 2017",
    options: &[FROM, KINDS, MOVES, WIDTH],
};

/// A solver for a spec of this strategy.
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, promises: Properties, shared: &Arc<Shared>) -> SokobanSolver {
    let start = Start {
        puzzle,
        promises,
        shared,
        way: if spec.get(FROM.key) == "start" { Way::Push } else { Way::Pull },
        macros: spec.get(MOVES.key) == "macro",
        width: spec.whole(WIDTH.key) as usize,
    };
    match spec.get(KINDS.key) {
        "set" => start.comparing([Kinds::Set]),
        "both" => start.comparing([Kinds::Set, Kinds::Number]),
        _ => start.comparing([Kinds::Number]),
    }
}

/// A search that is about to begin.
struct Start<'a> {
    puzzle: &'a Arc<Puzzle>,
    promises: Properties,
    shared: &'a Arc<Shared>,
    way: Way,
    macros: bool,
    /// Of each layer at first, if there are any.
    width: usize,
}

impl Start<'_> {
    /// The search that compares positions in these ways.
    fn comparing<const N: usize>(&self, kinds: [Kinds; N]) -> SokobanSolver {
        let puzzle = self.puzzle;
        match (self.way, self.macros) {
            (Way::Push, false) => self.search(Pruned::new(puzzle, Prune::ALL), kinds, Pruned::plan, halves::PRUNED),
            (Way::Push, true) => {
                let space = MacroPushes::new(puzzle).without_dead_ends();
                self.search(space, kinds, MacroPushes::plan, halves::MACRO_PUSHES)
            }
            (Way::Pull, false) => {
                let space = Pulls::new(puzzle).without_dead_pairs().without_pens();
                self.search(space, kinds, Pulls::plan, halves::PULLS)
            }
            (Way::Pull, true) => {
                let space = MacroPulls::new(puzzle).without_pens();
                self.search(space, kinds, MacroPulls::plan, halves::MACRO_PULLS)
            }
        }
    }

    /// The search in this space.
    fn search<D: OneBox + Send + 'static, const N: usize>(
        &self,
        space: D,
        kinds: [Kinds; N],
        plan: fn(&D, &[D::Action]) -> Plan,
        halves: Halves<D>,
    ) -> SokobanSolver
    where
        D::State: Send,
    {
        let referee = Novel::new(self.puzzle, self.way, kinds);
        match self.width {
            0 => self.at_work(space, referee, NearAndNew::default(), plan, halves),
            width => self.at_work(space, referee, Layers::new(width), plan, halves),
        }
    }

    fn at_work<D: OneBox + Send + 'static, const N: usize>(
        &self,
        space: D,
        referee: Novel<N>,
        frontier: impl Frontier<Score = Sight<N>> + Send + 'static,
        plan: fn(&D, &[D::Action]) -> Plan,
        halves: Halves<D>,
    ) -> SokobanSolver
    where
        D::State: Send,
    {
        let search = Judged::new(space, referee, frontier).meeting(Visitor::new(self.shared, halves.side));
        Box::new(Translated::new(search, self.promises, plan).with_halves(Some(halves)))
    }
}
