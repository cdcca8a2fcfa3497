//! Files of sorted rows: front-coded, in blocks, each with a checksum.
//!
//! A row is a packed state, and all rows of a file are equally wide, different and in order, so neighbours share their
//! first bytes. A row is written as the length of what it shares with the one before (one byte; two if rows are wider
//! than 255 bytes) and the rest: front coding, as in dictionaries and inverted files (Witten, Moffat, Bell 1999).
//!
//! ```text
//! file     = magic, row width (4 bytes), largest payload (4 bytes), block …, trailer
//! block    = length of the payload (4), rows (4), checksum (8), payload; the first row of a block shares nothing
//! trailer  = a block of no rows whose payload is the number of rows in the file (8)
//! ```
//!
//! Each checksum continues the one before, and the first begins with the name of the file and of what is searched. So a
//! changed bit, a lost, repeated or exchanged block, a file cut short and a file from elsewhere are all noticed before
//! their rows are used, with a chance of error of about 2⁻⁶⁴; it is no protection against somebody who wants to deceive.
//!
//! Cost: a writer holds one block and one row, a reader the same. Both stream.

use super::SpillError;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"bw-rows1";
const FILE_HEADER: usize = 16;
const BLOCK_HEADER: usize = 16;
/// No payload is larger than this, unless a few rows are.
pub(super) const MOST_PAYLOAD: usize = 16 << 10;

/// A 64-bit checksum that continues `sum`: multiply and fold, eight bytes at a time.
pub(super) fn checksum(mut sum: u64, bytes: &[u8]) -> u64 {
    let mut mix = |word: u64| {
        sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^= sum >> 29;
    };
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        mix(u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(u64::from_le_bytes(last));
    mix(bytes.len() as u64);
    sum
}

/// What identifies a complete file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileInfo {
    pub rows: u64,
    /// The checksum of the trailer, and so of everything.
    pub sum: u64,
    pub bytes: u64,
}

/// The payload a block may have if `wanted` bytes are thought right: never so small that a row has no place.
pub(super) fn payload_limit(width: usize, wanted: usize) -> usize {
    wanted.min(MOST_PAYLOAD).max(2 * (width + 2))
}

/// Writes sorted rows.
#[derive(Debug)]
pub(super) struct RowWriter {
    file: File,
    path: PathBuf,
    number: u64,
    width: usize,
    limit: usize,
    /// The header's place, then the payload.
    block: Vec<u8>,
    rows_in_block: u32,
    previous: Vec<u8>,
    info: FileInfo,
}

impl RowWriter {
    /// Begins a file at `path`, which has a `number`. `seed` is what checksums begin with; `limit` comes from
    /// [`payload_limit`].
    pub fn create(path: PathBuf, number: u64, seed: u64, width: usize, limit: usize) -> Result<RowWriter, SpillError> {
        let mut header = [0; FILE_HEADER];
        header[..8].copy_from_slice(MAGIC);
        header[8..12].copy_from_slice(&(width as u32).to_le_bytes());
        header[12..].copy_from_slice(&(limit as u32).to_le_bytes());
        let mut file = File::create_new(&path).map_err(|error| SpillError::io(&path, error))?;
        file.write_all(&header).map_err(|error| SpillError::io(&path, error))?;
        let mut block = Vec::with_capacity(BLOCK_HEADER + limit);
        block.resize(BLOCK_HEADER, 0);
        let info = FileInfo { rows: 0, sum: checksum(seed, &header), bytes: FILE_HEADER as u64 };
        Ok(RowWriter {
            file,
            path,
            number,
            width,
            limit,
            block,
            rows_in_block: 0,
            previous: Vec::with_capacity(width),
            info,
        })
    }

    /// Appends a row greater than all before.
    pub fn push(&mut self, row: &[u8]) -> Result<(), SpillError> {
        debug_assert!(row.len() == self.width && (self.info.rows == 0 || self.previous.as_slice() < row));
        if self.block.len() + 2 + self.width > BLOCK_HEADER + self.limit {
            self.flush()?;
        }
        let shared = match self.rows_in_block {
            0 => 0,
            _ => row.iter().zip(&self.previous).take_while(|(a, b)| a == b).count(),
        };
        self.block.push(shared as u8);
        if self.width > 255 {
            self.block.push((shared >> 8) as u8);
        }
        self.block.extend_from_slice(&row[shared..]);
        self.previous.clear();
        self.previous.extend_from_slice(row);
        self.rows_in_block += 1;
        self.info.rows += 1;
        Ok(())
    }

    /// Writes the rest and the trailer.
    pub fn finish(mut self) -> Result<FileInfo, SpillError> {
        if self.rows_in_block > 0 {
            self.flush()?;
        }
        self.block.extend_from_slice(&self.info.rows.to_le_bytes());
        self.flush()?;
        Ok(self.info)
    }

    /// The number it was given.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Bytes held in memory.
    pub fn held(&self) -> usize {
        self.block.capacity() + self.previous.capacity()
    }

    fn flush(&mut self) -> Result<(), SpillError> {
        let payload = (self.block.len() - BLOCK_HEADER) as u32;
        self.block[..4].copy_from_slice(&payload.to_le_bytes());
        self.block[4..8].copy_from_slice(&self.rows_in_block.to_le_bytes());
        let sum = checksum(checksum(self.info.sum, &self.block[..8]), &self.block[BLOCK_HEADER..]);
        self.block[8..BLOCK_HEADER].copy_from_slice(&sum.to_le_bytes());
        self.file.write_all(&self.block).map_err(|error| SpillError::io(&self.path, error))?;
        self.info.sum = sum;
        self.info.bytes += self.block.len() as u64;
        self.block.truncate(BLOCK_HEADER);
        self.rows_in_block = 0;
        Ok(())
    }
}

/// Reads what a [`RowWriter`] wrote, front to back, and believes nothing.
#[derive(Debug)]
pub(super) struct RowReader {
    file: File,
    path: PathBuf,
    width: usize,
    limit: usize,
    payload: Vec<u8>,
    at: usize,
    rows_in_block: u32,
    row: Vec<u8>,
    rows: u64,
    sum: u64,
    expected: FileInfo,
    ended: bool,
}

impl RowReader {
    /// Opens the file at `path`, which should be the one that `expected` describes.
    pub fn open(path: PathBuf, seed: u64, width: usize, expected: FileInfo) -> Result<RowReader, SpillError> {
        let mut header = [0; FILE_HEADER];
        let mut file = File::open(&path).map_err(|error| SpillError::io(&path, error))?;
        read_exactly(&mut file, &path, &mut header)?;
        let number =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]) as usize;
        let limit = number(12);
        if header[..8] != *MAGIC {
            return Err(SpillError::damaged(&path, "it is no file of rows"));
        }
        if number(8) != width || limit > payload_limit(width, MOST_PAYLOAD) {
            return Err(SpillError::damaged(&path, "its rows are of another size"));
        }
        let sum = checksum(seed, &header);
        let payload = Vec::with_capacity(limit);
        let row = Vec::with_capacity(width);
        Ok(RowReader {
            file,
            path,
            width,
            limit,
            payload,
            at: 0,
            rows_in_block: 0,
            row,
            rows: 0,
            sum,
            expected,
            ended: false,
        })
    }

    /// Goes to the next row; `false` at the end.
    pub fn advance(&mut self) -> Result<bool, SpillError> {
        if self.rows_in_block == 0 && !self.next_block()? {
            return Ok(false);
        }
        let length = if self.width > 255 { 2 } else { 1 };
        let shared = match self.payload.get(self.at..self.at + length) {
            Some([low]) => usize::from(*low),
            Some([low, high]) => usize::from(u16::from_le_bytes([*low, *high])),
            _ => return Err(self.damaged("a row is missing")),
        };
        self.at += length;
        if shared >= self.width || (shared > self.row.len()) {
            return Err(self.damaged("a row is repeated"));
        }
        let Some(rest) = self.payload.get(self.at..self.at + self.width - shared) else {
            return Err(self.damaged("a row is cut short"));
        };
        // The first row of a block is written in full; elsewhere the first byte not shared decides.
        if self.rows > 0 && rest <= &self.row[shared..] {
            return Err(self.damaged("its rows are out of order"));
        }
        self.row.truncate(shared);
        self.row.extend_from_slice(rest);
        self.at += rest.len();
        self.rows += 1;
        self.rows_in_block -= 1;
        Ok(true)
    }

    /// The row [`RowReader::advance`] went to.
    #[inline]
    pub fn row(&self) -> &[u8] {
        &self.row
    }

    /// Bytes held in memory.
    pub fn held(&self) -> usize {
        self.payload.capacity() + self.row.capacity()
    }

    fn next_block(&mut self) -> Result<bool, SpillError> {
        if self.ended {
            return Ok(false);
        }
        let mut header = [0; BLOCK_HEADER];
        read_exactly(&mut self.file, &self.path, &mut header)?;
        let [length, rows] =
            [0, 4].map(|at| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]));
        if length as usize > self.limit {
            return Err(self.damaged("a block is too long"));
        }
        self.payload.resize(length as usize, 0);
        read_exactly(&mut self.file, &self.path, &mut self.payload)?;
        self.sum = checksum(checksum(self.sum, &header[..8]), &self.payload);
        if header[8..] != self.sum.to_le_bytes() {
            return Err(self.damaged("a checksum is wrong"));
        }
        (self.at, self.rows_in_block) = (0, rows);
        if rows > 0 {
            return Ok(true);
        }
        self.ended = true;
        if self.payload != self.rows.to_le_bytes() || self.rows != self.expected.rows || self.sum != self.expected.sum {
            return Err(self.damaged("it is not the file that the manifest means"));
        }
        Ok(false)
    }

    fn damaged(&self, what: &'static str) -> SpillError {
        SpillError::damaged(&self.path, what)
    }
}

fn read_exactly(file: &mut File, path: &Path, bytes: &mut [u8]) -> Result<(), SpillError> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => SpillError::damaged(path, "it is cut short"),
        _ => SpillError::io(path, error),
    })
}
