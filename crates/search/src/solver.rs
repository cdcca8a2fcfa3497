//! The one dynamic boundary: a search of any kind that ends in a plan of its game.

use crate::{Domain, Half, Halves, Objective, Properties, Search, Slice, Statistics, Status};

/// A search in a domain that can tell the actions of the solution it found.
pub trait Goalward: Search {
    /// The domain it searches.
    type Domain: Domain;

    /// The domain it searches.
    fn domain(&self) -> &Self::Domain;

    /// The actions from a root to the goal, once solved.
    fn solution(&self) -> Option<Vec<<Self::Domain as Domain>::Action>>;

    /// The actions from a root to the most promising position so far, or to the one at hand; for people who watch.
    fn best_so_far(&self) -> Option<Vec<<Self::Domain as Domain>::Action>> {
        None
    }

    /// The actions from a root to the position with this key, if it is known.
    fn path_to(&self, _key: u64) -> Option<Vec<<Self::Domain as Domain>::Action>> {
        None
    }

    /// Whether it left something out because another search said so: its own exhaustion then proves nothing.
    fn relied_on_hearsay(&self) -> bool {
        false
    }
}

/// A strategy at work on one puzzle: what registries hand out, boxed.
pub trait Solver: Search {
    /// What solves a puzzle of this game.
    type Plan;

    /// The plan, once solved. Some strategies have one earlier, which need not be the best.
    fn plan(&self) -> Option<Self::Plan>;

    /// What this strategy promises.
    fn properties(&self) -> Properties;

    /// What this search knows of a way through the position with this key, if it is one that [meets](crate::meeting)
    /// others.
    fn half(&self, _key: u64) -> Option<Half> {
        None
    }

    /// A plan to the most promising position so far; for people who watch.
    fn glimpse(&self) -> Option<Self::Plan> {
        None
    }

    /// Who is nearest to a solution, if several are at work.
    fn leader(&self) -> Option<String> {
        None
    }

    /// Who found the plan, if that was one of several.
    fn credit(&self) -> Option<String> {
        None
    }
}

/// A [`Goalward`] search together with the translation of its actions into a plan of the game.
pub struct Translated<S: Goalward, F> {
    search: S,
    translate: F,
    halves: Option<Halves<S::Domain>>,
    properties: Properties,
}

impl<S: Goalward, F> Translated<S, F> {
    /// Wraps a search.
    pub fn new(search: S, properties: Properties, translate: F) -> Translated<S, F> {
        Translated { search, translate, halves: None, properties }
    }

    /// The same for a search that meets others.
    #[must_use]
    pub fn with_halves(self, halves: Option<Halves<S::Domain>>) -> Translated<S, F> {
        Translated { halves, ..self }
    }

    /// The search.
    pub fn search(&self) -> &S {
        &self.search
    }
}

impl<S: Goalward, F> Search for Translated<S, F> {
    fn step(&mut self, slice: Slice) -> Status {
        self.search.step(slice)
    }

    fn statistics(&self) -> Statistics {
        self.search.statistics()
    }

    fn gear(&self) -> u64 {
        self.search.gear()
    }

    fn failure(&self) -> Option<String> {
        self.search.failure()
    }
}

impl<S, F, P> Solver for Translated<S, F>
where
    S: Goalward,
    F: Fn(&S::Domain, &[<S::Domain as Domain>::Action]) -> P,
{
    type Plan = P;

    fn plan(&self) -> Option<P> {
        self.search.solution().map(|actions| (self.translate)(self.search.domain(), &actions))
    }

    fn half(&self, key: u64) -> Option<Half> {
        let Halves { side, code } = self.halves?;
        let actions = self.search.path_to(key)?;
        Some(Half { key, side, actions: code(self.search.domain(), &actions) })
    }

    fn glimpse(&self) -> Option<P> {
        self.search.best_so_far().map(|actions| (self.translate)(self.search.domain(), &actions))
    }

    fn properties(&self) -> Properties {
        Properties { complete: self.properties.complete && !self.search.relied_on_hearsay(), ..self.properties }
    }
}

/// The answer to a puzzle that has no solution for a reason seen before any search.
pub struct Hopeless<P> {
    plan: std::marker::PhantomData<fn() -> P>,
}

impl<P> Hopeless<P> {
    /// Exhausted from the beginning.
    #[must_use]
    pub const fn new() -> Hopeless<P> {
        Hopeless { plan: std::marker::PhantomData }
    }
}

impl<P> Default for Hopeless<P> {
    fn default() -> Hopeless<P> {
        Hopeless::new()
    }
}

impl<P> Search for Hopeless<P> {
    fn step(&mut self, _: Slice) -> Status {
        Status::Exhausted
    }

    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

impl<P> Solver for Hopeless<P> {
    type Plan = P;

    fn plan(&self) -> Option<P> {
        None
    }

    fn properties(&self) -> Properties {
        Properties { complete: true, optimal: Objective::Any }
    }
}
