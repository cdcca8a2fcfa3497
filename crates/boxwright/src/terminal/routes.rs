//! Ways for a click: where one can walk, and how a box or block is pushed somewhere.

use std::collections::{HashMap, HashSet, VecDeque};

use boxwright_grid::{Direction, Point};
use boxwright_kwirk::{Move, Outcome};

use crate::play::position::Position;

/// The most positions looked at for a way to push something, and the most cells that all of them together may have.
const MOST: usize = 60_000;
const MOST_CELLS: usize = 20_000_000;

/// The shortest walk to a point; `None` if there is none.
#[must_use]
pub(super) fn walk(at: &Position, to: Point) -> Option<Vec<Move>> {
    let from = at.actor()?;
    let mut came: HashMap<Point, Direction> = HashMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(point) = queue.pop_front() {
        if point == to {
            return Some(path(&came, from, to));
        }
        // Nobody walks on from the exit.
        if at.is_exit(point) {
            continue;
        }
        for direction in Direction::ALL {
            let Some(next) = at.size().step(point, direction) else { continue };
            if next != from && at.is_free(next) && !came.contains_key(&next) {
                came.insert(next, direction);
                queue.push_back(next);
            }
        }
    }
    None
}

fn path(came: &HashMap<Point, Direction>, from: Point, to: Point) -> Vec<Move> {
    let mut way = Vec::new();
    let mut point = to;
    while point != from {
        let direction = came[&point];
        way.push(Move::Step(direction));
        let (dx, dy) = direction.opposite().offset();
        point = Point::new((i32::from(point.x) + dx) as u16, (i32::from(point.y) + dy) as u16);
    }
    way.reverse();
    way
}

/// The shortest way to bring the box or block at a place to another by pushing it and nothing else.
#[must_use]
pub(super) fn push(at: &Position, place: Point, to: Point) -> Option<Vec<Move>> {
    struct Node {
        at: Position,
        place: Point,
        came: Option<(usize, Move)>,
    }
    let most = MOST.min(MOST_CELLS / at.size().area().max(1));
    let mut seen = HashSet::from([(at.actor(), place)]);
    let mut nodes = vec![Node { at: at.clone(), place, came: None }];
    let mut next = 0;
    while next < nodes.len().min(most) {
        for press in Direction::ALL.map(Move::Step) {
            let mut there = nodes[next].at.clone();
            let from = nodes[next].place;
            let pressed = there.press(press);
            let place = match (pressed.outcome, pressed.moved) {
                (Outcome::Walk, _) => from,
                (Outcome::Push | Outcome::Fill, Some((before, after))) if before == from => {
                    let arrived = after.or_else(|| step(at, before, press));
                    if arrived == Some(to) {
                        let mut way = vec![press];
                        let mut came = nodes[next].came;
                        while let Some((before, press)) = came {
                            way.push(press);
                            came = nodes[before].came;
                        }
                        way.reverse();
                        return Some(way);
                    }
                    let Some(after) = after else { continue };
                    after
                }
                _ => continue,
            };
            if seen.insert((there.actor(), place)) {
                nodes.push(Node { at: there, place, came: Some((next, press)) });
            }
        }
        next += 1;
    }
    None
}

fn step(at: &Position, place: Point, press: Move) -> Option<Point> {
    let Move::Step(direction) = press else { return None };
    at.size().step(place, direction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    fn position(text: &str) -> Position {
        Position::new(&source::read("x.txt", text.as_bytes()).unwrap().levels[0])
    }

    fn text(way: Option<Vec<Move>>) -> Option<String> {
        way.map(|way| way.into_iter().map(Move::letter).collect())
    }

    #[test]
    fn walks_go_around_boxes() {
        let at = position("######\n#@$ .#\n#    #\n######\n");
        assert_eq!(text(walk(&at, Point::new(3, 1))).as_deref(), Some("drru"));
        assert_eq!(text(walk(&at, Point::new(1, 1))).as_deref(), Some(""));
        assert_eq!(walk(&at, Point::new(2, 1)), None);
        assert_eq!(walk(&at, Point::new(0, 0)), None);
    }

    #[test]
    fn boxes_are_pushed_around_corners() {
        let at = position("#######\n#     #\n#@$   #\n#    .#\n#######\n");
        let way = text(push(&at, Point::new(2, 2), Point::new(3, 3))).unwrap();
        assert_eq!(way, "rurd");
        assert_eq!(push(&at, Point::new(2, 2), Point::new(0, 0)), None);
    }

    #[test]
    fn blocks_are_pushed_into_holes_and_characters_walk_out() {
        let at = position("########\n#1 a O #\n#     %#\n########\n");
        assert_eq!(text(push(&at, Point::new(3, 1), Point::new(5, 1))).as_deref(), Some("rrr"));
        let mut at = at;
        let outcomes: Vec<Outcome> =
            walk(&at, Point::new(6, 2)).unwrap().into_iter().map(|press| at.press(press).outcome).collect();
        assert_eq!((outcomes.len(), outcomes.last()), (6, Some(&Outcome::Exit)));
    }
}
