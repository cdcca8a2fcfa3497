//! Corrals: parts of the floor that the player cannot reach.
//!
//! A corral is fenced in by boxes: those around it and those right behind these. All other boxes are taken away, which
//! only makes things easier, and the pushes that are left are searched until the player can get to every square of the corral
//! or all boxes of the fence are on goals; a box that is out of the way is taken away as well (`few.rs`). If neither can
//! ever happen the position is dead: in any solution the boxes of the fence end up on goals, and leaving out the pushes
//! of the others from that solution would have been found.
//!
//! To get *into* the corral is not enough: a box that is pushed into a dead end lets the player follow, and stays there.
//!
//! Of a corral with a long fence only the boxes nearest to the player are looked at: he has to get past those first.
//!
//! Two corrals with a box between them are looked at together as well: each alone may seem to open into the other.
//!
//! Source: corral deadlocks as in the Sokoban wiki; that all of it has to be opened, and that boxes out of the way are
//! taken away, is from Festival. Verdicts are kept by the boxes of the fence, the
//! player's region among them and the corral, for all searches of a puzzle (`verdicts.rs`).
//! Cost: a few small positions per corral, more for one that is met often ([`EFFORT`]); for positions about to be expanded,
//! not for all generated.
//! Sound for: any, pushes, moves.

use super::Verdicts;
use super::code::most_boxes;
use super::few::{Few, Verdict};
use crate::Puzzle;
use boxwright_grid::{Fill, Floor, Square, SquareSet};
use std::sync::Arc;

/// How often a corral was asked about before, and positions looked at then before it is given the benefit of the doubt.
const EFFORT: [(u32, usize); 3] = [(0, 20), (8, 160), (64, 640)];

/// Pairs of corrals looked at.
const MOST_PAIRS: usize = 28;

/// Working memory of the test, and what it has found out.
#[derive(Clone, Debug)]
pub struct Corrals {
    fill: Fill,
    reach: SquareSet,
    few: Few,
    walks: Walks,
    /// What becomes of fences, as far as any search of the puzzle has found out.
    verdicts: Arc<Verdicts>,
}

/// The boxes, and where the player can walk with its smallest square.
struct Position<'a> {
    boxes: &'a SquareSet,
    reach: SquareSet,
    first: Square,
}

/// A part of the floor that the player cannot reach, or two of them.
#[derive(Clone)]
struct Corral {
    squares: SquareSet,
    /// The boxes that hold it.
    fence: SquareSet,
    /// Which one it is of those that a fence could close.
    key: u64,
}

impl Corral {
    /// Both together.
    fn with(&self, other: &Corral) -> Corral {
        let Corral { mut squares, mut fence, key } = self.clone();
        squares.unite(&other.squares);
        fence.unite(&other.fence);
        Corral { squares, fence, key: key ^ other.key }
    }
}

impl Corrals {
    /// Nothing is known of this puzzle yet.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Corrals {
        let floor = puzzle.floor();
        Corrals {
            fill: Fill::new(floor),
            reach: SquareSet::new(floor.len()),
            few: Few::new(puzzle),
            walks: Walks::new(),
            verdicts: puzzle.verdicts(),
        }
    }

    /// Whether some corral of the position with these boxes, the player being in the region of a square, is dead.
    pub fn is_dead(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square) -> bool {
        self.find_dead(puzzle, boxes, player).is_some()
    }

    /// The squares of such a corral, or of two of them.
    pub fn find_dead(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square) -> Option<SquareSet> {
        let floor = puzzle.floor();
        let mut seen = SquareSet::new(floor.len());
        let first = self.fill.spread(floor, player, boxes, &mut seen);
        if seen.count() + boxes.count() == floor.len() {
            return None;
        }
        let position = Position { boxes, reach: seen.clone(), first };
        let (most, mut nearest) = (most_boxes(floor), None);
        let mut corrals: Vec<Corral> = Vec::new();
        for square in floor.squares() {
            if boxes.contains(square) || seen.contains(square) {
                continue;
            }
            let mut corral = self.corral_around(puzzle, boxes, square);
            seen.unite(&corral.squares);
            let is_long = corral.fence.count() > most;
            if is_long {
                let nearest = nearest.get_or_insert_with(|| nearest_boxes(floor, &position, most));
                corral = self.corral_around(puzzle, nearest, square);
            }
            if self.is_corral_dead(puzzle, &position, &corral) {
                return Some(corral.squares);
            }
            // A verdict is kept by the fence and the corral, which must follow from each other: so pairs are of whole corrals only.
            if !is_long {
                corrals.push(corral);
            }
        }
        let pairs = (0..corrals.len()).flat_map(|one| (0..one).map(move |other| (one, other))).take(MOST_PAIRS);
        let neighbours = pairs.filter(|&(one, other)| corrals[one].fence.meets(&corrals[other].fence));
        let mut unions = neighbours.map(|(one, other)| corrals[one].with(&corrals[other]));
        unions.find(|union| self.is_corral_dead(puzzle, &position, union)).map(|union| union.squares)
    }

    /// The part of the floor that a square is in, among these boxes.
    fn corral_around(&mut self, puzzle: &Puzzle, boxes: &SquareSet, square: Square) -> Corral {
        let floor = puzzle.floor();
        let mut squares = SquareSet::new(floor.len());
        let first = self.fill.spread(floor, square, boxes, &mut squares);
        let fence = self.few.fence(floor, boxes, &squares);
        Corral { squares, fence, key: puzzle.player_key(first) }
    }

    /// The smallest square the player can walk to with all boxes but the fence taken away: where he can now, and from their
    /// squares on. [`Square::NONE`] if he gets into the corral.
    fn region_without(&mut self, floor: &Floor, position: &Position<'_>, corral: &Corral) -> Square {
        self.reach.copy_from(&position.reach);
        let mut region = position.first;
        for square in position.boxes.minus(&corral.fence) {
            let is_next = |&next: &Square| next.exists() && self.reach.contains(next);
            if !self.reach.contains(square) && floor.neighbours(square).iter().any(is_next) {
                region = region.min(self.fill.spread(floor, square, &corral.fence, &mut self.reach));
                if self.reach.meets(&corral.squares) {
                    return Square::NONE;
                }
            }
        }
        region
    }

    fn is_corral_dead(&mut self, puzzle: &Puzzle, position: &Position<'_>, corral: &Corral) -> bool {
        if corral.fence.is_subset(puzzle.goals()) {
            return false;
        }
        let fence_key = corral.fence.iter().fold(corral.key.rotate_left(17), |key, s| key ^ puzzle.box_key(s));
        let walk_key = fence_key ^ puzzle.player_key(position.first);
        let region = self.walks.recall(walk_key).unwrap_or_else(|| {
            let region = self.region_without(puzzle.floor(), position, corral);
            self.walks.remember(walk_key, region);
            region
        });
        if !region.exists() {
            return false;
        }
        let key = fence_key ^ puzzle.player_key(region);
        let known = self.verdicts.ask(key);
        let asked = match known {
            Some(Verdict::Dead) => return true,
            Some(Verdict::Open) => return false,
            Some(Verdict::Unclear { asked }) => asked,
            None => 0,
        };
        let Some(&(_, positions)) = EFFORT.iter().find(|(times, _)| *times == asked) else { return false };
        let mut verdict = self.few.open(puzzle, &corral.squares, &corral.fence, region, positions);
        if verdict == Verdict::UNCLEAR {
            verdict = Verdict::Unclear { asked };
        }
        self.verdicts.insert(key, verdict);
        verdict == Verdict::Dead
    }
}

/// The region that the player is in among the boxes of a fence, for fences met lately. A cache: what is new takes the place of
/// something old.
#[derive(Clone, Debug)]
struct Walks {
    slots: Vec<(u64, Square)>,
}

impl Walks {
    const SLOTS: usize = 1 << 12;

    fn new() -> Walks {
        Walks { slots: vec![(0, Square::NONE); Walks::SLOTS] }
    }

    fn recall(&self, key: u64) -> Option<Square> {
        let (known, region) = self.slots[key as usize % Walks::SLOTS];
        (known == key).then_some(region)
    }

    fn remember(&mut self, key: u64, region: Square) {
        self.slots[key as usize % Walks::SLOTS] = (key, region);
    }
}

/// So many of the boxes, those that are the fewest steps from the player's reach.
fn nearest_boxes(floor: &Floor, position: &Position<'_>, most: usize) -> SquareSet {
    let Position { boxes, reach, .. } = position;
    let mut nearest = SquareSet::new(floor.len());
    let mut left = most;
    let mut seen = reach.clone();
    let mut layer: Vec<Square> = reach.iter().collect();
    while !layer.is_empty() && left > 0 {
        let mut next = Vec::new();
        for square in layer.iter().flat_map(|&square| floor.neighbours(square)).copied().filter(|s| s.exists()) {
            if !seen.contains(square) {
                seen.insert(square);
                next.push(square);
            }
        }
        for &square in next.iter().filter(|&&square| boxes.contains(square)).take(left) {
            nearest.insert(square);
            left -= 1;
        }
        layer = next;
    }
    nearest
}
