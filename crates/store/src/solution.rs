//! The best solutions of a level.
//!
//! Which solution is best depends on what is counted: pushes, moves, or both in either order. Whatever it is, the best
//! one is among those that no other solution beats in both (the Pareto front), usually one to three. Only these are
//! kept.

use rusqlite::{Connection, params};

/// A solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Its number in the store; 0 for one that is not stored yet.
    pub id: i64,
    /// The attempt that found it; 0 for one that is not stored yet.
    pub attempt: i64,
    /// The moves on the canonical form of the level.
    pub plan: String,
    /// How many moves it has.
    pub moves: u64,
    /// How many pushes.
    pub pushes: u64,
}

impl Solution {
    /// A solution that is not stored yet.
    #[must_use]
    pub const fn new(plan: String, moves: u64, pushes: u64) -> Solution {
        Solution { id: 0, attempt: 0, plan, moves, pushes }
    }
}

/// Keeps the solution if none is at least as good, and drops those that it beats.
pub(crate) fn keep(connection: &Connection, level: i64, attempt: i64, new: &Solution) -> rusqlite::Result<()> {
    let (moves, pushes) = (number(new.moves), number(new.pushes));
    let sql = "SELECT EXISTS (SELECT 1 FROM solution WHERE level = ?1 AND moves <= ?2 AND pushes <= ?3)";
    if connection.query_row(sql, params![level, moves, pushes], |row| row.get(0))? {
        return Ok(());
    }
    let sql = "DELETE FROM solution WHERE level = ?1 AND moves >= ?2 AND pushes >= ?3";
    connection.execute(sql, params![level, moves, pushes])?;
    let sql = "INSERT INTO solution (level, attempt, plan, moves, pushes) VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.execute(sql, params![level, attempt, new.plan, moves, pushes])?;
    Ok(())
}

/// The solutions of a level, those with few pushes first.
pub(crate) fn of_level(connection: &Connection, level: i64) -> rusqlite::Result<Vec<Solution>> {
    let sql = "SELECT id, attempt, plan, moves, pushes FROM solution WHERE level = ?1 ORDER BY pushes, moves, id";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([level], |row| {
        let count = |column: usize| row.get(column).map(|n: i64| n.max(0).cast_unsigned());
        let (id, attempt, plan) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Solution { id, attempt, plan, moves: count(3)?, pushes: count(4)? })
    })?;
    rows.collect()
}

/// SQLite's integers have a sign.
pub(crate) fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
