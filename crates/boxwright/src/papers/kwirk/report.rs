//! An experiment as text: for the terminal, as Markdown, as CSV.
//!
//! Times are printed on the terminal and in CSV only, so that a report in Markdown is the same on every machine but for
//! runs that a limit stopped.

use std::fmt::{self, Write};

use boxwright_search::Limit;

use super::super::document::{quoted, wrap};
use super::run::{Column, Ending, Experiment, Row};

/// What every report says below its tables.
const NOTES: &[&str] = &[
    "m: pushes and turns of the solution (every one of ours was replayed by the plain rules); s: states opened; \
     seq: sequences of sub-goals explored; MEM, SLOW: the paper ran out of memory or of its 15 minutes.",
    "Marks behind our m: = the same as published, < fewer, > more. Where the paper's m is the fewest possible (BFS, \
     A*) anything but = is an error.",
    "easy-06 and easy-10 have two characters. There the paper's m is one more than the fewest interactions, which \
     are 8 and 6 (proven); it apparently counts the task of moving a character to another place, too. Our m is \
     compared with the published one less 1.",
    "Why s differs. First, our simple solvers keep every position once (A* opens one again only if a shorter path \
     to it turns up; the multi-layer solvers search each sub-goal by itself). The paper's numbers fit solvers that \
     open positions again: easy-05 has one block, one turnstile and one character, so its positions should be the \
     same in both models; 60 of them are within 8 interactions of the start, and the paper's BFS opened 374 states \
     to find the solution with m = 8. Second, blocks of one size are interchangeable in ours. Third, our BFS and \
     DFS stop when a solution is generated; A* and Fringe stop when it is opened. Fourth, the paper gives neither \
     the formulas of its cost functions nor the number of states that a sub-goal may open; ours are in the source \
     with their reasons (kwirk: estimate/explore.rs, estimate/exit.rs, strategy/layered). The exploring formula was \
     fitted to these sixteen puzzles, so that A*'s m agrees on all of them is by choice; the exit distance is the \
     one of three readings that agrees best with Table 2; the multi-layer solvers were not fitted. Fifth, DFS and \
     the multi-layer solvers depend on the order in which successors, rooms and blocks are listed, which the paper \
     does not tell.",
    "With two or more characters our positions have every way to spread those who do not push, which the paper's \
     lack; rule=paper has its rule (kwirk: space/paper.rs says what it misses).",
];

/// What is said about a column: how many were solved, how m compares, how s compares.
struct Summary {
    ours: usize,
    theirs: usize,
    of: usize,
    same: usize,
    fewer: usize,
    more: usize,
    /// The geometric mean of our opened states per published one.
    mean: Option<f64>,
}

impl Summary {
    fn new(column: &Column) -> Summary {
        let count = |wanted: &dyn Fn(&Row) -> bool| column.rows.iter().filter(|r| wanted(r)).count();
        let compare = |order: std::cmp::Ordering| {
            count(&move |r| matches!((r.our_m(), r.published_m()), (Some(a), Some(b)) if a.cmp(&b) == order))
        };
        let ratios: Vec<f64> = column.rows.iter().filter_map(Row::ratio).collect();
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
        Summary {
            ours: count(&|r| r.our_m().is_some()),
            theirs: count(&|r| r.published_m().is_some()),
            of: column.rows.len(),
            same: compare(std::cmp::Ordering::Equal),
            fewer: compare(std::cmp::Ordering::Less),
            more: compare(std::cmp::Ordering::Greater),
            mean: (!ratios.is_empty()).then_some(mean),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "solved {} of {}", self.ours, self.of)?;
        if let Some(mean) = self.mean {
            write!(f, " (paper {}); m the same on {}", self.theirs, self.same)?;
            if self.fewer > 0 {
                write!(f, ", fewer on {}", self.fewer)?;
            }
            if self.more > 0 {
                write!(f, ", more on {}", self.more)?;
            }
            write!(f, "; s on average {} times the paper's", factor(mean))?;
        }
        Ok(())
    }
}

fn factor(ratio: f64) -> String {
    if ratio >= 10.0 { format!("{ratio:.0}") } else { format!("{ratio:.2}") }
}

/// What is said about a variation that the paper gives no numbers for: where it differs from its base.
fn variation(column: &Column, experiment: &Experiment) -> Option<String> {
    let base = column.solver.base.as_ref()?;
    let base = experiment.columns.iter().find(|c| c.solver.spec == *base)?;
    let mut changes = Vec::new();
    for row in &column.rows {
        let Some(before) = base.rows.iter().find(|r| r.puzzle == row.puzzle) else { continue };
        let ratio = row.ours.s as f64 / before.ours.s.max(1) as f64;
        if row.our_m() != before.our_m() || !(0.9..=1.1).contains(&ratio) {
            changes.push(format!("{} (s \u{d7} {})", row.puzzle, factor(ratio)));
        }
    }
    let changes = if changes.is_empty() { "no puzzle".to_owned() } else { changes.join(", ") };
    Some(format!("; m or s by more than a tenth other than {}'s on {changes}", base.solver.name))
}

/// The summary of a column.
fn summary(column: &Column, experiment: &Experiment) -> String {
    format!("{}{}", Summary::new(column), variation(column, experiment).unwrap_or_default())
}

/// Our m with its mark, or how the run ended.
fn our_m(row: &Row) -> String {
    match (&row.ours.ending, row.published_m()) {
        (Ending::Solved(m), Some(theirs)) => {
            let mark = match m.cmp(&theirs) {
                std::cmp::Ordering::Equal => '=',
                std::cmp::Ordering::Less => '<',
                std::cmp::Ordering::Greater => '>',
            };
            format!("{m} {mark}")
        }
        (Ending::Solved(m), None) => format!("{m}  "),
        (Ending::Stopped(Limit::Time), _) => "time  ".to_owned(),
        (Ending::Stopped(Limit::Memory), _) => "memory  ".to_owned(),
        (Ending::Stopped(_), _) => "stopped  ".to_owned(),
        (Ending::Unsolved, _) => "gave up  ".to_owned(),
        (Ending::Refused(_), _) => "REFUSED  ".to_owned(),
    }
}

fn number(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(String::new, |v| v.to_string())
}

/// The published columns of a row: m or why there is none, s, seq.
fn published(row: &Row) -> [String; 3] {
    let Some(p) = &row.published else { return [String::new(), String::new(), String::new()] };
    let m = p.m.map(|m| m.to_string()).or_else(|| p.stopped.clone());
    [number(m), p.s.to_string(), number(p.seq)]
}

/// For people at a terminal: 80 columns.
#[must_use]
pub fn terminal(experiment: &Experiment) -> String {
    let mut text = String::new();
    let paper = &experiment.paper;
    let _ = writeln!(text, "{}: {}\n{}", paper.author, paper.title, paper.source);
    let mut last = "";
    for column in experiment.columns.iter().filter(|c| !c.rows.is_empty()) {
        if last != column.table {
            text.push('\n');
            for line in wrap(&heading(column), 78) {
                let _ = writeln!(text, "{line}");
            }
            last = &column.table;
        }
        let _ = writeln!(text, "\n{}: {}", column.solver.name, column.solver.spec);
        let _ = writeln!(
            text,
            "  {:<11}{:>9}{:>7}{:>10}{:>9}{:>8}{:>6}{:>7}{:>9}",
            "", "m ours", "paper", "s ours", "paper", "ratio", "seq", "paper", "seconds"
        );
        for row in &column.rows {
            let [m, s, seq] = published(row);
            let line = format!(
                "  {:<11}{:>9}{m:>7}{:>10}{s:>9}{:>8}{:>6}{seq:>7}{:>9.2}",
                row.puzzle,
                our_m(row),
                row.ours.s,
                number(row.ratio().map(factor)),
                number(row.ours.seq),
                row.ours.seconds
            );
            let _ = writeln!(text, "{}", line.trim_end());
        }
        for line in wrap(&summary(column, experiment), 76) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text.push('\n');
    for note in NOTES {
        for line in wrap(note, 78) {
            let _ = writeln!(text, "{line}");
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn heading(column: &Column) -> String {
    let kind = if column.table.contains('.') { "Section" } else { "Table" };
    format!("{kind} {}: {}", column.table, column.caption)
}

/// For the documentation; `plot` is where the drawing is, if there is one.
#[must_use]
pub fn markdown(experiment: &Experiment, plot: Option<&str>) -> String {
    let paper = &experiment.paper;
    let mut text = format!(
        "# {}: \u{201c}{}\u{201d}\n\n{}. Its experiments: {}.\n\nOurs: at most {} s per puzzle and solver, one \
         thread. Made by `boxwright papers kwirk`.\n\n| table | solver | ours |\n|---|---|---|\n",
        paper.author,
        paper.title,
        paper.source,
        paper.machine,
        experiment.time.as_secs_f64()
    );
    let columns = || experiment.columns.iter().filter(|c| !c.rows.is_empty());
    for column in columns() {
        let _ = writeln!(text, "| {} | {} | {} |", column.table, column.solver.name, summary(column, experiment));
    }
    text.push('\n');
    if let Some(plot) = plot {
        let _ = writeln!(text, "![States opened per solver and puzzle, ours and published]({plot})\n");
    }
    for note in NOTES {
        let _ = writeln!(text, "- {note}");
    }
    let mut last = "";
    for column in columns() {
        if last != column.table {
            let _ = writeln!(text, "\n## {}", heading(column));
            last = &column.table;
        }
        let _ = writeln!(text, "\n### {}: `{}`\n", column.solver.name, column.solver.spec);
        text.push_str("| puzzle | m ours | m paper | s ours | s paper | ratio | seq ours | seq paper |\n");
        text.push_str("|---|--:|--:|--:|--:|--:|--:|--:|\n");
        for row in &column.rows {
            let [m, s, seq] = published(row);
            let _ = writeln!(
                text,
                "| {} | {} | {m} | {} | {s} | {} | {} | {seq} |",
                row.puzzle,
                our_m(row).trim_end(),
                row.ours.s,
                number(row.ratio().map(factor)),
                number(row.ours.seq)
            );
        }
    }
    text
}

/// For other programs.
#[must_use]
pub fn csv(experiment: &Experiment) -> String {
    let mut text = String::from(
        "table,solver,spec,puzzle,status,m,s,seq,seconds,paper_status,paper_m,paper_s,paper_seq,m_agrees,s_ratio\n",
    );
    for column in &experiment.columns {
        for row in &column.rows {
            let status = match &row.ours.ending {
                Ending::Solved(_) => "solved".to_owned(),
                Ending::Stopped(limit) => limit.to_string(),
                Ending::Unsolved => "gave up".to_owned(),
                Ending::Refused(_) => "refused".to_owned(),
            };
            let p = row.published.as_ref();
            let paper_status = p.map(|p| p.stopped.clone().unwrap_or_else(|| "solved".to_owned()));
            let agrees = row.published_m().map(|m| if row.our_m() == Some(m) { "yes" } else { "no" });
            let _ = writeln!(
                text,
                "{},{},{},{},{status},{},{},{},{:.3},{},{},{},{},{},{}",
                column.table,
                quoted(&column.solver.name),
                quoted(&column.solver.spec),
                row.puzzle,
                number(row.our_m()),
                row.ours.s,
                number(row.ours.seq),
                row.ours.seconds,
                number(paper_status),
                number(p.and_then(|p| p.m)),
                number(p.map(|p| p.s)),
                number(p.and_then(|p| p.seq)),
                number(agrees),
                number(row.ratio().map(|r| format!("{r:.4}"))),
            );
        }
    }
    text
}
