//! `boxwright papers reversed`.

use std::ffi::OsString;

use clap::Args;

use super::{Common, tell};
use crate::cli::{Failure, load};
use crate::papers::Collections;
use crate::papers::reversed::Thesis;

/// "Sokoban: Reversed Solving", Frank Takes 2008
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright papers reversed xsokoban.xsb microban.txt
  boxwright papers reversed microban.txt --time 10s --format csv

Its table: how many positions pulls reach from the solved ones, and how many
are generated under the conditions X1Y1, X3Y2 and X4(n)Y2. The levels are of
XSokoban and Microban, which are not part of boxwright; a file belongs to the
collection that its name begins with.

Exit status: 0 if the same levels are solved under the same conditions, 1 if
not.")]
pub(super) struct ReversedArgs {
    /// Files of XSokoban and Microban
    #[arg(value_name = "FILE", required = true)]
    sources: Vec<OsString>,
    #[command(flatten)]
    common: Common,
}

/// Runs the searches.
pub(super) fn run(args: &ReversedArgs) -> Result<u8, Failure> {
    let request = args.common.request()?;
    let input = load(&args.sources)?;
    let report = Thesis::new().run(&Collections::new(&input.sources), &request, &mut tell).map_err(Failure::Usage)?;
    args.common.publish(&report, &request)
}
