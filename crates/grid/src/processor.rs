//! What the processor can do beyond what every one of its family can.
//!
//! The program is built for any x86-64. The few functions in which it spends most of its time are compiled a second time, for
//! processors with wider words, and the choice is made when they are called.

/// Whether the processor works on 256 bits at once and finds the next bit of a word in one step (AVX2 and BMI1: most since 2013).
#[cfg(target_arch = "x86_64")]
#[inline]
#[must_use]
pub fn has_wide_words() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1")
}
