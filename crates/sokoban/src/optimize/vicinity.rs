//! What is near a solution: all positions whose boxes stand where those of some position of the solution do, but for a few.
//!
//! Vicinity search (Gouëzel; the optimiser YASO and JSoko's) lists those positions and looks for the best way through
//! them. Here nothing is listed: a search asks of each push whether it stays near. For the position that is being
//! expanded the number of displaced boxes is known with respect to each position of the solution, one byte each; a push
//! from one square to another changes each by what two rows of a table say, so the question is answered sixteen positions
//! at a time.

use boxwright_grid::{Square, SquareSet};

use super::trail::Moment;

/// The positions near some given ones.
#[derive(Debug)]
pub(super) struct Vicinity {
    /// How many boxes may be displaced; none: any number, and the rest is empty.
    displaced: Option<u8>,
    /// How many positions are given, rounded up.
    width: usize,
    boxes: u8,
    /// By square, then given position: 1 if it has a box there.
    table: Vec<u8>,
    /// Where there is no given position, everything is displaced.
    given: usize,
}

/// For a position, how many of its boxes are displaced with respect to each given position.
#[derive(Clone, Debug, Default)]
pub(super) struct Displaced(Vec<u8>);

/// Rows are multiples of this, for the compiler to work on whole registers.
const LANES: usize = 16;

/// A number of boxes that is never near.
const NEVER: u8 = 100;

impl Vicinity {
    /// The positions with at most so many boxes displaced; `None`: all positions.
    pub(super) fn new<'a>(
        given: impl ExactSizeIterator<Item = &'a Moment>,
        squares: usize,
        displaced: Option<u8>,
    ) -> Vicinity {
        let (count, width) = (given.len(), given.len().next_multiple_of(LANES));
        let mut vicinity = Vicinity { displaced, width, boxes: 0, table: Vec::new(), given: count };
        if displaced.is_none() {
            return vicinity;
        }
        vicinity.table = vec![0; squares * width];
        for (at, moment) in given.enumerate() {
            vicinity.boxes = moment.boxes.count().min(255) as u8;
            for square in &moment.boxes {
                vicinity.table[square.index() * width + at] = 1;
            }
        }
        vicinity
    }

    /// Bytes that the table of so many positions takes.
    pub(super) fn bytes(squares: usize, given: usize) -> usize {
        squares.saturating_mul(given)
    }

    fn row(&self, square: Square) -> &[u8] {
        &self.table[square.index() * self.width..][..self.width]
    }

    /// Prepares for the pushes of a position.
    pub(super) fn enter(&self, displaced: &mut Displaced, boxes: &SquareSet) {
        if self.displaced.is_none() {
            return;
        }
        let counts = &mut displaced.0;
        counts.clear();
        counts.resize(self.given, self.boxes);
        counts.resize(self.width, NEVER);
        for square in boxes {
            // The rows of the others are 0 beyond the given ones.
            for (count, &there) in counts.iter_mut().zip(self.row(square)) {
                *count = count.wrapping_sub(there);
            }
        }
    }

    /// Whether a push of the box on `from` to `to` stays near.
    #[inline]
    pub(super) fn admits(&self, displaced: &Displaced, from: Square, to: Square) -> bool {
        let Some(most) = self.displaced else { return true };
        let rows = self.row(from).as_chunks::<LANES>().0.iter().zip(self.row(to).as_chunks::<LANES>().0);
        let counts = displaced.0.as_chunks::<LANES>().0;
        let mut fewest = [u8::MAX; LANES];
        for (counts, (from, to)) in counts.iter().zip(rows) {
            for lane in 0..LANES {
                fewest[lane] = fewest[lane].min(counts[lane].wrapping_add(from[lane]).wrapping_sub(to[lane]));
            }
        }
        fewest.into_iter().min().is_some_and(|fewest| fewest <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn near_is_what_differs_in_few_boxes(
            given in prop::collection::vec(prop::collection::btree_set(0u16..40, 5), 1..40),
            boxes in prop::collection::btree_set(0u16..40, 5),
            to in 0u16..40,
            most in 0u8..5,
        ) {
            let set = |squares: &std::collections::BTreeSet<u16>| SquareSet::from_squares(40, squares.iter().map(|&s| Square(s)));
            let moments: Vec<Moment> =
                given.iter().map(|boxes| Moment { boxes: set(boxes), player: Square(0), facing: None }).collect();
            let vicinity = Vicinity::new(moments.iter(), 40, Some(most));
            let mut displaced = Displaced::default();
            vicinity.enter(&mut displaced, &set(&boxes));
            for &from in boxes.iter().filter(|_| !boxes.contains(&to)) {
                let mut after = boxes.clone();
                after.remove(&from);
                after.insert(to);
                let near = given.iter().any(|there| after.difference(there).count() <= usize::from(most));
                prop_assert_eq!(vicinity.admits(&displaced, Square(from), Square(to)), near);
            }
        }
    }
}
