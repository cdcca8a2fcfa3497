//! Races end soon after they are told to, or after somebody has the answer, and leave no thread behind.
//!
//! The threads of the process are counted, so this is one test in a file of its own.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use boxwright_portfolio::{BoxedSolver, Race};
use boxwright_search::graph::Graph;
use boxwright_search::*;

type Actions = Vec<usize>;

/// It should be 0.2 s; the rest is for a busy machine.
const SLACK: Duration = Duration::from_secs(2);

/// A road that takes minutes to walk down, with a goal at one end of it or nowhere.
fn road(goal: Option<usize>) -> Graph {
    let n = 1 << 20;
    let edges = (0..n).map(|i| if i + 1 < n { vec![(i + 1, 1)] } else { vec![] }).collect();
    Graph { edges, goals: (0..n).map(|i| Some(i) == goal).collect(), roots: vec![0], unit: true, keys: 1 << 40 }
}

/// Walks one step at a time and dawdles.
struct Walker(Box<dyn Solver<Plan = Actions> + Send>);

impl Search for Walker {
    fn step(&mut self, slice: Slice) -> Status {
        std::thread::sleep(Duration::from_millis(1));
        self.0.step(Slice { expansions: 1, ..slice })
    }
    fn statistics(&self) -> Statistics {
        self.0.statistics()
    }
}

impl Solver for Walker {
    type Plan = Actions;
    fn plan(&self) -> Option<Actions> {
        self.0.plan()
    }
    fn properties(&self) -> Properties {
        self.0.properties()
    }
}

fn walker(graph: Graph, dawdle: bool) -> BoxedSolver<Actions> {
    let search = BestFirst::new(graph, Blind, Order::BREADTH_FIRST, true);
    let properties = Properties { complete: true, optimal: Objective::Any };
    let solver = Box::new(Translated::new(search, properties, |_: &Graph, actions: &[usize]| actions.to_vec()));
    if dawdle { Box::new(Walker(solver)) } else { solver }
}

/// Four members; the last one, if there is a goal, is quick.
fn race(goal: Option<usize>) -> Race<Actions> {
    let judged = road(goal);
    let judge = Box::new(move |actions: &Actions| judged.cost_of(actions).map(u64::from));
    let race = Race::new(Objective::Any, 4, 1 << 40, Arc::default(), judge);
    (0..4).fold(race, |race, number| {
        race.with(&format!("walker {number}"), 1, move || walker(road(goal), goal.is_none() || number < 3))
    })
}

/// The threads of this process that work in a race.
fn members() -> Vec<String> {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return Vec::new() };
    let names = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok());
    names.filter(|name| name.starts_with("member-")).collect()
}

#[test]
fn races_end_quickly_and_leave_no_thread_behind() {
    // Told to.
    let mut cancelled = race(None);
    let budget = Budget::default();
    let (cancel, (sender, receiver)) = (budget.cancel.clone(), mpsc::channel());
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        sender.send((Instant::now(), members())).expect("it is waited for");
        cancel.cancel();
    });
    assert_eq!(budget.drive(&mut cancelled, |_| {}), Outcome::Stopped(Limit::Cancelled));
    drop(cancelled);
    let ended = Instant::now();
    canceller.join().expect("it does not panic");
    let (told, at_work) = receiver.recv().expect("it was sent");
    if cfg!(target_os = "linux") {
        assert_eq!(at_work.len(), 4, "{at_work:?}");
    }
    assert!(ended - told < SLACK, "{:?} after it was told to", ended - told);
    assert_eq!(members(), Vec::<String>::new());

    // By a solution that one member has within milliseconds, and the others not within minutes.
    let mut solved = race(Some(2000));
    let begun = Instant::now();
    assert_eq!(Budget::default().drive(&mut solved, |_| {}), Outcome::Solved);
    assert_eq!(solved.credit().as_deref(), Some("walker 3"));
    drop(solved);
    // The graphs are made by the members, which takes its time, too.
    assert!(begun.elapsed() < 3 * SLACK, "{:?} with the solution", begun.elapsed());
    assert_eq!(members(), Vec::<String>::new());
}
