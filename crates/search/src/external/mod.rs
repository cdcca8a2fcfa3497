//! Breadth-first search on disk, for spaces that do not fit in memory.
//!
//! Delayed duplicate detection: successors are not looked up when they are generated but collected, sorted, and freed
//! of duplicates and of all earlier states by merging sorted files (Munagala, Ranade 1999; Korf 2004; Edelkamp, Jabbar,
//! Schrödl 2004). Memory then bounds the size of a buffer, not of the space.
//!
//! A layer is expanded in one pass over its file. Successors go into a buffer ([`buffer`](self)), half of the memory
//! allowed; full, it becomes a sorted run on disk. At the end runs and buffer are merged, without the known states, into
//! the next layer; if there are more runs than files may be open, they are merged into longer ones first.
//!
//! How ours differs:
//! - The space is directed, so a state may come back from any layer, not only from the last two: all earlier layers
//!   count. They are not merged into one file each time, which would write everything again for every layer. Layers are
//!   known files themselves, and neighbours are merged when the later are no longer small against the earlier, as in a
//!   log-structured merge tree (O'Neil et al. 1996): a state is written again about log(layers) times.
//! - A layer whose successors fit in the buffer needs no run at all.
//! - States are stored whole: no hash stands for them, and the answer is exact.
//! - Every file carries checksums, and the folder a manifest; the search goes on with the last complete layer when the
//!   same folder is opened again ([`ExternalBfs::open`]).
//! - No parents are stored. The solution is traced back at the end: each layer is read, and expanded again, until a
//!   state appears that leads to the one wanted; half of all states on average.
//!
//! Cost: each layer reads all known states once, so it is made for wide spaces rather than deep ones. On disk a state
//! takes its front-coded row about two times, and up to a third time while known files are merged.
//!
//! Properties: complete; optimal, because all actions cost 1 and a goal is accepted when it is generated. Unit costs
//! only. Memory stays within [`Slice::bytes`] apart from the working states of the domain, provided that the successors
//! of one state fit in a sixteenth of it.

mod buffer;
mod error;
mod folder;
mod merge;
mod rows;

pub use error::SpillError;

use crate::packed::{BitReader, BitWriter, bytes_for};
use crate::plan::actions_along;
use crate::{Cost, Domain, Goalward, Limit, Search, Slice, Statistics, Status};
use buffer::Buffer;
use folder::{Folder, Known, Progress, Run, layer_name};
use merge::{Merge, Source};
use rows::{MOST_PAYLOAD, RowReader, RowWriter, payload_limit};
use std::path::Path;

/// No more files than this are read at a time, whatever the memory.
const MOST_FILES: usize = 64;
/// With fewer, known files and runs could not be merged at the same time.
const LEAST_FILES: usize = 4;
/// Blocks are not made smaller than this, or their headers would be much of them.
const LEAST_PAYLOAD: usize = 64;
/// There are at most so many times as many runs as files may be read.
const MOST_RUNS: usize = 4;
/// Rows merged for the price of one expansion.
const ROWS_PER_EXPANSION: u64 = 16;
/// What runs are begun as.
const RUN: &str = "run";

/// A breadth-first search on disk, at work.
pub struct ExternalBfs<D: Domain> {
    domain: D,
    folder: Folder,
    progress: Progress,
    phase: Phase,
    sizes: Sizes,
    /// The layer that is being expanded.
    layer: Option<RowReader>,
    buffer: Buffer,
    runs: Vec<Run>,
    state: D::State,
    row: Vec<u8>,
    /// The solution from its end, while it is traced; in order once solved.
    path: Vec<Vec<u8>>,
    statistics: Statistics,
    status: Status,
    failure: Option<SpillError>,
}

/// How memory is shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    /// Of a block on disk.
    payload: usize,
    /// Files read at a time.
    files: usize,
    /// Of the buffer.
    buffer: usize,
}

impl Sizes {
    /// Half for the buffer, a quarter for files, the rest for what else there is; `None` if that is too little.
    fn within(bytes: usize, width: usize) -> Option<Sizes> {
        let payload = payload_limit(width, (bytes / 512).clamp(LEAST_PAYLOAD, MOST_PAYLOAD));
        let a_file = payload + width + size_of::<Source>() + 32;
        let files = (bytes / 4 / a_file).min(MOST_FILES);
        let buffer = bytes / 2;
        (files >= LEAST_FILES && buffer >= 16 * width).then_some(Sizes { payload, files, buffer })
    }
}

/// What a merge is for.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    /// The buffer was full.
    Spill,
    /// There were too many runs; the oldest, so many, are merged.
    Pass(usize),
    /// The next layer.
    Layer,
    /// The known files from this one on, so many, are made one.
    Known(usize, usize),
}

enum Phase {
    /// Between layers.
    Between,
    Expanding,
    Merging(Box<Merge>, Purpose),
    /// Looking for the predecessor of the last state of the path in the layer of this depth.
    Tracing(u32, RowReader),
    Over,
}

/// Fills `row` with the packed state.
fn pack<D: Domain>(domain: &D, state: &D::State, row: &mut [u8]) {
    let mut writer = BitWriter::new(row);
    domain.pack(state, &mut writer);
    writer.finish();
}

impl<D: Domain> ExternalBfs<D> {
    /// A search in `domain` with its files in `folder`, which is made if it does not exist. If an earlier search with
    /// the same `fingerprint` left its files there, this one goes on with its last complete layer.
    ///
    /// The fingerprint is a text that says all that the space depends on: the puzzle, the kind of space, the version of
    /// its rules.
    ///
    /// # Errors
    /// If the folder cannot be used, belongs to another search or is damaged, or if actions have different costs.
    ///
    /// # Panics
    /// If the domain has no root.
    pub fn open(domain: D, folder: &Path, fingerprint: &str) -> Result<ExternalBfs<D>, SpillError> {
        if !domain.unit_cost() {
            return Err(SpillError::NotUnitCost);
        }
        let bits = domain.packed_bits();
        let width = bytes_for(bits);
        let (folder, progress) = Folder::open(folder, fingerprint, bits, width)?;
        let state = domain.roots().into_iter().next().expect("a domain has a root");
        let mut search = ExternalBfs {
            domain,
            folder,
            progress: Progress::default(),
            phase: Phase::Between,
            sizes: Sizes { payload: payload_limit(width, LEAST_PAYLOAD), files: LEAST_FILES, buffer: 0 },
            layer: None,
            buffer: Buffer::new(width, 0),
            runs: Vec::new(),
            state,
            row: vec![0; width],
            path: Vec::new(),
            statistics: Statistics::default(),
            status: Status::Running,
            failure: None,
        };
        match progress {
            Some(progress) => search.progress = progress,
            None => search.begin()?,
        }
        search.statistics.expanded = search.progress.expanded;
        search.statistics.generated = search.progress.generated;
        if let Some(goal) = search.progress.goal.clone() {
            search.domain.unpack(&mut BitReader::new(&goal), &mut search.state);
            if !search.domain.is_goal(&search.state) {
                return Err(search.folder.damaged_manifest("its goal is none"));
            }
            search.trace(goal)?;
        }
        search.count();
        Ok(search)
    }

    /// Writes layer 0.
    fn begin(&mut self) -> Result<(), SpillError> {
        let width = self.row.len();
        let mut roots = Vec::new();
        for root in self.domain.roots() {
            pack(&self.domain, &root, &mut self.row);
            roots.extend_from_slice(&self.row);
            if self.domain.is_goal(&root) {
                self.progress.goal = Some(self.row.clone());
            }
        }
        buffer::sort(&mut roots, width);
        buffer::dedup(&mut roots, width);
        let mut writer = self.folder.create(&layer_name(0), self.sizes.payload)?;
        roots.chunks_exact(width).try_for_each(|root| writer.push(root))?;
        self.add_layer(writer)
    }

    /// The number of complete layers.
    fn layers(&self) -> u32 {
        self.progress.layers.len() as u32
    }

    fn held(&self) -> usize {
        let working = match &self.phase {
            Phase::Merging(merge, _) => merge.held(),
            Phase::Tracing(_, reader) => reader.held(),
            Phase::Between | Phase::Expanding | Phase::Over => 0,
        };
        let lists = self.progress.layers.capacity() * size_of::<rows::FileInfo>()
            + self.progress.known.capacity() * size_of::<Known>()
            + self.runs.capacity() * size_of::<Run>();
        working + lists + self.buffer.held() + self.layer.as_ref().map_or(0, RowReader::held)
    }

    fn count(&mut self) {
        self.statistics.stored = self.progress.layers.iter().map(|layer| layer.rows).sum();
        self.statistics.disk_bytes = self.folder.peak();
        self.statistics.hold(self.held());
    }

    /// Does work for about `expansions` expansions in the phase at hand; returns what is left of them.
    fn work(&mut self, expansions: u64, bytes: usize) -> Result<u64, SpillError> {
        match &mut self.phase {
            Phase::Between => {
                self.between(bytes)?;
                Ok(expansions)
            }
            Phase::Expanding => {
                self.expand_next()?;
                Ok(expansions - 1)
            }
            Phase::Merging(merge, _) => {
                if merge.work(expansions.saturating_mul(ROWS_PER_EXPANSION))? {
                    self.merged()?;
                }
                Ok(0)
            }
            Phase::Tracing(..) => {
                self.trace_next()?;
                Ok(expansions - 1)
            }
            Phase::Over => Ok(0),
        }
    }

    /// Shares out the memory, puts known files together if it is time, and begins to expand the last layer.
    fn between(&mut self, bytes: usize) -> Result<(), SpillError> {
        let last = self.progress.layers.last().copied().expect("layer 0 is always there");
        if last.rows == 0 {
            self.end(Status::Exhausted);
            return Ok(());
        }
        let Some(sizes) = Sizes::within(bytes, self.row.len()) else {
            self.status = Status::Stopped(Limit::Memory);
            return Ok(());
        };
        self.sizes = sizes;
        if let Some((first, count)) = due(&self.progress.known, sizes.files) {
            let known = &self.progress.known[first..first + count];
            let name = Known { last: known[count - 1].last, ..known[0] }.name();
            let sources = known.iter().map(|k| self.folder.read(&k.name(), k.info).map(Source::File));
            let sources = sources.collect::<Result<Vec<_>, _>>()?;
            return self.merge(Vec::new(), sources, &name, Purpose::Known(first, count));
        }
        self.buffer = Buffer::new(self.row.len(), sizes.buffer);
        self.layer = Some(self.folder.read(&layer_name(self.layers() - 1), last)?);
        self.phase = Phase::Expanding;
        // No state so near is a goal, or it would have been noticed when it was generated.
        self.statistics.lower_bound = self.layers();
        Ok(())
    }

    fn expand_next(&mut self) -> Result<(), SpillError> {
        // Step 1. Room for its successors.
        if self.buffer.is_full() {
            return self.empty_buffer();
        }
        // Step 2. The next state of the layer; behind the last, the next layer.
        let layer = self.layer.as_mut().expect("a layer is open while it is expanded");
        if !layer.advance()? {
            self.layer = None;
            return self.finish_layer();
        }
        let ExternalBfs { domain, state, row, buffer, statistics, progress, .. } = self;
        domain.unpack(&mut BitReader::new(layer.row()), state);
        statistics.expanded += 1;
        statistics.depth = progress.layers.len() as Cost - 1;
        // Step 3. Its successors, whatever they are; unless one is a goal.
        let goal = &mut progress.goal;
        domain.expand(state, |successor, _, _| {
            statistics.generated += 1;
            if goal.is_none() {
                pack(domain, successor, row);
                if domain.is_goal(successor) {
                    *goal = Some(row.clone());
                } else {
                    buffer.push(row);
                }
            }
        });
        if let Some(goal) = self.progress.goal.clone() {
            self.layer = None;
            self.drop_runs()?;
            self.progress.expanded = self.statistics.expanded;
            self.progress.generated = self.statistics.generated;
            self.folder.record(&self.progress)?;
            self.trace(goal)?;
        }
        Ok(())
    }

    fn merge(
        &mut self,
        known: Vec<Source>,
        fresh: Vec<Source>,
        name: &str,
        purpose: Purpose,
    ) -> Result<(), SpillError> {
        let writer = self.folder.create(name, self.sizes.payload)?;
        self.phase = Phase::Merging(Box::new(Merge::new(known, fresh, writer)?), purpose);
        Ok(())
    }

    fn chunks(&mut self) -> Vec<Source> {
        let width = self.row.len();
        self.buffer.take().into_iter().map(|rows| Source::chunk(rows, width)).collect()
    }

    fn empty_buffer(&mut self) -> Result<(), SpillError> {
        let chunks = self.chunks();
        self.merge(Vec::new(), chunks, RUN, Purpose::Spill)
    }

    /// Behind the last state of a layer: too many runs become fewer, then the next layer is made.
    fn finish_layer(&mut self) -> Result<(), SpillError> {
        let most = self.sizes.files - self.progress.known.len();
        let runs = self.runs.iter().map(|&run| self.folder.read_run(RUN, run).map(Source::File));
        if self.runs.len() > most {
            return self.merge_runs(self.sizes.files.min(self.runs.len() - most + 1));
        }
        let mut fresh = runs.collect::<Result<Vec<_>, _>>()?;
        fresh.extend(self.chunks());
        let known = self.progress.known.iter().map(|k| self.folder.read(&k.name(), k.info).map(Source::File));
        let known = known.collect::<Result<Vec<_>, _>>()?;
        self.merge(known, fresh, &layer_name(self.layers()), Purpose::Layer)
    }

    /// Makes the oldest runs one.
    fn merge_runs(&mut self, count: usize) -> Result<(), SpillError> {
        let runs = self.runs[..count].iter().map(|&run| self.folder.read_run(RUN, run).map(Source::File));
        let runs = runs.collect::<Result<Vec<_>, _>>()?;
        self.merge(Vec::new(), runs, RUN, Purpose::Pass(count))
    }

    /// A merge is done: what comes of it.
    fn merged(&mut self) -> Result<(), SpillError> {
        let Phase::Merging(merge, purpose) = std::mem::replace(&mut self.phase, Phase::Over) else {
            unreachable!("only a merge comes to its end here")
        };
        let writer = merge.into_writer();
        match purpose {
            Purpose::Spill => {
                self.runs.push(self.folder.keep(writer)?);
                self.phase = Phase::Expanding;
                // Merging early costs the same, and keeps the list and the folder short.
                if self.runs.len() >= MOST_RUNS * self.sizes.files { self.merge_runs(self.sizes.files) } else { Ok(()) }
            }
            Purpose::Pass(count) => {
                self.runs.push(self.folder.keep(writer)?);
                for run in self.runs.drain(..count) {
                    self.folder.remove_run(run)?;
                }
                if self.layer.is_none() {
                    return self.finish_layer();
                }
                self.phase = Phase::Expanding;
                Ok(())
            }
            Purpose::Layer => {
                self.add_layer(writer)?;
                self.drop_runs()
            }
            Purpose::Known(first, count) => {
                let files = &self.progress.known[first..first + count];
                let (from, to) = (files[0].first, files[count - 1].last);
                let mut known = Known { first: from, last: to, info: files[0].info };
                known.info = self.folder.publish(writer, &known.name())?;
                let old: Vec<Known> = self.progress.known.splice(first..first + count, [known]).collect();
                self.folder.record(&self.progress)?;
                for file in old.iter().filter(|file| file.first < file.last) {
                    self.folder.remove(&file.name(), file.info)?;
                }
                self.phase = Phase::Between;
                Ok(())
            }
        }
    }

    fn add_layer(&mut self, writer: RowWriter) -> Result<(), SpillError> {
        let depth = self.layers();
        let info = self.folder.publish(writer, &layer_name(depth))?;
        self.progress.layers.push(info);
        self.progress.known.push(Known { first: depth, last: depth, info });
        self.progress.expanded = self.statistics.expanded;
        self.progress.generated = self.statistics.generated;
        self.phase = Phase::Between;
        self.folder.record(&self.progress)
    }

    fn drop_runs(&mut self) -> Result<(), SpillError> {
        self.buffer = Buffer::new(self.row.len(), 0);
        std::mem::take(&mut self.runs).into_iter().try_for_each(|run| self.folder.remove_run(run))
    }

    /// Begins to look for the way to a goal.
    fn trace(&mut self, goal: Vec<u8>) -> Result<(), SpillError> {
        let depth = self.layers() - 1;
        // A root that is a goal is in layer 0; any other goal is behind the last layer, and in none.
        let at_root = depth == 0 && self.domain.roots().iter().any(|root| self.domain.is_goal(root));
        self.path = vec![goal];
        if at_root {
            self.end(Status::Solved);
            return Ok(());
        }
        self.statistics.lower_bound = depth + 1;
        self.phase = Phase::Tracing(depth, self.folder.read(&layer_name(depth), self.progress.layers[depth as usize])?);
        Ok(())
    }

    /// Looks at one more state of the layer that the predecessor is in.
    fn trace_next(&mut self) -> Result<(), SpillError> {
        let ExternalBfs { domain, folder, progress, state, row, path, phase, .. } = self;
        let Phase::Tracing(depth, reader) = phase else { unreachable!("only called while tracing") };
        if !reader.advance()? {
            return Err(folder.damaged(&layer_name(*depth), "no state in it leads to the next layer's"));
        }
        let target = path.last().expect("a path has its goal");
        domain.unpack(&mut BitReader::new(reader.row()), state);
        let mut found = false;
        domain.expand(state, |successor, _, _| {
            if !found {
                pack(domain, successor, row);
                found = row == target;
            }
        });
        if found {
            path.push(reader.row().to_vec());
            if *depth == 0 {
                path.reverse();
                self.end(Status::Solved);
            } else {
                let above = *depth - 1;
                *phase = Phase::Tracing(above, folder.read(&layer_name(above), progress.layers[above as usize])?);
            }
        }
        Ok(())
    }

    fn end(&mut self, status: Status) {
        self.status = status;
        self.phase = Phase::Over;
    }
}

/// Which known files should be made one, as the first and how many: the later ones, as long as they are not small
/// against the one before them, or take up more than half of the files that may be open.
fn due(known: &[Known], files: usize) -> Option<(usize, usize)> {
    let mut first = known.len().checked_sub(1)?;
    let mut rows = known[first].info.rows;
    while first > 0 && (known[first - 1].info.rows <= 2 * rows || first >= files / 2) {
        first -= 1;
        rows += known[first].info.rows;
    }
    let first = first.max(known.len().saturating_sub(files));
    (first + 1 < known.len()).then_some((first, known.len() - first))
}

impl<D: Domain> Search for ExternalBfs<D> {
    fn step(&mut self, slice: Slice) -> Status {
        if self.failure.is_some() || !matches!(self.status, Status::Running | Status::Stopped(_)) {
            return self.status;
        }
        self.status = Status::Running;
        let mut expansions = slice.expansions;
        while expansions > 0 && self.status == Status::Running {
            if self.held() > slice.bytes {
                self.status = Status::Stopped(Limit::Memory);
                break;
            }
            match self.work(expansions, slice.bytes) {
                Ok(left) => expansions = left,
                Err(error) => {
                    self.failure = Some(error);
                    self.end(Status::Stopped(Limit::Disk));
                }
            }
            self.statistics.hold(self.held());
        }
        self.count();
        self.status
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn failure(&self) -> Option<String> {
        self.failure.as_ref().map(ToString::to_string)
    }
}

impl<D: Domain> Goalward for ExternalBfs<D> {
    type Domain = D;

    fn domain(&self) -> &D {
        &self.domain
    }

    fn solution(&self) -> Option<Vec<D::Action>> {
        (self.status == Status::Solved).then(|| actions_along(&self.domain, &self.path))
    }
}
