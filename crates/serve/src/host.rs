//! What the server needs of the program around it.
//!
//! The server knows HTTP, queues and limits, and neither game: levels, strategies and pictures are the host's. All values
//! that pass between page and host are JSON that the server does not look into.

use boxwright_search::Cancel;
use serde_json::Value;
use std::time::Duration;

/// Answers what the page asks. Every call may take a while and is made on a thread that may block.
pub trait Host: Send + Sync + 'static {
    /// The levels inside the program.
    fn library(&self) -> Value;

    /// The strategies and objectives to choose from.
    fn strategies(&self) -> Value;

    /// Reads a file of levels.
    ///
    /// # Errors
    /// If there is no level in it.
    fn read(&self, name: &str, bytes: &[u8]) -> Result<Value, Problem>;

    /// Says what is to be known of a position at once: faults, dead squares, whether and why it is lost.
    ///
    /// # Errors
    /// If the request makes no sense.
    fn inspect(&self, request: Value) -> Result<Value, Problem>;

    /// Draws a level.
    ///
    /// # Errors
    /// If the request makes no sense or the picture would be too large.
    fn picture(&self, request: Value) -> Result<File, Problem>;

    /// Writes levels as a file.
    ///
    /// # Errors
    /// If the request makes no sense.
    fn export(&self, request: Value) -> Result<File, Problem>;

    /// Checks a request to solve a level.
    ///
    /// # Errors
    /// If the request makes no sense.
    fn prepare(&self, request: Value, allowance: Allowance) -> Result<Box<dyn Job>, Problem>;
}

/// A search to be.
pub trait Job: Send {
    /// Searches, tells how it is going about ten times a second, and says what came of it.
    fn run(self: Box<Self>, cancel: &Cancel, tell: &mut dyn FnMut(Value)) -> Value;
}

/// What one search may use.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The most time.
    pub time: Duration,
    /// The most bytes.
    pub memory: usize,
}

/// A file to be downloaded.
#[derive(Clone, Debug)]
pub struct File {
    /// What it is, as in `Content-Type`.
    pub media_type: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A request that cannot be met, in words for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem(pub String);

impl<T: ToString> From<T> for Problem {
    fn from(message: T) -> Problem {
        Problem(message.to_string())
    }
}
