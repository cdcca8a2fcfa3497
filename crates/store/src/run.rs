//! A run: one call of the program, or all calls that were given the same name.

use rusqlite::{Connection, OptionalExtension, params};

/// A run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its number, from 1.
    pub number: i64,
    /// Its name, if it was given one.
    pub name: Option<String>,
    /// When it began, in UTC.
    pub begun: String,
}

impl Run {
    /// The name, or else the number.
    #[must_use]
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.number.to_string())
    }
}

/// The run of that name, which may be a new one; without a name always a new one.
pub(crate) fn begin(connection: &Connection, name: Option<&str>) -> rusqlite::Result<i64> {
    let known = connection.query_row("SELECT id FROM run WHERE name = ?1", [name], |row| row.get(0)).optional()?;
    match known {
        Some(number) => Ok(number),
        None => {
            connection.execute("INSERT INTO run (name, begun) VALUES (?1, datetime('now'))", params![name])?;
            Ok(connection.last_insert_rowid())
        }
    }
}

/// All runs in the order they began.
pub(crate) fn all(connection: &Connection) -> rusqlite::Result<Vec<Run>> {
    let mut statement = connection.prepare("SELECT id, name, begun FROM run ORDER BY id")?;
    let rows = statement.query_map([], |row| Ok(Run { number: row.get(0)?, name: row.get(1)?, begun: row.get(2)? }))?;
    rows.collect()
}
