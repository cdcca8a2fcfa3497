//! A level, known by its canonical form, and all that is known about it.

use rusqlite::{Connection, OptionalExtension, params};

use crate::{Attempt, Solution};

/// A level.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    /// Which game it is.
    pub game: String,
    /// A short name of the form, for people: equal forms have equal hashes, others nearly always different ones.
    pub hash: String,
    /// The canonical form, which is the level's identity.
    pub form: String,
    /// The level as it was first seen, as a text that can be read as a file.
    pub drawing: String,
}

/// What is known about a level.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Known {
    /// Every attempt whose seal is intact, the oldest first.
    pub attempts: Vec<Attempt>,
    /// The solutions that no other one beats in both moves and pushes, the one with the fewest pushes first.
    pub solutions: Vec<Solution>,
}

/// The number of a level that is in the store.
pub(crate) fn find(connection: &Connection, game: &str, form: &str) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT id FROM level WHERE game = ?1 AND form = ?2";
    connection.query_row(sql, params![game, form], |row| row.get(0)).optional()
}

/// The number of a level, which is put into the store if it is new.
pub(crate) fn keep(connection: &Connection, level: &Level) -> rusqlite::Result<i64> {
    if let Some(id) = find(connection, &level.game, &level.form)? {
        return Ok(id);
    }
    let sql = "INSERT INTO level (game, hash, form, drawing) VALUES (?1, ?2, ?3, ?4)";
    connection.execute(sql, params![level.game, level.hash, level.form, level.drawing])?;
    Ok(connection.last_insert_rowid())
}

/// All levels with their numbers, in the order they were first seen.
pub(crate) fn all(connection: &Connection) -> rusqlite::Result<Vec<(i64, Level)>> {
    let mut statement = connection.prepare("SELECT id, game, hash, form, drawing FROM level ORDER BY id")?;
    let rows = statement.query_map([], |row| {
        let level = Level { game: row.get(1)?, hash: row.get(2)?, form: row.get(3)?, drawing: row.get(4)? };
        Ok((row.get(0)?, level))
    })?;
    rows.collect()
}
