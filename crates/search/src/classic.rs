//! The classic algorithms by name, for any domain: what the games' registries have in common.

use crate::spec::{OptionInfo, Spec, Values};
use crate::{
    BestFirst, Blind, Deepening, Domain, Fringe, Goalward, Halves, Heuristic, Order, Properties, Shared, Solver,
    Translated, Visitor,
};
use std::sync::Arc;

/// The option of weighted A*.
pub const WEIGHT: OptionInfo = OptionInfo {
    key: "weight",
    values: Values::Tenths(1.0, 20.0),
    default: "3.0",
    help: "how much the estimate counts; solutions cost at most that many times the optimum",
};

/// Whether the algorithm of that name finds the cheapest solution, given an admissible heuristic.
#[must_use]
pub fn finds_cheapest(name: &str) -> bool {
    matches!(name, "bfs" | "astar" | "id" | "idastar" | "fringe")
}

/// The option to find dead ends.
pub const RECURSIVE: OptionInfo = OptionInfo {
    key: "recursive",
    values: Values::Words(&["off", "on"]),
    default: "off",
    help: "find positions that are dead because all their successors are",
};

/// The search that a spec names (`bfs dfs astar wastar cbfs id idastar fringe`) in `domain`, or `None` if the name is
/// none of these. `admissible` says that the heuristic never overestimates. Breadth-first and depth-first search use it
/// only if `ordered`: equal nodes are then taken in the order of their estimates.
#[expect(clippy::too_many_arguments, reason = "one place per game calls it")]
pub fn build<D, H, F, P>(
    spec: &Spec,
    domain: D,
    heuristic: impl Fn() -> H,
    admissible: bool,
    ordered: bool,
    promises: Properties,
    shared: &Arc<Shared>,
    halves: Option<Halves<D>>,
    plan: F,
) -> Option<Box<dyn Solver<Plan = P> + Send>>
where
    D: Domain<State: Send, Action: Send> + Send + 'static,
    H: Heuristic<D> + Send + 'static,
    F: Fn(&D, &[D::Action]) -> P + Send + 'static,
    P: 'static,
{
    let visitor = halves.map_or_else(Visitor::default, |halves| Visitor::new(shared, halves.side));
    let best_first = |domain, order| {
        let search = BestFirst::new(domain, heuristic(), order, admissible);
        recursive(spec, search.sharing(Arc::clone(shared)).meeting(visitor.clone()))
    };
    let blind = |domain, order| {
        let search = BestFirst::new(domain, Blind, order, true);
        recursive(spec, search.sharing(Arc::clone(shared)).meeting(visitor.clone()))
    };
    Some(match spec.info.name {
        "bfs" if ordered => boxed(best_first(domain, Order::BREADTH_FIRST), promises, halves, plan),
        "bfs" => boxed(blind(domain, Order::BREADTH_FIRST), promises, halves, plan),
        "dfs" if ordered => boxed(best_first(domain, Order::Newest), promises, halves, plan),
        "dfs" => boxed(blind(domain, Order::Newest), promises, halves, plan),
        "astar" => boxed(best_first(domain, Order::A_STAR), promises, halves, plan),
        "wastar" => {
            let order = Order::Weighted { path: 10, estimate: spec.tenths(WEIGHT.key) };
            boxed(best_first(domain, order), promises, halves, plan)
        }
        "cbfs" => boxed(best_first(domain, Order::GREEDY), promises, halves, plan),
        "id" => boxed(Deepening::new(domain, Blind, true), promises, halves, plan),
        "idastar" => boxed(Deepening::new(domain, heuristic(), admissible), promises, halves, plan),
        "fringe" => boxed(Fringe::new(domain, heuristic(), admissible), promises, halves, plan),
        _ => return None,
    })
}

fn recursive<D: Domain, H: Heuristic<D>>(spec: &Spec, search: BestFirst<D, H>) -> BestFirst<D, H> {
    if spec.option(RECURSIVE.key) == Some("on") { search.finding_dead_ends() } else { search }
}

fn boxed<S, F, P>(
    search: S,
    promises: Properties,
    halves: Option<Halves<S::Domain>>,
    plan: F,
) -> Box<dyn Solver<Plan = P> + Send>
where
    S: Goalward + Send + 'static,
    F: Fn(&S::Domain, &[<S::Domain as Domain>::Action]) -> P + Send + 'static,
    P: 'static,
{
    Box::new(Translated::new(search, promises, plan).with_halves(halves))
}
