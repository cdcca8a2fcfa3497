//! `boxwright papers taboo`.

use std::ffi::OsString;

use clap::Args;

use super::{Common, named_levels};
use crate::cli::{Failure, OK, STOPPED, output};
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
    if let Some(path) = &args.common.output {
        output::check_writable(path)?;
    }
    let levels = named_levels(&args.sources)?;
    let request = args.common.request();
    let document = StudentSolver::new().run(&levels, &request, |_, _| {});
    args.common.print(&document, None)?;
    Ok(if request.cancel.is_cancelled() { STOPPED } else { OK })
}
