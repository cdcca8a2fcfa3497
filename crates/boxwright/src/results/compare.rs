//! Two runs, or two strategies, on the levels that both have tried.
//!
//! Who is better is told in three ways: how many levels were solved; PAR-2, the mean time where an unsolved level counts
//! twice the limit; and on how many levels one is *significantly* better, as GroupEffort (Froleyks and Balyo 2017) has
//! it: faster by at least a tenth of the limit, or solving what the other does not.

use std::collections::BTreeMap;

use boxwright_search::spec::Spec;
use boxwright_store::Attempt;

use super::Results;
use super::listing::{Names, is_answered, name};
use super::scatter::figure;
use crate::game::Game;
use crate::papers::document::{Document, Part, Sheet};

/// Differences below this part of the limit mean nothing.
pub const SIGNIFICANT: f64 = 0.1;

/// One of the two that are compared.
#[derive(Clone, Debug)]
pub struct Side {
    /// As the user wrote it.
    pub name: String,
    /// Its last attempt at every level, by the level's number among the results and the objective.
    attempts: BTreeMap<(usize, String), Attempt>,
}

/// A level that both have tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The level.
    pub level: String,
    /// The seconds of both, if they had the answer.
    pub seconds: [Option<f64>; 2],
}

/// A comparison.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The names of both.
    pub names: [String; 2],
    /// The levels that both have tried.
    pub pairs: Vec<Pair>,
    /// Levels that only one of them has tried.
    pub left_out: usize,
    /// The time limit; the largest, if there were several.
    pub limit: f64,
}

impl Side {
    /// The attempts of the run with this name or number, or else with this strategy.
    ///
    /// # Errors
    /// If there are none; the text says what there is.
    pub fn find(results: &Results, name: &str) -> Result<Side, String> {
        let is_run = results.runs.iter().any(|run| run.label() == name);
        let normal = |game: Game| Spec::parse(name, game.strategies()).map(|spec| spec.to_string()).ok();
        // A portfolio from a file is stored with its members, which is no spec.
        let specs: Vec<String> = Game::ALL.into_iter().filter_map(normal).chain([name.to_owned()]).collect();
        let mut attempts = BTreeMap::new();
        for (number, level) in results.levels.iter().enumerate() {
            for attempt in &level.attempts {
                let own = if is_run { results.run_label(attempt) == name } else { specs.contains(&attempt.strategy) };
                if own {
                    attempts.insert((number, attempt.objective.clone()), attempt.clone());
                }
            }
        }
        if attempts.is_empty() {
            let mut there: Vec<String> = results.runs.iter().map(|run| format!("run {}", run.label())).collect();
            there.extend(results.levels.iter().flat_map(|l| &l.attempts).map(|a| a.strategy.clone()));
            let mut seen = std::collections::HashSet::new();
            there.retain(|name| seen.insert(name.clone()));
            return Err(format!("nothing is stored of a run or strategy '{name}'; there are: {}", there.join(", ")));
        }
        Ok(Side { name: name.to_owned(), attempts })
    }
}

/// Whether the first is faster by at least the margin, or solves what the second does not.
#[must_use]
pub fn is_better(a: Option<f64>, b: Option<f64>, margin: f64) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a + margin <= b,
        (Some(_), None) => true,
        (None, _) => false,
    }
}

impl Comparison {
    /// Compares two.
    #[must_use]
    pub fn new(a: &Side, b: &Side) -> Comparison {
        let both: Vec<_> = a.attempts.iter().filter_map(|(key, a)| Some((a, b.attempts.get(key)?))).collect();
        let longest = both.iter().flat_map(|&(a, b)| [a, b]).map(|a| a.limits.seconds.unwrap_or(a.seconds));
        let seconds = |attempt: &Attempt| is_answered(attempt).then_some(attempt.seconds);
        Comparison {
            names: [a.name.clone(), b.name.clone()],
            limit: longest.fold(0.0, f64::max),
            left_out: a.attempts.len() + b.attempts.len() - 2 * both.len(),
            pairs: (both.into_iter())
                .map(|(a, b)| Pair { level: name(a, Names::Short), seconds: [seconds(a), seconds(b)] })
                .collect(),
        }
    }

    /// How many levels one of them has an answer for.
    #[must_use]
    pub fn solved(&self, side: usize) -> usize {
        self.pairs.iter().filter(|pair| pair.seconds[side].is_some()).count()
    }

    /// The mean time, an unsolved level counting twice the limit.
    #[must_use]
    pub fn par2(&self, side: usize) -> f64 {
        let sum: f64 = self.pairs.iter().map(|pair| pair.seconds[side].unwrap_or(2.0 * self.limit)).sum();
        sum / self.pairs.len().max(1) as f64
    }

    /// Which of both is significantly better on a level.
    #[must_use]
    pub fn winner(&self, pair: &Pair) -> Option<usize> {
        let ([a, b], margin) = (pair.seconds, SIGNIFICANT * self.limit);
        match (is_better(a, b, margin), is_better(b, a, margin)) {
            (true, _) => Some(0),
            (_, true) => Some(1),
            _ => None,
        }
    }

    /// The comparison as a report.
    #[must_use]
    pub fn document(&self) -> Document {
        let mut sums = Sheet::new(&["", "levels", "solved", "PAR-2", "significantly better"]);
        for side in 0..2 {
            let better = self.pairs.iter().filter(|pair| self.winner(pair) == Some(side)).count();
            let (solved, par2) = (self.solved(side), self.par2(side));
            let levels = self.pairs.len();
            let cells = [levels.to_string(), solved.to_string(), format!("{par2:.3}"), better.to_string()];
            sums.row(std::iter::once(self.names[side].clone()).chain(cells));
        }
        let mut levels = Sheet::new(&["level", &self.names[0], &self.names[1], "better"]);
        let shown = |seconds: Option<f64>| seconds.map_or_else(|| "-".to_owned(), |s| format!("{s:.3}"));
        for pair in &self.pairs {
            if let Some(winner) = self.winner(pair) {
                let [a, b] = pair.seconds.map(shown);
                levels.row([pair.level.clone(), a, b, self.names[winner].clone()]);
            }
        }
        let mut parts = vec![Part { heading: "Together".to_owned(), remarks: Vec::new(), sheet: sums }];
        if !levels.rows.is_empty() {
            let heading = "Levels where one is significantly better (seconds)".to_owned();
            parts.push(Part { heading, remarks: Vec::new(), sheet: levels });
        }
        let mut notes = vec![format!(
            "The limit is {} s. Solved: with the proof, where one was asked for, or proven unsolvable. PAR-2 is the mean \
             time, unsolved levels counted with twice the limit. Significantly better: at least {:.1} s faster, or the \
             other has no answer.",
            self.limit,
            SIGNIFICANT * self.limit
        )];
        if self.left_out > 0 {
            notes.push(format!("{} attempts at levels that only one of them has tried are left out.", self.left_out));
        }
        let title = format!("{} against {}", self.names[0], self.names[1]);
        Document { title, parts, notes, figure: Some(figure(self)), ..Document::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significance_and_par2() {
        let pair = |a, b| Pair { level: String::new(), seconds: [a, b] };
        let pairs = vec![
            pair(Some(1.0), Some(1.9)),
            pair(Some(1.0), Some(2.0)),
            pair(Some(9.0), Some(0.5)),
            pair(None, Some(10.0)),
            pair(Some(10.0), None),
            pair(None, None),
        ];
        let names = ["a".to_owned(), "b".to_owned()];
        let comparison = Comparison { names, pairs, left_out: 1, limit: 10.0 };
        let winners: Vec<_> = comparison.pairs.iter().map(|pair| comparison.winner(pair)).collect();
        assert_eq!(winners, [None, Some(0), Some(1), Some(1), Some(0), None]);
        assert_eq!((comparison.solved(0), comparison.solved(1)), (4, 4));
        assert!((comparison.par2(0) - 61.0 / 6.0).abs() < 1e-9, "{}", comparison.par2(0));
        let text = comparison.document().terminal();
        assert!(text.contains("at least 1.0 s faster") && text.contains("1 attempts at levels"), "{text}");
        assert_eq!(comparison.document().parts[1].sheet.rows.len(), 4);
    }
}
