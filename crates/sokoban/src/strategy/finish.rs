//! The option `finish=stones` of searches: promising positions are tried to be solved stone by stone.

use crate::protocol::{GoalOrder, Pick, Protocol, Stones};
use crate::{Plan, Puzzle};
use boxwright_search::spec::{OptionInfo, Spec, Values};
use boxwright_search::{Domain, Finished, Finisher, Rationed};
use std::sync::Arc;

pub(super) const FINISH: OptionInfo = OptionInfo {
    key: "finish",
    values: Values::Words(&["off", "stones"]),
    default: "off",
    help: "whether promising positions are tried to be solved box by box (see talking-stones)",
};

pub(super) fn has_finisher(spec: &Spec) -> bool {
    spec.option(FINISH.key).is_some_and(|value| value != FINISH.default)
}

/// A space in which positions that the protocol solves are goals.
pub(super) fn finished<D: Domain>(space: D, puzzle: &Arc<Puzzle>) -> Finished<D, Rationed<Stones>>
where
    Rationed<Stones>: Finisher<D>,
{
    let protocol = Protocol::new(puzzle, GoalOrder::Retrograde, Pick::Shortest);
    Finished::new(space, Rationed::new(Stones::new(protocol)))
}

/// Makes a plan of a path to such a position, given how a path to a solved one becomes a plan.
pub(super) fn whole<D: Domain, F: Finisher<D>>(
    plan: fn(&D, &[D::Action]) -> Plan,
) -> impl Fn(&Finished<D, F>, &[D::Action]) -> Plan {
    move |space, actions| plan(space.domain(), &space.whole(actions))
}
