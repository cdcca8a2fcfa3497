//! State-space search that knows no game.
//!
//! A game describes itself as a [`Domain`]: how a position is packed into bits, what follows from it, when it is
//! solved. Everything else is here: the table of known states ([`table::NodeTable`], exact and compact), the open list
//! ([`open::OpenList`]), and the algorithms, one file each.
//!
//! | algorithm | file | preset |
//! |---|---|---|
//! | breadth-first, A*, weighted A*, greedy (CBFS), depth-first | [`best_first`] | [`Order`] |
//! | A* from both ends | [`both_ends`] | |
//! | iterative deepening, IDA* | [`deepening`] | with or without a heuristic |
//! | Fringe search | [`fringe`] | |
//! | breadth-first on disk | [`external`] | |
//! | feature space search | [`fess`] | |
//! | a tree climbed by the value of positions | [`ascent`] | |
//! | greedy by the word of a judge | [`judged`] | [`frontier`]: scores in turn, or the near and the new; [`layers`]: the best of each layer, over again with more |
//! | novelty and feature cells, beams | [`guided`], [`beam`] | |
//!
//! An algorithm is a [`Search`]: a driver calls [`Search::step`] again and again, each time with a small [`Slice`] of
//! work. So no algorithm reads a clock or counts the user's memory; [`Budget::drive`] does, and every search can be
//! paused, resumed and run in turns with others.

pub mod ascent;
pub mod beam;
pub mod best_first;
pub mod both_ends;
mod budget;
pub mod classic;
pub mod consistency;
mod dead_ends;
pub mod deepening;
mod domain;
pub mod external;
pub mod fess;
pub mod finisher;
pub mod fringe;
pub mod frontier;
pub mod graph;
pub mod guide;
pub mod guided;
pub mod judged;
pub mod layers;
pub mod meeting;
pub mod novelty;
pub mod open;
pub mod packed;
mod places;
mod plan;
mod properties;
mod shared;
mod slide;
mod solver;
pub mod spec;
mod statistics;
pub mod table;
pub mod tournament;

pub use ascent::{Ascent, Evaluator, Fate};
pub use beam::Beam;
pub use best_first::{BestFirst, Order};
pub use both_ends::BothEnds;
pub use budget::{Budget, Cancel, Limit, Outcome, Pace, Search, Slice, Status};
pub use deepening::Deepening;
pub use domain::{Blind, Cost, Domain, Heuristic, NoPast, Past};
pub use external::ExternalBfs;
pub use fess::{Adviser, Fess, Opinion};
pub use finisher::{Finished, Finisher, Measured, OneMore, Rationed, Through};
pub use fringe::Fringe;
pub use frontier::{Frontier, InTurn, NearAndNew, Sight};
pub use guide::{Guide, Judge, Look};
pub use guided::Guided;
pub use judged::{Judged, Note, Referee};
pub use layers::Layers;
pub use meeting::{Half, Halves, Meeting, Side, Visitor};
pub use properties::{LEXICOGRAPHIC_STEP, Objective, Properties, StepCosts};
pub use shared::Shared;
pub use slide::{Attempt, Slide};
pub use solver::{Goalward, Hopeless, Solver, Translated};
pub use statistics::Statistics;
pub use tournament::{Duel, Tournament};
