//! Feature space search for Sokoban: what [`boxwright_search::Fess`] is told about positions.
//!
//! | feature | what | better |
//! |---|---|---|
//! | packed | steps of the packing plan that are done ([`Packing`]) | more |
//! | regions | into how many regions the boxes cut the floor | fewer |
//! | rooms | links between rooms that are cut (`rooms.rs`) | fewer |
//! | out of plan | boxes on squares from which, once the packed boxes are walls, no open goal can be reached | fewer |
//! | hotspots | boxes that keep another box from some goal | fewer |
//!
//! Source: Shoham and Schaeffer 2020 ("The FESS algorithm"), and the features of Festival.

mod hotspots;
mod packing;
pub(crate) mod rooms;
mod sink_adviser;
mod sinks;
pub(crate) mod tunnels;
pub(crate) mod zones;

pub use packing::{Packing, Planning, Stage};

use crate::Puzzle;
use crate::deadlock::{DearRules, Diagonals};
use crate::distance::{pull_distances, push_distances};
use crate::estimate::{Assigned, GrowingTriples, Hungarian, Metric};
use crate::macros::{MacroMove, Way};
use crate::space::{MacroPushes, MacroState};
use boxwright_grid::{Direction, Fill, Square, SquareSet, UNREACHED};
use boxwright_search::{Adviser, Opinion};
use hotspots::Hotspots;
use rooms::Rooms;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use zones::Cutting;

/// Numbers of features.
pub(crate) const PACKED: usize = 0;
pub(crate) const REGIONS: usize = 1;
pub(crate) const OUT_OF_PLAN: usize = 2;
pub(crate) const HOTSPOTS: usize = 3;
pub(crate) const ROOMS: usize = 4;
/// How far the moved box was from the next square of the plan, and how far it is now.
const WAS_NEAR: usize = 5;
const IS_NEAR: usize = 6;

/// More pushes than these boxes have not left; live squares all have a way to a goal.
const MOST_LEFT: u64 = (1 << 16) - 1;

/// So many successors are tried whether they open up something new.
const MOST_EXPLORED: usize = 12;

/// What is looked at, where it depends on the level whether it helps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Whether links between rooms that are cut count.
    pub rooms: bool,
    /// Whether, when nothing can be packed, boxes near the next square of the plan are taken away.
    pub opener: bool,
    /// Whether boxes near squares that will soon be out of plan are taken away from them.
    pub clearing: Clearing,
    /// Whether, among positions that are alike in everything else, those with boxes far from the goals come first.
    pub far: bool,
    /// How the packing plan is made.
    pub planning: Planning,
    /// Whether the last moves are played backwards to see what must be in place.
    pub endgames: bool,
    /// See [`Diagonals`].
    pub diagonals: bool,
    /// See [`GrowingTriples`].
    pub triples: bool,
}

/// When boxes leave squares that will soon be out of plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clearing {
    /// When it is the best way to have fewer out of plan.
    Off,
    /// Also whenever one can be taken farther away.
    On,
    /// If some are out of plan, by moves that can be undone; instead of the best way to have fewer. Out of plan is what boxes cut off
    /// that stay to the end.
    Due,
}

/// Knows Sokoban.
pub struct SokobanAdviser {
    advice: Advice,
    packing: Arc<Packing>,
    /// For each step the squares from which no open goal can be reached, after the next step that changes them.
    lost: Vec<SquareSet>,
    hotspots: Hotspots,
    rooms: Rooms,
    /// Steps between a square and the one that the plan fills next, by step.
    ways: Vec<Vec<u16>>,
    /// Steps between a square and the nearest one that is lost, by step; only if they are asked for.
    escapes: Vec<Vec<u16>>,
    /// Pushes between a square and the nearest goal.
    left: Vec<u16>,
    /// From a square, how far a lone box has to be pushed to every other, as far as it was asked.
    ways_back: HashMap<Square, Vec<u16>>,
    /// Where it hardly ever helps to leave a box.
    poor_stops: SquareSet,
    fill: Fill,
    reach: SquareSet,
    parent_reach: SquareSet,
    parent_boxes: SquareSet,
    /// The moves to the successors, and whether they join or cut something.
    looked: Vec<(MacroMove, bool)>,
    puzzle: Arc<Puzzle>,
    matching: Assigned<Hungarian>,
    diagonals: Option<Diagonals>,
    triples: Option<GrowingTriples>,
    dear: DearRules,
    parent: Opinion,
}

impl SokobanAdviser {
    /// An adviser for a puzzle.
    #[must_use]
    pub fn new(puzzle: &Arc<Puzzle>, advice: Advice) -> SokobanAdviser {
        let packing = puzzle.packing(advice.planning);
        let stages: Vec<&SquareSet> = (0..=packing.steps()).map(|step| packing.stage(step)).collect();
        let cutting = if advice.clearing == Clearing::Due { Cutting::Lasting } else { Cutting::Stages };
        let lost = zones::soon_lost(puzzle, &stages, cutting);
        let next = |step: usize| packing.next(step).unwrap_or(Square(0));
        let ways = (0..packing.steps()).map(|step| steps_from(puzzle, std::iter::once(next(step)))).collect();
        let zones: &[SquareSet] = if advice.clearing == Clearing::Off { &[] } else { &lost };
        let escapes = zones.iter().map(|zone| steps_from(puzzle, zone.iter())).collect();
        let mut poor_stops = tunnels::poor_stops(puzzle);
        packing.squares().iter().for_each(|planned| poor_stops.remove(planned));
        SokobanAdviser {
            left: pull_distances(puzzle.floor(), puzzle.goal_list()),
            ways_back: HashMap::new(),
            advice,
            lost,
            ways,
            escapes,
            poor_stops,
            rooms: Rooms::new(puzzle),
            fill: Fill::new(puzzle.floor()),
            reach: SquareSet::new(puzzle.floor().len()),
            parent_reach: SquareSet::new(puzzle.floor().len()),
            parent_boxes: SquareSet::new(puzzle.floor().len()),
            looked: Vec::new(),
            puzzle: Arc::clone(puzzle),
            hotspots: Hotspots::new(puzzle),
            matching: Assigned::new(puzzle, Metric::Pull, Hungarian::new),
            diagonals: advice.diagonals.then(|| Diagonals::new(puzzle)),
            triples: advice.triples.then(|| GrowingTriples::new(puzzle, Way::Push)),
            dear: if advice.endgames { DearRules::new(puzzle).with_endgames() } else { DearRules::new(puzzle) },
            packing,
            parent: Opinion::default(),
        }
    }

    /// The packing plan.
    pub(crate) fn packing(&self) -> &Packing {
        &self.packing
    }

    /// Whether a lone box could be pushed back after a move.
    fn can_be_undone(&mut self, one: MacroMove) -> bool {
        let floor = self.puzzle.floor();
        let ways = self.ways_back.entry(one.to).or_insert_with(|| push_distances(floor, &[one.to]));
        ways[one.from.index()] != UNREACHED
    }

    /// How far boxes are from the goals, as the part of a score that decides last.
    fn far_away(&self, boxes: &SquareSet) -> u64 {
        let left = |square: Square| u64::from(self.left[square.index()]);
        if self.advice.far { boxes.iter().map(left).sum::<u64>().min(MOST_LEFT) << 16 } else { 0 }
    }

    /// Whether a move lets the player push another box in a way that was not possible before.
    fn explores(&mut self, one: MacroMove) -> bool {
        let SokobanAdviser { puzzle, parent_boxes: boxes, parent_reach, reach, fill, .. } = self;
        let floor = puzzle.floor();
        boxes.remove(one.from);
        boxes.insert(one.to);
        reach.clear();
        fill.spread(floor, one.region, boxes, reach);
        let explores = reach.minus(parent_reach).any(|new| {
            new != one.from
                && Direction::ALL.into_iter().any(|direction| {
                    let pushed = floor.next(new, direction);
                    pushed.exists() && pushed != one.to && boxes.contains(pushed) && {
                        let to = floor.next(pushed, direction);
                        to.exists() && !boxes.contains(to) && puzzle.is_live(to)
                    }
                })
        });
        boxes.remove(one.to);
        boxes.insert(one.from);
        explores
    }

    /// The best of the successors, among the first few, that opens up something new.
    fn explorer(&mut self, parent: &Opinion, successors: &[Opinion]) -> Option<usize> {
        let mut those: Vec<usize> = (0..successors.len())
            .filter(|&n| self.looked[n].1 && !successors[n].poor)
            .filter(|&n| successors[n].features[PACKED] >= parent.features[PACKED])
            .collect();
        those.sort_by_key(|&n| (std::cmp::Reverse(successors[n].score), n));
        those.into_iter().take(MOST_EXPLORED).find(|&n| self.explores(self.looked[n].0))
    }

    /// The successor in which what was nearest to the squares that are lost soon is taken far away from them.
    fn clearer(&mut self, parent: &Opinion, successors: &[Opinion]) -> Option<usize> {
        let escapes = self.escapes.get(usize::from(parent.features[PACKED]))?;
        let due = self.advice.clearing == Clearing::Due;
        if due && parent.features[OUT_OF_PLAN] == 0 {
            return None;
        }
        let mut those = Vec::new();
        for (number, (one, &(action, _))) in successors.iter().zip(&self.looked).enumerate() {
            let (was, is) = (escapes[action.from.index()], escapes[action.to.index()]);
            let keeps = !one.poor && one.features[PACKED] >= parent.features[PACKED];
            let no_worse = |&feature: &usize| one.features[feature] <= parent.features[feature];
            if is > was && keeps && [REGIONS, ROOMS, OUT_OF_PLAN].iter().all(no_worse) {
                those.push((was, std::cmp::Reverse(is), number));
            }
        }
        those.sort_unstable();
        those.into_iter().map(|(.., number)| number).find(|&number| !due || self.can_be_undone(self.looked[number].0))
    }
}

/// How many steps every square is from the nearest of some squares.
fn steps_from(puzzle: &Puzzle, squares: impl Iterator<Item = Square>) -> Vec<u16> {
    let floor = puzzle.floor();
    let mut steps = vec![u16::MAX; floor.len()];
    let mut waiting: VecDeque<Square> = squares.collect();
    waiting.iter().for_each(|square| steps[square.index()] = 0);
    while let Some(square) = waiting.pop_front() {
        for next in floor.neighbours(square).iter().copied().filter(|next| next.exists()) {
            if steps[next.index()] == u16::MAX {
                steps[next.index()] = steps[square.index()].saturating_add(1);
                waiting.push_back(next);
            }
        }
    }
    steps
}

pub(crate) fn common(a: &SquareSet, b: &SquareSet) -> usize {
    a.words().iter().zip(b.words()).map(|(a, b)| (a & b).count_ones() as usize).sum()
}

impl Adviser<MacroPushes> for SokobanAdviser {
    fn enter(&mut self, space: &MacroPushes, state: &MacroState, opinion: &Opinion) {
        self.parent = *opinion;
        if let Some(triples) = &mut self.triples {
            triples.enter();
        }
        self.looked.clear();
        self.parent_boxes.copy_from(&state.boxes);
        self.parent_reach.clear();
        self.fill.spread(space.puzzle().floor(), state.player, &state.boxes, &mut self.parent_reach);
    }

    fn look(&mut self, space: &MacroPushes, state: &MacroState, action: Option<MacroMove>) -> Option<Opinion> {
        if let (Some(one), Some(triples)) = (action, &self.triples)
            && triples.is_dead(&state.boxes, one.to, state.player)
        {
            return None;
        }
        let packed = self.packing.packed(&state.boxes, state.player);
        let stage = self.packing.stage(packed);
        let all = common(&state.boxes, &self.lost[packed]);
        let out_of_plan = all - common(stage, &self.lost[packed]);
        let hotspots = self.hotspots.count(space.puzzle(), &state.boxes);
        let simply = action.is_some_and(|one| {
            let floor = space.puzzle().floor();
            let is_free = |s: Square| s == one.to || !state.boxes.contains(s);
            floor.is_simple(one.from, is_free) && floor.is_simple(one.to, is_free)
        });
        let rooms = match action {
            _ if !self.advice.rooms => 0,
            None => self.rooms.enter(space.puzzle(), &state.boxes),
            Some(one) => self.rooms.after(space.puzzle(), &state.boxes, one.from, one.to, simply),
        };
        let before = usize::from(self.parent.features[PACKED]);
        let (was_near, is_near) = match (action, self.ways.get(before)) {
            (Some(one), Some(ways)) => (ways[one.from.index()], ways[one.to.index()]),
            _ => (0, 0),
        };
        self.looked.extend(action.map(|one| (one, !simply)));
        let features =
            [packed as u16, state.regions, out_of_plan as u16, hotspots as u16, rooms as u16, was_near, is_near, 0];
        let few = |n: usize| 63 - n.min(63) as u64;
        let score = (packed.min(255) as u64) << 56
            | few(state.regions.into()) << 50
            | few(rooms) << 44
            | few(out_of_plan) << 38
            | few(hotspots) << 32
            | self.far_away(&state.boxes);
        let byte = |n: usize| n.min(255) as u64;
        let cell = byte(packed) << 16 | byte(state.regions.into()) << 8 | byte(out_of_plan);
        let poor = action.is_some_and(|one| self.poor_stops.contains(one.to));
        Some(Opinion { cell, score, features, poor })
    }

    /// The features in fewer bits, if there is to be room for how far boxes are.
    fn rank(&self, one: &Opinion) -> u32 {
        if !self.advice.far {
            return (one.score >> 32) as u32;
        }
        let few = |feature: usize, bits: u32| {
            let most = (1 << bits) - 1;
            most - u32::from(one.features[feature]).min(most)
        };
        let far = (one.score >> 16 & MOST_LEFT) as u32;
        u32::from(one.features[PACKED].min(255)) << 24
            | few(REGIONS, 4) << 20
            | few(ROOMS, 3) << 17
            | few(OUT_OF_PLAN, 3) << 14
            | few(HOTSPOTS, 4) << 10
            | far.min((1 << 10) - 1)
    }

    fn is_dead(&mut self, space: &MacroPushes, state: &MacroState) -> bool {
        self.matching.of_boxes(&state.boxes).is_none()
            || self.dear.condemn(space.puzzle(), &state.boxes, state.player)
            || (state.regions > 2
                && self.diagonals.as_mut().is_some_and(|it| it.is_dead(space.puzzle(), &state.boxes, state.player)))
    }

    fn advise(&mut self, parent: &Opinion, successors: &[Opinion], recommended: &mut Vec<usize>) {
        let best = |wanted: &dyn Fn(&Opinion) -> bool| {
            let those = successors.iter().enumerate().filter(|(_, one)| !one.poor && wanted(one));
            those.max_by_key(|(number, one)| (one.score, std::cmp::Reverse(*number))).map(|(number, _)| number)
        };
        let keeps = |one: &Opinion| !one.poor && one.features[PACKED] >= parent.features[PACKED];
        recommended.extend(best(&|one| one.features[PACKED] > parent.features[PACKED]));
        let due = self.advice.clearing == Clearing::Due;
        for feature in [REGIONS, ROOMS, OUT_OF_PLAN, HOTSPOTS] {
            if due && feature == OUT_OF_PLAN {
                continue;
            }
            recommended.extend(best(&|one| keeps(one) && one.features[feature] < parent.features[feature]));
        }
        recommended.extend(self.explorer(parent, successors));
        recommended.extend(self.clearer(parent, successors));
        // If nothing can be packed, what is nearest to the next square of the plan is taken far away.
        let packs = successors.iter().any(|one| one.features[PACKED] > parent.features[PACKED]);
        if self.advice.opener && !packs {
            let opens = |one: &(usize, &Opinion)| {
                keeps(one.1)
                    && [REGIONS, ROOMS].iter().all(|&f| one.1.features[f] <= parent.features[f])
                    && one.1.features[IS_NEAR] > one.1.features[WAS_NEAR]
            };
            let those = successors.iter().enumerate();
            let far = |(_, one): &(usize, &Opinion)| (one.features[WAS_NEAR], std::cmp::Reverse(one.features[IS_NEAR]));
            recommended.extend(those.filter(opens).min_by_key(far).map(|(number, _)| number));
        }
    }
}
