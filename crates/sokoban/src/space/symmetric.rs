//! A space in which positions that are images of each other are one.
//!
//! Where a puzzle can be [turned or mirrored onto itself](crate::Puzzle::automorphisms), a position and its image are as far from
//! being solved. Of them all only the least is stored: states are packed, and have the key, as their least image. What is
//! expanded is therefore an image, and so are the pushes on the way to a solution; [`Symmetric::plan`] turns them back.
//!
//! Sound for every measure, whatever rules the space prunes by, as long as they keep a cheapest solution of the position at
//! hand: then the least image of that has one as cheap. Only forwards: going back from the solved positions, the image of
//! the beginning is not the beginning. And not where searches from both ends meet, since there a key must mean one position.
//!
//! Whether a position is [outdone](Domain::is_outdone) is not asked here: to look others up means to look at all their images.
//!
//! Cost: for each generated position its images, and the region of the player in those that are less. Memory: none.

use super::{Push, PushState, WalkState, plan, position_code::PositionCode};
use crate::automorphisms::Automorphism;
use crate::{Plan, Puzzle};
use boxwright_grid::{Direction, Fill, Square, SquareSet};
use boxwright_search::packed::{BitReader, BitWriter};
use boxwright_search::{Cost, Domain};
use std::cell::RefCell;
use std::sync::Arc;

/// What a position is made of.
pub trait Position {
    /// Whether the player's square stands for all that he can walk to, as the smallest of them.
    const UP_TO_WALKING: bool;

    /// The squares with a box.
    fn boxes(&self) -> &SquareSet;

    /// The player's square.
    fn player(&self) -> Square;
}

impl Position for PushState {
    const UP_TO_WALKING: bool = true;

    fn boxes(&self) -> &SquareSet {
        &self.boxes
    }

    fn player(&self) -> Square {
        self.player
    }
}

impl Position for WalkState {
    const UP_TO_WALKING: bool = false;

    fn boxes(&self) -> &SquareSet {
        &self.boxes
    }

    fn player(&self) -> Square {
        self.player
    }
}

/// The space `S` up to symmetry.
#[derive(Clone, Debug)]
pub struct Symmetric<S> {
    space: S,
    puzzle: Arc<Puzzle>,
    code: PositionCode,
    images: RefCell<Images>,
}

/// Looks for least images.
#[derive(Clone, Debug)]
struct Images {
    automorphisms: Vec<Automorphism>,
    /// The position asked about last.
    asked: Placed,
    /// Which automorphism leads to its least image, if that is another position.
    turn: Option<usize>,
    /// The least image.
    least: Placed,
    /// Working memory.
    other: Placed,
    fill: Fill,
    region: SquareSet,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Placed {
    boxes: SquareSet,
    player: Square,
}

impl Placed {
    fn becomes(&mut self, boxes: &SquareSet, player: Square) {
        self.boxes.copy_from(boxes);
        self.player = player;
    }
}

impl<S: Domain<State: Position, Action = Push>> Symmetric<S> {
    /// The space up to these automorphisms of its puzzle.
    #[must_use]
    pub fn new(space: S, puzzle: &Arc<Puzzle>, automorphisms: Vec<Automorphism>) -> Symmetric<S> {
        let floor = puzzle.floor();
        let nothing = Placed { boxes: SquareSet::new(floor.len()), player: Square(0) };
        let images = Images {
            automorphisms,
            asked: nothing.clone(),
            turn: None,
            least: nothing.clone(),
            other: nothing,
            fill: Fill::new(floor),
            region: SquareSet::new(floor.len()),
        };
        Symmetric { space, puzzle: Arc::clone(puzzle), code: PositionCode::new(puzzle), images: RefCell::new(images) }
    }

    /// The space in which positions are not turned.
    #[must_use]
    pub fn space(&self) -> &S {
        &self.space
    }

    /// A playable plan from pushes, each on the least image of what the one before has led to.
    ///
    /// # Panics
    /// If the pushes are not possible one after the other.
    #[must_use]
    pub fn plan(&self, pushes: &[Push]) -> Plan {
        plan(&self.puzzle, &self.turned_back(pushes)).expect("the player can walk to each push")
    }

    /// The pushes as they are on the level.
    fn turned_back(&self, pushes: &[Push]) -> Vec<Push> {
        let floor = self.puzzle.floor();
        let mut images = self.images.borrow_mut();
        let root = self.space.roots().into_iter().next().expect("a space has a root");
        let mut at = Placed { boxes: root.boxes().clone(), player: root.player() };
        // Where each square of the image is on the level.
        let mut level: Vec<Square> = floor.squares().collect();
        let turn_back = |push: &Push| {
            let (image, turn) = images.least::<S::State>(&self.puzzle, &at.boxes, at.player);
            at.becomes(&image.boxes, image.player);
            if let Some(turn) = turn {
                let before = level.clone();
                floor.squares().for_each(|square| level[turn.square(square).index()] = before[square.index()]);
            }
            let to = floor.next(push.from, push.direction);
            at.boxes.remove(push.from);
            at.boxes.insert(to);
            at.player = images.player::<S::State>(&self.puzzle, &at.boxes, push.from);
            let (from, to) = (level[push.from.index()], level[to.index()]);
            let direction = Direction::ALL.into_iter().find(|&direction| floor.next(from, direction) == to);
            Push { from, direction: direction.expect("neighbours stay neighbours") }
        };
        pushes.iter().map(turn_back).collect()
    }
}

impl Images {
    /// The least image of a position, and how it is turned there if it is not the least itself.
    fn least<P: Position>(
        &mut self,
        puzzle: &Puzzle,
        boxes: &SquareSet,
        player: Square,
    ) -> (&Placed, Option<&Automorphism>) {
        // A state is packed, and then its key is asked for.
        if self.asked.player != player || self.asked.boxes != *boxes {
            self.asked.becomes(boxes, player);
            self.find_least::<P>(puzzle);
        }
        (&self.least, self.turn.map(|turn| &self.automorphisms[turn]))
    }

    fn find_least<P: Position>(&mut self, puzzle: &Puzzle) {
        self.least.becomes(&self.asked.boxes, self.asked.player);
        self.turn = None;
        for turn in 0..self.automorphisms.len() {
            self.automorphisms[turn].squares(&self.asked.boxes, &mut self.other.boxes);
            if self.other.boxes.words() > self.least.boxes.words() {
                continue;
            }
            let image = self.automorphisms[turn].square(self.asked.player);
            let boxes = std::mem::take(&mut self.other.boxes);
            self.other.player = self.player::<P>(puzzle, &boxes, image);
            self.other.boxes = boxes;
            if (self.other.boxes.words(), self.other.player) < (self.least.boxes.words(), self.least.player) {
                std::mem::swap(&mut self.least, &mut self.other);
                self.turn = Some(turn);
            }
        }
    }

    /// The square that a player there is packed as.
    fn player<P: Position>(&mut self, puzzle: &Puzzle, boxes: &SquareSet, square: Square) -> Square {
        if !P::UP_TO_WALKING {
            return square;
        }
        self.region.clear();
        self.fill.spread(puzzle.floor(), square, boxes, &mut self.region)
    }
}

impl<S: Domain<State: Position, Action = Push>> Domain for Symmetric<S> {
    type State = S::State;
    type Action = Push;

    fn packed_bits(&self) -> usize {
        self.code.bits()
    }

    fn pack(&self, state: &S::State, bits: &mut BitWriter<'_>) {
        let mut images = self.images.borrow_mut();
        let (image, _) = images.least::<S::State>(&self.puzzle, state.boxes(), state.player());
        self.code.pack(&image.boxes, image.player, bits);
    }

    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut S::State) {
        self.space.unpack(bits, state);
    }

    fn key(&self, state: &S::State) -> u64 {
        let mut images = self.images.borrow_mut();
        match images.least::<S::State>(&self.puzzle, state.boxes(), state.player()) {
            (_, None) => self.space.key(state),
            (image, Some(_)) => {
                let player = self.puzzle.player_key(image.player);
                image.boxes.iter().fold(player, |key, square| key ^ self.puzzle.box_key(square))
            }
        }
    }

    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.space.key_of(bits)
    }

    fn roots(&self) -> Vec<S::State> {
        self.space.roots()
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn expand(&self, state: &mut S::State, visit: impl FnMut(&S::State, Push, Cost)) {
        self.space.expand(state, visit);
    }

    fn unit_cost(&self) -> bool {
        self.space.unit_cost()
    }
}
