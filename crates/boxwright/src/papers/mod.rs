//! Published results, and ours beside them.
//!
//! A paper's numbers are a data file in the repository (folder `papers`). Each paper has a module that runs our
//! counterparts of its solvers and tells what came out as a terminal table, Markdown or CSV ([`document`]), with a plot
//! where a picture says more. `boxwright papers` is the command.

pub mod collection;
pub mod document;
pub mod group_effort;
pub mod kwirk;
pub mod reversed;
pub mod taboo;
pub mod talking_stones;

pub use document::Document;
