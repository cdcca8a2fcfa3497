//! When two levels are the same puzzle.
//!
//! Rotating or mirroring a room changes nothing but the names of the directions, nor do the letters of blocks, the
//! order in which things are listed, or walls around the room (outside is wall anyway). The canonical form is the
//! smallest encoding over the eight symmetries of the room cropped to what is not wall. The characters' numbers
//! matter, because control passes in their order.

use std::collections::HashMap;

use boxwright_grid::{Point, Symmetry, scramble};

use crate::board::{Board, Terrain};
use crate::level::Level;

/// The canonical form of a room: equal for equal puzzles, different for different ones.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Canonical(Vec<u16>);

impl Canonical {
    /// 64 well-mixed bits, the same in every run and on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.0.iter().fold(0, |key, &number| scramble(key ^ u64::from(number)))
    }

    /// The form as text: its numbers in hexadecimal. Equal exactly for equal forms.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.0.iter().map(|number| format!("{number:x}")).collect::<Vec<_>>().join(" ")
    }
}

/// The canonical form.
#[must_use]
pub fn canonical(board: &Board) -> Canonical {
    canonical_image(board).0
}

/// The canonical form of a room, and the symmetry that leads there: a plan for the room, changed by that symmetry, is a
/// plan for every room that has this form as it is.
#[must_use]
pub fn canonical_image(board: &Board) -> (Canonical, Symmetry) {
    let forms = Symmetry::ALL.into_iter().map(|symmetry| (encode(&board.transformed(symmetry)), symmetry));
    let (form, symmetry) = forms.min_by(|(a, _), (b, _)| a.cmp(b)).unwrap_or((Vec::new(), Symmetry::ALL[0]));
    (Canonical(form), symmetry)
}

/// Groups of levels that are the same puzzle: indices into `levels`, each group in order, ordered by first member.
#[must_use]
pub fn duplicates(levels: &[Level]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut group_of: HashMap<Canonical, usize> = HashMap::new();
    for (i, level) in levels.iter().enumerate() {
        let group = *group_of.entry(canonical(&level.board)).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(i);
    }
    groups.retain(|g| g.len() > 1);
    groups
}

fn encode(board: &Board) -> Vec<u16> {
    let open = || board.size().points().filter(|&p| board.terrain(p) != Terrain::Wall);
    let left = open().map(|p| p.x).min().unwrap_or(0);
    let right = open().map(|p| p.x + 1).max().unwrap_or(left);
    let top = open().map(|p| p.y).min().unwrap_or(0);
    let bottom = open().map(|p| p.y + 1).max().unwrap_or(top);

    let mut code = vec![right - left, bottom - top];
    for y in top..bottom {
        for p in (left..right).map(|x| Point::new(x, y)) {
            code.push(board.terrain(p) as u16 | u16::from(board.is_hole(p)) << 2);
        }
    }
    let place = |p: Point| [p.y.wrapping_sub(top), p.x.wrapping_sub(left)];
    let mut blocks: Vec<_> = board.blocks.iter().map(|b| (place(b.origin), [b.width, b.height])).collect();
    blocks.sort_unstable();
    code.push(blocks.len() as u16);
    code.extend(blocks.iter().flat_map(|&([a, b], [c, d])| [a, b, c, d]));
    let mut turnstiles: Vec<_> = board.turnstiles.iter().map(|t| (place(t.pivot), t.arms.bits())).collect();
    turnstiles.sort_unstable();
    code.push(turnstiles.len() as u16);
    code.extend(turnstiles.iter().flat_map(|&([a, b], arms)| [a, b, u16::from(arms)]));
    for character in board.characters {
        code.extend(character.map_or([u16::MAX, u16::MAX], place));
    }
    code
}
