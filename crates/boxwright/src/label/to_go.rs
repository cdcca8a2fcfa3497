//! The cost-to-go of every position that can be reached: a table for a whole level.
//!
//! First all positions are collected by playing forwards without any rule about lost boxes; then costs spread backwards
//! from the solved ones, a pull undoing a push, one at a time, so that each position is met first at its cost. What is
//! never met is dead. For pushes a position is the boxes and the region of the player, named by its first square row by
//! row; for moves it is the boxes and the exact square. A solved position ends the game, so nothing is played on from
//! there.
//!
//! It shares no code with the strategies' spaces, and tests compare both. Retrograde analysis is as old as chess
//! endgame tables (Ströhlein 1970). Cost: every position once forwards and once backwards; memory: about 60 bytes for
//! each.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use boxwright_grid::{Direction, Floor, Point, Square, scramble};
use boxwright_search::Objective;
use boxwright_sokoban::{Cell, Level};
use serde::Serialize;

/// The most squares within the walls; a set of them is one number.
pub const MAX_SQUARES: usize = 128;

/// Positions as columns of numbers, in the order in which they are reached. A cell is `row × width + column`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Positions {
    /// The cost-to-go of each, -1 if the level can no longer be solved.
    pub position_costs: Vec<i32>,
    /// The cell of the player; for pushes, the first one the player can walk to.
    pub position_players: Vec<i32>,
    /// The cells of the boxes of all positions, one position after the other, each in ascending order.
    pub position_boxes: Vec<i32>,
}

/// Every position that can be reached in a level without faults.
///
/// # Errors
/// If the level has more than [`MAX_SQUARES`], or `most` positions are not enough.
pub fn all_positions(level: &Level, objective: Objective, most: usize) -> Result<Positions, String> {
    let area = level.board.player_area();
    let size = level.board.size();
    let floor = Floor::new(size, |p| area[size.index(p)]);
    if floor.len() > MAX_SQUARES {
        return Err(format!("positions are listed for at most {MAX_SQUARES} squares within the walls"));
    }
    let set = |wanted: fn(Cell) -> bool| {
        let squares = floor.squares().filter(|&s| wanted(level.board.cell(floor.point(s))));
        squares.fold(0, |set, square| set | bit(square))
    };
    let room = Room {
        goals: if level.has_stranded_box() { None } else { Some(set(Cell::is_goal)) },
        by_regions: matches!(objective, Objective::Pushes | Objective::PushesMoves),
        floor: &floor,
    };
    let player = level.board.player().and_then(|p| floor.square(p)).ok_or("there is no player")?;
    let mut table = Table::default();
    table.meet(room.named(set(Cell::has_box), player));
    room.play_forwards(&mut table, most)?;
    let costs = room.spread_backwards(&table);
    let cell = |point: Point| size.index(point) as i32;
    let mut positions = Positions { position_costs: costs, ..Positions::default() };
    for position in &table.positions {
        positions.position_players.push(cell(floor.point(position.player())));
        let boxes = floor.squares().filter(|&s| position.boxes & bit(s) != 0);
        positions.position_boxes.extend(boxes.map(|s| cell(floor.point(s))));
    }
    Ok(positions)
}

/// The squares of boxes, and that of the player.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Position {
    boxes: u128,
    player: u16,
}

fn bit(square: Square) -> u128 {
    1 << square.index()
}

impl Position {
    fn player(self) -> Square {
        Square(self.player)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (low, high) = (self.boxes as u64, (self.boxes >> 64) as u64);
        state.write_u64(scramble(low ^ scramble(high ^ scramble(u64::from(self.player)))));
    }
}

/// Takes the hash that a position has computed as it is.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = scramble(self.0 ^ u64::from(byte)));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// The positions met so far, numbered.
#[derive(Default)]
struct Table {
    positions: Vec<Position>,
    numbers: HashMap<Position, u32, BuildHasherDefault<AsItIs>>,
}

impl Table {
    fn meet(&mut self, position: Position) {
        let number = self.positions.len() as u32;
        self.numbers.entry(position).or_insert_with(|| {
            self.positions.push(position);
            number
        });
    }
}

/// The level: its squares, and where boxes belong (`None`: they can never all be there).
struct Room<'a> {
    floor: &'a Floor,
    goals: Option<u128>,
    by_regions: bool,
}

impl Room<'_> {
    fn is_solved(&self, boxes: u128) -> bool {
        self.goals.is_some_and(|goals| boxes & !goals == 0)
    }

    /// The position in which the player stands on a square.
    fn named(&self, boxes: u128, player: Square) -> Position {
        let square = if self.by_regions { self.region(boxes, player).trailing_zeros() as u16 } else { player.0 };
        Position { boxes, player: square }
    }

    /// Where the player may stand in a position without pushing.
    fn stands(&self, position: Position) -> u128 {
        if self.by_regions { self.region(position.boxes, position.player()) } else { 1 << position.player }
    }

    /// The squares that can be walked to.
    fn region(&self, boxes: u128, from: Square) -> u128 {
        let (mut region, mut new) = (bit(from), bit(from));
        while new != 0 {
            let square = Square(new.trailing_zeros() as u16);
            new &= new - 1;
            for &next in self.floor.neighbours(square) {
                if next.exists() && (region | boxes) & bit(next) == 0 {
                    region |= bit(next);
                    new |= bit(next);
                }
            }
        }
        region
    }

    fn play_forwards(&self, table: &mut Table, most: usize) -> Result<(), String> {
        let mut at = 0;
        while let Some(&position) = table.positions.get(at) {
            at += 1;
            if self.is_solved(position.boxes) {
                continue;
            }
            self.each_step(position, |player, direction| {
                let ahead = self.floor.next(player, direction);
                if !ahead.exists() {
                    return;
                }
                if position.boxes & bit(ahead) == 0 {
                    if !self.by_regions {
                        table.meet(self.named(position.boxes, ahead));
                    }
                    return;
                }
                let beyond = self.floor.next(ahead, direction);
                if beyond.exists() && position.boxes & bit(beyond) == 0 {
                    table.meet(self.named(position.boxes ^ bit(ahead) ^ bit(beyond), ahead));
                }
            });
            if table.positions.len() > most {
                return Err(format!("there are more than {most} positions"));
            }
        }
        Ok(())
    }

    /// The cost of every position of the table.
    fn spread_backwards(&self, table: &Table) -> Vec<i32> {
        let mut costs = vec![-1; table.positions.len()];
        let mut queue: Vec<u32> = (0..table.positions.len() as u32)
            .filter(|&number| self.is_solved(table.positions[number as usize].boxes))
            .collect();
        queue.iter().for_each(|&solved| costs[solved as usize] = 0);
        let mut at = 0;
        while let Some(&number) = queue.get(at) {
            at += 1;
            let (position, cost) = (table.positions[number as usize], costs[number as usize] + 1);
            let mut before = |boxes: u128, player: Square| {
                // A solved position ends the game, so none comes before anything.
                if self.is_solved(boxes) {
                    return;
                }
                if let Some(&number) = table.numbers.get(&self.named(boxes, player))
                    && costs[number as usize] < 0
                {
                    costs[number as usize] = cost;
                    queue.push(number);
                }
            };
            // The player came here by a step in that direction.
            self.each_step(position, |player, direction| {
                let back = self.floor.next(player, direction.opposite());
                if !back.exists() || position.boxes & bit(back) != 0 {
                    return;
                }
                if !self.by_regions {
                    before(position.boxes, back);
                }
                let ahead = self.floor.next(player, direction);
                if ahead.exists() && position.boxes & bit(ahead) != 0 {
                    before(position.boxes ^ bit(ahead) ^ bit(player), back);
                }
            });
        }
        costs
    }

    /// Every square the player may stand on, with every direction.
    fn each_step(&self, position: Position, mut visit: impl FnMut(Square, Direction)) {
        let mut stands = self.stands(position);
        while stands != 0 {
            let player = Square(stands.trailing_zeros() as u16);
            stands &= stands - 1;
            Direction::ALL.into_iter().for_each(|direction| visit(player, direction));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright_sokoban::oracle::{Answer, fewest_moves, fewest_pushes};
    use boxwright_sokoban::{Board, Game, random_level};
    use std::collections::HashSet;

    /// The level that begins with a position of a table.
    fn beginning(level: &Level, positions: &Positions, number: usize) -> Level {
        let size = level.board.size();
        let boxes = positions.position_boxes.len() / positions.position_costs.len();
        let mut cells: Vec<Cell> = level.board.cells().to_vec();
        let area = level.board.player_area();
        for (cell, _) in cells.iter_mut().zip(&area).filter(|&(_, &inside)| inside) {
            *cell = cell.cleared();
        }
        for &at in &positions.position_boxes[number * boxes..][..boxes] {
            cells[at as usize] = cells[at as usize].with_box();
        }
        let player = positions.position_players[number] as usize;
        cells[player] = cells[player].with_player();
        Level::new(Board::from_cells(size, cells))
    }

    /// All boards that can be played to, up to solved ones.
    fn boards(level: &Level) -> HashSet<Board> {
        let mut seen = HashSet::from([level.board.clone()]);
        let mut open = vec![Game::new(level)];
        while let Some(game) = open.pop() {
            for direction in Direction::ALL.into_iter().filter(|_| !game.is_solved()) {
                let mut next = game.clone();
                next.step(direction);
                if seen.insert(next.board().clone()) {
                    open.push(next);
                }
            }
        }
        seen
    }

    #[test]
    fn every_position_has_the_cost_that_the_slow_solver_finds() {
        let mut solved = 0;
        for seed in 0..120 {
            let level = random_level(seed, 6, 5, 2);
            let moves = all_positions(&level, Objective::Moves, 100_000).unwrap();
            let pushes = all_positions(&level, Objective::Pushes, 100_000).unwrap();
            let expected = boards(&level);
            let listed: HashSet<Board> =
                (0..moves.position_costs.len()).map(|number| beginning(&level, &moves, number).board).collect();
            assert_eq!(listed, expected, "seed {seed}");
            for (positions, oracle) in [(&moves, fewest_moves as fn(&Level, usize) -> Answer), (&pushes, fewest_pushes)]
            {
                for number in (0..positions.position_costs.len()).step_by(7) {
                    let cost = oracle(&beginning(&level, positions, number), 100_000).cost();
                    assert_eq!(positions.position_costs[number], cost.map_or(-1, |c| c as i32), "seed {seed} {number}");
                }
            }
            solved += usize::from(moves.position_costs[0] > 0);
        }
        assert!(solved >= 5, "{solved}");
    }

    #[test]
    fn limits() {
        let level = random_level(1, 6, 5, 2);
        assert!(all_positions(&level, Objective::Moves, 3).unwrap_err().contains("more than 3"));
        let wide = format!("{0}\n#@$.{1}#\n{0}\n", "#".repeat(140), " ".repeat(135));
        let wide = Level::new(wide.parse().unwrap());
        assert!(all_positions(&wide, Objective::Moves, 1000).unwrap_err().contains("128"));
    }
}
