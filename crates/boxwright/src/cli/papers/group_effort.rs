//! `boxwright papers group-effort`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::{Common, tell};
use crate::cli::{Failure, load, output};
use crate::papers::group_effort::GroupEffort;
use crate::papers::{Collections, Report};

/// "Using an Algorithm Portfolio to Solve Sokoban", Nils Froleyks and Tomáš Balyo 2017
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright papers group-effort --time 1s
  boxwright papers group-effort microban.txt --time 10s --only astar,cbfs
  boxwright papers group-effort *.xsb --time 30s --members 8 --save eight.toml

Its experiment: all 36 combinations of search, metric and assignment on every
level of a collection; who solves what, who is significantly better than whom,
and the portfolios that together solve most.")]
pub(super) struct GroupEffortArgs {
    /// Files, folders, - for standard input, builtin:NAME; none: all built-in levels
    #[arg(value_name = "SOURCE")]
    sources: Vec<OsString>,
    #[command(flatten)]
    common: Common,
    /// Only configurations whose spec begins like this (several with commas), for example dfs,astar
    #[arg(long, value_name = "PREFIX", value_delimiter = ',')]
    only: Vec<String>,
    /// How many members a portfolio written with --save has
    #[arg(long, value_name = "N", default_value_t = 16)]
    members: usize,
    /// Write the best portfolio to FILE, to be used with the strategy portfolio
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// Runs the experiment.
pub(super) fn run(args: &GroupEffortArgs) -> Result<u8, Failure> {
    let paper = GroupEffort::new();
    let mut specs = paper.specs();
    if !args.only.is_empty() {
        specs.retain(|spec| args.only.iter().any(|prefix| spec.starts_with(prefix.as_str())));
    }
    if specs.is_empty() {
        return Err(Failure::Usage(format!("--only selects none of {}", paper.specs().join(", "))));
    }
    let request = args.common.request()?;
    args.save.as_deref().map_or(Ok(()), output::check_writable)?;
    let input = load(&args.sources)?;
    let experiment =
        paper.run(specs, &Collections::new(&input.sources), &request, &mut tell).map_err(Failure::Usage)?;
    let status = args.common.publish(&Report::new(experiment.document()), &request)?;
    if let Some(path) = &args.save {
        output::write_file(path, &experiment.portfolio_file(&experiment.portfolio(args.members)))?;
    }
    Ok(status)
}
