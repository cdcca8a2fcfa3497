//! `boxwright papers reversed`.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Args;

use super::Common;
use crate::cli::{Failure, OK, REFUSED, STOPPED, complain, load, output};
use crate::papers::collection::Collections;
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
    if let Some(path) = &args.common.output {
        output::check_writable(path)?;
    }
    let input = load(&args.sources)?;
    let request = args.common.request();
    let outcome = Thesis::new().run(&Collections::new(&input.sources), &request, |level| {
        let _ = writeln!(io::stderr(), "{level}");
    });
    if outcome.document.parts[0].sheet.rows.is_empty() {
        return Err(Failure::Usage("none of these files begins with xsokoban or microban".to_owned()));
    }
    args.common.print(&outcome.document, None)?;
    for disagreement in &outcome.disagreements {
        complain(&format!("{disagreement}: solved here and not in the thesis, or the reverse"));
    }
    Ok(match () {
        () if request.cancel.is_cancelled() => STOPPED,
        () if outcome.disagreements.is_empty() => OK,
        () => REFUSED,
    })
}
