//! A level compiled for searching.

use crate::distance::pull_distances;
use crate::{Fault, Level};
use boxwright_grid::{Floor, Point, Square, SquareSet, UNREACHED, scramble};

/// A valid level in the form searches work on.
///
/// Only the squares the player can ever reach are numbered, and the *live* ones, from which a lone box can be pushed to
/// some goal, come first: a box anywhere else is lost, so sets of boxes need no bits there.
#[derive(Clone, Debug)]
pub struct Puzzle {
    floor: Floor,
    live: usize,
    goals: SquareSet,
    goal_list: Vec<Square>,
    boxes: Vec<Square>,
    player: Square,
    /// Pushes from a square to a goal on the empty board, `goal_distances[goal][square]`.
    goal_distances: Vec<Vec<u16>>,
    box_keys: Vec<u64>,
    player_keys: Vec<u64>,
    stranded: bool,
}

impl Puzzle {
    /// Compiles a level.
    ///
    /// # Errors
    /// All faults of the level, if it has any.
    ///
    /// # Panics
    /// Never: a level without faults has a player.
    pub fn new(level: &Level) -> Result<Puzzle, Vec<Fault>> {
        let faults = level.check();
        if !faults.is_empty() {
            return Err(faults);
        }
        let board = &level.board;
        let size = board.size();
        let area = board.player_area();
        let inside: Vec<Point> = size.points().filter(|&p| area[size.index(p)]).collect();
        let goals_of = |floor: &Floor| -> Vec<Square> {
            inside.iter().filter(|&&p| board.cell(p).is_goal()).filter_map(|&p| floor.square(p)).collect()
        };

        let by_rows = Floor::in_order(size, inside.clone());
        let nearest_goal = pull_distances(&by_rows, &goals_of(&by_rows));
        let is_live = |p: Point| by_rows.square(p).is_some_and(|s| nearest_goal[s.index()] != UNREACHED);
        let (live, dead): (Vec<Point>, Vec<Point>) = inside.iter().partition(|&&p| is_live(p));
        let live_count = live.len();
        let floor = Floor::in_order(size, [live, dead].concat());

        let goal_list = goals_of(&floor);
        let boxes = inside.iter().filter(|&&p| board.cell(p).has_box()).filter_map(|&p| floor.square(p)).collect();
        let player = board.player().and_then(|p| floor.square(p)).expect("a level without faults has a player");
        Ok(Puzzle {
            live: live_count,
            goals: SquareSet::from_squares(floor.len(), goal_list.iter().copied()),
            goal_distances: goal_list.iter().map(|&g| pull_distances(&floor, &[g])).collect(),
            goal_list,
            boxes,
            player,
            box_keys: (0..floor.len() as u64).map(scramble).collect(),
            player_keys: (0..floor.len() as u64).map(|s| scramble(s + (1 << 32))).collect(),
            stranded: level.has_stranded_box(),
            floor,
        })
    }

    /// The squares and their neighbours.
    #[must_use]
    pub fn floor(&self) -> &Floor {
        &self.floor
    }

    /// How many squares are live; they are the first ones.
    #[must_use]
    pub fn live_squares(&self) -> usize {
        self.live
    }

    /// Whether a lone box on this square can still be pushed to a goal.
    #[inline]
    #[must_use]
    pub fn is_live(&self, square: Square) -> bool {
        square.index() < self.live
    }

    /// The goals as a set.
    #[must_use]
    pub fn goals(&self) -> &SquareSet {
        &self.goals
    }

    /// The goals in order.
    #[must_use]
    pub fn goal_list(&self) -> &[Square] {
        &self.goal_list
    }

    /// Where the boxes start.
    #[must_use]
    pub fn boxes(&self) -> &[Square] {
        &self.boxes
    }

    /// Where the player starts.
    #[must_use]
    pub fn player(&self) -> Square {
        self.player
    }

    /// Pushes a lone box needs from each square to goal number `goal`, [`UNREACHED`] where it cannot get there.
    #[must_use]
    pub fn goal_distances(&self, goal: usize) -> &[u16] {
        &self.goal_distances[goal]
    }

    /// Zobrist key of a box on a square.
    #[inline]
    #[must_use]
    pub fn box_key(&self, square: Square) -> u64 {
        self.box_keys[square.index()]
    }

    /// Zobrist key of the player on a square, or of the region with that smallest square.
    #[inline]
    #[must_use]
    pub fn player_key(&self, square: Square) -> u64 {
        self.player_keys[square.index()]
    }

    /// Whether there is no solution for a reason visible at once: a box starts on a dead square, or one stands off the
    /// goals where the player never comes.
    #[must_use]
    pub fn is_hopeless(&self) -> bool {
        self.stranded || self.boxes.iter().any(|&b| !self.is_live(b))
    }
}
