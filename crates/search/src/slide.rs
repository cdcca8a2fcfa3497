//! Windows that slide along a solution, for optimisers that search it part by part.
//!
//! A window is as long as can be searched: it grows while searches end with nodes to spare, and shrinks when they do not
//! end. Windows overlap by half, so that what lies across the end of one lies within the next.

use std::ops::Range;

/// What came of searching a window for something better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// The solution is better now.
    Better,
    /// There is nothing better in the window.
    Nothing {
        /// So many nodes showed it.
        expanded: u64,
    },
    /// What was allowed did not suffice to tell.
    TooMuch,
}

/// The place and the length of the next window.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    begin: usize,
    length: usize,
}

const FIRST_LENGTH: usize = 10;
const LEAST_LENGTH: usize = 2;

impl Default for Slide {
    /// A short window at the beginning.
    fn default() -> Slide {
        Slide { begin: 0, length: FIRST_LENGTH }
    }
}

impl Slide {
    /// Goes back to the beginning; the length stays.
    pub fn rewind(&mut self) {
        self.begin = 0;
    }

    /// The next window of a solution of `all` actions, of no more than `longest`; none at the end.
    #[must_use]
    pub fn window(&mut self, all: usize, longest: usize) -> Option<Range<usize>> {
        self.length = self.length.min(longest.min(all)).max(LEAST_LENGTH);
        (self.begin < all).then(|| self.begin..(self.begin + self.length).min(all))
    }

    /// Goes on after an attempt at this window, for which so many nodes were allowed.
    pub fn proceed(&mut self, window: &Range<usize>, all: usize, attempt: Attempt, nodes: u64) {
        match attempt {
            // There may be more in the same place.
            Attempt::Better => {}
            Attempt::Nothing { .. } if window.end >= all => self.begin = usize::MAX,
            Attempt::Nothing { expanded } => {
                self.begin += (window.len() / 2).max(1);
                if expanded < nodes / 4 {
                    self.length += self.length / 2 + 1;
                }
            }
            Attempt::TooMuch if window.len() > LEAST_LENGTH => self.length = window.len() / 2,
            Attempt::TooMuch => self.begin += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches that take the square of the length in nodes.
    #[test]
    fn windows_cover_everything_at_a_length_that_can_be_searched() {
        let (all, nodes) = (500, 2000);
        let mut slide = Slide::default();
        let (mut covered, mut searched) = (0, Vec::new());
        while let Some(window) = slide.window(all, usize::MAX) {
            let needed = (window.len() * window.len()) as u64;
            let attempt = if needed > nodes { Attempt::TooMuch } else { Attempt::Nothing { expanded: needed } };
            if needed <= nodes {
                assert!(window.start <= covered, "nothing is left out before {window:?}");
                covered = window.end;
                searched.push(window.len());
            }
            slide.proceed(&window, all, attempt, nodes);
        }
        assert_eq!(covered, all);
        assert!(searched.iter().any(|&length| length > 20) && searched.len() < 60, "{searched:?}");
    }

    #[test]
    fn a_window_that_cannot_be_searched_at_all_is_passed_over() {
        let mut slide = Slide::default();
        let mut windows = 0;
        while let Some(window) = slide.window(20, usize::MAX) {
            windows += 1;
            slide.proceed(&window, 20, Attempt::TooMuch, 1);
        }
        assert!(windows < 30);
        slide.rewind();
        assert_eq!(slide.window(1, usize::MAX), Some(0..1));
        assert_eq!(slide.window(0, usize::MAX), None);
    }
}
