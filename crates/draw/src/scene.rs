//! A position as a list of sprites, the same for both games.
//!
//! What is drawn is decided here, how it looks in the artwork. Since a scene is nothing but a list, two of them can be
//! compared: an animation redraws the cells where they differ and nothing else.

use std::collections::HashSet;

use boxwright_grid::{Direction, Point, Size};
use boxwright_kwirk::Terrain;
use boxwright_sokoban::Cell;
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

/// Something drawn on a rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sprite {
    /// What it is.
    pub kind: Kind,
    /// The left column.
    pub x: u16,
    /// The top row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// What a sprite is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Floor.
    Floor,
    /// A wall with another one below it.
    Wall,
    /// A wall whose front is seen.
    Front,
    /// A goal of Sokoban.
    Goal,
    /// A box.
    Box,
    /// A box on a goal.
    Done,
    /// The player of Sokoban.
    Player,
    /// Says that the player stands on a goal.
    Badge,
    /// An open hole.
    Hole,
    /// An open hole beneath something.
    Sunk,
    /// The stairs.
    Exit,
    /// A block, as large as the sprite.
    Block,
    /// The arm of a turnstile.
    Arm(Direction),
    /// The middle of a turnstile.
    Pivot,
    /// A character of Kwirk by index, and whether it is the one to move.
    Character(usize, bool),
}

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// The left column.
    pub x: u16,
    /// The top row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// All there is to draw of a position, from back to front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Columns and rows.
    pub size: Size,
    /// From back to front.
    pub sprites: Vec<Sprite>,
}

impl Scene {
    /// A position of Sokoban.
    #[must_use]
    pub fn sokoban(board: &sokoban::Board) -> Scene {
        let size = board.size();
        let inside = board.player_area();
        let mut scene = Scene { size, sprites: Vec::new() };
        for point in size.points() {
            let cell = board.cell(point);
            if cell.is_wall() {
                let below = board.cell(Point::new(point.x, point.y + 1)).is_wall();
                scene.put(if below { Kind::Wall } else { Kind::Front }, point);
                continue;
            }
            if inside[size.index(point)] || cell != Cell::FLOOR {
                scene.put(Kind::Floor, point);
            }
            match (cell.is_goal(), cell.has_box()) {
                (true, true) => scene.put(Kind::Done, point),
                (true, false) => scene.put(Kind::Goal, point),
                (false, true) => scene.put(Kind::Box, point),
                (false, false) => {}
            }
            if cell.has_player() {
                scene.put(Kind::Player, point);
                if cell.is_goal() {
                    scene.put(Kind::Badge, point);
                }
            }
        }
        scene
    }

    /// A position of Kwirk, and which character is to move.
    #[must_use]
    pub fn kwirk(board: &kwirk::Board, active: Option<usize>) -> Scene {
        let size = board.size();
        let mut scene = Scene { size, sprites: Vec::new() };
        for point in size.points() {
            let below = Point::new(point.x, point.y + 1);
            match board.terrain(point) {
                Terrain::Wall if board.contains(below) && board.terrain(below) != Terrain::Wall => {
                    scene.put(Kind::Front, point);
                }
                Terrain::Wall => scene.put(Kind::Wall, point),
                Terrain::Exit => scene.put(Kind::Exit, point),
                Terrain::Floor => {
                    scene.put(Kind::Floor, point);
                    if board.is_hole(point) {
                        scene.put(Kind::Hole, point);
                    }
                }
            }
        }
        for &block in &board.blocks {
            let (Point { x, y }, width, height) = (block.origin, block.width, block.height);
            scene.sprites.push(Sprite { kind: Kind::Block, x, y, width, height });
            board.cells(block).filter(|&p| board.is_hole(p)).for_each(|p| scene.put(Kind::Sunk, p));
        }
        for turnstile in &board.turnstiles {
            for arm in turnstile.arms.iter() {
                if let Some(point) = size.step(turnstile.pivot, arm) {
                    scene.put(Kind::Arm(arm), point);
                    if board.is_hole(point) {
                        scene.put(Kind::Sunk, point);
                    }
                }
            }
            scene.put(Kind::Pivot, turnstile.pivot);
        }
        for (index, point) in board.characters.iter().enumerate() {
            if let Some(point) = *point {
                scene.put(Kind::Character(index, active == Some(index)), point);
            }
        }
        scene
    }

    fn put(&mut self, kind: Kind, point: Point) {
        self.sprites.push(Sprite { kind, x: point.x, y: point.y, width: 1, height: 1 });
    }

    /// All of it.
    #[must_use]
    pub fn area(&self) -> Area {
        Area { x: 0, y: 0, width: self.size.width, height: self.size.height }
    }

    /// The smallest rectangle outside which both scenes look the same; `None` if they do everywhere.
    #[must_use]
    pub fn difference(&self, other: &Scene) -> Option<Area> {
        let (mine, theirs): (HashSet<_>, HashSet<_>) = (self.sprites.iter().collect(), other.sprites.iter().collect());
        let mut area: Option<Area> = None;
        for sprite in mine.symmetric_difference(&theirs) {
            let changed = sprite.extent();
            area = Some(area.map_or(changed, |known| known.and(changed)));
        }
        area.map(|area| area.within(self.size))
    }
}

impl Sprite {
    /// The cells it touches: an arm reaches into its pivot's cell.
    #[must_use]
    pub fn extent(&self) -> Area {
        let Sprite { kind, x, y, width, height } = *self;
        match kind {
            Kind::Arm(_) => {
                Area { x: x.saturating_sub(1), y: y.saturating_sub(1), width: width + 2, height: height + 2 }
            }
            _ => Area { x, y, width, height },
        }
    }
}

impl Area {
    /// The smallest rectangle with both in it.
    #[must_use]
    pub fn and(self, other: Area) -> Area {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Area { x, y, width: right - x, height: bottom - y }
    }

    /// Whether the two share a cell.
    #[must_use]
    pub fn meets(self, other: Area) -> bool {
        let apart = |a: u16, a_length: u16, b: u16, b_length: u16| {
            u32::from(a) + u32::from(a_length) <= u32::from(b) || u32::from(b) + u32::from(b_length) <= u32::from(a)
        };
        !apart(self.x, self.width, other.x, other.width) && !apart(self.y, self.height, other.y, other.height)
    }

    /// The part of it on a board of that size.
    fn within(self, size: Size) -> Area {
        let (x, y) = (self.x.min(size.width), self.y.min(size.height));
        let (width, height) = (self.width.min(size.width - x), self.height.min(size.height - y));
        Area { x, y, width, height }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(text: &str) -> Scene {
        Scene::sokoban(&text.parse().unwrap())
    }

    #[test]
    fn a_push_changes_three_cells() {
        let (before, after) = (scene("######\n#@$ .#\n######"), scene("######\n# @$.#\n######"));
        assert_eq!(before.difference(&after), Some(Area { x: 1, y: 1, width: 3, height: 1 }));
        assert_eq!(before.difference(&before), None);
    }

    #[test]
    fn the_ground_outside_is_not_floor() {
        let scene = scene("  ###\n###@#\n#.$ #\n#####");
        let floors = scene.sprites.iter().filter(|s| s.kind == Kind::Floor).count();
        assert_eq!(floors, 4);
        assert!(scene.sprites.iter().all(|s| (s.x, s.y) != (0, 0)));
    }

    #[test]
    fn every_thing_of_kwirk_is_drawn() {
        let text = "#######\n#1aaO #\n# aa2 #\n#^ b  %\n#*> b #\n#######\n@under\n.......\n...O...\n.......\n.O.....\n.......\n.......\n";
        let level = kwirk::read("x.kwk", text.as_bytes()).unwrap().levels.remove(0);
        assert_eq!(level.check(), []);
        let scene = Scene::kwirk(&level.board, Some(0));
        let count = |wanted: fn(&Kind) -> bool| scene.sprites.iter().filter(|s| wanted(&s.kind)).count();
        assert_eq!(count(|k| matches!(k, Kind::Block)), 3);
        assert_eq!(count(|k| matches!(k, Kind::Hole)), 3);
        assert_eq!(count(|k| matches!(k, Kind::Sunk)), 2);
        assert_eq!(count(|k| matches!(k, Kind::Arm(_))), 2);
        assert_eq!(count(|k| matches!(k, Kind::Character(_, true))), 1);
        assert_eq!(count(|k| matches!(k, Kind::Exit)), 1);
    }
}
