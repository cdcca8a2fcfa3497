//! Solutions of Sokoban: any text is parsed or refused, and replaying it never panics.
#![no_main]

use boxwright_sokoban::{Plan, random_level, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &str)| {
    let (seed, text) = input;
    if let Ok(plan) = Plan::parse(text)
        && plan.len() < 100_000
    {
        let level = random_level(seed.into(), 6, 6, 2);
        let _ = verify(&level, &plan);
        assert_eq!(Plan::parse(&plan.to_string()).expect("what we write we can read"), plan);
    }
});
