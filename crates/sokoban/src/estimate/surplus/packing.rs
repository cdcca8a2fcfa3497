//! Which groups of boxes to take, so that no box is in two of them and their surpluses come to the most.
//!
//! A set packing problem, but a small one: few boxes are in each other's way at any time. All ways to take or leave
//! groups are tried, the best per box first, up to a limit; what was found by then is less, but never too much.

use boxwright_grid::Square;
use boxwright_search::Cost;

/// The groups to choose from, and working memory.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    /// The boxes of each group as bits, and its surplus.
    groups: Vec<(u64, Cost)>,
    /// The boxes that are in some group; their places are those of the bits.
    boxes: Vec<Square>,
    /// The bit of the box on each square, or 0.
    bit_on: Vec<u64>,
}

/// Decisions that are made at most.
const MOST_STEPS: u32 = 200;

impl Packing {
    /// No groups, on so many squares.
    pub(super) fn new(squares: usize) -> Packing {
        Packing { groups: Vec::new(), boxes: Vec::new(), bit_on: vec![0; squares] }
    }

    /// Forgets all groups.
    pub(super) fn clear(&mut self) {
        self.groups.clear();
        for square in self.boxes.drain(..) {
            self.bit_on[square.index()] = 0;
        }
    }

    /// Adds a group, unless there are more boxes than bits.
    pub(super) fn add(&mut self, group: &[Square], surplus: u8) {
        let mut bits = 0;
        for &square in group {
            let bit = &mut self.bit_on[square.index()];
            if *bit == 0 {
                if self.boxes.len() == 64 {
                    return;
                }
                *bit = 1 << self.boxes.len();
                self.boxes.push(square);
            }
            bits |= *bit;
        }
        self.groups.push((bits, surplus.into()));
    }

    /// The most that groups without a common box have together, or less, if that takes too long to find out.
    pub(super) fn most(&mut self) -> Cost {
        if let [] | [_] = self.groups[..] {
            return self.groups.first().map_or(0, |group| group.1);
        }
        let per_box = |&(bits, surplus): &(u64, Cost)| surplus * 60 / bits.count_ones();
        self.groups.sort_unstable_by(|one, other| per_box(other).cmp(&per_box(one)).then(one.cmp(other)));
        let (mut best, mut steps) = (0, MOST_STEPS);
        choose(&self.groups, 0, 0, &mut best, &mut steps);
        best
    }
}

/// Takes groups without `taken` boxes, having some surplus already.
fn choose(groups: &[(u64, Cost)], taken: u64, sum: Cost, best: &mut Cost, steps: &mut u32) {
    *best = sum.max(*best);
    let is_free = |group: &&(u64, Cost)| group.0 & taken == 0;
    let Some(at) = groups.iter().position(|group| is_free(&group)) else { return };
    let (bits, surplus) = groups[at];
    let rest = &groups[at + 1..];
    let left: Cost = rest.iter().filter(is_free).map(|group| group.1).sum();
    if sum + surplus + left <= *best || *steps == 0 {
        return;
    }
    *steps -= 1;
    choose(rest, taken | bits, sum + surplus, best, steps);
    if rest.iter().any(|group| is_free(&group) && group.0 & bits != 0) {
        choose(rest, taken, sum, best, steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright_grid::SplitMix64;

    /// All sets of groups.
    fn truth(groups: &[(Vec<Square>, u8)]) -> Cost {
        let is_packing = |chosen: &[&(Vec<Square>, u8)]| {
            let mut all: Vec<Square> = chosen.iter().flat_map(|group| group.0.clone()).collect();
            let number = all.len();
            all.sort_unstable();
            all.dedup();
            all.len() == number
        };
        let subsets = (0..1u32 << groups.len()).map(|bits| -> Vec<&(Vec<Square>, u8)> {
            groups.iter().enumerate().filter(|(at, _)| bits >> at & 1 != 0).map(|(_, group)| group).collect()
        });
        subsets.filter(|chosen| is_packing(chosen)).map(|c| c.iter().map(|g| Cost::from(g.1)).sum()).max().unwrap()
    }

    #[test]
    fn the_most_of_a_few_groups_is_found() {
        let mut random = SplitMix64(7);
        let (mut packing, mut several) = (Packing::new(200), 0);
        for _ in 0..500 {
            let groups: Vec<(Vec<Square>, u8)> = (0..random.below(9))
                .map(|_| {
                    let mut squares: Vec<Square> =
                        (0..2 + random.below(3)).map(|_| Square(190 + random.below(10) as u16)).collect();
                    squares.sort_unstable();
                    squares.dedup();
                    (squares, 2 * (1 + random.below(4)) as u8)
                })
                .collect();
            packing.clear();
            groups.iter().for_each(|(group, surplus)| packing.add(group, *surplus));
            assert_eq!(packing.most(), truth(&groups), "{groups:?}");
            let greatest = groups.iter().map(|group| Cost::from(group.1)).max().unwrap_or(0);
            several += usize::from(packing.most() > greatest);
        }
        assert!(several > 100, "only {several} packings had several groups");
    }

    #[test]
    fn more_boxes_than_bits_make_it_less_and_nothing_else() {
        let mut packing = Packing::new(300);
        for low in 0..100 {
            packing.add(&[Square(2 * low), Square(2 * low + 1)], 2);
        }
        assert_eq!(packing.most(), 64);
    }
}
