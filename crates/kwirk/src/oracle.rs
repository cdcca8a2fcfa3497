//! The slow and obvious solver that fast ones are tested against.
//!
//! Breadth-first search over copies of [`Game`], pressing every key in every position: nothing is pruned, nothing is
//! compiled, so that there is next to nothing to get wrong. It is for small levels; a cap on the positions keeps it
//! from running away. Positions are equal if the same cells hold the same kinds of things: the letters of blocks do
//! not count, the characters' numbers and who is active do.

use std::collections::{HashMap, HashSet, VecDeque};

use boxwright_grid::Point;

use crate::level::Level;
use crate::plan::{Move, Plan};
use crate::rules::{Game, Outcome};

/// What the search found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The level can be solved, and not at less cost.
    Solved {
        /// The least cost.
        cost: usize,
        /// A plan of that cost.
        plan: Plan,
    },
    /// No plan solves the level: all positions were looked at.
    Unsolvable,
    /// The cap on positions was reached first.
    GaveUp,
}

impl Answer {
    /// The least cost, if the level was solved.
    #[must_use]
    pub fn cost(&self) -> Option<usize> {
        if let Answer::Solved { cost, .. } = self { Some(*cost) } else { None }
    }
}

/// The fewest moves (steps and switches) that solve the level, looking at no more than `cap` positions.
#[must_use]
pub fn fewest_moves(level: &Level, cap: usize) -> Answer {
    search(level, cap, |_| 1)
}

/// The fewest interactions (block pushes and turnstile turns) that solve the level, walking and switching being free,
/// looking at no more than `cap` positions.
#[must_use]
pub fn fewest_interactions(level: &Level, cap: usize) -> Answer {
    search(level, cap, |outcome| usize::from(outcome.is_interaction()))
}

/// How many positions can be reached, the solved one included; `None` if they are more than `cap`.
#[must_use]
pub fn reachable_positions(level: &Level, cap: usize) -> Option<usize> {
    let start = Game::new(level);
    let mut seen = HashSet::from([position(&start)]);
    let mut queue = VecDeque::from([start]);
    while let Some(game) = queue.pop_front() {
        for press in Move::ALL {
            let mut next = game.clone();
            if next.press(press) != Outcome::Blocked && seen.insert(position(&next)) {
                if seen.len() > cap {
                    return None;
                }
                queue.push_back(next);
            }
        }
    }
    Some(seen.len())
}

/// A position in short: holes, blocks, arms, characters, who is active.
type Position = Box<[u8]>;

fn position(game: &Game) -> Position {
    let board = game.board();
    let mut key = Vec::new();
    let bytes = |p: Point| (board.size().index(p) as u16).to_be_bytes();
    let holes: Vec<bool> = board.size().points().map(|p| board.is_hole(p)).collect();
    key.extend(holes.chunks(8).map(|chunk| chunk.iter().fold(0, |byte, &hole| byte << 1 | u8::from(hole))));
    let mut blocks: Vec<_> = board.blocks.iter().map(|b| (b.origin, b.width, b.height)).collect();
    blocks.sort_unstable();
    for (origin, width, height) in blocks {
        key.extend(bytes(origin));
        key.extend(width.to_be_bytes());
        key.extend(height.to_be_bytes());
    }
    key.extend(board.turnstiles.iter().map(|t| t.arms.bits()));
    for character in board.characters {
        key.extend(character.map_or([255, 255], bytes));
    }
    key.push(game.active().map_or(255, |a| a as u8));
    key.into_boxed_slice()
}

/// How a position was reached: from which other one, by which press, at which cost.
#[derive(Clone, Copy)]
struct Arrival {
    from: usize,
    press: Move,
    cost: usize,
}

/// Breadth-first search for costs 0 and 1: what is free goes to the front of the queue, what costs to the back, so
/// that positions leave the queue in order of cost. With costs of 1 only it is plain breadth-first search.
fn search(level: &Level, cap: usize, cost_of: impl Fn(Outcome) -> usize) -> Answer {
    let start = Game::new(level);
    let mut numbers = HashMap::from([(position(&start), 0)]);
    let mut arrivals = vec![Arrival { from: 0, press: Move::Switch, cost: 0 }];
    let mut done = vec![false];
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((game, number)) = queue.pop_front() {
        if std::mem::replace(&mut done[number], true) {
            continue;
        }
        let cost = arrivals[number].cost;
        if game.is_solved() {
            return Answer::Solved { cost, plan: plan_to(&arrivals, number) };
        }
        for press in Move::ALL {
            let mut next = game.clone();
            let outcome = next.press(press);
            if outcome == Outcome::Blocked {
                continue;
            }
            let step_cost = cost_of(outcome);
            let arrival = Arrival { from: number, press, cost: cost + step_cost };
            let fresh = arrivals.len();
            let to = *numbers.entry(position(&next)).or_insert(fresh);
            if to == fresh {
                if fresh >= cap {
                    return Answer::GaveUp;
                }
                arrivals.push(arrival);
                done.push(false);
            } else if arrival.cost < arrivals[to].cost {
                arrivals[to] = arrival;
            } else {
                continue;
            }
            if step_cost == 0 {
                queue.push_front((next, to));
            } else {
                queue.push_back((next, to));
            }
        }
    }
    Answer::Unsolvable
}

fn plan_to(arrivals: &[Arrival], mut number: usize) -> Plan {
    let mut moves = Vec::new();
    while number != 0 {
        moves.push(arrivals[number].press);
        number = arrivals[number].from;
    }
    moves.reverse();
    Plan(moves)
}
