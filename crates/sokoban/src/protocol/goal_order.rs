//! In which order the goals are filled.
//!
//! [`GoalOrder::Walls`] is the rule of Talking Stones (van Lishout and Gribomont 2006): the next goal is the one with the
//! most walls around it, goals already chosen counting as walls. Many goals are equal at first, and the paper takes any
//! of them, but it matters: filled from the entrance, a store is closed too early. Ours takes the goal that is farthest
//! from the stones, by the sum of the pushes they would need to it at the start, and then the first row by row. (With the
//! first row by row alone, two of the paper's nine levels are not solved within its limit.)
//!
//! [`GoalOrder::Retrograde`] thinks backwards: from the board with a box on every goal and no others, the box that gets
//! to a start square of some box with the fewest pulls is taken away first, and so its goal is filled last. What can be
//! pulled away while other boxes are still there can be pushed in when they are there already. Goals that cannot be
//! emptied one by one are filled first, by the rule of walls.
//! Source: the packing order of many solvers; leaving means reaching a start square since rkirov's.
//! Cost: one search of a single box per pair of goals.

use super::one_stone::OneStone;
use crate::Puzzle;
use boxwright_grid::{Square, SquareSet};

/// A rule that orders goals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalOrder {
    /// Most walls first.
    Walls,
    /// The reverse of the order in which boxes can be pulled away.
    Retrograde,
}

/// Squares that the search for an order may look at; on larger boards the rule of walls decides the rest.
const MOST_WORK: u64 = 1 << 24;

impl GoalOrder {
    /// The goals of a puzzle, by number, in the order in which they are filled.
    #[must_use]
    pub fn of(self, puzzle: &Puzzle) -> Vec<usize> {
        let goals = (0..puzzle.goal_list().len()).collect();
        match self {
            GoalOrder::Walls => by_walls(puzzle, goals),
            GoalOrder::Retrograde => retrograde(puzzle, goals),
        }
    }
}

fn by_walls(puzzle: &Puzzle, mut goals: Vec<usize>) -> Vec<usize> {
    let (floor, squares) = (puzzle.floor(), puzzle.goal_list());
    let pushes_from = |goal: usize| move |stone: &Square| u64::from(puzzle.goal_distances(goal)[stone.index()]);
    let far: Vec<u64> = (0..squares.len()).map(|goal| puzzle.boxes().iter().map(pushes_from(goal)).sum()).collect();
    let mut filled = SquareSet::new(floor.len());
    let mut order = Vec::with_capacity(goals.len());
    while !goals.is_empty() {
        let is_wall = |square: Square| !square.exists() || filled.contains(square);
        let walls = |goal: usize| floor.neighbours(squares[goal]).iter().filter(|n| is_wall(**n)).count();
        let rank = |i: usize| (walls(goals[i]), far[goals[i]]);
        let most = (1..goals.len()).fold(0, |best, i| if rank(i) > rank(best) { i } else { best });
        let goal = goals.remove(most);
        filled.insert(squares[goal]);
        order.push(goal);
    }
    order
}

fn retrograde(puzzle: &Puzzle, mut goals: Vec<usize>) -> Vec<usize> {
    let (floor, squares) = (puzzle.floor(), puzzle.goal_list());
    let starts = SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied());
    let mut filled = puzzle.goals().clone();
    let mut search = OneStone::new(floor);
    let mut emptied = Vec::with_capacity(goals.len());
    while search.work() < MOST_WORK {
        let mut pulls = |goal: Square| {
            filled.remove(goal);
            let pulls = search.pulls_to(floor, &filled, goal, &starts);
            filled.insert(goal);
            pulls
        };
        let nearest = (0..goals.len()).filter_map(|i| pulls(squares[goals[i]]).map(|p| (p, i))).min();
        let Some((_, index)) = nearest else { break };
        let goal = goals.remove(index);
        filled.remove(squares[goal]);
        emptied.push(goal);
    }
    let mut order = by_walls(puzzle, goals);
    order.extend(emptied.into_iter().rev());
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    /// The goals as drawn, each with its place in the order.
    fn places(rule: GoalOrder, board: &str) -> Vec<(u16, u16, usize)> {
        let puzzle = Puzzle::new(&Level::new(board.parse().unwrap())).unwrap();
        let place = |(place, goal): (usize, usize)| {
            let point = puzzle.floor().point(puzzle.goal_list()[goal]);
            (point.y, point.x, place)
        };
        let mut places: Vec<_> = rule.of(&puzzle).into_iter().enumerate().map(place).collect();
        places.sort_unstable();
        places
    }

    /// A corridor is filled from its end, whichever way it points.
    #[test]
    fn corridors_are_filled_from_the_end() {
        for rule in [GoalOrder::Walls, GoalOrder::Retrograde] {
            let left = "########  \n#...   ###\n####$ $  #\n   # $@  #\n   #     #\n   #######";
            assert_eq!(places(rule, left), [(1, 1, 0), (1, 2, 1), (1, 3, 2)], "{rule:?}");
            let right = "  ########\n###   ...#\n#  $ $####\n#  @$ #   \n#     #   \n#######   ";
            assert_eq!(places(rule, right), [(1, 6, 2), (1, 7, 1), (1, 8, 0)], "{rule:?}");
        }
    }

    /// Among goals with as many walls the one farthest from the boxes comes first.
    #[test]
    fn equal_goals_are_filled_from_the_far_side() {
        let board = "##########\n#.      .#\n# $@     #\n#  $     #\n##########";
        assert_eq!(places(GoalOrder::Walls, board), [(1, 1, 1), (1, 8, 0)]);
    }

    /// The square at the door, which all boxes come through, is filled last, and the cellar below it from its end.
    #[test]
    fn a_store_is_filled_towards_its_door() {
        let board = "#########\n#.. # $ #\n#..$   @#\n##.## $ #\n##.#  $ #\n####$$  #\n   ######";
        let order = places(GoalOrder::Retrograde, board);
        let place = |y, x| order.iter().find(|p| (p.0, p.1) == (y, x)).unwrap().2;
        assert!(place(4, 2) < place(3, 2) && place(3, 2) < place(2, 2), "{order:?}");
        assert!(place(1, 1) < place(1, 2) && place(2, 1) < place(2, 2), "{order:?}");
    }
}
