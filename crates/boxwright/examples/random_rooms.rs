//! Random rooms of ten by ten with four boxes, in the manner of Boxoban: something to label by the million.
//!
//! `cargo run --release --example random_rooms -- 100000 > rooms.txt` (a second number is the seed, 1 by default)
//!
//! After Racanière et al. 2017, "Imagination-augmented agents", as far as the paper tells: a walk through rock clears
//! small patches of floor, four goals are placed, and boxes are pulled away from them by a player who wanders at
//! random, so that every room can be solved. Of several wanders the one with the boxes furthest from goals is kept.

use std::io::{self, BufWriter, Write};

use boxwright_grid::{Direction, Point, Size, SplitMix64, scramble};

const SIZE: Size = Size { width: 10, height: 10 };
const BOXES: usize = 4;
/// Steps of the walk that digs.
const DIG: usize = 34;
/// Steps of a player who pulls boxes.
const WANDER: usize = 400;
/// Wanders to choose from.
const WANDERS: usize = 24;

/// What a step of the digging walk clears, around the walker.
const PATCHES: [&[(i32, i32)]; 5] = [
    &[(0, 0), (1, 0), (-1, 0)],
    &[(0, 0), (0, 1), (0, -1)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(0, 0), (-1, 0), (0, 1)],
];

fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(rooms)), seed) = (numbers.next(), numbers.next().and_then(Result::ok).unwrap_or(1)) else {
        eprintln!("random_rooms ROOMS [SEED]");
        std::process::exit(2);
    };
    let mut random = SplitMix64(scramble(seed));
    let mut out = BufWriter::new(io::stdout().lock());
    for number in 0..rooms {
        let room = loop {
            if let Some(room) = Room::dig(&mut random).populated(&mut random) {
                break room;
            }
        };
        writeln!(out, "; {number}\n{}", room.text())?;
    }
    out.flush()
}

#[derive(Clone)]
struct Room {
    floor: Vec<bool>,
    goals: Vec<Point>,
    boxes: Vec<Point>,
    player: Point,
}

impl Room {
    fn dig(random: &mut SplitMix64) -> Room {
        let mut floor = vec![false; SIZE.area()];
        let mut at = Point::new(1 + random.below(8) as u16, 1 + random.below(8) as u16);
        let mut direction = Direction::from_index(random.below(4));
        for _ in 0..DIG {
            if random.below(100) < 35 {
                direction = Direction::from_index(random.below(4));
            }
            at = SIZE.step(at, direction).filter(|&p| is_inside(p)).unwrap_or(at);
            for &(dx, dy) in PATCHES[random.below(PATCHES.len())] {
                let p = Point::new((i32::from(at.x) + dx) as u16, (i32::from(at.y) + dy) as u16);
                if is_inside(p) {
                    floor[SIZE.index(p)] = true;
                }
            }
        }
        Room { floor, goals: Vec::new(), boxes: Vec::new(), player: at }
    }

    /// The room with goals, boxes and a player, if there is space and every box was moved.
    fn populated(mut self, random: &mut SplitMix64) -> Option<Room> {
        let mut free: Vec<Point> = SIZE.points().filter(|&p| self.floor[SIZE.index(p)]).collect();
        if free.len() < 3 * BOXES {
            return None;
        }
        for _ in 0..BOXES {
            self.goals.push(free.swap_remove(random.below(free.len())));
        }
        self.boxes = self.goals.clone();
        self.player = free[random.below(free.len())];
        let wanders = (0..WANDERS).map(|_| self.clone().wander(random));
        wanders.max_by_key(Room::distance).filter(|room| room.boxes.iter().all(|b| !room.goals.contains(b)))
    }

    /// The room after a player has wandered about it and pulled boxes along.
    fn wander(mut self, random: &mut SplitMix64) -> Room {
        for _ in 0..WANDER {
            let direction = Direction::from_index(random.below(4));
            let Some(to) = SIZE.step(self.player, direction).filter(|&p| self.is_free(p)) else { continue };
            let behind = SIZE.step(self.player, direction.opposite());
            if let Some(pulled) = self.boxes.iter().position(|&b| Some(b) == behind).filter(|_| !random.one_in(3)) {
                self.boxes[pulled] = self.player;
            }
            self.player = to;
        }
        self
    }

    fn is_free(&self, point: Point) -> bool {
        self.floor[SIZE.index(point)] && !self.boxes.contains(&point)
    }

    fn distance(&self) -> u32 {
        let apart = |a: &Point, b: &Point| u32::from(a.x.abs_diff(b.x) + a.y.abs_diff(b.y));
        self.boxes.iter().map(|b| self.goals.iter().map(|g| apart(b, g)).min().unwrap_or(0)).sum()
    }

    fn text(&self) -> String {
        let glyph = |p: Point| match (self.goals.contains(&p), self.boxes.contains(&p), p == self.player) {
            _ if !self.floor[SIZE.index(p)] => '#',
            (false, true, _) => '$',
            (true, true, _) => '*',
            (true, _, true) => '+',
            (_, _, true) => '@',
            (true, ..) => '.',
            _ => ' ',
        };
        let row = |y| (0..SIZE.width).map(|x| glyph(Point::new(x, y))).chain(['\n']).collect::<String>();
        (0..SIZE.height).map(row).collect()
    }
}

fn is_inside(p: Point) -> bool {
    p.x > 0 && p.y > 0 && p.x + 1 < SIZE.width && p.y + 1 < SIZE.height
}
