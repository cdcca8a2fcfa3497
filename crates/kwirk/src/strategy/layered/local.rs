//! The local layer: a search for one sub-goal from one position.
//!
//! Source: Wittingen 2021, section 4.3.2: the simple A* and Fringe searches with the sub-goals' cost functions
//! ([`super::sub_goal`]), deadlock detection ([`super::deadlock`]) and, for Fringe search, move ordering: successors
//! made by moving the sub-goal's own obstacle come first.
//!
//! A search can be left and taken up again, and it goes on after a goal position was found: the next one is another
//! start for the next sub-goal. Goal positions are not expanded. How many positions are opened per visit is the
//! driver's business.
//!
//! Thousands of these are alive at a time, most of them small, so the table of known positions is a plain one that
//! starts with nothing, unlike that of the large searches: the packed row, 24 bytes and a hash entry per position.

use super::LocalSearch;
use super::deadlock;
use super::sub_goal::SubGoal;
use crate::estimate::Explore;
use crate::space::{InteractionState, Interactions};
use boxwright_grid::{Fill, Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter, bytes_for};
use boxwright_search::{Cost, Domain, Heuristic, NoPast, Past};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

const NONE: u32 = u32::MAX;

/// The paper's x for the last sub-goal, which is guided by `explore`.
const LOOK_BACK: usize = 10;

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    cost: Cost,
    estimate: Cost,
    /// Another node with the same key.
    same_key: u32,
    /// Where the last push touched its obstacle.
    touch: Square,
    closed: bool,
}

/// What one step came to.
pub(super) enum Step {
    /// A position was opened.
    Opened,
    /// A goal position was met.
    Goal(u32),
    /// Nothing is left.
    Exhausted,
    /// The threshold of a Fringe search was raised, or an outdated entry was dropped.
    Passed,
}

/// The positions to look at, in the order of the algorithm.
enum Open {
    /// Smallest cost plus estimate, then smallest estimate, then newest.
    AStar(BinaryHeap<(Reverse<Cost>, Reverse<Cost>, u32)>),
    /// The paper's now and later lists; the end of `now` comes next.
    Fringe { now: Vec<u32>, later: Vec<u32>, threshold: Cost },
}

/// A search for a sub-goal.
pub(super) struct Local {
    goal: SubGoal,
    detect_deadlocks: bool,
    stride: usize,
    rows: Vec<u8>,
    nodes: Vec<Node>,
    index: HashMap<u64, u32>,
    open: Open,
    explore: Option<Box<Explore>>,
    /// What was done: generated positions.
    pub generated: u64,
}

/// Working memory shared by all local searches of a puzzle.
pub(super) struct Scratch {
    pub state: InteractionState,
    fill: Fill,
    region: SquareSet,
    packed: Vec<u8>,
}

impl Scratch {
    pub(super) fn new(space: &Interactions) -> Scratch {
        let floor = space.puzzle().floor();
        Scratch {
            state: space.roots().remove(0),
            fill: Fill::new(floor),
            region: SquareSet::new(floor.len()),
            packed: vec![0; bytes_for(space.packed_bits())],
        }
    }
}

/// The path to a node, nearest first.
struct PathTo<'a> {
    local: &'a LocalRows<'a>,
    node: u32,
}

struct LocalRows<'a> {
    rows: &'a [u8],
    nodes: &'a [Node],
    stride: usize,
}

impl Past for PathTo<'_> {
    fn visit(&self, visit: &mut dyn FnMut(&[u8]) -> bool) {
        let mut at = self.node;
        while at != NONE && visit(row(self.local.rows, self.local.stride, at)) {
            at = self.local.nodes[at as usize].parent;
        }
    }
}

fn row(rows: &[u8], stride: usize, node: u32) -> &[u8] {
    &rows[node as usize * stride..][..stride]
}

fn pack(space: &Interactions, state: &InteractionState, packed: &mut [u8]) {
    let mut writer = BitWriter::new(packed);
    space.pack(state, &mut writer);
    writer.finish();
}

impl Local {
    /// A search for `goal` from a packed position that was reached by touching an obstacle at `touch`.
    pub(super) fn new(
        space: &Interactions,
        goal: SubGoal,
        start: &[u8],
        touch: Square,
        search: LocalSearch,
        detect_deadlocks: bool,
        scratch: &mut Scratch,
    ) -> Local {
        let explore = (goal == SubGoal::Home).then(|| Box::new(Explore::new(space, LOOK_BACK)));
        let mut local = Local {
            goal,
            detect_deadlocks,
            stride: start.len(),
            rows: start.to_vec(),
            nodes: Vec::new(),
            index: HashMap::new(),
            open: match search {
                LocalSearch::AStar => Open::AStar(BinaryHeap::from([(Reverse(0), Reverse(0), 0)])),
                LocalSearch::Fringe => Open::Fringe { now: vec![0], later: Vec::new(), threshold: 0 },
            },
            explore,
            generated: 0,
        };
        space.unpack(&mut BitReader::new(start), &mut scratch.state);
        let estimate = match &mut local.explore {
            Some(explore) => explore.estimate(space, &scratch.state, &NoPast).unwrap_or(0),
            None => 0,
        };
        local.index.insert(space.key(&scratch.state), 0);
        local.nodes.push(Node { parent: NONE, cost: 0, estimate, same_key: NONE, touch, closed: false });
        if let Open::Fringe { threshold, .. } = &mut local.open {
            *threshold = estimate;
        }
        local
    }

    /// Positions stored.
    pub(super) fn stored(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Bytes held, near enough.
    pub(super) fn bytes(&self) -> usize {
        let open = match &self.open {
            Open::AStar(heap) => heap.capacity() * size_of::<(Cost, Cost, u32)>(),
            Open::Fringe { now, later, .. } => (now.capacity() + later.capacity()) * size_of::<u32>(),
        };
        let index = self.index.capacity() * (size_of::<(u64, u32)>() + 1);
        let explore = if self.explore.is_some() { 4096 } else { 0 };
        size_of::<Local>() + self.rows.capacity() + self.nodes.capacity() * size_of::<Node>() + index + open + explore
    }

    /// The packed position of a node.
    pub(super) fn position(&self, node: u32) -> &[u8] {
        row(&self.rows, self.stride, node)
    }

    /// Where the push that led to a node touched its obstacle.
    pub(super) fn touch(&self, node: u32) -> Square {
        self.nodes[node as usize].touch
    }

    /// The packed positions from the start to a node.
    pub(super) fn path(&self, node: u32) -> Vec<Vec<u8>> {
        let parents =
            std::iter::successors(Some(node), |&n| Some(self.nodes[n as usize].parent).filter(|&p| p != NONE));
        let mut path: Vec<Vec<u8>> = parents.map(|n| self.position(n).to_vec()).collect();
        path.reverse();
        path
    }

    /// Looks at the next position.
    pub(super) fn step(&mut self, space: &Interactions, scratch: &mut Scratch) -> Step {
        let node = match &mut self.open {
            Open::AStar(heap) => {
                let Some((_, _, node)) = heap.pop() else { return Step::Exhausted };
                if self.nodes[node as usize].closed {
                    return Step::Passed;
                }
                node
            }
            Open::Fringe { now, later, threshold } => {
                let total = |n: u32| self.nodes[n as usize].cost + self.nodes[n as usize].estimate;
                let Some(node) = now.pop() else {
                    let Some(next) = later.iter().map(|&n| total(n)).min() else { return Step::Exhausted };
                    *threshold = next;
                    later.reverse();
                    std::mem::swap(now, later);
                    return Step::Passed;
                };
                if self.nodes[node as usize].closed {
                    return Step::Passed;
                }
                if total(node) > *threshold {
                    later.push(node);
                    return Step::Passed;
                }
                node
            }
        };
        self.nodes[node as usize].closed = true;
        space.unpack(&mut BitReader::new(row(&self.rows, self.stride, node)), &mut scratch.state);
        let puzzle = space.puzzle();
        let all_home = space.is_goal(&scratch.state);
        if self.goal.is_reached(puzzle, &scratch.state, all_home, &mut scratch.fill, &mut scratch.region) {
            return Step::Goal(node);
        }
        if !self.detect_deadlocks || !deadlock::is_dead(puzzle, scratch.state.field(), &self.goal) {
            self.expand(space, node, scratch);
        }
        Step::Opened
    }

    fn expand(&mut self, space: &Interactions, node: u32, scratch: &mut Scratch) {
        let puzzle = space.puzzle();
        let Scratch { state, packed, .. } = scratch;
        let before = state.field().clone();
        let cost = self.nodes[node as usize].cost + 1;
        let ordered = matches!(self.open, Open::Fringe { .. });
        let (mut own, mut others): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        space.expand(state, |successor, action, _| {
            self.generated += 1;
            pack(space, successor, packed);
            let key = space.key(successor);
            let first = self.index.get(&key).copied().unwrap_or(NONE);
            let mut known = first;
            while known != NONE && row(&self.rows, self.stride, known) != packed.as_slice() {
                known = self.nodes[known as usize].same_key;
            }
            if known != NONE && self.nodes[known as usize].cost <= cost {
                return;
            }
            let estimate = match &mut self.explore {
                Some(explore) => {
                    let local = LocalRows { rows: &self.rows, nodes: &self.nodes, stride: self.stride };
                    explore.estimate(space, successor, &PathTo { local: &local, node })
                }
                None => self.goal.cost(puzzle, &before, successor.field(), &action),
            };
            let Some(estimate) = estimate else { return };
            let touch = puzzle.floor().next(action.stand, action.direction);
            let id = if known == NONE {
                self.rows.extend_from_slice(packed);
                let id = self.nodes.len() as u32;
                self.index.insert(key, id);
                self.nodes.push(Node { parent: node, cost, estimate, same_key: first, touch, closed: false });
                id
            } else {
                let Node { same_key, .. } = self.nodes[known as usize];
                self.nodes[known as usize] = Node { parent: node, cost, estimate, same_key, touch, closed: false };
                known
            };
            if let Open::AStar(heap) = &mut self.open {
                heap.push((Reverse(cost + estimate), Reverse(estimate), id));
            } else if ordered && before.obstacle_at(puzzle, touch).is_some_and(|o| self.goal.is_about(puzzle, o)) {
                own.push(id);
            } else {
                others.push(id);
            }
        });
        if let Open::Fringe { now, .. } = &mut self.open {
            // The end comes next: those of the sub-goal's own obstacle.
            now.extend(others.into_iter().rev());
            now.extend(own.into_iter().rev());
        }
    }
}
