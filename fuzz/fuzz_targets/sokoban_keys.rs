//! Keys and packed states of both Sokoban spaces.
#![no_main]

mod keys;

use boxwright_search::Objective;
use boxwright_sokoban::space::{Pushes, StepCosts, Steps};
use boxwright_sokoban::{Puzzle, random_level};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

fuzz_target!(|input: (u32, u8, u8, u8, &[u8])| {
    let (seed, width, height, boxes, choices) = input;
    let (width, height) = (4 + u16::from(width % 10), 4 + u16::from(height % 10));
    let boxes = 1 + usize::from(boxes) % (usize::from(width) * usize::from(height) / 8);
    let puzzle = Arc::new(Puzzle::new(&random_level(seed.into(), width, height, boxes)).expect("valid"));
    if !puzzle.is_hopeless() {
        keys::walk(&Pushes::new(&puzzle), choices);
        keys::walk(&Steps::new(&puzzle, StepCosts::of(Objective::Moves)), choices);
    }
});
