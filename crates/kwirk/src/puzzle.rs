//! A level compiled for searching.
//!
//! Everything an obstacle can ever do is listed once: for a block each placement and its pushes, for a turnstile each
//! position and its turns. Both are [`Interaction`]s of the same shape, so that searches need not tell them apart.

use crate::{Arms, Board, Fault, FaultKind, Level, Terrain};
use boxwright_grid::{Direction, Floor, Point, Square, scramble};

/// A valid level in the form searches work on.
///
/// Squares are the cells where something can stand or lie: walls, the exit and pivots are not among them.
#[derive(Clone, Debug)]
pub struct Puzzle {
    floor: Floor,
    kinds: Vec<BlockKind>,
    /// Kind and first placement of each block; blocks of one kind are next to each other.
    blocks: Vec<(usize, u16)>,
    turnstiles: Vec<Spinner>,
    holes: Vec<Square>,
    characters: [Square; 4],
    exit_sides: Vec<(Square, Direction)>,
    hole_keys: Vec<u64>,
    character_keys: Vec<u64>,
}

/// Blocks of one size are interchangeable.
#[derive(Clone, Debug)]
pub(crate) struct BlockKind {
    /// Where such a block can get, by pushes alone.
    pub placements: Vec<Placement>,
    pub keys: Vec<u64>,
}

/// A block lying somewhere.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    pub cells: Vec<Square>,
    /// By direction: the placement it is pushed to, and how.
    pub pushes: [Option<(u16, Interaction)>; 4],
}

/// A turnstile.
#[derive(Clone, Debug)]
pub(crate) struct Spinner {
    pub positions: Vec<SpinnerPosition>,
    pub keys: Vec<u64>,
}

/// A turnstile in one of its one, two or four different positions.
#[derive(Clone, Debug)]
pub(crate) struct SpinnerPosition {
    pub arms: Vec<Square>,
    /// Clockwise and counter-clockwise: the position it is turned to, and how.
    pub turns: [Option<(u8, Interaction)>; 2],
}

/// One way an obstacle can move.
#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    /// Must hold no obstacle and no character but the pusher.
    pub needs: Vec<Square>,
    /// Covered by the obstacle afterwards, not before.
    pub takes: Vec<Square>,
    /// Covered by the obstacle before, not afterwards.
    pub frees: Vec<Square>,
    pub pushers: Vec<Pusher>,
}

/// How a character brings an interaction about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pusher {
    pub stand: Square,
    pub direction: Direction,
    /// The cell of the obstacle that is pushed: it must not be over an open hole.
    pub touch: Square,
    /// Where the pusher ends: not over an open hole either.
    pub land: Square,
}

/// Placements of all kinds of blocks may have so many cells together; a full 20×18 room with a hundred kinds of blocks
/// stays below, a board of 65,000 points with as many does not.
const MOST_LISTED_CELLS: usize = 20_000_000;

impl Puzzle {
    /// Compiles a level.
    ///
    /// # Errors
    /// All faults of the level, if it has any.
    pub fn new(level: &Level) -> Result<Puzzle, Vec<Fault>> {
        let faults = level.check();
        if !faults.is_empty() {
            return Err(faults);
        }
        let board = &level.board;
        let size = board.size();
        let mut is_pivot = vec![false; size.area()];
        for turnstile in &board.turnstiles {
            is_pivot[size.index(turnstile.pivot)] = true;
        }
        let floor = Floor::new(size, |p| board.terrain(p) == Terrain::Floor && !is_pivot[size.index(p)]);
        let mut sizes: Vec<_> = board.blocks.iter().map(|b| (b.width, b.height)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let cells: usize = sizes.iter().map(|&(w, h)| usize::from(w) * usize::from(h)).sum();
        if cells * floor.len() > MOST_LISTED_CELLS {
            return Err(vec![Fault { line: level.line, column: 1, kind: FaultKind::TooIntricate }]);
        }
        let mut kinds = Vec::new();
        let mut blocks = Vec::new();
        for (kind, &(width, height)) in sizes.iter().enumerate() {
            let origins = board.blocks.iter().filter(|b| (b.width, b.height) == (width, height)).map(|b| b.origin);
            let origins: Vec<Point> = origins.collect();
            let (compiled, starts) = BlockKind::new(&floor, kind, width, height, &origins);
            blocks.extend(starts.into_iter().map(|start| (kind, start)));
            kinds.push(compiled);
        }
        let turnstiles = board.turnstiles.iter().enumerate();
        let turnstiles = turnstiles.map(|(i, t)| Spinner::new(&floor, i, t.pivot, t.arms)).collect();
        let holes: Vec<Square> = board.holes().filter_map(|p| floor.square(p)).collect();
        let exit_sides = exit_sides(board, &floor);
        let square = |p: Option<Point>| p.and_then(|p| floor.square(p)).unwrap_or(Square::NONE);
        Ok(Puzzle {
            kinds,
            blocks,
            turnstiles,
            characters: board.characters.map(square),
            exit_sides,
            hole_keys: keys(3, 0, floor.len()),
            character_keys: keys(4, 0, floor.len() * 8),
            holes,
            floor,
        })
    }

    /// The squares and their neighbours.
    #[must_use]
    pub fn floor(&self) -> &Floor {
        &self.floor
    }

    /// Where the characters start, by number; [`Square::NONE`] for those that are not in the level.
    #[must_use]
    pub fn characters(&self) -> [Square; 4] {
        self.characters
    }

    /// The open holes at the start.
    #[must_use]
    pub fn holes(&self) -> &[Square] {
        &self.holes
    }

    /// The squares beside the exit, with the direction of the step onto it.
    #[must_use]
    pub fn exit_sides(&self) -> &[(Square, Direction)] {
        &self.exit_sides
    }

    /// Whether some interaction can carry its pusher two cells.
    #[must_use]
    pub fn has_rides(&self) -> bool {
        let positions = self.turnstiles.iter().flat_map(|t| &t.positions);
        let turns = positions.flat_map(|p| p.turns.iter().flatten());
        turns.flat_map(|(_, turn)| &turn.pushers).any(|p| p.land != p.touch)
    }

    pub(crate) fn kinds(&self) -> &[BlockKind] {
        &self.kinds
    }

    pub(crate) fn blocks(&self) -> &[(usize, u16)] {
        &self.blocks
    }

    pub(crate) fn turnstiles(&self) -> &[Spinner] {
        &self.turnstiles
    }

    /// Key of a hole that was filled.
    pub(crate) fn filled_key(&self, hole: Square) -> u64 {
        self.hole_keys[hole.index()]
    }

    /// Key of something about a character: `role` below 8 tells what, the square where.
    pub(crate) fn character_key(&self, role: usize, square: Square) -> u64 {
        self.character_keys[square.index() * 8 + role]
    }
}

fn keys(family: u64, member: usize, count: usize) -> Vec<u64> {
    (0..count as u64).map(|i| scramble((family << 56) | ((member as u64) << 32) | i)).collect()
}

fn exit_sides(board: &Board, floor: &Floor) -> Vec<(Square, Direction)> {
    let Some(exit) = board.exit() else { return Vec::new() };
    let beside = |d: Direction| board.size().step(exit, d.opposite()).and_then(|p| floor.square(p)).map(|s| (s, d));
    Direction::ALL.into_iter().filter_map(beside).collect()
}

impl BlockKind {
    /// Follows all pushes from the given origins, as if the board were empty but for walls.
    fn new(floor: &Floor, kind: usize, width: u16, height: u16, origins: &[Point]) -> (BlockKind, Vec<u16>) {
        let size = floor.size();
        let cells_at = |origin: Point| -> Option<Vec<Square>> {
            let fits = usize::from(origin.x) + usize::from(width) <= usize::from(size.width)
                && usize::from(origin.y) + usize::from(height) <= usize::from(size.height);
            let points = || (0..height).flat_map(|y| (0..width).map(move |x| Point::new(origin.x + x, origin.y + y)));
            if fits { points().map(|p| floor.square(p)).collect() } else { None }
        };
        let mut known: Vec<Option<u16>> = vec![None; size.area()];
        let mut found: Vec<(Point, Vec<Square>)> = Vec::new();
        let mut number = |origin: Point, found: &mut Vec<(Point, Vec<Square>)>| -> Option<u16> {
            let slot = &mut known[size.index(origin)];
            if slot.is_none() {
                let cells = cells_at(origin)?;
                *slot = Some(found.len() as u16);
                found.push((origin, cells));
            }
            *slot
        };
        let starts = origins.iter().map(|&o| number(o, &mut found).expect("a block lies on floor")).collect();
        let mut pushes: Vec<[Option<u16>; 4]> = Vec::new();
        while let Some(&(origin, _)) = found.get(pushes.len()) {
            pushes.push(Direction::ALL.map(|d| size.step(origin, d).and_then(|to| number(to, &mut found))));
        }
        let placement = |(at, (_, cells)): (usize, &(Point, Vec<Square>))| {
            let push = |d: Direction| {
                let to = pushes[at][d.index()]?;
                let next = &found[usize::from(to)].1;
                let takes: Vec<Square> = next.iter().copied().filter(|s| !cells.contains(s)).collect();
                let frees: Vec<Square> = cells.iter().copied().filter(|s| !next.contains(s)).collect();
                let pusher = |&touch: &Square| {
                    let stand = floor.next(touch, d.opposite());
                    stand.exists().then_some(Pusher { stand, direction: d, touch, land: touch })
                };
                let pushers = frees.iter().filter_map(pusher).collect();
                Some((to, Interaction { needs: takes.clone(), takes, frees, pushers }))
            };
            Placement { cells: cells.clone(), pushes: Direction::ALL.map(push) }
        };
        let placements: Vec<Placement> = found.iter().enumerate().map(placement).collect();
        (BlockKind { keys: keys(1, kind, placements.len()), placements }, starts)
    }
}

impl Spinner {
    fn new(floor: &Floor, number: usize, pivot: Point, arms: Arms) -> Spinner {
        let size = floor.size();
        let square = |p: Option<Point>| p.and_then(|p| floor.square(p));
        let arm_cell = |d: Direction| square(size.step(pivot, d));
        // The corner between a direction and the next one clockwise.
        let corner = |d: Direction| square(size.step(pivot, d).and_then(|p| size.step(p, d.clockwise())));
        let turned = |arms: Arms, clockwise: bool| if clockwise { arms.clockwise() } else { arms.counter_clockwise() };

        let mut shapes = vec![arms];
        while !shapes.contains(&turned(*shapes.last().expect("begins with one"), true)) {
            shapes.push(shapes.last().expect("begins with one").clockwise());
        }
        let turn = |arms: Arms, clockwise: bool| -> Option<(u8, Interaction)> {
            let after = turned(arms, clockwise);
            let rotate = |d: Direction| if clockwise { d.clockwise() } else { d.counter_clockwise() };
            let behind = |d: Direction| if clockwise { d.counter_clockwise() } else { d.clockwise() };
            let swept = |d: Direction| corner(if clockwise { d } else { d.counter_clockwise() });
            let mut needs = Vec::new();
            for arm in arms.iter() {
                needs.push(swept(arm)?);
                if !arms.contains(rotate(arm)) {
                    needs.push(arm_cell(rotate(arm))?);
                }
            }
            let pusher = |arm: Direction| {
                // The pusher stands in the corner behind the arm and walks in the direction the arm will point to.
                let touch = arm_cell(arm)?;
                let carried = after.contains(arm);
                let land = if carried { swept(arm)? } else { touch };
                Some(Pusher { stand: swept(behind(arm))?, direction: rotate(arm), touch, land })
            };
            let cells = |arms: Arms| arms.iter().filter_map(arm_cell).collect::<Vec<_>>();
            let (old, new) = (cells(arms), cells(after));
            let interaction = Interaction {
                needs,
                takes: new.iter().copied().filter(|s| !old.contains(s)).collect(),
                frees: old.iter().copied().filter(|s| !new.contains(s)).collect(),
                pushers: arms.iter().filter_map(pusher).collect(),
            };
            let to = shapes.iter().position(|&s| s == after).expect("all shapes are listed");
            Some((to as u8, interaction))
        };
        let position = |&arms: &Arms| SpinnerPosition {
            arms: arms.iter().filter_map(arm_cell).collect(),
            turns: [turn(arms, true), turn(arms, false)],
        };
        let positions: Vec<SpinnerPosition> = shapes.iter().map(position).collect();
        Spinner { keys: keys(2, number, positions.len()), positions }
    }
}
