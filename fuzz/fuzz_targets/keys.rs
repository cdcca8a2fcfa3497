//! Random walks through a space: incremental keys equal recomputed ones, and packing is undone by unpacking.

use boxwright_search::Domain;
use boxwright_search::packed::{BitReader, BitWriter, bytes_for};

/// Follows the choices; every successor on the way is compared.
pub fn walk<D: Domain>(domain: &D, choices: &[u8]) {
    let mut packed = vec![0; bytes_for(domain.packed_bits())];
    let mut state = domain.roots().remove(0);
    for &choice in choices.iter().take(64) {
        let mut successors: Vec<Vec<u8>> = Vec::new();
        domain.expand(&mut state, |successor, _, _| {
            let mut writer = BitWriter::new(&mut packed);
            domain.pack(successor, &mut writer);
            writer.finish();
            assert_eq!(domain.key(successor), domain.key_of(&mut BitReader::new(&packed)));
            successors.push(packed.clone());
        });
        if successors.is_empty() {
            return;
        }
        let next = &successors[usize::from(choice) % successors.len()];
        domain.unpack(&mut BitReader::new(next), &mut state);
        let mut writer = BitWriter::new(&mut packed);
        domain.pack(&state, &mut writer);
        writer.finish();
        assert_eq!(&packed, next);
        assert_eq!(domain.key(&state), domain.key_of(&mut BitReader::new(next)));
    }
}
