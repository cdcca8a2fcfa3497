//! Rooms and the links between them.
//!
//! A room is what 2×2 squares of floor that lie next to each other cover, if there is more than one of them; everything
//! else is corridor. Two rooms are linked if one can walk from one to the other without crossing a third. A link is cut if
//! the boxes leave no such way: the fewer links are cut, the easier it is to bring boxes from place to place.
//!
//! Source: the feature "room connectivity" of FESS (Shoham and Schaeffer 2020).
//! Cost: for each link that the moved box can matter to a look-up by the boxes around it, or a flood fill if they are new.

use crate::Puzzle;
use boxwright_grid::{Direction, Fill, Floor, Square, SquareSet, scramble};

/// The rooms' links.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    links: Vec<Link>,
    /// For each square the links it matters to.
    at: Vec<Vec<u16>>,
    /// Of the position whose successors are looked at: which links are cut, and a key of the boxes that matter to each.
    cut: Vec<bool>,
    keys: Vec<u64>,
    /// What flood fills have found out, at the place that a key gives: the key, with its last bit saying whether it is cut.
    known: Vec<u64>,
    fill: Fill,
    blocked: SquareSet,
    reached: SquareSet,
}

#[derive(Clone, Debug)]
struct Link {
    /// Everything that is neither of the two rooms nor a corridor between them.
    elsewhere: SquareSet,
    one: SquareSet,
    other: SquareSet,
}

/// Entries of what is known: 512 KiB.
const KNOWN: usize = 1 << 16;

/// More links than this are not looked at.
const MOST_LINKS: usize = 64;

impl Rooms {
    pub(crate) fn new(puzzle: &Puzzle) -> Rooms {
        let floor = puzzle.floor();
        let rooms = rooms(floor);
        let mut in_rooms = SquareSet::new(floor.len());
        rooms.iter().flat_map(SquareSet::iter).for_each(|s| in_rooms.insert(s));
        let corridors = components(floor, |s| !in_rooms.contains(s));
        let mut links = Vec::new();
        for (number, one) in rooms.iter().enumerate() {
            for other in &rooms[number + 1..] {
                let mut zone = SquareSet::new(floor.len());
                let between = corridors.iter().filter(|c| touches(floor, c, one) && touches(floor, c, other));
                between.flat_map(SquareSet::iter).for_each(|s| zone.insert(s));
                if (!zone.is_empty() || touches(floor, one, other)) && links.len() < MOST_LINKS {
                    one.iter().chain(other).for_each(|s| zone.insert(s));
                    let elsewhere = floor.squares().filter(|&s| !zone.contains(s));
                    links.push(Link {
                        elsewhere: SquareSet::from_squares(floor.len(), elsewhere),
                        one: one.clone(),
                        other: other.clone(),
                    });
                }
            }
        }
        let matters = |square: Square| {
            let those = links.iter().enumerate().filter(|(_, link)| !link.elsewhere.contains(square));
            those.map(|(number, _)| number as u16).collect()
        };
        Rooms {
            at: floor.squares().map(matters).collect(),
            cut: vec![false; links.len()],
            keys: vec![0; links.len()],
            known: vec![0; if links.is_empty() { 0 } else { KNOWN }],
            links,
            fill: Fill::new(floor),
            blocked: SquareSet::new(floor.len()),
            reached: SquareSet::new(floor.len()),
        }
    }

    /// Looks at a position; returns how many links are cut.
    pub(crate) fn enter(&mut self, puzzle: &Puzzle, boxes: &SquareSet) -> usize {
        for number in 0..self.links.len() {
            let those = boxes.minus(&self.links[number].elsewhere);
            self.keys[number] = those.fold(scramble(u64::MAX - number as u64), |key, s| key ^ puzzle.box_key(s));
            self.cut[number] = self.is_cut(puzzle, boxes, number, self.keys[number]);
        }
        self.cut.iter().filter(|&&cut| cut).count()
    }

    /// How many links are cut in a successor, in which a box has gone from one square to another, `simply` if nothing was
    /// joined or cut right around these squares.
    pub(crate) fn after(
        &mut self,
        puzzle: &Puzzle,
        boxes: &SquareSet,
        from: Square,
        to: Square,
        simply: bool,
    ) -> usize {
        let mut cut = self.cut.iter().filter(|&&cut| cut).count();
        if simply {
            return cut;
        }
        for list in [from, to] {
            for at in 0..self.at[list.index()].len() {
                let number = usize::from(self.at[list.index()][at]);
                if list == to && self.at[from.index()].contains(&(number as u16)) {
                    continue;
                }
                let mut key = self.keys[number];
                for square in [from, to] {
                    if !self.links[number].elsewhere.contains(square) {
                        key ^= puzzle.box_key(square);
                    }
                }
                cut = cut + usize::from(self.is_cut(puzzle, boxes, number, key)) - usize::from(self.cut[number]);
            }
        }
        cut
    }

    /// Whether a link is cut by boxes of which `key` is the key.
    fn is_cut(&mut self, puzzle: &Puzzle, boxes: &SquareSet, number: usize, key: u64) -> bool {
        let place = (key >> 1) as usize % KNOWN;
        if self.known[place] >> 1 != key >> 1 {
            self.known[place] = key & !1 | u64::from(self.flood(puzzle, boxes, number));
        }
        self.known[place] & 1 != 0
    }

    fn flood(&mut self, puzzle: &Puzzle, boxes: &SquareSet, number: usize) -> bool {
        let Rooms { links, fill, blocked, reached, .. } = self;
        let link = &links[number];
        let words = blocked.words_mut().iter_mut().zip(link.elsewhere.words()).zip(boxes.words());
        words.for_each(|((blocked, elsewhere), boxes)| *blocked = elsewhere | boxes);
        reached.clear();
        for square in link.one.minus(boxes) {
            if !reached.contains(square) {
                fill.spread(puzzle.floor(), square, blocked, reached);
                if reached.meets(&link.other) {
                    return false;
                }
            }
        }
        true
    }
}

/// The rooms of a floor.
fn rooms(floor: &Floor) -> Vec<SquareSet> {
    // A block is known by its upper left square.
    let block = |square: Square| {
        let right = floor.next(square, Direction::Right);
        let down = floor.next(square, Direction::Down);
        let across = if right.exists() { floor.next(right, Direction::Down) } else { Square::NONE };
        (right.exists() && down.exists() && across.exists()).then_some([square, right, down, across])
    };
    let groups = components(floor, |square| block(square).is_some());
    let covered = |group: &SquareSet| SquareSet::from_squares(floor.len(), group.iter().filter_map(block).flatten());
    groups.iter().filter(|group| group.count() > 1).map(covered).collect()
}

/// The connected parts of the squares that are wanted.
fn components(floor: &Floor, wanted: impl Fn(Square) -> bool) -> Vec<SquareSet> {
    let unwanted = SquareSet::from_squares(floor.len(), floor.squares().filter(|&s| !wanted(s)));
    let mut fill = Fill::new(floor);
    let mut known = SquareSet::new(floor.len());
    let mut parts = Vec::new();
    for square in floor.squares() {
        if !unwanted.contains(square) && !known.contains(square) {
            let mut part = SquareSet::new(floor.len());
            fill.spread(floor, square, &unwanted, &mut part);
            part.iter().for_each(|s| known.insert(s));
            parts.push(part);
        }
    }
    parts
}

/// Whether a square of one set has a neighbour in another.
fn touches(floor: &Floor, one: &SquareSet, other: &SquareSet) -> bool {
    one.iter().any(|s| other.contains(s) || floor.neighbours(s).iter().any(|n| n.exists() && other.contains(*n)))
}
