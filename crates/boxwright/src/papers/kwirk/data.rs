//! What a paper published, as read from its data file.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A paper and its tables.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Its title.
    pub title: String,
    /// Who wrote it.
    pub author: String,
    /// Where it appeared.
    pub source: String,
    /// What its experiments ran on.
    pub machine: String,
    /// The puzzles, in the order of its tables; also the stems of the puzzles' files.
    pub puzzles: Vec<String>,
    /// The puzzles for which its m is one more than ours.
    pub one_more: Vec<String>,
    /// Its tables of results.
    #[serde(rename = "table")]
    pub tables: Vec<TableOfResults>,
}

/// A table of results.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableOfResults {
    /// Its number in the paper, or the section that tells the results in words.
    pub number: String,
    /// What it is about.
    pub caption: String,
    /// The solvers.
    #[serde(rename = "solver")]
    pub solvers: Vec<SolverColumn>,
}

/// A solver's column of a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolverColumn {
    /// As the paper calls it.
    pub name: String,
    /// Our counterpart.
    pub spec: String,
    /// Whether its m is the fewest possible, so that ours must be equal.
    #[serde(default)]
    pub exact: bool,
    /// The spec of the solver that this one is a variation of, where the paper gives no numbers.
    pub base: Option<String>,
    /// By puzzle; those not listed were not published.
    pub results: BTreeMap<String, Published>,
}

/// One published result.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The moves of the solution, if there was one.
    pub m: Option<usize>,
    /// The states opened.
    pub s: u64,
    /// The sub-goal sequences explored.
    pub seq: Option<usize>,
    /// Why there was no solution: MEM or SLOW.
    pub stopped: Option<String>,
}

impl Paper {
    /// The Kwirk paper.
    ///
    /// # Panics
    /// Never: the file is part of the program, and a test reads it.
    #[must_use]
    pub fn kwirk() -> Paper {
        toml::from_str(include_str!("../../../../../papers/kwirk.toml")).expect("papers/kwirk.toml is well-formed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright_search::spec::Spec;

    #[test]
    fn the_kwirk_papers_numbers_are_complete() {
        let paper = Paper::kwirk();
        assert_eq!(paper.puzzles.len(), 16);
        let numbers: Vec<&str> = paper.tables.iter().map(|t| t.number.as_str()).collect();
        assert_eq!(numbers, ["1", "2", "3", "4", "6.2", "6.4"]);
        for solver in &paper.tables[0].solvers {
            assert_eq!(solver.results.len(), 16, "{}", solver.name);
        }
        for solver in paper.tables.iter().flat_map(|t| &t.solvers) {
            assert!(Spec::parse(&solver.spec, crate::Game::Kwirk.strategies()).is_ok(), "{}", solver.spec);
            for (puzzle, published) in &solver.results {
                assert!(paper.puzzles.contains(puzzle), "{puzzle}");
                assert!(published.m.is_some() != published.stopped.is_some(), "{} on {puzzle}", solver.name);
            }
        }
        // "The most a single solver could solve was 16 out of 30" (section 9).
        let solved = |s: &SolverColumn| s.results.values().filter(|r| r.m.is_some()).count();
        let counts: Vec<usize> = paper.tables[0].solvers.iter().map(solved).collect();
        assert_eq!(counts, [15, 16, 16, 14, 15, 15]);
    }
}
