//! What can be set, as a spec and as values.

use boxwright_search::spec::{OptionInfo, Spec, StrategyInfo, Values};

const LOCAL: OptionInfo = OptionInfo {
    key: "local",
    values: Values::Words(&["astar", "fringe"]),
    default: "astar",
    help: "the search for one sub-goal",
};
const GOALS: OptionInfo = OptionInfo {
    key: "goals",
    values: Values::Words(&["all", "holes"]),
    default: "all",
    help: "sub-goals for all obstacles in the way, or for holes only",
};
const DEADLOCK: OptionInfo = OptionInfo {
    key: "deadlock",
    values: Values::Words(&["on", "off"]),
    default: "on",
    help: "whether to give up positions where the block for a hole cannot be pushed towards it",
};
const SEQUENCE_TRIES: OptionInfo = OptionInfo {
    key: "sequence-tries",
    values: Values::Whole(1, 1000),
    default: "1",
    help: "how often a sequence of sub-goals is visited before another one is looked for; the paper tries 1 and 10",
};
const START_TRIES: OptionInfo = OptionInfo {
    key: "start-tries",
    values: Values::Whole(1, 1000),
    default: "1",
    help: "how often a sub-goal is visited with the same start before another start is looked for; the paper: 1 and 10",
};

/// The strategy, as specs name it.
pub(in crate::strategy) const LAYERED: StrategyInfo = StrategyInfo {
    name: "layered",
    summary: "sub-goals from room to room, a small search for each",
    source: "Wittingen 2021, after Botea, Müller, Schaeffer 2003",
    options: &[LOCAL, GOALS, DEADLOCK, SEQUENCE_TRIES, START_TRIES],
};

/// The algorithm of the local layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LocalSearch {
    /// A*.
    #[default]
    AStar,
    /// Fringe search with move ordering.
    Fringe,
}

/// What can be set.
#[derive(Clone, Copy, Debug)]
pub struct LayeredOptions {
    /// The algorithm of the local layer.
    pub local: LocalSearch,
    /// Sub-goals for holes only.
    pub only_holes: bool,
    /// The paper's deadlock detection.
    pub detect_deadlocks: bool,
    /// Visits to a sequence before another one is looked for.
    pub sequence_tries: u32,
    /// Visits to a sub-goal with the same start before another start is looked for.
    pub start_tries: u32,
}

impl LayeredOptions {
    /// What a spec says; `None` if it is one of another strategy.
    #[must_use]
    pub fn of(spec: &Spec) -> Option<LayeredOptions> {
        (spec.info.name == LAYERED.name).then(|| LayeredOptions {
            local: if spec.get(LOCAL.key) == "fringe" { LocalSearch::Fringe } else { LocalSearch::AStar },
            only_holes: spec.get(GOALS.key) == "holes",
            detect_deadlocks: spec.get(DEADLOCK.key) == "on",
            sequence_tries: spec.whole(SEQUENCE_TRIES.key),
            start_tries: spec.whole(START_TRIES.key),
        })
    }
}
