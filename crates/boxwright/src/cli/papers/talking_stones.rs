//! `boxwright papers talking-stones`.

use std::ffi::OsString;

use clap::Args;

use super::{Common, tell};
use crate::cli::{Failure, load};
use crate::game::Game;
use crate::papers::Collections;
use crate::papers::talking_stones::TalkingStones;
use crate::solve::check_strategy;

/// "Single-Player Games: Introduction to a New Solving Method", François van Lishout and Pascal Gribomont 2006
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright papers talking-stones xsokoban.xsb
  boxwright papers talking-stones xsokoban.xsb \\
    --beyond 'talking-stones(order=retrograde,pick=shortest,search=cells)'

Its Table 1: the levels of XSokoban that it solved with at most 20,000
generated nodes. XSokoban is not part of boxwright; the file's name must begin
with xsokoban.

Exit status: 0 if all levels of the table are solved within its limit, 1 if
not.")]
pub(super) struct TalkingStonesArgs {
    /// The file of XSokoban
    #[arg(value_name = "FILE", required = true)]
    sources: Vec<OsString>,
    #[command(flatten)]
    common: Common,
    /// Also run this strategy on all levels of the collection
    #[arg(long, value_name = "SPEC")]
    beyond: Option<String>,
}

/// Runs the searches.
pub(super) fn run(args: &TalkingStonesArgs) -> Result<u8, Failure> {
    if let Some(spec) = &args.beyond {
        check_strategy(Game::Sokoban, spec).map_err(|error| Failure::Usage(format!("--beyond: {error}")))?;
    }
    let request = args.common.request()?;
    let input = load(&args.sources)?;
    let levels = Collections::new(&input.sources);
    let report = TalkingStones::new().run(&levels, args.beyond.as_deref(), &request, &mut tell);
    args.common.publish(&report.map_err(Failure::Usage)?, &request)
}
