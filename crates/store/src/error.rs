//! What can be wrong with the file of a store, in words for whoever named the file.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is nothing to read.
    #[error("{}: there is no such store", .0.display())]
    Missing(PathBuf),
    /// The file is something else.
    #[error("{}: this is not a store of boxwright, but some other file; it was left as it is", .0.display())]
    NotAStore(PathBuf),
    /// The file has a layout that this program does not know yet.
    #[error("{}: written by a newer boxwright (layout {found}; this program knows layout {known})", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its layout.
        found: i64,
        /// The newest one known here.
        known: i64,
    },
    /// It cannot be written.
    #[error("{}: the store is read-only", .0.display())]
    ReadOnly(PathBuf),
    /// Another process keeps it to itself.
    #[error("{}: the store is in use by another process, which did not let go of it", .0.display())]
    Busy(PathBuf),
    /// The disk is full.
    #[error("{}: the disk is full; nothing that was stored before is lost", .0.display())]
    Full(PathBuf),
    /// Its pages contradict each other.
    #[error("{}: the store is damaged ({what}); `sqlite3 FILE .recover` may save what is left", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite found.
        what: String,
    },
    /// Anything else.
    #[error("{}: {what}", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        what: String,
    },
}

impl StoreError {
    pub(crate) fn new(path: &Path, error: &rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::NotAStore(path),
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(path),
            Some(ErrorCode::DiskFull) => StoreError::Full(path),
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, what: error.to_string() },
            _ => StoreError::Other { path, what: error.to_string() },
        }
    }
}
