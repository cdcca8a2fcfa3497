//! Aim: one search loosens the solved board backwards, another aims forwards at the board it reached, and they meet.
//!
//! Both are feature space searches over macro moves; [`crate::aim`] says what they look at. They take turns of doubling
//! length. If a better board has been found when the aiming search's turn comes, that search begins anew and aims at it;
//! since turns double, not much is lost.
//!
//! Each search ends at whatever position the other has generated: it is where the halves of a solution are joined. What
//! the loosening search has left behind on its way to the imagined board are then steps towards it as well.
//!
//! Complete: nothing but dead positions is thrown away, either search finds a solution alone if there is one, and there
//! are only finitely many better boards. Deterministic.
//!
//! Source: the strategies B, D, E, F and, the other way round, G of Festival (Shoham), which spend a third of their time
//! on loosening and then aim.

use super::halves::{self, HalfWay};
use super::scout::Scout;
use super::{LINES, RECALL, SokobanSolver, in_manner};
use crate::aim::{Aiming, Loosen, Loosening};
use crate::macros::MacroMove;
use crate::space::{MacroPulls, MacroPushes, MacroState};
use crate::{Plan, Puzzle};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::table::NodeId;
use boxwright_search::{
    Adviser, Fess, Goalward, Half, Properties, Search, Shared, Side, Slice, Solver, Statistics, Status, Visitor,
};
use std::sync::Arc;

pub(super) const NAME: &str = "aim";

const LOOSEN: OptionInfo = OptionInfo {
    key: "loosen",
    values: Values::Words(&["far", "free", "cycles"]),
    default: "far",
    help: "what a comfortable board is: boxes far from where they were; off those squares, no room cut off; ways around all",
};
const FROM: OptionInfo = OptionInfo {
    key: "from",
    values: Values::Words(&["goals", "start"]),
    default: "goals",
    help: "which board is loosened, the solved one backwards or the first one forwards; the other search aims at it",
};
const WEIGHTS: OptionInfo = OptionInfo {
    key: "weights",
    values: Values::Words(&["off", "on"]),
    default: "off",
    help: "whether, on the way to the imagined board, a move that is not the best of its position has a price",
};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    summary: "loosens the solved board backwards, aims forwards at the board that this came to",
    source: "Festival (Shoham)",
    options: &[LOOSEN, FROM, WEIGHTS, LINES, RECALL],
};

/// Nodes of the loosening search's first turn.
const FIRST_TURN: u64 = 64;
/// The aiming search's turns are longer by this factor.
const AIMING: u64 = 2;

/// A solver for a spec of this strategy.
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, promises: Properties, shared: &Arc<Shared>) -> SokobanSolver {
    let manner = Manner::of(spec);
    match spec.get(FROM.key) {
        "start" => Box::new(Aim::<MacroPushes, MacroPulls>::new(puzzle, manner, promises, shared)),
        _ => Box::new(Aim::<MacroPulls, MacroPushes>::new(puzzle, manner, promises, shared)),
    }
}

/// The same, from the goals, for a spec of ours, as a scout.
pub(super) fn scout(spec: &Spec, puzzle: &Arc<Puzzle>, promises: Properties, shared: &Arc<Shared>) -> Box<dyn Scout> {
    Box::new(Aim::<MacroPulls, MacroPushes>::new(puzzle, Manner::of(spec), promises, shared))
}

/// How it is done.
struct Manner {
    flavour: Loosen,
    weighted: bool,
    /// Says how either search goes about it.
    spec: Spec,
}

impl Manner {
    fn of(spec: &Spec) -> Manner {
        let flavour = match spec.get(LOOSEN.key) {
            "free" => Loosen::Free,
            "cycles" => Loosen::Cycles,
            _ => Loosen::Far,
        };
        Manner { flavour, weighted: spec.get(WEIGHTS.key) == "on", spec: spec.clone() }
    }
}

/// The search that loosens, in `L`, and the one that aims, in `A`.
struct Aim<L: HalfWay, A: HalfWay> {
    puzzle: Arc<Puzzle>,
    shared: Arc<Shared>,
    promises: Properties,
    manner: Manner,
    loosening: Fess<L, Loosening>,
    space: A,
    aiming: Option<Fess<A, Aiming>>,
    /// The score of the board that is aimed at.
    aimed_at: u64,
    /// Whose turn it is.
    aims: bool,
    /// How long the loosening search's turns are now.
    turn: u64,
    /// Nodes left of this turn.
    left: u64,
    /// What the aiming searches have done that were given up.
    given_up: Statistics,
    peak_bytes: usize,
}

impl<L: HalfWay, A: HalfWay> Aim<L, A> {
    fn new(puzzle: &Arc<Puzzle>, manner: Manner, promises: Properties, shared: &Arc<Shared>) -> Aim<L, A> {
        let loosening = Fess::new(L::of(puzzle), Loosening::new(puzzle, L::WAY, manner.flavour));
        let loosening = in_manner(&manner.spec, loosening);
        Aim {
            loosening: loosening.meeting(Visitor::new(shared, L::HALVES.side)),
            space: A::of(puzzle),
            aiming: None,
            aimed_at: 0,
            aims: false,
            turn: FIRST_TURN,
            left: FIRST_TURN,
            given_up: Statistics::default(),
            peak_bytes: 0,
            manner,
            promises,
            puzzle: Arc::clone(puzzle),
            shared: Arc::clone(shared),
        }
    }

    /// It is the other search's turn.
    fn change_over(&mut self) {
        self.aims = !self.aims;
        if self.aims {
            self.left = AIMING * self.turn;
            self.take_aim();
        } else {
            self.turn = self.turn.saturating_mul(2);
            self.left = self.turn;
        }
    }

    /// Aims at the best board known, if that is a new one.
    fn take_aim(&mut self) {
        let Some((board, score)) = self.loosening.best() else { return };
        if self.aiming.is_some() && score <= self.aimed_at {
            return;
        }
        if let Some(old) = self.aiming.take() {
            self.given_up.add_work(&old.statistics());
        }
        let aiming = Aiming::new(&self.puzzle, A::WAY, L::boxes(&board), self.manner.weighted);
        let search = in_manner(&self.manner.spec, Fess::new(self.space.clone(), aiming));
        self.aiming = Some(search.meeting(Visitor::new(&self.shared, A::HALVES.side)));
        self.aimed_at = score;
    }

    /// One of the two halves of a solution through a position, if the search for that half knows it.
    fn half_through(&self, key: u64, side: Side) -> Option<Half> {
        let actions = if side == L::HALVES.side {
            (L::HALVES.code)(self.loosening.domain(), &self.loosening.path_to(key)?)
        } else {
            let aiming = self.aiming.as_ref()?;
            (A::HALVES.code)(aiming.domain(), &aiming.path_to(key)?)
        };
        Some(Half { key, side, actions })
    }
}

/// Steps a search that ends where the other one has been; also tells how many nodes it expanded.
fn step<D: HalfWay, A: Adviser<D>>(
    search: &mut Fess<D, A>,
    slice: Slice,
    other: &dyn Fn(u64, &[u8]) -> bool,
) -> (Status, u64) {
    let before = search.statistics().expanded;
    let status = search.step_until(slice, other);
    (status, search.statistics().expanded - before)
}

impl<L: HalfWay, A: HalfWay> Search for Aim<L, A> {
    fn step(&mut self, slice: Slice) -> Status {
        if self.left == 0 {
            self.change_over();
        }
        let Aim { loosening, aiming, .. } = self;
        let expansions = slice.expansions.min(self.left);
        let (status, expanded) = match aiming {
            Some(aiming) if self.aims => {
                let bytes = slice.bytes.saturating_sub(loosening.statistics().bytes);
                step(aiming, Slice { expansions, bytes }, &|key, packed| loosening.knows(key, packed))
            }
            None => step(loosening, Slice { expansions, ..slice }, &|_, _| false),
            Some(aiming) => {
                let bytes = slice.bytes.saturating_sub(aiming.statistics().bytes);
                step(loosening, Slice { expansions, bytes }, &|key, packed| aiming.knows(key, packed))
            }
        };
        self.left = self.left.saturating_sub(expanded);
        self.peak_bytes = self.peak_bytes.max(self.statistics().bytes);
        status
    }

    fn statistics(&self) -> Statistics {
        let loosening = self.loosening.statistics();
        let aiming = self.aiming.as_ref().map(Fess::statistics).unwrap_or_default();
        let bytes = loosening.bytes + aiming.bytes;
        let stored = loosening.stored + aiming.stored;
        let mut all = Statistics { stored, bytes, peak_bytes: self.peak_bytes.max(bytes), ..aiming };
        all.add_work(&loosening);
        all.add_work(&self.given_up);
        all
    }

    fn gear(&self) -> u64 {
        // A turn that is over ends the gear that it was in.
        4 * self.turn + 2 * u64::from(self.aims) + u64::from(self.left == 0)
    }
}

impl<L: HalfWay, A: HalfWay> Solver for Aim<L, A> {
    type Plan = Plan;

    fn plan(&self) -> Option<Plan> {
        // Either half is empty if the search for the other one got there alone.
        let key = self.loosening.end().or_else(|| self.aiming.as_ref()?.end())?;
        let actions = |side| self.half_through(key, side).map(|half| half.actions).unwrap_or_default();
        halves::join(&self.puzzle, &actions(Side::Forward), &actions(Side::Backward))
    }

    fn properties(&self) -> Properties {
        self.promises
    }

    fn half(&self, key: u64) -> Option<Half> {
        self.half_through(key, Side::Forward).or_else(|| self.half_through(key, Side::Backward))
    }

    fn glimpse(&self) -> Option<Plan> {
        let pushes = if L::HALVES.side == Side::Forward {
            (L::HALVES.code)(self.loosening.domain(), &self.loosening.best_so_far()?)
        } else {
            let aiming = self.aiming.as_ref()?;
            (A::HALVES.code)(aiming.domain(), &aiming.best_so_far()?)
        };
        halves::join(&self.puzzle, &pushes, &[])
    }
}

impl Scout for Aim<MacroPulls, MacroPushes> {
    fn draw(&self, random: u64) -> Option<(NodeId, MacroState)> {
        self.aiming.as_ref()?.draw(random)
    }

    fn way_to(&self, node: NodeId) -> Vec<MacroMove> {
        self.aiming.as_ref().map(|aiming| aiming.way_to(node)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, random_level, verify};
    use boxwright_search::{Limit, Objective};

    type FromGoals = Aim<MacroPulls, MacroPushes>;
    type FromStart = Aim<MacroPushes, MacroPulls>;

    /// With turns that begin with a single node, so that small levels are worked on from both ends.
    fn aim<L: HalfWay, A: HalfWay>(level: &Level, flavour: Loosen) -> Option<Aim<L, A>> {
        let puzzle = Arc::new(Puzzle::new(level).unwrap());
        let promises = Properties { complete: true, optimal: Objective::Any };
        let spec = Spec::parse(NAME, super::super::STRATEGIES).unwrap();
        let manner = || Manner { flavour, weighted: false, spec: spec.clone() };
        let new = || Aim { turn: 1, left: 1, ..Aim::new(&puzzle, manner(), promises, &Arc::default()) };
        (!puzzle.is_hopeless()).then(new)
    }

    fn run<L: HalfWay, A: HalfWay>(search: &mut Aim<L, A>, expansions: u64) -> Status {
        loop {
            match search.step(Slice { expansions, bytes: usize::MAX }) {
                Status::Running => {}
                status => return status,
            }
        }
    }

    /// How many of some levels are solved, and how many of them by two halves that both push something.
    fn solved_and_joined<L: HalfWay, A: HalfWay>(flavour: Loosen) -> (usize, usize) {
        let (mut solved, mut joined) = (0, 0);
        for seed in 0..400 {
            let level = random_level(seed, 9, 8, 3 + seed as usize % 2);
            let Some(mut search) = aim::<L, A>(&level, flavour) else { continue };
            if run(&mut search, 64) == Status::Solved {
                solved += 1;
                verify(&level, &search.plan().unwrap()).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
                let key = search.loosening.end().or_else(|| search.aiming.as_ref()?.end()).unwrap();
                let pushes = |side| search.half_through(key, side).map_or(0, |half| half.actions.len());
                joined += usize::from(pushes(Side::Forward) > 0 && pushes(Side::Backward) > 0);
            }
        }
        (solved, joined)
    }

    #[test]
    fn both_halves_are_joined() {
        for flavour in [Loosen::Far, Loosen::Free, Loosen::Cycles] {
            let all = [
                solved_and_joined::<MacroPulls, MacroPushes>(flavour),
                solved_and_joined::<MacroPushes, MacroPulls>(flavour),
            ];
            assert_eq!(all[0].0, all[1].0, "either end is complete");
            assert!(all.iter().all(|&(solved, joined)| solved > 20 && joined * 2 > solved), "{flavour:?}: {all:?}");
        }
    }

    #[test]
    fn slices_of_any_length_make_the_same_search() {
        for seed in 0..100 {
            let level = random_level(seed, 9, 8, 4);
            let result = |expansions| {
                let mut search: FromGoals = aim(&level, Loosen::Far)?;
                let status = run(&mut search, expansions);
                let done = search.statistics();
                Some((status, search.plan(), done.expanded, done.generated, done.stored))
            };
            let whole = result(u64::MAX);
            assert_eq!(result(1), whole, "seed {seed}");
            assert_eq!(result(7), whole, "seed {seed}");
            assert_eq!(result(7), whole, "seed {seed}, once more");
        }
    }

    #[test]
    fn it_stops_for_want_of_memory_and_goes_on_with_more() {
        let level = (0..).map(|seed| random_level(seed, 10, 9, 5)).find(|level| {
            let mut search: Option<FromStart> = aim(level, Loosen::Free);
            search.as_mut().is_some_and(|search| run(search, 64) == Status::Solved && search.statistics().expanded > 20)
        });
        let level = level.unwrap();
        let mut search: FromStart = aim(&level, Loosen::Free).unwrap();
        assert_eq!(search.step(Slice { expansions: 64, bytes: 0 }), Status::Stopped(Limit::Memory));
        assert_eq!(search.plan(), None);
        assert_eq!(run(&mut search, 64), Status::Solved);
        verify(&level, &search.plan().unwrap()).unwrap();
    }
}
