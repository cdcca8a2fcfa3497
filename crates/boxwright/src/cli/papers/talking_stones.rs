//! `boxwright papers talking-stones`.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Args;

use super::Common;
use crate::cli::{Failure, OK, REFUSED, STOPPED, complain, load, output};
use crate::game::Game;
use crate::papers::collection::Collections;
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
    if let Some(path) = &args.common.output {
        output::check_writable(path)?;
    }
    if let Some(spec) = &args.beyond {
        check_strategy(Game::Sokoban, spec).map_err(|error| Failure::Usage(format!("--beyond: {error}")))?;
    }
    let input = load(&args.sources)?;
    let request = args.common.request();
    let collections = Collections::new(&input.sources);
    let outcome = TalkingStones::new().run(&collections, args.beyond.as_deref(), &request, |level, spec| {
        let _ = writeln!(io::stderr(), "{spec} on {level}");
    });
    let Some(outcome) = outcome else {
        return Err(Failure::Usage("none of these files begins with xsokoban and has its 90 levels".to_owned()));
    };
    args.common.print(&outcome.document, None)?;
    for level in &outcome.missed {
        complain(&format!("level {level} is not solved within the paper's limit"));
    }
    Ok(match () {
        () if request.cancel.is_cancelled() => STOPPED,
        () if outcome.missed.is_empty() => OK,
        () => REFUSED,
    })
}
