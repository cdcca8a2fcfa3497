//! The Kwirk paper's multi-layer solver.
//!
//! Source: Wittingen 2021, sections 4.3 and 5.2 to 5.4, after the Sokoban solver of Botea, Müller and Schaeffer (2003).
//! The global layer (`global.rs`) splits the puzzle into rooms and connectors and makes sequences of sub-goals that
//! bring a character to the exit; the local layer (`local.rs`) solves one sub-goal after the other, each from the
//! position where the one before was reached. A sequence that fails is left for another one; when there are no new
//! ones, those not exhausted are taken up again, with the next way to reach an earlier sub-goal or with more positions
//! to open.
//!
//! | option | | paper |
//! |---|---|---|
//! | `local` | A* or Fringe search in the local layer | 4.3.2 |
//! | `goals` | sub-goals for all obstacles, or for holes only | 5.2 |
//! | `deadlock` | the paper's deadlock detection (`deadlock.rs`) | 5.3 |
//! | `sequence-tries` | visits to a sequence before another one is looked for | 5.4 |
//! | `start-tries` | visits to a sub-goal with the same start before another start is looked for | 5.4 |
//!
//! How ours differs. A visit may open 50 positions per square of Manhattan distance (the paper only says that the
//! number grows with it; times 3 for holes, as there); every time all sequences had a turn the allowance doubles. What
//! to take up again is not told in the paper: ours is the search with the fewest visits, the deepest sub-goal but the
//! failing one first. Every sequence ends with the sub-goal that all characters can leave. The last sequence has that
//! one only, so its local search sees the whole puzzle: the strategy is complete, and exhausting that search proves
//! that there is no solution. Searches of suspended sequences are dropped when memory runs short and begin anew later;
//! that one is not.
//!
//! Cost: the positions of a sequence are searched once per start, so the same position may be opened many times.
//! Properties: complete; no optimum. Solutions found through many sub-goals are longer than need be.

mod deadlock;
mod global;
mod holes;
mod local;
mod options;
mod rooms;
mod sub_goal;

use self::global::{Advance, Global};
use self::local::{Local, Scratch, Step};
use self::sub_goal::{SubGoal, distance};
use crate::space::{Interact, Interactions};
use crate::{Plan, Puzzle};
use boxwright_grid::Square;
use boxwright_search::packed::{BitReader, BitWriter, bytes_for};
use boxwright_search::{Domain, Limit, Objective, Properties, Search, Slice, Solver, Statistics, Status};
pub(super) use options::LAYERED;
pub use options::{LayeredOptions, LocalSearch};
use std::collections::HashSet;
use std::sync::Arc;

/// So many positions may be opened per square of distance.
const PER_SQUARE: u64 = 50;

/// The multi-layer solver at work.
pub struct Layered {
    space: Interactions,
    options: LayeredOptions,
    global: Global,
    all_found: bool,
    sequences: Vec<Sequence>,
    /// The visit at hand.
    visit: Option<Visit>,
    /// The sequence visited last, and how often in a row.
    turn: usize,
    in_a_row: u32,
    /// Grows by a factor of 2 with every round of revisits.
    allowance: u64,
    scratch: Scratch,
    held: usize,
    statistics: Statistics,
    status: Status,
    solution: Option<Vec<Vec<u8>>>,
}

struct Sequence {
    goals: Vec<SubGoal>,
    /// By sub-goal: the searches for it, one per start.
    levels: Vec<Vec<Start>>,
    /// The starts of each level, to recognise them.
    known: Vec<HashSet<Vec<u8>>>,
    /// The search that failed last, and how often in a row.
    failed: Option<(usize, usize, u32)>,
    exhausted: bool,
}

struct Start {
    local: Local,
    /// The search of the level before and its node where this one begins.
    from: Option<(usize, u32)>,
    /// Where the last push was.
    touch: Square,
    visits: u32,
    exhausted: bool,
}

#[derive(Clone, Copy)]
struct Visit {
    sequence: usize,
    level: usize,
    start: usize,
    left: u64,
}

impl Layered {
    /// A solver of this puzzle.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, options: LayeredOptions) -> Layered {
        let space = Interactions::new(puzzle);
        Layered {
            global: Global::new(puzzle, options.only_holes),
            options,
            all_found: false,
            sequences: Vec::new(),
            visit: None,
            turn: 0,
            in_a_row: 0,
            allowance: 1,
            scratch: Scratch::new(&space),
            space,
            held: 0,
            statistics: Statistics::default(),
            status: Status::Running,
            solution: None,
        }
    }

    /// How many different sequences of sub-goals were explored: the paper's *seq*.
    #[must_use]
    pub fn sequences(&self) -> usize {
        self.sequences.len()
    }

    /// One small piece of work.
    fn advance(&mut self) -> Status {
        match self.visit {
            Some(visit) => self.search(visit),
            None => self.choose(),
        }
    }

    /// Goes on with the visit at hand.
    fn search(&mut self, visit: Visit) -> Status {
        let sequence = &mut self.sequences[visit.sequence];
        let start = &mut sequence.levels[visit.level][visit.start];
        let before = (start.local.bytes(), start.local.stored(), start.local.generated);
        let step = start.local.step(&self.space, &mut self.scratch);
        self.held = self.held + start.local.bytes() - before.0;
        self.statistics.stored += start.local.stored() - before.1;
        self.statistics.generated += start.local.generated - before.2;
        match step {
            Step::Passed => {}
            Step::Opened => {
                self.statistics.expanded += 1;
                self.statistics.depth = visit.level as u32;
                let left = visit.left.saturating_sub(1);
                self.visit = (left > 0).then_some(Visit { left, ..visit });
                if left == 0 {
                    self.fail(visit);
                }
            }
            Step::Goal(node) if visit.level + 1 == sequence.goals.len() => {
                self.solution = Some(self.rows(visit, node));
                return Status::Solved;
            }
            Step::Goal(node) => self.descend(visit, node),
            Step::Exhausted => {
                start.exhausted = true;
                if sequence.goals.len() == 1 && sequence.goals[0] == SubGoal::Home {
                    return Status::Exhausted;
                }
                self.fail(visit);
            }
        }
        Status::Running
    }

    /// A sub-goal was reached: the next one from there, unless it was tried from there already.
    fn descend(&mut self, visit: Visit, node: u32) {
        let sequence = &mut self.sequences[visit.sequence];
        let level = visit.level + 1;
        let before = &sequence.levels[visit.level][visit.start];
        let position = before.local.position(node).to_vec();
        // The start itself may be the goal; then nothing was touched.
        let touch = Some(before.local.touch(node)).filter(|t| t.exists()).unwrap_or(before.touch);
        if sequence.levels.len() == level {
            sequence.levels.push(Vec::new());
            sequence.known.push(HashSet::new());
        }
        if !sequence.known[level].insert(position.clone()) {
            return;
        }
        sequence.levels[visit.level][visit.start].visits += 1;
        self.begin(visit.sequence, level, &position, touch, Some((visit.start, node)));
    }

    /// Begins a search and visits it.
    fn begin(&mut self, sequence: usize, level: usize, position: &[u8], touch: Square, from: Option<(usize, u32)>) {
        let Layered { space, options, scratch, .. } = self;
        let goal = self.sequences[sequence].goals[level].clone();
        let local = Local::new(space, goal, position, touch, options.local, options.detect_deadlocks, scratch);
        self.held += local.bytes();
        self.statistics.stored += local.stored();
        let starts = &mut self.sequences[sequence].levels[level];
        starts.push(Start { local, from, touch, visits: 0, exhausted: false });
        let start = starts.len() - 1;
        self.visit = Some(Visit { sequence, level, start, left: self.allowed(sequence, level, touch) });
    }

    /// How many positions a visit may open.
    fn allowed(&self, sequence: usize, level: usize, touch: Square) -> u64 {
        let puzzle = self.space.puzzle();
        let goal = &self.sequences[sequence].goals[level];
        let way = match goal {
            SubGoal::Home => {
                let sides: Vec<Square> = puzzle.exit_sides().iter().map(|s| s.0).collect();
                distance(puzzle, touch, &sides)
            }
            _ => distance(puzzle, touch, goal.squares(puzzle)),
        };
        let times = if matches!(goal, SubGoal::Fill { .. }) { 3 } else { 1 };
        PER_SQUARE * (1 + u64::from(way)) * times * self.allowance
    }

    /// The visit ends without success.
    fn fail(&mut self, visit: Visit) {
        let sequence = &mut self.sequences[visit.sequence];
        sequence.levels[visit.level][visit.start].visits += 1;
        let again = match sequence.failed {
            Some((level, start, times)) if (level, start) == (visit.level, visit.start) => times + 1,
            _ => 1,
        };
        sequence.failed = Some((visit.level, visit.start, again));
        self.visit = None;
    }

    /// Chooses what to visit next.
    fn choose(&mut self) -> Status {
        if !self.sequences.is_empty() && self.in_a_row < self.options.sequence_tries {
            self.in_a_row += 1;
            if self.revisit(self.turn) {
                return Status::Running;
            }
            self.in_a_row = self.options.sequence_tries;
        }
        if !self.all_found {
            match self.global.advance() {
                Advance::Searching => {}
                Advance::Done => {
                    self.all_found = true;
                    self.turn = self.sequences.len();
                }
                Advance::Found(goals) => {
                    self.sequences.push(Sequence::new(goals));
                    self.turn = self.sequences.len() - 1;
                    self.in_a_row = 1;
                    self.revisit(self.turn);
                }
            }
            return Status::Running;
        }
        self.turn += 1;
        if self.turn >= self.sequences.len() {
            self.turn = 0;
            self.allowance = self.allowance.saturating_mul(2);
        }
        self.in_a_row = 1;
        self.revisit(self.turn);
        Status::Running
    }

    /// Takes up a sequence again; false if it is exhausted.
    fn revisit(&mut self, number: usize) -> bool {
        let sequence = &mut self.sequences[number];
        if sequence.exhausted {
            return false;
        }
        if sequence.levels.is_empty() {
            sequence.levels.push(Vec::new());
            sequence.known.push(HashSet::new());
            let root = self.space.roots().remove(0);
            let mut packed = vec![0; bytes_for(self.space.packed_bits())];
            let mut writer = BitWriter::new(&mut packed);
            self.space.pack(&root, &mut writer);
            writer.finish();
            let touch = self.space.puzzle().characters().into_iter().find(|c| c.exists()).unwrap_or(Square::NONE);
            self.begin(number, 0, &packed, touch, None);
            return true;
        }
        let Some((level, start)) = sequence.next(self.options.start_tries) else {
            sequence.exhausted = true;
            return false;
        };
        let touch = sequence.levels[level][start].touch;
        self.visit = Some(Visit { sequence: number, level, start, left: self.allowed(number, level, touch) });
        true
    }

    /// The packed positions from the start of the puzzle to a goal.
    fn rows(&self, visit: Visit, node: u32) -> Vec<Vec<u8>> {
        let levels = &self.sequences[visit.sequence].levels;
        let mut parts = Vec::new();
        let mut at = Some((visit.level, visit.start, node));
        while let Some((level, start, node)) = at {
            let start = &levels[level][start];
            parts.push(start.local.path(node));
            at = start.from.map(|(before, node)| (level - 1, before, node));
        }
        let mut rows: Vec<Vec<u8>> = parts.into_iter().rev().flatten().collect();
        // A position that ends one part begins the next.
        rows.dedup();
        rows
    }

    /// Drops the searches of suspended sequences until half of the memory is free; false if that does not help.
    fn make_room(&mut self, bytes: usize) -> bool {
        let current = self.visit.map(|v| v.sequence);
        for number in 0..self.sequences.len() {
            if self.held <= bytes / 2 {
                break;
            }
            let sequence = &mut self.sequences[number];
            let whole = sequence.goals.len() == 1;
            if Some(number) != current && !whole && !sequence.exhausted {
                let freed: usize = sequence.levels.iter().flatten().map(|s| s.local.bytes()).sum();
                self.held -= freed;
                *sequence = Sequence::new(std::mem::take(&mut sequence.goals));
            }
        }
        self.held <= bytes
    }
}

impl Sequence {
    fn new(goals: Vec<SubGoal>) -> Sequence {
        Sequence { goals, levels: Vec::new(), known: Vec::new(), failed: None, exhausted: false }
    }

    /// The search to go on with: the one that failed, if it may be tried again; else the one with the fewest visits, of
    /// those the deepest that is not the level that failed.
    fn next(&self, start_tries: u32) -> Option<(usize, usize)> {
        let (failing, start, times) = self.failed?;
        if times < start_tries && !self.levels[failing][start].exhausted {
            return Some((failing, start));
        }
        let starts =
            self.levels.iter().enumerate().flat_map(|(level, starts)| {
                starts.iter().enumerate().map(move |(number, start)| (level, number, start))
            });
        let open = starts.filter(|(.., start)| !start.exhausted);
        let best = open.min_by_key(|&(level, number, start)| {
            (start.visits, level >= failing, usize::MAX - level, usize::MAX - number)
        });
        best.map(|(level, number, _)| (level, number))
    }
}

impl Search for Layered {
    fn step(&mut self, slice: Slice) -> Status {
        if !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        self.status = Status::Running;
        let until = self.statistics.expanded.saturating_add(slice.expansions);
        // What opens no position is cheap, but not free.
        let mut pieces = slice.expansions.saturating_mul(16);
        while self.status == Status::Running && self.statistics.expanded < until && pieces > 0 {
            pieces -= 1;
            let enough = self.held <= slice.bytes || self.make_room(slice.bytes);
            self.status = if enough { self.advance() } else { Status::Stopped(Limit::Memory) };
        }
        self.statistics.bytes = self.held;
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(self.held);
        self.status
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl Solver for Layered {
    type Plan = Plan;

    fn plan(&self) -> Option<Plan> {
        let rows = self.solution.as_ref()?;
        let mut state = self.space.roots().remove(0);
        let mut packed = vec![0; bytes_for(self.space.packed_bits())];
        let mut actions: Vec<Interact> = Vec::new();
        for pair in rows.windows(2) {
            self.space.unpack(&mut BitReader::new(&pair[0]), &mut state);
            let mut found = None;
            self.space.expand(&mut state, |successor, action, _| {
                let mut writer = BitWriter::new(&mut packed);
                self.space.pack(successor, &mut writer);
                writer.finish();
                if packed == pair[1] {
                    found = Some(action);
                }
            });
            actions.push(found?);
        }
        Some(self.space.plan(&actions))
    }

    fn properties(&self) -> Properties {
        Properties { complete: true, optimal: Objective::Any }
    }
}
