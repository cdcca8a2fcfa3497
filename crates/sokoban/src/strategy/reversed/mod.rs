//! Reversed solving: boxes are pulled from the goals back to where they start, one box after the other.
//!
//! Source: Frank Takes, "Sokoban: Reversed Solving", bachelor thesis, Leiden University, 2008. The search goes backwards
//! from the solved positions. It keeps pulling one box until *condition X* allows to leave it, and *condition Y* says
//! which box comes next ([`conditions`]). X1Y1 is brute force; X3Y2 moves each box in one go from a goal to its place,
//! which is what van Lishout's and Gribomont's class of puzzles asks for; X4(n)Y2 also lets boxes wait up to k pulls away
//! from a place, for k from 0 to n. Positions are equal if the boxes are and the player is in the same region.
//!
//! What the thesis leaves open was settled so that its table comes out as nearly as possible (`papers/reversed.toml`):
//!
//! * The search is depth-first and keeps every position it has met. A position counts as *generated* when a pull first
//!   leads to it, so a root counts only if it is pulled back to. With that the number of set-ups is the published one on
//!   every Microban level of the table but number 7, where the thesis has the number of level 77.
//! * Where X holds, the box in hand may still be pulled on, through a starting square and beyond; that comes first, then
//!   the boxes Y allows, the last goal's box first, each down, up, right, left: of the 144 orders tried (24 of the
//!   directions, 6 of the boxes) the one whose counts are nearest to the published ones.
//! * For Y2 no box is placed before the first pull: otherwise a box that begins on a goal could only be moved by brute
//!   force.
//! * X4 is run for k = 0, 1, 2, … with an empty memory each time, and the counts are those of the last round. From the
//!   greatest distance S on, any box may be left and taken anywhere ("for large values of n (formally n ≥ S …) results
//!   in a brute-force approach"), so the round k = S is X1Y1. The distance is the number of pulls on the empty board.
//!
//! How ours differs: a table of exact states instead of a hash of summed positions; n never counts for more than S.
//! Complete: X1Y1, and X4 with Y1 or Y2 if n is as large as can be. The others are not: a position is not looked at
//! again with another box in hand. Not optimal in anything.

pub mod conditions;

use crate::distance::push_distances;
use crate::space::{Pull, PullState, Pulls};
use crate::{Plan, Puzzle};
use boxwright_grid::{Direction, MAX_BOARD_POINTS, SplitMix64, Square, UNREACHED};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::table::{NodeId, NodeTable};
use boxwright_search::{
    Budget, Domain, Goalward, Limit, Objective, Outcome, Properties, Search, Slice, Statistics, Status,
};
use boxwright_search::{Solver, Translated};
use conditions::{Conditions, InHand, Judge, LeaveWhen, TakeNext};
use std::sync::Arc;

const X: OptionInfo = OptionInfo {
    key: "x",
    values: Values::Whole(1, 5),
    default: "4",
    help: "a box may be left 1: after each pull, 2: after every n, 3: on a starting square, 4: up to k = 0..n pulls from \
           one, 5: after a random number up to n",
};
const N: OptionInfo = OptionInfo {
    key: "n",
    values: Values::Whole(0, MAX_BOARD_POINTS as u32),
    default: "65535",
    help: "for x=2, 4 and 5; cut to the greatest distance on the board",
};
const Y: OptionInfo = OptionInfo {
    key: "y",
    values: Values::Whole(1, 6),
    default: "2",
    help: "next comes 1: every box, 2: every unplaced box, 3: the next in turn, 4: the next by distance, 5: the unplaced \
           one nearest to a starting square, 6: a random one",
};
const SEED: OptionInfo =
    OptionInfo { key: "seed", values: Values::Whole(0, u32::MAX), default: "0", help: "of chance in x=5 and y=6" };

/// The entry in the table of strategies.
pub const INFO: StrategyInfo = StrategyInfo {
    name: "reversed",
    summary: "pulls the boxes from the goals back to their places, one after the other",
    source: "Takes 2008",
    options: &[X, N, Y, SEED],
};

/// What a spec of this strategy promises.
#[must_use]
pub fn properties(spec: &Spec) -> Properties {
    let ends_in_brute_force = spec.whole(N.key) == MAX_BOARD_POINTS as u32;
    let complete = match (spec.whole(X.key), spec.whole(Y.key)) {
        (1, 1) => true,
        (4, 1 | 2) => ends_in_brute_force,
        _ => false,
    };
    Properties { complete, optimal: Objective::Any }
}

/// A solver for a spec of this strategy.
#[must_use]
pub fn build(spec: &Spec, puzzle: &Arc<Puzzle>) -> Box<dyn Solver<Plan = Plan> + Send> {
    Box::new(Translated::new(Reversed::new(spec, puzzle), properties(spec), Pulls::plan))
}

/// How many positions can have been the beginning of a level with these walls and goals: all that pulls reach from the
/// solved ones ("set-ups" in the thesis), counted up to where the player can walk.
///
/// # Errors
/// The limit of `budget` that was met, and how many there were until then.
pub fn set_ups(puzzle: &Arc<Puzzle>, budget: &Budget) -> Result<u64, (Limit, u64)> {
    let mut search = Reversed::with_rounds(puzzle, vec![Conditions::BRUTE_FORCE], SplitMix64(0));
    search.stops_at_start = false;
    let outcome = budget.drive(&mut search, |_| {});
    let count = search.statistics.stored;
    if let Outcome::Stopped(limit) = outcome { Err((limit, count)) } else { Ok(count) }
}

/// The order in which the thesis' table comes out best.
const DIRECTIONS: [Direction; 4] = [Direction::Down, Direction::Up, Direction::Right, Direction::Left];

/// A pull that is still to be tried.
#[derive(Clone, Copy, Debug)]
struct Choice {
    number: u16,
    direction: Direction,
}

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The pull that led here, and the region's square before it; none at a root.
    came_by: Option<(Pull, Square)>,
    in_hand: Option<InHand>,
    /// Its choices are those from here on.
    choices: usize,
}

/// A reversed search at work.
pub struct Reversed {
    space: Pulls,
    judge: Judge,
    rounds: Vec<Conditions>,
    round: usize,
    stops_at_start: bool,
    /// The roots of this round that are still to be tried, the next one last.
    roots: Vec<PullState>,
    state: PullState,
    /// Where each box is, by number.
    boxes: Vec<Square>,
    path: Vec<Frame>,
    /// The choices of all positions on the path, each position's in reverse.
    choices: Vec<Choice>,
    next_boxes: Vec<usize>,
    nodes: NodeTable<Pulls>,
    statistics: Statistics,
    status: Status,
    /// Successors were lost for want of node numbers.
    full: bool,
}

impl Reversed {
    /// The search that a spec describes.
    ///
    /// # Panics
    /// If the spec is of another strategy.
    #[must_use]
    pub fn new(spec: &Spec, puzzle: &Arc<Puzzle>) -> Reversed {
        let next = match spec.whole(Y.key) {
            1 => TakeNext::Every,
            2 => TakeNext::Unplaced,
            3 => TakeNext::InTurn,
            4 => TakeNext::ByDistance,
            5 => TakeNext::Nearest,
            _ => TakeNext::Random,
        };
        let greatest = greatest_distance(&push_distances(puzzle.floor(), puzzle.boxes()));
        let n = spec.whole(N.key).min(greatest);
        let brute_force = matches!(next, TakeNext::Every | TakeNext::Unplaced);
        let rounds = match spec.whole(X.key) {
            1 => vec![Conditions { leave: LeaveWhen::EachPull, next }],
            2 => vec![Conditions { leave: LeaveWhen::Pulls(n), next }],
            3 => vec![Conditions { leave: LeaveWhen::Near(0), next }],
            4 => (0..=n)
                .map(|k| match k {
                    k if k == greatest && brute_force => Conditions::BRUTE_FORCE,
                    k => Conditions { leave: LeaveWhen::Near(k), next },
                })
                .collect(),
            _ => vec![Conditions { leave: LeaveWhen::Random(n), next }],
        };
        Reversed::with_rounds(puzzle, rounds, SplitMix64(spec.whole(SEED.key).into()))
    }

    fn with_rounds(puzzle: &Arc<Puzzle>, rounds: Vec<Conditions>, random: SplitMix64) -> Reversed {
        let space = Pulls::new(puzzle);
        let state = space.roots().into_iter().next().expect("the player stands somewhere");
        let boxes: Vec<Square> = puzzle.goal_list().iter().rev().copied().collect();
        let mut turns: Vec<usize> = (0..boxes.len()).collect();
        if rounds.iter().any(|round| round.next == TakeNext::ByDistance) {
            let distances: Vec<_> = puzzle.boxes().iter().map(|&b| push_distances(puzzle.floor(), &[b])).collect();
            let sum = |square: Square| distances.iter().map(|d| u32::from(d[square.index()])).sum::<u32>();
            turns.sort_by_key(|&number| sum(boxes[number]));
        }
        let judge = Judge {
            nearest: push_distances(puzzle.floor(), puzzle.boxes()),
            turns,
            start: space.start().clone(),
            random,
        };
        let mut search = Reversed {
            nodes: NodeTable::new(&space),
            space,
            judge,
            rounds,
            round: 0,
            stops_at_start: true,
            roots: Vec::new(),
            state,
            boxes,
            path: Vec::new(),
            choices: Vec::new(),
            next_boxes: Vec::new(),
            statistics: Statistics::default(),
            status: Status::Running,
            full: false,
        };
        search.begin_round();
        search
    }

    fn begin_round(&mut self) {
        self.nodes = NodeTable::new(&self.space);
        self.roots = self.space.roots();
        self.roots.reverse();
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.path.capacity() * size_of::<Frame>() + self.choices.capacity() * size_of::<Choice>()
    }

    /// Tries pulls until a new position is entered.
    fn advance(&mut self) -> Status {
        loop {
            // Step 1. The position to go on from: the last of the path, or another root, in another round.
            let Some(&frame) = self.path.last() else {
                if let Some(root) = self.roots.pop() {
                    self.state = root;
                    return self.enter(None, None);
                }
                self.round += 1;
                if self.round == self.rounds.len() {
                    return Status::Exhausted;
                }
                self.begin_round();
                continue;
            };

            // Step 2. Its next pull; if there is none left, back to the position before.
            let choice = if self.choices.len() > frame.choices { self.choices.pop() } else { None };
            let Some(choice) = choice else {
                self.path.pop();
                if let Some((pull, player)) = frame.came_by {
                    self.space.undo(&mut self.state, pull, player);
                    let number = frame.in_hand.expect("a box was pulled").number;
                    self.boxes[number] = pull.from;
                }
                continue;
            };
            let number = usize::from(choice.number);
            let pull = Pull { from: self.boxes[number], direction: choice.direction };
            let player = self.state.player;
            self.space.pull(&mut self.state, pull);
            self.statistics.generated += 1;

            // Step 3. A known position is left at once.
            if self.nodes.find(&self.space, &self.state).is_some() {
                self.space.undo(&mut self.state, pull, player);
                continue;
            }
            if self.nodes.insert(&self.space, NodeId::NONE, 0).is_err() {
                self.full = true;
                return Status::Stopped(Limit::Memory);
            }
            self.boxes[number] = self.space.puzzle().floor().next(pull.from, pull.direction);
            let in_hand = self.judge.pulled(number, frame.in_hand, self.rounds[self.round].leave);
            return self.enter(Some((pull, player)), Some(in_hand));
        }
    }

    /// Puts the present position on the path, with the pulls that the conditions allow from there.
    fn enter(&mut self, came_by: Option<(Pull, Square)>, in_hand: Option<InHand>) -> Status {
        let Reversed { space, judge, state, boxes, choices, next_boxes, .. } = self;
        let Conditions { leave, next } = self.rounds[self.round];
        self.path.push(Frame { came_by, in_hand, choices: choices.len() });
        self.statistics.expanded += 1;
        self.statistics.depth = self.path.len() as u32 - 1;
        if self.stops_at_start && space.is_goal(state) {
            return Status::Solved;
        }
        space.look_around(state);
        let (space, state) = (&*space, &*state);
        let pulls = |number: usize| {
            let from = boxes[number];
            DIRECTIONS.into_iter().filter(move |&direction| space.can_pull(state, Pull { from, direction }))
        };
        next_boxes.clear();
        if in_hand.is_none_or(|held| judge.may_leave(held, boxes[held.number], leave)) {
            judge.next_boxes(in_hand, boxes, next, |number| pulls(number).next().is_some(), next_boxes);
        }
        let in_order = in_hand.map(|held| held.number).into_iter().chain(next_boxes.iter().copied());
        let first = choices.len();
        choices.extend(
            in_order.flat_map(|number| pulls(number).map(move |direction| Choice { number: number as u16, direction })),
        );
        choices[first..].reverse();
        Status::Running
    }
}

/// The greatest number of pulls between any square and the nearest starting square.
fn greatest_distance(nearest: &[u16]) -> u32 {
    nearest.iter().copied().filter(|&distance| distance != UNREACHED).max().unwrap_or(0).into()
}

impl Search for Reversed {
    fn step(&mut self, slice: Slice) -> Status {
        // A search that ran into a memory limit goes on if the next slice allows more.
        if self.full || !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        self.status = Status::Running;
        for _ in 0..slice.expansions {
            self.status = if self.bytes() > slice.bytes { Status::Stopped(Limit::Memory) } else { self.advance() };
            if self.status != Status::Running {
                break;
            }
        }
        self.statistics.stored = self.nodes.len().into();
        self.statistics.hold(self.bytes());
        self.status
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl Goalward for Reversed {
    type Domain = Pulls;

    fn domain(&self) -> &Pulls {
        &self.space
    }

    fn solution(&self) -> Option<Vec<Pull>> {
        let solved = self.status == Status::Solved;
        solved.then(|| self.path.iter().filter_map(|frame| frame.came_by).map(|(pull, _)| pull).collect())
    }
}
