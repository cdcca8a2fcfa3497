//! Where a run that was killed goes on: behind the last whole line of its output.
//!
//! Labels are written in the order of the levels, a line each, so the number of whole lines says how many levels are
//! done; what is left of a torn line is cut off. Whether the output is of the same levels with the same options shows in
//! its last line: it is made again and must be the same, byte for byte.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

use super::{Format, Label};
use crate::report::Status;

/// What is in an output.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// How many labels are there.
    pub labels: usize,
    /// The line of the last one.
    pub last: Vec<u8>,
}

/// Opens an output to be gone on with: cuts off a torn line, and writes the header if there is none. A file that is not
/// there yet is made.
///
/// # Errors
/// If the file cannot be read or written, or begins with another header.
pub fn reopen(path: &Path, format: Format) -> io::Result<(File, Done)> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let mut reader = BufReader::with_capacity(1 << 20, &file);
    let (mut whole, mut done, mut line) = (0, Done::default(), Vec::new());
    let mut header = format.header().as_bytes();
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            break;
        }
        whole += read as u64;
        if !header.is_empty() {
            if line != header {
                return Err(io::Error::other("it begins with another header"));
            }
            header = &[];
            continue;
        }
        done.labels += 1;
        std::mem::swap(&mut done.last, &mut line);
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    io::Write::write_all(&mut file, header)?;
    Ok((file, done))
}

/// Whether a label is the one that the output ends with. One that a limit has stopped may come out otherwise the second
/// time, so only what it is about is compared.
#[must_use]
pub fn is_same(last: &[u8], label: &Label, format: Format) -> bool {
    let was_stopped = || {
        let last = String::from_utf8_lossy(last);
        last.contains("\"status\":\"stopped\"") || last.contains(",stopped,")
    };
    if label.status == Status::Stopped || was_stopped() {
        return last.starts_with(format.beginning(label).as_bytes());
    }
    format.line(label).as_bytes() == last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Objective;
    use std::fs;

    fn reopened(text: &str, format: Format) -> (Done, String) {
        let path = std::env::temp_dir().join(format!("boxwright-resume-{}-{format:?}", std::process::id()));
        fs::write(&path, text).unwrap();
        let (_, done) = reopen(&path, format).unwrap();
        let left = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        (done, left)
    }

    #[test]
    fn torn_lines_are_cut_off() {
        let (done, left) = reopened("{a}\n{b}\n{c", Format::Jsonl);
        assert_eq!((done.labels, done.last.as_slice(), left.as_str()), (2, &b"{b}\n"[..], "{a}\n{b}\n"));
        for torn in ["", "source,ind"] {
            let (done, left) = reopened(torn, Format::Csv);
            assert_eq!((done.labels, left.as_str()), (0, Format::Csv.header()));
        }
    }

    #[test]
    fn the_last_line_tells_whether_it_is_the_same_run() {
        for format in [Format::Jsonl, Format::Csv] {
            let label = Label::blank("a,b.txt".to_owned(), 7, None, None, Objective::Moves);
            let line = format.line(&label);
            assert!(is_same(line.as_bytes(), &label, format));
            let stopped = Label { status: Status::Stopped, expanded: 9, ..label.clone() };
            assert!(is_same(format.line(&stopped).as_bytes(), &label, format));
            assert!(is_same(line.as_bytes(), &stopped, format));
            let other = Label { index: 8, ..label.clone() };
            assert!(
                !is_same(line.as_bytes(), &other, format)
                    && !is_same(line.as_bytes(), &Label { cost: Some(1), ..label }, format)
            );
            assert!(!is_same(format.line(&stopped).as_bytes(), &other, format));
        }
    }
}
