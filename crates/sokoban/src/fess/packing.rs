//! The packing plan: in which order the goals are to be filled, and where boxes must wait meanwhile.
//!
//! The level is played backwards in a simpler form: all goals are full, and a box that can be pulled to a square on
//! which some box starts vanishes there. As long as a box can vanish nothing else is tried; if none can, one is pulled
//! aside (parked). Every start takes one box, and the others must still be able to take one of the boxes left; if no plan is
//! found that way, a start may take any number. When all boxes are gone, the steps in reverse order are the plan: boxes appear, most of them for good.
//! A position has got as far as step k if the boxes that are on the board after step k are all in place.
//!
//! Source: the backward phase of Festival (FESS with sinks) and the packing order of YASS, much simplified.

use crate::Puzzle;
use crate::bipartite::Bipartite;
use crate::distance::push_distances;
use crate::macros::{ANY, MacroMove, Macros, Way};
use boxwright_grid::{Fill, Square, SquareSet, UNREACHED};
use std::collections::{BTreeMap, HashSet};

/// The plan.
#[derive(Clone, Debug)]
pub struct Packing {
    /// The squares that are occupied after each step; the first is empty, the last are the goals.
    stages: Vec<SquareSet>,
    /// All squares that occur in some stage.
    squares: SquareSet,
}

/// A node of the simplified backward search.
struct Node {
    boxes: SquareSet,
    /// The squares on which boxes start that have not taken one yet.
    starts: SquareSet,
    player: Square,
    parent: usize,
}

/// Positions generated before the search gives up.
const MOST_NODES: usize = 4000;

/// Boxes times squares of all positions expanded before it gives up: about half a second of work.
const MOST_WORK: usize = 1 << 26;

impl Packing {
    /// Finds a plan: one in which every start takes one box, else one in which a start may take many. If the search gives
    /// up, the plan has a single step: everything.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Packing {
        let ways = [Starts::Single, Starts::Endless];
        let found = ways.into_iter().find_map(|starts| Backwards::new(puzzle, starts).find());
        found.unwrap_or_else(|| {
            let nothing = SquareSet::new(puzzle.floor().len());
            Packing { stages: vec![nothing, puzzle.goals().clone()], squares: puzzle.goals().clone() }
        })
    }

    /// The plan that a way to the empty board is, read backwards.
    fn along(puzzle: &Puzzle, nodes: &[Node], end: usize) -> Packing {
        let mut stages = Vec::new();
        let mut at = end;
        while at != usize::MAX {
            stages.push(nodes[at].boxes.clone());
            at = nodes[at].parent;
        }
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

/// How many boxes may vanish on a start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Starts {
    /// One.
    Single,
    /// Any number.
    Endless,
}

/// The simplified game, played backwards.
struct Backwards<'a> {
    puzzle: &'a Puzzle,
    rule: Starts,
    fill: Fill,
    macros: Macros,
    /// From each start, where a lone box can be pushed.
    from_start: Vec<(Square, SquareSet)>,
    matching: Bipartite,
    nodes: Vec<Node>,
    seen: HashSet<(SquareSet, SquareSet, Square)>,
    /// By boxes left, then how many were parked; the newest first.
    open: BTreeMap<(usize, usize), Vec<usize>>,
    moves: Vec<MacroMove>,
}

impl Backwards<'_> {
    fn new(puzzle: &Puzzle, rule: Starts) -> Backwards<'_> {
        let floor = puzzle.floor();
        let reached = |start: Square| {
            let distances = push_distances(floor, &[start]);
            let reached = floor.squares().filter(|s| distances[s.index()] != UNREACHED);
            (start, SquareSet::from_squares(floor.len(), reached))
        };
        let from_start: Vec<(Square, SquareSet)> = puzzle.boxes().iter().map(|&start| reached(start)).collect();
        Backwards {
            rule,
            fill: Fill::new(floor),
            macros: Macros::new(puzzle, Way::Pull),
            from_start,
            matching: Bipartite::new(floor.len()),
            nodes: Vec::new(),
            seen: HashSet::new(),
            open: BTreeMap::new(),
            moves: Vec::new(),
            puzzle,
        }
    }

    fn find(mut self) -> Option<Packing> {
        let (puzzle, floor) = (self.puzzle, self.puzzle.floor());
        let starts = SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied());
        let mut everywhere = SquareSet::new(floor.len());
        for square in floor.squares().filter(|&s| !puzzle.goals().contains(s)) {
            if !everywhere.contains(square) {
                let player = self.fill.spread(floor, square, puzzle.goals(), &mut everywhere);
                let root = Node { boxes: puzzle.goals().clone(), starts: starts.clone(), player, parent: usize::MAX };
                self.add(root, 0);
            }
        }
        let mut work = 0;
        while let Some(mut entry) = self.open.first_entry() {
            let (_, parked) = *entry.key();
            let Some(number) = entry.get_mut().pop() else {
                entry.remove();
                continue;
            };
            let boxes = self.nodes[number].boxes.clone();
            if boxes.is_empty() {
                return Some(Packing::along(puzzle, &self.nodes, number));
            }
            work += boxes.count() * floor.len();
            if self.nodes.len() > MOST_NODES || work > MOST_WORK {
                return None;
            }
            self.expand(number, &boxes, parked);
        }
        None
    }

    fn add(&mut self, node: Node, parked: usize) {
        if self.nodes.len() <= MOST_NODES && self.seen.insert((node.boxes.clone(), node.starts.clone(), node.player)) {
            self.open.entry((node.boxes.count(), parked)).or_default().push(self.nodes.len());
            self.nodes.push(node);
        }
    }

    fn expand(&mut self, number: usize, boxes: &SquareSet, parked: usize) {
        let floor = self.puzzle.floor();
        let (player, starts) = (self.nodes[number].player, self.nodes[number].starts.clone());
        let mut reach = SquareSet::new(floor.len());
        self.fill.spread(floor, player, boxes, &mut reach);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        for from in boxes {
            self.macros.of_box(self.puzzle, boxes, &reach, from, ANY, |_| true, |one| moves.push(one));
        }
        // A box that can vanish does; one way for each is enough.
        let mut vanishing: Vec<MacroMove> = moves.iter().copied().filter(|m| starts.contains(m.to)).collect();
        vanishing.sort_by_key(|m| (m.from, std::cmp::Reverse(m.length)));
        let mut last = None;
        vanishing.retain(|m| {
            last != Some(m.from) && self.leaves_enough(boxes, &starts, m) && {
                last = Some(m.from);
                true
            }
        });
        // The last one added is tried first: a box from which most of the floor stays connected, pulled a long way.
        vanishing.sort_by_key(|m| {
            (self.puzzle.goals().contains(m.from), self.is_hole(m.from), m.regions, std::cmp::Reverse(m.length))
        });
        for one in vanishing.iter().rev() {
            let mut after = boxes.clone();
            after.remove(one.from);
            let mut left = starts.clone();
            if self.rule == Starts::Single {
                left.remove(one.to);
            }
            let mut reach = SquareSet::new(floor.len());
            let player = self.fill.spread(floor, one.to, &after, &mut reach);
            self.add(Node { boxes: after, starts: left, player, parent: number }, parked);
        }
        if vanishing.is_empty() {
            for one in &moves {
                let mut after = boxes.clone();
                after.remove(one.from);
                after.insert(one.to);
                let node = Node { boxes: after, starts: starts.clone(), player: one.region, parent: number };
                self.add(node, parked + 1);
            }
        }
        self.moves = moves;
    }

    /// Whether, after a box has vanished, every other start can still take one of the boxes left.
    fn leaves_enough(&mut self, boxes: &SquareSet, starts: &SquareSet, one: &MacroMove) -> bool {
        if self.rule == Starts::Endless {
            return true;
        }
        self.matching.clear();
        for (_, reached) in self.from_start.iter().filter(|(s, _)| starts.contains(*s) && *s != one.to) {
            let row = self.matching.add_row();
            row.iter_mut().zip(reached.words()).zip(boxes.words()).for_each(|((row, r), b)| *row = r & b);
            row[one.from.index() / 64] &= !(1 << (one.from.index() % 64));
        }
        self.matching.is_complete()
    }

    /// Whether a square is open to one side only.
    fn is_hole(&self, square: Square) -> bool {
        self.puzzle.floor().neighbours(square).iter().filter(|next| next.exists()).count() <= 1
    }
}
