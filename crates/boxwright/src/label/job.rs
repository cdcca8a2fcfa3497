//! A whole data set: levels in, labels out, in order, on all cores, from where an earlier run has ended.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::ordered::Enough;
use super::{Format, Label, Levels, Options, ToGo, in_order, resume};

/// Labels that may wait for an older one to be done; each is a line of text.
const WINDOW: usize = 4096;
/// The same where each can be a table of a million positions.
const WINDOW_OF_TABLES: usize = 4;
/// Nobody who looks at the output has to wait longer than that for what is done.
const FLUSH: Duration = Duration::from_millis(200);

/// Where labels go.
pub trait Sink {
    /// How many labels an earlier run has left there.
    fn done(&self) -> usize;

    /// Whether the last of these is this label.
    fn ends_with(&self, label: &Label) -> bool;

    /// Takes the next label.
    ///
    /// # Errors
    /// If it cannot be written.
    fn put(&mut self, label: &Label) -> io::Result<()>;

    /// All labels there will be in this run have been put.
    ///
    /// # Errors
    /// If they cannot be written.
    fn finish(&mut self) -> io::Result<()>;
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The labels cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The output is not the beginning of this run.
    #[error("{0}")]
    Resume(String),
}

/// What happens in a run.
#[derive(Debug)]
pub enum Event<'a> {
    /// A label was written.
    Labelled(&'a Label),
    /// A source, or the rest of one, cannot be read.
    Unreadable(&'a str),
}

/// Labels all levels that the sink does not have yet. A run that is cancelled ends after the last label that was done in
/// order, without an error.
///
/// # Errors
/// If the labels cannot be written, or those in the sink are of something else.
pub fn label_all(
    mut levels: Levels,
    options: &Options,
    threads: usize,
    sink: &mut dyn Sink,
    mut observe: impl FnMut(Event<'_>),
) -> Result<(), Trouble> {
    skip(&mut levels, options, sink, &mut observe)?;
    let window = if options.to_go == ToGo::All { WINDOW_OF_TABLES.max(2 * threads) } else { WINDOW };
    let work = |level: Result<_, String>| level.map(|level| Label::of(&level, options));
    let mut written = Ok(());
    in_order(threads, window, levels, work, |result| {
        match result {
            Ok(Some(label)) => match sink.put(&label) {
                Ok(()) => observe(Event::Labelled(&label)),
                Err(error) => written = Err(error),
            },
            Ok(None) => return Enough::Yes,
            Err(message) => observe(Event::Unreadable(&message)),
        }
        if written.is_err() {
            // What the other threads are at is of no use any more.
            options.limits.cancel.cancel();
            return Enough::Yes;
        }
        Enough::No
    });
    written?;
    Ok(sink.finish()?)
}

/// Leaves out the levels whose labels are there, and checks the last of them.
fn skip(
    levels: &mut Levels,
    options: &Options,
    sink: &dyn Sink,
    observe: &mut impl FnMut(Event<'_>),
) -> Result<(), Trouble> {
    let mut left = sink.done();
    while left > 0 {
        let more = || Trouble::Resume("the output has more labels than there are levels".to_owned());
        match levels.next().ok_or_else(more)? {
            Err(message) => observe(Event::Unreadable(&message)),
            Ok(_) if left > 1 => left -= 1,
            Ok(level) => {
                left = 0;
                if Label::of(&level, options).is_some_and(|label| !sink.ends_with(&label)) {
                    let why = "the last label of the output is not what this run would write: the levels, the options \
                               or the version differ";
                    return Err(Trouble::Resume(why.to_owned()));
                }
            }
        }
    }
    Ok(())
}

/// Lines of text.
pub struct Lines<W: Write> {
    out: BufWriter<W>,
    format: Format,
    done: resume::Done,
    flushed: Instant,
}

impl<W: Write> Lines<W> {
    /// A new text.
    ///
    /// # Errors
    /// If its header cannot be written.
    pub fn new(out: W, format: Format) -> io::Result<Lines<W>> {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        out.write_all(format.header().as_bytes())?;
        Ok(Lines { out, format, done: resume::Done::default(), flushed: Instant::now() })
    }
}

impl Lines<File> {
    /// The end of a text that is there already, or a new one.
    ///
    /// # Errors
    /// If the file cannot be read or written, or is something else.
    pub fn reopen(path: &Path, format: Format) -> io::Result<Lines<File>> {
        let (file, done) = resume::reopen(path, format)?;
        Ok(Lines { out: BufWriter::with_capacity(1 << 16, file), format, done, flushed: Instant::now() })
    }
}

impl<W: Write> Sink for Lines<W> {
    fn done(&self) -> usize {
        self.done.labels
    }

    fn ends_with(&self, label: &Label) -> bool {
        resume::is_same(&self.done.last, label, self.format)
    }

    fn put(&mut self, label: &Label) -> io::Result<()> {
        self.out.write_all(self.format.line(label).as_bytes())?;
        if self.flushed.elapsed() >= FLUSH {
            self.flushed = Instant::now();
            self.out.flush()?;
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
