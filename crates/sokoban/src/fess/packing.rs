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

use super::common;
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
    /// How many boxes the first stage but the empty one has: they come in any order, so each is a step.
    first: usize,
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
    /// The beginning: nothing is in place.
    fn nothing(puzzle: &Puzzle) -> Stage {
        Stage { boxes: SquareSet::new(puzzle.floor().len()), ..Stage::last(puzzle) }
    }

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
    /// The same, as far as it goes: what is left in the end has to be there before anything else is done.
    Part,
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
            Planning::Groups | Planning::Part => &[Rule::Group, Rule::Single, Rule::Endless],
        };
        let part = planning == Planning::Part;
        rules.iter().find_map(|&rule| Packing::search(puzzle, rule, part)).unwrap_or_else(|| {
            let stages = vec![Stage::nothing(puzzle), Stage::last(puzzle)];
            Packing { rounds: stages.clone(), stages, squares: puzzle.goals().clone(), first: 1 }
        })
    }

    /// Plays the game of sinks to its end, or as far as it gets if a `part` will do.
    fn search(puzzle: &Puzzle, rule: Rule, part: bool) -> Option<Packing> {
        let game = Sinks::new(puzzle, rule);
        if game.roots().is_empty() {
            return None;
        }
        let (work, most) =
            if rule == Rule::Group { (MOST_WORK / 4, MOST_IN_GROUPS) } else { (MOST_WORK, MOST_POSITIONS) };
        let each = (puzzle.boxes().len() * puzzle.floor().len()) as u64;
        let mut search = Fess::new(game, SinkAdviser::new(puzzle));
        let status = search.step(Slice { expansions: (work / each.max(1)).clamp(1, most), bytes: MOST_BYTES });
        let won = search.solution().filter(|_| status == Status::Solved);
        let moves = won.or_else(|| search.best_so_far().filter(|moves| part && moves.iter().any(|m| m.vanishes)))?;
        let mut rounds = search.domain().rounds(&moves);
        rounds.reverse();
        Some(Packing::along(puzzle, &moves, rounds))
    }

    /// The plan that a way to the empty board is, or to one that is nearly so, read backwards.
    fn along(puzzle: &Puzzle, moves: &[SinkMove], mut rounds: Vec<Stage>) -> Packing {
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
        let first = boxes.count().max(1);
        if !boxes.is_empty() {
            stages.insert(0, Stage::nothing(puzzle));
            rounds.insert(0, Stage::nothing(puzzle));
        }
        let mut squares = SquareSet::new(puzzle.floor().len());
        stages.iter().flat_map(|stage| &stage.boxes).for_each(|s| squares.insert(s));
        Packing { stages, rounds, squares, first }
    }

    /// How many steps there are.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.stages.len() + self.first - 2
    }

    /// The stage that is the last one reached after a step.
    fn number(&self, step: usize) -> usize {
        (step + 1).saturating_sub(self.first)
    }

    /// What is occupied after a step.
    #[must_use]
    pub fn stage(&self, step: usize) -> &SquareSet {
        &self.stages[self.number(step)].boxes
    }

    /// A square that is to be filled after a step.
    #[must_use]
    pub fn next(&self, step: usize) -> Option<Square> {
        let number = self.number(step);
        self.stages.get(number + 1)?.boxes.minus(&self.stages[number].boxes).next()
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
        match self.stages.iter().rposition(|stage| stage.is_reached(boxes, player)).unwrap_or(0) {
            0 => common(&self.stages[1].boxes, boxes).min(self.first - 1),
            number => number + self.first - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_level;

    /// What every plan promises, whole or in part: steps lead from nothing to everything, each stage is further than
    /// the one before, and what is counted before the first stage is what of it is in place.
    #[test]
    fn plans_lead_from_nothing_to_full_goals() {
        let (mut parts, mut parked) = (0, 0);
        for seed in 0..800 {
            let puzzle = Puzzle::new(&random_level(seed, 10, 9, 3 + seed as usize % 4)).unwrap();
            if puzzle.is_hopeless() {
                continue;
            }
            for planning in [Planning::Starts, Planning::Groups, Planning::Part] {
                let plan = Packing::new(&puzzle, planning);
                let nobody = SquareSet::new(puzzle.floor().len());
                assert_eq!(plan.packed(&nobody, puzzle.player()), 0, "seed {seed}");
                assert!(plan.stage(0).is_empty() && plan.rounds()[0].boxes.is_empty(), "seed {seed}");
                assert_eq!(plan.stage(plan.steps()), puzzle.goals(), "seed {seed}");
                for step in 0..plan.steps() {
                    assert!(plan.next(step).is_some_and(|square| !plan.stage(step).contains(square)), "seed {seed}");
                }
                for (number, stage) in plan.stages.iter().enumerate().skip(1) {
                    let player = stage.side.first().expect("the player is somewhere");
                    assert!(plan.packed(&stage.boxes, player) >= number + plan.first - 1, "seed {seed}");
                    parked += usize::from(!stage.boxes.is_subset(puzzle.goals()));
                }
                if plan.first > 1 {
                    parts += 1;
                    let one = SquareSet::from_squares(puzzle.floor().len(), plan.stages[1].boxes.first());
                    assert_eq!(plan.packed(&one, puzzle.player()), 1, "seed {seed}");
                }
            }
        }
        assert!(parts > 5 && parked > 50, "{parts} plans in part, {parked} stages with parked boxes");
    }
}
