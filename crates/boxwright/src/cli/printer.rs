//! What `boxwright solve` prints: a line for each level, as a table or as JSON, and the summary.

use std::io::{self, Write};

use super::solve::SolveArgs;
use super::summary::Groups;
use super::table::{Table, Tally};
use super::{Failure, complain, output, units};
use crate::report::{Report, Status};
use crate::source::{About, Entry, Source};

/// Where reports go, in the order of their levels.
pub(super) struct Printer<'a> {
    args: &'a SolveArgs,
    table: Table,
    groups: Groups,
    pub(super) tally: Tally,
    /// Kept only if a file is to be written at the end, or for the solution of a single level.
    pub(super) reports: Vec<Report>,
}

impl<'a> Printer<'a> {
    /// A printer that has printed nothing yet.
    pub(super) fn new(args: &'a SolveArgs, entries: &[Entry]) -> Printer<'a> {
        let (table, groups, tally) = (Table::new(), Groups::new(entries), Tally::default());
        Printer { args, table, groups, tally, reports: Vec::new() }
    }

    /// Prints a report.
    pub(super) fn print(&mut self, entry: &Entry, report: Report) -> Result<(), Failure> {
        self.tally.add(&report);
        self.groups.add(&report);
        if report.status == Status::Invalid {
            let mut stderr = io::stderr();
            for fault in entry.level.faults() {
                let _ = writeln!(stderr, "{}:{fault}", entry.source);
            }
            if let (true, Some(error)) = (entry.level.faults().is_empty(), &report.error) {
                let _ = writeln!(stderr, "{}: level {}: {error}", entry.source, entry.index);
            }
        }
        if let (Status::Stopped, Some(error)) = (report.status, &report.error) {
            complain(&format!("{} level {}: {error}", entry.source, entry.index));
        }
        if report.status == Status::Refused {
            report_bug(entry, &report, self.args);
        }
        if self.args.json {
            let mut out = io::stdout().lock();
            writeln!(out, "{}", report.to_json())?;
            out.flush()?;
        } else if !self.args.quiet {
            let mut out = anstream::stdout().lock();
            self.table.line(&mut out, entry, &report)?;
            out.flush()?;
        }
        self.reports.push(report);
        Ok(())
    }

    /// Prints what there is to say at the end.
    pub(super) fn finish(&self, entries: &[Entry], seconds: f64) -> Result<(), Failure> {
        if self.args.json || self.args.quiet {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        if let ([_], [report]) = (entries, self.reports.as_slice()) {
            details(&mut out, report)?;
        } else {
            self.groups.table(&mut out)?;
            self.table.summary(&mut out, self.tally, seconds)?;
        }
        out.flush()?;
        Ok(())
    }
}

/// What more there is to say about the only level.
fn details(out: &mut impl Write, report: &Report) -> io::Result<()> {
    if let Some(strategy) = &report.strategy {
        write!(out, "\nstrategy {strategy}, peak memory {}", units::bytes(report.peak_bytes))?;
        if report.disk_bytes > 0 {
            write!(out, ", on disk {}", units::bytes(usize::try_from(report.disk_bytes).unwrap_or(usize::MAX)))?;
        }
        match (report.optimal, report.lower_bound) {
            (Some(objective), _) => writeln!(out, ", proven optimal in {objective}")?,
            (None, Some(bound)) if report.stopped_by.is_some() => writeln!(out, ", lower bound {bound}")?,
            _ => writeln!(out)?,
        }
    }
    let Some(solution) = &report.solution else { return Ok(()) };
    if solution.is_empty() {
        return writeln!(out, "\nThe level is solved as it is.");
    }
    writeln!(out)?;
    let width = output::columns().clamp(20, 100) - 1;
    // Solutions are plain letters, so bytes are columns.
    solution.as_bytes().chunks(width).try_for_each(|line| writeln!(out, "{}", String::from_utf8_lossy(line)))
}

/// Writes level and plan to a file to report. That must never happen, so it is told at length.
fn report_bug(entry: &Entry, report: &Report, args: &SolveArgs) {
    let level =
        Source { name: String::new(), about: About::none(entry.level.game()), levels: vec![entry.level.clone()] };
    let text = format!(
        "boxwright {} found a plan that its verification refused. Please report this file.\n\
         source: {} level {}\nstrategy: {}\nobjective: {}\nerror: {}\nplan: {}\n\n{}",
        env!("CARGO_PKG_VERSION"),
        entry.source,
        entry.index,
        report.strategy.as_deref().unwrap_or("-"),
        args.objective,
        report.error.as_deref().unwrap_or("-"),
        report.refused_plan.as_deref().unwrap_or("-"),
        level.to_text(false),
    );
    let what = format!("{} level {}: {}", entry.source, entry.index, report.error.as_deref().unwrap_or_default());
    match output::write_new("boxwright-bug", &text) {
        Ok(name) => complain(&format!("{what}; this is a bug, please report the file {name}")),
        Err(error) => complain(&format!("{what}; this is a bug, please report:\n{text}\n(no file written: {error})")),
    }
}
