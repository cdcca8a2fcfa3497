//! The file: opened with care, written in transactions.
//!
//! SQLite's rollback journal with `synchronous = EXTRA`, rather than the write-ahead log. All results are then in one
//! file: after a kill it can be copied or moved without a second file that has half of the results, it can be read from
//! read-only media, and it may lie on a network disk. A commit costs a few milliseconds more than with the log, which is
//! little beside a search, and [`Store::record`] takes several results at once where they come quickly. EXTRA, because
//! with less a power cut right after a commit may bring the deleted journal back, and with it the state before.
//!
//! One program writes at a time, for the moment of a transaction; others wait for it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::schema::{self, Layout};
use crate::{Attempt, Known, Level, Run, Solution, StoreError, attempt, level, run, solution};

/// How long another process may keep us waiting when the store is opened: somebody is looking at the screen.
const PATIENCE_AT_FIRST: Duration = Duration::from_secs(3);
/// How long later, when hours of work may be lost.
const PATIENCE: Duration = Duration::from_secs(60);

/// A store of results.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// What is to be stored about one attempt.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The level.
    pub level: &'a Level,
    /// The attempt.
    pub attempt: &'a Attempt,
    /// The solution it found, which has been verified.
    pub solution: Option<&'a Solution>,
}

impl Store {
    /// Opens a store for writing. A file that is not there yet, or is empty, becomes a new one.
    ///
    /// # Errors
    /// If the file is no store, or damaged, cannot be written, or another process keeps it to itself.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut store = Store::connect(path, flags)?;
        if store.said(|c| c.is_readonly("main"))? {
            return Err(StoreError::ReadOnly(path.to_owned()));
        }
        if matches!(store.said(schema::layout)?, Layout::Empty) {
            let created = schema::create(&mut store.connection);
            created.map_err(|error| StoreError::new(path, &error))?;
        }
        store.check()?;
        store.said(|c| c.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(())))?;
        store.said(|c| c.pragma_update(None, "synchronous", "EXTRA"))?;
        store.said(|c| c.busy_timeout(PATIENCE))?;
        Ok(store)
    }

    /// Opens a store that is there already, only to read it.
    ///
    /// # Errors
    /// As with [`Store::open`], and if there is no such file.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        // Not read-only: after a kill SQLite has to undo what was half written. Where that cannot be, it reads anyway.
        let store = Store::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        store.said(|c| c.pragma_update(None, "query_only", true))?;
        store.check()?;
        Ok(store)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Store, StoreError> {
        // One thread at a time has the connection, so SQLite need not lock it.
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|error| StoreError::new(path, &error))?;
        let store = Store { connection, path: path.to_owned() };
        store.said(|c| c.busy_timeout(PATIENCE_AT_FIRST))?;
        // The file may come from anybody: nothing in it is to run functions.
        store.said(|c| c.pragma_update(None, "trusted_schema", false))?;
        store.said(|c| c.pragma_update(None, "foreign_keys", true))?;
        Ok(store)
    }

    /// Refuses what is no store, or a broken one.
    fn check(&self) -> Result<(), StoreError> {
        let path = self.path.clone();
        match self.said(schema::layout)? {
            Layout::Known => {}
            Layout::Newer(found) => return Err(StoreError::Newer { path, found, known: schema::VERSION }),
            Layout::Empty | Layout::Foreign => return Err(StoreError::NotAStore(path)),
        }
        let said: String = self.said(|c| c.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)))?;
        if said == "ok" { Ok(()) } else { Err(StoreError::Damaged { path, what: said }) }
    }

    /// What SQLite says, or its error in our words.
    fn said<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        ask(&self.connection).map_err(|error| StoreError::new(&self.path, &error))
    }

    /// Something that happens in full or not at all; when this returns, it is on the disk.
    fn change<T>(&mut self, change: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let Store { connection, path } = self;
        let all = || {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = change(&transaction)?;
            transaction.commit().map(|()| done)
        };
        all().map_err(|error| StoreError::new(path, &error))
    }

    /// The number of the run with this name, a new one if there is none yet; without a name always a new one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin_run(&mut self, name: Option<&str>) -> Result<i64, StoreError> {
        self.change(|c| run::begin(c, name))
    }

    /// Stores all these results or none. When this returns, they are on the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn record(&mut self, records: &[Record<'_>]) -> Result<(), StoreError> {
        self.change(|connection| {
            for record in records {
                let level = level::keep(connection, record.level)?;
                let attempt = attempt::append(connection, level, &record.level.form, record.attempt)?;
                if let Some(new) = record.solution {
                    solution::keep(connection, level, attempt, new)?;
                }
            }
            Ok(())
        })
    }

    /// Takes away solutions that turned out to be none; they would stand in the way of true ones.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn drop_solutions(&mut self, ids: &[i64]) -> Result<(), StoreError> {
        self.change(|c| ids.iter().try_for_each(|id| c.execute("DELETE FROM solution WHERE id = ?1", [id]).map(drop)))
    }

    /// What is known about a level; nothing if it was never seen.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn known(&self, game: &str, form: &str) -> Result<Known, StoreError> {
        self.said(|c| match level::find(c, game, form)? {
            None => Ok(Known::default()),
            Some(id) => known(c, id, form),
        })
    }

    /// Every level with all that is known about it, in the order they were first seen.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn levels(&self) -> Result<Vec<(Level, Known)>, StoreError> {
        self.said(|c| {
            // One look at the file for all, or a batch at work could change it in between.
            let _all_at_once = c.unchecked_transaction()?;
            let with_known = |(id, level): (i64, Level)| known(c, id, &level.form).map(|known| (level, known));
            level::all(c)?.into_iter().map(with_known).collect()
        })
    }

    /// All runs, in the order they began.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.said(run::all)
    }

    /// Where the store is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn known(connection: &Connection, id: i64, form: &str) -> rusqlite::Result<Known> {
    Ok(Known { attempts: attempt::of_level(connection, id, form)?, solutions: solution::of_level(connection, id)? })
}
