//! What searches tell each other, under every interleaving of a few threads that the memory model allows.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p boxwright-search --test loom` runs this; `./check` does.

#![cfg(loom)]

use boxwright_search::{Shared, Side};
use loom::sync::Arc;
use loom::thread;

/// Keys that all want the same place of a table of four.
const KEYS: [u64; 6] = [1, 2, 3, 4, 5, 6];

/// Two threads with something to do each, from a table of four places with some keys in it, and then a look at what came
/// of it.
fn model(known: &'static [u64], threads: [fn(&Shared); 2], then: fn(&Shared)) {
    loom::model(move || {
        let shared = Arc::new(Shared::new(4));
        known.iter().for_each(|&key| shared.bury(key));
        let [one, two] = threads;
        let other = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || one(&shared))
        };
        two(&shared);
        other.join().unwrap();
        then(&shared);
    });
}

#[test]
fn nothing_is_lost_while_there_is_room() {
    let bury: [fn(&Shared); 2] = [
        |shared| {
            shared.bury(KEYS[0]);
            assert!(shared.is_dead(KEYS[0]));
        },
        |shared| {
            shared.bury(KEYS[1]);
            shared.bury(KEYS[2]);
            assert!(shared.is_dead(KEYS[1]) && shared.is_dead(KEYS[2]));
        },
    ];
    model(&[], bury, |shared| {
        assert!(KEYS[..3].iter().all(|&key| shared.is_dead(key)));
        assert_eq!(shared.dead().filter(|&key| key != 0).count(), 3);
    });
}

#[test]
fn the_same_key_may_be_told_twice() {
    let bury: fn(&Shared) = |shared| shared.bury(KEYS[0]);
    model(&[], [bury, bury], |shared| {
        assert!(shared.is_dead(KEYS[0]));
        assert!(shared.dead().all(|key| key == 0 || key == KEYS[0]));
    });
}

/// A full table forgets, but never says that something is dead that nobody has said.
#[test]
fn a_full_table_makes_nothing_up() {
    let bury: [fn(&Shared); 2] = [
        |shared| {
            shared.bury(KEYS[3]);
            assert!(!shared.is_dead(KEYS[5]), "nobody buried this");
        },
        |shared| {
            shared.bury(KEYS[4]);
            assert!(shared.dead().all(|key| key == 0 || KEYS[..5].contains(&key)));
        },
    ];
    model(&KEYS[..3], bury, |shared| {
        let there: Vec<u64> = shared.dead().collect();
        assert!(there.iter().all(|key| KEYS[..5].contains(key)), "{there:?}");
    });
}

#[test]
fn the_least_cost_wins_and_a_bound_never_grows() {
    let offer: [fn(&Shared); 2] = [
        |shared| {
            shared.offer(7);
            shared.offer(5);
            assert!(shared.bound() <= 5);
        },
        |shared| {
            let first = shared.bound();
            shared.offer(6);
            assert!(shared.bound() <= first.min(6));
        },
    ];
    model(&[], offer, |shared| assert_eq!(shared.bound(), 5));
}

/// Searches from both ends that expand the same position do not miss each other.
#[test]
fn ends_that_visit_the_same_position_meet() {
    loom::model(|| {
        let shared = Arc::new(Shared::new(0).with_meeting(4));
        // Both ends are there, and the table, before the threads are.
        [Side::Forward, Side::Backward].into_iter().for_each(|side| shared.meeting().arrive(side));
        shared.meeting().visit(Side::Forward, 8);
        let other = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.meeting().visit(Side::Backward, 42))
        };
        shared.meeting().visit(Side::Forward, 42);
        other.join().unwrap();
        assert_eq!(shared.meeting().met(), Some(42));
    });
}
