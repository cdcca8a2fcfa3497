//! The game of sinks, which finds the packing plan: Sokoban played backwards, and simpler, for boxes vanish.
//!
//! All goals are full. A box that is pulled to a square on which some box starts vanishes there, and that start with it;
//! the other starts must still be able to take one of the boxes left. As long as a box can vanish nothing else is tried;
//! if none can, one is pulled aside (parked). The game is won when all boxes are gone.
//!
//! Source: the backward phase of Festival ("sink squares").

use super::packing::Stage;
use crate::Puzzle;
use crate::bipartite::Bipartite;
use crate::distance::push_distances;
use crate::macros::{ANY, MacroMove, Macros, Way};
use boxwright_grid::{Fill, Square, SquareSet, UNREACHED, walking_distances};
use boxwright_search::packed::{BitReader, BitWriter, bits_for};
use boxwright_search::{Cost, Domain};

/// Where and how many boxes may vanish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// One on each start.
    Single,
    /// The same, but only far away, on starts of the largest group between which boxes can be pushed to and fro, and only
    /// while the player can get to all of that group: then it does not matter which of its boxes comes first.
    Group,
    /// Any number on each start.
    Endless,
}

/// A box vanishes in a group only so many steps from where it was.
const FAR: u16 = 6;

/// The game.
pub(super) struct Sinks<'a> {
    pub(super) puzzle: &'a Puzzle,
    rule: Rule,
    /// From each start, where a lone box can be pushed.
    from_start: Vec<(Square, SquareSet)>,
    /// From each start, how far it is to walk.
    walks: Vec<(Square, Vec<u16>)>,
}

/// A position of it, with the working memory to expand it.
#[derive(Clone)]
pub(super) struct SinkState {
    /// The boxes left.
    pub(super) boxes: SquareSet,
    /// The starts left.
    starts: SquareSet,
    player: Square,
    /// How many regions the floor without the boxes has.
    pub(super) regions: u16,
    key: u64,
    reach: SquareSet,
    moves: Vec<MacroMove>,
    fill: Fill,
    macros: Macros,
    pushes: Macros,
    matching: Bipartite,
}

/// A pull, at whose end the box may vanish.
#[derive(Clone, Copy)]
pub(super) struct SinkMove {
    pub(super) one: MacroMove,
    pub(super) vanishes: bool,
}

impl Sinks<'_> {
    pub(super) fn new(puzzle: &Puzzle, rule: Rule) -> Sinks<'_> {
        let floor = puzzle.floor();
        let reached = |start: Square| {
            let distances = push_distances(floor, &[start]);
            let reached = floor.squares().filter(|s| distances[s.index()] != UNREACHED);
            (start, SquareSet::from_squares(floor.len(), reached))
        };
        let walk = |start: Square| {
            let mut distances = Vec::new();
            walking_distances(floor, start, &SquareSet::new(floor.len()), &mut distances);
            (start, distances)
        };
        Sinks {
            puzzle,
            rule,
            walks: puzzle.boxes().iter().map(|&s| walk(s)).collect(),
            from_start: puzzle.boxes().iter().map(|&start| reached(start)).collect(),
        }
    }

    /// Whether, without the box on `gone`, every start left but `taken` can take one of the boxes left.
    pub(super) fn leaves_enough(&self, state: &mut SinkState, gone: Option<Square>, taken: Option<Square>) -> bool {
        if self.rule == Rule::Endless {
            return true;
        }
        let SinkState { boxes, starts, matching, .. } = state;
        matching.clear();
        for (_, reached) in self.from_start.iter().filter(|(s, _)| starts.contains(*s) && Some(*s) != taken) {
            let row = matching.add_row();
            row.iter_mut().zip(reached.words()).zip(boxes.words()).for_each(|((row, r), b)| *row = r & b);
            if let Some(gone) = gone {
                row[gone.index() / 64] &= !(1 << (gone.index() % 64));
            }
        }
        matching.is_complete()
    }

    fn start_key(&self, start: Square) -> u64 {
        self.puzzle.box_key(start).rotate_left(23)
    }

    /// The largest group of starts between which boxes can be pushed to and fro; none if the player cannot get to all of it.
    fn group(&self, state: &mut SinkState) -> SquareSet {
        let floor = self.puzzle.floor();
        let starts: Vec<Square> = state.starts.iter().collect();
        let ways: Vec<SquareSet> = starts.iter().map(|&start| self.ways_from(state, start)).collect();
        let group = |a: usize| {
            let both = (0..starts.len()).filter(|&b| ways[a].contains(starts[b]) && ways[b].contains(starts[a]));
            SquareSet::from_squares(floor.len(), both.map(|b| starts[b]))
        };
        let SinkState { boxes, reach, .. } = state;
        let at_hand = |start: Square| {
            let beside = |next: &Square| next.exists() && reach.contains(*next);
            reach.contains(start) || boxes.contains(start) && floor.neighbours(start).iter().any(beside)
        };
        let largest = (0..starts.len()).map(group).max_by_key(SquareSet::count);
        largest.filter(|group| group.iter().all(at_hand)).unwrap_or_else(|| SquareSet::new(floor.len()))
    }

    /// Where a box on a start could be pushed, all others staying where they are.
    fn ways_from(&self, state: &mut SinkState, start: Square) -> SquareSet {
        let floor = self.puzzle.floor();
        let SinkState { boxes, player, fill, pushes, .. } = state;
        let was_there = boxes.contains(start);
        boxes.insert(start);
        let free = |next: &Square| next.exists() && !boxes.contains(*next);
        let beside = floor.neighbours(start).iter().copied().find(free);
        let mut reach = SquareSet::new(floor.len());
        if let Some(player) = Some(*player).filter(|player| *player != start).or(beside) {
            fill.spread(floor, player, boxes, &mut reach);
        }
        let mut ways = SquareSet::from_squares(floor.len(), [start]);
        pushes.of_box(self.puzzle, boxes, &reach, start, ANY, |_| true, |one| ways.insert(one.to));
        if !was_there {
            boxes.remove(start);
        }
        ways
    }

    /// Finds all pulls of a position.
    fn find_moves(&self, state: &mut SinkState) {
        let SinkState { boxes, player, reach, fill, macros, moves, .. } = state;
        reach.clear();
        fill.spread(self.puzzle.floor(), *player, boxes, reach);
        moves.clear();
        for from in &*boxes {
            macros.of_box(self.puzzle, boxes, reach, from, ANY, |_| true, |one| moves.push(one));
        }
    }

    /// What is left after each round of a game that is won: in a round either all boxes vanish that can do so before any
    /// other has, or one is pulled aside.
    pub(super) fn rounds(&self, mut moves: &[SinkMove]) -> Vec<Stage> {
        let begins_there = |root: &mut SinkState| {
            self.find_moves(root);
            moves.first().is_some_and(|first| root.moves.contains(&first.one))
        };
        let mut rounds = vec![Stage::last(self.puzzle)];
        let Some(mut state) = self.roots().into_iter().find_map(|mut root| begins_there(&mut root).then_some(root))
        else {
            return rounds;
        };
        while !moves.is_empty() {
            let (run, rest) = moves.split_at(moves.iter().take_while(|m| m.vanishes).count().max(1));
            moves = rest;
            let mut run = run.to_vec();
            while !run.is_empty() {
                self.find_moves(&mut state);
                let can_go = |one: &SinkMove| {
                    let vanishes = |m: &MacroMove| m.from == one.one.from && state.starts.contains(m.to);
                    !one.vanishes || state.moves.iter().any(vanishes)
                };
                let (mut now, mut later): (Vec<_>, Vec<_>) = run.iter().partition(|&one| can_go(one));
                if now.is_empty() {
                    // It has to wait for the matching, not for a box.
                    now.push(later.remove(0));
                }
                for SinkMove { one, vanishes } in &now {
                    state.boxes.remove(one.from);
                    if !vanishes {
                        state.boxes.insert(one.to);
                    } else if self.rule != Rule::Endless {
                        state.starts.remove(one.to);
                    }
                }
                let stage = Stage::after(self.puzzle, &state.boxes, &now[0]);
                state.player = stage.side.first().expect("the player is somewhere");
                rounds.push(stage);
                run = later;
            }
        }
        rounds
    }

    /// The moves that make a box vanish, one for each box.
    fn vanishing(&self, state: &mut SinkState) -> Vec<MacroMove> {
        let group = if self.rule == Rule::Group { self.group(state) } else { state.starts.clone() };
        let far = |m: &MacroMove| {
            self.rule != Rule::Group
                || self.walks.iter().any(|(start, walks)| *start == m.to && walks[m.from.index()] >= FAR)
        };
        let mut those: Vec<MacroMove> =
            state.moves.iter().copied().filter(|m| group.contains(m.to) && far(m)).collect();
        those.sort_by_key(|m| (m.from, std::cmp::Reverse(m.length)));
        let mut last = None;
        those.retain(|m| {
            let first = last != Some(m.from) && self.leaves_enough(state, Some(m.from), Some(m.to));
            if first {
                last = Some(m.from);
            }
            first
        });
        those
    }
}

impl Domain for Sinks<'_> {
    type State = SinkState;
    type Action = SinkMove;

    fn packed_bits(&self) -> usize {
        self.puzzle.live_squares() + self.from_start.len() + bits_for(self.puzzle.floor().len()) as usize
    }

    fn pack(&self, state: &SinkState, bits: &mut BitWriter<'_>) {
        let live = self.puzzle.live_squares();
        for (number, &word) in state.boxes.words().iter().enumerate().take(live.div_ceil(64)) {
            bits.write(word, (live - 64 * number).min(64) as u32);
        }
        for (start, _) in &self.from_start {
            bits.write(state.starts.contains(*start).into(), 1);
        }
        bits.write(state.player.0.into(), bits_for(self.puzzle.floor().len()));
    }

    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut SinkState) {
        state.boxes.clear();
        state.starts.clear();
        state.key = 0;
        let live = self.puzzle.live_squares();
        for first in (0..live).step_by(64) {
            let mut word = bits.read((live - first).min(64) as u32);
            while word != 0 {
                let square = Square((first + word.trailing_zeros() as usize) as u16);
                state.boxes.insert(square);
                state.key ^= self.puzzle.box_key(square);
                word &= word - 1;
            }
        }
        for (start, _) in &self.from_start {
            if bits.read(1) != 0 {
                state.starts.insert(*start);
                state.key ^= self.start_key(*start);
            }
        }
        let floor = self.puzzle.floor();
        state.player = Square(bits.read(bits_for(floor.len())) as u16);
        state.regions = state.fill.regions(floor, &state.boxes, &mut state.reach);
    }

    fn key(&self, state: &SinkState) -> u64 {
        state.key ^ self.puzzle.player_key(state.player)
    }

    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        let live = self.puzzle.live_squares();
        let mut key = 0;
        for first in (0..live).step_by(64) {
            let mut word = bits.read((live - first).min(64) as u32);
            while word != 0 {
                key ^= self.puzzle.box_key(Square((first + word.trailing_zeros() as usize) as u16));
                word &= word - 1;
            }
        }
        for (start, _) in &self.from_start {
            if bits.read(1) != 0 {
                key ^= self.start_key(*start);
            }
        }
        key ^ self.puzzle.player_key(Square(bits.read(bits_for(self.puzzle.floor().len())) as u16))
    }

    fn roots(&self) -> Vec<SinkState> {
        let floor = self.puzzle.floor();
        let goals = self.puzzle.goals();
        let mut fill = Fill::new(floor);
        let mut everywhere = SquareSet::new(floor.len());
        let starts = SquareSet::from_squares(floor.len(), self.puzzle.boxes().iter().copied());
        let key = goals.iter().map(|s| self.puzzle.box_key(s)).chain(starts.iter().map(|s| self.start_key(s)));
        let key = key.fold(0, |key, one| key ^ one);
        let regions = fill.regions(floor, goals, &mut everywhere);
        everywhere.clear();
        let mut roots = Vec::new();
        for square in floor.squares().filter(|&s| !goals.contains(s)) {
            if !everywhere.contains(square) {
                roots.push(SinkState {
                    boxes: goals.clone(),
                    starts: starts.clone(),
                    player: fill.spread(floor, square, goals, &mut everywhere),
                    regions,
                    key,
                    reach: SquareSet::new(floor.len()),
                    moves: Vec::new(),
                    fill: Fill::new(floor),
                    macros: Macros::new(self.puzzle, Way::Pull),
                    pushes: Macros::new(self.puzzle, Way::Push),
                    matching: Bipartite::new(floor.len()),
                });
            }
        }
        roots
    }

    fn is_goal(&self, state: &SinkState) -> bool {
        state.boxes.is_empty()
    }

    fn expand(&self, state: &mut SinkState, mut visit: impl FnMut(&SinkState, SinkMove, Cost)) {
        let floor = self.puzzle.floor();
        let (player, regions, key) = (state.player, state.regions, state.key);
        self.find_moves(state);
        let vanishing = self.vanishing(state);
        for &one in &vanishing {
            state.boxes.remove(one.from);
            state.key = key ^ self.puzzle.box_key(one.from);
            if self.rule != Rule::Endless {
                state.starts.remove(one.to);
                state.key ^= self.start_key(one.to);
            }
            state.reach.clear();
            state.player = state.fill.spread(floor, one.to, &state.boxes, &mut state.reach);
            state.regions = state.fill.regions(floor, &state.boxes, &mut state.reach);
            visit(state, SinkMove { one, vanishes: true }, 1);
            state.boxes.insert(one.from);
            state.starts.insert(one.to);
        }
        if vanishing.is_empty() {
            for number in 0..state.moves.len() {
                let one = state.moves[number];
                state.boxes.remove(one.from);
                state.boxes.insert(one.to);
                state.key = key ^ self.puzzle.box_key(one.from) ^ self.puzzle.box_key(one.to);
                (state.player, state.regions) = (one.region, one.regions);
                visit(state, SinkMove { one, vanishes: false }, 1);
                state.boxes.remove(one.to);
                state.boxes.insert(one.from);
            }
        }
        (state.player, state.regions, state.key) = (player, regions, key);
    }

    fn unit_cost(&self) -> bool {
        true
    }
}
