//! `boxwright papers all`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use super::{judge, request, tell};
use crate::cli::{Failure, OK, STOPPED, USAGE, complain, output, units};
use crate::papers::{Collections, PAPERS, Paper};
use crate::source;

/// Write the full report of every paper into a folder
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright papers all --levels my-levels --output docs/papers
  boxwright papers all --levels my-levels --output reports --time 1s
  boxwright papers all --output docs/papers --only group-effort

NAME.md and NAME.svg are written for every paper: taboo, talking-stones,
reversed, group-effort, kwirk. The levels of most are not part of boxwright:
somewhere below the folder of --levels there should be a file of XSokoban and
one of Microban (known by what their names begin with), and the puzzles of
Going Up? as easy-01.txt to hard-10.txt. A report whose levels are missing is
not written, and what is there of it stays as it is.

Exit status: 0 if all was written and agrees, 1 if something does not agree
with its paper, 2 if levels are missing.")]
pub(super) struct AllArgs {
    /// The folder with the levels, which may be in folders within it
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    levels: Option<PathBuf>,
    /// The folder for the reports
    #[arg(long, short, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    output: PathBuf,
    /// Give up a run after this time: a number with ms, s, m or h [default: 60s for reversed and kwirk, 10s for
    /// talking-stones, 5s for taboo, 1s for group-effort]
    #[arg(long, value_name = "TIME", value_parser = units::parse_time)]
    time: Option<Duration>,
    /// Give up a run when its search holds this much memory: a number with KiB, MiB or GiB (or MB, GB) [default: 4GiB,
    /// or three quarters of the machine's memory if that is less]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_memory)]
    memory: Option<usize>,
    /// Only these papers (several with commas)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
}

/// Makes the reports.
pub(super) fn run(args: &AllArgs) -> Result<u8, Failure> {
    let names: Vec<&str> = PAPERS.iter().map(|paper| paper.name).collect();
    if let Some(unknown) = args.only.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(Failure::Usage(format!("--only: there is no '{unknown}'; there are {}", names.join(", "))));
    }
    let refuse = |error: io::Error| Failure::Usage(format!("{}: cannot be made: {error}", args.output.display()));
    fs::create_dir_all(&args.output).map_err(refuse)?;
    let sources = match &args.levels {
        Some(folder) if !folder.is_dir() => {
            return Err(Failure::Usage(format!("--levels: {} is not a folder", folder.display())));
        }
        Some(folder) => source::load(&[folder.into()]).sources,
        None => Vec::new(),
    };
    let levels = Collections::new(&sources);
    let request = request(args.time, args.memory);
    let mut worst = OK;
    for paper in PAPERS.iter().filter(|p| args.only.is_empty() || args.only.iter().any(|name| name == p.name)) {
        let [text, drawing] = ["md", "svg"].map(|ending| args.output.join(format!("{}.{ending}", paper.name)));
        output::check_writable(&text)?;
        let begun = Instant::now();
        let _ = writeln!(io::stderr(), "{}: {} …", paper.name, paper.levels);
        let mut report = match paper.run(&levels, &request, &mut tell) {
            Ok(report) => report,
            Err(missing) => {
                complain(&format!("{}: no report, since {missing} (--levels)", paper.name));
                worst = USAGE;
                continue;
            }
        };
        if request.cancel.is_cancelled() {
            return Ok(STOPPED);
        }
        report.document.introduction.push(remade(paper, args.time));
        let figure = report.document.figure.as_ref();
        figure.map_or(Ok(()), |figure| output::write_file(&drawing, &figure.svg()))?;
        output::write_file(&text, &report.document.markdown(Some(&format!("{}.svg", paper.name))))?;
        let took = units::time(begun.elapsed().as_secs_f64());
        let _ = writeln!(io::stderr(), "{}: {} ({took})", paper.name, text.display());
        worst = worst.max(judge(&report, &request));
    }
    Ok(worst)
}

/// How a report is made again.
fn remade(paper: &Paper, time: Option<Duration>) -> String {
    let time = time.map_or_else(String::new, |time| format!(" --time {}s", time.as_secs_f64()));
    format!(
        "Made again, with its plot, by `boxwright papers all --levels FOLDER --output docs/papers --only {}{time}`, or \
         with all others without `--only`.",
        paper.name
    )
}
