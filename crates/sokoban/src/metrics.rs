//! How long a solution is, in the six measures players know.
//!
//! | measure | counts |
//! |---|---|
//! | moves | steps of the player, pushes included |
//! | pushes | steps that push a box |
//! | box lines | straight runs of pushes of one box |
//! | box changes | pushes of another box than the one pushed last; the first push counts |
//! | pushing sessions | runs of pushes without a walk between |
//! | player lines | straight runs of moves |
//!
//! A walk ends a box line even if the same box is then pushed on in the same direction: this is how the programs
//! whose numbers players compare count.

use std::fmt;

use boxwright_grid::{Direction, Point, Size};

use crate::level::Level;
use crate::plan::Plan;
use crate::rules::{Game, Step};

/// The six measures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Metrics {
    /// Steps of the player, pushes included.
    pub moves: usize,
    /// Steps that push a box.
    pub pushes: usize,
    /// Straight runs of pushes of one box.
    pub box_lines: usize,
    /// Pushes of another box than the last one.
    pub box_changes: usize,
    /// Runs of pushes without a walk between.
    pub pushing_sessions: usize,
    /// Straight runs of moves.
    pub player_lines: usize,
}

impl Metrics {
    /// Counts by playing the plan on the level. Blocked steps count for nothing.
    #[must_use]
    pub fn of(level: &Level, plan: &Plan) -> Metrics {
        let mut game = Game::new(level);
        let mut count = Count::default();
        for &direction in plan.steps() {
            let step = game.step(direction);
            count.add(&game, direction, step);
        }
        count.metrics
    }
}

impl fmt::Display for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Metrics { moves, pushes, box_lines, box_changes, pushing_sessions, player_lines } = self;
        write!(f, "{moves} moves, {pushes} pushes, {box_lines} box lines, {box_changes} box changes, ")?;
        write!(f, "{pushing_sessions} pushing sessions, {player_lines} player lines")
    }
}

/// Metrics being counted during a replay.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) metrics: Metrics,
    last_direction: Option<Direction>,
    last_step: Option<Step>,
    /// Where the box pushed last stands now.
    last_box: Option<Point>,
}

impl Count {
    /// Takes a step into account; `game` is the position after it.
    pub(crate) fn add(&mut self, game: &Game, direction: Direction, step: Step) {
        let Some(player) = game.player().filter(|_| step != Step::Blocked) else { return };
        let metrics = &mut self.metrics;
        metrics.moves += 1;
        metrics.player_lines += usize::from(self.last_direction != Some(direction));
        if step == Step::Push {
            // Before the push the box stood where the player is now.
            let another = self.last_box != Some(player);
            let begins = self.last_step != Some(Step::Push);
            metrics.pushes += 1;
            metrics.box_changes += usize::from(another);
            metrics.pushing_sessions += usize::from(begins);
            metrics.box_lines += usize::from(another || begins);
            let size: Size = game.board().size();
            self.last_box = size.step(player, direction);
        }
        self.last_direction = Some(direction);
        self.last_step = Some(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics(board: &str, plan: &str) -> [usize; 6] {
        let m = Metrics::of(&Level::new(board.parse().unwrap()), &Plan::parse(plan).unwrap());
        [m.moves, m.pushes, m.box_lines, m.box_changes, m.pushing_sessions, m.player_lines]
    }

    const ROOM: &str = "########\n#      #\n#      #\n#  $   #\n#@     #\n#   $  #\n#      #\n#      #\n########";

    #[test]
    fn nothing_counts_nothing() {
        assert_eq!(metrics(ROOM, ""), [0; 6]);
        assert_eq!(metrics(ROOM, "l"), [0; 6]);
    }

    #[test]
    fn one_box_around_a_corner() {
        // Below the box, up twice; around to its left, right once.
        assert_eq!(metrics(ROOM, "rrUUluR"), [7, 3, 2, 1, 2, 5]);
    }

    #[test]
    fn a_walk_ends_a_box_line_but_is_no_box_change() {
        // Push, one back, one forward, push on.
        assert_eq!(metrics(ROOM, "rrUduU"), [6, 2, 2, 1, 2, 4]);
    }

    #[test]
    fn two_boxes_in_one_session() {
        // Right, then straight down into another box without a walk between.
        let board = "######\n#@$  #\n# $  #\n#    #\n######";
        assert_eq!(metrics(board, "RD"), [2, 2, 2, 2, 1, 2]);
        // And back to the first box: a third change.
        assert_eq!(metrics(board, "RDluR"), [5, 2, 2, 2, 1, 5]);
        assert_eq!(metrics(board, "RDuR"), [4, 3, 3, 3, 2, 4]);
    }
}
