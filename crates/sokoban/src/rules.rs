//! The rules of Sokoban, as a person would explain them.
//!
//! The player steps to a free neighbouring square, or pushes one box to the free square beyond it; the game is won
//! when every box stands on a goal. This file is the judge of every solution, so it is slow and obvious on purpose and
//! shares nothing with the solvers. Beyond the edge of the board there is nothing to stand on.

use boxwright_grid::{Direction, Point};

use crate::board::{Board, Cell};
use crate::level::Level;

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    board: Board,
    player: Option<Point>,
}

/// What came of an attempted step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Step {
    /// Nothing: a wall, the edge, or a box that cannot move.
    Blocked,
    /// The player walked.
    Walk,
    /// The player pushed the box in front.
    Push,
}

impl Game {
    /// The level's first position. Without a player every step is blocked; of several players the first plays.
    #[must_use]
    pub fn new(level: &Level) -> Game {
        Game { board: level.board.clone(), player: level.board.player() }
    }

    /// Tries to step.
    pub fn step(&mut self, direction: Direction) -> Step {
        let Some(from) = self.player else { return Step::Blocked };
        let size = self.board.size();
        let Some(to) = size.step(from, direction) else { return Step::Blocked };
        let ahead = self.board.cell(to);
        if ahead.is_wall() || ahead.has_player() {
            return Step::Blocked;
        }
        if ahead.has_box() {
            let Some(beyond) = size.step(to, direction) else { return Step::Blocked };
            let target = self.board.cell(beyond);
            if target != Cell::FLOOR && target != Cell::GOAL {
                return Step::Blocked;
            }
            self.board.put(beyond, target.with_box());
        }
        self.board.put(to, ahead.with_player());
        self.board.put(from, self.board.cell(from).cleared());
        self.player = Some(to);
        if ahead.has_box() { Step::Push } else { Step::Walk }
    }

    /// Whether every box on the board, within reach or not, stands on a goal.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.boxes_off_goals() == 0
    }

    /// How many boxes are not on goals.
    #[must_use]
    pub fn boxes_off_goals(&self) -> usize {
        self.board.cells().iter().filter(|&&cell| cell == Cell::BOX).count()
    }

    /// Where the player is.
    #[must_use]
    pub fn player(&self) -> Option<Point> {
        self.player
    }

    /// The position as a board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    fn game(text: &str) -> Game {
        Game::new(&Level::new(text.parse().unwrap()))
    }

    #[test]
    fn walks_pushes_and_walls() {
        let mut game = game("######\n#@ $.#\n######");
        assert_eq!(game.step(Up), Step::Blocked);
        assert_eq!(game.step(Left), Step::Blocked);
        assert_eq!(game.step(Right), Step::Walk);
        assert!(!game.is_solved());
        assert_eq!(game.step(Right), Step::Push);
        assert!(game.is_solved());
        assert_eq!(game.step(Right), Step::Blocked);
        assert_eq!(game.board().to_rows(), ["######", "#  @*#", "######"]);
    }

    #[test]
    fn goals_reappear_when_left() {
        let mut game = game("######\n#+*  #\n######");
        assert_eq!(game.step(Right), Step::Push);
        assert_eq!(game.board().to_rows()[1], "#.+$ #");
        assert_eq!(game.step(Left), Step::Walk);
        assert_eq!(game.board().to_rows()[1], "#+.$ #");
    }

    #[test]
    fn two_boxes_in_a_row_and_the_edge_block() {
        let mut row = game("#####\n#@$$ \n#####");
        assert_eq!(row.step(Right), Step::Blocked);
        let mut edge = game("@$");
        assert_eq!(edge.step(Right), Step::Blocked);
        assert_eq!(edge.step(Down), Step::Blocked);
        assert_eq!(edge.board().to_rows(), ["@$"]);
    }

    #[test]
    fn a_box_out_of_reach_must_be_on_a_goal_too() {
        let mut game = game("########\n#@$.#$.#\n########");
        assert_eq!(game.step(Right), Step::Push);
        assert_eq!(game.boxes_off_goals(), 1);
    }

    #[test]
    fn without_a_player_nothing_moves() {
        assert_eq!(game("####\n#$.#\n####").step(Right), Step::Blocked);
    }
}
