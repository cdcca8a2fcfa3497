//! What the tests of the MPI program share: `mpirun`, its ranks, levels.

#![allow(dead_code, reason = "every test file uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Four ranks are enough to load a machine, so the tests run one after the other.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The program on so many ranks of this machine, ready to get arguments.
pub fn mpirun(ranks: usize) -> Command {
    let mut command = Command::new("mpirun");
    // Open MPI's leave to be root and to have more ranks than cores; others do not ask.
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command.env("OMPI_MCA_rmaps_base_oversubscribe", "1");
    command.args(["-n", &ranks.to_string(), env!("CARGO_BIN_EXE_boxwright-mpi")]).stdin(Stdio::null());
    command
}

/// What a run of the program gave.
pub struct Ran {
    /// The exit status of `mpirun`.
    pub status: i32,
    /// Standard output.
    pub out: String,
    /// Standard error, with what `mpirun` says.
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            status: output.status.code().expect("mpirun itself is not killed"),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Runs the program on so many ranks.
pub fn run(ranks: usize, arguments: &[&str]) -> Ran {
    mpirun(ranks).args(arguments).output().expect("mpirun is there where MPI is").into()
}

/// The JSON lines of a run.
pub fn json(ran: &Ran) -> Vec<serde_json::Value> {
    let line = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}\n{}", ran.err));
    ran.out.lines().map(line).collect()
}

/// An empty folder of a test.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("folders can be made");
    folder
}

/// Writes a file; its path as text.
pub fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("files can be written");
    path.to_str().expect("a plain name").to_owned()
}

/// The process of a rank that `mpirun` has started, once it is there.
#[cfg(target_os = "linux")]
pub fn process_of(mpirun: &Child, rank: usize) -> u32 {
    let wanted = format!("OMPI_COMM_WORLD_RANK={rank}");
    for _ in 0..1000 {
        let processes = fs::read_dir("/proc").expect("Linux").filter_map(Result::ok);
        let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let is_rank = |&process: &u32| {
            let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            let parent = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            // The parent is the second field behind the name, which is in parentheses.
            let parent = parent.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)?.parse::<u32>().ok());
            parent == Some(mpirun.id()) && environment.split(|&b| b == 0).any(|field| field == wanted.as_bytes())
        };
        if let Some(process) = numbers.into_iter().find(is_rank) {
            return process;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("rank {rank} did not come")
}

/// Sends a signal to a process that a test has started.
#[cfg(unix)]
pub fn signal(process: u32, name: &str) {
    // It may have ended meanwhile.
    let _ = Command::new("kill").args([name, &process.to_string()]).stderr(Stdio::null()).status();
}

/// Rooms far too large to be searched breadth-first, all different: boxes on the left, goals on the right.
pub fn rooms(number: usize) -> String {
    let room = |n: usize| {
        let (width, height) = (16 + n % 20, 9 + n / 20);
        let row = |y: usize| match y {
            0 => "#".repeat(width + 2),
            _ if y == height - 1 => "#".repeat(width + 2),
            1 => format!("#@{}#", " ".repeat(width - 1)),
            y if y % 2 == 0 && y < 8 => format!("#  $ $ {}.. #", " ".repeat(width - 9)),
            _ => format!("#{}#", " ".repeat(width)),
        };
        (0..height).map(|y| row(y) + "\n").collect::<String>() + "\n"
    };
    (0..number).map(room).collect()
}
