//! When the box in hand may be left, and which box may be taken then: the thesis' conditions X and Y.

use boxwright_grid::{SplitMix64, Square, SquareSet, UNREACHED};

/// When the player may leave the box in hand for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaveWhen {
    /// X1: after each pull.
    EachPull,
    /// X2: after every `n` pulls in a row.
    Pulls(u32),
    /// X3 (`0`) and X4: at most so many pulls away from a square where some box starts.
    Near(u32),
    /// X5: after a random number of pulls, at most so many.
    Random(u32),
}

/// Which boxes may be taken next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakeNext {
    /// Y1: every box.
    Every,
    /// Y2: every box that does not stand where some box starts.
    Unplaced,
    /// Y3: the one with the next number.
    InTurn,
    /// Y4: the next one in the order of the distances, summed over all starting squares, that the boxes begin with.
    ByDistance,
    /// Y5: the unplaced box that is nearest to a starting square.
    Nearest,
    /// Y6: a random one.
    Random,
}

/// Both conditions of one round of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Condition X.
    pub leave: LeaveWhen,
    /// Condition Y.
    pub next: TakeNext,
}

impl Conditions {
    /// X1Y1: any box at any time.
    pub const BRUTE_FORCE: Conditions = Conditions { leave: LeaveWhen::EachPull, next: TakeNext::Every };
}

/// The box that is being pulled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct InHand {
    /// Its number.
    pub(super) number: usize,
    /// How often it was pulled since it was taken.
    pub(super) pulls: u32,
    /// How often it has to be pulled, if that is random.
    pub(super) wanted: u32,
}

/// What the conditions look at: distances of squares to the starting squares, and chance.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    /// Pulls to the nearest starting square.
    pub(super) nearest: Vec<u16>,
    /// The order of Y3 or Y4: the numbers of the boxes, each once.
    pub(super) turns: Vec<usize>,
    pub(super) start: SquareSet,
    pub(super) random: SplitMix64,
}

impl Judge {
    /// Box `number` was just pulled to `square`: the box in hand now.
    pub(super) fn pulled(&mut self, number: usize, before: Option<InHand>, leave: LeaveWhen) -> InHand {
        match before {
            Some(same) if same.number == number => InHand { pulls: same.pulls + 1, ..same },
            _ => {
                let wanted = match leave {
                    LeaveWhen::Random(most) => 1 + self.random.below(most.max(1) as usize) as u32,
                    _ => 0,
                };
                InHand { number, pulls: 1, wanted }
            }
        }
    }

    /// Condition X.
    pub(super) fn may_leave(&self, in_hand: InHand, square: Square, leave: LeaveWhen) -> bool {
        match leave {
            LeaveWhen::EachPull => true,
            LeaveWhen::Pulls(n) => in_hand.pulls.is_multiple_of(n.max(1)),
            LeaveWhen::Near(most) => {
                let distance = self.nearest[square.index()];
                distance != UNREACHED && u32::from(distance) <= most
            }
            LeaveWhen::Random(_) => in_hand.pulls >= in_hand.wanted,
        }
    }

    /// Condition Y: the boxes to be tried after the one in hand, in order. `boxes` are their squares by number;
    /// `is_pullable` tells whether a box can be pulled at all. With nothing in hand, at a root, no box is placed yet.
    pub(super) fn next_boxes(
        &mut self,
        in_hand: Option<InHand>,
        boxes: &[Square],
        next: TakeNext,
        is_pullable: impl Fn(usize) -> bool,
        found: &mut Vec<usize>,
    ) {
        let last = in_hand.map(|box_in_hand| box_in_hand.number);
        let others = (0..boxes.len()).filter(|&number| Some(number) != last);
        let is_placed = |number: usize| last.is_some() && self.start.contains(boxes[number]);
        found.clear();
        match next {
            TakeNext::Every => found.extend(others),
            TakeNext::Unplaced => found.extend(others.filter(|&number| !is_placed(number))),
            TakeNext::InTurn | TakeNext::ByDistance => {
                let first = last.and_then(|last| self.turns.iter().position(|&n| n == last)).map_or(0, |at| at + 1);
                let turns = self.turns.iter().cycle().skip(first).take(boxes.len()).copied();
                found.extend(turns.filter(|&number| Some(number) != last).find(|&number| is_pullable(number)));
            }
            TakeNext::Nearest => {
                let candidates = others.filter(|&number| !is_placed(number) && is_pullable(number));
                found.extend(candidates.min_by_key(|&number| self.nearest[boxes[number].index()]));
            }
            TakeNext::Random => {
                found.extend(others.filter(|&number| is_pullable(number)));
                if !found.is_empty() {
                    let chosen = found[self.random.below(found.len())];
                    found.clear();
                    found.push(chosen);
                }
            }
        }
    }
}
