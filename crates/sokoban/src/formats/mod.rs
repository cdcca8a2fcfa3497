//! Files of levels: `.sok`, `.xsb`, `.txt`, Boxoban and `.slc` are read, `.sok` and `.xsb` are written.
//!
//! One reader takes every plain text: the dialects differ too little, and the files of the world mix them too freely,
//! to be told apart by their names. Reading is linear in the size of the input, and what a file can make it allocate is
//! bounded whatever the file says: see the limits below. A bad level is a [`Level`] with faults and does not keep the
//! others from being read; a [`ReadError`] means that there is nothing to go on with.

mod block;
mod line;
pub mod rle;
mod slc;
mod sok;
mod text;

use std::borrow::Cow;

pub use sok::{write_sok, write_xsb};

use crate::level::Level;

/// The largest file that is read.
pub const MAX_BYTES: usize = 64 << 20;
/// The most lines a text may have.
pub const MAX_LINES: usize = 2_000_000;
/// The most points all boards of a file may have together.
pub const MAX_TOTAL_POINTS: usize = 64 << 20;

/// The levels of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The collection's name.
    pub title: Option<String>,
    /// Who made all of it.
    pub author: Option<String>,
    /// Text that stands before the first level and belongs to none.
    pub notes: String,
    /// What the file was.
    pub format: Format,
    /// The levels in order.
    pub levels: Vec<Level>,
}

/// The kinds of files that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Maps with free text between them: `.xsb`, `.txt`, Boxoban.
    Xsb,
    /// Sokoban YASC's format.
    Sok,
    /// XML.
    Slc,
}

/// Why a file gives no levels at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There is no board in it.
    #[error(
        "no level found: a board is at least three lines of '#' (wall), '@' (player), '$' (box), '.' (goal), '*' (box on goal), '+' (player on goal) and blanks"
    )]
    NoLevel,
    /// A relative of Sokoban.
    #[error("this is {variant}, {grid}; only Sokoban on squares is supported")]
    Unsupported {
        /// Its name.
        variant: &'static str,
        /// What makes it different.
        grid: &'static str,
    },
    /// XML that cannot be parsed.
    #[error("line {line}, column {column}: broken XML: {message}")]
    Xml {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What the XML parser says.
        message: String,
    },
    /// Too many bytes, lines or points.
    #[error("the file has more than {limit} {what}")]
    TooMuch {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
    /// Not a text.
    #[error("this is a binary file, not a text with levels")]
    Binary,
}

/// Reads a file of any of the formats. The name helps to recognise the format; it is not opened.
///
/// # Errors
/// If there is nothing that could be a level, or the file is something else: see [`ReadError`].
pub fn read(name: &str, bytes: &[u8]) -> Result<Collection, ReadError> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    match extension.as_str() {
        "hsb" => return Err(HEXOBAN),
        "tsb" => return Err(TRIOBAN),
        _ => {}
    }
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::TooMuch { what: "bytes", limit: MAX_BYTES });
    }
    let text = decode(bytes)?;
    let start = text.trim_start();
    if start.starts_with("<?xml") || start.starts_with("<SokobanLevels") || extension == "slc" {
        return slc::read(&text);
    }
    text::read(&text, if extension == "sok" { Format::Sok } else { Format::Xsb })
}

const HEXOBAN: ReadError = ReadError::Unsupported { variant: "Hexoban", grid: "played on hexagons" };
const TRIOBAN: ReadError = ReadError::Unsupported { variant: "Trioban", grid: "played on triangles" };

/// The refusal for a `Type:` that is not Sokoban.
fn refused_type(value: &str) -> Option<ReadError> {
    match value.to_ascii_lowercase().as_str() {
        "hexoban" => Some(HEXOBAN),
        "trioban" => Some(TRIOBAN),
        _ => None,
    }
}

/// The text: by its byte order mark, else UTF-8, else Latin-1, which every byte sequence is.
fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    let wide = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        Cow::Owned(String::from_utf16_lossy(&units))
    };
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            match std::str::from_utf8(bytes) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
            }
        }
    };
    if is_binary(&text) { Err(ReadError::Binary) } else { Ok(text) }
}

/// Texts have no NUL and hardly any other control characters; a DOS end-of-file mark is fine.
fn is_binary(text: &str) -> bool {
    let controls = |c: &char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1a}');
    let (mut seen, mut strange) = (0, 0);
    for c in text.chars().take(8192) {
        seen += 1;
        strange += usize::from(controls(&c));
    }
    text.contains('\0') || strange * 20 > seen
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "#####\n#@$.#\n#####\n";

    #[test]
    fn encodings() {
        let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(BOARD.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        assert_eq!(read("a.xsb", &utf16).unwrap().levels[0].board.to_string(), BOARD);
        let latin = [b"Title: Gl\xfcck\n\n", BOARD.as_bytes()].concat();
        assert_eq!(read("a.sok", &latin).unwrap().levels[0].title.as_deref(), Some("Glück"));
    }

    #[test]
    fn relatives_are_refused_by_name() {
        assert!(read("x.HSB", b"").unwrap_err().to_string().contains("Hexoban"));
        assert!(read("x.tsb", b"").unwrap_err().to_string().contains("triangles"));
        let typed = format!("Type: Hexoban\n\n{BOARD}");
        assert_eq!(read("x.sok", typed.as_bytes()), Err(HEXOBAN));
    }

    #[test]
    fn binary_files_are_told_from_texts() {
        assert_eq!(read("x.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Err(ReadError::Binary));
        assert_eq!(read("x.txt", b"hello\x1a"), Err(ReadError::NoLevel));
    }
}
