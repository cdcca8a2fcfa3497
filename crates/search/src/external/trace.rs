//! The solution, traced back from its goal: each layer is read, and expanded again, until a state appears that leads to
//! the one wanted.

use super::error::SpillError;
use super::folder::layer_name;
use super::search::{ExternalBfs, Phase, pack};
use crate::packed::BitReader;
use crate::{Domain, Status};

impl<D: Domain> ExternalBfs<D> {
    /// Begins to look for the way to a goal.
    pub(super) fn trace(&mut self, goal: Vec<u8>) -> Result<(), SpillError> {
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
    pub(super) fn trace_next(&mut self) -> Result<(), SpillError> {
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
}
