//! How far the characters are from the exit.
//!
//! Source: Wittingen 2021, section 5.1: the average Manhattan distance between the characters and the exit, "as it is
//! less complicated to compute" than walking distances. A position of the interaction space has no squares for the
//! characters, only regions; we take the square of the region that is nearest to the exit (of three readings the one
//! whose A* agrees best with the paper's Table 2; the others were the smallest square and the average of all).
//! Characters who left are at distance 0. The average is rounded down.
//!
//! In the space of steps every character has a square, and the walking distance past walls alone, summed over the
//! characters, is the better guide; it is used there. A character that walls alone keep from the exit makes a position
//! hopeless in both.
//!
//! Cost: a flood fill per character. Properties: neither admissible nor consistent; no optimum is promised.

use super::way::WayOut;
use crate::Puzzle;
use crate::space::{InteractionState, Interactions, StepState, Steps};
use boxwright_grid::{Fill, Point, SquareSet};
use boxwright_search::{Cost, Heuristic, Past};

/// The distance to the exit: the average Manhattan distance for interactions, the sum of the ways for steps.
#[derive(Clone, Debug)]
pub struct Exit {
    way_out: WayOut,
    exit: Option<Point>,
    characters: Cost,
    fill: Fill,
    region: SquareSet,
}

impl Exit {
    /// The guide for a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Exit {
        let floor = puzzle.floor();
        Exit {
            way_out: WayOut::new(puzzle),
            exit: puzzle.exit_sides().first().and_then(|&(side, d)| floor.size().step(floor.point(side), d)),
            characters: puzzle.characters().iter().filter(|c| c.exists()).count() as Cost,
            fill: Fill::new(floor),
            region: SquareSet::new(floor.len()),
        }
    }
}

impl Heuristic<Interactions> for Exit {
    fn estimate(&mut self, space: &Interactions, state: &InteractionState, _: &dyn Past) -> Option<Cost> {
        let exit = self.exit?;
        let floor = space.puzzle().floor();
        let mut sum = 0;
        for at in state.whereabouts().into_iter().filter(|c| c.exists()) {
            self.way_out.from(at)?;
            self.region.clear();
            self.fill.spread(floor, at, state.field().closed(), &mut self.region);
            let distance = |p: Point| Cost::from(p.x.abs_diff(exit.x)) + Cost::from(p.y.abs_diff(exit.y));
            sum += self.region.iter().map(|s| distance(floor.point(s))).min()?;
        }
        Some(sum / self.characters.max(1))
    }
}

impl Heuristic<Steps> for Exit {
    fn estimate(&mut self, _: &Steps, state: &StepState, _: &dyn Past) -> Option<Cost> {
        let present = state.characters().into_iter().filter(|c| c.exists());
        present.map(|c| self.way_out.from(c)).sum()
    }
}
