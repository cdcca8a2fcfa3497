//! The search itself: what it holds, how it is opened, and which phase its work goes to.

use std::path::Path;

use super::buffer::{self, Buffer};
use super::error::SpillError;
use super::folder::{Folder, Known, Progress, Run, layer_name};
use super::layers::Purpose;
use super::merge::Merge;
use super::rows::{FileInfo, RowReader};
use super::sizes::Sizes;
use crate::packed::{BitReader, BitWriter, bytes_for};
use crate::plan::actions_along;
use crate::{Domain, Goalward, Limit, Search, Slice, Statistics, Status};

/// Rows merged for the price of one expansion.
const ROWS_PER_EXPANSION: u64 = 16;

/// A breadth-first search on disk, at work.
pub struct ExternalBfs<D: Domain> {
    pub(super) domain: D,
    pub(super) folder: Folder,
    pub(super) progress: Progress,
    pub(super) phase: Phase,
    pub(super) sizes: Sizes,
    /// The layer that is being expanded.
    pub(super) layer: Option<RowReader>,
    pub(super) buffer: Buffer,
    pub(super) runs: Vec<Run>,
    pub(super) state: D::State,
    pub(super) row: Vec<u8>,
    /// The solution from its end, while it is traced; in order once solved.
    pub(super) path: Vec<Vec<u8>>,
    pub(super) statistics: Statistics,
    pub(super) status: Status,
    pub(super) failure: Option<SpillError>,
}

/// What the search is at.
pub(super) enum Phase {
    /// Between layers.
    Between,
    Expanding,
    Merging(Box<Merge>, Purpose),
    /// Looking for the predecessor of the last state of the path in the layer of this depth.
    Tracing(u32, RowReader),
    Over,
}

/// Fills `row` with the packed state.
pub(super) fn pack<D: Domain>(domain: &D, state: &D::State, row: &mut [u8]) {
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
            sizes: Sizes::least(width),
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
    pub(super) fn layers(&self) -> u32 {
        self.progress.layers.len() as u32
    }

    /// Bytes of the lists of files, which grow with the depth.
    pub(super) fn lists(&self) -> usize {
        self.progress.layers.capacity() * size_of::<FileInfo>()
            + self.progress.known.capacity() * size_of::<Known>()
            + self.runs.capacity() * size_of::<Run>()
    }

    fn held(&self) -> usize {
        let working = match &self.phase {
            Phase::Merging(merge, _) => merge.held(),
            Phase::Tracing(_, reader) => reader.held(),
            Phase::Between | Phase::Expanding | Phase::Over => 0,
        };
        working + self.lists() + self.buffer.held() + self.layer.as_ref().map_or(0, RowReader::held)
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

    pub(super) fn end(&mut self, status: Status) {
        self.status = status;
        self.phase = Phase::Over;
    }
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
