//! The packing plan: in which order the goals are to be filled, and where boxes must wait meanwhile.
//!
//! A search wins the game of sinks (`sinks.rs`), in which the level is played backwards until all boxes are gone. Its moves
//! in reverse order are the plan: boxes appear, most of them for good.
//! A position has got as far as step k if the boxes that are on the board after step k are all in place, and the player is on
//! the side of them where the plan goes on.
//!
//! The same plan in rounds leaves open what need not be decided: boxes that can vanish independently of each other come in
//! one round, in any order.
//!
//! Source: the backward phase of Festival (FESS with sinks) and the packing order of YASS.

use super::sink_adviser::SinkAdviser;
use super::sinks::{Rule, SinkMove, Sinks};
use crate::Puzzle;
use boxwright_grid::{Fill, Square, SquareSet};
use boxwright_search::{Domain, Fess, Goalward, Search, Slice, Status};

/// The plan.
#[derive(Clone, Debug)]
pub struct Packing {
    /// After each step; in the first there is nothing, in the last the goals are full.
    stages: Vec<Stage>,
    /// After each round, likewise.
    rounds: Vec<Stage>,
    /// All squares that occur in some stage.
    squares: SquareSet,
}

/// What the plan wants after a step.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The squares that are occupied.
    pub boxes: SquareSet,
    /// Where the player can walk among them.
    pub side: SquareSet,
}

impl Stage {
    /// The end: all goals are full, wherever the player is.
    pub(super) fn last(puzzle: &Puzzle) -> Stage {
        let floor = puzzle.floor();
        Stage { boxes: puzzle.goals().clone(), side: SquareSet::from_squares(floor.len(), floor.squares()) }
    }

    /// These boxes after a move, read backwards.
    pub(super) fn after(puzzle: &Puzzle, boxes: &SquareSet, SinkMove { one, vanishes }: &SinkMove) -> Stage {
        let floor = puzzle.floor();
        let mut side = SquareSet::new(floor.len());
        Fill::new(floor).spread(floor, if *vanishes { one.to } else { one.region }, boxes, &mut side);
        Stage { boxes: boxes.clone(), side }
    }

    /// Whether a position is as it wants.
    #[must_use]
    pub fn is_reached(&self, boxes: &SquareSet, player: Square) -> bool {
        self.boxes.is_subset(boxes) && self.side.contains(player)
    }
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
            let nothing = Stage { boxes: SquareSet::new(puzzle.floor().len()), ..Stage::last(puzzle) };
            let stages = vec![nothing, Stage::last(puzzle)];
            Packing { rounds: stages.clone(), stages, squares: puzzle.goals().clone() }
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
        let moves = search.solution().filter(|_| status == Status::Solved)?;
        let mut rounds = search.domain().rounds(&moves);
        rounds.reverse();
        Some(Packing::along(puzzle, &moves, rounds))
    }

    /// The plan that a way to the empty board is, read backwards.
    fn along(puzzle: &Puzzle, moves: &[SinkMove], rounds: Vec<Stage>) -> Packing {
        let mut boxes = puzzle.goals().clone();
        let mut stages = vec![Stage::last(puzzle)];
        let mut parked = None;
        for step @ SinkMove { one, vanishes } in moves {
            // A box that goes on from where it was just parked need not have stopped there.
            if parked == Some(one.from) {
                stages.pop();
            }
            boxes.remove(one.from);
            if !vanishes {
                boxes.insert(one.to);
            }
            parked = (!vanishes).then_some(one.to);
            stages.push(Stage::after(puzzle, &boxes, step));
        }
        stages.reverse();
        let mut squares = SquareSet::new(puzzle.floor().len());
        stages.iter().flat_map(|stage| &stage.boxes).for_each(|s| squares.insert(s));
        Packing { stages, rounds, squares }
    }

    /// How many steps there are.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.stages.len() - 1
    }

    /// What is occupied after a step.
    #[must_use]
    pub fn stage(&self, step: usize) -> &SquareSet {
        &self.stages[step].boxes
    }

    /// What is wanted after each round, beginning with nothing.
    #[must_use]
    pub fn rounds(&self) -> &[Stage] {
        &self.rounds
    }

    /// The squares of the plan.
    #[must_use]
    pub fn squares(&self) -> &SquareSet {
        &self.squares
    }

    /// How far a position has got.
    #[must_use]
    pub fn packed(&self, boxes: &SquareSet, player: Square) -> usize {
        self.stages.iter().rposition(|stage| stage.is_reached(boxes, player)).unwrap_or(0)
    }
}
