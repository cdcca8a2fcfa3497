//! How layers come about: full buffers become runs, runs and buffer become a layer, known files are put together.
//!
//! All four are merges ([`Purpose`]), which are worked off in small pieces like everything else.

use super::buffer::Buffer;
use super::error::SpillError;
use super::folder::{Known, layer_name};
use super::merge::{Merge, Source};
use super::rows::RowWriter;
use super::search::{ExternalBfs, Phase};
use crate::Domain;

/// There are at most so many times as many runs as files may be read.
const MOST_RUNS: usize = 4;
/// What runs are begun as.
const RUN: &str = "run";

/// What a merge is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// The buffer was full.
    Spill,
    /// There were too many runs; the oldest, so many, are merged.
    Pass(usize),
    /// The next layer.
    Layer,
    /// The known files from this one on, so many, are made one.
    Known(usize, usize),
}

impl<D: Domain> ExternalBfs<D> {
    pub(super) fn merge(
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

    pub(super) fn empty_buffer(&mut self) -> Result<(), SpillError> {
        let chunks = self.chunks();
        self.merge(Vec::new(), chunks, RUN, Purpose::Spill)
    }

    /// Behind the last state of a layer: too many runs become fewer, then the next layer is made.
    pub(super) fn finish_layer(&mut self) -> Result<(), SpillError> {
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
    pub(super) fn merged(&mut self) -> Result<(), SpillError> {
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

    pub(super) fn add_layer(&mut self, writer: RowWriter) -> Result<(), SpillError> {
        let depth = self.layers();
        let info = self.folder.publish(writer, &layer_name(depth))?;
        self.progress.layers.push(info);
        self.progress.known.push(Known { first: depth, last: depth, info });
        self.progress.expanded = self.statistics.expanded;
        self.progress.generated = self.statistics.generated;
        self.phase = Phase::Between;
        self.folder.record(&self.progress)
    }

    pub(super) fn drop_runs(&mut self) -> Result<(), SpillError> {
        self.buffer = Buffer::new(self.row.len(), 0);
        std::mem::take(&mut self.runs).into_iter().try_for_each(|run| self.folder.remove_run(run))
    }
}

/// Which known files should be made one, as the first and how many: the later ones, as long as they are not small
/// against the one before them, or take up more than half of the files that may be open.
pub(super) fn due(known: &[Known], files: usize) -> Option<(usize, usize)> {
    let mut first = known.len().checked_sub(1)?;
    let mut rows = known[first].info.rows;
    while first > 0 && (known[first - 1].info.rows <= 2 * rows || first >= files / 2) {
        first -= 1;
        rows += known[first].info.rows;
    }
    let first = first.max(known.len().saturating_sub(files));
    (first + 1 < known.len()).then_some((first, known.len() - first))
}
