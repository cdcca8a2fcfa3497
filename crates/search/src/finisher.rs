//! Finishers: something that can tell at once how a promising position is solved.
//!
//! Source: the success nodes of Talking Stones (van Lishout and Gribomont 2006): a search need not walk all the way to
//! the goal if a cheap special solver can do the rest. Here every search can have one, because it is the domain that is
//! changed and not the search: in [`Finished`] a position is a goal if it is one, or if the finisher solves it. What the
//! search finds is a path to such a position, and [`Finished::whole`] adds the rest.
//!
//! A finisher may refuse to look at a position, so how often it is tried is its own affair; [`Rationed`] is the usual
//! answer. Complete whatever the finisher does, because true goals stay goals. Not optimal.

use crate::packed::{BitReader, BitWriter};
use crate::{Adviser, Cost, Domain, Heuristic, Opinion, Past};
use std::cell::RefCell;

/// Solves some positions directly.
pub trait Finisher<D: Domain> {
    /// Whether it solves this position. What it does is then in `rest`, which was empty before. Must be quick: a search
    /// cannot be stopped meanwhile.
    fn finish(&mut self, domain: &D, state: &D::State, rest: &mut Vec<D::Action>) -> bool;
}

/// A finisher that can be rationed.
pub trait Measured<D: Domain>: Finisher<D> {
    /// How promising a position is: the smaller the better. Must be cheap.
    fn promise(&self, domain: &D, state: &D::State) -> Cost;

    /// Work done so far, in units of about what it takes to generate a position.
    fn work(&self) -> u64;
}

/// Tries a finisher on every position that is more promising than all before, and on others as long as it has not done
/// more than a unit of work per position it was asked about: it takes a bounded share of the time of the search.
#[derive(Clone, Debug)]
pub struct Rationed<F> {
    finisher: F,
    best: Option<Cost>,
    asked: u64,
}

impl<F> Rationed<F> {
    /// A finisher that has not been asked yet.
    pub const fn new(finisher: F) -> Rationed<F> {
        Rationed { finisher, best: None, asked: 0 }
    }
}

impl<D: Domain, F: Measured<D>> Finisher<D> for Rationed<F> {
    fn finish(&mut self, domain: &D, state: &D::State, rest: &mut Vec<D::Action>) -> bool {
        self.asked += 1;
        let promise = self.finisher.promise(domain, state);
        let is_best = self.best.is_none_or(|best| promise < best);
        if is_best {
            self.best = Some(promise);
        }
        (is_best || self.finisher.work() <= self.asked) && self.finisher.finish(domain, state, rest)
    }
}

/// A domain in which positions that a finisher solves are goals.
pub struct Finished<D: Domain, F> {
    domain: D,
    work: RefCell<Work<F, D::Action>>,
}

struct Work<F, A> {
    finisher: F,
    /// From the goal met last to a goal of the domain.
    rest: Vec<A>,
}

impl<D: Domain, F: Finisher<D>> Finished<D, F> {
    /// The domain with this finisher.
    pub const fn new(domain: D, finisher: F) -> Finished<D, F> {
        Finished { domain, work: RefCell::new(Work { finisher, rest: Vec::new() }) }
    }

    /// The domain without the finisher.
    #[must_use]
    pub const fn domain(&self) -> &D {
        &self.domain
    }

    /// The whole solution, given the actions to the goal met last: a search ends with the first goal it meets.
    #[must_use]
    pub fn whole(&self, actions: &[D::Action]) -> Vec<D::Action> {
        [actions, &self.work.borrow().rest].concat()
    }
}

impl<D: Domain, F: Finisher<D>> Domain for Finished<D, F> {
    type State = D::State;
    type Action = D::Action;

    fn packed_bits(&self) -> usize {
        self.domain.packed_bits()
    }

    #[inline]
    fn pack(&self, state: &D::State, bits: &mut BitWriter<'_>) {
        self.domain.pack(state, bits);
    }

    #[inline]
    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut D::State) {
        self.domain.unpack(bits, state);
    }

    #[inline]
    fn key(&self, state: &D::State) -> u64 {
        self.domain.key(state)
    }

    #[inline]
    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.domain.key_of(bits)
    }

    fn roots(&self) -> Vec<D::State> {
        self.domain.roots()
    }

    fn is_goal(&self, state: &D::State) -> bool {
        let Work { finisher, rest } = &mut *self.work.borrow_mut();
        rest.clear();
        self.domain.is_goal(state) || finisher.finish(&self.domain, state, rest)
    }

    #[inline]
    fn expand(&self, state: &mut D::State, visit: impl FnMut(&D::State, D::Action, Cost)) {
        self.domain.expand(state, visit);
    }

    fn unit_cost(&self) -> bool {
        self.domain.unit_cost()
    }
}

/// A heuristic or an adviser of a domain as one of the same domain with a finisher. A heuristic no longer bounds the cost
/// from below, since goals are nearer than it thinks.
#[derive(Clone, Debug)]
pub struct Through<H>(pub H);

impl<D: Domain, F: Finisher<D>, H: Heuristic<D>> Heuristic<Finished<D, F>> for Through<H> {
    #[inline]
    fn enter(&mut self, finished: &Finished<D, F>, state: &D::State) {
        self.0.enter(&finished.domain, state);
    }

    #[inline]
    fn estimate(&mut self, finished: &Finished<D, F>, state: &D::State, past: &dyn Past) -> Option<Cost> {
        self.0.estimate(&finished.domain, state, past)
    }
}

impl<D: Domain, F: Finisher<D>, A: Adviser<D>> Adviser<Finished<D, F>> for Through<A> {
    fn enter(&mut self, finished: &Finished<D, F>, state: &D::State, opinion: &Opinion) {
        self.0.enter(&finished.domain, state, opinion);
    }

    fn look(&mut self, finished: &Finished<D, F>, state: &D::State, action: Option<D::Action>) -> Option<Opinion> {
        self.0.look(&finished.domain, state, action)
    }

    fn is_dead(&mut self, finished: &Finished<D, F>, state: &D::State) -> bool {
        self.0.is_dead(&finished.domain, state)
    }

    fn advise(&mut self, parent: &Opinion, successors: &[Opinion], recommended: &mut Vec<usize>) {
        self.0.advise(parent, successors, recommended);
    }

    fn weight(&self, successor: &Opinion, choices: usize) -> u8 {
        self.0.weight(successor, choices)
    }

    fn rank(&self, successor: &Opinion) -> u32 {
        self.0.rank(successor)
    }

    fn may_hold(&mut self, bytes: usize) {
        self.0.may_hold(bytes);
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// Nothing at a goal, one action elsewhere: admissible and consistent wherever actions cost 1 or more.
///
/// With it iterative deepening looks at the positions of its last layer without generating their successors.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneMore;

impl<D: Domain> Heuristic<D> for OneMore {
    fn estimate(&mut self, domain: &D, state: &D::State, _: &dyn Past) -> Option<Cost> {
        Some(Cost::from(!domain.is_goal(state)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BestFirst, Blind, Deepening, Goalward, Order, Slice, Status};

    /// Count down to 0, one or two at a time.
    struct Countdown(u32);

    impl Domain for Countdown {
        type State = u32;
        type Action = u32;

        fn packed_bits(&self) -> usize {
            32
        }
        fn pack(&self, state: &u32, bits: &mut BitWriter<'_>) {
            bits.write((*state).into(), 32);
        }
        fn unpack(&self, bits: &mut BitReader<'_>, state: &mut u32) {
            *state = bits.read(32) as u32;
        }
        fn key(&self, state: &u32) -> u64 {
            u64::from(*state).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }
        fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
            self.key(&(bits.read(32) as u32))
        }
        fn roots(&self) -> Vec<u32> {
            vec![self.0]
        }
        fn is_goal(&self, state: &u32) -> bool {
            *state == 0
        }
        fn expand(&self, state: &mut u32, mut visit: impl FnMut(&u32, u32, Cost)) {
            for step in 1..=2.min(*state) {
                visit(&(*state - step), step, 1);
            }
        }
        fn unit_cost(&self) -> bool {
            true
        }
    }

    /// Solves multiples of ten by ones, and counts how often it was tried.
    #[derive(Default)]
    struct Tens {
        tried: u64,
    }

    impl Finisher<Countdown> for Tens {
        fn finish(&mut self, _: &Countdown, state: &u32, rest: &mut Vec<u32>) -> bool {
            self.tried += 1;
            if state.is_multiple_of(10) {
                rest.resize(*state as usize, 1);
            }
            state.is_multiple_of(10)
        }
    }

    impl Measured<Countdown> for Tens {
        fn promise(&self, _: &Countdown, state: &u32) -> Cost {
            *state
        }
        fn work(&self) -> u64 {
            self.tried * 4
        }
    }

    fn solve<S: Goalward<Domain = Finished<Countdown, Tens>>>(mut search: S) -> (u64, Vec<u32>) {
        let slice = Slice { expansions: 1000, bytes: usize::MAX };
        while search.step(slice) == Status::Running {}
        (search.statistics().generated, search.domain().whole(&search.solution().expect("solved")))
    }

    #[test]
    fn a_search_ends_where_the_finisher_can_go_on() {
        for begin in [40, 43] {
            let finished = || Finished::new(Countdown(begin), Tens::default());
            let searches = [
                solve(BestFirst::new(finished(), Blind, Order::BREADTH_FIRST, false)),
                solve(BestFirst::new(finished(), OneMore, Order::A_STAR, false)),
                solve(BestFirst::new(finished(), Through(Blind), Order::Newest, false)),
                solve(Deepening::new(finished(), OneMore, false)),
            ];
            for (generated, actions) in searches {
                assert_eq!(actions.iter().sum::<u32>(), begin);
                assert!(actions.ends_with(&[1; 40]));
                assert_eq!(generated == 0, begin == 40);
            }
        }
    }

    #[test]
    fn rations_are_kept_and_the_best_is_always_tried() {
        let mut rationed = Rationed::new(Tens::default());
        let ask = |rationed: &mut Rationed<Tens>, state| rationed.finish(&Countdown(0), &state, &mut Vec::new());
        assert!(!ask(&mut rationed, 1001));
        for _ in 0..400 {
            ask(&mut rationed, 1002);
        }
        assert_eq!(rationed.finisher.tried, 101);
        for state in (900..1000).rev() {
            assert_eq!(ask(&mut rationed, state), state % 10 == 0);
        }
        assert_eq!(rationed.finisher.tried, 201);
    }
}
