//! Whether a position is in the subclass that the protocol is sure to solve.
//!
//! The definition of van Lishout and Gribomont (2006): some stone can be brought to the first goal while the others
//! stay, and *whichever* such stone it is, what is left, with the goal as a wall, is in the subclass again. The paper
//! defines it and leaves the test out, since running the protocol is enough to solve a position; a run may also succeed
//! outside the subclass, by luck with the order of the stones. So the test is of use to tell the two apart, and to test
//! the protocol: it must solve everything that is in the subclass, with either [`Pick`](super::Pick).
//!
//! Where several ways lead to the goal the one with the fewest pushes counts, as in the protocol.
//! Cost: exponential in the number of stones at worst; the number of positions looked at is limited.

use super::Protocol;
use boxwright_grid::{Square, SquareSet};
use std::collections::HashSet;

impl Protocol {
    /// Whether the position is in the subclass; `None` if that takes looking at more than `most` positions.
    pub fn is_in_subclass(&mut self, boxes: &SquareSet, player: Square, most: usize) -> Option<bool> {
        self.begin(boxes, player);
        self.every_choice_succeeds(0, most, &mut HashSet::new())
    }

    /// `sure` are positions known to be in the subclass; the first one that is not ends the test.
    fn every_choice_succeeds(
        &mut self,
        filled: usize,
        most: usize,
        sure: &mut HashSet<(SquareSet, Square)>,
    ) -> Option<bool> {
        let Some(&goal) = self.order.get(filled) else { return Some(true) };
        let position = (self.stones.clone(), self.player);
        if sure.contains(&position) {
            return Some(true);
        }
        if sure.len() >= most {
            return None;
        }
        self.find_candidates(goal);
        let mut can_go_on = false;
        for stone in self.candidates.clone() {
            let Some(way) = self.find(stone, goal) else { continue };
            can_go_on = true;
            self.place(stone, goal, way);
            let succeeds = self.every_choice_succeeds(filled + 1, most, sure);
            self.stones.copy_from(&position.0);
            self.delivered.remove(self.puzzle.goal_list()[goal]);
            self.player = position.1;
            if succeeds != Some(true) {
                return succeeds;
            }
        }
        if can_go_on {
            sure.insert(position);
        }
        Some(can_go_on)
    }
}
