//! The search on disk against a plain breadth-first search in memory, with so little memory that everything happens:
//! many runs, several passes, merged known files; interrupted, resumed, and with damaged files.

use boxwright_search::external::SpillError;
use boxwright_search::packed::{BitReader, BitWriter};
use boxwright_search::*;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A directed graph; states are its vertices, packed wider than necessary so that files get long.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<Vec<usize>>,
    goals: Vec<bool>,
    roots: Vec<usize>,
}

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 31)).wrapping_mul(0x7fb5_d329_728e_a185);
    let value = (value ^ (value >> 27)).wrapping_mul(0x81da_def4_bc2d_d44d);
    value ^ (value >> 33)
}

impl Graph {
    /// Every vertex has up to `degree` edges, most of them to somewhere near.
    fn random(vertices: usize, degree: usize, goals: usize, seed: u64) -> Graph {
        let random = |a: usize, b: usize| mix(seed ^ mix((a as u64) << 32 | b as u64)) as usize;
        let edge = |from: usize, number: usize| match random(from, number) {
            far if far % 7 == 0 => far / 7 % vertices,
            near => (from + near % 50) % vertices,
        };
        let edges = (0..vertices).map(|v| (0..random(v, 1000) % (degree + 1)).map(|e| edge(v, e)).collect()).collect();
        let mut is_goal = vec![false; vertices];
        (0..goals).for_each(|g| is_goal[random(g, 2000) % vertices] = true);
        Graph { edges, goals: is_goal, roots: (0..1 + seed as usize % 2).map(|r| random(r, 3000) % vertices).collect() }
    }

    fn line(vertices: usize) -> Graph {
        Graph {
            edges: (0..vertices).map(|v| (0..=v + 1).rev().take(3).filter(|&to| to < vertices).collect()).collect(),
            goals: (0..vertices).map(|v| v + 1 == vertices).collect(),
            roots: vec![0],
        }
    }

    /// Distance from the roots to the nearest goal, and how many vertices are not farther than one before it.
    fn answer(&self) -> (Option<usize>, usize) {
        let mut seen = vec![false; self.edges.len()];
        self.roots.iter().for_each(|&root| seen[root] = true);
        let mut layer: Vec<usize> = (0..seen.len()).filter(|&v| seen[v]).collect();
        let mut stored = layer.len();
        if layer.iter().any(|&v| self.goals[v]) {
            return (Some(0), stored);
        }
        for depth in 1.. {
            let mut next = Vec::new();
            for &to in layer.iter().flat_map(|&from| &self.edges[from]) {
                if !std::mem::replace(&mut seen[to], true) {
                    next.push(to);
                }
            }
            if next.iter().any(|&v| self.goals[v]) {
                return (Some(depth), stored);
            }
            if next.is_empty() {
                break;
            }
            stored += next.len();
            layer = next;
        }
        (None, stored)
    }

    fn follows(&self, root: usize, actions: &[usize]) -> bool {
        let end = actions.iter().try_fold(root, |at, &action| self.edges[at].get(action).copied());
        end.is_some_and(|end| self.goals[end])
    }
}

impl Domain for Graph {
    type State = usize;
    type Action = usize;

    fn packed_bits(&self) -> usize {
        64 + 20
    }
    fn pack(&self, state: &usize, bits: &mut BitWriter<'_>) {
        bits.write(mix(*state as u64 / 3), 64);
        bits.write(*state as u64, 20);
    }
    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut usize) {
        bits.read(64);
        *state = bits.read(20) as usize;
    }
    fn key(&self, state: &usize) -> u64 {
        mix(*state as u64)
    }
    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        bits.read(64);
        mix(bits.read(20))
    }
    fn roots(&self) -> Vec<usize> {
        self.roots.clone()
    }
    fn is_goal(&self, state: &usize) -> bool {
        self.goals[*state]
    }
    fn expand(&self, state: &mut usize, mut visit: impl FnMut(&usize, usize, Cost)) {
        for (action, to) in self.edges[*state].iter().enumerate() {
            visit(to, action, 1);
        }
    }
    fn unit_cost(&self) -> bool {
        true
    }
}

/// A folder of its own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static COUNTER: AtomicUsize = AtomicUsize::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("boxwright-external-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }

    fn files(&self, holds: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = entries.filter(|p| p.file_name().unwrap().to_str().unwrap().contains(holds)).collect();
        files.sort();
        files
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// So little that a few hundred rows fill the buffer and five files may be read at a time.
const LITTLE: usize = 6 << 10;

fn open(graph: &Graph, folder: &Path) -> ExternalBfs<Graph> {
    ExternalBfs::open(graph.clone(), folder, "a graph").unwrap()
}

fn check(graph: &Graph, search: &ExternalBfs<Graph>, status: Status) -> Result<(), TestCaseError> {
    check_within(LITTLE, graph, search, status)
}

fn check_within(bytes: usize, graph: &Graph, search: &ExternalBfs<Graph>, status: Status) -> Result<(), TestCaseError> {
    let (best, stored) = graph.answer();
    let statistics = search.statistics();
    prop_assert_eq!(search.failure(), None);
    prop_assert!(statistics.peak_bytes <= bytes, "{} bytes", statistics.peak_bytes);
    prop_assert_eq!(statistics.stored, stored as u64);
    match best {
        None => prop_assert_eq!((status, search.solution()), (Status::Exhausted, None)),
        Some(best) => {
            prop_assert_eq!(status, Status::Solved);
            let actions = search.solution().unwrap();
            prop_assert!(graph.roots.iter().any(|&root| graph.follows(root, &actions)), "no way to a goal");
            prop_assert_eq!(actions.len(), best);
            prop_assert!(statistics.lower_bound as usize <= best);
        }
    }
    Ok(())
}

/// Steps until there is an answer, or `steps` are over.
fn run(search: &mut ExternalBfs<Graph>, expansions: u64, steps: usize) -> Status {
    let mut status = Status::Running;
    for _ in 0..steps {
        status = search.step(Slice { expansions, bytes: LITTLE });
        if status != Status::Running {
            break;
        }
    }
    status
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn agrees_with_memory(vertices in 2usize..4000, degree in 1usize..6, goals in 0usize..3, seed: u64, slice in 1u64..200) {
        let graph = Graph::random(vertices, degree, goals, seed);
        let scratch = Scratch::new();
        let mut search = open(&graph, &scratch.0);
        let status = run(&mut search, slice, usize::MAX);
        check(&graph, &search, status)?;
        prop_assert_eq!(run(&mut search, slice, 1), status, "an answer does not change");
        prop_assert!(scratch.files(".tmp").is_empty());
        drop(search);
        // Once more: the answer is in the folder.
        let mut search = open(&graph, &scratch.0);
        let before = search.statistics().expanded;
        let status = run(&mut search, slice, usize::MAX);
        check(&graph, &search, status)?;
        prop_assert_eq!(search.statistics().expanded, before);
    }

    #[test]
    fn goes_on_where_it_was_left(vertices in 2usize..1500, goals in 0usize..2, seed: u64, slice in 1u64..60, patience in 1usize..40) {
        let graph = Graph::random(vertices, 5, goals, seed);
        let scratch = Scratch::new();
        for attempt in 1.. {
            let mut search = open(&graph, &scratch.0);
            prop_assert!(scratch.files(".tmp").is_empty());
            let status = run(&mut search, slice, patience * attempt);
            if status != Status::Running {
                check(&graph, &search, status)?;
                break;
            }
        }
    }
}

#[test]
fn many_runs_are_merged_in_passes() {
    let graph = Graph {
        edges: (0..6000).map(|v| (0..40).map(|e| (v * 40 + e) % 6000).collect()).collect(),
        goals: vec![false; 6000],
        roots: vec![1],
    };
    let scratch = Scratch::new();
    let mut search = open(&graph, &scratch.0);
    let mut most_runs = 0;
    let status = loop {
        let status = run(&mut search, 100, 1);
        most_runs = most_runs.max(scratch.files("run-").len());
        if status != Status::Running {
            break status;
        }
    };
    // Five files may be read at a time, and at most twenty runs wait for it; one more is being written.
    assert!((16..=21).contains(&most_runs), "{most_runs} runs");
    check(&graph, &search, status).unwrap();
}

#[test]
fn deep_spaces_keep_few_known_files() {
    let graph = Graph::line(300);
    let scratch = Scratch::new();
    let mut search = open(&graph, &scratch.0);
    // The list of layers takes memory too.
    let bytes = 32 << 10;
    let outcome = Budget { bytes, ..Budget::default() }.drive(&mut search, |_| {});
    assert_eq!(outcome, Outcome::Solved);
    check_within(bytes, &graph, &search, Status::Solved).unwrap();
    assert!(scratch.files("known-").len() <= 6, "{:?}", scratch.files("known-"));
    assert_eq!(scratch.files("layer-").len(), 299);
}

#[test]
fn more_memory_goes_on() {
    let graph = Graph::line(30);
    let scratch = Scratch::new();
    let mut search = open(&graph, &scratch.0);
    assert_eq!(search.step(Slice { expansions: 10, bytes: 500 }), Status::Stopped(Limit::Memory));
    assert_eq!(Budget { bytes: LITTLE, ..Budget::default() }.drive(&mut search, |_| {}), Outcome::Solved);
    assert_eq!(search.solution().unwrap().len(), 29);
    assert!(search.statistics().disk_bytes > 0);
}

#[test]
fn another_search_is_refused() {
    let scratch = Scratch::new();
    drop(open(&Graph::line(10), &scratch.0));
    let other = ExternalBfs::open(Graph::line(11), &scratch.0, "another graph");
    let Err(error) = other else { panic!("it was taken") };
    assert!(matches!(error, SpillError::Foreign { .. }) && error.to_string().contains("another"), "{error}");
}

#[test]
fn no_change_of_a_file_goes_unnoticed() {
    let graph = Graph { goals: vec![false; 60], ..Graph::line(60) };
    let scratch = Scratch::new();
    assert_eq!(run(&mut open(&graph, &scratch.0), 7, 60), Status::Running);
    let (_, stored) = graph.answer();
    let mut noticed = 0;
    for path in scratch.files("rows").into_iter().chain(scratch.files("manifest")) {
        let whole = fs::read(&path).unwrap();
        for at in (0..whole.len()).step_by(29) {
            let mut changed = whole.clone();
            changed[at] ^= 1 << (at % 8);
            for bytes in [&changed[..], &whole[..at], &[&whole[..], b"more"].concat()] {
                // Each attempt in a copy, because an attempt writes.
                let copy = Scratch::new();
                fs::create_dir_all(&copy.0).unwrap();
                for file in scratch.files("") {
                    fs::copy(&file, copy.0.join(file.file_name().unwrap())).unwrap();
                }
                fs::write(copy.0.join(path.file_name().unwrap()), bytes).unwrap();
                match ExternalBfs::open(graph.clone(), &copy.0, "a graph") {
                    Err(_) => noticed += 1,
                    Ok(mut search) => match run(&mut search, 100, usize::MAX) {
                        Status::Stopped(Limit::Disk) => {
                            assert!(search.failure().unwrap().contains("damaged"), "{:?}", search.failure());
                            noticed += 1;
                        }
                        // A file that is not read any more may hold what it likes.
                        status => {
                            assert_eq!(status, Status::Exhausted);
                            assert_eq!(search.statistics().stored, stored as u64);
                        }
                    },
                }
            }
        }
    }
    assert!(noticed > 200, "only {noticed}");
}

#[test]
fn a_file_that_is_gone_ends_the_search_with_its_name() {
    let graph = Graph::line(60);
    let scratch = Scratch::new();
    let mut search = open(&graph, &scratch.0);
    assert_eq!(run(&mut search, 7, 100), Status::Running);
    scratch.files("rows").iter().for_each(|file| fs::remove_file(file).unwrap());
    assert_eq!(run(&mut search, 7, usize::MAX), Status::Stopped(Limit::Disk));
    assert!(search.failure().unwrap().contains(".rows"), "{:?}", search.failure());
    assert_eq!((run(&mut search, 7, 1), search.solution()), (Status::Stopped(Limit::Disk), None));
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let scratch = Scratch::new();
    fs::write(&scratch.0, "a file").unwrap();
    assert!(matches!(ExternalBfs::open(Graph::line(3), &scratch.0, ""), Err(SpillError::Io { .. })));
    fs::remove_file(&scratch.0).unwrap();
}
