//! The rounds of the packing plan as phases of a search, and how good a push is in one of them.
//!
//! A phase has targets: squares that are empty before it and have boxes after it, goals or places to wait. It is done when
//! they are filled, what the phases before have filled is still there, and the player is where the plan goes on. A box that
//! the phase takes from where it waited may leave; if any other is pushed away that is in place, the search is thrown back.
//!
//! A score is made of what is done, how far the pushed box is from the targets, what boxes have left to the nearest goals, and what
//! is wrong: boxes that stand on goals too early or where the plan cuts them off. Every run of pushes costs a little,
//! so that a search does not move boxes to and fro for ever where it can get no farther.
//!
//! Source: the phase search of YASS (B. Damgaard); the weights are our own.

use crate::Puzzle;
use crate::distance::pull_distances;
use crate::fess::{Planning, Stage, common, zones};
use crate::space::{Pruned, Push, PushState};
use boxwright_grid::{Floor, Square, SquareSet, UNREACHED};
use boxwright_search::{Note, Referee};
use std::sync::Arc;

/// A score without merits.
const BASE: i64 = 1 << 20;
/// A target that is filled.
const FILLED: i64 = 32;
/// A push between the pushed box and the nearest open target.
const FAR: i64 = 2;
/// A pushed box that cannot get to any open target.
const NOWHERE: i64 = 8;
/// An open target to which the pushed box is nearer than before.
const NEARER: i64 = 2;
/// A box on a goal whose phase has not come.
const EARLY: i64 = 8;
/// A box on a square that the plan cuts off.
const LOST: i64 = 16;
/// A run of pushes of one box towards a target, or any other push.
const RUN: i64 = 2;

/// One phase.
struct Phase {
    /// What is in place before and stays.
    kept: SquareSet,
    targets: SquareSet,
    /// For each target, how far it is from every square.
    ways: Vec<Vec<u16>>,
    end: Stage,
    /// Targets of all phases before.
    done: usize,
    /// Goals that are filled later.
    later: SquareSet,
    lost: SquareSet,
}

impl Phase {
    fn new(puzzle: &Puzzle, before: &Stage, end: &Stage, lost: &SquareSet, done: usize) -> Phase {
        let floor = puzzle.floor();
        let targets = SquareSet::from_squares(floor.len(), end.boxes.minus(&before.boxes));
        Phase {
            kept: SquareSet::from_squares(floor.len(), before.boxes.iter().filter(|&s| end.boxes.contains(s))),
            ways: targets.iter().map(|target| pull_distances(floor, &[target])).collect(),
            targets,
            end: end.clone(),
            done,
            later: SquareSet::from_squares(floor.len(), puzzle.goals().minus(&end.boxes)),
            lost: lost.clone(),
        }
    }

    /// What the boxes are worth, but for the one that was pushed.
    fn merits(&self, boxes: &SquareSet) -> i64 {
        let open = self.targets.minus(boxes).count();
        // All are in place, but the player is on the wrong side.
        let wrong_side = usize::from(open == 0 && self.end.boxes.is_subset(boxes));
        let done = self.done + self.targets.count() - open - wrong_side;
        let lost = boxes.minus(&self.end.boxes).filter(|&square| self.lost.contains(square)).count();
        FILLED * done as i64 - EARLY * common(boxes, &self.later) as i64 - LOST * lost as i64
    }

    /// What is good about a push, and whether it brings the box nearer to a target.
    fn approach(&self, boxes: &SquareSet, from: Square, to: Square) -> (i64, bool) {
        let (mut nearest, mut nearer) = (UNREACHED, 0);
        for (_, ways) in self.targets.iter().zip(&self.ways).filter(|(target, _)| !boxes.contains(*target)) {
            nearest = nearest.min(ways[to.index()]);
            nearer += i64::from(ways[to.index()] < ways[from.index()]);
        }
        let far = if nearest == UNREACHED { NOWHERE } else { FAR * (1 + i64::from(nearest)) };
        (NEARER * nearer - far, nearer > 0)
    }
}

/// What is remembered of a path.
#[derive(Clone, Copy, Default)]
struct Memory {
    phase: usize,
    runs: u32,
    /// Where the box stands that was just pushed towards a target.
    running: Option<Square>,
}

const PHASE_BITS: u32 = 10;
const RUN_BITS: u32 = 10;
const SQUARE_BITS: u32 = 11;

impl Memory {
    /// What does not fit is forgotten: the score gets worse, no more.
    fn note(self) -> Note {
        let most = |bits: u32| (1 << bits) - 1;
        let running = self.running.map_or(0, |square| u32::from(square.0) + 1);
        let running = if running > most(SQUARE_BITS) { 0 } else { running };
        (running << RUN_BITS | self.runs.min(most(RUN_BITS))) << PHASE_BITS | (self.phase as u32).min(most(PHASE_BITS))
    }

    fn read(note: Note) -> Memory {
        let running = note >> (PHASE_BITS + RUN_BITS);
        Memory {
            phase: (note & ((1 << PHASE_BITS) - 1)) as usize,
            runs: note >> PHASE_BITS & ((1 << RUN_BITS) - 1),
            running: running.checked_sub(1).map(|square| Square(square as u16)),
        }
    }
}

/// Judges pushes.
pub struct Phases {
    puzzle: Arc<Puzzle>,
    phases: Vec<Phase>,
    /// How far every square is from the nearest goal.
    left: Vec<u16>,
    parent: Memory,
    /// What the parent's boxes have left.
    parent_left: i64,
}

impl Phases {
    /// The phases of the plan that is made in this way.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, planning: Planning) -> Phases {
        let packing = puzzle.packing(planning);
        let stages: Vec<&SquareSet> = packing.rounds().iter().map(|stage| &stage.boxes).collect();
        let lost = zones::soon_lost(puzzle, &stages, zones::Cutting::Stages);
        let mut phases: Vec<Phase> = Vec::new();
        for (pair, lost) in packing.rounds().windows(2).zip(&lost) {
            let done = phases.last().map_or(0, |last| last.done + last.targets.count());
            phases.push(Phase::new(puzzle, &pair[0], &pair[1], lost, done));
        }
        let goals: Vec<Square> = puzzle.goals().iter().collect();
        Phases {
            left: pull_distances(puzzle.floor(), &goals),
            phases,
            parent: Memory::default(),
            parent_left: 0,
            puzzle: Arc::clone(puzzle),
        }
    }

    fn left(&self, square: Square) -> i64 {
        i64::from(self.left[square.index()])
    }

    /// The phase after a push, or at the beginning.
    fn phase(&self, boxes: &SquareSet, player: Square, from: Option<Square>) -> usize {
        let is_done = |phase: usize| self.phases[phase].end.is_reached(boxes, player);
        let mut phase = self.parent.phase;
        if self.phases.get(phase).is_some_and(|now| from.is_some_and(|from| now.kept.contains(from))) {
            phase = (0..phase).rev().find(|&earlier| is_done(earlier)).map_or(0, |earlier| earlier + 1);
        }
        while phase < self.phases.len() && is_done(phase) {
            phase += 1;
        }
        phase
    }
}

/// Where a push brings the box.
fn pushed(floor: &Floor, push: Push) -> (Square, Square) {
    (push.from, floor.next(push.from, push.direction))
}

impl Referee<Pruned> for Phases {
    type Score = u32;

    fn enter(&mut self, _: &Pruned, state: &PushState, note: Note) {
        self.parent = Memory::read(note);
        self.parent_left = state.boxes.iter().map(|square| self.left(square)).sum();
    }

    fn judge(&mut self, _: &Pruned, state: &PushState, action: Option<Push>) -> Option<(Note, u32)> {
        let action = action.map(|push| pushed(self.puzzle.floor(), push));
        let phase = self.phase(&state.boxes, state.player, action.map(|(from, _)| from));
        let Some(now) = self.phases.get(phase) else {
            return Some((Memory { phase, ..self.parent }.note(), 0));
        };
        let mut score = BASE - now.merits(&state.boxes);
        let mut memory = Memory { phase, runs: self.parent.runs, running: None };
        if let Some((from, to)) = action {
            let (good, nearer) = now.approach(&state.boxes, from, to);
            score += self.parent_left + self.left(to) - self.left(from) - good;
            memory.runs += u32::from(!nearer || self.parent.running != Some(from));
            memory.running = nearer.then_some(to);
        }
        score += RUN * i64::from(memory.runs);
        Some((memory.note(), u32::try_from(score.max(1)).unwrap_or(u32::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn notes_say_what_was_remembered() {
        for (phase, runs, running) in [(0, 0, None), (3, 17, Some(Square(0))), (1023, 1023, Some(Square(2046)))] {
            let memory = Memory::read(Memory { phase, runs, running }.note());
            assert_eq!((memory.phase, memory.runs, memory.running), (phase, runs, running));
        }
        assert!(Memory { phase: 2000, runs: 2000, running: Some(Square(3000)) }.note() < 1 << 31);
    }

    /// The goals are one behind the other, so they are filled in two phases.
    #[test]
    fn a_box_that_leaves_its_place_throws_the_search_back() {
        let level = &read("two.xsb", b"#########\n#@      #\n# $ $ ..#\n#########\n").unwrap().levels[0];
        let puzzle = Arc::new(Puzzle::new(level).unwrap());
        let mut phases = Phases::new(&puzzle, Planning::Starts);
        let square = |x, y| puzzle.floor().square(boxwright_grid::Point { x, y }).unwrap();
        let set = |squares: &[Square]| SquareSet::from_squares(puzzle.floor().len(), squares.iter().copied());
        assert_eq!(phases.phases.len(), 2);
        assert_eq!(phases.phases[0].targets, set(&[square(7, 2)]));
        assert_eq!(phases.phase(&set(&[square(7, 2), square(4, 2)]), square(1, 1), None), 1);
        phases.parent.phase = 1;
        assert_eq!(phases.phase(&set(&[square(6, 2), square(4, 2)]), square(1, 1), Some(square(7, 2))), 0);
        assert_eq!(phases.phase(&set(&[square(7, 2), square(6, 2)]), square(1, 1), Some(square(5, 2))), 2);
    }
}
