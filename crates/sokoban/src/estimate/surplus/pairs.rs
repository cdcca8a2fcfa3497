//! What two boxes cost more than each of them alone, exactly.
//!
//! The best way to bring both to goals, with no other box on the board, against the ways of each alone to the same goals;
//! the least of it over all pairs of goals, so that it holds whichever goals the two will have. A pair that cannot be brought
//! to any goals is dead.
//!
//! Going backwards it is the same with the squares on which boxes start instead of the goals; the player's region of the
//! beginning is known, so there is only one position in which the two are where they should be.
//!
//! Cost: a search among all positions of two boxes for every two goals, once; a look-up for each pair of suspicious
//! squares afterwards.

use super::packing::Packing;
use super::{DEAD, Distances};
use crate::Puzzle;
use crate::distance::Spots;
use crate::macros::Way;
use boxwright_grid::{Direction, Fill, Square, SquareSet, UNREACHED};

/// The surpluses of all pairs.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    squares: usize,
    /// By [`pair_number`], then the square of the player; [`DEAD`] if the two cannot be brought to goals.
    table: Vec<u8>,
    /// For each square those larger ones that make a pair with it that has a surplus somewhere.
    suspicious: Vec<SquareSet>,
}

/// Positions of two boxes times pairs of goals: more take seconds.
const MOST_WORK: usize = 100_000_000;

/// Pairs of squares times squares of the player: more take 100 MB.
const MOST_PLACES: usize = 20_000_000;

/// The number of a pair of squares, the smaller one first.
#[inline]
pub(super) fn pair_number(low: Square, high: Square) -> usize {
    high.index() * (high.index() - 1) / 2 + low.index()
}

impl Pairs {
    /// The surpluses of a puzzle for a search that goes `way`, or `None` if it would take too long to find them.
    pub(super) fn new(puzzle: &Puzzle, way: Way, spots: &Spots, distances: &Distances) -> Option<Pairs> {
        let (squares, live, goals) = (puzzle.floor().len(), puzzle.live_squares(), puzzle.goal_list().len());
        if goals < 2 || live * live * goals * (goals - 1) / 2 > MOST_WORK || live * live / 2 * squares > MOST_PLACES {
            return None;
        }
        let positions = Positions::new(puzzle, way, spots);
        let surplus = positions.surplus(puzzle, way, distances);
        let mut table = vec![0; positions.regions.len()];
        let mut suspicious = vec![SquareSet::new(squares); live];
        for (high, low) in (0..live as u16).flat_map(|high| (0..high).map(move |low| (Square(high), Square(low)))) {
            let place = pair_number(low, high) * squares..(pair_number(low, high) + 1) * squares;
            for (entry, &position) in table[place.clone()].iter_mut().zip(&positions.regions[place]) {
                if position != NONE {
                    *entry = surplus[position as usize];
                    if *entry > 0 {
                        suspicious[low.index()].insert(high);
                    }
                }
            }
        }
        Some(Pairs { squares, table, suspicious })
    }

    /// The surplus of two boxes, the smaller square first.
    #[inline]
    pub(super) fn of(&self, low: Square, high: Square, player: Square) -> u8 {
        self.table[pair_number(low, high) * self.squares + player.index()]
    }

    /// Adds all pairs of these boxes that have a surplus. Returns whether none of them is dead.
    pub(super) fn collect(&self, boxes: &SquareSet, player: Square, packing: &mut Packing) -> bool {
        for low in boxes {
            let partners = self.suspicious[low.index()].words().iter().zip(boxes.words());
            for (at, mut word) in partners.map(|(suspicious, boxes)| suspicious & boxes).enumerate() {
                while word != 0 {
                    let high = Square((at * 64) as u16 + word.trailing_zeros() as u16);
                    word &= word - 1;
                    match self.of(low, high, player) {
                        0 => {}
                        DEAD => return false,
                        surplus => packing.add(&[low, high], surplus),
                    }
                }
            }
        }
        true
    }
}

const NONE: u32 = u32::MAX;

/// All positions of two boxes, up to walking.
struct Positions {
    squares: usize,
    /// By [`pair_number`], then the square of the player: the number of the position, or [`NONE`].
    regions: Vec<u32>,
    /// The squares of the two boxes, the smaller one first, and the spots they are on.
    boxes: Vec<([Square; 2], [Square; 2])>,
    /// The positions one push (or pull) before, each times two, plus one if there the other box is on the smaller square.
    before: Vec<u32>,
    /// Where in `before` those of a position begin.
    begins: Vec<u32>,
}

impl Positions {
    fn new(puzzle: &Puzzle, way: Way, spots: &Spots) -> Positions {
        let (floor, live) = (puzzle.floor(), puzzle.live_squares() as u16);
        let squares = floor.len();
        let mut positions = Positions {
            squares,
            regions: vec![NONE; usize::from(live) * usize::from(live.saturating_sub(1)) / 2 * squares],
            boxes: Vec::new(),
            before: Vec::new(),
            begins: vec![0],
        };
        let mut fill = Fill::new(floor);
        for (high, low) in (0..live).flat_map(|high| (0..high).map(move |low| (Square(high), Square(low)))) {
            let both = SquareSet::from_squares(squares, [low, high]);
            let regions = &mut positions.regions[pair_number(low, high) * squares..][..squares];
            for player in floor.squares().filter(|&player| player != low && player != high) {
                if regions[player.index()] == NONE {
                    let mut region = SquareSet::new(squares);
                    fill.spread(floor, player, &both, &mut region);
                    region.iter().for_each(|square| regions[square.index()] = positions.boxes.len() as u32);
                    let spot = |square| Square(spots.of(floor, square, player) as u16);
                    positions.boxes.push(([low, high], [spot(low), spot(high)]));
                }
            }
        }
        for number in 0..positions.boxes.len() {
            let ([low, high], _) = positions.boxes[number];
            for (moved, stays) in [(low, high), (high, low)] {
                for direction in Direction::ALL {
                    let from = floor.next(moved, direction);
                    // Where the player has to be, and where that takes him.
                    let (stand, end) = match way {
                        // A push is undone: he steps away from the box, and it follows.
                        Way::Push => (from, if from.exists() { floor.next(from, direction) } else { Square::NONE }),
                        Way::Pull => (floor.next(moved, direction.opposite()), moved),
                    };
                    let free = |square: Square| square.exists() && square != stays;
                    let possible = puzzle.is_live(from) && free(from) && free(stand) && free(end);
                    if possible && positions.number(moved, stays, stand) == number as u32 {
                        let swapped = (from < stays) != (moved < stays);
                        positions.before.push(positions.number(from, stays, end) * 2 + u32::from(swapped));
                    }
                }
            }
            positions.begins.push(positions.before.len() as u32);
        }
        positions
    }

    fn number(&self, one: Square, other: Square, player: Square) -> u32 {
        self.regions[pair_number(one.min(other), one.max(other)) * self.squares + player.index()]
    }

    /// The surplus of every position.
    fn surplus(&self, puzzle: &Puzzle, way: Way, distances: &Distances) -> Vec<u8> {
        let mut surplus = vec![DEAD; self.boxes.len()];
        // Two boxes told apart: times two, plus one if it is the second that is on the smaller square.
        let mut pushes = vec![UNREACHED; 2 * self.boxes.len()];
        let mut queue: Vec<u32> = Vec::new();
        let goals = if way == Way::Push { puzzle.goal_list() } else { puzzle.boxes() };
        for (second, first) in (0..goals.len()).flat_map(|second| (0..second).map(move |first| (second, first))) {
            pushes.fill(UNREACHED);
            queue.clear();
            // Both lists are in the order of their squares, so the first box is on the smaller one.
            let regions = &self.regions[pair_number(goals[first], goals[second]) * self.squares..][..self.squares];
            let solved = if way == Way::Push { regions } else { &regions[puzzle.player().index()..][..1] };
            for &position in solved.iter().filter(|&&position| position != NONE) {
                if pushes[2 * position as usize] == UNREACHED {
                    pushes[2 * position as usize] = 0;
                    queue.push(2 * position);
                }
            }
            let mut at = 0;
            while let Some(&here) = queue.get(at) {
                at += 1;
                let (position, order) = (here as usize / 2, here % 2);
                let reached = pushes[here as usize];
                let (_, spots) = self.boxes[position];
                let of_first = distances.from(spots[order as usize])[first];
                let of_second = distances.from(spots[1 - order as usize])[second];
                let more = i32::from(reached) - of_first - of_second;
                surplus[position] = surplus[position].min(more.clamp(0, i32::from(DEAD) - 1) as u8);
                for &before in &self.before[self.begins[position] as usize..self.begins[position + 1] as usize] {
                    let before = before ^ order;
                    if pushes[before as usize] == UNREACHED {
                        pushes[before as usize] = reached + 1;
                        queue.push(before);
                    }
                }
            }
        }
        surplus
    }
}
