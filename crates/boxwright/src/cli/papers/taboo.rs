//! `boxwright papers taboo`.

use std::ffi::OsString;

use clap::Args;

use super::{Common, tell};
use crate::cli::{Failure, load};
use crate::papers::Collections;
use crate::papers::taboo::StudentSolver;

/// "Sokoban Puzzle Solver", Siddhant Mahapatra and Alec Gurman
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright papers taboo
  boxwright papers taboo microban.txt --time 10s --format markdown

The paper has no table; it says how long two to five boxes take. Here its two
modes run on levels of any collection, grouped by their number of boxes.")]
pub(super) struct TabooArgs {
    /// Files, folders, - for standard input, builtin:NAME; none: all built-in levels
    #[arg(value_name = "SOURCE")]
    sources: Vec<OsString>,
    #[command(flatten)]
    common: Common,
}

/// Runs both modes.
pub(super) fn run(args: &TabooArgs) -> Result<u8, Failure> {
    let request = args.common.request()?;
    let input = load(&args.sources)?;
    let report = StudentSolver::new().run(&Collections::new(&input.sources), &request, &mut tell);
    args.common.publish(&report, &request)
}
