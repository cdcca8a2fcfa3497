//! Solutions of Kwirk: any text is parsed or refused, and replaying it never panics.
#![no_main]

use boxwright_kwirk::{Plan, RandomOptions, random_level, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &str)| {
    let (seed, text) = input;
    if let Ok(plan) = Plan::parse(text)
        && plan.0.len() < 100_000
    {
        let options = RandomOptions { characters: 1 + usize::from(seed) % 4, ..RandomOptions::default() };
        let _ = verify(&random_level(seed.into(), &options), &plan);
        assert_eq!(Plan::parse(&plan.to_string()).expect("what we write we can read"), plan);
    }
});
