//! What a position is worth: a linear function of a few features, whose weights were learned.
//!
//! The features are shares, so that what was learned on small levels holds on large ones; N is the number of boxes.
//!
//! | feature | what |
//! |---|---|
//! | packed | steps of the packing plan that are done, of all steps ([`crate::fess`]) |
//! | on_goals | boxes on goals / N |
//! | regions | into how many regions the boxes cut the floor / N |
//! | rooms | links between rooms that are cut / N |
//! | distance | pushes that the cheapest matching of boxes and goals needs / (N · the longest way to a goal) |
//! | out_of_plan | boxes from where no open goal can be reached / N |
//! | hotspots | boxes that keep another from some goal / N |
//! | overlap | the most boxes that are where a step of the plan wants them / N |
//! | near_end | γ^(boxes not on goals), γ = 0.95: what a solution is worth that moves each of them once |
//! | size | γ^N |
//! | one | 1 |
//!
//! The last two are the same for all positions of a level: they matter for learning, not for searching. [`train`] learns
//! weights from searches; those of the program are in `weights.toml`, which says how they were made.
//!
//! Source: Shoham and Elidan 2021 ("Solving Sokoban with forward-backward reinforcement learning"), with rooms, zones and
//! hotspots of FESS added. The weights are our own.

mod least_squares;
mod practice;
pub mod train;
mod weights;

pub use practice::practice;
pub use weights::{Weights, WeightsError};

use crate::Puzzle;
use crate::estimate::{Assigned, Hungarian, Metric};
use crate::fess::{Advice, Clearing, HOTSPOTS, OUT_OF_PLAN, PACKED, Planning, REGIONS, ROOMS, SokobanAdviser, common};
use crate::macros::MacroMove;
use crate::space::{MacroPushes, MacroState};
use boxwright_grid::UNREACHED;
use boxwright_search::{Adviser, Ascent, Evaluator};
use std::sync::Arc;

/// What the features are called, in their order.
pub const FEATURES: [&str; 11] = [
    "packed",
    "on_goals",
    "regions",
    "rooms",
    "distance",
    "out_of_plan",
    "hotspots",
    "overlap",
    "near_end",
    "size",
    "one",
];

/// The features of a position.
pub type Features = [f64; FEATURES.len()];

/// What a position is worth less than the one that follows it.
pub const DISCOUNT: f64 = 0.95;

/// Says what positions are worth.
pub struct Value {
    weights: Weights,
    adviser: SokobanAdviser,
    matching: Assigned<Hungarian>,
    /// N.
    boxes: usize,
    /// N times the longest way of a box to a goal.
    longest: f64,
    /// Powers of the discount.
    powers: Vec<f64>,
}

/// A search by value in the space of macro moves.
pub type Climb = Ascent<MacroPushes, Value>;

/// A search by value, for a puzzle that is not [hopeless](Puzzle::is_hopeless).
#[must_use]
pub fn climb(puzzle: &Arc<Puzzle>, planning: Planning, weights: &Weights) -> Climb {
    let value = Value::new(puzzle, planning, weights);
    Ascent::new(MacroPushes::new(puzzle), value, puzzle.boxes().len() as u32)
}

impl Value {
    /// The value of the positions of a puzzle.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, planning: Planning, weights: &Weights) -> Value {
        let advice = Advice {
            rooms: true,
            opener: false,
            clearing: Clearing::Off,
            far: false,
            planning,
            endgames: false,
            diagonals: false,
            triples: false,
        };
        let boxes = puzzle.boxes().len();
        let ways = (0..boxes).flat_map(|goal| puzzle.goal_distances(goal)).filter(|&&way| way != UNREACHED);
        let longest = usize::from(ways.copied().max().unwrap_or(1).max(1));
        // By multiplication, which gives the same bits on every machine.
        let powers = std::iter::successors(Some(1.0), |power| Some(power * DISCOUNT)).take(boxes + 1).collect();
        Value {
            weights: weights.clone(),
            adviser: SokobanAdviser::new(puzzle, advice),
            matching: Assigned::new(puzzle, Metric::Pull, Hungarian::new),
            boxes,
            longest: (boxes * longest) as f64,
            powers,
        }
    }

    /// The features of a successor (or of any position, without action); `None` if it provably has no solution.
    pub fn features(&mut self, space: &MacroPushes, state: &MacroState, action: Option<MacroMove>) -> Option<Features> {
        let distance = self.matching.of_boxes(&state.boxes)?;
        let seen = self.adviser.look(space, state, action)?.features;
        let packing = self.adviser.packing();
        let on_goals = common(&state.boxes, space.puzzle().goals());
        let overlap = (1..=packing.steps()).map(|step| common(&state.boxes, packing.stage(step))).max().unwrap_or(0);
        let share = |number: usize| number as f64 / self.boxes as f64;
        let seen_share = |feature: usize| share(seen[feature].into());
        Some([
            f64::from(seen[PACKED]) / packing.steps() as f64,
            share(on_goals),
            seen_share(REGIONS),
            seen_share(ROOMS),
            f64::from(distance) / self.longest,
            seen_share(OUT_OF_PLAN),
            seen_share(HOTSPOTS),
            share(overlap),
            self.powers[self.boxes - on_goals],
            self.powers[self.boxes],
            1.0,
        ])
    }
}

impl Evaluator<MacroPushes> for Value {
    fn enter(&mut self, space: &MacroPushes, state: &MacroState) {
        self.matching.enter_boxes(&state.boxes);
        if let Some(opinion) = self.adviser.look(space, state, None) {
            self.adviser.enter(space, state, &opinion);
        }
    }

    fn value(&mut self, space: &MacroPushes, state: &MacroState, action: Option<MacroMove>) -> Option<f32> {
        self.features(space, state, action).map(|features| self.weights.value(&features) as f32)
    }

    fn is_dead(&mut self, space: &MacroPushes, state: &MacroState) -> bool {
        self.adviser.is_dead(space, state)
    }
}
