//! From a chain of stored states back to the actions between them.

use crate::Domain;
use crate::packed::{BitReader, BitWriter, bytes_for};

/// The actions that lead along `rows`, packed states from a root to the last.
///
/// Actions are not stored with the states (that would be bytes on every one of millions); each is found again by
/// expanding one state of the path.
pub(crate) fn actions_along<D: Domain>(domain: &D, rows: &[Vec<u8>]) -> Vec<D::Action> {
    let mut state = domain.roots().into_iter().next().expect("a path begins at a root");
    let mut packed = vec![0; bytes_for(domain.packed_bits())];
    rows.windows(2)
        .map(|pair| {
            domain.unpack(&mut BitReader::new(&pair[0]), &mut state);
            let mut best = None;
            domain.expand(&mut state, |successor, action, cost| {
                let mut writer = BitWriter::new(&mut packed);
                domain.pack(successor, &mut writer);
                writer.finish();
                if packed == pair[1] && best.is_none_or(|(_, known)| cost < known) {
                    best = Some((action, cost));
                }
            });
            best.expect("each state of a path is a successor of the one before").0
        })
        .collect()
}
