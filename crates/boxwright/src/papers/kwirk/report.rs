//! An experiment as a report.
//!
//! Times are in the tables for the terminal and in CSV only, so that a report in Markdown is the same on every machine
//! but for runs that a limit stopped.

use std::fmt;

use boxwright_search::Limit;

use super::super::document::{Document, Part, Sheet};
use super::super::versus::{self, Effort, Versus};
use super::super::{Report, ours};
use super::run::{Column, Ending, Experiment, Row};
use crate::plot::{Axis, Figure, Legend};

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
    Some(format!("m or s by more than a tenth other than {}'s on {changes}", base.solver.name))
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
        (Ending::Solved(m), None) => m.to_string(),
        (Ending::Stopped(Limit::Time), _) => "time".to_owned(),
        (Ending::Stopped(Limit::Memory), _) => "memory".to_owned(),
        (Ending::Stopped(_), _) => "stopped".to_owned(),
        (Ending::Unsolved, _) => "gave up".to_owned(),
        (Ending::Refused(_), _) => "REFUSED".to_owned(),
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

impl Experiment {
    /// The report; `timed`: the tables say how many seconds each run took.
    #[must_use]
    pub fn report(&self, timed: bool) -> Report {
        let paper = &self.paper;
        let mut parts = vec![self.overview()];
        parts.extend(self.filled().map(|column| self.part(column, timed)));
        let document = Document {
            title: format!("{}: \u{201c}{}\u{201d}", paper.author, paper.title),
            introduction: vec![
                format!("{}. Its experiments: {}.", paper.source, paper.machine),
                ours("puzzle and solver", &self.request, &self.command()),
            ],
            parts,
            notes: NOTES.iter().map(|&note| note.to_owned()).collect(),
            figure: Some(self.figure()),
            records: Some(self.records()),
        };
        let refused = self.refused().map(|(column, row, why)| {
            format!("{} on {}: the plan failed verification: {why}", column.solver.spec, row.puzzle)
        });
        // A run that a limit stopped says nothing about m.
        let wrong = self.disagreements().filter_map(|(column, row)| {
            let (ours, published) = row.our_m().zip(row.published_m())?;
            Some(format!("{} on {}: m is {ours}, published {published}", column.solver.name, row.puzzle))
        });
        Report { document, disagreements: wrong.collect(), refused: refused.collect() }
    }

    fn filled(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| !column.rows.is_empty())
    }

    fn command(&self) -> String {
        let option = |key: &str, values: &[String]| {
            if values.is_empty() { String::new() } else { format!(" --{key} {}", values.join(",")) }
        };
        let (only, table) = (option("only", &self.choice.puzzles), option("table", &self.choice.tables));
        format!("kwirk --puzzles going-up{only}{table}")
    }

    /// A line for each solver.
    fn overview(&self) -> Part {
        let mut sheet = Sheet::new(&["solver", "solved", "paper", "of", "m =", "m <", "m >", "s \u{d7}"]);
        for column in self.filled() {
            let summary = Summary::new(column);
            let known = |n: usize| if summary.mean.is_some() { n.to_string() } else { String::new() };
            sheet.row([
                format!("{} ({})", column.solver.name, column.place()),
                summary.ours.to_string(),
                known(summary.theirs),
                summary.of.to_string(),
                known(summary.same),
                known(summary.fewer),
                known(summary.more),
                number(summary.mean.map(factor)),
            ]);
        }
        let remarks = vec![
            "Puzzles solved by ours and by the paper's; where m is the same, fewer, more; and how many times the \
             paper's states ours opens (geometric mean over the puzzles that both solve)."
                .to_owned(),
        ];
        Part { heading: "All solvers".to_owned(), remarks, sheet }
    }

    /// The table of a solver.
    fn part(&self, column: &Column, timed: bool) -> Part {
        let mut sheet =
            Sheet::new(&["puzzle", "m ours", "m paper", "s ours", "s paper", "ratio", "seq ours", "seq paper"]);
        sheet.head.extend(timed.then(|| "seconds".to_owned()));
        for row in &column.rows {
            let [m, s, seq] = published(row);
            let mut cells = vec![row.puzzle.clone(), our_m(row), m, row.ours.s.to_string(), s];
            cells.extend([number(row.ratio().map(factor)), number(row.ours.seq), seq]);
            cells.extend(timed.then(|| format!("{:.2}", row.ours.seconds)));
            sheet.row(cells);
        }
        let mut remarks = vec![format!("{}. `{}`", column.caption, column.solver.spec)];
        remarks.extend(variation(column, self).map(|text| format!("Here: {text}.")));
        Part { heading: format!("{}: {}", column.place(), column.solver.name), remarks, sheet }
    }

    /// States opened, a panel for each solver.
    fn figure(&self) -> Figure {
        let effort = |s: u64, solved: bool| Some(Effort { amount: s as f64, solved });
        let level = |row: &Row| Versus {
            name: row.puzzle.clone(),
            ours: effort(row.ours.s, row.our_m().is_some()),
            published: row.published.as_ref().and_then(|p| effort(p.s, p.m.is_some())),
        };
        let columns: Vec<(&Column, Vec<Versus>)> =
            self.filled().map(|column| (column, column.rows.iter().map(level).collect())).collect();
        let y = Axis::decades("states opened", columns.iter().flat_map(|(_, levels)| versus::amounts(levels)));
        let panel = |(column, levels): &(&Column, Vec<Versus>)| {
            versus::panel(&format!("{}: {}", column.place(), column.solver.name), y.clone(), levels)
        };
        Figure {
            title: "States opened per solver and puzzle, ours and published".to_owned(),
            panels: columns.iter().map(panel).collect(),
            across: 2,
            frame: (400.0, 170.0),
            legend: Legend::Above,
        }
    }

    /// All runs in one table, for other programs.
    fn records(&self) -> Sheet {
        let mut sheet = Sheet::new(&[
            "table",
            "solver",
            "spec",
            "puzzle",
            "status",
            "m",
            "s",
            "seq",
            "seconds",
            "paper_status",
            "paper_m",
            "paper_s",
            "paper_seq",
            "m_agrees",
            "s_ratio",
        ]);
        for (column, row) in self.columns.iter().flat_map(|column| column.rows.iter().map(move |row| (column, row))) {
            let status = match &row.ours.ending {
                Ending::Solved(_) => "solved".to_owned(),
                Ending::Stopped(limit) => limit.to_string(),
                Ending::Unsolved => "gave up".to_owned(),
                Ending::Refused(_) => "refused".to_owned(),
            };
            let p = row.published.as_ref();
            let agrees = row.published_m().map(|m| if row.our_m() == Some(m) { "yes" } else { "no" });
            sheet.row([
                column.table.clone(),
                column.solver.name.clone(),
                column.solver.spec.clone(),
                row.puzzle.clone(),
                status,
                number(row.our_m()),
                row.ours.s.to_string(),
                number(row.ours.seq),
                format!("{:.3}", row.ours.seconds),
                number(p.map(|p| p.stopped.clone().unwrap_or_else(|| "solved".to_owned()))),
                number(p.and_then(|p| p.m)),
                number(p.map(|p| p.s)),
                number(p.and_then(|p| p.seq)),
                number(agrees),
                number(row.ratio().map(|r| format!("{r:.4}"))),
            ]);
        }
        sheet
    }
}

impl Column {
    /// Where the paper has it.
    fn place(&self) -> String {
        let kind = if self.table.contains('.') { "Section" } else { "Table" };
        format!("{kind} {}", self.table)
    }
}
