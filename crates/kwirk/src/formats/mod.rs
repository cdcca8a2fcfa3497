//! Level files of Kwirk: which format a text is in, and reading it.
//!
//! There is no community format. Ours is `.kwk`, version 1 ([`kwk`]), which can hold many levels; the text of the one
//! earlier solver, DDD-Kwirk, is read too ([`ddd`]). Reading is lenient about bytes (UTF-8 with or without a byte
//! order mark, else Latin-1; any line ends), strict about meaning, and bounded: time is linear in the input, and the
//! memory is limited by the constants below, whatever the bytes are.

pub mod ddd;
pub mod kwk;
mod letters;
mod sketch;

use std::borrow::Cow;

use boxwright_grid::MAX_BOARD_POINTS;

use crate::level::Level;

pub use kwk::write_kwk;

/// The longest input that is read.
pub const MAX_BYTES: usize = 64 << 20;
/// The most lines that are read from one file.
pub const MAX_LINES: usize = 4_000_000;
/// The most levels that are read from one file.
pub const MAX_LEVELS: usize = 100_000;
/// The most comments that are kept from one file.
pub const MAX_PROPERTIES: usize = 500_000;
/// The most blocks in all levels of one file.
pub const MAX_BLOCKS: usize = 5_000_000;

/// The levels of one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    /// Its name.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Other `; Key: value` comments about the whole file; a comment without a key has the key `Comment`.
    pub properties: Vec<(String, String)>,
    /// The levels in order, also those with faults.
    pub levels: Vec<Level>,
    /// The format it was read from.
    pub format: Format,
}

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// `.kwk`, version 1.
    #[default]
    Kwk,
    /// The text of DDD-Kwirk.
    Ddd,
}

/// Why a file could not be read at all. (Faults of single levels are in [`Level::check`].)
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// Longer than [`MAX_BYTES`].
    #[error("the file has {0} bytes; at most {MAX_BYTES} are read")]
    TooLong(usize),
    /// A version of `.kwk` that came after this program.
    #[error("line {line}: this file is in version {version} of the .kwk format; this program knows version 1")]
    NewerVersion {
        /// Line of the file, counted from 1.
        line: usize,
        /// The version, as written.
        version: String,
    },
    /// More of something than is read from one file.
    #[error("line {line}: the file has more than {limit} {what}")]
    TooMany {
        /// Line of the file, counted from 1.
        line: usize,
        /// What there is too much of.
        what: &'static str,
        /// How many are read.
        limit: usize,
    },
    /// No map row anywhere.
    #[error("no Kwirk level found: map rows start with # or +")]
    NoLevel,
}

/// Reads a file; `name` is only looked at for its ending.
pub fn read(name: &str, bytes: &[u8]) -> Result<Collection, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::TooLong(bytes.len()));
    }
    let count = |end: u8| bytes.iter().filter(|&&b| b == end).count();
    if count(b'\n').max(count(b'\r')) > MAX_LINES {
        return Err(ReadError::TooMany { line: MAX_LINES, what: "lines", limit: MAX_LINES });
    }
    let text = decode(bytes);
    let named_kwk = name.len() >= 4 && name.as_bytes()[name.len() - 4..].eq_ignore_ascii_case(b".kwk");
    let collection = if named_kwk || has_percent_row(&text) || names_kwk(&text) || !has_digit_two_row(&text) {
        kwk::read_kwk(&text)?
    } else {
        ddd::read_ddd(&text)
    };
    if collection.levels.is_empty() { Err(ReadError::NoLevel) } else { Ok(collection) }
}

/// Whether a text holds Kwirk levels rather than Sokoban levels (or anything else).
///
/// It does if a row starting with `#` or `+` contains `%`, if a comment says `format: kwk`, or if all of it looks like
/// a file of DDD-Kwirk: the last has to be strict, since a Sokoban map may start just the same. The bytes of a file
/// become such a text by [`decode`].
#[must_use]
pub fn is_kwirk(text: &str) -> bool {
    has_percent_row(text) || names_kwk(text) || ddd::looks_like_ddd(text)
}

/// The text of a file: UTF-8, else Latin-1; without byte order mark; line feeds as the only line ends.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes)
        .map_or_else(|_| Cow::Owned(bytes.iter().map(|&b| char::from(b)).collect()), Cow::Borrowed);
    if !text.contains('\r') {
        text
    } else if text.contains('\n') {
        Cow::Owned(text.replace('\r', ""))
    } else {
        Cow::Owned(text.replace('\r', "\n"))
    }
}

/// So many rows of a level are kept: one more than any board can have, which is enough to see that it is too large.
const MAX_ROWS: usize = MAX_BOARD_POINTS + 1;

fn is_row(line: &str) -> bool {
    line.starts_with(['#', '+'])
}

fn has_percent_row(text: &str) -> bool {
    text.split('\n').any(|line| is_row(line) && line.contains('%'))
}

fn has_digit_two_row(text: &str) -> bool {
    text.split('\n').any(|line| line.starts_with('#') && line.contains('2'))
}

fn names_kwk(text: &str) -> bool {
    text.split('\n').filter_map(kwk::comment).any(|c| kwk::version(c).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_text_whatever_they_are() {
        assert_eq!(decode(b"\xef\xbb\xbfa\r\nb"), "a\nb");
        assert_eq!(decode(b"a\rb"), "a\nb");
        assert_eq!(decode(b"caf\xe9"), "café");
        assert_eq!(decode("café".as_bytes()), "café");
    }

    #[test]
    fn kwirk_is_told_from_sokoban() {
        for text in
            ["#####\n#1 %#\n#####\n", "; format: kwk 1\n", "#####\n#1 2#\n#####\n", "MAX_STEPS 9\n\n####\n#12#\n####"]
        {
            assert!(is_kwirk(text), "{text}");
        }
        for text in [
            "#####\n#@$.#\n#####\n",
            "50% done\n#####\n#@$.#\n#####\n",
            "3#\n#2-#\n#@$.#\n",
            "###\n#1-2b#p.\n###",
            "# Level 1\n# about 2\n",
            "####\n#p2b#\n#1. #\n####\n",
            "####|#1 2#|####",
            "",
        ] {
            assert!(!is_kwirk(text), "{text}");
        }
    }
}
