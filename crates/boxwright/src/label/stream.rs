//! Levels from files of any size, a piece of a file at a time.
//!
//! The readers of the formats want a whole text, and have a limit for it. So a large text is cut into pieces that they
//! can take, always at an empty line below a board, which no board goes across. Every board is read as it would be in the
//! whole file and has the same number; only a title that stands between two boards with empty lines on both sides of
//! it may be given to the other one where a cut is. Texts smaller than a piece are not cut, nor is anything but plain text
//! (XML, UTF-16): those have the limit of the readers.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boxwright_sokoban::formats::MAX_BYTES;

use crate::game::AnyLevel;
use crate::source::{self, Source};

/// So much text is read before a cut is looked for.
const PIECE: usize = 256 << 10;

/// A level on its way.
#[derive(Clone, Debug)]
pub struct Streamed {
    /// The name of its source.
    pub source: Arc<str>,
    /// Its number there, from 1.
    pub index: usize,
    /// The level, maybe a wrong one.
    pub level: AnyLevel,
    /// How many lines of the file were before the piece that its line numbers count from.
    pub lines_before: usize,
}

/// The levels of many sources, read as they are asked for. An error is a source, or the rest of one, that cannot be
/// read, in words; the others go on.
pub struct Levels {
    sources: VecDeque<Waiting>,
    open: Option<Text>,
    ready: VecDeque<Result<Streamed, String>>,
    piece: usize,
}

/// A source that was not begun.
enum Waiting {
    File(PathBuf),
    Input,
    /// Inside the program, or a folder that cannot be looked into.
    Other(OsString),
}

/// A text that is being read.
struct Text {
    name: Arc<str>,
    reader: Box<dyn BufRead + Send>,
    levels: usize,
    lines: usize,
}

impl Levels {
    /// The levels of files, of all files of folders, of standard input (`-`) and of `builtin:NAME`.
    #[must_use]
    pub fn new(arguments: &[OsString]) -> Levels {
        let mut sources = VecDeque::new();
        for argument in arguments {
            let is_builtin = argument.to_string_lossy().starts_with("builtin:");
            if argument == OsStr::new("-") {
                sources.push_back(Waiting::Input);
            } else if is_builtin {
                sources.push_back(Waiting::Other(argument.clone()));
            } else if Path::new(argument).is_dir() {
                let mut files = Vec::new();
                match source::collect_files(Path::new(argument), &mut files) {
                    Ok(()) if !files.is_empty() => {
                        files.sort();
                        sources.extend(files.into_iter().map(Waiting::File));
                    }
                    // The ordinary way to read a folder says what is wrong with it.
                    _ => sources.push_back(Waiting::Other(argument.clone())),
                }
            } else {
                sources.push_back(Waiting::File(argument.into()));
            }
        }
        Levels { sources, open: None, ready: VecDeque::new(), piece: PIECE }
    }

    /// Begins with the next source, if there is one.
    fn begin(&mut self) -> Option<()> {
        let text = |name: &str, reader| Text { name: name.into(), reader, levels: 0, lines: 0 };
        match self.sources.pop_front()? {
            Waiting::Input => self.open = Some(text("-", Box::new(BufReader::new(io::stdin())))),
            Waiting::File(path) => match File::open(&path) {
                Ok(file) => self.open = Some(text(&path.to_string_lossy(), Box::new(BufReader::new(file)))),
                Err(error) => self.ready.push_back(Err(format!("{}: {}", path.display(), source::plain(&error)))),
            },
            Waiting::Other(argument) => {
                let loaded = source::load(&[argument]);
                for Source { name, levels, .. } in loaded.sources {
                    let source: Arc<str> = name.into();
                    self.ready.extend((1..).zip(levels).map(|(index, level)| {
                        Ok(Streamed { source: Arc::clone(&source), index, level, lines_before: 0 })
                    }));
                }
                self.ready.extend(loaded.problems.into_iter().map(|problem| Err(problem.message)));
            }
        }
        Some(())
    }

    /// Reads the next piece of the open text.
    fn read_on(&mut self, mut text: Text) {
        let (bytes, at_end) = match text.piece(self.piece) {
            Ok(piece) => piece,
            Err(error) => return self.ready.push_back(Err(format!("{}: {}", text.name, source::plain(&error)))),
        };
        // Notes below the last board are no level, which is no fault if there was one above them.
        let nothing_more = text.levels > 0 && at_end && !bytes.contains(&b'#');
        if !nothing_more {
            match source::read(&text.name, &bytes) {
                Ok(source) => {
                    for level in source.levels {
                        text.levels += 1;
                        let (source, lines_before) = (Arc::clone(&text.name), text.lines);
                        self.ready.push_back(Ok(Streamed { source, index: text.levels, level, lines_before }));
                    }
                }
                Err(message) => {
                    let place = if text.lines == 0 { String::new() } else { format!("below line {}: ", text.lines) };
                    self.ready.push_back(Err(format!("{}: {place}{message}", text.name)));
                }
            }
        }
        text.lines += bytes.iter().filter(|&&byte| byte == b'\n').count();
        if !at_end {
            self.open = Some(text);
        }
    }
}

impl Iterator for Levels {
    type Item = Result<Streamed, String>;

    fn next(&mut self) -> Option<Result<Streamed, String>> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            match self.open.take() {
                Some(text) => self.read_on(text),
                None => self.begin()?,
            }
        }
    }
}

impl Text {
    /// The text up to the next place for a cut, and whether it is the last piece. What is longer than the readers take
    /// is given to them all the same; they say that it is too much.
    fn piece(&mut self, wanted: usize) -> io::Result<(Vec<u8>, bool)> {
        let mut bytes = Vec::new();
        let mut below_board = false;
        while bytes.len() <= MAX_BYTES {
            let begin = bytes.len();
            let most = (MAX_BYTES + 1 - begin) as u64;
            if self.reader.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
                return Ok((bytes, true));
            }
            let line = &bytes[begin..];
            let is_blank = line.iter().all(u8::is_ascii_whitespace);
            if is_blank && below_board && bytes.len() >= wanted && is_plain(&self.name, &bytes) {
                let at_end = self.reader.fill_buf()?.is_empty();
                return Ok((bytes, at_end));
            }
            below_board = if is_blank { below_board } else { line.contains(&b'#') };
        }
        Ok((bytes, true))
    }
}

/// Whether a text that begins like this can be cut.
fn is_plain(name: &str, bytes: &[u8]) -> bool {
    let is_wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    !is_wide && first != Some(&b'<') && !name.to_ascii_lowercase().ends_with(".slc")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    fn levels(name: &str, content: &[u8], piece: usize) -> Vec<Result<Streamed, String>> {
        let content = io::Cursor::new(content.to_vec());
        let text = Text { name: name.into(), reader: Box::new(content), levels: 0, lines: 0 };
        let stream = Levels { sources: VecDeque::new(), open: Some(text), ready: VecDeque::new(), piece };
        stream.collect()
    }

    /// Boards of many sizes with their numbers above them, some of them wrong.
    fn boxoban() -> String {
        let mut text = "Rooms\n\n".to_owned();
        for n in 0..200 {
            let row = format!("#@$.{}#", if n % 7 == 3 { "?".to_owned() } else { " ".repeat(n % 9) });
            let wall = "#".repeat(row.len());
            let end = if n % 2 == 0 { "\n" } else { "\r\n \r\n" };
            write!(text, "; {n}\n{wall}\n{row}\n{wall}\n{end}").unwrap();
        }
        text + "\nThe end.\n"
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let text = boxoban();
        let whole = source::read("x.txt", text.as_bytes()).unwrap().levels;
        for piece in [1, 100, 1000, 1 << 20] {
            let read = levels("x.txt", text.as_bytes(), piece);
            assert_eq!(read.len(), 200, "{piece}");
            for (number, (read, expected)) in read.into_iter().zip(&whole).enumerate() {
                let read = read.unwrap();
                assert_eq!((read.index, read.level.rows()), (number + 1, expected.rows()));
                assert_eq!(read.level.title(), expected.title());
                let lines = |faults: Vec<crate::Fault>, before: usize| -> Vec<usize> {
                    faults.iter().map(|fault| fault.line + before).collect()
                };
                assert_eq!(lines(read.level.faults(), read.lines_before), lines(expected.faults(), 0), "{number}");
            }
        }
    }

    #[test]
    fn what_cannot_be_cut_is_read_whole_or_refused() {
        let slc = b"<?xml version=\"1.0\"?>\n<SokobanLevels><LevelCollection>\n\n<Level Id=\"a\"><L>#####</L>\n\
            <L>#@$.#</L>\n\n<L>#####</L></Level>\n\n</LevelCollection></SokobanLevels>\n";
        assert_eq!(levels("x.slc", slc, 1).len(), 1);
        assert!(levels("x.txt", b"nothing\n", 1)[0].as_ref().unwrap_err().contains("x.txt: no level"));
        assert!(levels("x.txt", b"", 1)[0].is_err());
        let endless = vec![b'#'; MAX_BYTES + 10];
        assert!(levels("x.txt", &endless, 1)[0].as_ref().unwrap_err().contains("more than"));
    }

    #[test]
    fn a_missing_file_is_an_error_among_levels() {
        let read: Vec<_> = Levels::new(&["/no/such".into(), "builtin:workshop".into()]).collect();
        assert!(read[0].as_ref().unwrap_err().contains("no such file"));
        assert!(read.len() > 1 && read[1].is_ok());
    }
}
