//! The folder of one search: its files, and the manifest that says which of them count.
//!
//! | name | what |
//! |---|---|
//! | `manifest` | what is searched, the complete layers, the known files, the goal if one was found |
//! | `layer-7.rows` | the states whose nearest root is seven actions away |
//! | `known-0-7.rows` | the states of layers 0 to 7 together |
//! | `….tmp` | half-written files, and runs |
//!
//! A file is written under a temporary name and renamed when it is complete; then the manifest is replaced, by renaming
//! too; then what became useless is removed. So whenever a process dies, the manifest describes complete files, and the
//! next one begins with the last complete layer. Nothing waits for the disk: after a power failure files may be
//! damaged, which their checksums tell.
//!
//! Temporary names hold the number of the process and a counter, so two searches in one folder never read each other's
//! runs; the later one removes those of the earlier, which then ends with an error.

use super::SpillError;
use super::rows::{FileInfo, RowReader, RowWriter, checksum};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

const MANIFEST: &str = "manifest";
const FIRST_LINE: &str = "boxwright spill 1";
const TEMPORARY: &str = ".tmp";

/// A known file: the states of some layers in a row. That of one layer is the layer's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub first: u32,
    pub last: u32,
    pub info: FileInfo,
}

impl Known {
    /// The name of its file.
    pub fn name(&self) -> String {
        if self.first == self.last {
            layer_name(self.first)
        } else {
            format!("known-{}-{}.rows", self.first, self.last)
        }
    }
}

/// The name of a layer's file.
pub(super) fn layer_name(depth: u32) -> String {
    format!("layer-{depth}.rows")
}

/// What is complete.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Progress {
    pub layers: Vec<FileInfo>,
    /// Together all layers, in order.
    pub known: Vec<Known>,
    /// Counters at the end of the last complete layer.
    pub expanded: u64,
    pub generated: u64,
    /// A goal one action behind the last layer (or in it, if that is layer 0).
    pub goal: Option<Vec<u8>>,
}

/// A temporary file that is complete, by its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    number: u64,
    pub info: FileInfo,
}

/// The folder.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    fingerprint: String,
    bits: usize,
    width: usize,
    /// Bytes of complete files and runs.
    disk: u64,
    peak: u64,
}

impl Folder {
    /// Opens or makes the folder, and removes half-written files. The progress is that of an earlier search for the
    /// same thing, if there was one.
    pub fn open(
        path: &Path,
        fingerprint: &str,
        bits: usize,
        width: usize,
    ) -> Result<(Folder, Option<Progress>), SpillError> {
        fs::create_dir_all(path).map_err(|error| SpillError::io(path, error))?;
        let fingerprint = fingerprint.escape_debug().to_string();
        let mut folder = Folder { path: path.to_owned(), fingerprint, bits, width, disk: 0, peak: 0 };
        let manifest = path.join(MANIFEST);
        let progress = match fs::read_to_string(&manifest) {
            Ok(text) => Some(folder.parse(&text, &manifest)?),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                return Err(SpillError::damaged(&manifest, "it is no text"));
            }
            Err(error) => return Err(SpillError::io(&manifest, error)),
        };
        let mut files = Vec::new();
        if let Some(progress) = &progress {
            files.extend(progress.layers.iter().zip(0..).map(|(&info, depth)| (layer_name(depth), info)));
            files.extend(progress.known.iter().filter(|k| k.first < k.last).map(|k| (k.name(), k.info)));
        }
        folder.tidy(&files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>())?;
        for (name, info) in files {
            folder.weigh(&name, info)?;
        }
        Ok((folder, progress))
    }

    /// Begins a temporary file; `name` is what it will be called, or any word for a run.
    pub fn create(&self, name: &str, limit: usize) -> Result<RowWriter, SpillError> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        RowWriter::create(self.temporary(number), number, self.seed(name), self.width, limit)
    }

    /// Completes a run, which keeps its temporary name.
    pub fn keep(&mut self, writer: RowWriter) -> Result<Run, SpillError> {
        let number = writer.number();
        let info = writer.finish()?;
        self.hold(info.bytes);
        Ok(Run { number, info })
    }

    /// Completes a file and gives it its name.
    pub fn publish(&mut self, writer: RowWriter, name: &str) -> Result<FileInfo, SpillError> {
        let run = self.keep(writer)?;
        let path = self.path.join(name);
        fs::rename(self.temporary(run.number), &path).map_err(|error| SpillError::io(&path, error))?;
        Ok(run.info)
    }

    /// Reads a complete file.
    pub fn read(&self, name: &str, info: FileInfo) -> Result<RowReader, SpillError> {
        RowReader::open(self.path.join(name), self.seed(name), self.width, info)
    }

    /// Reads a run that was begun as `name`.
    pub fn read_run(&self, name: &str, run: Run) -> Result<RowReader, SpillError> {
        RowReader::open(self.temporary(run.number), self.seed(name), self.width, run.info)
    }

    /// Removes a run.
    pub fn remove_run(&mut self, run: Run) -> Result<(), SpillError> {
        self.remove_file(&self.temporary(run.number), run.info)
    }

    /// Removes a file with a name.
    pub fn remove(&mut self, name: &str, info: FileInfo) -> Result<(), SpillError> {
        self.remove_file(&self.path.join(name), info)
    }

    /// Replaces the manifest.
    pub fn record(&self, progress: &Progress) -> Result<(), SpillError> {
        let path = self.path.join(MANIFEST);
        let half = self.path.join(format!("{MANIFEST}-{}{TEMPORARY}", std::process::id()));
        fs::write(&half, self.write(progress)).map_err(|error| SpillError::io(&half, error))?;
        fs::rename(&half, &path).map_err(|error| SpillError::io(&path, error))
    }

    /// An error about the file of that name.
    pub fn damaged(&self, name: &str, what: &'static str) -> SpillError {
        SpillError::damaged(&self.path.join(name), what)
    }

    /// An error about the manifest.
    pub fn damaged_manifest(&self, what: &'static str) -> SpillError {
        self.damaged(MANIFEST, what)
    }

    /// The most bytes there were on disk at a time.
    pub fn peak(&self) -> u64 {
        self.peak
    }

    fn remove_file(&mut self, path: &Path, info: FileInfo) -> Result<(), SpillError> {
        fs::remove_file(path).map_err(|error| SpillError::io(path, error))?;
        self.disk -= info.bytes;
        Ok(())
    }

    fn temporary(&self, number: u64) -> PathBuf {
        self.path.join(format!("run-{}-{number}{TEMPORARY}", std::process::id()))
    }

    fn hold(&mut self, bytes: u64) {
        self.disk += bytes;
        self.peak = self.peak.max(self.disk);
    }

    fn seed(&self, name: &str) -> u64 {
        checksum(checksum(0, self.fingerprint.as_bytes()), name.as_bytes())
    }

    /// Counts a file of the manifest, and sees at once if it is missing or was cut short.
    fn weigh(&mut self, name: &str, info: FileInfo) -> Result<(), SpillError> {
        let path = self.path.join(name);
        let length = fs::metadata(&path).map_err(|error| SpillError::io(&path, error))?.len();
        if length != info.bytes {
            return Err(SpillError::damaged(&path, "it is not as long as the manifest says"));
        }
        self.hold(length);
        Ok(())
    }

    /// Removes our files that the manifest does not mention; those of others stay.
    fn tidy(&self, mentioned: &[&str]) -> Result<(), SpillError> {
        for entry in fs::read_dir(&self.path).map_err(|error| SpillError::io(&self.path, error))? {
            let entry = entry.map_err(|error| SpillError::io(&self.path, error))?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let rows = name.ends_with(".rows") && (name.starts_with("layer-") || name.starts_with("known-"));
            let begun = [MANIFEST, "run-"].iter().any(|ours| name.starts_with(ours));
            if (rows && !mentioned.contains(&name.as_str())) || (begun && name.ends_with(TEMPORARY)) {
                fs::remove_file(entry.path()).map_err(|error| SpillError::io(&entry.path(), error))?;
            }
        }
        Ok(())
    }

    fn write(&self, progress: &Progress) -> String {
        let mut text = format!("{FIRST_LINE}\nfingerprint {}\nbits {}\n", self.fingerprint, self.bits);
        let _ = writeln!(text, "expanded {}\ngenerated {}", progress.expanded, progress.generated);
        for FileInfo { rows, sum, bytes } in &progress.layers {
            let _ = writeln!(text, "layer {rows} {sum} {bytes}");
        }
        for Known { first, last, info: FileInfo { rows, sum, bytes } } in &progress.known {
            let _ = writeln!(text, "known {first} {last} {rows} {sum} {bytes}");
        }
        if let Some(goal) = &progress.goal {
            let _ = writeln!(text, "goal{}", goal.iter().map(|byte| format!(" {byte}")).collect::<String>());
        }
        let sum = checksum(0, text.as_bytes());
        let _ = writeln!(text, "checksum {sum}");
        text
    }

    fn parse(&self, text: &str, path: &Path) -> Result<Progress, SpillError> {
        let damaged = |what| SpillError::damaged(path, what);
        let body = text.rfind("checksum ").ok_or_else(|| damaged("it is cut short"))?;
        if text[body..] != format!("checksum {}\n", checksum(0, &text.as_bytes()[..body])) {
            return Err(damaged("its checksum is wrong"));
        }
        let mut lines = text[..body].lines();
        if lines.next() != Some(FIRST_LINE) {
            return Err(damaged("it is of another version of this program"));
        }
        let fingerprint = lines.next().and_then(|line| line.strip_prefix("fingerprint "));
        if fingerprint != Some(&self.fingerprint) {
            return Err(SpillError::Foreign { folder: self.path.clone() });
        }
        let mut progress = Progress::default();
        for line in lines {
            let (word, rest) = line.split_once(' ').ok_or_else(|| damaged("a line has no number"))?;
            let numbers: Result<Vec<u64>, _> = rest.split(' ').map(str::parse).collect();
            let numbers = numbers.map_err(|_| damaged("a number is none"))?;
            match (word, numbers.as_slice()) {
                ("bits", &[bits]) if bits == self.bits as u64 => {}
                ("bits", _) => return Err(SpillError::Foreign { folder: self.path.clone() }),
                ("expanded", &[count]) => progress.expanded = count,
                ("generated", &[count]) => progress.generated = count,
                ("layer", &[rows, sum, bytes]) => progress.layers.push(FileInfo { rows, sum, bytes }),
                ("known", &[first, last, rows, sum, bytes]) => {
                    let info = FileInfo { rows, sum, bytes };
                    progress.known.push(Known { first: first as u32, last: last as u32, info });
                }
                ("goal", bytes) if bytes.len() == self.width => {
                    progress.goal = Some(bytes.iter().map(|&byte| byte as u8).collect());
                }
                _ => return Err(damaged("a line makes no sense")),
            }
        }
        if progress.layers.is_empty() {
            return Err(damaged("it has no layer"));
        }
        let mut due = 0;
        for known in &progress.known {
            if known.first != due || known.last < known.first {
                return Err(damaged("its known files have gaps"));
            }
            due = known.last + 1;
        }
        if due as usize != progress.layers.len() {
            return Err(damaged("its known files have gaps"));
        }
        Ok(progress)
    }
}
