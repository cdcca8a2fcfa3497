//! Positions that are images of each other: searched once, and nothing about the solution changes.
//!
//! The levels are random, with walls and goals made symmetric; boxes and the player stand anywhere.

use boxwright_grid::{Point, Size, SplitMix64, Square, SquareSet, Symmetry};
use boxwright_search::packed::{BitWriter, bytes_for};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Domain, Objective, Outcome, StepCosts, consistency};
use boxwright_sokoban::oracle::{self, Answer};
use boxwright_sokoban::space::{Prune, Pruned, Pushes, Symmetric, Walks};
use boxwright_sokoban::strategy::{self, STRATEGIES};
use boxwright_sokoban::{Board, Cell, Level, Puzzle, verify};
use std::sync::Arc;

/// Sizes, and the symmetries that boards of that size get; the first changes nothing.
const SHAPES: [(Size, &[usize]); 6] = [
    (Size::new(7, 6), &[0, 4]),
    (Size::new(8, 5), &[0, 2]),
    (Size::new(7, 7), &[0, 2, 4, 6]),
    (Size::new(6, 6), &[0, 5]),
    (Size::new(7, 7), &[0, 1, 2, 3]),
    (Size::new(7, 7), &[0, 1, 2, 3, 4, 5, 6, 7]),
];

fn symmetric_level(seed: u64) -> Level {
    let (size, group) = SHAPES[seed as usize % SHAPES.len()];
    let mut random = SplitMix64(seed);
    loop {
        let level = Level::new(symmetric_board(&mut random, size, group));
        if level.check().is_empty() {
            return level;
        }
    }
}

fn symmetric_board(random: &mut SplitMix64, size: Size, group: &[usize]) -> Board {
    let count = |cells: &[Cell]| cells.iter().filter(|cell| cell.is_goal()).count();
    let orbit = |index: usize| -> Vec<usize> {
        group.iter().map(|&g| size.index(Symmetry::ALL[g].point(size, size.point(index)))).collect()
    };
    let mut cells: Vec<Cell> = size
        .points()
        .map(
            |Point { x, y }| {
                if x == 0 || y == 0 || x + 1 == size.width || y + 1 == size.height { Cell::WALL } else { Cell::FLOOR }
            },
        )
        .collect();
    let walls = 6 + random.below(12);
    for index in 0..cells.len() {
        if random.one_in(walls) {
            orbit(index).into_iter().for_each(|image| cells[image] = Cell::WALL);
        }
    }
    for _ in 0..4 {
        let index = random.below(cells.len());
        let mut with = cells.clone();
        orbit(index).into_iter().for_each(|image| with[image] = Cell::GOAL);
        if cells[index] == Cell::FLOOR && count(&with) <= 4 {
            cells = with;
        }
    }
    let goals = count(&cells);
    // Boxes begin away from the outer walls, where most would be lost.
    let is_inner = |p: Point| p.x > 1 && p.y > 1 && p.x + 2 < size.width && p.y + 2 < size.height;
    let mut place = |inner: bool, change: fn(Cell) -> Cell| {
        let is_free = |&i: &usize| !cells[i].is_wall() && !cells[i].has_box() && (!inner || is_inner(size.point(i)));
        let free: Vec<usize> = (0..cells.len()).filter(is_free).collect();
        if !free.is_empty() {
            let chosen = free[random.below(free.len())];
            cells[chosen] = change(cells[chosen]);
        }
    };
    (0..goals).for_each(|_| place(true, Cell::with_box));
    place(false, Cell::with_player);
    Board::from_cells(size, cells)
}

/// A spec run to the end: the verified (moves, pushes) if there is a solution, and the nodes.
fn run(level: &Level, spec: &str, objective: Objective) -> (Option<(usize, usize)>, u64) {
    let puzzle = Arc::new(Puzzle::new(level).expect("the level is valid").prepared());
    let spec = Spec::parse(spec, STRATEGIES).unwrap();
    let mut solver = strategy::build(&spec, &puzzle, objective);
    let found = match (Budget { nodes: 1_000_000, ..Budget::default() }).drive(&mut *solver, |_| {}) {
        Outcome::Solved => {
            let plan = solver.plan().expect("solved");
            let verified = verify(level, &plan).unwrap_or_else(|r| panic!("{spec}: {r} in {plan}\n{}", level.board));
            Some((verified.metrics.moves, verified.metrics.pushes))
        }
        Outcome::Exhausted => None,
        Outcome::Stopped(limit) => panic!("{spec} was stopped by {limit}\n{}", level.board),
    };
    (found, solver.statistics().expanded)
}

#[test]
fn optima_are_those_of_the_oracle() {
    let (mut solvable, mut unsolvable, mut nodes) = (0, 0, [0, 0]);
    for seed in 0..700 {
        let level = symmetric_level(seed);
        let pushes = oracle::fewest_pushes(&level, 30_000);
        let moves = oracle::fewest_moves(&level, 30_000);
        if pushes == Answer::GaveUp || moves == Answer::GaveUp {
            continue;
        }
        *if pushes.cost().is_some() { &mut solvable } else { &mut unsolvable } += 1;
        for (at, spec) in ["optimal", "optimal(symmetry=off)"].into_iter().enumerate() {
            let context = || format!("seed {seed}, {spec}\n{}", level.board);
            let (found, expanded) = run(&level, spec, Objective::Pushes);
            assert_eq!(found.map(|f| f.1), pushes.cost(), "pushes, {}", context());
            nodes[at] += expanded;
            let (found, expanded) = run(&level, spec, Objective::Moves);
            assert_eq!(found.map(|f| f.0), moves.cost(), "moves, {}", context());
            nodes[at] += expanded;
        }
        let found = run(&level, "optimal(pairs=off,frozen=off,corrals=off,surplus=off)", Objective::Pushes).0;
        assert_eq!(found.map(|f| f.1), pushes.cost(), "seed {seed}\n{}", level.board);
        for objective in [Objective::PushesMoves, Objective::MovesPushes] {
            let [with, without] = ["optimal", "optimal(symmetry=off)"].map(|spec| run(&level, spec, objective).0);
            assert_eq!(with, without, "seed {seed}, {objective:?}\n{}", level.board);
        }
    }
    assert!(solvable > 150 && unsolvable > 150, "{solvable} solvable, {unsolvable} unsolvable: poor sample");
    assert!(nodes[0] * 10 < nodes[1] * 9, "{} nodes instead of {} are no gain", nodes[0], nodes[1]);
}

fn packed<D: Domain>(space: &D, state: &D::State) -> (Vec<u8>, u64) {
    let mut bytes = vec![0; bytes_for(space.packed_bits())];
    let mut writer = BitWriter::new(&mut bytes);
    space.pack(state, &mut writer);
    writer.finish();
    (bytes, space.key(state))
}

#[test]
fn all_images_of_a_position_are_one() {
    let mut compared = 0;
    for seed in 0..600 {
        let puzzle = Arc::new(Puzzle::new(&symmetric_level(seed)).expect("valid").prepared());
        let automorphisms = puzzle.automorphisms();
        if puzzle.is_hopeless() || automorphisms.is_empty() {
            continue;
        }
        let plain = Pushes::new(&puzzle);
        let space = Symmetric::new(plain.clone(), &puzzle, automorphisms.clone());
        let mut random = SplitMix64(seed);
        let mut state = space.roots().remove(0);
        let mut image = state.clone();
        let live = || (0..puzzle.live_squares()).map(|square| Square(square as u16));
        for _ in 0..20 {
            // Any arrangement will do, wherever the player is left a square.
            let mut boxes = SquareSet::new(puzzle.floor().len());
            for _ in 0..puzzle.boxes().len() {
                let free: Vec<Square> = live().filter(|&square| !boxes.contains(square)).collect();
                boxes.insert(free[random.below(free.len())]);
            }
            let free: Vec<Square> = puzzle.floor().squares().filter(|&square| !boxes.contains(square)).collect();
            let player = free[random.below(free.len())];
            plain.set(&mut state, &boxes, player);
            for automorphism in &automorphisms {
                let mut turned = SquareSet::new(puzzle.floor().len());
                automorphism.squares(&boxes, &mut turned);
                plain.set(&mut image, &turned, automorphism.square(player));
                assert_eq!(packed(&space, &image), packed(&space, &state), "seed {seed}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn keys_equal_recomputed_ones() {
    for seed in 0..600 {
        let puzzle = Arc::new(Puzzle::new(&symmetric_level(seed)).expect("valid").prepared());
        if !puzzle.is_hopeless() {
            let pruned = Pruned::new(&puzzle, Prune::ALL);
            consistency::walk(&Symmetric::new(pruned, &puzzle, puzzle.automorphisms()), seed, 30);
            let walks = Walks::new(&puzzle, StepCosts::of(Objective::Moves), true);
            consistency::walk(&Symmetric::new(walks, &puzzle, puzzle.automorphisms()), seed, 30);
        }
    }
}
