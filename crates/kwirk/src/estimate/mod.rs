//! Estimates of what is left to do, one file each.
//!
//! | estimate | for | admissible | source |
//! |---|---|---|---|
//! | [`Apart`] | interactions | yes | |
//! | [`Way`] | steps | yes | |
//! | [`Exit`] | both | no | Wittingen 2021, section 5.1 |
//! | [`Explore`] | both | no | Wittingen 2021, section 4.2.4 |

mod apart;
mod exit;
mod explore;
mod way;

pub use apart::Apart;
pub use exit::Exit;
pub use explore::Explore;
pub use way::Way;
