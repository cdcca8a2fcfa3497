//! Either game, a step at a time, with observations for learners.
//!
//! Played by the games' own rules, which also judge every solution. An observation is a stack of planes, one byte a
//! cell, that say all there is to know about a position: two positions that look alike are alike.

use boxwright::{AnyLevel, Game as Kind};
use boxwright_grid::{Direction, Point, Size};
use boxwright_kwirk::{Move, Outcome, Terrain};
use boxwright_sokoban::Step;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use crate::level::Level;

const SOKOBAN_PLANES: [&str; 4] = ["wall", "goal", "box", "player"];
/// Blocks that touch are told apart by whether the cell to the right or below is of the same block.
const KWIRK_PLANES: [&str; 15] = [
    "wall",
    "exit",
    "hole",
    "block",
    "block_goes_right",
    "block_goes_down",
    "pivot",
    "arm_up",
    "arm_right",
    "arm_down",
    "arm_left",
    "character",
    "character_number",
    "active",
    "arm",
];
/// Sokoban has the first four.
const ACTIONS: [&str; 5] = ["u", "r", "d", "l", "s"];

/// A game in progress.
#[pyclass(module = "boxwright._boxwright", subclass)]
#[derive(Clone)]
pub(crate) struct Simulator {
    level: AnyLevel,
    position: Position,
    #[pyo3(get)]
    moves: usize,
    #[pyo3(get)]
    pushes: usize,
}

#[derive(Clone, PartialEq)]
enum Position {
    Sokoban(sokoban::Game),
    Kwirk(kwirk::Game),
}

impl Position {
    fn new(level: &AnyLevel) -> Position {
        match level {
            AnyLevel::Sokoban(level) => Position::Sokoban(sokoban::Game::new(level)),
            AnyLevel::Kwirk(level) => Position::Kwirk(kwirk::Game::new(level)),
        }
    }

    fn size(&self) -> Size {
        match self {
            Position::Sokoban(game) => game.board().size(),
            Position::Kwirk(game) => game.board().size(),
        }
    }

    fn is_solved(&self) -> bool {
        match self {
            Position::Sokoban(game) => game.is_solved(),
            Position::Kwirk(game) => game.is_solved(),
        }
    }

    fn planes(&self) -> &'static [&'static str] {
        match self {
            Position::Sokoban(_) => &SOKOBAN_PLANES,
            Position::Kwirk(_) => &KWIRK_PLANES,
        }
    }

    /// What each plane has at a point.
    fn values(&self, point: Point, visit: impl FnMut((usize, u8))) {
        match self {
            Position::Sokoban(game) => {
                let cell = game.board().cell(point);
                let values = [cell.is_wall(), cell.is_goal(), cell.has_box(), cell.has_player()].map(u8::from);
                values.into_iter().enumerate().for_each(visit);
            }
            Position::Kwirk(game) => {
                let board = game.board();
                let block = board.block_at(point);
                let same = |direction| {
                    let next = board.size().step(point, direction);
                    block.is_some() && next.is_some_and(|next| board.block_at(next) == block)
                };
                let pivot = board.pivot_at(point).map(|number| board.turnstiles[number]);
                let has_arm = |direction| pivot.is_some_and(|turnstile| turnstile.arms.contains(direction));
                let character = board.character_at(point);
                let values = [
                    u8::from(board.terrain(point) == Terrain::Wall),
                    u8::from(board.terrain(point) == Terrain::Exit),
                    u8::from(board.is_hole(point)),
                    u8::from(block.is_some()),
                    u8::from(same(Direction::Right)),
                    u8::from(same(Direction::Down)),
                    u8::from(pivot.is_some()),
                    u8::from(has_arm(Direction::Up)),
                    u8::from(has_arm(Direction::Right)),
                    u8::from(has_arm(Direction::Down)),
                    u8::from(has_arm(Direction::Left)),
                    u8::from(character.is_some()),
                    character.map_or(0, |number| number as u8 + 1),
                    u8::from(character.is_some() && character == game.active()),
                    u8::from(board.arm_at(point).is_some()),
                ];
                values.into_iter().enumerate().for_each(visit);
            }
        }
    }
}

/// A direction or the switch: by number or by letter.
#[derive(FromPyObject)]
pub(crate) enum Action {
    /// Its place in `actions`.
    Number(usize),
    /// A letter, in either case.
    Letter(char),
}

impl Action {
    fn press(&self) -> PyResult<Move> {
        match *self {
            Action::Number(number) => Move::ALL.get(number).copied(),
            Action::Letter(letter) => Move::from_letter(letter),
        }
        .ok_or_else(|| PyValueError::new_err("an action is 0 to 4, or one of the letters u r d l s"))
    }
}

#[pymethods]
impl Simulator {
    #[new]
    fn new(level: &Level) -> PyResult<Simulator> {
        if level.level.is_damaged() {
            return Err(PyValueError::new_err("the level could not be read in full"));
        }
        Ok(Simulator { position: Position::new(&level.level), level: level.level.clone(), moves: 0, pushes: 0 })
    }

    /// "sokoban" or "kwirk".
    #[getter]
    fn game(&self) -> &'static str {
        self.level.game().name()
    }

    /// The letters of the actions, in the order of their numbers.
    #[getter]
    fn actions(&self) -> Vec<&'static str> {
        let number = if self.level.game() == Kind::Sokoban { 4 } else { 5 };
        ACTIONS[..number].to_vec()
    }

    /// The names of the planes of an observation.
    #[getter]
    fn planes(&self) -> Vec<&'static str> {
        self.position.planes().to_vec()
    }

    /// Whether the level is solved.
    #[getter]
    fn solved(&self) -> bool {
        self.position.is_solved()
    }

    /// The rows of the board as it is now.
    #[getter]
    fn rows(&self) -> Vec<String> {
        match &self.position {
            Position::Sokoban(game) => game.board().to_rows(),
            Position::Kwirk(game) => game.rows(),
        }
    }

    /// Goes back to the start.
    fn reset(&mut self) {
        self.position = Position::new(&self.level);
        (self.moves, self.pushes) = (0, 0);
    }

    /// Another game in the same position.
    fn copy<'py>(slf: &Bound<'py, Simulator>) -> PyResult<Bound<'py, PyAny>> {
        // Of the class that this one has, which Python may have derived.
        let this = slf.borrow().clone();
        let level = Level { level: this.level.clone(), source: String::new(), index: 1 };
        let twin = slf.get_type().call1((level,))?;
        *twin.cast::<Simulator>()?.borrow_mut() = this;
        Ok(twin)
    }

    /// Acts; what came of it: "blocked", "walk", "push", and in Kwirk "fill", "turn1", "turn2", "exit", "switch".
    fn step(&mut self, action: Action) -> PyResult<&'static str> {
        let press = action.press()?;
        let outcome = match (&mut self.position, press) {
            (Position::Kwirk(game), press) => game.press(press),
            (Position::Sokoban(_), Move::Switch) => {
                return Err(PyValueError::new_err("Sokoban has one player: there is nobody to switch to"));
            }
            (Position::Sokoban(game), Move::Step(direction)) => match game.step(direction) {
                Step::Blocked => Outcome::Blocked,
                Step::Walk => Outcome::Walk,
                Step::Push => Outcome::Push,
            },
        };
        self.moves += usize::from(outcome != Outcome::Blocked);
        self.pushes += usize::from(outcome.is_interaction());
        Ok(outcome.word())
    }

    /// The planes, rows and columns of an observation.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let size = self.position.size();
        (self.position.planes().len(), usize::from(size.height), usize::from(size.width))
    }

    /// The bytes of an observation, plane by plane.
    fn _observe<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let size = self.position.size();
        let mut bytes = vec![0; self.position.planes().len() * size.area()];
        for point in size.points() {
            self.position.values(point, |(plane, value)| bytes[plane * size.area() + size.index(point)] = value);
        }
        PyBytes::new(py, &bytes)
    }

    fn __eq__(&self, other: &Simulator) -> bool {
        self.position == other.position
    }

    fn __str__(&self) -> String {
        self.rows().join("\n")
    }

    fn __repr__(&self) -> String {
        let solved = if self.solved() { " solved" } else { "" };
        format!("<Simulator {}{solved} moves={} pushes={}>", self.game(), self.moves, self.pushes)
    }
}
