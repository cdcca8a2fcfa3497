//! The experiment of GroupEffort (Froleyks and Balyo 2017): all its solver configurations on a collection of levels, who
//! is significantly better than whom, and which of them belong into a portfolio.

use serde::Deserialize;

use super::document::{Document, Part, Sheet};
use crate::game::{AnyLevel, Game};
use crate::report::Status;
use crate::results::is_better;
use crate::solve::{Request, solve_level};

/// What the paper says, as read from its data file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupEffort {
    title: String,
    author: String,
    source: String,
    machine: String,
    searches: Vec<String>,
    metrics: Vec<String>,
    assignments: Vec<String>,
    options: String,
    significant: f64,
    worse_without_dfs: usize,
    large_set: usize,
    members: Vec<usize>,
}

/// The runs that were made.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The paper.
    pub paper: GroupEffort,
    /// The configurations.
    pub specs: Vec<String>,
    /// The levels.
    pub levels: Vec<String>,
    /// How many seconds each run had.
    pub limit: f64,
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

impl GroupEffort {
    /// The paper.
    ///
    /// # Panics
    /// Never: the file is part of the program, and a test reads it.
    #[must_use]
    pub fn new() -> GroupEffort {
        toml::from_str(include_str!("../../../../papers/group-effort.toml")).expect("papers/group-effort.toml is good")
    }

    /// All its configurations, as strategy specs.
    #[must_use]
    pub fn specs(&self) -> Vec<String> {
        let mut specs = Vec::new();
        for search in &self.searches {
            for metric in &self.metrics {
                for assign in &self.assignments {
                    specs.push(format!("{search}(metric={metric},assign={assign},{})", self.options));
                }
            }
        }
        specs
    }

    /// Runs configurations on levels. `request` has the limits; `observe` sees each run as it ends.
    pub fn run(
        self,
        specs: Vec<String>,
        levels: &[(String, AnyLevel)],
        request: &Request,
        mut observe: impl FnMut(&str, &str, Option<f64>),
    ) -> Experiment {
        let levels: Vec<_> =
            levels.iter().filter(|(_, level)| level.game() == Game::Sokoban && level.faults().is_empty()).collect();
        let mut seconds = vec![vec![None; levels.len()]; specs.len()];
        for (number, (name, level)) in levels.iter().enumerate() {
            for (spec, seconds) in specs.iter().zip(&mut seconds) {
                if request.cancel.is_cancelled() {
                    break;
                }
                let request = Request { strategy: spec.clone(), ..request.clone() };
                let report = solve_level(level, &request, |_| {});
                seconds[number] = (report.status == Status::Solved).then_some(report.seconds);
                observe(spec, name, seconds[number]);
            }
        }
        let limit = request.time.map_or(f64::INFINITY, |time| time.as_secs_f64());
        let levels = levels.into_iter().map(|(name, _)| name.clone()).collect();
        Experiment { paper: self, specs, levels, limit, seconds }
    }
}

impl Default for GroupEffort {
    fn default() -> GroupEffort {
        GroupEffort::new()
    }
}

impl Experiment {
    /// Levels that configuration `a` solves significantly better than `b`.
    #[must_use]
    pub fn better(&self, a: usize, b: usize) -> usize {
        let pairs = self.seconds[a].iter().zip(&self.seconds[b]);
        pairs.filter(|(a, b)| is_better(**a, **b, self.margin())).count()
    }

    /// How many seconds are significant.
    fn margin(&self) -> f64 {
        self.paper.significant * self.limit
    }

    fn solved(&self, config: usize) -> usize {
        self.seconds[config].iter().flatten().count()
    }

    fn par2(&self, config: usize) -> f64 {
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
    fn best(&self, members: &[usize], level: usize) -> Option<f64> {
        members.iter().filter_map(|&m| self.seconds[m][level]).min_by(f64::total_cmp)
    }

    fn value(&self, members: &[usize]) -> Portfolio {
        let times: Vec<Option<f64>> = (0..self.levels.len()).map(|level| self.best(members, level)).collect();
        Portfolio {
            members: members.to_vec(),
            solved: times.iter().flatten().count(),
            seconds: times.iter().map(|t| t.unwrap_or(2.0 * self.limit)).sum(),
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
            "# Chosen by `boxwright papers group-effort` from {} configurations on {} levels, {} s each:\n# together \
             they solve {}.\n",
            self.specs.len(),
            self.levels.len(),
            self.limit,
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

    /// The report.
    #[must_use]
    pub fn document(&self) -> Document {
        let paper = &self.paper;
        let ranking = self.ranking();
        let short = |spec: &str| spec.replace(&format!(",{}", paper.options), "");

        let mut solvers = Sheet::new(&["", "configuration", "solved", "PAR-2 (s)", "beats the best on"]);
        for (place, &config) in ranking.iter().enumerate() {
            solvers.row([
                format!("{}", place + 1),
                short(&self.specs[config]),
                self.solved(config).to_string(),
                format!("{:.1}", self.par2(config)),
                self.better(config, ranking[0]).to_string(),
            ]);
        }
        let numbers: Vec<String> = (1..=ranking.len()).map(|n| n.to_string()).collect();
        let mut matrix = Sheet::new(&["better than"]);
        matrix.head.extend(numbers.clone());
        for (&a, number) in ranking.iter().zip(numbers) {
            let cells = ranking.iter().map(|&b| if a == b { String::new() } else { self.better(a, b).to_string() });
            matrix.row(std::iter::once(number).chain(cells));
        }
        let mut portfolios = Sheet::new(&["members", "solved", "PAR-2 (s)", "which"]);
        for &size in paper.members.iter().filter(|&&size| size <= ranking.len()) {
            let chosen = self.portfolio(size);
            let places: Vec<String> = chosen
                .members
                .iter()
                .filter_map(|m| ranking.iter().position(|r| r == m))
                .map(|place| (place + 1).to_string())
                .collect();
            portfolios.row([
                size.to_string(),
                chosen.solved.to_string(),
                format!("{:.1}", chosen.seconds),
                places.join(" "),
            ]);
        }
        let part = |heading: &str, remark: String, sheet| Part {
            heading: heading.to_owned(),
            remarks: if remark.is_empty() { Vec::new() } else { vec![remark] },
            sheet,
        };
        Document {
            title: format!("{}: \u{201c}{}\u{201d}", paper.author, paper.title),
            introduction: vec![
                format!("{}. Its experiments: {}.", paper.source, paper.machine),
                format!(
                    "Ours: {} configurations on {} levels, at most {} s each, one thread. Made by `boxwright papers \
                     group-effort`.",
                    self.specs.len(),
                    self.levels.len(),
                    self.limit
                ),
                self.without_depth_first(),
            ],
            parts: vec![
                part("The configurations, the best first", String::new(), solvers),
                part(
                    "The best portfolios",
                    "Every member has a core of its own; PAR-2 counts twice the limit for an unsolved level.".to_owned(),
                    portfolios,
                ),
                part(
                    "Significantly better",
                    format!(
                        "How many levels the one on the left solves and the one above does not, or only {:.2} s ({} % of \
                         the limit) later.",
                        paper.significant * self.limit,
                        paper.significant * 100.0
                    ),
                    matrix,
                ),
                part("Seconds per level", "In the order of the first table; - not solved.".to_owned(), self.times(&ranking)),
            ],
            notes: vec![
                "Breadth-first search finds solutions of the same length whatever its estimate; metric and assignment \
                 decide which of the nodes of a layer it takes first. Depth-first search takes the successors of a node \
                 in their order."
                    .to_owned(),
            ],
        }
    }

    fn times(&self, ranking: &[usize]) -> Sheet {
        let mut sheet = Sheet::new(&["level"]);
        sheet.head.extend((1..=ranking.len()).map(|n| n.to_string()));
        for (number, level) in self.levels.iter().enumerate() {
            let cell = |&config: &usize| {
                self.seconds[config][number].map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.2}"))
            };
            sheet.row(std::iter::once(level.clone()).chain(ranking.iter().map(cell)));
        }
        sheet
    }

    /// The paper's remark about depth-first search, and what we found.
    fn without_depth_first(&self) -> String {
        let (with, without): (Vec<usize>, Vec<usize>) = (
            (0..self.specs.len()).collect(),
            (0..self.specs.len()).filter(|&c| !self.specs[c].starts_with("dfs")).collect(),
        );
        let worse = (0..self.levels.len())
            .filter(|&level| is_better(self.best(&with, level), self.best(&without, level), self.margin()))
            .count();
        format!(
            "Without the depth-first searches {worse} of our {} levels are solved significantly worse (paper: {} of {}).",
            self.levels.len(),
            self.paper.worse_without_dfs,
            self.paper.large_set
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment(seconds: Vec<Vec<Option<f64>>>) -> Experiment {
        let paper = GroupEffort::new();
        let specs = paper.specs()[..seconds.len()].to_vec();
        let levels = (0..seconds[0].len()).map(|n| n.to_string()).collect();
        Experiment { paper, specs, levels, limit: 10.0, seconds }
    }

    #[test]
    fn there_are_thirty_six_configurations_and_all_are_strategies() {
        let specs = GroupEffort::new().specs();
        assert_eq!(specs.len(), 36);
        for spec in specs {
            assert!(crate::solve::check_strategy(Game::Sokoban, &spec).is_ok(), "{spec}");
        }
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
