//! New levels: a random room, goals in it, the boxes pulled far away, and everything useless taken off.
//!
//! A level is solvable by construction, since its position was reached by pulling from a solved one (`far.rs`), and
//! the layer in which it was found says how many pushes it needs. That number is then proven once more, forwards, by A*
//! on the finished level, whose solution is replayed by the plain rules. No box begins on a goal, so every box has to
//! move. One seed gives one level or none, the same in every run and on every machine; a clock can only end it.

mod far;
mod room;
mod trim;

use crate::rate::{Features, rate};
use crate::{Board, Cell, Level, Plan, Puzzle, Verified, strategy, verify};
use boxwright_grid::{Fill, Point, Size, SplitMix64, SquareSet, scramble};
use boxwright_search::spec::Spec;
use boxwright_search::table::NodeId;
use boxwright_search::{Budget, Objective, Outcome};
use far::Far;
use room::Room;
use std::ops::Range;
use std::sync::Arc;

/// What is wanted.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The most columns, walls included.
    pub width: u16,
    /// The most rows, walls included.
    pub height: u16,
    /// Boxes.
    pub boxes: usize,
    /// The fewest pushes that may solve it.
    pub pushes: u32,
    /// What its [score](Features::score) may be.
    pub score: Range<f64>,
}

impl Default for Options {
    fn default() -> Options {
        Options { width: 9, height: 8, boxes: 3, pushes: 15, score: 0.0..f64::INFINITY }
    }
}

/// A new level with what is proven and measured of it.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The level, without a title.
    pub level: Level,
    /// A solution with the fewest pushes.
    pub solution: Verified,
    /// What makes it hard.
    pub features: Features,
}

/// So many positions are pulled apart for a level.
const FAR: u32 = 40_000;
/// So many of them are compared.
const CANDIDATES: usize = 24;
/// What the proof may expand; it is rarely more than a few thousand.
const PROOF_NODES: u64 = 150_000;

/// The level of a seed, or `None` if nothing worth playing came of it: try the next seed.
///
/// `limits` ends it early, with `None` or another level than the seed's own: what comes after a deadline is to be thrown
/// away.
#[must_use]
pub fn generate(seed: u64, options: &Options, limits: &Budget) -> Option<Generated> {
    let mut random = SplitMix64(scramble(seed));
    let size = Size::new(options.width.clamp(5, 60), options.height.clamp(5, 60));
    let least = (options.boxes * 4 + 4).max(size.area() / 4);
    let room = Room::random(&mut random, size, least)?;
    let goals = goals(&mut random, &room, options.boxes)?;
    let solved = Level::new(solved_board(&room, &goals)?);
    let puzzle = Arc::new(Puzzle::new(&solved).ok()?);
    let far = Far::explore(&puzzle, FAR);
    let node = choose(&mut random, &far, options)?;
    let level = Level::new(start_board(&mut random, &solved.board, &puzzle, &far, node)?);
    let plan = fewest_pushes(&level, limits)?;
    let level = trim::trim(&mut random, &level, &plan);
    let plan = fewest_pushes(&level, limits)?;
    let solution = verify(&level, &plan).ok()?;
    let long_enough = solution.metrics.pushes >= options.pushes as usize;
    let features = rate(&level, &plan).ok()?;
    (long_enough && options.score.contains(&features.score())).then_some(Generated { level, solution, features })
}

/// Where the goals are: in one group, in a few, or scattered.
fn goals(random: &mut SplitMix64, room: &Room, boxes: usize) -> Option<Vec<Point>> {
    let floor: Vec<Point> = room.points().collect();
    let alone = [1, 1, 3, 6][random.below(4)];
    let mut goals: Vec<Point> = Vec::new();
    while goals.len() < boxes {
        let beside: Vec<Point> = goals.iter().flat_map(|&g| room.beside(g)).filter(|p| !goals.contains(p)).collect();
        let from = if beside.is_empty() || !random.one_in(alone) { &floor } else { &beside };
        let goal = *from.get(random.below(from.len()))?;
        if !goals.contains(&goal) {
            goals.push(goal);
        }
    }
    Some(goals)
}

/// The room with all boxes on the goals and the player anywhere.
fn solved_board(room: &Room, goals: &[Point]) -> Option<Board> {
    let mut player = Some(room.points().find(|p| !goals.contains(p))?);
    let cell = |p: Point| match (room.is_floor(p), goals.contains(&p)) {
        (false, _) => Cell::WALL,
        (_, true) => Cell::BOX_ON_GOAL,
        _ if player.take_if(|there| *there == p).is_some() => Cell::PLAYER,
        _ => Cell::FLOOR,
    };
    Some(Board::from_cells(room.size, room.size.points().map(cell).collect()))
}

/// Of some positions that are far enough, the one in which another box has to be taken up most often. Where an easy
/// level is wanted any will do.
fn choose(random: &mut SplitMix64, far: &Far, options: &Options) -> Option<NodeId> {
    let far_enough = far.at_least(options.pushes);
    let deepest = far.pushes(*far_enough.last()?);
    let easy = options.score.end <= EASY;
    let least = if easy { options.pushes } else { options.pushes.max(deepest * 2 / 3) };
    let first = far_enough.partition_point(|&node| far.pushes(node) < least);
    let (candidates, tries) = (&far_enough[first..], if easy { 1 } else { CANDIDATES });
    let picks = (0..tries).map(|_| candidates[random.below(candidates.len())]);
    picks.max_by_key(|&node| 3 * far.box_changes(node) + far.pushes(node) as usize)
}

/// Scores below this are easy.
const EASY: f64 = 3.0;

/// The room with boxes and player where a level begins.
fn start_board(random: &mut SplitMix64, solved: &Board, puzzle: &Puzzle, far: &Far, node: NodeId) -> Option<Board> {
    let floor = puzzle.floor();
    let start = far.start(node)?;
    let mut board = solved.clone();
    for point in solved.size().points() {
        board.put(point, solved.cell(point).cleared());
    }
    for square in &start.boxes {
        let point = floor.point(square);
        board.put(point, board.cell(point).with_box());
    }
    let mut region = SquareSet::new(floor.len());
    Fill::new(floor).spread(floor, start.player, &start.boxes, &mut region);
    let plain: Vec<Point> = region.minus(puzzle.goals()).map(|s| floor.point(s)).collect();
    let player = plain.get(random.below(plain.len())).copied().unwrap_or(floor.point(start.player));
    board.put(player, board.cell(player).with_player());
    Some(board)
}

/// A solution with the fewest pushes, if it is found within [`PROOF_NODES`].
fn fewest_pushes(level: &Level, limits: &Budget) -> Option<Plan> {
    let puzzle = Arc::new(Puzzle::new(level).ok()?);
    let spec = Spec::parse("astar", strategy::STRATEGIES).expect("a spec of our own");
    let mut solver = strategy::build(&spec, &puzzle, Objective::Pushes);
    let budget = Budget { nodes: PROOF_NODES, ..limits.clone() };
    (budget.drive(&mut *solver, |_| {}) == Outcome::Solved).then(|| solver.plan())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    #[test]
    fn pulled_positions_need_exactly_as_many_pushes_as_their_layer() {
        let options = Options { width: 7, height: 7, boxes: 2, pushes: 5, ..Options::default() };
        let levels: Vec<Generated> =
            (0..60).filter_map(|seed| generate(seed, &options, &Budget::default())).take(8).collect();
        assert_eq!(levels.len(), 8);
        for Generated { level, solution, .. } in levels {
            let answer = oracle::fewest_pushes(&level, 500_000);
            assert_eq!(answer.cost(), Some(solution.metrics.pushes), "\n{}", level.board);
            assert_eq!(level.board.points_where(|cell| cell == Cell::BOX_ON_GOAL).count(), 0);
        }
    }

    #[test]
    fn trimming_never_shortens_the_solution() {
        let options = Options { width: 8, height: 7, boxes: 2, pushes: 8, ..Options::default() };
        let mut random = SplitMix64(7);
        for Generated { level, solution, .. } in
            (0..60).filter_map(|seed| generate(seed, &options, &Budget::default())).take(5)
        {
            let plan = Plan::parse(&solution.lurd).unwrap();
            let again = trim::trim(&mut random, &level, &plan);
            let shortest =
                fewest_pushes(&again, &Budget::default()).map(|plan| verify(&again, &plan).unwrap().metrics.pushes);
            assert_eq!(shortest, Some(solution.metrics.pushes));
            assert!(again.board.size().width >= again.board.size().height);
        }
    }
}
