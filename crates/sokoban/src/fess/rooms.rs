//! Rooms and the links between them.
//!
//! A room is what 2×2 squares of floor that lie next to each other cover, if there is more than one of them; everything
//! else is corridor. Two rooms are linked if one can walk from one to the other without crossing a third. A link is cut if
//! the boxes leave no such way: the fewer links are cut, the easier it is to bring boxes from place to place.
//!
//! A way from one room to another leaves the first for the last time and comes to the second for the first time, and in
//! between it is in one corridor, or nowhere. So a link is open over a threshold, where two free squares of its rooms touch,
//! or through a part of a corridor that is next to free squares of both. What a corridor's parts open is found once for
//! all of its links.
//!
//! Source: the feature "room connectivity" of FESS (Shoham and Schaeffer 2020).
//! Cost: for each corridor that the moved box can matter to a look-up by the boxes around it, or a flood fill of the
//! corridor if they are new.

use crate::Puzzle;
use boxwright_grid::{Direction, Fill, Floor, Square, SquareSet, scramble};

/// More links than this are not looked at, so that those that are open fit into a word.
const MOST_LINKS: usize = 64;

/// The rooms' links.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    links: usize,
    corridors: Vec<Corridor>,
    /// Where two rooms touch: a square of each, and the number of their link; and all of these squares.
    thresholds: Vec<(Square, Square, u8)>,
    at_thresholds: SquareSet,
    /// Of the position whose successors are looked at: for each corridor a key of the boxes that matter to it, and which
    /// links it opens; which are open over thresholds; which are open at all.
    keys: Vec<u64>,
    opened: Vec<u64>,
    over_thresholds: u64,
    open: u64,
    /// What flood fills have found out, at the place that a key gives: the key, and the links.
    known: Vec<(u64, u64)>,
    fill: Fill,
    blocked: SquareSet,
    reached: SquareSet,
    part: SquareSet,
}

/// A corridor that links rooms.
#[derive(Clone, Debug)]
struct Corridor {
    /// Everything else.
    elsewhere: SquareSet,
    /// Its squares and those next to it in rooms: whether there are boxes there decides.
    matters: SquareSet,
    doors: Vec<Door>,
    links: Vec<Link>,
}

/// Where a corridor touches a room: a square of each.
#[derive(Clone, Copy, Debug)]
struct Door {
    inside: Square,
    outside: Square,
    /// The room, as a bit.
    room: u128,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    number: u8,
    /// Its two rooms, as bits.
    rooms: u128,
}

/// Entries of what is known: 512 KiB.
const KNOWN: usize = 1 << 15;

impl Rooms {
    pub(crate) fn new(puzzle: &Puzzle) -> Rooms {
        let floor = puzzle.floor();
        let nothing = SquareSet::new(floor.len());
        let rooms = rooms(floor);
        let mut in_rooms = nothing.clone();
        rooms.iter().for_each(|room| in_rooms.unite(room));
        let corridors = components(floor, |s| !in_rooms.contains(s));
        let linked = linked(floor, &rooms, &corridors);
        let bits = bits(rooms.len(), &linked);
        let (mut thresholds, mut at_thresholds) = (Vec::new(), nothing.clone());
        for (number, &(one, other)) in linked.iter().enumerate() {
            for (a, b) in touching(floor, &rooms[one], &rooms[other]) {
                thresholds.push((a, b, number as u8));
                at_thresholds.insert(a);
                at_thresholds.insert(b);
            }
        }
        let corridors = corridors.iter().map(|squares| Corridor::new(floor, squares, &rooms, &bits, &linked));
        let corridors: Vec<Corridor> = corridors.filter(|corridor| !corridor.links.is_empty()).collect();
        Rooms {
            links: linked.len(),
            thresholds,
            at_thresholds,
            keys: vec![0; corridors.len()],
            opened: vec![0; corridors.len()],
            over_thresholds: 0,
            open: 0,
            known: vec![(0, 0); if corridors.is_empty() { 0 } else { KNOWN }],
            corridors,
            fill: Fill::new(floor),
            blocked: nothing.clone(),
            reached: nothing.clone(),
            part: nothing,
        }
    }

    /// How many links are not open.
    fn cut(&self, open: u64) -> usize {
        self.links - open.count_ones() as usize
    }

    /// Looks at a position; returns how many links are cut.
    pub(crate) fn enter(&mut self, puzzle: &Puzzle, boxes: &SquareSet) -> usize {
        self.over_thresholds = self.find_over_thresholds(boxes);
        self.open = self.over_thresholds;
        for number in 0..self.corridors.len() {
            let those = boxes.iter().filter(|&square| self.corridors[number].matters.contains(square));
            self.keys[number] = those.fold(key_of(number), |key, square| key ^ puzzle.box_key(square));
            self.opened[number] = self.opened_by(puzzle, boxes, number, self.keys[number]);
            self.open |= self.opened[number];
        }
        self.cut(self.open)
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
        if simply {
            return self.cut(self.open);
        }
        let matters = self.at_thresholds.contains(from) || self.at_thresholds.contains(to);
        let mut open = if matters { self.find_over_thresholds(boxes) } else { self.over_thresholds };
        for number in 0..self.corridors.len() {
            let matters = |square: &Square| self.corridors[number].matters.contains(*square);
            let changed = [from, to].into_iter().filter(matters).fold(0, |keys, square| keys ^ puzzle.box_key(square));
            open |= match changed {
                0 => self.opened[number],
                _ => self.opened_by(puzzle, boxes, number, self.keys[number] ^ changed),
            };
        }
        self.cut(open)
    }

    fn find_over_thresholds(&self, boxes: &SquareSet) -> u64 {
        let free = |&&(a, b, _): &&(Square, Square, u8)| !boxes.contains(a) && !boxes.contains(b);
        self.thresholds.iter().filter(free).fold(0, |open, &(.., link)| open | 1 << link)
    }

    /// The links that a corridor opens with boxes of which `key` is the key.
    fn opened_by(&mut self, puzzle: &Puzzle, boxes: &SquareSet, number: usize, key: u64) -> u64 {
        let place = key as usize % KNOWN;
        if self.known[place].0 != key {
            self.known[place] = (key, self.flood(puzzle, boxes, number));
        }
        self.known[place].1
    }

    fn flood(&mut self, puzzle: &Puzzle, boxes: &SquareSet, number: usize) -> u64 {
        let Rooms { corridors, fill, blocked, reached, part, .. } = self;
        let Corridor { elsewhere, doors, links, .. } = &corridors[number];
        blocked.copy_from(elsewhere);
        blocked.unite(boxes);
        reached.clear();
        let mut open = 0;
        for door in doors {
            if blocked.contains(door.inside) || reached.contains(door.inside) {
                continue;
            }
            part.clear();
            fill.spread(puzzle.floor(), door.inside, blocked, part);
            reached.unite(part);
            let leads_in = |door: &&Door| part.contains(door.inside) && !boxes.contains(door.outside);
            let rooms = doors.iter().filter(leads_in).fold(0, |rooms, door| rooms | door.room);
            let opened = links.iter().filter(|link| link.rooms & !rooms == 0);
            open = opened.fold(open, |open, link| open | 1 << link.number);
        }
        open
    }
}

impl Corridor {
    /// For these squares, given the rooms with their bits, and which of them are linked.
    fn new(
        floor: &Floor,
        squares: &SquareSet,
        rooms: &[SquareSet],
        bits: &[u128],
        linked: &[(usize, usize)],
    ) -> Corridor {
        let mut doors = Vec::new();
        for (outside, &room) in rooms.iter().zip(bits) {
            let pairs = touching(floor, squares, outside);
            doors.extend(pairs.map(|(inside, outside)| Door { inside, outside, room }));
        }
        let touched = doors.iter().fold(0, |touched, door| touched | door.room);
        let links = (0..).zip(linked).map(|(number, &(one, other))| Link { number, rooms: bits[one] | bits[other] });
        let mut matters = squares.clone();
        doors.iter().for_each(|door| matters.insert(door.outside));
        Corridor {
            elsewhere: SquareSet::from_squares(floor.len(), floor.squares().filter(|&s| !squares.contains(s))),
            matters,
            links: links.filter(|link| link.rooms & !touched == 0).collect(),
            doors,
        }
    }
}

/// A bit for each room that is linked.
fn bits(rooms: usize, linked: &[(usize, usize)]) -> Vec<u128> {
    let mut next = 1;
    let is_linked = |room| linked.iter().any(|&(one, other)| one == room || other == room);
    let bit = |room| {
        let bit = if is_linked(room) { next } else { 0 };
        next <<= u32::from(bit != 0);
        bit
    };
    (0..rooms).map(bit).collect()
}

/// The key of a corridor without boxes: not 0, which stands where nothing is known yet.
fn key_of(corridor: usize) -> u64 {
    scramble(u64::MAX - 1 - corridor as u64)
}

/// The pairs of rooms that are linked, as many as are looked at.
fn linked(floor: &Floor, rooms: &[SquareSet], corridors: &[SquareSet]) -> Vec<(usize, usize)> {
    let touch = |a, b| touching(floor, a, b).next().is_some();
    let touched = |corridor| rooms.iter().map(|room| touch(corridor, room)).collect();
    let touched: Vec<Vec<bool>> = corridors.iter().map(touched).collect();
    let are_linked = |&(one, other): &(usize, usize)| {
        touched.iter().any(|touched| touched[one] && touched[other]) || touch(&rooms[one], &rooms[other])
    };
    let pairs = (0..rooms.len()).flat_map(|one| (one + 1..rooms.len()).map(move |other| (one, other)));
    pairs.filter(are_linked).take(MOST_LINKS).collect()
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

/// A square of one set and one of another, wherever they are neighbours or the same.
fn touching<'a>(
    floor: &'a Floor,
    one: &'a SquareSet,
    other: &'a SquareSet,
) -> impl Iterator<Item = (Square, Square)> + 'a {
    one.iter().flat_map(move |square| {
        let near = floor.neighbours(square).iter().copied().chain([square]);
        near.filter(|near| near.exists() && other.contains(*near)).map(move |near| (square, near))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_level;
    use boxwright_grid::SplitMix64;

    /// How many links are cut, with a flood fill for each: of its rooms and the corridors that touch both.
    fn slowly(puzzle: &Puzzle, boxes: &SquareSet) -> usize {
        let floor = puzzle.floor();
        let rooms = rooms(floor);
        let is_corridor = |square: Square| !rooms.iter().any(|room| room.contains(square));
        let corridors = components(floor, is_corridor);
        let touch = |a, b| touching(floor, a, b).next().is_some();
        let is_cut = |&(one, other): &(usize, usize)| {
            let between = corridors.iter().filter(|c| touch(c, &rooms[one]) && touch(c, &rooms[other]));
            let zone: Vec<&SquareSet> = between.chain([&rooms[one], &rooms[other]]).collect();
            let is_free = |square: Square| zone.iter().any(|set| set.contains(square)) && !boxes.contains(square);
            let is_way = |part: &SquareSet| part.meets(&rooms[one]) && part.meets(&rooms[other]);
            !components(floor, is_free).iter().any(is_way)
        };
        linked(floor, &rooms, &corridors).iter().filter(|link| is_cut(link)).count()
    }

    #[test]
    fn links_are_cut_as_flood_fills_say() {
        let (mut looks, mut some_cut, mut changed) = (0, 0, 0);
        for seed in 0..200 {
            let puzzle = Puzzle::new(&random_level(seed, 18, 15, 2)).unwrap();
            let squares = puzzle.floor().len();
            let mut rooms = Rooms::new(&puzzle);
            let mut random = SplitMix64(seed);
            for _ in 0..5 {
                let mut boxes = SquareSet::new(squares);
                for _ in 0..squares / 6 {
                    boxes.insert(Square(random.below(squares) as u16));
                }
                let before = rooms.enter(&puzzle, &boxes);
                assert_eq!(before, slowly(&puzzle, &boxes), "seed {seed}, {boxes:?}");
                for from in &boxes {
                    let to = Square(random.below(squares) as u16);
                    if boxes.contains(to) {
                        continue;
                    }
                    let mut moved = boxes.clone();
                    moved.remove(from);
                    moved.insert(to);
                    let after = rooms.after(&puzzle, &moved, from, to, false);
                    assert_eq!(after, slowly(&puzzle, &moved), "seed {seed}, {boxes:?}, {from:?} to {to:?}");
                    looks += 1;
                    some_cut += usize::from(after > 0);
                    changed += usize::from(after != before);
                }
            }
        }
        assert!(looks > 5000 && some_cut > 1000 && changed > 500, "{looks}, {some_cut}, {changed}");
    }
}
