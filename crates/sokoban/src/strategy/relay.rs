//! Relay: some searches scout, others run on from positions that they have come to.
//!
//! Where a search begins decides a lot: which plan is made, what is loose and what is jammed, what greed takes for progress.
//! On many hard levels a search that is lost from the start is quick from positions a few dozen moves later, and any of
//! many positions will do. So a scout goes forwards ([`super::scout`]), and every now and then one of the positions that it
//! has expanded is where another search begins and takes the level for a new one. Some are drawn evenly, and the one whose
//! boxes cut the floor into the fewest regions is taken. When its leg is over the next one begins elsewhere, and of two that
//! have run as long the one that came nearer to the end goes on for as long again ([`boxwright_search::tournament`]). Who
//! scouts and who runs may change from leg to leg: it is luck who comes to where the rest is easy, and to whom it is.
//!
//! Complete: scouts are, and nothing but the end of one of them ends the search without a solution. Deterministic.
//!
//! Source: restarts as in satisfiability solvers, with successive halving (Karnin, Koren, Somekh 2013); to begin anew from
//! positions far from the start is our own.

use super::scout::{Lookout, Scout};
use super::{SokobanSolver, own_spec};
use crate::aim::Loosen;
use crate::macros::MacroMove;
use crate::space::{MacroPushes, MacroState, plan};
use crate::{Plan, Puzzle};
use boxwright_grid::{Fill, SquareSet, scramble};
use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};
use boxwright_search::{
    Cost, Duel, Half, Limit, Objective, Properties, Search, Shared, Slice, Solver, Statistics, Status, Tournament,
};
use std::sync::Arc;

pub(super) const NAME: &str = "relay";

const THEN: OptionInfo = OptionInfo {
    key: "then",
    values: Values::Words(&["backward", "novel", "macro", "fess", "aim", "all"]),
    default: "backward",
    help: "which search runs on from where the scout has been; macro: novel(moves=macro,width=25); all: mostly that, every now and then fess or aim",
};

const SCOUT: OptionInfo = OptionInfo {
    key: "scout",
    values: Values::Words(&["fess", "far", "free", "aim", "all"]),
    default: "fess",
    help: "what the scout looks for: a packing, boxes far from where they were, boxes that are free, a board that the solved one was loosened to; all: several in turn",
};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    summary: "some searches scout, others begin anew from positions they have come to",
    source: "successive halving: Karnin, Koren, Somekh 2013",
    options: &[THEN, SCOUT],
};

/// Positions that are drawn to begin at; the one with the fewest regions is taken.
const DRAWN: u64 = 4;

/// A packing.
const PACKING: Lookout = Lookout::Packing("fess(opener=on,far=on,clearing=due)");
/// A board that the solved one was loosened to.
const HALFWAY: Lookout = Lookout::Halfway("aim(loosen=free)");

/// What the scouts of `scout=all` look for.
static LOOKOUTS: [Lookout; 4] = [PACKING, HALFWAY, Lookout::Loose(Loosen::Free), Lookout::Loose(Loosen::Cycles)];

/// A kind of runner.
#[derive(Clone, Copy)]
struct Runner {
    spec: &'static str,
    /// Nodes of the shortest leg.
    leg: u64,
    /// Nodes of the scout's turn before it.
    scouting: u64,
}

/// A node of the first two costs a twentieth of one of fess or aim, and a third of one by macro moves, so all have about the
/// same time.
static RUNNERS: [Runner; 5] = [
    Runner { spec: "backward", leg: 8192, scouting: 64 },
    Runner { spec: "novel", leg: 8192, scouting: 64 },
    Runner { spec: "novel(moves=macro,width=25)", leg: 3072, scouting: 64 },
    Runner { spec: "fess(opener=on,plan=part,far=on,clearing=due,lines=off)", leg: 1024, scouting: 64 },
    Runner { spec: "aim(from=start)", leg: 1024, scouting: 64 },
];
/// Their places.
const BACKWARD: usize = 0;
const NOVEL: usize = 1;
const MACRO: usize = 2;
const FESS: usize = 3;
const AIM: usize = 4;

/// The turns of `then=all`: whoever solves the most has the most, and yet others solve what he does not.
static TURNS: [usize; 10] = [MACRO, MACRO, MACRO, MACRO, FESS, MACRO, MACRO, MACRO, MACRO, AIM];

/// A solver for a spec of this strategy.
pub(super) fn build(spec: &Spec, puzzle: &Arc<Puzzle>, promises: Properties, shared: &Arc<Shared>) -> SokobanSolver {
    let order: &[usize] = match spec.get(THEN.key) {
        "novel" => &[NOVEL],
        "macro" => &[MACRO],
        "fess" => &[FESS],
        "aim" => &[AIM],
        "all" => &TURNS,
        _ => &[BACKWARD],
    };
    let lookouts: &[Lookout] = match spec.get(SCOUT.key) {
        "far" => &[Lookout::Loose(Loosen::Far)],
        "free" => &[Lookout::Loose(Loosen::Free)],
        "aim" => &[HALFWAY],
        "all" => &LOOKOUTS,
        _ => &[PACKING],
    };
    Box::new(Relay::new(puzzle, lookouts, order, promises, shared))
}

struct Relay {
    puzzle: Arc<Puzzle>,
    space: MacroPushes,
    promises: Properties,
    /// In turn; whose turn it is.
    scouts: Vec<Box<dyn Scout>>,
    scout: usize,
    /// Who runs on, as numbers into [`RUNNERS`], in turn; the last of them that ran or runs.
    order: Vec<usize>,
    at: usize,
    /// The legs of each runner that may go on.
    waiting: [Tournament<Leg>; RUNNERS.len()],
    /// The search that is under way.
    leg: Option<Leg>,
    /// The one that goes on after the scout's turn, if none begins anew.
    next: Option<Leg>,
    /// Legs begun, and turns of legs.
    legs: u64,
    turns: u64,
    /// Nodes left of the turn of the scout or the leg.
    left: u64,
    /// What the legs have done that were given up.
    given_up: Statistics,
    peak_bytes: usize,
    /// To count regions with.
    fill: Fill,
    seen: SquareSet,
}

/// A search from where the scout has been.
struct Leg {
    /// The way there.
    before: Plan,
    search: SokobanSolver,
    /// Rounds of the tournament that it has won.
    round: u32,
    /// Why it cannot go on.
    end: Option<Status>,
}

impl Leg {
    /// Its length in shortest legs, if it begins or goes on.
    fn length(next: Option<&Leg>) -> u64 {
        next.map_or(1, |leg| 1 << (leg.round - 1))
    }

    /// How near to the end it came.
    fn nearest(&self) -> Cost {
        self.search.statistics().nearest.unwrap_or(Cost::MAX)
    }
}

impl Relay {
    fn new(
        puzzle: &Arc<Puzzle>,
        lookouts: &[Lookout],
        order: &[usize],
        promises: Properties,
        shared: &Arc<Shared>,
    ) -> Relay {
        Relay {
            scouts: lookouts.iter().map(|lookout| lookout.scout(puzzle, promises, shared)).collect(),
            scout: 0,
            space: MacroPushes::new(puzzle),
            puzzle: Arc::clone(puzzle),
            promises,
            left: RUNNERS[order[0]].scouting,
            order: order.to_vec(),
            at: 0,
            waiting: std::array::from_fn(|_| Tournament::default()),
            leg: None,
            next: None,
            legs: 0,
            turns: 0,
            given_up: Statistics::default(),
            peak_bytes: 0,
            fill: Fill::new(puzzle.floor()),
            seen: SquareSet::new(puzzle.floor().len()),
        }
    }

    /// Who runs, or is the next to run.
    fn runner(&self) -> Runner {
        RUNNERS[self.order[self.at]]
    }

    /// Where the next leg begins, and the way there. Where the floor is in few parts, a level is solved more often.
    fn draw(&mut self) -> Option<(MacroState, Vec<MacroMove>)> {
        let Relay { scouts, scout, puzzle, fill, seen, legs, .. } = self;
        let scout = &scouts[*scout];
        let drawn = (0..DRAWN).filter_map(|number| scout.draw(scramble(DRAWN * *legs + number)));
        let (node, state) = drawn.min_by_key(|(_, state)| {
            seen.clear();
            fill.regions(puzzle.floor(), &state.boxes, seen)
        })?;
        Some((state, scout.way_to(node)))
    }

    /// A leg has had its time: who goes on after the scout's turn?
    fn finish(&mut self, leg: Leg) {
        match leg.end {
            None => self.waiting[self.order[self.at]].enter(leg.round, leg),
            Some(end) => {
                self.given_up.add_work(&leg.search.statistics());
                if end == Status::Stopped(Limit::Memory) {
                    // Those that wait have had theirs.
                    for old in self.waiting.iter_mut().flat_map(Tournament::drain) {
                        self.given_up.add_work(&old.search.statistics());
                    }
                }
            }
        }
        self.scout = (self.scout + 1) % self.scouts.len();
        self.at = (self.at + 1) % self.order.len();
        self.next = self.waiting[self.order[self.at]].duel(Leg::nearest).map(|Duel { winner, loser, round }| {
            self.given_up.add_work(&loser.search.statistics());
            Leg { round, ..winner }
        });
        self.left = self.runner().scouting * Leg::length(self.next.as_ref());
    }

    /// The scout has done its turn: a leg goes on or begins. If the scout has come nowhere yet, it goes on instead for as
    /// long: a good scout often gets to the end itself.
    fn run_on(&mut self) {
        self.turns += 1;
        self.left = self.runner().leg * Leg::length(self.next.as_ref());
        self.leg = self.next.take().or_else(|| self.begin());
    }

    /// A leg from where the scout has been.
    fn begin(&mut self) -> Option<Leg> {
        self.legs += 1;
        let (state, moves) = self.draw()?;
        let pushes = self.space.pushes(&moves);
        let player = pushes.last().map_or(self.puzzle.player(), |push| push.from);
        let before = plan(&self.puzzle, &pushes)?;
        // What can no longer be moved is walled up there: the smaller the level, the better for the runner.
        let puzzle = Arc::new(self.puzzle.starting_at(&state.boxes, player).prepared());
        let runner = own_spec(self.runner().spec);
        Some(Leg { before, search: super::build(&runner, &puzzle, Objective::Any), round: 0, end: None })
    }
}

impl Search for Relay {
    fn step(&mut self, slice: Slice) -> Status {
        if self.left == 0 {
            match self.leg.take() {
                Some(leg) => self.finish(leg),
                None => self.run_on(),
            }
        }
        let before = self.statistics();
        let expansions = slice.expansions.min(self.left);
        let status = match &mut self.leg {
            None => {
                let scout = &mut self.scouts[self.scout];
                let others = before.bytes - scout.statistics().bytes;
                scout.step(Slice { expansions, bytes: slice.bytes.saturating_sub(others) })
            }
            Some(leg) => {
                let others = before.bytes - leg.search.statistics().bytes;
                match leg.search.step(Slice { expansions, bytes: slice.bytes.saturating_sub(others) }) {
                    // There is no way from there, or too long a one: that says nothing about others.
                    end @ (Status::Exhausted | Status::Stopped(_)) => {
                        leg.end = Some(end);
                        self.left = 0;
                        Status::Running
                    }
                    status => status,
                }
            }
        };
        let now = self.statistics();
        self.left = self.left.saturating_sub(now.expanded - before.expanded);
        self.peak_bytes = now.peak_bytes;
        status
    }

    fn statistics(&self) -> Statistics {
        let nearest = self.scouts[0].statistics().nearest;
        let mut all = Statistics { nearest, ..Statistics::default() };
        let waiting = self.waiting.iter().flat_map(Tournament::iter);
        let legs = self.leg.iter().chain(&self.next).chain(waiting).map(|leg| leg.search.statistics());
        for one in self.scouts.iter().map(|scout| scout.statistics()).chain(legs) {
            all.stored += one.stored;
            all.bytes += one.bytes;
            all.add_work(&one);
        }
        all.add_work(&self.given_up);
        all.peak_bytes = self.peak_bytes.max(all.bytes);
        all
    }

    fn gear(&self) -> u64 {
        // A turn that is over ends the gear that it was in.
        4 * self.turns + 2 * u64::from(self.leg.is_some()) + u64::from(self.left == 0)
    }
}

impl Solver for Relay {
    type Plan = Plan;

    fn plan(&self) -> Option<Plan> {
        if let Some(plan) = self.scouts[self.scout].plan() {
            return Some(plan);
        }
        let Leg { before, search, .. } = self.leg.as_ref()?;
        Some(before.steps().iter().chain(search.plan()?.steps()).copied().collect())
    }

    fn properties(&self) -> Properties {
        self.promises
    }

    fn half(&self, key: u64) -> Option<Half> {
        self.scouts.iter().find_map(|scout| scout.half(key))
    }

    fn glimpse(&self) -> Option<Plan> {
        self.scouts[self.scout].glimpse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{random_level, verify};
    use boxwright_search::Limit;

    /// With a scout that expands hardly anything before somebody runs on, so that small levels need both.
    fn relay(seed: u64, lookouts: &[Lookout], order: &[usize]) -> Option<(crate::Level, Relay)> {
        let level = random_level(seed, 10, 9, 4 + seed as usize % 2);
        let puzzle = Arc::new(Puzzle::new(&level).unwrap());
        let promises = Properties { complete: true, optimal: Objective::Any };
        let new = || Relay { left: 1, ..Relay::new(&puzzle, lookouts, order, promises, &Arc::default()) };
        (!puzzle.is_hopeless()).then(|| (level, new()))
    }

    fn run(search: &mut Relay, expansions: u64) -> Status {
        loop {
            match search.step(Slice { expansions, bytes: usize::MAX }) {
                Status::Running => {}
                status => return status,
            }
        }
    }

    #[test]
    fn the_way_of_the_scout_and_that_of_the_runner_make_one() {
        for order in [&[BACKWARD][..], &[NOVEL], &[MACRO], &[FESS], &[AIM], &TURNS] {
            let (mut solved, mut joined, mut scouted) = (0, 0, 0);
            for seed in 0..800 {
                let Some((level, mut search)) = relay(seed, &[PACKING], order) else { continue };
                let status = run(&mut search, 64);
                if status != Status::Solved {
                    assert_eq!(status, Status::Exhausted);
                    continue;
                }
                solved += 1;
                verify(&level, &search.plan().unwrap()).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
                match &search.leg {
                    Some(leg) if !leg.before.is_empty() => joined += 1,
                    _ => scouted += 1,
                }
            }
            assert!(solved > 20 && joined > 10, "{order:?}: {solved}, {joined}, {scouted}");
        }
    }

    #[test]
    fn scouts_of_every_kind_lead_to_solutions() {
        for lookouts in LOOKOUTS.chunks(1).chain([&LOOKOUTS[..]]) {
            let (mut solved, mut joined) = (0, 0);
            for seed in 0..400 {
                let Some((level, mut search)) = relay(seed, lookouts, &[NOVEL]) else { continue };
                if run(&mut search, 64) == Status::Solved {
                    solved += 1;
                    verify(&level, &search.plan().unwrap()).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
                    joined += usize::from(search.leg.is_some_and(|leg| !leg.before.is_empty()));
                }
            }
            // Who aims at a board gets to the end himself on levels as small as these.
            assert!(solved > 20 && (joined > 5 || lookouts == [HALFWAY]), "{lookouts:?}: {solved}, {joined}");
        }
    }

    #[test]
    fn slices_of_any_length_make_the_same_search() {
        for seed in 0..60 {
            let result = |expansions| {
                let (_, mut search) =
                    relay(seed, &LOOKOUTS, &[BACKWARD, NOVEL, MACRO, FESS, AIM][seed as usize % 5..])?;
                let status = run(&mut search, expansions);
                let done = search.statistics();
                Some((status, search.plan(), done.expanded, done.generated))
            };
            let whole = result(u64::MAX);
            assert_eq!(result(1), whole, "seed {seed}");
            assert_eq!(result(7), whole, "seed {seed}");
        }
    }

    #[test]
    fn it_stops_for_want_of_memory_and_goes_on_with_more() {
        let (level, mut search) = (0..)
            .find_map(|seed| {
                let (_, mut search) = relay(seed, &LOOKOUTS, &[BACKWARD])?;
                (run(&mut search, 64) == Status::Solved).then(|| relay(seed, &LOOKOUTS, &[BACKWARD])).flatten()
            })
            .unwrap();
        assert_eq!(search.step(Slice { expansions: 64, bytes: 0 }), Status::Stopped(Limit::Memory));
        assert_eq!(run(&mut search, 64), Status::Solved);
        verify(&level, &search.plan().unwrap()).unwrap();
    }
}
