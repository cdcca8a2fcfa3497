//! Strategy specs: any text is understood or refused with a message, and what is understood is written back alike.
#![no_main]

use boxwright_search::spec::Spec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for table in [boxwright_sokoban::strategy::STRATEGIES, boxwright_kwirk::strategy::STRATEGIES] {
        match Spec::parse(text, table) {
            Ok(spec) => {
                let again = Spec::parse(&spec.to_string(), table).expect("what we write we can read");
                assert_eq!(spec.to_string(), again.to_string());
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
