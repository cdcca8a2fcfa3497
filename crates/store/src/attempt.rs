//! An attempt: who tried a level within which limits, and what came of it.

use rusqlite::{Connection, Row, named_params};

use crate::seal::seal;
use crate::solution::number;

/// An attempt at a level.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Attempt {
    /// Its number in the store; 0 for one that is not stored yet.
    pub id: i64,
    /// The number of its run.
    pub run: i64,
    /// The file that the level was read from.
    pub source: String,
    /// Its number there, from 1.
    pub number: u64,
    /// Its name.
    pub title: Option<String>,
    /// The strategy that was asked for.
    pub strategy: String,
    /// The strategy that had the answer, which of a portfolio is a member.
    pub solver: Option<String>,
    /// What the solution was to be best in.
    pub objective: String,
    /// The limits.
    pub limits: Limits,
    /// What came of it.
    pub outcome: Outcome,
    /// How long it took.
    pub seconds: f64,
    /// Positions whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// The most bytes the search held.
    pub peak_bytes: u64,
    /// The version of the program.
    pub version: String,
    /// When it ended, in UTC; it is filled in by the store.
    pub ended: String,
}

/// The limits of an attempt.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// Seconds; none: no limit.
    pub seconds: Option<f64>,
    /// Bytes.
    pub bytes: u64,
    /// Nodes; none: no limit.
    pub nodes: Option<u64>,
    /// Threads at work on the level.
    pub threads: u64,
}

/// What an attempt says about its level.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// `solved`, `unsolvable`, `stopped`, …
    pub status: String,
    /// What stopped it.
    pub stopped_by: Option<String>,
    /// Moves of the solution found.
    pub moves: Option<u64>,
    /// Its pushes.
    pub pushes: Option<u64>,
    /// What it is proven to be the best in.
    pub optimal: Option<String>,
    /// No solution has fewer of what is counted.
    pub lower_bound: Option<u64>,
}

impl Limits {
    /// Whether nothing is allowed there that is not allowed here.
    #[must_use]
    pub fn cover(&self, other: &Limits) -> bool {
        let seconds = |limits: &Limits| limits.seconds.unwrap_or(f64::INFINITY);
        let nodes = |limits: &Limits| limits.nodes.unwrap_or(u64::MAX);
        seconds(self) >= seconds(other)
            && self.bytes >= other.bytes
            && nodes(self) >= nodes(other)
            && self.threads >= other.threads
    }
}

/// Appends an attempt and returns its number.
pub(crate) fn append(connection: &Connection, level: i64, form: &str, attempt: &Attempt) -> rusqlite::Result<i64> {
    let Attempt { limits, outcome, .. } = attempt;
    connection.execute(
        "INSERT INTO attempt (level, run, source, number, title, strategy, solver, objective, time_limit, memory_limit,
             node_limit, threads, status, stopped_by, moves, pushes, optimal, lower_bound, seconds, expanded, generated,
             peak_bytes, version, ended, seal)
         VALUES (:level, :run, :source, :number, :title, :strategy, :solver, :objective, :time_limit, :memory_limit,
             :node_limit, :threads, :status, :stopped_by, :moves, :pushes, :optimal, :lower_bound, :seconds, :expanded,
             :generated, :peak_bytes, :version, datetime('now'), :seal)",
        named_params! {
            ":level": level,
            ":run": attempt.run,
            ":source": attempt.source,
            ":number": number(attempt.number),
            ":title": attempt.title,
            ":strategy": attempt.strategy,
            ":solver": attempt.solver,
            ":objective": attempt.objective,
            ":time_limit": limits.seconds,
            ":memory_limit": number(limits.bytes),
            ":node_limit": limits.nodes.map(number),
            ":threads": number(limits.threads),
            ":status": outcome.status,
            ":stopped_by": outcome.stopped_by,
            ":moves": outcome.moves.map(number),
            ":pushes": outcome.pushes.map(number),
            ":optimal": outcome.optimal,
            ":lower_bound": outcome.lower_bound.map(number),
            ":seconds": attempt.seconds,
            ":expanded": number(attempt.expanded),
            ":generated": number(attempt.generated),
            ":peak_bytes": number(attempt.peak_bytes),
            ":version": attempt.version,
            ":seal": seal(form, &attempt.objective, outcome),
        },
    )?;
    Ok(connection.last_insert_rowid())
}

/// The attempts at a level whose seals are intact, the oldest first.
pub(crate) fn of_level(connection: &Connection, level: i64, form: &str) -> rusqlite::Result<Vec<Attempt>> {
    let mut statement = connection.prepare("SELECT * FROM attempt WHERE level = ?1 ORDER BY id")?;
    let rows = statement.query_map([level], |row| Ok((read(row)?, row.get::<_, i64>("seal")?)))?;
    let mut attempts = Vec::new();
    for row in rows {
        let (attempt, sealed) = row?;
        if sealed == seal(form, &attempt.objective, &attempt.outcome) {
            attempts.push(attempt);
        }
    }
    Ok(attempts)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Attempt> {
    let count = |column| row.get(column).map(|n: i64| n.max(0).cast_unsigned());
    let maybe = |column| row.get(column).map(|n: Option<i64>| n.map(|n| n.max(0).cast_unsigned()));
    Ok(Attempt {
        id: row.get("id")?,
        run: row.get("run")?,
        source: row.get("source")?,
        number: count("number")?,
        title: row.get("title")?,
        strategy: row.get("strategy")?,
        solver: row.get("solver")?,
        objective: row.get("objective")?,
        limits: Limits {
            seconds: row.get("time_limit")?,
            bytes: count("memory_limit")?,
            nodes: maybe("node_limit")?,
            threads: count("threads")?,
        },
        outcome: Outcome {
            status: row.get("status")?,
            stopped_by: row.get("stopped_by")?,
            moves: maybe("moves")?,
            pushes: maybe("pushes")?,
            optimal: row.get("optimal")?,
            lower_bound: maybe("lower_bound")?,
        },
        seconds: row.get("seconds")?,
        expanded: count("expanded")?,
        generated: count("generated")?,
        peak_bytes: count("peak_bytes")?,
        version: row.get("version")?,
        ended: row.get("ended")?,
    })
}
