//! The experiment as a report: tables, and what was solved by when as a plot.

use super::super::document::{Document, Part, Sheet};
use super::super::ours;
use super::Experiment;
use crate::plot::{Axis, Colour, Figure, Legend, Panel, Series};
use crate::results::is_better;

/// What took no longer is drawn as this.
const SHORTEST: f64 = 1e-5;

/// What every report says below its tables.
const NOTES: &[&str] = &[
    "Breadth-first search finds solutions of the same length whatever its estimate; metric and assignment decide which \
     of the nodes of a layer it takes first. Depth-first search takes the successors of a node in their order.",
    "The paper's portfolio of k members are the k best by themselves. Ours are chosen to complement each other: the \
     member that brings most is added first, then members are exchanged as long as that helps. `--save` writes them as \
     a file for `solve --portfolio`; sixteen chosen so are `portfolio(preset=group-effort)`.",
    "Threads. The paper has two per core: one solves without interruption, the other sleeps and about once a second \
     exchanges with the other solvers, over MPI. On one machine ours needs no second thread, because nothing has to be \
     sent: members read and write common tables without locks (search: shared.rs; the cost of the best solution, and \
     the keys of positions proven dead by the recursive property), so what one finds all others know at the next node \
     they look up. A member looks up from its work about every 5 ms to see whether the race is over, and the thread \
     that asked for a solution sleeps and watches the limits. With fewer threads than members these take turns of \
     doubling length; the paper always has a core for each. A step of communication about once a second remains where \
     memory is not shared: between the processes of boxwright-mpi.",
];

impl Experiment {
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
                    "{} configurations on {} levels. {}",
                    self.specs.len(),
                    self.levels.len(),
                    ours("run", &self.request, &format!("group-effort {}", self.files))
                ),
                self.without_depth_first(),
            ],
            parts: vec![
                part("The configurations, the best first", String::new(), solvers),
                part(
                    "The best portfolios",
                    "Every member has a core of its own; PAR-2 counts twice the limit for an unsolved level."
                        .to_owned(),
                    portfolios,
                ),
                part(
                    "Significantly better",
                    format!(
                        "How many levels the one on the left solves and the one above does not, or only {:.2} s ({} % of \
                         the limit) later.",
                        self.margin(),
                        paper.significant * 100.0
                    ),
                    matrix,
                ),
                part(
                    "Seconds per level",
                    "In the order of the first table; - not solved.".to_owned(),
                    self.times(&ranking),
                ),
            ],
            notes: NOTES.iter().map(|&note| note.to_owned()).collect(),
            figure: Some(self.figure(&ranking)),
            records: None,
        }
    }

    /// What was solved by when: by the best configuration with each search, metric and assignment, and by portfolios.
    fn figure(&self, ranking: &[usize]) -> Figure {
        let limit = self.limit();
        let times = || self.seconds.iter().flatten().flatten().copied();
        let panel = |title: &str, lines: Vec<(String, Vec<f64>)>| Panel {
            title: title.to_owned(),
            x: Axis::decades("seconds", times().map(|time| time.clamp(SHORTEST, limit.max(SHORTEST))).chain([limit])),
            y: Axis::count("levels solved", self.levels.len()),
            series: (lines.into_iter().enumerate())
                .map(|(number, (name, times))| Series::cumulative(&name, Colour::Hue(number), times, limit))
                .collect(),
        };
        let best_with = |title: &str, values: &[String]| {
            let has = |config: usize, value: &str| self.plain(config).split(' ').any(|word| word == value);
            let best = |value: &String| ranking.iter().find(|&&config| has(config, value));
            let line = |&config: &usize| (self.plain(config), self.seconds[config].iter().flatten().copied().collect());
            panel(title, values.iter().filter_map(best).map(line).collect())
        };
        let portfolio = |&size: &usize| {
            let members = self.portfolio(size).members;
            let name = if size == 1 { "1 member".to_owned() } else { format!("{size} members") };
            (name, (0..self.levels.len()).filter_map(|level| self.best(&members, level)).collect())
        };
        let sizes = self.paper.members.iter().filter(|&&size| size <= ranking.len());
        Figure {
            title: "Levels solved over time, by the best configurations and portfolios".to_owned(),
            panels: vec![
                best_with("The best with each search", &self.paper.searches),
                best_with("The best with each metric", &self.paper.metrics),
                best_with("The best with each assignment", &self.paper.assignments),
                panel("Portfolios, a core for every member", sizes.map(portfolio).collect()),
            ],
            across: 2,
            frame: (370.0, 240.0),
            legend: Legend::Within,
        }
    }

    /// A configuration without punctuation: search, metric, assignment.
    fn plain(&self, config: usize) -> String {
        let spec = self.specs[config].replace(&format!(",{}", self.paper.options), "");
        spec.replace("(metric=", " ").replace(",assign=", " ").replace(')', "")
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
    use super::super::GroupEffort;
    use super::*;
    use crate::solve::Request;

    #[test]
    fn every_search_metric_and_assignment_has_its_line() {
        let paper = GroupEffort::new();
        let specs = paper.specs();
        // Each configuration solves one of two levels, the later ones in less time.
        let seconds = (0..specs.len()).map(|i| vec![Some(1.0 / (1.0 + i as f64)), None]).collect();
        let levels = vec!["a".to_owned(), "b".to_owned()];
        let (files, request) = ("x.xsb".to_owned(), Request::default());
        let experiment = Experiment { paper, specs, files, levels, request, seconds };
        let figure = experiment.document().figure.unwrap();
        let names = |panel: &Panel| panel.series.iter().map(|series| series.name.clone()).collect::<Vec<_>>();
        assert_eq!(
            names(&figure.panels[0]),
            ["bfs pull hungarian", "dfs pull hungarian", "astar pull hungarian", "cbfs pull hungarian"]
        );
        assert_eq!(names(&figure.panels[2]), ["cbfs pull closest", "cbfs pull greedy", "cbfs pull hungarian"]);
        assert_eq!(names(&figure.panels[3]), ["1 member", "4 members", "8 members", "16 members"]);
        assert!(experiment.document().introduction[1].contains("group-effort x.xsb --time 60s"));
    }
}
