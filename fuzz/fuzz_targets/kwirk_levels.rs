//! Every reader of Kwirk levels: no panic, no hang; what was read can be written and read again; a level without faults
//! compiles.
#![no_main]

use boxwright_kwirk::{Puzzle, canonical, is_kwirk, read, write_kwk};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = is_kwirk(&boxwright_kwirk::formats::decode(data));
    let Ok(collection) = read("x.kwk", data) else { return };
    for level in &collection.levels {
        let faults = level.check();
        assert!(faults.iter().all(|f| !f.to_string().is_empty()));
        if faults.is_empty() && level.board.size().area() < 2000 {
            let _ = Puzzle::new(level);
            let _ = canonical(&level.board);
        }
    }
    if collection.levels.iter().all(|level| level.check().is_empty()) {
        let again = read("x.kwk", write_kwk(&collection).as_bytes()).expect("what we write we can read");
        assert_eq!(collection.levels.len(), again.levels.len());
        for (one, two) in collection.levels.iter().zip(&again.levels) {
            assert!(two.check().is_empty());
            assert_eq!(canonical(&one.board), canonical(&two.board));
        }
    }
});
