//! A level compiled for searching.

use crate::distance::pull_distances;
use crate::lore::Lore;
use crate::{Cell, Fault, Level};
use boxwright_grid::{Floor, Point, Size, Square, SquareSet, UNREACHED, scramble};

/// A valid level in the form searches work on.
///
/// Only the squares the player can ever reach are numbered, and the *live* ones, from which a lone box can be pushed to
/// some goal, come first: a box anywhere else is lost, so sets of boxes need no bits there. A strategy that knows less
/// about lost boxes can have more squares live ([`Puzzle::with_live`]); the spaces work the same.
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
    lore: Lore,
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
        let those = |wanted: fn(Cell) -> bool| -> Vec<Point> {
            inside.iter().copied().filter(|&p| wanted(board.cell(p))).collect()
        };
        let plain = Sketch {
            player: board.player().expect("a level without faults has a player"),
            goals: those(Cell::is_goal),
            boxes: those(Cell::has_box),
            stranded: level.has_stranded_box(),
            size,
        };
        let by_rows = Floor::in_order(size, inside);
        let nearest_goal = pull_distances(&by_rows, &squares(&by_rows, &plain.goals));
        Ok(plain.compile(&by_rows, |square| nearest_goal[square.index()] != UNREACHED))
    }

    /// The same puzzle with another opinion about where a box is lost: `is_live` says of each square whether boxes may
    /// stand there. The squares are numbered anew, so that the live ones come first again.
    #[must_use]
    pub fn with_live(&self, is_live: impl Fn(Square) -> bool) -> Puzzle {
        let points = |squares: &[Square]| squares.iter().map(|&s| self.floor.point(s)).collect();
        let plain = Sketch {
            player: self.floor.point(self.player),
            goals: points(&self.goal_list),
            boxes: points(&self.boxes),
            stranded: self.stranded,
            size: self.floor.size(),
        };
        plain.compile(&self.floor, is_live)
    }

    /// The same puzzle with some squares as walls, where nothing is, or a box on a goal.
    pub(crate) fn without(&self, walls: &SquareSet) -> Puzzle {
        let size = self.floor.size();
        let is_left = |s: Square| !walls.contains(s);
        let points = |squares: &[Square]| -> Vec<Point> {
            squares.iter().copied().filter(|&s| is_left(s)).map(|s| self.floor.point(s)).collect()
        };
        let plain = Sketch {
            player: self.floor.point(self.player),
            goals: points(&self.goal_list),
            boxes: points(&self.boxes),
            stranded: self.stranded,
            size,
        };
        let floor = Floor::new(size, |point| self.floor.square(point).is_some_and(is_left));
        let nearest_goal = pull_distances(&floor, &squares(&floor, &plain.goals));
        plain.compile(&floor, |square| nearest_goal[square.index()] != UNREACHED)
    }

    /// The same puzzle, begun from another position that can be reached.
    pub(crate) fn starting_at(&self, boxes: &SquareSet, player: Square) -> Puzzle {
        Puzzle { boxes: boxes.iter().collect(), player, lore: self.lore.for_another_start(), ..self.clone() }
    }

    /// The same puzzle, known to have no solution.
    pub(crate) fn hopeless(self) -> Puzzle {
        Puzzle { stranded: true, ..self }
    }

    /// What was found out about it so far.
    pub(crate) fn lore(&self) -> &Lore {
        &self.lore
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

    /// Whether a lone box on this square can still be pushed to a goal, as far as this puzzle was told.
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
    /// goals where the player never comes, or was [found](Puzzle::prepared) never to move.
    #[must_use]
    pub fn is_hopeless(&self) -> bool {
        self.stranded || self.boxes.iter().any(|&b| !self.is_live(b))
    }
}

/// What a puzzle is made of, before its squares have their final numbers.
struct Sketch {
    size: Size,
    goals: Vec<Point>,
    boxes: Vec<Point>,
    player: Point,
    stranded: bool,
}

impl Sketch {
    /// Numbers the squares of `floor` anew, the live ones first, and row by row otherwise.
    fn compile(&self, floor: &Floor, is_live: impl Fn(Square) -> bool) -> Puzzle {
        let by_rows = self.size.points().filter(|&p| floor.square(p).is_some());
        let (live, dead): (Vec<Point>, Vec<Point>) = by_rows.partition(|&p| floor.square(p).is_some_and(&is_live));
        let live_count = live.len();
        let floor = Floor::in_order(self.size, [live, dead].concat());
        let goal_list = squares(&floor, &self.goals);
        Puzzle {
            live: live_count,
            goals: SquareSet::from_squares(floor.len(), goal_list.iter().copied()),
            goal_distances: goal_list.iter().map(|&g| pull_distances(&floor, &[g])).collect(),
            goal_list,
            boxes: squares(&floor, &self.boxes),
            player: floor.square(self.player).expect("the player stands on the floor"),
            box_keys: (0..floor.len() as u64).map(scramble).collect(),
            player_keys: (0..floor.len() as u64).map(|s| scramble(s + (1 << 32))).collect(),
            stranded: self.stranded,
            lore: Lore::default(),
            floor,
        }
    }
}

fn squares(floor: &Floor, points: &[Point]) -> Vec<Square> {
    points.iter().filter_map(|&p| floor.square(p)).collect()
}
