//! Pseudo-random 64-bit numbers for Zobrist keys.

/// Scrambles a number into 64 well-mixed bits (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
///
/// A key of a position is the exclusive or of `scramble(feature)` over its features, so that one change of the position
/// changes the key with two operations. The numbers are fixed, not seeded: keys are the same in every run.
#[must_use]
pub const fn scramble(feature: u64) -> u64 {
    let mut z = feature.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
