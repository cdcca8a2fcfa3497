//! How the memory allowed, without what the lists of files take, is shared out: half for the buffer, a quarter for files,
//! the rest for what else there is.

use super::merge::Source;
use super::rows::{MOST_PAYLOAD, payload_limit};

/// No more files than this are read at a time, whatever the memory.
const MOST_FILES: usize = 64;
/// With fewer, known files and runs could not be merged at the same time.
const LEAST_FILES: usize = 4;
/// Blocks are not made smaller than this, or their headers would be much of them.
const LEAST_PAYLOAD: usize = 64;

/// How memory is shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    /// Of a block on disk.
    pub(super) payload: usize,
    /// Files read at a time.
    pub(super) files: usize,
    /// Of the buffer.
    pub(super) buffer: usize,
}

impl Sizes {
    /// Before anything is known about the memory.
    pub(super) fn least(width: usize) -> Sizes {
        Sizes { payload: payload_limit(width, LEAST_PAYLOAD), files: LEAST_FILES, buffer: 0 }
    }

    /// The shares of so many bytes, for rows of this width; `None` if that is too little.
    pub(super) fn within(bytes: usize, width: usize) -> Option<Sizes> {
        let payload = payload_limit(width, (bytes / 512).clamp(LEAST_PAYLOAD, MOST_PAYLOAD));
        let a_file = payload + width + size_of::<Source>() + 32;
        let files = (bytes / 4 / a_file).min(MOST_FILES);
        let buffer = bytes / 2;
        (files >= LEAST_FILES && buffer >= 16 * width).then_some(Sizes { payload, files, buffer })
    }
}
