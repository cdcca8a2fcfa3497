//! The one deadlock the Kwirk paper detects.
//!
//! Source: Wittingen 2021, section 4.3.2 and Figure 5. If the place a block should fill lies north of it, the block
//! must be pushed north at some point. That takes a square south of it that is no wall, beneath it as it lies or
//! beneath a place it can be pushed to by going west or east. Likewise in the other directions.
//!
//! Blocks of one size are interchangeable here, so a position is dead only if no block of the size passes the test.
//! Sound for one sub-goal (the block cannot reach its place past walls), not for the puzzle: another sequence may need
//! no block there. Cost: a few look-ups per block of the size.

use super::sub_goal::SubGoal;
use crate::Puzzle;
use crate::puzzle::{BlockKind, Placement};
use crate::space::Field;
use boxwright_grid::{Direction, Point};

/// Whether no block can be pushed to where the sub-goal wants one.
pub(super) fn is_dead(puzzle: &Puzzle, field: &Field, goal: &SubGoal) -> bool {
    let SubGoal::Fill { kind, placement } = *goal else { return false };
    let placements = &puzzle.kinds()[kind];
    let wanted = corner(puzzle, &placements.placements[usize::from(placement)]);
    if goal.squares(puzzle).iter().all(|&s| !field.is_hole(s)) {
        return false;
    }
    let mut blocks = field.blocks(puzzle).filter(|b| b.0 == kind);
    blocks.all(|(_, at)| {
        let here = corner(puzzle, &placements.placements[at]);
        let needed = |d: Direction| match d {
            Direction::Up => wanted.y < here.y,
            Direction::Down => wanted.y > here.y,
            Direction::Left => wanted.x < here.x,
            Direction::Right => wanted.x > here.x,
        };
        Direction::ALL.into_iter().any(|d| needed(d) && !can_be_pushed(placements, at, d))
    })
}

fn corner(puzzle: &Puzzle, placement: &Placement) -> Point {
    puzzle.floor().point(placement.cells[0])
}

/// Whether walls let a block be pushed that way from where it lies or from somewhere sideways of it.
fn can_be_pushed(kind: &BlockKind, from: usize, direction: Direction) -> bool {
    let push = |at: usize, d: Direction| {
        let (to, how) = kind.placements[at].pushes[d.index()].as_ref()?;
        (!how.pushers.is_empty()).then_some(usize::from(*to))
    };
    let sideways = [direction.clockwise(), direction.counter_clockwise()];
    push(from, direction).is_some()
        || sideways.into_iter().any(|side| {
            let mut places = std::iter::successors(Some(from), |&at| push(at, side)).skip(1);
            places.any(|at| push(at, direction).is_some())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the block of a drawn level is dead for the one hole in it.
    fn dead(text: &str) -> bool {
        let level = crate::read("test.kwk", text.as_bytes()).unwrap().levels.remove(0);
        let puzzle = Puzzle::new(&level).unwrap();
        let hole = puzzle.holes()[0];
        let placement = puzzle.kinds()[0].placements.iter().position(|p| p.cells == [hole]).unwrap() as u16;
        is_dead(&puzzle, &Field::new(&puzzle), &SubGoal::Fill { kind: 0, placement })
    }

    #[test]
    fn as_in_figure_5() {
        assert!(!dead("######\n#O 1 #\n#  a #\n## ###\n#   %#\n######\n"), "it can be pushed west");
        assert!(dead("######\n#O 1 #\n#  a #\n######\n#   %#\n######\n"), "nowhere is a square south of it");
    }
}
