//! Files that are either there in full or not at all, and what the terminal can take.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::Failure;

/// Checks that a file can be written there, before hours are spent on what should go into it.
pub(super) fn check_writable(path: &Path) -> Result<(), Failure> {
    let temporary = temporary(path);
    let refuse = |error: io::Error| Failure::Usage(format!("{}: cannot be written: {error}", path.display()));
    if path.is_dir() {
        return Err(Failure::Usage(format!("{}: is a folder", path.display())));
    }
    fs::File::create(&temporary).map_err(refuse)?;
    fs::remove_file(&temporary).map_err(refuse)
}

/// Writes a file under another name beside it, then renames it.
pub(super) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    write_bytes(path, text.as_bytes())
}

/// The same for what is no text.
pub(super) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let temporary = temporary(path);
    let write = || {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&temporary);
        Failure::Usage(format!("{}: cannot be written: {error}", path.display()))
    })
}

/// Beside the file, since a name can be changed atomically only within a file system.
fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

/// Writes a new file whose name begins with `stem`; returns the name.
pub(super) fn write_new(stem: &str, text: &str) -> io::Result<String> {
    for number in 1.. {
        let name = format!("{stem}-{number}.txt");
        match fs::File::create_new(&name) {
            Ok(mut file) => return file.write_all(text.as_bytes()).map(|()| name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("there is always another number")
}

/// The columns of the terminal on standard output; 80 where there is none.
pub(super) fn columns() -> usize {
    let wide = |(terminal_size::Width(columns), _)| usize::from(columns);
    terminal_size::terminal_size_of(io::stdout()).map_or(80, wide)
}

/// Whether standard output is a terminal.
pub(super) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}
