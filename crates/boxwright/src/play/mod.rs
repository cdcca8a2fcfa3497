//! Playing either game: what the screen of a terminal, the play by lines and the web page have in common.
//!
//! `position` is a position of either game, `session` a game with its past, `insight` why a position is lost, `advice`
//! how it goes on, `drawing` a position as characters, `words` what is said about it; `plain` is the play by lines.

#![cfg_attr(not(feature = "terminal"), allow(dead_code, reason = "the screen uses all of it, lines only a part"))]

pub(crate) mod advice;
pub(crate) mod drawing;
pub(crate) mod insight;
pub(crate) mod plain;
pub(crate) mod position;
pub(crate) mod session;
pub(crate) mod words;
