//! `boxwright papers kwirk`.

use std::path::PathBuf;

use clap::Args;

use super::{Common, Format, tell};
use crate::cli::Failure;
use crate::papers::Collections;
use crate::papers::kwirk::{Choice, Paper, run as run_paper};
use crate::source;

/// "Creating a solver for Kwirk (Puzzle Boy)", Ellen Wittingen 2021
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright papers kwirk --puzzles going-up --only easy
  boxwright papers kwirk --puzzles going-up --table 1 --plot opened.svg
  boxwright papers kwirk --puzzles going-up --format markdown --output kwirk.md

Its Tables 1 to 4, and what its sections 6.2 and 6.4 say in words. The puzzles
are those of the game's mode Going Up?. They are not part of boxwright: FOLDER
must hold them as easy-01.txt to hard-10.txt (.kwk also).

Exit status: 0 if all agrees that must, 1 if an m that is the fewest possible
in the paper is another one here.")]
pub(super) struct KwirkArgs {
    /// The folder with its puzzles
    #[arg(long, value_name = "FOLDER")]
    puzzles: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
    /// Only puzzles whose name begins like this (several with commas)
    #[arg(long, value_name = "PREFIX", value_delimiter = ',')]
    only: Vec<String>,
    /// Only these tables (several with commas): 1, 2, 3, 4, 6.2, 6.4
    #[arg(long, value_name = "NUMBER", value_delimiter = ',')]
    table: Vec<String>,
}

/// Runs a paper's solvers.
pub(super) fn run(args: &KwirkArgs) -> Result<u8, Failure> {
    let paper = Paper::kwirk();
    let Some(folder) = &args.puzzles else {
        return Err(Failure::Usage(
            "the puzzles of the game are not part of boxwright: name the folder that holds them, easy-01.txt to \
             hard-10.txt, with --puzzles"
                .to_owned(),
        ));
    };
    let known: Vec<&str> = paper.tables.iter().map(|t| t.number.as_str()).collect();
    if let Some(unknown) = args.table.iter().find(|t| !known.contains(&t.as_str())) {
        return Err(Failure::Usage(format!("--table: there is no '{unknown}'; there are {}", known.join(", "))));
    }
    let choice = Choice { puzzles: args.only.clone(), tables: args.table.clone() };
    if !paper.puzzles.iter().any(|name| choice.has_puzzle(name)) {
        return Err(Failure::Usage(format!("--only selects none of {}", paper.puzzles.join(", "))));
    }
    let request = args.common.request()?;
    let sources = source::load(&[folder.into()]).sources;
    let experiment = run_paper(&paper, &Collections::new(&sources), &choice, &request, &mut tell)
        .map_err(|missing| Failure::Usage(format!("{}: {missing}", folder.display())))?;
    args.common.publish(&experiment.report(args.common.format == Format::Terminal), &request)
}
