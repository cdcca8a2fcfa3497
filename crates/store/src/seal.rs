//! A number that tells whether a record is still as it was written.
//!
//! A solution can be replayed, but "unsolvable" and "optimal" cannot be checked without searching again. So every
//! attempt carries a checksum of what it claims about which level, and one that does not fit is not believed. That is
//! against rotten disks and careless editing, not against forgers.

use crate::Outcome;

/// The seal of a claim about the level with this canonical form.
pub(crate) fn seal(form: &str, objective: &str, outcome: &Outcome) -> i64 {
    let Outcome { status, stopped_by, moves, pushes, optimal, lower_bound } = outcome;
    let claim =
        format!("{form}\n{objective}\n{status}\n{stopped_by:?}\n{moves:?} {pushes:?} {optimal:?} {lower_bound:?}");
    // FNV-1a, because it must be the same with every compiler.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    claim.bytes().fold(0xcbf2_9ce4_8422_2325, step).cast_signed()
}
