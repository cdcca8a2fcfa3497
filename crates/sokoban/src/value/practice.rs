//! Levels to learn from: our own, of several sizes.

use crate::generate::{Options, generate};
use crate::{Level, canonical};
use boxwright_grid::{SplitMix64, scramble};
use boxwright_search::Budget;
use std::collections::HashSet;

/// Columns, rows, boxes and pushes at least, in turn. More boxes than that can hardly be pulled far from their goals.
const SIZES: [(u16, u16, usize, u32); 4] = [(8, 7, 2, 10), (9, 8, 3, 15), (11, 9, 4, 18), (12, 10, 5, 16)];

/// So many levels, no two alike: the same for a seed on every machine. Fewer if the limits are met first.
#[must_use]
pub fn practice(seed: u64, count: usize, limits: &Budget) -> Vec<Level> {
    let mut seeds = SplitMix64(scramble(seed));
    let mut known = HashSet::new();
    let mut levels = Vec::new();
    let is_over =
        || limits.cancel.is_cancelled() || limits.deadline.is_some_and(|end| std::time::Instant::now() >= end);
    while levels.len() < count {
        let (width, height, boxes, pushes) = SIZES[levels.len() % SIZES.len()];
        let options = Options { width, height, boxes, pushes, ..Options::default() };
        let made = generate(seeds.next_u64(), &options, limits);
        // What was cut short is not the level of its seed.
        if is_over() {
            break;
        }
        let new = |level: &Level| known.insert(canonical(&level.board).to_rows());
        levels.extend(made.map(|made| made.level).filter(new));
    }
    levels
}
