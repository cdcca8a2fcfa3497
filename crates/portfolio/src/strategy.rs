//! The strategies of a game, those that combine others included: what everything above the games asks for.

use std::sync::Arc;

use boxwright_search::spec::Spec;
use boxwright_search::{Budget, LEXICOGRAPHIC_STEP, Objective, Properties, Shared};

use crate::crew::CrewMember;
use crate::improving::{Ends, Improving};
use crate::schedule::BoxedSolver;
use crate::{Crew, Engine, Race};

/// What a portfolio works with.
#[derive(Clone, Debug)]
pub struct Means {
    /// How many threads one level may use.
    pub threads: usize,
    /// The user's own members, instead of a preset's.
    pub crew: Option<Arc<Crew>>,
    /// If others elsewhere work on the same puzzle.
    pub part: Option<Part>,
}

/// A part of a portfolio whose members are dealt out to several races, as on several machines.
///
/// A race that ends exhausted has proven, if a part elsewhere offered its [`Shared`] the cost of a solution, that there is
/// none cheaper; without such an offer, that there is none at all.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which part, from 0.
    pub number: usize,
    /// How many parts there are; no more than members.
    pub of: usize,
    /// What the members share, to be told what those of other parts know; made by [`common_ground`].
    pub shared: Arc<Shared>,
}

impl Default for Means {
    fn default() -> Means {
        Means { threads: 1, crew: None, part: None }
    }
}

/// How many dead positions the members of a race can tell each other.
const DEAD_POSITIONS: usize = 1 << 20;

/// At how many positions they can meet.
const MEETING_POSITIONS: usize = 1 << 21;

/// What the members of a race for an objective share.
#[must_use]
pub fn common_ground(objective: Objective) -> Arc<Shared> {
    // Proofs must not rely on a table of keys.
    Arc::new(match objective {
        Objective::Any => Shared::new(DEAD_POSITIONS).with_meeting(MEETING_POSITIONS),
        _ => Shared::default(),
    })
}

/// How many members a strategy has that [`resolve`] made concrete: 1 if it is no portfolio.
///
/// # Errors
/// If it is a portfolio with a member that does not exist.
pub fn crew_size<E: Engine>(spec: &Spec, means: &Means) -> Result<usize, String> {
    if spec.info.name == "portfolio" { members::<E>(&crew_of::<E>(spec, means)?).map(|all| all.len()) } else { Ok(1) }
}

/// The concrete strategy behind a spec: `auto` is replaced by what it chooses for this puzzle and objective.
///
/// # Errors
/// If the strategy cannot promise the objective; the text says why.
pub fn resolve<E: Engine>(
    spec: &Spec,
    puzzle: &E::Puzzle,
    objective: Objective,
    means: &Means,
) -> Result<Spec, String> {
    let spec = match spec.info.name {
        "auto" => parse::<E>(&format!("portfolio(preset={})", E::preset(puzzle, objective)))?,
        _ => spec.clone(),
    };
    properties::<E>(&spec, objective, means)?.check(&spec, objective)?;
    Ok(spec)
}

fn parse<E: Engine>(text: &str) -> Result<Spec, String> {
    Spec::parse(text, E::strategies()).map_err(|error| error.to_string())
}

/// What a concrete strategy promises when asked for an objective.
///
/// # Errors
/// If it is a portfolio with a member that does not exist.
pub fn properties<E: Engine>(spec: &Spec, objective: Objective, means: &Means) -> Result<Properties, String> {
    if spec.info.name != "portfolio" {
        return Ok(E::properties(spec, objective));
    }
    let mut all = Properties { complete: false, optimal: Objective::Any };
    for (member, _) in members::<E>(&crew_of::<E>(spec, means)?)? {
        let one = E::properties(&member, objective);
        all.complete |= one.complete;
        if objective != Objective::Any && one.optimal == objective {
            all.optimal = objective;
        }
    }
    Ok(all)
}

/// The crew of a portfolio.
fn crew_of<E: Engine>(spec: &Spec, means: &Means) -> Result<Crew, String> {
    if let Some(crew) = &means.crew {
        return Ok(Crew::clone(crew));
    }
    let wanted = spec.get("preset");
    let text = E::presets().iter().find(|(name, _)| *name == wanted).map(|(_, text)| *text);
    Crew::parse(text.ok_or_else(|| format!("there is no portfolio {wanted}"))?)
}

/// Its members with what they are.
fn members<E: Engine>(crew: &Crew) -> Result<Vec<(Spec, &CrewMember)>, String> {
    let mut members = Vec::new();
    for member in &crew.members {
        let spec = parse::<E>(&member.spec)?;
        if spec.info.name == "portfolio" {
            return Err(format!("{spec} cannot be a member of a portfolio"));
        }
        members.push((spec, member));
    }
    Ok(members)
}

/// A solver for a spec that [`resolve`] made concrete, to be driven by `budget`; some members want to know when it ends.
///
/// # Errors
/// If it is a portfolio with a member that does not exist.
pub fn build<E: Engine>(
    spec: &Spec,
    level: &E::Level,
    puzzle: &Arc<E::Puzzle>,
    objective: Objective,
    means: &Means,
    budget: &Budget,
) -> Result<BoxedSolver<E::Plan>, String> {
    if spec.info.name != "portfolio" {
        return Ok(E::build(spec, puzzle, objective, &Arc::default()));
    }
    let crew = crew_of::<E>(spec, means)?;
    let mut members = members::<E>(&crew)?;
    let shared = match &means.part {
        None => common_ground(objective),
        Some(part) => {
            let mut numbers = 0..;
            members.retain(|_| numbers.next().is_some_and(|number: usize| number % part.of == part.number));
            Arc::clone(&part.shared)
        }
    };
    let level = Arc::new(level.clone());
    let judged = Arc::clone(&level);
    let judge = Box::new(move |plan: &E::Plan| cost::<E>(&judged, plan, objective));
    let threads = means.threads.min(members.len());
    let joined = Arc::clone(puzzle);
    let join = Box::new(move |forward: &[u32], backward: &[u32]| E::join(&joined, forward, backward));
    let mut race = Race::new(objective, threads, crew.first_round, Arc::clone(&shared), judge)
        .counting(crew.work)
        .growing(crew.growth)
        .joining(join);
    if let Some(weight) = crew.improving {
        race = race.improving(weight);
    }
    for (member, how) in members {
        // Members that cannot promise the objective look for any solution.
        let own = match E::properties(&member, objective).check(&member, objective) {
            Ok(()) => objective,
            Err(_) => Objective::Any,
        };
        let (puzzle, common) = (Arc::clone(puzzle), Arc::clone(&shared));
        // Only costs of the same kind can bound.
        let shared = if own == objective { Arc::clone(&shared) } else { Arc::default() };
        let name = member.to_string();
        let level = Arc::clone(&level);
        let ends =
            Ends { deadline: budget.deadline, nodes: budget.nodes, cancels: [budget.cancel.clone(), race.over()] };
        race = race.with(&name, how.weight, move || {
            let solver = build_member::<E>(&member, &level, &puzzle, own, &shared);
            if own == objective {
                solver
            } else {
                Box::new(Improving::<E>::new(solver, level, objective, common, ends))
            }
        });
        race = race.for_rounds(how.rounds);
    }
    Ok(Box::new(race))
}

/// A member at work. `auto` is the race for any solution, on one thread.
fn build_member<E: Engine>(
    spec: &Spec,
    level: &E::Level,
    puzzle: &Arc<E::Puzzle>,
    objective: Objective,
    shared: &Arc<Shared>,
) -> BoxedSolver<E::Plan> {
    if spec.info.name != "auto" {
        return E::build(spec, puzzle, objective, shared);
    }
    let (means, budget) = (Means::default(), Budget::default());
    let race = resolve::<E>(spec, puzzle, Objective::Any, &means)
        .and_then(|spec| build::<E>(&spec, level, puzzle, Objective::Any, &means, &budget));
    race.unwrap_or_else(|error| unreachable!("a portfolio of our own: {error}"))
}

/// What a plan costs in terms of an objective, `None` if it is no solution.
fn cost<E: Engine>(level: &E::Level, plan: &E::Plan, objective: Objective) -> Option<u64> {
    let replayed = E::replay(level, plan).ok()?;
    Some(cost_of(objective, replayed.moves, replayed.pushes))
}

/// What a solution with so many moves and pushes costs in terms of an objective.
#[must_use]
pub fn cost_of(objective: Objective, moves: usize, pushes: usize) -> u64 {
    let (moves, pushes) = (moves as u64, pushes as u64);
    match objective {
        Objective::Any | Objective::Pushes => pushes,
        Objective::Moves => moves,
        // As the costs of steps add up: see `StepCosts`.
        Objective::PushesMoves => pushes * u64::from(LEXICOGRAPHIC_STEP) + moves,
        Objective::MovesPushes => moves * u64::from(LEXICOGRAPHIC_STEP) + pushes,
    }
}
