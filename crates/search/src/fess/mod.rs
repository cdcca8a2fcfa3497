//! Feature space search (FESS; Shoham and Schaeffer 2020, as refined in the solver Festival).
//!
//! A position is described by a few small numbers, its features; positions with equal features share a *cell*. Effort is
//! spent evenly over cells, not over a sum of everything: cells are served in turn, so progress in one feature never
//! starves another. Inside a cell those with the same first move form a *line*, lines are served in turn, and of a line
//! the move with the smallest accumulated weight comes next. A move that an *advisor* recommends weighs nothing, any other
//! weighs one, unless the game knows better: depth counts only where nobody knew what to do. Where there is hardly a
//! choice nothing weighs anything. What is *poor* waits until there is nothing else.
//!
//! The tree is an ordinary one. Every generated position is stored once and exactly; every expanded one keeps its
//! successors sorted by weight and rank (normally the score) and waits in the queue of its cell with the best of them. A
//! position whose score is worse than that of an ancestor stays in the ancestor's cell, so a step back is not forgotten
//! to be one. Expensive tests for dead positions are made only for the successor about to be expanded.
//! Nothing but dead positions is ever thrown away, so the search is complete. Deterministic.

mod cell;

use std::cmp::Reverse;
use std::collections::HashMap;

use cell::{Cell, Entry, LINE_BYTES};

use crate::plan::actions_along;
use crate::table::column::Column;
use crate::table::{Full, NodeId, NodeTable};
use crate::{Cost, Domain, Goalward, Limit, Search, Slice, Statistics, Status, Visitor};

/// What is said about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opinion {
    /// Positions with the same label share a cell.
    pub cell: u64,
    /// Larger is better.
    pub score: u64,
    /// Small numbers for the advisors, in the game's own order.
    pub features: [u16; 8],
    /// Waits until there is nothing else: hardly ever of use, but not provably so.
    pub poor: bool,
}

/// Knows the game: describes positions and recommends moves.
pub trait Adviser<D: Domain> {
    /// Looks at a position whose successors are described next.
    fn enter(&mut self, domain: &D, state: &D::State, opinion: &Opinion);

    /// Describes a successor (or a root, without action), quickly; `None` if it provably has no solution.
    fn look(&mut self, domain: &D, state: &D::State, action: Option<D::Action>) -> Option<Opinion>;

    /// Whether a position about to be expanded provably has no solution; this may take a while.
    fn is_dead(&mut self, domain: &D, state: &D::State) -> bool;

    /// Which of the successors are recommended, as numbers into the slice; better ones need not come first.
    fn advise(&mut self, parent: &Opinion, successors: &[Opinion], recommended: &mut Vec<usize>);

    /// What a move weighs that nobody recommends, one of so many.
    fn weight(&self, _successor: &Opinion, choices: usize) -> u8 {
        u8::from(choices > HARDLY_A_CHOICE)
    }

    /// The order of moves of equal weight inside a cell: larger comes first.
    fn rank(&self, successor: &Opinion) -> u32 {
        (successor.score >> 32) as u32
    }

    /// Told before each step how many bytes the whole search may hold.
    fn may_hold(&mut self, _bytes: usize) {}

    /// Bytes held.
    fn bytes(&self) -> usize {
        0
    }
}

/// An expanded node.
struct Expanded {
    node: NodeId,
    /// The best description on the path to it.
    best: Opinion,
    weight: u32,
    /// Its successors: where they begin, how many are left.
    first: u32,
    left: u32,
    /// How many of the next ones are not poor.
    fair: u32,
    /// Which successor of the root is on the way to it.
    line: u32,
}

/// With so few successors depth does not count.
const HARDLY_A_CHOICE: usize = 2;

/// The line of a root.
const ROOT: u32 = u32::MAX;

/// A successor that waits.
#[derive(Clone, Copy)]
struct Waiting {
    node: NodeId,
    rank: u32,
    weight: u8,
}

/// A feature space search at work.
pub struct Fess<D: Domain, A> {
    domain: D,
    adviser: A,
    nodes: NodeTable<D>,
    expanded: Vec<Expanded>,
    waiting: Column<Waiting>,
    cells: Vec<Cell>,
    by_label: HashMap<u64, usize>,
    /// Expanded nodes with nothing but poor successors left.
    poor: Vec<u32>,
    /// The cell served last.
    cursor: usize,
    /// The cell of the best position met, and its score.
    best: (usize, u64),
    turn: u64,
    entries: usize,
    /// Lines of all cells.
    lines: usize,
    visitor: Visitor,
    state: D::State,
    successors: Vec<(Opinion, NodeId)>,
    opinions: Vec<Opinion>,
    recommended: Vec<usize>,
    statistics: Statistics,
    status: Status,
    goal: Option<NodeId>,
    /// The node with the best score.
    nearest: Option<NodeId>,
    /// See [`Fess::in_one_line`].
    one_line: bool,
    /// See [`Fess::recalling`].
    recalls: bool,
}

impl<D: Domain, A: Adviser<D>> Fess<D, A> {
    /// A search in `domain`.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn new(domain: D, adviser: A) -> Fess<D, A> {
        let roots = domain.roots();
        let mut search = Fess {
            nodes: NodeTable::new(&domain),
            state: roots.first().expect("a domain has a root").clone(),
            domain,
            adviser,
            expanded: Vec::new(),
            waiting: Column::new(),
            cells: Vec::new(),
            by_label: HashMap::new(),
            poor: Vec::new(),
            cursor: 0,
            best: (0, 0),
            turn: 0,
            entries: 0,
            lines: 0,
            visitor: Visitor::default(),
            successors: Vec::new(),
            opinions: Vec::new(),
            recommended: Vec::new(),
            statistics: Statistics::default(),
            status: Status::Running,
            goal: None,
            nearest: None,
            one_line: false,
            recalls: false,
        };
        for root in roots {
            search.state = root;
            if search.nodes.find(&search.domain, &search.state).is_some() {
                continue;
            }
            let Some(opinion) = search.adviser.look(&search.domain, &search.state, None) else { continue };
            if let Ok(node) = search.nodes.insert(&search.domain, NodeId::NONE, 0) {
                if search.domain.is_goal(&search.state) {
                    search.goal = Some(node);
                }
                search.expand(node, &opinion, 0, None, &|_, _| false);
            }
        }
        search
    }

    /// Looks for positions that searches from the other end have found.
    #[must_use]
    pub fn meeting(mut self, visitor: Visitor) -> Fess<D, A> {
        self.visitor = visitor;
        self
    }

    /// Without lines: of a cell always the best is next, wherever it comes from.
    #[must_use]
    pub fn in_one_line(mut self) -> Fess<D, A> {
        self.one_line = true;
        self
    }

    /// Advisors are also told of successors that were expanded before. What they recommend may then be nothing new, and what
    /// is new and only second best has its price: positions that many ways lead to do not make all of them free.
    #[must_use]
    pub fn recalling(mut self) -> Fess<D, A> {
        self.recalls = true;
        self
    }

    /// The adviser.
    pub fn adviser(&self) -> &A {
        &self.adviser
    }

    /// Whether a position was generated, given its key and its packed form.
    pub fn knows(&self, key: u64, packed: &[u8]) -> bool {
        self.nodes.find_packed(key, packed).is_some()
    }

    /// The position with the best score so far, and that score.
    pub fn best(&self) -> Option<(D::State, u64)> {
        let mut state = self.state.clone();
        self.nodes.load(&self.domain, self.nearest?, &mut state);
        Some((state, self.best.1))
    }

    /// One of the positions expanded since the first one that something may follow from: the first such from the place on
    /// that a random number says.
    pub fn draw(&self, random: u64) -> Option<(NodeId, D::State)> {
        let later = self.expanded.get(1..)?;
        let (before, after) = later.split_at((random % later.len().max(1) as u64) as usize);
        let one = after.iter().chain(before).find(|one| one.left > 0)?;
        let mut state = self.state.clone();
        self.nodes.load(&self.domain, one.node, &mut state);
        Some((one.node, state))
    }

    /// The actions from a root to a position that was drawn.
    pub fn way_to(&self, node: NodeId) -> Vec<D::Action> {
        actions_along(&self.domain, &self.nodes.path(node))
    }

    /// The key of the position that ended the search.
    pub fn end(&self) -> Option<u64> {
        self.goal.map(|goal| self.nodes.key(&self.domain, goal))
    }

    /// A [step](Search::step) of a search that also ends at any position for which `is_end` says, given its key and its
    /// packed form, that somebody else knows the rest. Roots are not asked about.
    pub fn step_until(&mut self, slice: Slice, is_end: impl Fn(u64, &[u8]) -> bool) -> Status {
        if !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        self.status = if self.goal.is_some() { Status::Solved } else { Status::Running };
        self.adviser.may_hold(slice.bytes);
        let end = self.statistics.expanded + slice.expansions;
        let mut idle = 0_u32;
        while self.status == Status::Running && self.statistics.expanded < end && idle < 1 << 12 {
            idle += 1;
            self.status = if self.bytes() > slice.bytes { Status::Stopped(Limit::Memory) } else { self.work(&is_end) };
        }
        self.statistics.stored = self.nodes.len().into();
        self.statistics.hold(self.bytes());
        self.status
    }

    /// The cell whose turn it is: every other time the next one round, otherwise that of the best position.
    fn next_cell(&mut self) -> Option<usize> {
        if self.entries == 0 {
            self.fetch_poor();
        }
        if self.entries == 0 {
            return None;
        }
        self.turn += 1;
        if self.turn.is_multiple_of(2) && !self.cells[self.best.0].is_empty() {
            return Some(self.best.0);
        }
        loop {
            self.cursor = (self.cursor + 1) % self.cells.len();
            if !self.cells[self.cursor].is_empty() {
                return Some(self.cursor);
            }
        }
    }

    /// Expands the next successor.
    fn work(&mut self, is_end: &impl Fn(u64, &[u8]) -> bool) -> Status {
        // Step 1. A cell, its first node, and that node's best successor.
        let Some(cell) = self.next_cell() else { return Status::Exhausted };
        let Some(Entry { age, .. }) = self.cells[cell].pop() else { return Status::Running };
        self.entries -= 1;
        let parent = &mut self.expanded[age.0 as usize];
        let Waiting { node, weight, .. } = *self.waiting.get(parent.first);
        let weight = parent.weight.saturating_add(weight.into());
        let (best, parent_number) = (parent.best, age.0);
        parent.fair = parent.fair.saturating_sub(1);
        parent.first += 1;
        parent.left -= 1;
        self.queue(parent_number, cell);

        // Step 2. Expanded by another way, or dead?
        if self.nodes.is_closed(node) {
            return Status::Running;
        }
        let came_from = self.expanded[parent_number as usize].node;
        self.nodes.reopen(node, came_from, 0);
        // Advisors who recall are to see everything.
        if self.recalls {
            self.nodes.load(&self.domain, node, &mut self.state);
        } else {
            self.nodes.load_after_parent(&self.domain, node, &mut self.state);
        }
        self.nodes.close(node);
        if self.adviser.is_dead(&self.domain, &self.state) {
            self.statistics.dead += 1;
            return Status::Running;
        }

        // Step 3. Expand it.
        self.expand(node, &best, weight, Some(parent_number), is_end);
        if self.goal.is_some() { Status::Solved } else { self.status }
    }

    /// There is nothing else: what is poor is as good as anything.
    fn fetch_poor(&mut self) {
        for number in std::mem::take(&mut self.poor) {
            let one = &mut self.expanded[number as usize];
            one.fair = one.left;
            let cell = self.by_label[&one.best.cell];
            self.queue(number, cell);
        }
    }

    /// Puts an expanded node back into the queue of its cell.
    fn queue(&mut self, number: u32, cell: usize) {
        let one = &self.expanded[number as usize];
        if one.left > 0 && one.fair == 0 {
            self.poor.push(number);
        } else if one.left > 0 {
            let next = self.waiting.get(one.first);
            let weight = one.weight.saturating_add(next.weight.into());
            let entry = Entry { weight: Reverse(weight), rank: next.rank, age: Reverse(number) };
            let line = self.expanded[number as usize].line;
            self.lines += usize::from(self.cells[cell].push(line, entry));
            self.entries += 1;
        }
    }

    /// Generates the successors of the state at hand, which is `node`; `best` describes the best position before it,
    /// `parent` is the number of the expanded node it comes from.
    fn expand(
        &mut self,
        node: NodeId,
        best: &Opinion,
        weight: u32,
        parent: Option<u32>,
        is_end: &impl Fn(u64, &[u8]) -> bool,
    ) {
        let Fess { domain, adviser, nodes, state, successors, opinions, recommended, statistics, .. } = self;
        let (goal, status, visitor, recalls) = (&mut self.goal, &mut self.status, &self.visitor, self.recalls);
        statistics.expanded += 1;
        statistics.depth = weight;
        nodes.close(node);
        visitor.expands(|| domain.key(state));
        // Somebody may have come here since it was generated.
        if is_end(domain.key(state), nodes.packed(node)) {
            *goal = Some(node);
            return;
        }
        let Some(opinion) = adviser.look(domain, state, None) else { return };
        adviser.enter(domain, state, &opinion);
        successors.clear();
        domain.expand(state, |successor, action, _| {
            statistics.generated += 1;
            if goal.is_some() {
                return;
            }
            let known = nodes.find(domain, successor);
            let closed = known.filter(|&known| nodes.is_closed(known));
            if closed.is_some() && !recalls {
                return;
            }
            let Some(opinion) = adviser.look(domain, successor, Some(action)) else { return };
            if let Some(closed) = closed {
                successors.push((opinion, closed));
                return;
            }
            let id = match known.map_or_else(|| nodes.insert(domain, node, 0), Ok) {
                Ok(id) => id,
                Err(Full) => {
                    *status = Status::Stopped(Limit::Memory);
                    return;
                }
            };
            if known.is_none() {
                visitor.generates(|| domain.key(successor));
            }
            if domain.is_goal(successor) || is_end(domain.key(successor), nodes.packed(id)) {
                // The path is the one just found.
                nodes.reopen(id, node, 0);
                *goal = Some(id);
            }
            successors.push((opinion, id));
        });

        // What is recommended comes first, what is poor last; then what weighs least, then what ranks highest.
        opinions.clear();
        opinions.extend(successors.iter().map(|(opinion, _)| *opinion));
        recommended.clear();
        adviser.advise(&opinion, opinions, recommended);
        recommended.sort_unstable();
        recommended.dedup();
        let choices = successors.len();
        let place = |(number, (opinion, id)): (usize, &(Opinion, NodeId))| {
            let (group, weight) = match recommended.binary_search(&number) {
                Ok(_) => (0, 0),
                Err(_) => (1 + u8::from(opinion.poor), adviser.weight(opinion, choices)),
            };
            (group, weight, Reverse((adviser.rank(opinion), opinion.score)), *id)
        };
        let new = successors.iter().enumerate().filter(|(_, (_, id))| !nodes.is_closed(*id));
        let mut order: Vec<_> = new.map(place).collect();
        order.sort_unstable();
        let fair = order.partition_point(|(group, ..)| *group < 2);

        // A worse position than one before it stays in that one's cell.
        let best = if opinion.score > best.score { opinion } else { *best };
        let first = self.waiting.len();
        for &(_, weight, Reverse((rank, _)), node) in &order {
            self.waiting.push(Waiting { node, rank, weight });
        }
        let number = self.expanded.len() as u32;
        // Successors of a root begin a line each.
        let line = match parent.map(|parent| self.expanded[parent as usize].line) {
            None => ROOT,
            Some(ROOT) if !self.one_line => number,
            Some(line) => line,
        };
        let left = order.len() as u32;
        self.expanded.push(Expanded { node, best, weight, first, left, fair: fair as u32, line });
        let (cells, cursor) = (&mut self.cells, &mut self.cursor);
        let cell = *self.by_label.entry(best.cell).or_insert_with(|| {
            // What was never seen before is looked into at once.
            *cursor = cells.len().saturating_sub(1);
            cells.push(Cell::default());
            cells.len() - 1
        });
        if best.score > self.best.1 || self.expanded.len() == 1 {
            self.best = (cell, best.score);
            self.statistics.nearest = Some(((u64::MAX - best.score) >> 32) as Cost);
            self.nearest = Some(node);
        }
        self.queue(number, cell);
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes()
            + self.adviser.bytes()
            + self.waiting.bytes()
            + self.expanded.capacity() * size_of::<Expanded>()
            + self.entries * size_of::<Entry>()
            + self.poor.capacity() * size_of::<u32>()
            + self.cells.len() * (size_of::<Cell>() + 32)
            + self.lines * LINE_BYTES
    }
}

impl<D: Domain, A: Adviser<D>> Search for Fess<D, A> {
    fn step(&mut self, slice: Slice) -> Status {
        self.step_until(slice, |_, _| false)
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl<D: Domain, A: Adviser<D>> Goalward for Fess<D, A> {
    type Domain = D;

    fn domain(&self) -> &D {
        &self.domain
    }

    fn solution(&self) -> Option<Vec<D::Action>> {
        self.goal.map(|goal| actions_along(&self.domain, &self.nodes.path(goal)))
    }

    fn path_to(&self, key: u64) -> Option<Vec<D::Action>> {
        self.nodes.find_key(&self.domain, key).map(|node| actions_along(&self.domain, &self.nodes.path(node)))
    }

    fn best_so_far(&self) -> Option<Vec<D::Action>> {
        self.nearest.map(|node| actions_along(&self.domain, &self.nodes.path(node)))
    }
}
