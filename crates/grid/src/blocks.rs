//! What an obstacle on any one square would cut off.
//!
//! One depth-first search finds the blocks (biconnected components) of the free floor. Afterwards three questions about
//! *every* square can be answered at once, as if each had been tried: which of its neighbours stay connected if it is
//! filled, into how many regions the floor falls, and which is the smallest square of each of these regions. The same
//! questions are answered for an obstacle that goes from its square to another ([`Lifted`]): without its square there are
//! known parts, and the square it leaves joins those that are around it.
//!
//! Two neighbours of a square s stay connected without s exactly if the edges to them are in the same block. A child
//! subtree of s that has no edge to above s is cut off; everything else of the component stays together. Squares are
//! numbered in the order of the search, so a subtree is a range of numbers. Searches begin at the smallest square of each
//! component, so what is left of a component without another square has that one as its smallest.
//!
//! Source: Hopcroft and Tarjan 1973 for the blocks; the use for macro moves is described for a Sokoban solver by R.
//! Kirov, with one search per box that is to be moved. Cost: linear in the squares, once per position, instead of a flood
//! fill per destination.

use crate::{Direction, Floor, Square, SquareSet};

/// The blocks of a floor with obstacles, and working memory to find them.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// In the order of the search.
    order: Vec<Square>,
    /// Of each square: its number in the order of the search, [`UNSEEN`] for obstacles.
    numbers: Vec<u16>,
    /// Of each square: the directions in which there is a free neighbour, as bits.
    open: Vec<u8>,
    places: Vec<Place>,
    components: usize,
}

/// What is known of a free square.
#[derive(Clone, Copy, Debug)]
struct Place {
    number: u16,
    /// One more than the last number of its subtree.
    end: u16,
    /// The smallest number that its subtree has an edge to.
    low: u16,
    /// The smallest square of its subtree.
    least: Square,
    /// The smallest square of its component, where the search for it began.
    component: Square,
    /// The direction towards its parent; 4 for a root.
    up: u8,
    /// Bit d: the neighbour in direction d is a child.
    children: u8,
    /// Bit d: the neighbour in direction d is a child whose subtree is cut off without this square.
    cut: u8,
    /// Bit d: the search has not been in direction d yet.
    ahead: u8,
}

const UNSEEN: u16 = u16::MAX;
const ROOT: u8 = 4;
/// Beside the bits of parts: what is connected over the square of a lifted obstacle.
const JOINED: u8 = 1 << 7;

const NOWHERE: Place = Place {
    number: UNSEEN,
    end: 0,
    low: 0,
    least: Square::NONE,
    component: Square::NONE,
    up: ROOT,
    children: 0,
    cut: 0,
    ahead: 0,
};

/// An obstacle that was lifted from its square, to be put down somewhere else.
#[derive(Clone, Copy, Debug)]
pub struct Lifted {
    square: Square,
    /// The free squares around it: their numbers, and the smallest square of their component.
    around: [(u16, Square); 4],
}

/// What a floor comes to when an obstacle is put down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PutDown {
    /// The directions from the obstacle whose neighbours are connected with the one asked for, as bits.
    pub sides: u8,
    /// The smallest square of the region that they are in.
    pub least: Square,
    /// How many regions the free floor has.
    pub regions: u16,
}

impl Blocks {
    /// Working memory for this floor.
    #[must_use]
    pub fn new(floor: &Floor) -> Blocks {
        Blocks {
            order: Vec::with_capacity(floor.len()),
            numbers: vec![UNSEEN; floor.len()],
            open: floor.sides().to_vec(),
            places: vec![NOWHERE; floor.len()],
            components: 0,
        }
    }

    /// Finds the blocks of the floor without the obstacles.
    pub fn find(&mut self, floor: &Floor, obstacles: &SquareSet) {
        self.order.clear();
        self.numbers.fill(UNSEEN);
        self.open.copy_from_slice(floor.sides());
        for obstacle in obstacles {
            for (direction, next) in floor.neighbours(obstacle).iter().enumerate().filter(|(_, next)| next.exists()) {
                self.open[next.index()] &= !(1 << (direction ^ 2));
            }
        }
        self.components = 0;
        for root in floor.squares() {
            if self.numbers[root.index()] == UNSEEN && !obstacles.contains(root) {
                self.components += 1;
                self.search(floor, root);
            }
        }
    }

    /// Goes through the component of a square, deep before wide. Parents are known by their direction, so there is no stack.
    fn search(&mut self, floor: &Floor, root: Square) {
        let mut square = root;
        let mut at = self.discover(root, ROOT, root);
        loop {
            if at.ahead != 0 {
                let direction = at.ahead.trailing_zeros() as u8;
                at.ahead &= at.ahead - 1;
                let next = floor.neighbours(square)[usize::from(direction)];
                let known = self.numbers[next.index()];
                if known == UNSEEN {
                    at.children |= 1 << direction;
                    self.places[square.index()] = at;
                    at = self.discover(next, direction ^ 2, root);
                    square = next;
                } else {
                    at.low = at.low.min(known);
                }
                continue;
            }
            // All of its subtree is known.
            at.end = self.order.len() as u16;
            self.places[square.index()] = at;
            if at.up == ROOT {
                return;
            }
            square = floor.neighbours(square)[usize::from(at.up)];
            let mut above = self.places[square.index()];
            above.least = above.least.min(at.least);
            above.low = above.low.min(at.low);
            if at.low >= above.number {
                above.cut |= 1 << (at.up ^ 2);
            }
            at = above;
        }
    }

    #[inline]
    fn discover(&mut self, square: Square, up: u8, component: Square) -> Place {
        let number = self.order.len() as u16;
        self.order.push(square);
        self.numbers[square.index()] = number;
        let ahead = self.open[square.index()] & !(1 << up);
        Place { number, low: number, least: square, component, up, ahead, ..NOWHERE }
    }

    /// How many regions the free floor has.
    #[must_use]
    pub fn components(&self) -> usize {
        self.components
    }

    /// Adds the free squares that are on some cycle: those with a way out and another way back.
    pub fn add_cycles(&self, floor: &Floor, squares: &mut SquareSet) {
        for &square in &self.order {
            let place = &self.places[square.index()];
            // An edge to the parent is on a cycle if the subtree has another edge upwards.
            if place.low < place.number {
                squares.insert(square);
                squares.insert(floor.neighbours(square)[usize::from(place.up)]);
            }
        }
    }

    /// How many regions the free floor would have with an obstacle on a free square.
    #[inline]
    fn components_without(&self, place: &Place) -> usize {
        // What was its component falls into the parts that are cut off and, if there is anything else, the rest.
        self.components - 1 + place.cut.count_ones() as usize + usize::from(place.has_rest())
    }

    /// The directions from a free square whose neighbours stay connected with the one in `direction` if the square is
    /// filled, as bits; that one must be free.
    #[inline]
    #[must_use]
    pub fn connected_sides(&self, floor: &Floor, square: Square, direction: Direction) -> u8 {
        let place = &self.places[square.index()];
        self.sides_in(place, floor, square, self.part(place, floor, square, direction))
    }

    /// The directions from a free square whose neighbours stay connected with another free square if the first one is
    /// filled, as bits.
    #[inline]
    #[must_use]
    pub fn sides_seen_from(&self, floor: &Floor, square: Square, other: Square) -> u8 {
        let (place, number) = (&self.places[square.index()], self.numbers[other.index()]);
        if number == UNSEEN || place.component != self.places[other.index()].component {
            return 0;
        }
        self.sides_in(place, floor, square, self.part_of(place, floor, square, number))
    }

    /// The directions from a square in which a part of the floor without it begins, as bits.
    #[inline]
    fn sides_in(&self, place: &Place, floor: &Floor, square: Square, part: u8) -> u8 {
        let open = self.open[square.index()];
        if place.cut == 0 {
            return open;
        }
        let is_in = |d: &&Direction| open >> d.index() & 1 != 0 && self.part(place, floor, square, **d) == part;
        Direction::ALL.iter().filter(is_in).fold(0, |bits, d| bits | 1 << d.index())
    }

    /// In which part of the floor without a square its free neighbour is: the child that leads there if it is cut off, else
    /// the rest.
    #[inline]
    fn part(&self, place: &Place, floor: &Floor, square: Square, direction: Direction) -> u8 {
        self.part_of(place, floor, square, self.numbers[floor.next(square, direction).index()])
    }

    /// The same for any square of the component, given its number.
    #[inline]
    fn part_of(&self, place: &Place, floor: &Floor, square: Square, next: u16) -> u8 {
        let mut cut = place.cut;
        while cut != 0 {
            let child = cut.trailing_zeros() as usize;
            let below = &self.places[floor.neighbours(square)[child].index()];
            if (below.number..below.end).contains(&next) {
                return child as u8;
            }
            cut &= cut - 1;
        }
        ROOT
    }

    /// The smallest square of a part of the component without a square.
    #[inline]
    fn least_of(&self, place: &Place, floor: &Floor, square: Square, part: u8) -> Square {
        let least_below = |child: usize| self.places[floor.neighbours(square)[child].index()].least;
        if part != ROOT {
            return least_below(part.into());
        }
        if place.up != ROOT {
            return place.component;
        }
        let kept = (0..4).filter(|child| (place.children & !place.cut) >> child & 1 != 0);
        kept.map(least_below).min().unwrap_or(Square::NONE)
    }

    /// Lifts the obstacle on a square.
    #[inline]
    #[must_use]
    pub fn lift(&self, floor: &Floor, square: Square) -> Lifted {
        let around = Direction::ALL.map(|direction| {
            let next = floor.next(square, direction);
            let number = if next.exists() { self.numbers[next.index()] } else { UNSEEN };
            (number, if number == UNSEEN { Square::NONE } else { self.places[next.index()].component })
        });
        Lifted { square, around }
    }

    /// Puts a lifted obstacle on a square that is free without it, and says what the region comes to that its neighbour in
    /// `side` is in, which must be free as well.
    #[inline]
    #[must_use]
    pub fn put_down(&self, floor: &Floor, lifted: &Lifted, square: Square, side: Direction) -> PutDown {
        if square == lifted.square {
            let (_, least) = lifted.around[side.index()];
            let with = |direction: &Direction| lifted.around[direction.index()].1 == least;
            let sides = Direction::ALL.iter().filter(|d| with(d)).fold(0, |bits, d| bits | 1 << d.index());
            return PutDown { sides, least, regions: self.components as u16 };
        }
        let place = &self.places[square.index()];
        // What the square joins that is free now: parts of this component, as bits, and other components.
        let (mut parts, mut joined, mut joined_least) = (0_u8, 0, lifted.square);
        for (at, &(number, component)) in lifted.around.iter().enumerate() {
            if number == UNSEEN || number == place.number {
                continue;
            }
            if component == place.component {
                parts |= 1 << self.part_of(place, floor, square, number);
            } else if !lifted.around[..at].iter().any(|&(_, before)| before == component) {
                joined += 1;
                joined_least = joined_least.min(component);
            }
        }
        // The square that is free now is a region of its own but for what it joins.
        let regions = (self.components_without(place) + 1 - joined - parts.count_ones() as usize) as u16;
        let towards = |direction: &Direction| floor.next(square, *direction) == lifted.square;
        let beside = Direction::ALL.iter().find(|d| towards(d)).map_or(0, |d| 1 << d.index());
        let (of_side, open) = (1 << side.index(), self.open[square.index()]);
        if place.cut == 0 {
            // All that is around the square stays together, with what is joined or without.
            let rest = self.least_of(place, floor, square, ROOT);
            return match (parts != 0, of_side == beside) {
                (true, _) => PutDown { sides: open | beside, least: joined_least.min(rest), regions },
                (false, true) => PutDown { sides: beside, least: joined_least, regions },
                (false, false) => PutDown { sides: open, least: rest, regions },
            };
        }
        let part_in = |direction: Direction| {
            let bit = 1 << direction.index();
            if bit == beside {
                return Some(parts | JOINED);
            }
            let part = (open & bit != 0).then(|| 1 << self.part(place, floor, square, direction))?;
            Some(if parts & part != 0 { parts | JOINED } else { part })
        };
        let wanted = part_in(side).unwrap_or(JOINED);
        let with = |direction: &Direction| part_in(*direction) == Some(wanted);
        let sides = Direction::ALL.iter().filter(|d| with(d)).fold(0, |bits, d| bits | 1 << d.index());
        let mut least = if wanted & JOINED != 0 { joined_least } else { Square::NONE };
        for part in 0..=ROOT {
            if wanted >> part & 1 != 0 {
                least = least.min(self.least_of(place, floor, square, part));
            }
        }
        PutDown { sides, least, regions }
    }
}

impl Place {
    /// Whether something of its component is not cut off by filling the square.
    #[inline]
    fn has_rest(&self) -> bool {
        self.up != ROOT || self.children != self.cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fill, Point, Size, SplitMix64};

    /// Every square of random boards, filled: the answers are those of flood fills.
    #[test]
    fn it_is_as_if_every_square_had_been_tried() {
        for seed in 0..400 {
            let mut random = SplitMix64(seed);
            let size = Size::new(3 + random.below(9) as u16, 3 + random.below(7) as u16);
            let density = 2 + random.below(4);
            let walls: Vec<bool> = (0..size.area()).map(|_| random.below(10) < density).collect();
            let floor = Floor::new(size, |p: Point| !walls[size.index(p)]);
            let mut obstacles = SquareSet::new(floor.len());
            for square in floor.squares() {
                if random.below(8) == 0 {
                    obstacles.insert(square);
                }
            }
            let mut blocks = Blocks::new(&floor);
            blocks.find(&floor, &obstacles);
            let mut fill = Fill::new(&floor);
            let mut regions = |obstacles: &SquareSet| {
                let mut region_of = vec![Square::NONE; floor.len()];
                let mut count = 0;
                for square in floor.squares().filter(|&s| !obstacles.contains(s)) {
                    if !region_of[square.index()].exists() {
                        let mut region = SquareSet::new(floor.len());
                        let least = fill.spread(&floor, square, obstacles, &mut region);
                        region.iter().for_each(|s| region_of[s.index()] = least);
                        count += 1;
                    }
                }
                (count, region_of)
            };
            assert_eq!(blocks.components(), regions(&obstacles).0, "seed {seed}");
            let mut on_cycles = SquareSet::new(floor.len());
            blocks.add_cycles(&floor, &mut on_cycles);
            for square in floor.squares().filter(|&s| !obstacles.contains(s)) {
                // A cycle leaves a square by one neighbour and comes back by another.
                let mut filled = obstacles.clone();
                filled.insert(square);
                let (_, region_of) = regions(&filled);
                let mut around: Vec<Square> =
                    floor.neighbours(square).iter().filter(|n| n.exists()).map(|n| region_of[n.index()]).collect();
                around.retain(|region| region.exists());
                around.sort_unstable();
                let expected = around.windows(2).any(|pair| pair[0] == pair[1]);
                assert_eq!(on_cycles.contains(square), expected, "seed {seed}, {square:?}");
            }
            for square in floor.squares().filter(|&s| !obstacles.contains(s)) {
                let mut filled = obstacles.clone();
                filled.insert(square);
                let (count, region_of) = regions(&filled);
                let place = &blocks.places[square.index()];
                assert_eq!(blocks.components_without(place), count, "seed {seed}, {square:?}");
                for other in floor.squares().filter(|&s| !filled.contains(s)) {
                    let sides = Direction::ALL.iter().filter(|&&d| {
                        let next = floor.next(square, d);
                        next.exists() && !filled.contains(next) && region_of[next.index()] == region_of[other.index()]
                    });
                    let expected = sides.fold(0, |bits, d| bits | 1 << d.index());
                    assert_eq!(blocks.sides_seen_from(&floor, square, other), expected, "seed {seed}, {square:?}");
                }
                for direction in Direction::ALL {
                    let next = floor.next(square, direction);
                    if !next.exists() || filled.contains(next) {
                        continue;
                    }
                    let least = region_of[next.index()];
                    let part = blocks.part(place, &floor, square, direction);
                    assert_eq!(blocks.least_of(place, &floor, square, part), least, "seed {seed}, {square:?}");
                    let sides = Direction::ALL.iter().filter(|&&d| {
                        let other = floor.next(square, d);
                        other.exists() && !filled.contains(other) && region_of[other.index()] == least
                    });
                    let expected = sides.fold(0, |bits, d| bits | 1 << d.index());
                    assert_eq!(blocks.connected_sides(&floor, square, direction), expected, "seed {seed}, {square:?}");
                }
            }
            // Every obstacle put on every square.
            for from in &obstacles {
                let lifted = blocks.lift(&floor, from);
                let mut moved = obstacles.clone();
                moved.remove(from);
                for to in floor.squares() {
                    if moved.contains(to) {
                        continue;
                    }
                    moved.insert(to);
                    let (count, region_of) = regions(&moved);
                    for direction in Direction::ALL {
                        let next = floor.next(to, direction);
                        if !next.exists() || moved.contains(next) {
                            continue;
                        }
                        let least = region_of[next.index()];
                        let with = |d: &&Direction| {
                            let other = floor.next(to, **d);
                            other.exists() && region_of[other.index()] == least
                        };
                        let sides = Direction::ALL.iter().filter(with).fold(0, |bits, d| bits | 1 << d.index());
                        let expected = PutDown { sides, least, regions: count as u16 };
                        let found = blocks.put_down(&floor, &lifted, to, direction);
                        assert_eq!(found, expected, "seed {seed}, {from:?} to {to:?}");
                    }
                    moved.remove(to);
                }
            }
        }
    }
}
