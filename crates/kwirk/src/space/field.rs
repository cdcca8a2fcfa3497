//! The obstacles of a position: what both spaces have in common.

use crate::Puzzle;
use crate::puzzle::{Interaction, Pusher};
use boxwright_grid::{Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter, bits_for};

/// A block that fell into a hole.
const GONE: u16 = u16::MAX;

/// Where the obstacles are and which holes are open.
#[derive(Clone, Debug)]
pub struct Field {
    blocks: Vec<u16>,
    turns: Vec<u8>,
    /// Squares with an open hole, whatever is above it.
    holes: SquareSet,
    /// Squares with a block or an arm.
    occupied: SquareSet,
    /// Squares nobody can walk on: occupied or an open hole.
    closed: SquareSet,
    key: u64,
}

/// An obstacle and where it can be moved next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Obstacle {
    Block(usize),
    Turnstile(usize),
}

/// A change of the field that can be taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    obstacle: Obstacle,
    before: u16,
    fell: bool,
}

impl Field {
    /// The obstacles at the start.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Field {
        let squares = puzzle.floor().len();
        let mut field = Field {
            blocks: puzzle.blocks().iter().map(|b| b.1).collect(),
            turns: vec![0; puzzle.turnstiles().len()],
            holes: SquareSet::from_squares(squares, puzzle.holes().iter().copied()),
            occupied: SquareSet::new(squares),
            closed: SquareSet::new(squares),
            key: 0,
        };
        field.derive(puzzle);
        field
    }

    /// Squares nobody can walk on: obstacles and open holes.
    #[must_use]
    pub fn closed(&self) -> &SquareSet {
        &self.closed
    }

    /// Squares with a block or an arm.
    #[must_use]
    pub fn occupied(&self) -> &SquareSet {
        &self.occupied
    }

    /// Whether there is an open hole, whatever is above it.
    #[inline]
    #[must_use]
    pub fn is_hole(&self, square: Square) -> bool {
        self.holes.contains(square)
    }

    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// The blocks still there: their kind and placement.
    pub(crate) fn blocks<'f>(&'f self, puzzle: &'f Puzzle) -> impl Iterator<Item = (usize, usize)> + 'f {
        let blocks = self.blocks.iter().zip(puzzle.blocks()).filter(|(at, _)| **at != GONE);
        blocks.map(|(&at, &(kind, _))| (kind, usize::from(at)))
    }

    /// The position of each turnstile.
    pub(crate) fn turns(&self) -> &[u8] {
        &self.turns
    }

    /// The obstacles, fallen blocks included.
    pub(crate) fn obstacles(&self) -> impl Iterator<Item = Obstacle> + use<> {
        let turnstiles = (0..self.turns.len()).map(Obstacle::Turnstile);
        (0..self.blocks.len()).map(Obstacle::Block).chain(turnstiles)
    }

    /// The obstacle on an occupied square.
    pub(crate) fn obstacle_at(&self, puzzle: &Puzzle, square: Square) -> Option<Obstacle> {
        self.obstacles().find(|&obstacle| match obstacle {
            Obstacle::Block(i) => {
                let kind = &puzzle.kinds()[puzzle.blocks()[i].0];
                self.blocks[i] != GONE && kind.placements[usize::from(self.blocks[i])].cells.contains(&square)
            }
            Obstacle::Turnstile(i) => {
                puzzle.turnstiles()[i].positions[usize::from(self.turns[i])].arms.contains(&square)
            }
        })
    }

    /// What an obstacle can do next if nothing is in its way: where it goes, and how.
    pub(crate) fn moves<'p>(
        &self,
        puzzle: &'p Puzzle,
        obstacle: Obstacle,
    ) -> impl Iterator<Item = (u16, &'p Interaction)> + use<'p> {
        let (pushes, turns) = match obstacle {
            Obstacle::Block(i) => {
                let kind = &puzzle.kinds()[puzzle.blocks()[i].0];
                (kind.placements.get(usize::from(self.blocks[i])).map(|p| &p.pushes), None)
            }
            Obstacle::Turnstile(i) => (None, Some(&puzzle.turnstiles()[i].positions[usize::from(self.turns[i])].turns)),
        };
        let pushes = pushes.into_iter().flatten().flatten().map(|(to, how)| (*to, how));
        pushes.chain(turns.into_iter().flatten().flatten().map(|(to, how)| (u16::from(*to), how)))
    }

    /// Whether no obstacle is in the way of an interaction.
    #[inline]
    pub(crate) fn is_clear(&self, how: &Interaction) -> bool {
        how.needs.iter().all(|&square| !self.occupied.contains(square))
    }

    /// Whether this pusher can do it, as far as holes are concerned. The answer is the same after the interaction: a
    /// block fills only holes beneath where it comes to lie.
    #[inline]
    pub(crate) fn supports(&self, pusher: &Pusher) -> bool {
        !self.holes.contains(pusher.touch) && !self.holes.contains(pusher.land)
    }

    /// Moves an obstacle; a block that now lies over open holes alone falls and fills them.
    pub(crate) fn apply(&mut self, puzzle: &Puzzle, obstacle: Obstacle, to: u16, how: &Interaction) -> Change {
        let before = match obstacle {
            Obstacle::Block(i) => std::mem::replace(&mut self.blocks[i], to),
            Obstacle::Turnstile(i) => u16::from(std::mem::replace(&mut self.turns[i], to as u8)),
        };
        for &square in &how.frees {
            self.uncover(square);
        }
        for &square in &how.takes {
            self.cover(square);
        }
        self.key ^= obstacle_key(puzzle, obstacle, before) ^ obstacle_key(puzzle, obstacle, to);
        let mut fell = false;
        if let Obstacle::Block(i) = obstacle {
            let (kind, _) = puzzle.blocks()[i];
            let cells = &puzzle.kinds()[kind].placements[usize::from(to)].cells;
            fell = cells.iter().all(|&s| self.holes.contains(s));
            if fell {
                self.blocks[i] = GONE;
                self.key ^= obstacle_key(puzzle, obstacle, to);
                for &square in cells {
                    self.holes.remove(square);
                    self.uncover(square);
                    self.key ^= puzzle.filled_key(square);
                }
            }
        }
        Change { obstacle, before, fell }
    }

    /// Takes back the change made last.
    pub(crate) fn undo(&mut self, puzzle: &Puzzle, change: Change, to: u16, how: &Interaction) {
        let Change { obstacle, before, fell } = change;
        if fell && let Obstacle::Block(i) = obstacle {
            let (kind, _) = puzzle.blocks()[i];
            for &square in &puzzle.kinds()[kind].placements[usize::from(to)].cells {
                self.holes.insert(square);
                self.cover(square);
                self.key ^= puzzle.filled_key(square);
            }
            self.key ^= obstacle_key(puzzle, obstacle, to);
        }
        match obstacle {
            Obstacle::Block(i) => self.blocks[i] = before,
            Obstacle::Turnstile(i) => self.turns[i] = before as u8,
        }
        for &square in &how.takes {
            self.uncover(square);
        }
        for &square in &how.frees {
            self.cover(square);
        }
        self.key ^= obstacle_key(puzzle, obstacle, before) ^ obstacle_key(puzzle, obstacle, to);
    }

    fn cover(&mut self, square: Square) {
        self.occupied.insert(square);
        self.closed.insert(square);
    }

    fn uncover(&mut self, square: Square) {
        self.occupied.remove(square);
        if !self.holes.contains(square) {
            self.closed.remove(square);
        }
    }

    /// How many bits [`Field::pack`] writes.
    pub(crate) fn packed_bits(puzzle: &Puzzle) -> usize {
        let blocks: u32 = puzzle.blocks().iter().map(|&(kind, _)| block_bits(puzzle, kind)).sum();
        let turns: u32 = puzzle.turnstiles().iter().map(|t| bits_for(t.positions.len())).sum();
        (blocks + turns) as usize + puzzle.holes().len()
    }

    /// Blocks of one kind are interchangeable: their placements are written in order.
    #[inline]
    pub(crate) fn pack(&self, puzzle: &Puzzle, bits: &mut BitWriter<'_>) {
        let mut first = 0;
        while let Some(&(kind, _)) = puzzle.blocks().get(first) {
            let end = first + puzzle.blocks()[first..].iter().take_while(|b| b.0 == kind).count();
            let (each, gone) = (block_bits(puzzle, kind), puzzle.kinds()[kind].placements.len() as u64);
            write_sorted(&self.blocks[first..end], |at| {
                bits.write(if at == GONE { gone } else { at.into() }, each);
            });
            first = end;
        }
        for (&at, turnstile) in self.turns.iter().zip(puzzle.turnstiles()) {
            bits.write(at.into(), bits_for(turnstile.positions.len()));
        }
        for &hole in puzzle.holes() {
            bits.write(self.holes.contains(hole).into(), 1);
        }
    }

    /// The inverse of [`Field::pack`].
    #[inline]
    pub(crate) fn unpack(&mut self, puzzle: &Puzzle, bits: &mut BitReader<'_>) {
        for (at, &(kind, _)) in self.blocks.iter_mut().zip(puzzle.blocks()) {
            let placement = bits.read(block_bits(puzzle, kind)) as u16;
            *at = if usize::from(placement) == puzzle.kinds()[kind].placements.len() { GONE } else { placement };
        }
        for (at, turnstile) in self.turns.iter_mut().zip(puzzle.turnstiles()) {
            *at = bits.read(bits_for(turnstile.positions.len())) as u8;
        }
        self.holes.clear();
        for &hole in puzzle.holes() {
            if bits.read(1) != 0 {
                self.holes.insert(hole);
            }
        }
        self.derive(puzzle);
    }

    /// The key of a packed field, without building it.
    pub(crate) fn key_of(puzzle: &Puzzle, bits: &mut BitReader<'_>) -> u64 {
        let mut key = 0;
        for &(kind, _) in puzzle.blocks() {
            let at = bits.read(block_bits(puzzle, kind)) as usize;
            key ^= puzzle.kinds()[kind].keys.get(at).copied().unwrap_or(0);
        }
        for turnstile in puzzle.turnstiles() {
            key ^= turnstile.keys[bits.read(bits_for(turnstile.positions.len())) as usize];
        }
        for &hole in puzzle.holes() {
            if bits.read(1) == 0 {
                key ^= puzzle.filled_key(hole);
            }
        }
        key
    }

    /// Computes what follows from the obstacles and holes.
    fn derive(&mut self, puzzle: &Puzzle) {
        self.occupied.clear();
        self.key = 0;
        for (i, (&at, &(kind, _))) in self.blocks.iter().zip(puzzle.blocks()).enumerate() {
            if at != GONE {
                for &square in &puzzle.kinds()[kind].placements[usize::from(at)].cells {
                    self.occupied.insert(square);
                }
                self.key ^= obstacle_key(puzzle, Obstacle::Block(i), at);
            }
        }
        for (i, (&at, turnstile)) in self.turns.iter().zip(puzzle.turnstiles()).enumerate() {
            for &square in &turnstile.positions[usize::from(at)].arms {
                self.occupied.insert(square);
            }
            self.key ^= obstacle_key(puzzle, Obstacle::Turnstile(i), at.into());
        }
        self.closed.copy_from(&self.occupied);
        for &hole in puzzle.holes() {
            if self.holes.contains(hole) {
                self.closed.insert(hole);
            } else {
                self.key ^= puzzle.filled_key(hole);
            }
        }
    }
}

fn obstacle_key(puzzle: &Puzzle, obstacle: Obstacle, at: u16) -> u64 {
    match obstacle {
        Obstacle::Block(i) => puzzle.kinds()[puzzle.blocks()[i].0].keys[usize::from(at)],
        Obstacle::Turnstile(i) => puzzle.turnstiles()[i].keys[usize::from(at)],
    }
}

fn block_bits(puzzle: &Puzzle, kind: usize) -> u32 {
    bits_for(puzzle.kinds()[kind].placements.len() + 1)
}

/// Visits the values in ascending order without allocating for the usual few.
#[inline]
fn write_sorted(values: &[u16], mut visit: impl FnMut(u16)) {
    match values {
        [one] => visit(*one),
        [a, b] => {
            visit(*a.min(b));
            visit(*a.max(b));
        }
        _ if values.len() <= 32 => {
            let mut sorted = [0; 32];
            let sorted = &mut sorted[..values.len()];
            sorted.copy_from_slice(values);
            sorted.sort_unstable();
            sorted.iter().copied().for_each(visit);
        }
        _ => {
            let mut sorted = values.to_vec();
            sorted.sort_unstable();
            sorted.into_iter().for_each(visit);
        }
    }
}
