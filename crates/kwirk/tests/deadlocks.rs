//! A position that the guide or the adviser calls dead has no solution: whole spaces of random levels are searched to the end.

use boxwright_grid::{Direction, Square};
use boxwright_kwirk::fess::{Cells, KwirkAdviser};
use boxwright_kwirk::guide::{KwirkGuide, Variant};
use boxwright_kwirk::space::{Interact, InteractionState, Interactions};
use boxwright_kwirk::{Puzzle, RandomOptions, random_level};
use boxwright_search::packed::{BitReader, BitWriter, bytes_for};
use boxwright_search::{Adviser, Domain, Guide, Look};
use std::collections::HashMap;
use std::sync::Arc;

/// Every position that can be reached, whether it is condemned, and whether it can be solved.
fn judge_all(
    space: &Interactions,
    mut condemns: impl FnMut(&InteractionState) -> bool,
    cap: usize,
) -> Option<Vec<(bool, bool)>> {
    let mut packed = vec![0; bytes_for(space.packed_bits())];
    let mut pack = |state: &_| {
        let mut writer = BitWriter::new(&mut packed);
        space.pack(state, &mut writer);
        writer.finish();
        packed.clone()
    };
    let mut state = space.roots().remove(0);
    let mut rows = vec![pack(&state)];
    let mut numbers = HashMap::from([(rows[0].clone(), 0)]);
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut condemned = Vec::new();
    let mut goals = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let row = rows[at].clone();
        space.unpack(&mut BitReader::new(&row), &mut state);
        condemned.push(condemns(&state));
        if space.is_goal(&state) {
            goals.push(at);
        }
        space.expand(&mut state, |successor, _, _| {
            let row = pack(successor);
            let number = *numbers.entry(row.clone()).or_insert_with(|| {
                rows.push(row);
                before.push(Vec::new());
                rows.len() - 1
            });
            before[number].push(at);
        });
        if rows.len() > cap {
            return None;
        }
        at += 1;
    }
    let mut solvable = vec![false; rows.len()];
    while let Some(goal) = goals.pop() {
        if !std::mem::replace(&mut solvable[goal], true) {
            goals.extend(&before[goal]);
        }
    }
    Some(condemned.into_iter().zip(solvable).collect())
}

fn puzzle(seed: u64) -> Arc<Puzzle> {
    let crowd = seed as usize / 5;
    let options = RandomOptions {
        width: 7 + (seed % 4) as u16,
        height: 5 + (seed % 3) as u16,
        characters: [1, 1, 1, 2, 3][seed as usize % 5],
        blocks: 1 + crowd % 4,
        turnstiles: crowd % 2,
        holes: 2 + crowd % 7,
        walls: 2 + crowd % 6,
    };
    Arc::new(Puzzle::new(&random_level(seed, &options)).unwrap())
}

/// As feature space search asks it: about a position as a successor, again, and about to be expanded.
#[test]
fn the_adviser_condemns_nothing_that_can_be_solved() {
    let (mut condemned, mut all) = (0, 0);
    for seed in 20_000..21_000 {
        let puzzle = puzzle(seed);
        let space = Interactions::new(&puzzle);
        let cells = [Cells::Filling, Cells::Opening, Cells::Delivery][seed as usize % 3];
        let mut adviser = KwirkAdviser::new(&puzzle, cells);
        let condemns = |state: &InteractionState| {
            // Which action it was is all the same to this adviser.
            let (stand, direction, after) = (Square(0), Direction::Up, state.whereabouts());
            let action = Interact { stand, direction, after, combo: [None; 2] };
            let as_parent = adviser.look(&space, state, None);
            let as_successor = [(); 2].map(|()| adviser.look(&space, state, Some(action)));
            assert_eq!(as_successor[0], as_successor[1], "seed {seed}: an opinion that was kept");
            as_parent.is_none() || as_successor[0].is_none() || adviser.is_dead(&space, state)
        };
        let Some(judged) = judge_all(&space, condemns, 2000) else { continue };
        for (is_condemned, is_solvable) in judged {
            assert!(!(is_condemned && is_solvable), "seed {seed}: a solvable position is called dead");
            all += 1;
            condemned += usize::from(is_condemned);
        }
    }
    assert!(all > 5000 && condemned > 100, "{condemned} of {all}: a poor sample");
}

#[test]
fn dead_positions_have_no_solution() {
    let (mut dead, mut condemned, mut all) = (0, 0, 0);
    for seed in 0..8000 {
        let puzzle = puzzle(seed);
        let space = Interactions::new(&puzzle);
        let (mut guide, mut look) = (KwirkGuide::new(&puzzle, Variant::Delivery), Look::default());
        let Some(judged) = judge_all(&space, |state| !guide.look(&space, state, &mut look), 4000) else { continue };
        for (is_condemned, is_solvable) in judged {
            assert!(!(is_condemned && is_solvable), "seed {seed}: a solvable position is called dead");
            all += 1;
            dead += usize::from(!is_solvable);
            condemned += usize::from(is_condemned);
        }
    }
    println!("{condemned} of {dead} dead positions found, of {all} in all");
    assert!(all > 50_000 && condemned > 1000, "{condemned} of {dead} of {all}: a poor sample");
}
