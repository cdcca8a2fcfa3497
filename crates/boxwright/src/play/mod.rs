//! Playing either game: what the screens of `play` and `watch` and the play by lines have in common.
//!
//! [`Position`] is a position of either game, [`Session`] a game with its past, `routes` the ways behind a click,
//! `insight` why a position is lost, [`Adviser`] what searches in the background find out, `drawing` a position as
//! characters, `plain` the play by lines,
//! `words` what both say.

#![cfg_attr(not(feature = "terminal"), allow(dead_code, reason = "the screen uses all of it, lines only a part"))]

mod adviser;
pub(crate) mod drawing;
pub(crate) mod insight;
pub(crate) mod plain;
mod position;
pub(crate) mod routes;
mod session;
pub(crate) mod words;

pub(crate) use adviser::{Adviser, Hint, Search, Searched, WayBack, presses};
pub(crate) use position::Position;
pub(crate) use session::Session;
