//! The least sum of distances, where each box is as far from the goals as the player's side of it makes it.
//!
//! A matching as in [`Hungarian`], between [spots](Spots) and goals. It knows more than one between squares wherever
//! passages are narrow: a box in a corridor can only be pushed on, not back. Admissible and consistent in pushes, since
//! a push takes one box one spot further and leaves the others where they are. With the [`Surplus`] of pairs of boxes it is
//! still admissible.
//!
//! Going backwards the boxes are given the squares on which they start, each on the side of it on which the player starts.
//! Cost: a look at the blocks of the floor for boxes on squares that join parts of it.

use super::{Assignment, Distances, Hungarian, Surplus};
use crate::Puzzle;
use crate::distance::Spots;
use crate::macros::Way;
use crate::space::{Position, Pruned, PullState, Pulls, Push, PushState, Symmetric, WalkState, Walks};
use boxwright_grid::{Floor, Square, SquareSet};
use boxwright_search::{Cost, Domain, Heuristic, Past};
use std::sync::Arc;

/// The matching as a heuristic.
#[derive(Clone, Debug)]
pub struct Aware {
    puzzle: Arc<Puzzle>,
    way: Way,
    spots: Spots,
    /// Spots take the place of squares.
    matching: Hungarian,
    /// The position whose successors are estimated.
    boxes: SquareSet,
    /// The spot of the box on each of its squares.
    spot_on: Vec<u16>,
    /// Whether that is a position of the search; one that comes from the goals has not been at the beginning.
    entered: bool,
    surplus: Option<Surplus>,
}

impl Aware {
    /// The estimate for a puzzle that is not [hopeless](Puzzle::is_hopeless).
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>) -> Aware {
        Aware::going(puzzle, Way::Push)
    }

    /// The same for going backwards: how many pulls it takes to the position that the puzzle begins with.
    #[must_use]
    pub fn backwards(puzzle: &Arc<Puzzle>) -> Aware {
        Aware::going(puzzle, Way::Pull)
    }

    fn going(puzzle: &Arc<Puzzle>, way: Way) -> Aware {
        let floor = puzzle.floor();
        let spots = Spots::new(puzzle);
        let distances = match way {
            Way::Push => Distances::between_spots(puzzle, &spots),
            Way::Pull => Distances::from_starts(puzzle, &spots),
        };
        let spot = |&square: &Square| Square(spots.of(floor, square, puzzle.player()) as u16);
        let begin: Vec<Square> = puzzle.boxes().iter().map(spot).collect();
        let mut spot_on = vec![0; floor.len()];
        for (square, spot) in puzzle.boxes().iter().zip(&begin) {
            spot_on[square.index()] = spot.0;
        }
        Aware {
            matching: Hungarian::new(distances, &begin),
            boxes: SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied()),
            spot_on,
            entered: way == Way::Push,
            spots,
            way,
            puzzle: Arc::clone(puzzle),
            surplus: None,
        }
    }

    /// Adds what pairs of boxes cost more, unless the puzzle is too large for that.
    #[must_use]
    pub fn with_surplus(self) -> Aware {
        let surplus = Surplus::new(&self.puzzle, self.way, &self.spots, self.matching.distances());
        Aware { surplus, ..self }
    }

    /// Adds what larger groups of boxes cost more, as far as that is learned on the way, if there is a surplus of pairs.
    /// For pushes only.
    #[must_use]
    pub fn with_groups(mut self) -> Aware {
        let Aware { puzzle, spots, matching, surplus, .. } = &mut self;
        *surplus = surplus.take().map(|pairs| pairs.with_groups(puzzle, spots, matching.distances()));
        self
    }

    /// Finds out a little more about groups of boxes. Whether some estimates have become larger.
    pub fn learn(&mut self) -> bool {
        self.surplus.as_mut().is_some_and(Surplus::learn)
    }

    fn floor(&self) -> &Floor {
        self.puzzle.floor()
    }

    fn spot(&self, square: Square, player: Square) -> u16 {
        self.spots.of(self.floor(), square, player) as u16
    }

    /// Moves on to a position whose successors will be estimated.
    pub fn enter_position(&mut self, boxes: &SquareSet, player: Square) {
        self.entered = true;
        let gone: Vec<Square> = self.boxes.minus(boxes).collect();
        let come: Vec<Square> = boxes.minus(&self.boxes).collect();
        for (from, to) in gone.into_iter().zip(come) {
            let spot = self.spot(to, player);
            self.matching.relocate(Square(self.spot_on[from.index()]), Square(spot));
            self.spot_on[to.index()] = spot;
        }
        self.boxes.copy_from(boxes);
        for square in boxes {
            let (was, is) = (self.spot_on[square.index()], self.spot(square, player));
            if was != is {
                self.matching.relocate(Square(was), Square(is));
                self.spot_on[square.index()] = is;
            }
        }
    }

    /// Pushes still needed, `None` if there provably is no solution. The position must be the one entered last or differ
    /// from it by one push; others are entered.
    pub fn of_position(&mut self, boxes: &SquareSet, player: Square) -> Option<Cost> {
        let moved = {
            let (mut gone, mut come) = (self.boxes.minus(boxes), boxes.minus(&self.boxes));
            (gone.next(), come.next(), come.next())
        };
        let total = match moved {
            (Some(from), Some(to), None) if self.entered => {
                let (from, to) = (self.spot_on[from.index()], self.spot(to, player));
                self.matching.total_after(Square(from), Square(to))
            }
            _ => {
                self.enter_position(boxes, player);
                self.matching.total()
            }
        };
        if total >= Distances::FAR {
            return None;
        }
        let surplus = self.surplus.as_mut().map_or(Some(0), |surplus| surplus.of(boxes, player))?;
        Some(total as Cost + surplus)
    }
}

impl Heuristic<Pruned> for Aware {
    fn enter(&mut self, _: &Pruned, state: &PushState) {
        self.enter_position(&state.boxes, state.player);
    }

    fn learn(&mut self) -> bool {
        Aware::learn(self)
    }

    fn estimate(&mut self, _: &Pruned, state: &PushState, _: &dyn Past) -> Option<Cost> {
        self.of_position(&state.boxes, state.player)
    }
}

impl Heuristic<Pulls> for Aware {
    fn enter(&mut self, _: &Pulls, state: &PullState) {
        self.enter_position(&state.boxes, state.player);
    }

    fn estimate(&mut self, _: &Pulls, state: &PullState, _: &dyn Past) -> Option<Cost> {
        self.of_position(&state.boxes, state.player)
    }
}

impl Heuristic<Walks> for Aware {
    fn enter(&mut self, _: &Walks, state: &WalkState) {
        self.enter_position(&state.boxes, state.player);
    }

    fn learn(&mut self) -> bool {
        Aware::learn(self)
    }

    fn estimate(&mut self, space: &Walks, state: &WalkState, _: &dyn Past) -> Option<Cost> {
        Some(self.of_position(&state.boxes, state.player)?.saturating_mul(space.costs().push))
    }
}

/// What is expanded is an image, its successors are not turned: as in the space itself.
impl<S: Domain<State: Position, Action = Push>> Heuristic<Symmetric<S>> for Aware
where
    Aware: Heuristic<S>,
{
    fn enter(&mut self, domain: &Symmetric<S>, state: &S::State) {
        self.enter(domain.space(), state);
    }

    fn learn(&mut self) -> bool {
        Aware::learn(self)
    }

    fn estimate(&mut self, domain: &Symmetric<S>, state: &S::State, past: &dyn Past) -> Option<Cost> {
        self.estimate(domain.space(), state, past)
    }
}
