//! What the runs say: who is better, and which configurations complement each other.

use super::GroupEffort;
use crate::results::is_better;
use crate::solve::Request;

/// The runs that were made.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The paper.
    pub paper: GroupEffort,
    /// The configurations.
    pub specs: Vec<String>,
    /// The files of the levels.
    pub files: String,
    /// The levels.
    pub levels: Vec<String>,
    /// What each run might use.
    pub request: Request,
    /// By configuration, then level: the seconds it took, if it was solved.
    pub seconds: Vec<Vec<Option<f64>>>,
}

/// A portfolio that was chosen from an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Portfolio {
    /// Numbers of configurations, the best first.
    pub members: Vec<usize>,
    /// Levels that some member solves.
    pub solved: usize,
    /// The sum over all levels of the best member's time, twice the limit if none solves it.
    pub seconds: f64,
}

impl Experiment {
    /// Levels that configuration `a` solves significantly better than `b`.
    #[must_use]
    pub fn better(&self, a: usize, b: usize) -> usize {
        let pairs = self.seconds[a].iter().zip(&self.seconds[b]);
        pairs.filter(|(a, b)| is_better(**a, **b, self.margin())).count()
    }

    /// How many seconds each run had.
    #[must_use]
    pub fn limit(&self) -> f64 {
        self.request.time.map_or(f64::INFINITY, |time| time.as_secs_f64())
    }

    /// How many seconds are significant.
    pub(super) fn margin(&self) -> f64 {
        self.paper.significant * self.limit()
    }

    pub(super) fn solved(&self, config: usize) -> usize {
        self.seconds[config].iter().flatten().count()
    }

    pub(super) fn par2(&self, config: usize) -> f64 {
        self.value(&[config]).seconds
    }

    /// The configurations, the best first: by levels solved, then by time.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.specs.len()).collect();
        ranking
            .sort_by(|&a, &b| self.solved(b).cmp(&self.solved(a)).then_with(|| self.par2(a).total_cmp(&self.par2(b))));
        ranking
    }

    /// The best time of some configurations on a level.
    pub(super) fn best(&self, members: &[usize], level: usize) -> Option<f64> {
        members.iter().filter_map(|&m| self.seconds[m][level]).min_by(f64::total_cmp)
    }

    fn value(&self, members: &[usize]) -> Portfolio {
        let times: Vec<Option<f64>> = (0..self.levels.len()).map(|level| self.best(members, level)).collect();
        Portfolio {
            members: members.to_vec(),
            solved: times.iter().flatten().count(),
            seconds: times.iter().map(|t| t.unwrap_or(2.0 * self.limit())).sum(),
        }
    }

    /// The portfolio of `size` members, each on a core of its own, that solves most levels, in the least time among
    /// those. Members are added one by one, the one that brings most first, and then exchanged as long as that helps.
    #[must_use]
    pub fn portfolio(&self, size: usize) -> Portfolio {
        let is_better = |a: &Portfolio, b: &Portfolio| (a.solved, -a.seconds) > (b.solved, -b.seconds);
        let best_of = |candidates: &mut dyn Iterator<Item = Portfolio>| {
            candidates.reduce(|best, next| if is_better(&next, &best) { next } else { best })
        };
        let ranking = self.ranking();
        let mut chosen = self.value(&[]);
        for _ in 0..size.min(ranking.len()) {
            let free = ranking.iter().filter(|c| !chosen.members.contains(c));
            let mut grown = free.map(|&c| self.value(&[&chosen.members[..], &[c]].concat()));
            chosen = best_of(&mut grown).expect("there are more configurations");
        }
        loop {
            let places = 0..chosen.members.len();
            let mut swapped =
                places.flat_map(|place| ranking.iter().map(move |&c| (place, c))).filter_map(|(place, c)| {
                    let mut members = chosen.members.clone();
                    members[place] = c;
                    (!chosen.members.contains(&c)).then(|| self.value(&members))
                });
            match best_of(&mut swapped) {
                Some(better) if is_better(&better, &chosen) => chosen = better,
                _ => return chosen,
            }
        }
    }

    /// A portfolio as a file of members.
    #[must_use]
    pub fn portfolio_file(&self, portfolio: &Portfolio) -> String {
        let mut text = format!(
            "# Chosen by `boxwright papers group-effort` from {} configurations on {} levels ({}), {} s each:\n# \
             together they solve {}.\n",
            self.specs.len(),
            self.levels.len(),
            self.files,
            self.limit(),
            portfolio.solved
        );
        for &member in &portfolio.members {
            text.push_str(&format!(
                "\n[[member]]\nspec = \"{}\"\nwhy = \"alone it solves {}\"\n",
                self.specs[member],
                self.solved(member)
            ));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment(seconds: Vec<Vec<Option<f64>>>) -> Experiment {
        let paper = GroupEffort::new();
        let specs = paper.specs()[..seconds.len()].to_vec();
        let levels = (0..seconds[0].len()).map(|n| n.to_string()).collect();
        let request = Request { time: Some(std::time::Duration::from_secs(10)), ..Request::default() };
        Experiment { paper, specs, files: "a.xsb".to_owned(), levels, request, seconds }
    }

    #[test]
    fn significantly_better_is_a_tenth_of_the_limit_or_the_other_fails() {
        let e = experiment(vec![vec![Some(1.0), Some(1.0), Some(9.0), None], vec![Some(2.0), Some(1.9), None, None]]);
        assert_eq!((e.better(0, 1), e.better(1, 0)), (2, 0));
    }

    /// The first and the second solve most, but they solve the same; the best pair is another one.
    #[test]
    fn portfolios_take_what_complements() {
        let (yes, no) = (Some(1.0), None);
        let e = experiment(vec![
            vec![yes, yes, yes, no, no],
            vec![yes, yes, yes, no, no],
            vec![no, no, no, yes, yes],
            vec![no, no, no, no, yes],
        ]);
        assert_eq!(e.portfolio(1).solved, 3);
        let pair = e.portfolio(2);
        assert_eq!((pair.solved, pair.members), (5, vec![0, 2]));
        assert!(e.portfolio_file(&e.portfolio(2)).contains("[[member]]\nspec = \"bfs(metric=manhattan,assign=closest"));
        assert_eq!(e.portfolio(9).members.len(), 4);
    }
}
