//! The packing plan: in which order the goals are to be filled, and where boxes must wait meanwhile.
//!
//! A search wins the game of sinks (`sinks.rs`), in which the level is played backwards until all boxes are gone. Its moves
//! in reverse order are the plan: boxes appear, most of them for good.
//! A position has got as far as step k if the boxes that are on the board after step k are all in place.
//!
//! Source: the backward phase of Festival (FESS with sinks) and the packing order of YASS.

use super::sink_adviser::SinkAdviser;
use super::sinks::{Rule, SinkMove, Sinks};
use crate::Puzzle;
use boxwright_grid::SquareSet;
use boxwright_search::{Domain, Fess, Goalward, Search, Slice, Status};

/// The plan.
#[derive(Clone, Debug)]
pub struct Packing {
    /// The squares that are occupied after each step; the first is empty, the last are the goals.
    stages: Vec<SquareSet>,
    /// All squares that occur in some stage.
    squares: SquareSet,
}

/// How a plan is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Planning {
    /// Boxes go back to any of the squares on which boxes start.
    Starts,
    /// They go back to those between which boxes can be pushed to and fro, so that it matters less which box is taken.
    Groups,
}

/// Boxes times squares of all positions expanded before a search gives up: about half a second of work.
const MOST_WORK: u64 = 1 << 23;

/// Positions expanded before it does. Of 466 public levels with a plan 432 have it after 200, and one after more than 1,000;
/// with groups a plan is found soon or hardly ever.
const MOST_POSITIONS: u64 = 1000;
const MOST_IN_GROUPS: u64 = 500;

/// Memory of a search.
const MOST_BYTES: usize = 1 << 26;

impl Packing {
    /// Finds a plan, if need be with every start taking any number of boxes. If all searches give up, the plan has a
    /// single step: everything.
    #[must_use]
    pub fn new(puzzle: &Puzzle, planning: Planning) -> Packing {
        let rules: &[Rule] = match planning {
            Planning::Starts => &[Rule::Single, Rule::Endless],
            Planning::Groups => &[Rule::Group, Rule::Single, Rule::Endless],
        };
        rules.iter().find_map(|&rule| Packing::search(puzzle, rule)).unwrap_or_else(|| {
            let nothing = SquareSet::new(puzzle.floor().len());
            Packing { stages: vec![nothing, puzzle.goals().clone()], squares: puzzle.goals().clone() }
        })
    }

    /// Plays the game of sinks to its end.
    fn search(puzzle: &Puzzle, rule: Rule) -> Option<Packing> {
        let game = Sinks::new(puzzle, rule);
        if game.roots().is_empty() {
            return None;
        }
        let (work, most) =
            if rule == Rule::Group { (MOST_WORK / 4, MOST_IN_GROUPS) } else { (MOST_WORK, MOST_POSITIONS) };
        let each = (puzzle.boxes().len() * puzzle.floor().len()) as u64;
        let mut search = Fess::new(game, SinkAdviser::new(puzzle));
        let status = search.step(Slice { expansions: (work / each.max(1)).clamp(1, most), bytes: MOST_BYTES });
        let moves = if status == Status::Solved { search.solution() } else { None };
        Some(Packing::along(puzzle, &moves?))
    }

    /// The plan that a way to the empty board is, read backwards.
    fn along(puzzle: &Puzzle, moves: &[SinkMove]) -> Packing {
        let mut boxes = puzzle.goals().clone();
        let mut stages = vec![boxes.clone()];
        let mut parked = None;
        for SinkMove { one, vanishes } in moves {
            // A box that goes on from where it was just parked need not have stopped there.
            if parked == Some(one.from) {
                stages.pop();
            }
            boxes.remove(one.from);
            if !vanishes {
                boxes.insert(one.to);
            }
            parked = (!vanishes).then_some(one.to);
            stages.push(boxes.clone());
        }
        stages.reverse();
        let mut squares = SquareSet::new(puzzle.floor().len());
        stages.iter().flat_map(SquareSet::iter).for_each(|s| squares.insert(s));
        Packing { stages, squares }
    }

    /// How many steps there are.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.stages.len() - 1
    }

    /// What is occupied after a step.
    #[must_use]
    pub fn stage(&self, step: usize) -> &SquareSet {
        &self.stages[step]
    }

    /// The squares of the plan.
    #[must_use]
    pub fn squares(&self) -> &SquareSet {
        &self.squares
    }

    /// How far a position has got.
    #[must_use]
    pub fn packed(&self, boxes: &SquareSet) -> usize {
        (0..self.stages.len()).rev().find(|&step| self.stages[step].is_subset(boxes)).unwrap_or(0)
    }
}
