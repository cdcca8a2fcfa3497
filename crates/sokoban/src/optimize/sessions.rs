//! Rearranging a solution: a run of pushes of one box is made earlier or later, if the others can be made without it.
//!
//! The pushes stay the same, but the player walks less, and runs of the same box that come together are one. This finds
//! in no time what a search of the whole stretch between would take long to find.

use std::ops::Range;

use boxwright_grid::Floor;

use super::measure::Weights;
use super::trail::{Trail, cost_of};
use super::walks::Walks;
use crate::space::Push;

/// The runs of pushes of one box.
pub(super) fn sessions(floor: &Floor, pushes: &[Push]) -> Vec<Range<usize>> {
    let goes_on = |a: &Push, b: &Push| floor.next(a.from, a.direction) == b.from;
    let mut end = 0;
    let run = |pushes: &[Push]| {
        let begin = end;
        end += pushes.len();
        begin..end
    };
    pushes.chunk_by(goes_on).map(run).collect()
}

/// A stretch of a trail, and the pushes to make there instead.
pub(super) struct Rearranged {
    pub(super) begin: usize,
    pub(super) end: usize,
    pub(super) pushes: Vec<Push>,
}

/// A cheaper order of the trail's runs in which the run with this number, of `runs`, is elsewhere, at most `farthest` runs
/// away.
pub(super) fn rearranged(
    floor: &Floor,
    weights: Weights,
    walks: &mut Walks,
    trail: &Trail,
    (runs, number): (&[Range<usize>], usize),
    farthest: usize,
) -> Option<Rearranged> {
    let run = runs[number].clone();
    let earlier = runs[number.saturating_sub(farthest)..number].iter().rev().map(|other| {
        let between = other.start..run.start;
        (other.start, run.end, [run.clone(), between])
    });
    let later = runs.iter().skip(number + 1).take(farthest).map(|other| {
        let between = run.end..other.end;
        (run.start, other.end, [between, run.clone()])
    });
    for (begin, end, order) in earlier.chain(later) {
        // One push more: it costs something else if the player comes from elsewhere.
        let seen = (end + 1).min(trail.len());
        let start = &trail.moments[begin];
        let present = trail.pushes[begin..seen].iter().copied();
        let (cost, _) = cost_of(floor, weights, walks, start, present, u32::MAX)?;
        let pushes: Vec<Push> = order.into_iter().flat_map(|range| trail.pushes[range].iter().copied()).collect();
        let next = trail.pushes[end..seen].iter().copied();
        if cost_of(floor, weights, walks, start, pushes.iter().copied().chain(next), cost).is_some() {
            return Some(Rearranged { begin, end, pushes });
        }
    }
    None
}
