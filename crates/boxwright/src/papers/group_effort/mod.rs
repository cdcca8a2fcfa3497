//! The experiment of GroupEffort (Froleyks and Balyo 2017): all its solver configurations on a collection of levels, who
//! is significantly better than whom, and which of them belong into a portfolio.

mod experiment;
mod report;

use serde::Deserialize;

use super::{Collections, Observer, Report};
use crate::report::Status;
use crate::solve::{Request, solve_level};
use crate::source;
pub use experiment::{Experiment, Portfolio};

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

impl GroupEffort {
    /// The paper.
    ///
    /// # Panics
    /// Never: the file is part of the program, and a test reads it.
    #[must_use]
    pub fn new() -> GroupEffort {
        toml::from_str(include_str!("../../../../../papers/group-effort.toml"))
            .expect("papers/group-effort.toml is good")
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

    /// Runs configurations on levels of Sokoban. `request` has the limits; `observe` sees each run as it ends.
    ///
    /// # Errors
    /// If there is no level.
    pub fn run(
        self,
        specs: Vec<String>,
        levels: &Collections<'_>,
        request: &Request,
        observe: &mut Observer<'_>,
    ) -> Result<Experiment, String> {
        let named = levels.sokoban();
        if named.is_empty() {
            return Err("there is no Sokoban level to work on".to_owned());
        }
        let mut seconds = vec![vec![None; named.len()]; specs.len()];
        for (number, (name, level)) in named.iter().enumerate() {
            for (spec, seconds) in specs.iter().zip(&mut seconds) {
                if request.cancel.is_cancelled() {
                    break;
                }
                let request = Request { strategy: spec.clone(), ..request.clone() };
                let report = solve_level(level, &request, |_| {});
                seconds[number] = (report.status == Status::Solved).then_some(report.seconds);
                observe(&format!("{spec} on {name}"), report.seconds);
            }
        }
        let names = named.into_iter().map(|(name, _)| name).collect();
        Ok(Experiment { paper: self, specs, files: levels.files(), levels: names, request: request.clone(), seconds })
    }
}

/// The experiment of the kept report: all configurations on the built-in levels.
pub(super) fn experiment(_: &Collections<'_>, request: &Request, observe: &mut Observer<'_>) -> Result<Report, String> {
    let paper = GroupEffort::new();
    let specs = paper.specs();
    let sources = source::load(&[]).sources;
    Ok(Report::new(paper.run(specs, &Collections::new(&sources), request, observe)?.document()))
}

impl Default for GroupEffort {
    fn default() -> GroupEffort {
        GroupEffort::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use boxwright_portfolio::{Crew, Engine, Sokoban};
    use std::collections::HashSet;

    #[test]
    fn there_are_thirty_six_configurations_and_all_are_strategies() {
        let specs = GroupEffort::new().specs();
        assert_eq!(specs.len(), 36);
        for spec in specs {
            assert!(crate::solve::check_strategy(Game::Sokoban, &spec).is_ok(), "{spec}");
        }
    }

    #[test]
    fn the_preset_has_sixteen_of_them() {
        let text = Sokoban::presets().iter().find(|(name, _)| *name == "group-effort").expect("it is built in").1;
        let members: HashSet<String> = Crew::parse(text).unwrap().members.into_iter().map(|m| m.spec).collect();
        assert_eq!(members.len(), 16);
        let specs = GroupEffort::new().specs();
        assert!(members.iter().all(|member| specs.contains(member)), "{members:?}");
    }
}
