//! Keys and packed states of both Kwirk spaces.
#![no_main]

use boxwright_kwirk::space::{Interactions, Steps};
use boxwright_kwirk::{Puzzle, RandomOptions, random_level};
use boxwright_search::{Objective, StepCosts, consistency};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

fuzz_target!(|input: (u32, [u8; 7], u16)| {
    let (seed, amounts, walk) = input;
    let [width, height, characters, blocks, turnstiles, holes, walls] = amounts.map(usize::from);
    let options = RandomOptions {
        width: 5 + (width % 10) as u16,
        height: 4 + (height % 10) as u16,
        characters: 1 + characters % 4,
        blocks: blocks % 8,
        turnstiles: turnstiles % 4,
        holes: holes % 12,
        walls: walls % 12,
    };
    let puzzle = Arc::new(Puzzle::new(&random_level(seed.into(), &options)).expect("valid"));
    consistency::walk(&Interactions::new(&puzzle), walk.into(), 64);
    consistency::walk(&Steps::new(&puzzle, StepCosts::of(Objective::Moves)), walk.into(), 64);
});
