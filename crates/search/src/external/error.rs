//! What goes wrong with files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a search on disk cannot begin or go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum SpillError {
    /// The system refused: the disk is full, a permission is missing, a file is gone.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is not what was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The folder belongs to another search.
    Foreign {
        /// The folder.
        folder: PathBuf,
    },
    /// The domain's actions do not all cost 1.
    NotUnitCost,
}

impl SpillError {
    pub(super) fn io(path: &Path, error: io::Error) -> SpillError {
        SpillError::Io { path: path.to_owned(), error }
    }

    pub(super) fn damaged(path: &Path, what: &'static str) -> SpillError {
        SpillError::Damaged { path: path.to_owned(), what }
    }
}

impl fmt::Display for SpillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpillError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            SpillError::Damaged { path, what } => {
                write!(f, "{} is damaged ({what}); remove its folder to begin again", path.display())
            }
            SpillError::Foreign { folder } => {
                write!(f, "{} holds the search of another level, objective or version", folder.display())
            }
            SpillError::NotUnitCost => f.write_str("layers on disk need actions that all cost the same"),
        }
    }
}

impl std::error::Error for SpillError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SpillError::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
