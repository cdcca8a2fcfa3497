//! Every reader of Sokoban levels: no panic, no hang; what was read can be written and read again, unchanged; a level
//! without faults compiles.
#![no_main]

use boxwright_sokoban::{Puzzle, canonical, read, write_sok, write_xsb};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (name, bytes) = match data.split_first() {
        Some((0, rest)) => ("x.slc", rest),
        Some((1, rest)) => ("x.xsb", rest),
        Some((2, rest)) => ("x.txt", rest),
        _ => ("x.sok", data),
    };
    let Ok(collection) = read(name, bytes) else { return };
    for level in &collection.levels {
        let faults = level.check();
        assert!(faults.iter().all(|f| !f.to_string().is_empty()));
        if faults.is_empty() && level.board.size().area() < 2000 {
            assert!(Puzzle::new(level).is_ok());
            let _ = canonical(&level.board);
        }
    }
    if collection.levels.iter().all(|level| level.check().is_empty()) {
        for text in [write_sok(&collection), write_xsb(&collection)] {
            let again = read("x.sok", text.as_bytes()).expect("what we write we can read");
            let boards =
                |levels: &[boxwright_sokoban::Level]| levels.iter().map(|l| l.board.clone()).collect::<Vec<_>>();
            assert_eq!(boards(&collection.levels), boards(&again.levels));
        }
    }
});
