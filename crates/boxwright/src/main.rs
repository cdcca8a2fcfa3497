//! boxwright
fn main() {}
