//! Positions from which no solution exists.
//!
//! Dead squares are part of the compiled puzzle ([`crate::Puzzle::is_live`]). Every rule here is sound: it never
//! condemns a position that can be solved.

mod freeze;

pub use freeze::Freeze;
