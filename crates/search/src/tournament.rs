//! Tournament: which of many attempts is worth going on with.
//!
//! An attempt that has had its time waits for a rival that has had as much. The better one goes on for as long again, the
//! other is given up. So attempts are as long as in the sequence of Luby, Sinclair and Zuckerman, 1, 1, 2, 1, 1, 2, 4, …:
//! whatever length it takes, not much is lost. But the long ones are the best of the short ones, and what they did before is
//! not done again. Of 2ⁿ attempts at most n + 1 are kept.
//!
//! Source: successive halving (Karnin, Koren, Somekh 2013), without a number of rounds that is known before.

/// Attempts that wait for a rival.
#[derive(Clone, Debug)]
pub struct Tournament<T> {
    /// With the rounds that each has won, the most first.
    waiting: Vec<(u32, T)>,
}

/// The end of a duel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duel<T> {
    /// Goes on.
    pub winner: T,
    /// Is given up.
    pub loser: T,
    /// Rounds that the winner has won, this one included: it goes on for 2 to the power of one less.
    pub round: u32,
}

impl<T> Default for Tournament<T> {
    fn default() -> Tournament<T> {
        Tournament { waiting: Vec::new() }
    }
}

impl<T> Tournament<T> {
    /// An attempt that has won so many rounds has had its time.
    pub fn enter(&mut self, round: u32, one: T) {
        self.waiting.push((round, one));
    }

    /// The next duel, if two have had the same time; the one with the lower score wins, the newer among equals.
    pub fn duel<S: Ord>(&mut self, score: impl Fn(&T) -> S) -> Option<Duel<T>> {
        let [.., (one, _), (other, _)] = &self.waiting[..] else { return None };
        if one != other {
            return None;
        }
        let (round, newer) = self.waiting.pop()?;
        let (_, older) = self.waiting.pop()?;
        let (winner, loser) = if score(&older) < score(&newer) { (older, newer) } else { (newer, older) };
        Some(Duel { winner, loser, round: round + 1 })
    }

    /// Those that wait.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.waiting.iter().map(|(_, one)| one)
    }

    /// Gives all up that wait.
    pub fn drain(&mut self) -> impl Iterator<Item = T> {
        self.waiting.drain(..).map(|(_, one)| one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_half_goes_on() {
        let mut tournament = Tournament::default();
        let (mut time, mut begun, mut most) = (Vec::new(), 0, 0);
        let mut going = None;
        for _ in 0..15 {
            // A new attempt, whose score is its number backwards, or the winner of a duel.
            let (round, score) = going.take().unwrap_or_else(|| {
                begun += 1;
                (0, 100 - begun)
            });
            time.push(if round == 0 { 1 } else { 1 << (round - 1) });
            tournament.enter(round, score);
            most = most.max(tournament.iter().count());
            going = tournament.duel(|&score| score).map(|Duel { winner, loser, round }| {
                assert!(winner < loser);
                (round, winner)
            });
        }
        assert_eq!(time, [1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 2, 4], "what was done before is not done again");
        assert_eq!((begun, most), (8, 4), "one of every two goes on, and few are kept");
        assert_eq!(tournament.drain().collect::<Vec<_>>(), [92], "the best of all eight");
    }

    #[test]
    fn among_equals_the_newer_goes_on() {
        let mut tournament = Tournament::default();
        tournament.enter(2, "old");
        assert_eq!(tournament.duel(|_| 0), None, "it has no rival");
        tournament.enter(0, "short");
        assert_eq!(tournament.duel(|_| 0), None, "who has had less time is no rival");
        tournament.enter(0, "new");
        assert_eq!(tournament.duel(|_| 0), Some(Duel { winner: "new", loser: "short", round: 1 }));
    }
}
