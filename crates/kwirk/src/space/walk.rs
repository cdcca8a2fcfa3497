//! Walking and switching between interactions.
//!
//! A plan of interactions says where the pusher stands and in which regions everybody is afterwards. The walker keeps
//! everyone's actual square, brings the characters of each region to squares that fit, and records the key presses.

use super::field::Field;
use super::interactions::{Region, Whereabouts, find_regions};
use super::spread::{Place, Placed, Spread};
use crate::puzzle::{Interaction, Pusher};
use crate::{Move, Plan, Puzzle};
use boxwright_grid::{Direction, Fill, Square, SquareSet, UNREACHED, shortest_walk, walking_distances};
use std::sync::Arc;

/// Plays a sequence of interactions.
pub(super) struct Walker {
    puzzle: Arc<Puzzle>,
    field: Field,
    /// By number; [`Square::NONE`] for those who are not on the board.
    characters: [Square; 4],
    active: usize,
    presses: Vec<Move>,
}

impl Walker {
    pub(super) fn new(puzzle: &Arc<Puzzle>) -> Walker {
        let characters = puzzle.characters();
        let active = characters.iter().position(|c| c.exists()).unwrap_or(0);
        Walker { puzzle: Arc::clone(puzzle), field: Field::new(puzzle), characters, active, presses: Vec::new() }
    }

    /// Walks everybody where they must be to be where they should be afterwards, then pushes.
    pub(super) fn interact(&mut self, stand: Square, direction: Direction, wanted: Whereabouts) {
        let puzzle = Arc::clone(&self.puzzle);
        let mut fill = Fill::new(puzzle.floor());
        let mut regions = Vec::new();
        find_regions(&puzzle, &self.field, self.characters, &mut fill, &mut regions);

        let touch = puzzle.floor().next(stand, direction);
        let obstacle = self.field.obstacle_at(&puzzle, touch).expect("an interaction has an obstacle");
        let is_wanted = |p: &&Pusher| p.stand == stand && p.direction == direction && p.touch == touch;
        let (to, how, pusher) = self
            .field
            .moves(&puzzle, obstacle)
            .find_map(|(to, how)| how.pushers.iter().find(is_wanted).map(|pusher| (to, how, *pusher)))
            .expect("the obstacle moves that way");
        let mut after = self.field.clone();
        after.apply(&puzzle, obstacle, to, how);

        let from = regions.iter().position(|r| r.squares.contains(stand)).expect("the pusher is in a region");
        let mut spread = Spread::default();
        spread.find(&puzzle, &after, &mut fill, &regions, from, &pusher, &how.needs);
        let mut chosen: Option<Vec<Placed>> = None;
        spread.each(|whereabouts, _, placed| {
            // Leaving is for good: whoever can stay, stays.
            let leaving = |placed: &[Placed]| placed.iter().filter(|p| p.to == Place::Outside).count();
            if whereabouts == wanted && chosen.as_ref().is_none_or(|known| leaving(placed) < leaving(known)) {
                chosen = Some(placed.to_vec());
            }
        });
        let placed = chosen.expect("the whereabouts can be reached");

        for (number, region) in regions.iter().enumerate().filter(|(_, r)| r.characters > 0) {
            let own: Vec<Place> = placed[1..].iter().filter(|p| p.from == number).map(|p| p.to).collect();
            for _ in own.iter().filter(|&&to| to == Place::Outside) {
                self.leave_from(&region.squares);
            }
            let stand = (number == from).then_some(pusher.stand);
            let targets = self.choose_targets(region, &own, stand, &spread, how);
            self.arrange(&region.squares, &targets);
        }

        let number = self.characters.iter().position(|&c| c == pusher.stand).expect("the pusher was brought there");
        self.activate(number);
        self.presses.push(Move::Step(pusher.direction));
        self.characters[number] = pusher.land;
        self.field = after;
    }

    /// Everybody leaves who can; after all interactions of a solution, all can.
    pub(super) fn leave(mut self) -> Plan {
        let everywhere = SquareSet::from_squares(self.puzzle.floor().len(), self.puzzle.floor().squares());
        while self.characters.iter().any(|c| c.exists()) && self.leave_from(&everywhere) {}
        Plan(self.presses)
    }

    /// The character of a region who is nearest to the exit leaves; the active one if nobody is in its way. Whether there
    /// was one who could.
    fn leave_from(&mut self, region: &SquareSet) -> bool {
        let puzzle = Arc::clone(&self.puzzle);
        let inside = |c: &Square| c.exists() && region.contains(*c);
        let best = (0..4)
            .filter(|&n| inside(&self.characters[n]))
            .filter_map(|n| {
                let blocked = self.blocked_but(n);
                let mut distance = Vec::new();
                walking_distances(puzzle.floor(), self.characters[n], &blocked, &mut distance);
                let side = puzzle.exit_sides().iter().filter(|s| !blocked.contains(s.0));
                let (side, direction) = side.min_by_key(|s| distance[s.0.index()])?;
                let steps = distance[side.index()];
                (steps != UNREACHED).then_some((n != self.active, steps, n, *side, *direction))
            })
            .min();
        let Some((_, _, number, side, direction)) = best else { return false };
        self.walk(number, side);
        self.activate(number);
        self.presses.push(Move::Step(direction));
        self.characters[number] = Square::NONE;
        self.active = self.next_present(number);
        true
    }

    /// Squares for the characters of a region: the pusher's, and for the others squares of the right new regions that
    /// are not in the way, as near to where they are as possible.
    fn choose_targets(
        &self,
        region: &Region,
        places: &[Place],
        stand: Option<Square>,
        spread: &Spread,
        how: &Interaction,
    ) -> Vec<Square> {
        let mut targets: Vec<Square> = stand.into_iter().collect();
        let mut nearest = vec![UNREACHED; self.puzzle.floor().len()];
        for character in self.characters.into_iter().filter(|&c| c.exists() && region.squares.contains(c)) {
            let mut distance = Vec::new();
            walking_distances(self.puzzle.floor(), character, self.field.closed(), &mut distance);
            for (near, new) in nearest.iter_mut().zip(distance) {
                *near = new.min(*near);
            }
        }
        for place in places {
            let Place::Region(number) = *place else { continue };
            let fits = |s: &Square| {
                spread.squares(number).contains(*s)
                    && !how.needs.contains(s)
                    && !targets.contains(s)
                    && Some(*s) != stand
            };
            let best = region.squares.iter().filter(fits).min_by_key(|s| nearest[s.index()]);
            targets.push(best.expect("there was room when the spread was found"));
        }
        targets
    }

    /// Brings the characters of a region to the targets, whoever to whichever.
    fn arrange(&mut self, region: &SquareSet, targets: &[Square]) {
        if self.arrange_directly(region, targets) {
            return;
        }
        // In a narrow region the order matters. Peel a spanning tree from its leaves: a leaf that is a target gets the
        // nearest character and is done with; a leaf that is none hands its character inwards. What is left of the tree
        // stays connected, so this always succeeds.
        let floor = Arc::clone(&self.puzzle);
        let floor = floor.floor();
        let mut order = Vec::new();
        let mut seen = SquareSet::new(floor.len());
        let root = region.first().expect("a region has squares");
        seen.insert(root);
        order.push(root);
        let mut at = 0;
        while let Some(&square) = order.get(at) {
            at += 1;
            for &next in floor.neighbours(square) {
                if next.exists() && region.contains(next) && !seen.contains(next) {
                    seen.insert(next);
                    order.push(next);
                }
            }
        }
        let mut left = region.clone();
        for &leaf in order.iter().rev() {
            let holds_somebody = self.characters.contains(&leaf);
            if targets.contains(&leaf) && !holds_somebody {
                let path = self.path_within(leaf, &left, |s, walker| walker.characters.contains(&s));
                let number = self.number_at(*path.last().expect("a path has an end"));
                self.walk_along(number, path.iter().rev().skip(1).copied());
            } else if !targets.contains(&leaf) && holds_somebody {
                let path = self.path_within(leaf, &left, |s, walker| !walker.characters.contains(&s));
                for pair in path.windows(2).rev() {
                    let number = self.number_at(pair[0]);
                    self.walk_along(number, [pair[1]]);
                }
            }
            left.remove(leaf);
        }
    }

    /// The simple way: characters not yet on a target walk to the nearest free one, if the way is clear.
    fn arrange_directly(&mut self, region: &SquareSet, targets: &[Square]) -> bool {
        let before = (self.characters, self.active, self.presses.len());
        for &target in targets {
            if self.characters.contains(&target) {
                continue;
            }
            let candidates = (0..4).filter(|&n| {
                let at = self.characters[n];
                at.exists() && region.contains(at) && !targets.contains(&at)
            });
            let walks = candidates.filter_map(|n| {
                let walk = shortest_walk(self.puzzle.floor(), self.characters[n], target, &self.blocked_but(n))?;
                Some((walk.len(), n))
            });
            let Some((_, number)) = walks.min() else {
                (self.characters, self.active) = (before.0, before.1);
                self.presses.truncate(before.2);
                return false;
            };
            self.walk(number, target);
        }
        true
    }

    /// A shortest path through the squares of `within` from `start` to the nearest other square that is wanted.
    fn path_within(&self, start: Square, within: &SquareSet, wanted: impl Fn(Square, &Walker) -> bool) -> Vec<Square> {
        let floor = self.puzzle.floor();
        let mut before = vec![Square::NONE; floor.len()];
        let mut queue = vec![start];
        let mut at = 0;
        while let Some(&square) = queue.get(at) {
            at += 1;
            if square != start && wanted(square, self) {
                let mut path = vec![square];
                while path[path.len() - 1] != start {
                    path.push(before[path[path.len() - 1].index()]);
                }
                path.reverse();
                return path;
            }
            for &next in floor.neighbours(square) {
                if next.exists() && within.contains(next) && next != start && !before[next.index()].exists() {
                    before[next.index()] = square;
                    queue.push(next);
                }
            }
        }
        unreachable!("what is left of the region is connected and has as many characters as targets")
    }

    fn number_at(&self, square: Square) -> usize {
        self.characters.iter().position(|&c| c == square).expect("a character is there")
    }

    /// What a character cannot walk through.
    fn blocked_but(&self, number: usize) -> SquareSet {
        let mut blocked = self.field.closed().clone();
        for (n, &at) in self.characters.iter().enumerate() {
            if n != number && at.exists() {
                blocked.insert(at);
            }
        }
        blocked
    }

    fn walk(&mut self, number: usize, to: Square) {
        let walk = shortest_walk(self.puzzle.floor(), self.characters[number], to, &self.blocked_but(number));
        let walk = walk.expect("the way was found clear");
        if !walk.is_empty() {
            self.activate(number);
            self.presses.extend(walk.into_iter().map(Move::Step));
            self.characters[number] = to;
        }
    }

    fn walk_along(&mut self, number: usize, squares: impl IntoIterator<Item = Square>) {
        for square in squares {
            self.walk(number, square);
        }
    }

    /// Switches until that character is active.
    fn activate(&mut self, number: usize) {
        while self.active != number {
            self.presses.push(Move::Switch);
            self.active = self.next_present(self.active);
        }
    }

    fn next_present(&self, number: usize) -> usize {
        (1..=4).map(|i| (number + i) % 4).find(|&n| self.characters[n].exists()).unwrap_or(number)
    }
}
