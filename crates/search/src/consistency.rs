//! A check that every domain must pass: what tests and fuzz targets run.

use crate::Domain;
use crate::packed::{BitReader, BitWriter, bytes_for};

/// Walks at random through a domain for so many steps. Every successor on the way must have the same key incrementally
/// and computed from its packed form, and packing must be undone by unpacking.
///
/// # Panics
/// If the domain breaks its contract.
pub fn walk<D: Domain>(domain: &D, seed: u64, steps: usize) {
    let mut packed = vec![0; bytes_for(domain.packed_bits())];
    let pack = |state: &D::State, packed: &mut [u8]| {
        let mut writer = BitWriter::new(packed);
        domain.pack(state, &mut writer);
        writer.finish();
    };
    let Some(mut state) = domain.roots().into_iter().next() else { return };
    let mut choice = seed;
    for _ in 0..steps {
        let mut successors: Vec<Vec<u8>> = Vec::new();
        domain.expand(&mut state, |successor, _, _| {
            pack(successor, &mut packed);
            assert_eq!(domain.key(successor), domain.key_of(&mut BitReader::new(&packed)), "incremental key");
            successors.push(packed.clone());
        });
        if successors.is_empty() {
            return;
        }
        // Any scrambling will do: what matters is that all kinds of successors are taken.
        choice = choice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let next = &successors[(choice >> 33) as usize % successors.len()];
        domain.unpack(&mut BitReader::new(next), &mut state);
        pack(&state, &mut packed);
        assert_eq!(&packed, next, "packing is the inverse of unpacking");
        assert_eq!(domain.key(&state), domain.key_of(&mut BitReader::new(next)), "key after unpacking");
    }
}
