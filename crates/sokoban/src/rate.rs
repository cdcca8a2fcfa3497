//! How hard a level is for people, estimated from a good solution and from what can go wrong beside it.
//!
//! Solvers count positions; people look for an idea and fall into traps. So the rating asks what a player has to see:
//! how long the way is, how often another box has to be taken up, how many pushes lead away from where the box has to
//! go in the end, how many boxes have to leave a goal again, and how much around the way is lost: of the positions of
//! the solution (at most 24 of them, evenly spread) every other push that is possible is tried, and a short
//! search tells whether the level is still solvable. A lost push that brings its box nearer to a goal is a decoy.
//!
//! The features of box changes and of pushes against the straight way follow Jarušek and Pelánek, "Difficulty Rating of
//! Sokoban Puzzle" (2010), who found that the number of positions alone says little about people. The weights below are
//! ours; a test compares the order they give on Microban with what a solver has to search.

use crate::verify::{Refusal, verify};
use crate::{Board, Cell, Game, Level, Plan, Puzzle, Step, strategy};
use boxwright_grid::{Direction, Fill, Point, Square, SquareSet, UNREACHED};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Outcome};
use std::sync::Arc;

/// The most positions of a solution around which pushes are tried.
const POSITIONS: usize = 24;
/// How many positions are searched to find out whether a push has lost the level. One that is lost but not within so
/// many is hardly ever seen by a player at once, and counts as fine.
const PROBE_NODES: u64 = 300;
/// Boxes times squares times searches: so much work is done at most, whatever the size of the board.
const WORK: usize = 1_500_000;

/// What was measured.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Features {
    /// Boxes within reach.
    pub boxes: usize,
    /// Pushes of the solution.
    pub pushes: usize,
    /// How often it takes up another box; the first counts.
    pub box_changes: usize,
    /// Pushes that do not shorten the way of the box to where it ends, on the empty board.
    pub away: usize,
    /// Boxes that are pushed off a goal.
    pub leave_goals: usize,
    /// Pushes that are possible in a position of the solution, on average.
    pub choices: f64,
    /// The share of the other pushes after which the level is lost, from 0 to 1.
    pub lost: f64,
    /// Lost pushes in each position that bring a box nearer to a goal, on average.
    pub decoys: f64,
}

impl Features {
    /// From 0 (a few pushes straight ahead) to 10. Lengths count by their logarithm: from 10 pushes to 20 is as much as
    /// from 100 to 200. The median of Microban is 4.2, a tenth of it is below 2.1;
    /// XSokoban begins at 4.
    #[must_use]
    pub fn score(&self) -> f64 {
        let bits = |number: f64| (1.0 + number).log2();
        let length = 0.6 * bits(self.pushes as f64) + 0.55 * bits(self.box_changes as f64);
        let detours = 0.45 * bits(self.away as f64) + 0.3 * bits(self.leave_goals as f64);
        let choice = 0.4 * bits(self.choices);
        let traps = self.lost + 0.5 * bits(self.decoys);
        (length + detours + choice + traps - 3.5).clamp(0.0, 10.0)
    }
}

/// Measures a level along a solution of it.
///
/// # Errors
/// If the plan does not solve the level.
pub fn rate(level: &Level, plan: &Plan) -> Result<Features, Refusal> {
    let metrics = verify(level, plan)?.metrics;
    let Ok(puzzle) = Puzzle::new(level) else { return Ok(Features::default()) };
    let journey = Journey::of(level, plan);
    let mut features = Features {
        boxes: puzzle.boxes().len(),
        pushes: metrics.pushes,
        box_changes: metrics.box_changes,
        away: journey.pushes.iter().filter(|push| !is_straight(&puzzle, &journey.ends, push)).count(),
        leave_goals: journey.boxes_leaving_goals(&puzzle),
        ..Features::default()
    };
    look_around(&puzzle, &journey, &mut features);
    Ok(features)
}

/// One push as it was played.
struct Played {
    /// Which box it is.
    number: usize,
    from: Point,
    to: Point,
    /// The position before.
    before: Board,
}

/// A solution from the point of view of its boxes.
struct Journey {
    pushes: Vec<Played>,
    /// Where each box ends.
    ends: Vec<Point>,
}

impl Journey {
    fn of(level: &Level, plan: &Plan) -> Journey {
        let size = level.board.size();
        let mut game = Game::new(level);
        let mut ends: Vec<Point> = level.board.points_where(Cell::has_box).collect();
        let mut pushes = Vec::new();
        for &direction in plan.steps() {
            let ahead = game.player().and_then(|p| size.step(p, direction)).filter(|&p| game.board().cell(p).has_box());
            let before = ahead.map(|_| game.board().clone());
            let step = game.step(direction);
            if let (Step::Push, Some(from), Some(before)) = (step, ahead, before)
                && let (Some(number), Some(to)) = (ends.iter().position(|&b| b == from), size.step(from, direction))
            {
                ends[number] = to;
                pushes.push(Played { number, from, to, before });
            }
        }
        Journey { pushes, ends }
    }

    fn boxes_leaving_goals(&self, puzzle: &Puzzle) -> usize {
        let on_goal = |p: Point| puzzle.floor().square(p).is_some_and(|s| puzzle.goals().contains(s));
        let leaving = self.pushes.iter().filter(|push| on_goal(push.from) && !on_goal(push.to));
        let mut boxes: Vec<usize> = leaving.map(|push| push.number).collect();
        boxes.sort_unstable();
        boxes.dedup();
        boxes.len()
    }
}

/// Whether a push brings its box one push nearer to where it ends.
fn is_straight(puzzle: &Puzzle, ends: &[Point], push: &Played) -> bool {
    let floor = puzzle.floor();
    let end = floor.square(ends[push.number]);
    let Some(goal) = puzzle.goal_list().iter().position(|&g| Some(g) == end) else { return false };
    let distance = |p: Point| floor.square(p).map_or(UNREACHED, |s| puzzle.goal_distances(goal)[s.index()]);
    distance(push.to) < distance(push.from)
}

/// Tries the pushes beside the solution.
fn look_around(puzzle: &Puzzle, journey: &Journey, features: &mut Features) {
    let every = journey.pushes.len().div_ceil(POSITIONS).max(1);
    let (mut positions, mut possible, mut others, mut lost, mut decoys) = (0, 0, 0, 0, 0);
    let mut work = WORK / (puzzle.floor().len() * puzzle.boxes().len()).max(1);
    for played in journey.pushes.iter().step_by(every) {
        if work == 0 {
            break;
        }
        positions += 1;
        for (from, to) in possible_pushes(puzzle, &played.before) {
            possible += 1;
            let point = |s| puzzle.floor().point(s);
            if (point(from), point(to)) == (played.from, played.to) {
                continue;
            }
            others += 1;
            work = work.saturating_sub(1);
            if is_lost(puzzle, &played.before, from, to) {
                lost += 1;
                decoys += usize::from(nearest_goal(puzzle, to) < nearest_goal(puzzle, from));
            }
        }
    }
    let share = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    features.choices = share(possible, positions);
    features.lost = share(lost, others);
    features.decoys = share(decoys, positions);
}

/// Every push that the rules allow: where the box is, and where it goes.
fn possible_pushes(puzzle: &Puzzle, board: &Board) -> Vec<(Square, Square)> {
    let floor = puzzle.floor();
    let boxes: Vec<Square> = board.points_where(Cell::has_box).filter_map(|p| floor.square(p)).collect();
    let blocked = SquareSet::from_squares(floor.len(), boxes.iter().copied());
    let mut reach = SquareSet::new(floor.len());
    if let Some(player) = board.player().and_then(|p| floor.square(p)) {
        Fill::new(floor).spread(floor, player, &blocked, &mut reach);
    }
    let mut pushes = Vec::new();
    for from in boxes {
        for direction in Direction::ALL {
            let (behind, to) = (floor.next(from, direction.opposite()), floor.next(from, direction));
            if behind.exists() && to.exists() && reach.contains(behind) && !blocked.contains(to) {
                pushes.push((from, to));
            }
        }
    }
    pushes
}

fn nearest_goal(puzzle: &Puzzle, square: Square) -> u16 {
    (0..puzzle.goal_list().len()).map(|goal| puzzle.goal_distances(goal)[square.index()]).min().unwrap_or(UNREACHED)
}

/// Whether the level is provably lost after a push.
fn is_lost(puzzle: &Puzzle, board: &Board, from: Square, to: Square) -> bool {
    if !puzzle.is_live(to) {
        return true;
    }
    let (from, to) = (puzzle.floor().point(from), puzzle.floor().point(to));
    let mut after = board.clone();
    if let Some(player) = after.player() {
        after.put(player, after.cell(player).cleared());
    }
    after.put(to, after.cell(to).with_box());
    after.put(from, after.cell(from).with_player());
    let Ok(after) = Puzzle::new(&Level::new(after)) else { return false };
    let spec = Spec::parse("wastar", strategy::STRATEGIES).expect("a spec of our own");
    let mut solver = strategy::build(&spec, &Arc::new(after), Objective::Any);
    let budget = Budget { nodes: PROBE_NODES, ..Budget::default() };
    budget.drive(&mut *solver, |_| {}) == Outcome::Exhausted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(board: &str, plan: &str) -> Features {
        rate(&Level::new(board.parse().unwrap()), &Plan::parse(plan).unwrap()).unwrap()
    }

    #[test]
    fn a_corridor_has_one_way_and_no_trap() {
        let features = features("#######\n#@ $ .#\n#######", "rrr");
        assert_eq!((features.pushes, features.box_changes, features.away), (2, 1, 0));
        assert_eq!((features.choices, features.lost, features.decoys), (1.0, 0.0, 0.0));
    }

    #[test]
    fn detours_and_boxes_that_leave_goals_are_seen() {
        // Off the goal, around it and back.
        let features = features("########\n#      #\n# @*   #\n#      #\n########", "RurrdL");
        assert_eq!((features.pushes, features.away, features.leave_goals), (2, 1, 1));
    }

    #[test]
    fn lost_pushes_are_counted() {
        // Up and down lead to walls without a goal, left only back.
        let features = features("#######\n#     #\n# @$ .#\n#     #\n#######", "RR");
        assert_eq!((features.pushes, features.choices), (2, 4.0));
        assert!((features.lost - 2.0 / 3.0).abs() < 1e-9, "{features:?}");
    }

    #[test]
    fn more_of_everything_is_harder() {
        let easy = Features { boxes: 1, pushes: 5, box_changes: 1, ..Features::default() };
        let hard = Features {
            boxes: 3,
            pushes: 90,
            box_changes: 20,
            away: 25,
            leave_goals: 2,
            choices: 5.0,
            lost: 0.5,
            decoys: 1.0,
        };
        assert!(easy.score() < 1.0 && hard.score() > 6.0, "{} {}", easy.score(), hard.score());
        assert_eq!(Features::default().score(), 0.0);
    }
}
