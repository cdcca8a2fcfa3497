//! Every way the characters can be spread over the regions that an interaction leaves behind.
//!
//! Before the interaction the others are anywhere in their regions except where they would be in its way or where the
//! pusher stands; each of those squares lies in some region afterwards. So for every old region the squares are counted
//! by new region, and every way to place its characters within these numbers is a different position. If the old region
//! is beside the exit, some may have left before.

use super::field::Field;
use super::interactions::{Region, Whereabouts, is_beside_exit};
use crate::Puzzle;
use crate::puzzle::Pusher;
use boxwright_grid::{Fill, Square, SquareSet};

/// The spreads of one interaction, with working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    regions: Vec<NewRegion>,
    /// For each old region: how many of its squares lie where afterwards.
    shares: Vec<Vec<(Place, usize)>>,
    /// For each old region: how many characters it holds besides the pusher.
    waiting: Vec<usize>,
    /// Where the pusher ends.
    land: Option<Placed>,
}

#[derive(Clone, Debug)]
struct NewRegion {
    smallest: Square,
    squares: SquareSet,
    beside_exit: bool,
}

/// Where a character may be afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In the new region with that number.
    Region(usize),
    /// Gone through the exit.
    Outside,
}

/// A character of an old region and the place it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub from: usize,
    pub to: Place,
}

impl Spread {
    /// Prepares for `pusher`, one of the characters of region `from`; `field` is the one after the interaction,
    /// `needs` what must be empty before.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn find(
        &mut self,
        puzzle: &Puzzle,
        field: &Field,
        fill: &mut Fill,
        old: &[Region],
        from: usize,
        pusher: &Pusher,
        needs: &[Square],
    ) {
        self.regions.clear();
        self.shares.clear();
        let land = self.region_of(puzzle, field, fill, pusher.land);
        self.land = Some(Placed { from, to: Place::Region(land) });
        for region in old {
            let mut shares: Vec<(Place, usize)> = Vec::new();
            if region.characters > 0 {
                for square in region.squares.iter().filter(|s| *s != pusher.stand && !needs.contains(s)) {
                    let place = Place::Region(self.region_of(puzzle, field, fill, square));
                    match shares.iter_mut().find(|s| s.0 == place) {
                        Some(share) => share.1 += 1,
                        None => shares.push((place, 1)),
                    }
                }
                if region.beside_exit {
                    shares.push((Place::Outside, usize::MAX));
                }
            }
            self.shares.push(shares);
        }
        self.waiting.clear();
        self.waiting.extend(old.iter().enumerate().map(|(i, r)| r.characters - usize::from(i == from)));
    }

    /// Calls `visit` with every spread: where the characters are, whether all can leave, and who went where (the pusher
    /// first). The same whereabouts may come more than once.
    pub(super) fn each(&self, mut visit: impl FnMut(Whereabouts, bool, &[Placed])) {
        let mut placed: Vec<Placed> = self.land.into_iter().collect();
        let first = self.waiting.first().copied().unwrap_or(0);
        self.place(0, 0, first, &mut placed, &mut |placed| {
            let mut whereabouts = [Square::NONE; 4];
            let mut all_home = true;
            for (slot, placed) in whereabouts.iter_mut().zip(placed) {
                if let Place::Region(i) = placed.to {
                    *slot = self.regions[i].smallest;
                    all_home &= self.regions[i].beside_exit;
                }
            }
            whereabouts.sort_unstable();
            visit(whereabouts, all_home, placed);
        });
    }

    /// The squares of a new region.
    pub(super) fn squares(&self, region: usize) -> &SquareSet {
        &self.regions[region].squares
    }

    /// Places the `left` characters of old region `region` that are still without a place, in its shares from `share`.
    fn place(
        &self,
        region: usize,
        share: usize,
        left: usize,
        placed: &mut Vec<Placed>,
        visit: &mut dyn FnMut(&[Placed]),
    ) {
        if region == self.waiting.len() {
            visit(placed);
            return;
        }
        if left == 0 {
            let next = self.waiting.get(region + 1).copied().unwrap_or(0);
            self.place(region + 1, 0, next, placed, visit);
            return;
        }
        let Some(&(to, room)) = self.shares[region].get(share) else { return };
        for here in 0..=left.min(room) {
            placed.extend(std::iter::repeat_n(Placed { from: region, to }, here));
            self.place(region, share + 1, left - here, placed, visit);
            placed.truncate(placed.len() - here);
        }
    }

    /// The number of the new region around a square.
    fn region_of(&mut self, puzzle: &Puzzle, field: &Field, fill: &mut Fill, square: Square) -> usize {
        if let Some(known) = self.regions.iter().position(|r| r.squares.contains(square)) {
            return known;
        }
        let mut squares = SquareSet::new(puzzle.floor().len());
        let smallest = fill.spread(puzzle.floor(), square, field.closed(), &mut squares);
        let beside_exit = is_beside_exit(puzzle, &squares);
        self.regions.push(NewRegion { smallest, squares, beside_exit });
        self.regions.len() - 1
    }
}
