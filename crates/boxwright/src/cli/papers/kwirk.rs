//! `boxwright papers kwirk`.

use std::io::{self, Write};
use std::path::PathBuf;

use boxwright_search::Cancel;
use clap::Args;

use super::{Common, Format};
use crate::cli::{BUG, Failure, OK, REFUSED, STOPPED, complain, output, units};
use crate::papers::kwirk::{Ending, Limits, Paper, plot, report, run as run_paper};

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
    /// Draw the opened states per solver and puzzle into FILE (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
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
    let is_wanted = |name: &str| args.only.is_empty() || args.only.iter().any(|prefix| name.starts_with(prefix));
    if !paper.puzzles.iter().any(|name| is_wanted(name)) {
        return Err(Failure::Usage(format!("--only selects none of {}", paper.puzzles.join(", "))));
    }
    for path in args.plot.iter().chain(&args.common.output) {
        output::check_writable(path)?;
    }

    let tables: Vec<_> =
        paper.tables.iter().filter(|t| args.table.is_empty() || args.table.contains(&t.number)).collect();
    let cancel = Cancel::default();
    crate::cli::solve::handle_interrupts(cancel.clone());
    let limits = Limits { time: args.common.time, memory: args.common.memory(), cancel: cancel.clone() };
    let experiment = run_paper(&paper, folder, &tables, is_wanted, &limits, |solver, row| {
        if row.ours.seconds > 2.0 {
            let time = units::time(row.ours.seconds);
            let _ = writeln!(io::stderr(), "{} on {}: {time}", solver.name, row.puzzle);
        }
    })
    .map_err(Failure::Usage)?;

    let text = match args.common.format {
        Format::Terminal => report::terminal(&experiment),
        Format::Markdown => {
            let name = args.plot.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy());
            report::markdown(&experiment, name.as_deref())
        }
        Format::Csv => report::csv(&experiment),
    };
    if let Some(path) = &args.plot {
        output::write_file(path, &plot::svg(&experiment))?;
    }
    match &args.common.output {
        Some(path) => output::write_file(path, &text)?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    for (column, row) in experiment.refused() {
        if let Ending::Refused(why) = &row.ours.ending {
            complain(&format!("{} on {}: the plan failed verification: {why}", column.solver.spec, row.puzzle));
        }
    }
    let mut wrong = false;
    for (column, row) in experiment.disagreements() {
        let (name, ours, theirs) = (&column.solver.name, row.our_m(), row.published_m());
        // A run that a limit stopped says nothing about m.
        if ours.is_some() {
            complain(&format!("{name} on {}: m is {ours:?}, published {theirs:?}", row.puzzle));
            wrong = true;
        }
    }
    Ok(match () {
        () if experiment.refused().next().is_some() => BUG,
        () if cancel.is_cancelled() => STOPPED,
        () if wrong => REFUSED,
        () => OK,
    })
}
