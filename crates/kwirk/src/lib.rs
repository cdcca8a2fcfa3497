//! kwirk
