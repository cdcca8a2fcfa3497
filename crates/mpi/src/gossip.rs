//! News among the ranks of a race: what one learns, all hear, and nobody has to speak to everybody.
//!
//! Once a second a rank sends one message to one other rank: in round k to the one 2^k places further, and after the
//! largest such distance again to its neighbour. It says what it has learnt, itself or by hearsay, within as many rounds
//! as there are distances. So everything reaches everybody within log₂ n rounds, as in a dissemination barrier, and a
//! rank's share of the traffic does not depend on how many there are. What does not fit into a message is left out: news
//! make searches faster, nothing relies on them.
//!
//! There is one kind of news: keys of dead positions. What is new is told by comparing the table with what it was a
//! round ago (two milliseconds), so the searches themselves pay nothing.
//! Source: Hensgen, Finkel and Manber 1988 for the pattern; GroupEffort (Froleyks and Balyo 2017) for what is told.

use std::collections::VecDeque;
use std::sync::Arc;

use boxwright_search::Shared;

use crate::message::Parcel;

/// Keys of dead positions, eight bytes each, the least significant first.
const DEAD: u8 = 1;

/// The most keys in a message: 128 KiB.
const MOST_KEYS: usize = 1 << 14;

/// What a rank of a race has heard and told.
pub struct Gossip {
    shared: Arc<Shared>,
    /// The table of dead positions when it was last looked at.
    seen: Vec<u64>,
    /// What was new in the last rounds, the latest first.
    recent: VecDeque<Vec<u64>>,
    rank: usize,
    ranks: usize,
    round: u32,
}

impl Gossip {
    /// For a rank among those of a race, which are the first ones.
    #[must_use]
    pub fn new(rank: usize, ranks: usize, shared: Arc<Shared>) -> Gossip {
        let seen = shared.dead().map(|_| 0).collect();
        Gossip { shared, seen, recent: VecDeque::new(), rank, ranks, round: 0 }
    }

    /// How many distances there are: log₂ of the ranks, rounded up.
    fn distances(&self) -> u32 {
        self.ranks.next_power_of_two().trailing_zeros()
    }

    /// What to send in this round, and to whom.
    pub fn round(&mut self) -> Option<(usize, Vec<Parcel>)> {
        let distances = self.distances();
        if distances == 0 {
            return None;
        }
        let to = (self.rank + (1 << (self.round % distances))) % self.ranks;
        self.round += 1;
        let news = self.news();
        self.recent.push_front(news);
        self.recent.truncate(distances as usize);
        let keys = self.recent.iter().flatten().take(MOST_KEYS);
        let content: Vec<u8> = keys.flat_map(|key| key.to_le_bytes()).collect();
        (!content.is_empty()).then(|| (to, vec![Parcel { kind: DEAD, content }]))
    }

    /// What is in the table and was not when it was last looked at.
    fn news(&mut self) -> Vec<u64> {
        let places = self.shared.dead().zip(&mut self.seen);
        let news = places.filter_map(|(now, then)| (now != *then).then(|| std::mem::replace(then, now)).map(|_| now));
        news.collect()
    }

    /// Takes in what another rank says.
    pub fn hear(&self, parcels: &[Parcel]) {
        for parcel in parcels.iter().filter(|parcel| parcel.kind == DEAD) {
            let (keys, _) = parcel.content.as_chunks();
            keys.iter().for_each(|key| self.shared.bury(u64::from_le_bytes(*key)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some ranks in one process; what they send is delivered at the end of a round.
    fn round(ranks: &mut [Gossip]) -> usize {
        let sent: Vec<_> = ranks.iter_mut().filter_map(Gossip::round).collect();
        sent.iter().for_each(|(to, parcels)| ranks[*to].hear(parcels));
        sent.iter().flat_map(|(_, parcels)| parcels).map(|parcel| parcel.content.len()).sum()
    }

    fn key(n: u64) -> u64 {
        (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn everybody_hears_everything_within_log_n_rounds() {
        for number in 1..40 {
            let mut ranks: Vec<Gossip> =
                (0..number).map(|rank| Gossip::new(rank, number, Arc::new(Shared::new(1 << 12)))).collect();
            for (rank, gossip) in ranks.iter().enumerate() {
                gossip.shared.bury(key(rank as u64));
            }
            let rounds = ranks[0].distances();
            for _ in 0..rounds {
                round(&mut ranks);
            }
            for (rank, gossip) in ranks.iter().enumerate() {
                let heard = (0..number as u64).filter(|&n| gossip.shared.is_dead(key(n))).count();
                assert_eq!(heard, number, "rank {rank} of {number}");
            }
            // Old news are told no longer.
            for _ in 0..rounds {
                round(&mut ranks);
            }
            assert_eq!(round(&mut ranks), 0, "{number} ranks");
        }
    }

    #[test]
    fn messages_are_bounded_and_unknown_kinds_are_skipped() {
        let mut gossip = Gossip::new(0, 2, Arc::new(Shared::new(1 << 17)));
        (0..60_000).for_each(|n| gossip.shared.bury(key(n)));
        let (to, parcels) = gossip.round().unwrap();
        assert_eq!((to, parcels[0].content.len()), (1, MOST_KEYS * 8));
        let mut other = Gossip::new(1, 2, Arc::new(Shared::new(1 << 17)));
        other.hear(&[Parcel { kind: 99, content: vec![1; 80] }, Parcel { kind: DEAD, content: vec![1; 7] }]);
        assert!(other.news().is_empty());
        other.hear(&parcels);
        assert_eq!(other.news().len(), MOST_KEYS);
    }

    #[test]
    fn without_a_table_there_is_nothing_to_tell() {
        assert_eq!(Gossip::new(0, 4, Arc::default()).round(), None);
    }
}
