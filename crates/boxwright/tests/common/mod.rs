//! What the tests of the program share: running it, folders that go away, levels.

#![allow(dead_code, reason = "every test file uses its own part")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Solved by one push.
pub const EASY: &str = "#####\n#@$.#\n#####\n";
/// The box is in a corner.
pub const UNSOLVABLE: &str = "#####\n#$@.#\n#####\n";
/// A character leaves by the exit.
pub const KWIRK: &str = "#####\n#1 %#\n#####\n";

/// The program, ready to get arguments.
pub fn boxwright() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boxwright"));
    command.stdin(Stdio::null());
    command
}

/// What a run of the program gave.
pub struct Ran {
    /// The exit status.
    pub status: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            status: output.status.code().expect("not killed by a signal"),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

/// Runs the program.
pub fn run<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Ran {
    boxwright().args(arguments).output().expect("the program runs").into()
}

/// Runs the program with something on its standard input.
pub fn run_with_input(arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = boxwright();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // It may refuse its arguments before it has read anything.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("the program ends").into()
}

/// The JSON lines of a run.
pub fn json(ran: &Ran) -> Vec<serde_json::Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// A folder that goes away at the end of a test.
pub struct Folder(PathBuf);

impl Folder {
    /// A new folder.
    pub fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let name = format!("boxwright-test-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a file in it, as text.
    pub fn at(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain name").to_owned()
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("in a folder")).expect("folders can be made");
        fs::write(&path, content).expect("files can be written");
        self.at(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file of the folder `shared` beside the repository, which not everybody has.
pub fn shared(path: &str) -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(path);
    if !found.exists() {
        eprintln!("skipped: {} is not here", found.display());
    }
    found.exists().then_some(found)
}

/// A room far too large to be searched breadth-first: boxes on the left, goals on the right.
pub fn hard_room(boxes_per_column: usize) -> String {
    let height = 2 * boxes_per_column + 3;
    let row = |y: usize| match y {
        0 => format!("#{}#", "#".repeat(24)),
        y if y == height - 1 => format!("#{}#", "#".repeat(24)),
        1 => format!("#@{}#", " ".repeat(23)),
        y if y % 2 == 0 => format!("#  $ $ {}.. #", " ".repeat(15)),
        _ => format!("#{}#", " ".repeat(24)),
    };
    (0..height).map(|y| row(y) + "\n").collect()
}
