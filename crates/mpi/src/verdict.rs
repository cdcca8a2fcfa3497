//! What several ranks have found out about one level, as one report.
//!
//! For any solution the first one will do. With an objective the cheapest solution of all ranks counts, and a proof of any
//! rank is a proof about all: a rank that has exhausted its space under a bound has shown that nothing is cheaper than
//! that bound, whoever has the solution that costs so much. Lower bounds hold for everybody, so the largest counts, and
//! one that meets the best solution is a proof, too.

use boxwright::{Objective, Report, Status, StoppedBy};
use boxwright_portfolio::strategy::cost_of;

/// What is known about a level so far.
pub struct Verdict {
    objective: Objective,
    best: Option<Report>,
    /// Somebody has shown that nothing is cheaper than the least bound.
    proven: bool,
    /// Somebody has shown that there is no solution at all.
    unsolvable: bool,
    /// The least cost that anybody knew of.
    bound: u64,
    lower_bound: usize,
    refused: Option<Report>,
    /// A report without an answer.
    rest: Option<Report>,
    /// Of what stopped ranks, the first in the order of [`REASONS`].
    stopped_by: Option<StoppedBy>,
    /// Counted over all ranks.
    expanded: u64,
    generated: u64,
    stored: u64,
    peak_bytes: usize,
}

impl Verdict {
    /// Nothing is known.
    #[must_use]
    pub fn new(objective: Objective) -> Verdict {
        Verdict {
            objective,
            best: None,
            proven: false,
            unsolvable: false,
            bound: u64::MAX,
            lower_bound: 0,
            refused: None,
            rest: None,
            stopped_by: None,
            expanded: 0,
            generated: 0,
            stored: 0,
            peak_bytes: 0,
        }
    }

    /// Somebody has a solution that costs so much; whether nobody had a better one.
    pub fn bounded(&mut self, cost: u64) -> bool {
        let better = cost < self.bound;
        self.bound = self.bound.min(cost);
        better
    }

    /// No solution costs less than this.
    pub fn at_least(&mut self, lower_bound: usize) {
        // Costs of the two-fold objectives are no plain numbers, and without an objective nobody asks.
        if matches!(self.objective, Objective::Pushes | Objective::Moves) {
            self.lower_bound = self.lower_bound.max(lower_bound);
        }
    }

    /// What a rank reports, with the bound it worked under. A solution must have been replayed.
    pub fn add(&mut self, report: Report, bound: u64) {
        self.bound = self.bound.min(bound);
        self.expanded += report.expanded;
        self.generated += report.generated;
        self.stored += report.stored;
        self.peak_bytes += report.peak_bytes;
        let ended = report.stopped_by.is_none();
        let reasons = [self.stopped_by, report.stopped_by];
        self.stopped_by = REASONS.into_iter().find(|&reason| reasons.contains(&Some(reason)));
        match report.status {
            Status::Solved => {
                self.proven |= ended && self.objective != Objective::Any;
                if !ended {
                    self.at_least(report.lower_bound.unwrap_or(0));
                }
                let cost = self.cost(&report);
                self.bound = self.bound.min(cost);
                if self.best.as_ref().is_none_or(|best| cost < self.cost(best)) {
                    self.best = Some(report);
                }
            }
            Status::Unsolvable if bound == u64::MAX => {
                self.unsolvable = true;
                self.rest = Some(report);
            }
            Status::Unsolvable => self.proven = true,
            Status::Refused => self.refused = Some(report),
            Status::Stopped | Status::Invalid => {
                self.at_least(report.lower_bound.unwrap_or(0));
                self.rest.get_or_insert(report);
            }
        }
    }

    fn cost(&self, report: &Report) -> u64 {
        cost_of(self.objective, report.moves.unwrap_or(0), report.pushes.unwrap_or(0))
    }

    /// Whether nobody needs to go on.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let met = self.bound < u64::MAX && self.lower_bound > 0 && self.bound <= self.lower_bound as u64;
        let any = self.objective == Objective::Any && self.best.is_some();
        any || met || self.proven || self.unsolvable || self.refused.is_some()
    }

    /// The report about the level, when all ranks have reported.
    #[must_use]
    pub fn into_report(self) -> Option<Report> {
        let Verdict { expanded, generated, stored, peak_bytes, .. } = self;
        let lower_bound = (self.lower_bound > 0).then_some(self.lower_bound);
        let settled = self.is_settled();
        let cost = self.best.as_ref().map(|best| self.cost(best));
        let report = match (self.refused, self.best) {
            (Some(refused), _) => refused,
            (None, Some(best)) if self.objective == Objective::Any => best,
            // Without the solution that gave the bound, nothing is proven of another one.
            (None, Some(mut best)) if settled && cost == Some(self.bound) => {
                (best.optimal, best.stopped_by) = (None, None);
                best.prove(self.objective);
                best
            }
            (None, Some(best)) => Report { optimal: None, lower_bound, stopped_by: self.stopped_by, ..best },
            (None, None) if self.unsolvable => self.rest?,
            (None, None) => Report { lower_bound, stopped_by: self.stopped_by, ..self.rest? },
        };
        Some(Report { expanded, generated, stored, peak_bytes, ..report })
    }
}

/// Of several reasons for having no answer, the first is told.
const REASONS: [StoppedBy; 6] = [
    StoppedBy::Cancelled,
    StoppedBy::Time,
    StoppedBy::Nodes,
    StoppedBy::Memory,
    StoppedBy::Disk,
    StoppedBy::Incomplete,
];

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright::{Request, solve_level, source};

    /// A report with a solution of so many pushes, and others like it.
    fn report(status: Status, pushes: Option<usize>, stopped_by: Option<StoppedBy>) -> Report {
        let level = source::read("x.xsb", b"#####\n#@$.#\n#####\n").unwrap().levels.remove(0);
        let solved = solve_level(&level, &Request::default(), |_| {});
        let solution = pushes.map(|n| "R".repeat(n));
        Report { status, solution, pushes, moves: pushes, stopped_by, optimal: None, lower_bound: None, ..solved }
    }

    fn verdict(objective: Objective, reports: Vec<(Report, u64)>) -> Report {
        let mut verdict = Verdict::new(objective);
        reports.into_iter().for_each(|(report, bound)| verdict.add(report, bound));
        verdict.into_report().expect("there are reports")
    }

    const NONE: u64 = u64::MAX;

    #[test]
    fn a_proof_is_about_the_best_solution_of_all() {
        let found = || (report(Status::Solved, Some(8), Some(StoppedBy::Cancelled)), 8);
        let worse = || (report(Status::Solved, Some(10), Some(StoppedBy::Cancelled)), 10);
        // Exhausted under a bound from elsewhere, with nothing of its own and with something worse.
        let exhausted = || (report(Status::Unsolvable, None, None), 8);
        let misled = || (report(Status::Solved, Some(10), None), 8);
        for proof in [exhausted(), misled()] {
            for reports in [vec![found(), worse(), proof.clone()], vec![proof.clone(), found()]] {
                let all = verdict(Objective::Pushes, reports);
                assert_eq!((all.status, all.pushes, all.optimal), (Status::Solved, Some(8), Some(Objective::Pushes)));
                assert_eq!((all.lower_bound, all.stopped_by), (Some(8), None));
            }
        }
        // Without the solution of eight pushes nothing is proven about the one of ten.
        let all = verdict(Objective::Pushes, vec![worse(), exhausted()]);
        assert_eq!((all.status, all.pushes, all.optimal), (Status::Solved, Some(10), None));
    }

    #[test]
    fn bounds_meet() {
        let bounded = |lower_bound| Report {
            lower_bound: Some(lower_bound),
            ..report(Status::Stopped, None, Some(StoppedBy::Memory))
        };
        let found = || (report(Status::Solved, Some(8), Some(StoppedBy::Time)), 8);
        let all = verdict(Objective::Pushes, vec![(bounded(8), NONE), found()]);
        assert_eq!((all.optimal, all.stopped_by), (Some(Objective::Pushes), None));
        let all = verdict(Objective::Pushes, vec![(bounded(7), NONE), found(), (bounded(5), NONE)]);
        assert_eq!((all.optimal, all.stopped_by, all.lower_bound), (None, Some(StoppedBy::Time), Some(7)));
        assert_eq!((all.status, all.expanded), (Status::Solved, 3 * found().0.expanded));
    }

    #[test]
    fn any_solution_will_do_and_none_is_no_solution() {
        let stopped = || (report(Status::Stopped, None, Some(StoppedBy::Cancelled)), NONE);
        let unsolvable = || (report(Status::Unsolvable, None, None), NONE);
        let solved = || (report(Status::Solved, Some(3), None), NONE);
        assert_eq!(verdict(Objective::Any, vec![stopped(), solved()]).pushes, Some(3));
        assert_eq!(verdict(Objective::Any, vec![stopped(), unsolvable()]).status, Status::Unsolvable);
        assert_eq!(verdict(Objective::Moves, vec![unsolvable(), stopped()]).stopped_by, None);
        let refused = (report(Status::Refused, None, None), NONE);
        assert_eq!(verdict(Objective::Any, vec![solved(), refused]).status, Status::Refused, "a bug is told");
        assert_eq!(verdict(Objective::Any, vec![stopped()]).stopped_by, Some(StoppedBy::Cancelled));
    }

    #[test]
    fn settled_means_that_nobody_needs_to_go_on() {
        let mut verdict = Verdict::new(Objective::Pushes);
        assert!(verdict.bounded(9) && verdict.bounded(8) && !verdict.bounded(8) && !verdict.is_settled());
        verdict.at_least(7);
        assert!(!verdict.is_settled());
        verdict.at_least(8);
        assert!(verdict.is_settled());
        let mut verdict = Verdict::new(Objective::PushesMoves);
        verdict.bounded(8);
        verdict.at_least(8);
        assert!(!verdict.is_settled(), "a two-fold cost is no plain number");
    }
}
