//! News among the ranks of a race: what one learns, all hear, and nobody has to speak to everybody.
//!
//! Once a second a rank sends one message to one other rank: in round k to the one 2^k places further, and after the
//! largest such distance again to its neighbour. It says what it has learnt, itself or by hearsay, within as many rounds
//! as there are distances. So everything reaches everybody within log₂ n rounds, as in a dissemination barrier, and a
//! rank's share of the traffic does not depend on how many there are. What does not fit into a message is left out: news
//! make searches faster, nothing relies on them.
//!
//! There are three kinds of news: keys of dead positions, keys of positions that searches from either end have visited,
//! and halves of solutions, from a rank whose search met one of another rank. Which keys are new is told by comparing a
//! table with what it was a round ago (a few milliseconds), so the searches themselves pay nothing.
//! Source: Hensgen, Finkel and Manber 1988 for the pattern; GroupEffort (Froleyks and Balyo 2017) for what is told.

use std::collections::VecDeque;
use std::sync::Arc;

use boxwright_search::{Half, Shared, Side};

use crate::message::Parcel;

/// Keys of dead positions, eight bytes each, the least significant first.
const DEAD: u8 = 1;
/// Keys of visited positions, marked with their side.
const VISITED: u8 = 2;
/// A half of a solution: the key, a byte for the side, four bytes for each action.
const HALF: u8 = 3;

/// The most keys of a kind in a message: 128 KiB.
const MOST_KEYS: usize = 1 << 14;

/// What a rank of a race has heard and told.
pub struct Gossip {
    shared: Arc<Shared>,
    dead: Feed,
    visited: Feed,
    /// All halves that were ever told, and for how many rounds they still are.
    halves: Vec<(Half, u32)>,
    rank: usize,
    ranks: usize,
    round: u32,
}

/// What is new in a table of keys.
#[derive(Default)]
struct Feed {
    /// The table when it was last looked at.
    seen: Vec<u64>,
    /// What was new in the last rounds, the latest first.
    recent: VecDeque<Vec<u64>>,
}

impl Feed {
    /// What is in the table and was not when it was last looked at.
    fn news(&mut self, table: impl Iterator<Item = u64>) -> Vec<u64> {
        let mut news = Vec::new();
        for (place, now) in table.enumerate() {
            if place == self.seen.len() {
                self.seen.push(0);
            }
            if now != self.seen[place] {
                self.seen[place] = now;
                news.push(now);
            }
        }
        news
    }

    /// What to tell in this round, if a message has room for so many keys and news are told for so many rounds.
    fn round(&mut self, table: impl Iterator<Item = u64>, rounds: u32, turn: u32) -> Vec<u64> {
        let mut news = self.news(table);
        // Where there is more than fits, not always the same part of the table is left out.
        if news.len() > MOST_KEYS {
            let from = turn as usize * MOST_KEYS % news.len();
            news.rotate_left(from);
            news.truncate(MOST_KEYS);
        }
        self.recent.push_front(news);
        self.recent.truncate(rounds as usize);
        self.recent.iter().flatten().copied().take(MOST_KEYS).collect()
    }
}

fn parcel(kind: u8, keys: &[u64]) -> Option<Parcel> {
    (!keys.is_empty()).then(|| Parcel { kind, content: keys.iter().flat_map(|key| key.to_le_bytes()).collect() })
}

fn write_half(half: &Half) -> Parcel {
    let mut content = half.key.to_le_bytes().to_vec();
    content.push(u8::from(half.side == Side::Backward));
    content.extend(half.actions.iter().flat_map(|action| action.to_le_bytes()));
    Parcel { kind: HALF, content }
}

fn read_half(content: &[u8]) -> Option<Half> {
    let (key, rest) = content.split_first_chunk()?;
    let (&side, rest) = rest.split_first()?;
    let (actions, _) = rest.as_chunks();
    let side = if side == 0 { Side::Forward } else { Side::Backward };
    let actions = actions.iter().map(|&action| u32::from_le_bytes(action)).collect();
    Some(Half { key: u64::from_le_bytes(*key), side, actions })
}

impl Gossip {
    /// For a rank among those of a race, which are the first ones.
    #[must_use]
    pub fn new(rank: usize, ranks: usize, shared: Arc<Shared>) -> Gossip {
        let (dead, visited) = (Feed::default(), Feed::default());
        Gossip { shared, dead, visited, halves: Vec::new(), rank, ranks, round: 0 }
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
        for half in self.shared.meeting().parted() {
            self.note(half);
        }
        let dead = self.dead.round(self.shared.dead(), distances, self.round);
        let visited = self.visited.round(self.shared.meeting().visited(), distances, self.round);
        let mut parcels: Vec<Parcel> = [parcel(DEAD, &dead), parcel(VISITED, &visited)].into_iter().flatten().collect();
        for (half, rounds) in self.halves.iter_mut().filter(|(_, rounds)| *rounds > 0) {
            *rounds -= 1;
            parcels.push(write_half(half));
        }
        (!parcels.is_empty()).then_some((to, parcels))
    }

    /// Takes note of a half; `false` if it is known.
    fn note(&mut self, half: Half) -> bool {
        let is_new = !self.halves.iter().any(|(known, _)| (known.key, known.side) == (half.key, half.side));
        if is_new {
            self.halves.push((half, self.distances()));
        }
        is_new
    }

    /// Takes in what another rank says.
    pub fn hear(&mut self, parcels: &[Parcel]) {
        for parcel in parcels {
            let keys = || parcel.content.as_chunks().0.iter().map(|&key| u64::from_le_bytes(key));
            match parcel.kind {
                DEAD => keys().for_each(|key| self.shared.bury(key)),
                VISITED => keys().for_each(|key| self.shared.meeting().hear(key)),
                HALF => {
                    if let Some(half) = read_half(&parcel.content)
                        && self.note(half.clone())
                    {
                        // Its other half is brought by a member here, if one of them has it.
                        self.shared.meeting().bring(half);
                    }
                }
                _ => {}
            }
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
        let short = |kind| Parcel { kind, content: vec![1; 7] };
        other.hear(&[Parcel { kind: 99, content: vec![1; 80] }, short(DEAD), short(VISITED), short(HALF)]);
        assert_eq!(other.round(), None);
        other.hear(&parcels);
        assert_eq!(other.dead.news(other.shared.dead()).len(), MOST_KEYS);
    }

    #[test]
    fn ends_on_different_ranks_meet() {
        let ground = || Arc::new(Shared::default().with_meeting(1 << 10));
        let mut ranks: Vec<Gossip> = (0..5).map(|rank| Gossip::new(rank, 5, ground())).collect();
        ranks[3].shared.meeting().arrive(Side::Forward);
        ranks[3].shared.meeting().visit(Side::Backward, key(7));
        (0..3).for_each(|_| _ = round(&mut ranks));
        let (here, there) = (Arc::clone(&ranks[1].shared), Arc::clone(&ranks[3].shared));
        here.meeting().look(Side::Forward, key(7));
        let met = here.meeting().met().expect("they have met");
        let half = |side| Half { key: met, side, actions: vec![1, 2, 300_000] };
        assert_eq!(here.meeting().bring(half(Side::Forward)), None);
        while here.meeting().met().is_some() {
            here.meeting().wait_on();
        }
        (0..3).for_each(|_| _ = round(&mut ranks));
        assert_eq!(there.meeting().met(), Some(met));
        let both = there.meeting().bring(half(Side::Backward));
        assert_eq!(both, Some((half(Side::Forward), half(Side::Backward))));
    }

    #[test]
    fn without_a_table_there_is_nothing_to_tell() {
        assert_eq!(Gossip::new(0, 4, Arc::default()).round(), None);
    }
}
