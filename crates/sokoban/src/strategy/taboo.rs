//! A* that knows two rules about lost boxes: taboo cells.
//!
//! Source: Siddhant Mahapatra and Alec Gurman, "Sokoban Puzzle Solver" (an undated report). A cell is
//! *taboo* if it is a corner without a target, or lies between two such corners along one wall without a target in
//! between; pushes onto taboo cells are no actions. The estimate is the sum over boxes of the Manhattan distance to the
//! nearest target. In *elementary* mode an action is one step of the worker; in *macro* mode it is one push with the walk
//! to it, and pushes that lock boxes up are left out, too.
//!
//! How ours differs: a corner that is a target makes no taboo wall ("none of these" must mean the corners as well, or
//! levels with a target in a corner are lost). The walk of a macro is not found by an A* of its own for every push: one
//! flood fill finds all pushes within reach, and positions are equal if the player can walk from one to the other; walks
//! are filled in when the solution is known, and are as short as A*'s. "Boxes locking each other up" is told only by
//! example there; ours is the test for frozen boxes ([`crate::deadlock::Freeze`]), which is sound. `taboo=pull` takes the
//! squares from which a lone box reaches no goal instead; every taboo cell is one of them.
//!
//! Complete, and optimal in moves (elementary) or pushes (macro): the rules are sound and the estimate is admissible.
//! With `finish=stones`, which is not in the report, optimal in nothing.

use super::SokobanSolver;
use super::finish::{FINISH, finished, has_finisher, whole};
use crate::deadlock::Rules;
use crate::estimate::{Assigned, Closest, Metric};
use crate::protocol::Stones;
use crate::space::{Pushes, Steps};
use crate::{Plan, Puzzle};
use boxwright_grid::{Direction, Floor, Square, SquareSet};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{
    BestFirst, Domain, Finisher, Heuristic, Hopeless, Objective, Order, Properties, Rationed, StepCosts, Through,
    Translated,
};
use std::sync::Arc;

const MODE: OptionInfo = OptionInfo {
    key: "mode",
    values: Values::Words(&["macro", "elementary"]),
    default: "macro",
    help: "what one action is: a push with the walk to it, or a single step",
};
const TABOO: OptionInfo = OptionInfo {
    key: "taboo",
    values: Values::Words(&["paper", "pull"]),
    default: "paper",
    help: "where no box may go: corners and walls between them, or every square without a way to a goal",
};

/// The entry in the table of strategies.
pub const INFO: StrategyInfo = StrategyInfo {
    name: "taboo-astar",
    summary: "A* with Manhattan distances that keeps boxes off corners and bare walls",
    source: "Mahapatra, Gurman",
    options: &[MODE, TABOO, FINISH],
};

fn is_elementary(spec: &Spec) -> bool {
    spec.get(MODE.key) == "elementary"
}

/// What a spec of this strategy promises.
#[must_use]
pub fn properties(spec: &Spec) -> Properties {
    Properties { complete: true, optimal: if is_elementary(spec) { Objective::Moves } else { Objective::Pushes } }
}

/// A solver for a spec of this strategy.
#[must_use]
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, promises: Properties) -> SokobanSolver {
    let puzzle = if spec.get(TABOO.key) == "paper" {
        let taboo = taboo_cells(puzzle.floor(), puzzle.goals());
        Arc::new(puzzle.with_live(|square| !taboo.contains(square)))
    } else {
        Arc::clone(puzzle)
    };
    if puzzle.is_hopeless() {
        return Box::new(Hopeless::new());
    }
    let rules = Rules { freeze: !is_elementary(spec), ..Rules::NONE };
    if is_elementary(spec) {
        let space = Steps::with_rules(&puzzle, StepCosts::of(Objective::Moves), rules);
        search(spec, &puzzle, space, promises, Steps::plan)
    } else {
        search(spec, &puzzle, Pushes::with_rules(&puzzle, rules), promises, Pushes::plan)
    }
}

/// A* in one of the two spaces.
fn search<D>(
    spec: &Spec,
    puzzle: &Arc<Puzzle>,
    space: D,
    promises: Properties,
    plan: fn(&D, &[D::Action]) -> Plan,
) -> SokobanSolver
where
    D: Domain<State: Send, Action: Send> + Send + 'static,
    Assigned<Closest>: Heuristic<D>,
    Rationed<Stones>: Finisher<D>,
{
    let estimate = Assigned::new(puzzle, Metric::Manhattan, Closest::new);
    if has_finisher(spec) {
        let search = BestFirst::new(finished(space, puzzle), Through(estimate), Order::A_STAR, false);
        return Box::new(Translated::new(search, promises, whole(plan)));
    }
    Box::new(Translated::new(BestFirst::new(space, estimate, Order::A_STAR, true), promises, plan))
}

/// The taboo cells: corners that are no goals (rule 1), and cells between two of them along a wall without a goal in
/// between (rule 2).
#[must_use]
pub fn taboo_cells(floor: &Floor, goals: &SquareSet) -> SquareSet {
    let is_wall = |square: Square, side: Direction| !floor.next(square, side).exists();
    let is_corner = |square: Square| {
        let along = |a, b| is_wall(square, a) || is_wall(square, b);
        !goals.contains(square) && along(Direction::Up, Direction::Down) && along(Direction::Left, Direction::Right)
    };
    let corners: Vec<Square> = floor.squares().filter(|&square| is_corner(square)).collect();
    let mut taboo = SquareSet::from_squares(floor.len(), corners.iter().copied());
    for &corner in &corners {
        for direction in [Direction::Right, Direction::Down] {
            for side in [direction.clockwise(), direction.counter_clockwise()] {
                // The cells from this corner on, as long as the wall on that side goes with them.
                let beside_wall = |square: &Square| is_wall(*square, side) && !goals.contains(*square);
                let next = |square: &Square| Some(floor.next(*square, direction)).filter(|s| s.exists());
                let cells: Vec<Square> = std::iter::successors(Some(corner), next).take_while(beside_wall).collect();
                if let Some(last) = cells.iter().rposition(|&square| is_corner(square)) {
                    cells[..last].iter().for_each(|&square| taboo.insert(square));
                }
            }
        }
    }
    taboo
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    /// The level with its taboo cells marked `x`.
    fn marked(rows: &str) -> Vec<String> {
        let level = Level::new(rows.parse().unwrap());
        let puzzle = Puzzle::new(&level).unwrap();
        let taboo = taboo_cells(puzzle.floor(), puzzle.goals());
        let mut rows: Vec<Vec<char>> = level.board.to_rows().iter().map(|row| row.chars().collect()).collect();
        for square in &taboo {
            let point = puzzle.floor().point(square);
            rows[usize::from(point.y)][usize::from(point.x)] = 'x';
        }
        rows.into_iter().map(String::from_iter).collect()
    }

    #[test]
    fn corners_and_bare_walls_are_taboo() {
        let rows = "########\n#  @   #\n#  $   #\n#    # #\n#.     #\n########";
        assert_eq!(marked(rows), ["########", "#xxxxxx#", "#  $  x#", "#    #x#", "#.    x#", "########"]);
    }

    #[test]
    fn a_goal_or_a_gap_in_the_wall_lifts_the_taboo() {
        let rows = "#######\n#@  . #\n#  $  #\n#     #\n### ###\n  ###";
        assert_eq!(marked(rows), ["#######", "#x  .x#", "#x $ x#", "#x   x#", "###x###", "  ###"]);
    }

    #[test]
    fn every_taboo_cell_is_dead() {
        for seed in 0..2000 {
            let puzzle = Puzzle::new(&crate::random_level(seed, 8, 7, 2)).unwrap();
            for square in &taboo_cells(puzzle.floor(), puzzle.goals()) {
                assert!(!puzzle.is_live(square), "seed {seed}");
            }
        }
    }
}
