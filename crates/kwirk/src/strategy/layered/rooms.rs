//! Rooms, and the obstacles between them.
//!
//! Source: Wittingen 2021, section 4.3.1. A room is a set of squares closed off by walls and obstacles; an obstacle
//! that borders two rooms is a connector. Holes count as obstacles, each connected set of hole squares as one.
//!
//! How ours differs: obstacles may lie against each other with no square between them, and then no single one connects
//! two rooms. So rooms and obstacles are zones alike, and the graph is that of bordering zones; a way from one room to
//! another may pass several obstacles in a row.
//!
//! Cost: one flood over the floor, once per puzzle; the rooms are those of the start.

use crate::Puzzle;
use crate::space::{Field, Obstacle};
use boxwright_grid::Square;
use std::sync::Arc;

/// What a set of squares is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ZoneKind {
    Room,
    Block(usize),
    Turnstile(usize),
    Hole,
}

/// A room, a block, the arms of a turnstile or a hole.
#[derive(Clone, Debug)]
pub(super) struct Zone {
    pub kind: ZoneKind,
    pub squares: Arc<[Square]>,
    /// The zones beside it.
    pub beside: Vec<usize>,
}

/// All zones of a position.
#[derive(Clone, Debug)]
pub(super) struct Rooms {
    pub zones: Vec<Zone>,
    /// The zone of every square.
    of: Vec<usize>,
}

impl Rooms {
    pub(super) fn new(puzzle: &Puzzle, field: &Field) -> Rooms {
        const UNKNOWN: usize = usize::MAX;
        let floor = puzzle.floor();
        let kind = |s: Square| match field.obstacle_at(puzzle, s) {
            Some(Obstacle::Block(i)) => ZoneKind::Block(i),
            Some(Obstacle::Turnstile(i)) => ZoneKind::Turnstile(i),
            None if field.is_hole(s) => ZoneKind::Hole,
            None => ZoneKind::Room,
        };
        let kinds: Vec<ZoneKind> = floor.squares().map(kind).collect();
        let mut rooms = Rooms { zones: Vec::new(), of: vec![UNKNOWN; floor.len()] };
        for start in floor.squares() {
            if rooms.of[start.index()] != UNKNOWN {
                continue;
            }
            let (number, kind) = (rooms.zones.len(), kinds[start.index()]);
            let mut squares = vec![start];
            rooms.of[start.index()] = number;
            if matches!(kind, ZoneKind::Turnstile(_)) {
                // The arms of a turnstile touch the pivot, not each other.
                squares = floor.squares().filter(|s| kinds[s.index()] == kind).collect();
                squares.iter().for_each(|s| rooms.of[s.index()] = number);
            } else {
                let mut at = 0;
                while let Some(&square) = squares.get(at) {
                    at += 1;
                    for &next in floor.neighbours(square) {
                        if next.exists() && kinds[next.index()] == kind && rooms.of[next.index()] == UNKNOWN {
                            rooms.of[next.index()] = number;
                            squares.push(next);
                        }
                    }
                }
            }
            rooms.zones.push(Zone { kind, squares: squares.into(), beside: Vec::new() });
        }
        for square in floor.squares() {
            let own = rooms.of[square.index()];
            for &next in floor.neighbours(square) {
                if next.exists() {
                    let other = rooms.of[next.index()];
                    if other != own && !rooms.zones[own].beside.contains(&other) {
                        rooms.zones[own].beside.push(other);
                    }
                }
            }
        }
        rooms
    }

    /// The zone of a square.
    pub(super) fn at(&self, square: Square) -> usize {
        self.of[square.index()]
    }

    /// The fewest-zones way from a zone to one that `wanted` accepts, avoiding some; both ends included.
    pub(super) fn way(
        &self,
        from: usize,
        avoid: impl Fn(usize) -> bool,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut before = vec![usize::MAX; self.zones.len()];
        before[from] = from;
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(&zone) = queue.get(at) {
            at += 1;
            if wanted(zone) {
                let mut way = vec![zone];
                while way[way.len() - 1] != from {
                    way.push(before[way[way.len() - 1]]);
                }
                way.reverse();
                return Some(way);
            }
            for &next in &self.zones[zone].beside {
                if before[next] == usize::MAX && (!avoid(next) || wanted(next)) {
                    before[next] = zone;
                    queue.push(next);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rooms(text: &str) -> Rooms {
        let level = crate::read("test.kwk", text.as_bytes()).unwrap().levels.remove(0);
        let puzzle = Puzzle::new(&level).unwrap();
        Rooms::new(&puzzle, &Field::new(&puzzle))
    }

    #[test]
    fn a_hole_and_a_block_in_a_row_are_two_zones_between_two_rooms() {
        let rooms = rooms("########\n#1 aO %#\n########\n");
        let kinds: Vec<ZoneKind> = rooms.zones.iter().map(|z| z.kind).collect();
        assert_eq!(kinds, [ZoneKind::Room, ZoneKind::Block(0), ZoneKind::Hole, ZoneKind::Room]);
        assert_eq!(rooms.way(0, |_| false, |z| z == 3), Some(vec![0, 1, 2, 3]));
        assert_eq!(rooms.way(0, |z| z == 2, |z| z == 3), None);
    }

    #[test]
    fn a_turnstile_is_one_zone() {
        let rooms = rooms("#######\n#  ^  #\n#1 *  #\n#  ` %#\n#######\n");
        assert_eq!(rooms.zones.iter().filter(|z| z.kind == ZoneKind::Turnstile(0)).count(), 1);
    }
}
