//! Why a position is lost, in terms that can be shown on the board.
//!
//! A search needs to know that a position is dead, and quickly; a player wants to know why. The rules are those of the
//! searches, and two that are too slow for them: frozen boxes as the largest set in which every box is held by walls and
//! by the others, and a matching of the other boxes to the goals they can be pushed to with the frozen ones as walls.
//! Sound for: any. What is not explained may still be dead.

use super::Corrals;
use crate::Puzzle;
use crate::distance::pull_distances;
use boxwright_grid::{Direction, Floor, Point, Square, SquareSet, UNREACHED};

/// Why a position is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A box stands where no goal can be reached from.
    DeadSquare {
        /// Such boxes.
        boxes: Vec<Point>,
    },
    /// Boxes hold each other for ever, and some of them are not on goals.
    Frozen {
        /// All that hold each other.
        boxes: Vec<Point>,
    },
    /// These boxes can reach only these goals, which are fewer.
    TooFewGoals {
        /// The boxes.
        boxes: Vec<Point>,
        /// The goals they can reach; maybe none.
        goals: Vec<Point>,
    },
    /// The player can never get where it would be needed.
    Corral {
        /// The squares out of reach.
        area: Vec<Point>,
        /// The boxes around them.
        boxes: Vec<Point>,
    },
}

/// Why the first position of a puzzle is lost; `None` if no rule tells.
#[must_use]
pub fn explain(puzzle: &Puzzle) -> Option<Reason> {
    let floor = puzzle.floor();
    let points = |squares: &[Square]| -> Vec<Point> { squares.iter().map(|&s| floor.point(s)).collect() };
    let dead: Vec<Square> = puzzle.boxes().iter().copied().filter(|&b| !puzzle.is_live(b)).collect();
    if !dead.is_empty() {
        return Some(Reason::DeadSquare { boxes: points(&dead) });
    }
    let boxes = SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied());
    let frozen = frozen(puzzle, &boxes);
    if let Some(off) = frozen.iter().find(|&b| !puzzle.goals().contains(b)) {
        return Some(Reason::Frozen { boxes: points(&cluster(floor, &frozen, off)) });
    }
    if let Some((lost, goals)) = unmatched(puzzle, &boxes, &frozen) {
        return Some(Reason::TooFewGoals { boxes: points(&lost), goals: points(&goals) });
    }
    let corral = Corrals::new(puzzle).find_dead(puzzle, &boxes, puzzle.player())?;
    let around = |b: &Square| Direction::ALL.into_iter().any(|d| is_in(&corral, floor.next(*b, d)));
    let fence: Vec<Square> = boxes.iter().filter(around).collect();
    Some(Reason::Corral { area: points(&corral.iter().collect::<Vec<_>>()), boxes: points(&fence) })
}

fn is_in(set: &SquareSet, square: Square) -> bool {
    square.exists() && set.contains(square)
}

/// The largest set of boxes of which none can be the first to move.
fn frozen(puzzle: &Puzzle, boxes: &SquareSet) -> SquareSet {
    let floor = puzzle.floor();
    let mut held = boxes.clone();
    loop {
        let moves_along = |b: Square, [back, forth]: [Direction; 2]| {
            let sides = [floor.next(b, back), floor.next(b, forth)];
            sides.iter().all(|&s| s.exists() && !held.contains(s)) && sides.iter().any(|&s| puzzle.is_live(s))
        };
        let axes = [[Direction::Up, Direction::Down], [Direction::Left, Direction::Right]];
        let free: Vec<Square> = held.iter().filter(|&b| axes.iter().any(|&axis| moves_along(b, axis))).collect();
        if free.is_empty() {
            return held;
        }
        free.iter().for_each(|&b| held.remove(b));
    }
}

/// The boxes of a set that are connected with one of them.
fn cluster(floor: &Floor, set: &SquareSet, first: Square) -> Vec<Square> {
    let mut found = vec![first];
    let mut at = 0;
    while let Some(&square) = found.get(at) {
        at += 1;
        for next in Direction::ALL.map(|d| floor.next(square, d)) {
            if is_in(set, next) && !found.contains(&next) {
                found.push(next);
            }
        }
    }
    found
}

/// Boxes that compete for too few goals, and those goals. Frozen boxes are walls, and so are the goals under them.
fn unmatched(puzzle: &Puzzle, boxes: &SquareSet, frozen: &SquareSet) -> Option<(Vec<Square>, Vec<Square>)> {
    let floor = puzzle.floor();
    let is_open = |p: Point| floor.square(p).is_some_and(|s| !frozen.contains(s));
    let open = Floor::new(floor.size(), is_open);
    let on_open = |s: Square| open.square(floor.point(s));
    let goals: Vec<Square> = puzzle.goal_list().iter().copied().filter(|&g| !frozen.contains(g)).collect();
    let distances: Vec<Vec<u16>> =
        goals.iter().filter_map(|&g| on_open(g)).map(|g| pull_distances(&open, &[g])).collect();
    let others: Vec<Square> = boxes.iter().filter(|&b| !frozen.contains(b)).collect();
    let reaches =
        |b: usize, goal: usize| on_open(others[b]).is_some_and(|square| distances[goal][square.index()] != UNREACHED);
    // Augmenting paths; a box without one, with all it could have pushed aside, is the answer.
    let mut owner: Vec<Option<usize>> = vec![None; goals.len()];
    for first in 0..others.len() {
        let mut seen = vec![false; goals.len()];
        if !augment(first, &reaches, &mut owner, &mut seen) {
            let wanted = |goal: &usize| seen[*goal];
            let competing = (0..goals.len()).filter(wanted).filter_map(|goal| owner[goal]);
            let lost: Vec<Square> = competing.chain([first]).map(|b| others[b]).collect();
            return Some((lost, (0..goals.len()).filter(wanted).map(|goal| goals[goal]).collect()));
        }
    }
    None
}

/// Whether a goal can be found for a box, others being given other goals.
fn augment(
    one: usize,
    reaches: &impl Fn(usize, usize) -> bool,
    owner: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for goal in 0..owner.len() {
        if seen[goal] || !reaches(one, goal) {
            continue;
        }
        seen[goal] = true;
        if owner[goal].is_none_or(|other| augment(other, reaches, owner, seen)) {
            owner[goal] = Some(one);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::{Level, random_level};

    fn reason(text: &str) -> Option<Reason> {
        explain(&Puzzle::new(&Level::new(text.parse().unwrap())).unwrap())
    }

    fn p(x: u16, y: u16) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn a_box_in_a_corner_is_on_a_dead_square() {
        assert_eq!(reason("######\n#$ @.#\n#    #\n######"), Some(Reason::DeadSquare { boxes: vec![p(1, 1)] }));
        assert_eq!(reason("#####\n#@$.#\n#####"), None);
    }

    #[test]
    fn four_boxes_hold_each_other() {
        let Some(Reason::Frozen { boxes }) =
            reason("########\n#@     #\n# $$   #\n# $$   #\n# ....  #\n#      #\n########")
        else {
            panic!("frozen")
        };
        assert_eq!(boxes.len(), 4);
    }

    #[test]
    fn two_boxes_along_a_wall_with_one_goal_there() {
        let found = reason("########\n#  $ $.#\n#@     #\n#   .  #\n########");
        assert_eq!(found, Some(Reason::TooFewGoals { boxes: vec![p(3, 1), p(5, 1)], goals: vec![p(6, 1)] }));
    }

    #[test]
    fn only_lost_positions_are_explained() {
        let (mut explained, mut lost) = (0, 0);
        for seed in 0..3000 {
            let level = random_level(seed, 6, 6, 3);
            let Ok(puzzle) = Puzzle::new(&level) else { continue };
            let is_lost = oracle::fewest_pushes(&level, 1 << 20) == oracle::Answer::Unsolvable;
            lost += usize::from(is_lost);
            if let Some(reason) = explain(&puzzle) {
                assert!(is_lost, "{reason:?}\n{}", level.board);
                explained += 1;
            }
        }
        assert!(explained * 2 > lost && lost > 100, "{explained} of {lost}");
    }
}
