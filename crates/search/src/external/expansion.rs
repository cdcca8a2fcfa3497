//! A layer is expanded: one pass over its file, all successors into the buffer.

use super::buffer::Buffer;
use super::error::SpillError;
use super::folder::{Known, layer_name};
use super::layers::{Purpose, due};
use super::merge::Source;
use super::search::{ExternalBfs, Phase, pack};
use super::sizes::Sizes;
use crate::packed::BitReader;
use crate::{Cost, Domain, Limit, Status};

impl<D: Domain> ExternalBfs<D> {
    /// Shares out the memory, puts known files together if it is time, and begins to expand the last layer.
    pub(super) fn between(&mut self, bytes: usize) -> Result<(), SpillError> {
        let last = self.progress.layers.last().copied().expect("layer 0 is always there");
        if last.rows == 0 {
            self.end(Status::Exhausted);
            return Ok(());
        }
        let Some(sizes) = Sizes::within(bytes.saturating_sub(self.lists()), self.row.len()) else {
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

    pub(super) fn expand_next(&mut self) -> Result<(), SpillError> {
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
}
