//! Rules that condemn positions against solutions: no position on the way of a solution is dead.
//!
//! Small random levels cannot show all that a rule does where there are many boxes, so these are levels that people made. They
//! are not part of the project: without the folder `../shared` there is nothing to do.

use boxwright_grid::{Direction, Square, SquareSet};
use boxwright_search::spec::Spec;
use boxwright_search::{Budget, Objective, Outcome};
use boxwright_sokoban::deadlock::{Areas, Capacity, Corrals, Diagonals, Freeze, FrozenWalls, Pairs};
use boxwright_sokoban::macros::Way;
use boxwright_sokoban::strategy::{self, STRATEGIES};
use boxwright_sokoban::{Puzzle, read};
use std::path::Path;
use std::sync::Arc;

/// Who finds the solutions, with so many positions: the first two ask none of the rules but the cheapest.
const SOLVERS: &[(&str, u64)] =
    &[("wastar", 3_000), ("backward", 3_000), ("fess(opener=on,plan=part,far=on,clearing=due,lines=off)", 500)];

/// The steps of a solution, if it is found soon.
fn solution(puzzle: &Arc<Puzzle>, spec: &str, nodes: u64) -> Option<Vec<Direction>> {
    let spec = Spec::parse(spec, STRATEGIES).unwrap();
    let mut solver = strategy::build(&spec, puzzle, Objective::Any);
    let outcome = Budget { bytes: 1 << 30, nodes, ..Budget::default() }.drive(&mut *solver, |_| {});
    (outcome == Outcome::Solved).then(|| solver.plan().expect("solved").steps().to_vec())
}

/// All rules of a puzzle, with what they remember.
struct Rules {
    freeze: Freeze,
    corrals: Corrals,
    frozen: FrozenWalls,
    diagonals: Diagonals,
    pairs: Option<Pairs>,
    areas: Areas,
    capacity: Capacity,
}

impl Rules {
    fn new(puzzle: &Puzzle) -> Rules {
        Rules {
            freeze: Freeze::new(puzzle),
            corrals: Corrals::new(puzzle),
            frozen: FrozenWalls::new(puzzle).with_endgames(),
            diagonals: Diagonals::new(puzzle),
            pairs: Pairs::new(puzzle, Way::Push),
            areas: Areas::new(puzzle),
            capacity: Capacity::new(puzzle),
        }
    }

    /// Which rule condemns a position in which the box on `pushed` was pushed last, if one does.
    fn condemning(&mut self, puzzle: &Puzzle, boxes: &SquareSet, player: Square, pushed: Square) -> Option<&str> {
        let (mut in_areas, mut in_sets) = (self.areas.empty(), self.capacity.empty());
        for square in boxes {
            self.areas.enter(&mut in_areas, square);
            self.capacity.enter(&mut in_sets, square);
        }
        let verdicts = [
            ("freeze", self.freeze.is_dead(puzzle, boxes, pushed)),
            ("corrals", self.corrals.is_dead(puzzle, boxes, player)),
            ("frozen walls", self.frozen.is_dead(puzzle, boxes, player)),
            ("diagonals", self.diagonals.is_dead(puzzle, boxes, player)),
            ("pairs", self.pairs.as_ref().is_some_and(|pairs| pairs.is_dead(boxes, pushed, player))),
            ("areas", self.areas.is_overfull(&in_areas)),
            ("capacity", self.capacity.is_overfull(&in_sets)),
        ];
        verdicts.iter().find(|(_, dead)| *dead).map(|(name, _)| *name)
    }
}

#[test]
fn no_rule_condemns_what_a_solution_goes_through() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels/sokoban"));
    if !folder.exists() {
        eprintln!("skipped: it reads the levels of ../shared");
        return;
    }
    let (mut solutions, mut positions) = (0, 0);
    for file in ["xsokoban.xsb", "sasquatch-1.txt", "grigr2001.xsb"] {
        let text = std::fs::read(folder.join(file)).unwrap();
        for (number, level) in (1..).zip(&read(file, &text).unwrap().levels) {
            let puzzle = Arc::new(Puzzle::new(level).unwrap().prepared());
            let mut rules = Rules::new(&puzzle);
            for (spec, nodes) in SOLVERS {
                let Some(steps) = solution(&puzzle, spec, *nodes) else { continue };
                solutions += 1;
                let floor = puzzle.floor();
                let mut boxes = SquareSet::from_squares(floor.len(), puzzle.boxes().iter().copied());
                let mut player = puzzle.player();
                for (step, direction) in (1..).zip(steps) {
                    player = floor.next(player, direction);
                    if boxes.contains(player) {
                        let to = floor.next(player, direction);
                        boxes.remove(player);
                        boxes.insert(to);
                        positions += 1;
                        let condemned = rules.condemning(&puzzle, &boxes, player, to);
                        assert_eq!(condemned, None, "{file} {number}, step {step} of the solution of {spec}");
                    }
                }
            }
        }
    }
    assert!(solutions > 150 && positions > 20_000, "{solutions} solutions, {positions} positions");
}
