//! Keys and packed states of both Sokoban spaces.
#![no_main]

use boxwright_search::{Objective, StepCosts, consistency};
use boxwright_sokoban::space::{Pushes, Steps};
use boxwright_sokoban::{Puzzle, random_level};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

fuzz_target!(|input: (u32, u8, u8, u8, u16)| {
    let (seed, width, height, boxes, walk) = input;
    let (width, height) = (4 + u16::from(width % 10), 4 + u16::from(height % 10));
    let boxes = 1 + usize::from(boxes) % (usize::from(width) * usize::from(height) / 8);
    let puzzle = Arc::new(Puzzle::new(&random_level(seed.into(), width, height, boxes)).expect("valid"));
    if !puzzle.is_hopeless() {
        consistency::walk(&Pushes::new(&puzzle), walk.into(), 64);
        consistency::walk(&Steps::new(&puzzle, StepCosts::of(Objective::Moves)), walk.into(), 64);
    }
});
