//! The layout of the file, with the number that says which layout it is.
//!
//! `application_id` tells a store from every other SQLite file, `user_version` is the layout. A newer layout is refused;
//! when there is a second one, the steps from the first to it belong here.

use rusqlite::Connection;

/// SQLite's `application_id` of a store: "bxwr".
pub const APPLICATION: i64 = 0x6278_7772;

/// The layout that this program writes, SQLite's `user_version`.
pub const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE level (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        hash TEXT NOT NULL,
        form TEXT NOT NULL,
        drawing TEXT NOT NULL,
        UNIQUE (game, form)
    ) STRICT;
    CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        name TEXT UNIQUE,
        begun TEXT NOT NULL
    ) STRICT;
    CREATE TABLE attempt (
        id INTEGER PRIMARY KEY,
        level INTEGER NOT NULL REFERENCES level (id),
        run INTEGER NOT NULL REFERENCES run (id),
        source TEXT NOT NULL,
        number INTEGER NOT NULL,
        title TEXT,
        strategy TEXT NOT NULL,
        solver TEXT,
        objective TEXT NOT NULL,
        time_limit REAL,
        memory_limit INTEGER NOT NULL,
        node_limit INTEGER,
        threads INTEGER NOT NULL,
        status TEXT NOT NULL,
        stopped_by TEXT,
        moves INTEGER,
        pushes INTEGER,
        optimal TEXT,
        lower_bound INTEGER,
        seconds REAL NOT NULL,
        expanded INTEGER NOT NULL,
        generated INTEGER NOT NULL,
        peak_bytes INTEGER NOT NULL,
        version TEXT NOT NULL,
        ended TEXT NOT NULL,
        seal INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX attempt_of_level ON attempt (level);
    CREATE TABLE solution (
        id INTEGER PRIMARY KEY,
        level INTEGER NOT NULL REFERENCES level (id),
        attempt INTEGER NOT NULL REFERENCES attempt (id),
        plan TEXT NOT NULL,
        moves INTEGER NOT NULL,
        pushes INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX solution_of_level ON solution (level);
";

/// What a file is.
pub(crate) enum Layout {
    /// Nothing at all yet.
    Empty,
    /// A store that this program knows.
    Known,
    /// A store of a later program.
    Newer(i64),
    /// Somebody else's tables.
    Foreign,
}

/// Looks at the file.
pub(crate) fn layout(connection: &Connection) -> rusqlite::Result<Layout> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (number("application_id")?, number("user_version")?) {
        (APPLICATION, VERSION) => Layout::Known,
        (APPLICATION, version) if version > VERSION => Layout::Newer(version),
        (0, 0) if tables == 0 => Layout::Empty,
        _ => Layout::Foreign,
    })
}

/// Lays out an empty file. Two programs may do so at once, so it looks again when it is alone.
pub(crate) fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    if matches!(layout(&transaction)?, Layout::Empty) {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}
