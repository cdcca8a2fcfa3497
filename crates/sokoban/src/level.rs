//! A level as read from a file: a board, what was written around it, and everything that is wrong with it.
//!
//! A `Level` may be nonsense. [`Level::check`] lists the faults; only a level without any becomes a puzzle to solve.
//!
//! What the player can never reach, with all boxes thought away, is decoration: only the boxes and goals within the
//! walls around the player are counted. A box out of reach that is on a goal is fine for ever; one that is off a goal
//! is legal too, but the level can never be solved ([`Level::has_stranded_box`]); an empty goal out of reach is
//! ignored. A level without any box within reach is a fault rather than a solved level: in every collection seen it
//! is a slip of the designer.

use boxwright_grid::Point;

use crate::board::{Board, Cell};
use crate::fault::{Fault, FaultKind};

/// A solution (or another game) found with a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedSolution {
    /// What it is called: "Solution" if it has no name.
    pub title: String,
    /// The moves as written, lines separated by `\n`; [`crate::Plan::parse`] reads them.
    pub text: String,
    /// The line of the file where the moves begin, from 1; 0 if unknown.
    pub line: usize,
}

/// A level, maybe a wrong one.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Level {
    /// Its name.
    pub title: Option<String>,
    /// Who made it, if it is said for this level.
    pub author: Option<String>,
    /// Other `Key: value` pairs in order. Loose text around the board is kept as `Comment`.
    pub properties: Vec<(String, String)>,
    /// The board; empty if it was too large to be read.
    pub board: Board,
    /// Solutions that came with it.
    pub solutions: Vec<RecordedSolution>,
    /// The line of the board's first row, from 1; 0 if unknown.
    pub line: usize,
    /// Faults found while reading.
    pub faults: Vec<Fault>,
    /// Where each row begins (line, columns to the left of it), if rows and lines do not simply run in parallel.
    pub(crate) origins: Vec<(usize, usize)>,
}

impl Level {
    /// A nameless level with this board.
    #[must_use]
    pub fn new(board: Board) -> Level {
        Level { board, ..Level::default() }
    }

    /// Every fault: those found while reading, then those of the game.
    #[must_use]
    pub fn check(&self) -> Vec<Fault> {
        let mut faults = self.faults.clone();
        if self.board.cells().is_empty() && !faults.is_empty() {
            return faults;
        }
        let mut report = |point, kind| faults.push(self.fault(point, kind));
        let origin = Point::new(0, 0);

        let mut players = self.board.points_where(Cell::has_player);
        let area = if players.next().is_none() {
            report(origin, FaultKind::NoPlayer);
            // Without a player nothing is known to be decoration.
            vec![true; self.board.cells().len()]
        } else {
            players.for_each(|player| report(player, FaultKind::ExtraPlayer));
            let area = self.board.player_area();
            if let Some(gap) = self.gap(&area) {
                report(gap, FaultKind::Open);
            }
            area
        };

        let count = |wanted: fn(Cell) -> bool| self.in_area(&area).filter(|&cell| wanted(cell)).count();
        let (boxes, goals) = (count(Cell::has_box), count(Cell::is_goal));
        if boxes == 0 {
            report(origin, FaultKind::NoBoxes);
        } else if boxes != goals {
            report(origin, FaultKind::BoxesAndGoalsDiffer { boxes, goals });
        }
        faults
    }

    /// Whether a box stands off every goal where the player can never come, so that nobody can solve the level.
    #[must_use]
    pub fn has_stranded_box(&self) -> bool {
        let area = self.board.player_area();
        self.board.cells().iter().zip(&area).any(|(&cell, &inside)| cell == Cell::BOX && !inside)
    }

    fn in_area(&self, area: &[bool]) -> impl Iterator<Item = Cell> {
        self.board.cells().iter().zip(area).filter(|&(_, &inside)| inside).map(|(&cell, _)| cell)
    }

    /// The first point of the area on the rim of the board.
    fn gap(&self, area: &[bool]) -> Option<Point> {
        let size = self.board.size();
        let on_rim = |p: &Point| p.x == 0 || p.y == 0 || p.x + 1 == size.width || p.y + 1 == size.height;
        size.points().filter(on_rim).find(|&p| area[size.index(p)])
    }

    /// A fault at a point of the board, in terms of lines of the file.
    fn fault(&self, point: Point, kind: FaultKind) -> Fault {
        let (x, y) = (usize::from(point.x), usize::from(point.y));
        let (line, left) = self.origins.get(y).copied().unwrap_or((self.line.max(1) + y, 0));
        Fault { line, column: left + x + 1, kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        Level::new(text.parse().unwrap()).check().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_sound_level_has_no_fault() {
        assert!(faults("#####\n#@$.#\n#####").is_empty());
        assert!(faults("#####\n#@* #\n#####").is_empty());
    }

    #[test]
    fn all_faults_are_found_at_once() {
        let found = faults("######\n#@$ @#\n#   \n######");
        assert_eq!(found.len(), 3);
        assert_eq!(
            found[0],
            "line 2, column 5: another player; levels with several players (Multiban) are not supported"
        );
        assert_eq!(found[1], "line 3, column 6: the board is open: the player can walk off here");
        assert!(found[2].contains("boxes (1) differs from the number of goals (0)"));
    }

    #[test]
    fn only_what_is_within_reach_counts() {
        assert!(faults("#########\n#@$.#*#.#\n#########").is_empty());
        assert!(faults("########\n#@$.#$.#\n########").is_empty());
        assert!(faults("########\n#@  #$.#\n########")[0].contains("no box"));
        assert!(faults("########\n#@$ #$.#\n########")[0].contains("goals (0)"));
    }

    #[test]
    fn a_missing_player_does_not_hide_other_faults() {
        let found = faults("#####\n# $ #\n#####");
        assert!(found[0].contains("no player") && found[1].contains("goals (0)"));
    }

    #[test]
    fn stranded_boxes_are_those_off_goals_out_of_reach() {
        let stranded = |text: &str| Level::new(text.parse().unwrap()).has_stranded_box();
        assert!(stranded("########\n#@$.#$.#\n########"));
        assert!(!stranded("########\n#@$.#*.#\n########"));
        assert!(!stranded("####\n#@$#\n####"));
    }

    #[test]
    fn an_empty_board_does_not_panic() {
        assert_eq!(Level::default().check().len(), 2);
    }
}
