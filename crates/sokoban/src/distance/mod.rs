//! How far a box is from where it should be.

mod pull;

pub use pull::pull_distances;
