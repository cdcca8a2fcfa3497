//! What came of a level: one line of JSON, read by other programs, so its fields and their order are a contract.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use boxwright_search::{LEXICOGRAPHIC_STEP, Limit, Objective};

use crate::game::{AnyLevel, Game};

/// How a level ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A verified solution is there.
    Solved,
    /// Proven to have none.
    Unsolvable,
    /// A limit was met first.
    Stopped,
    /// The level has faults.
    Invalid,
    /// A plan was found that the verification refused: a bug of this program.
    Refused,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 5] =
        [Status::Solved, Status::Unsolvable, Status::Stopped, Status::Invalid, Status::Refused];

    /// As in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Unsolvable => "unsolvable",
            Status::Stopped => "stopped",
            Status::Invalid => "invalid",
            Status::Refused => "refused",
        }
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StoppedBy {
    /// The time was up.
    Time,
    /// The memory was used up.
    Memory,
    /// The allowed nodes were expanded.
    Nodes,
    /// The user stopped it.
    Cancelled,
    /// The files of `--spill` could not be written or read; the error says why.
    Disk,
    /// The strategy has looked at everything it looks at, which is not everything there is.
    Incomplete,
}

impl StoppedBy {
    /// All of them.
    pub const ALL: [StoppedBy; 6] = [
        StoppedBy::Time,
        StoppedBy::Memory,
        StoppedBy::Nodes,
        StoppedBy::Cancelled,
        StoppedBy::Disk,
        StoppedBy::Incomplete,
    ];

    /// As in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            StoppedBy::Time => "time",
            StoppedBy::Memory => "memory",
            StoppedBy::Nodes => "nodes",
            StoppedBy::Cancelled => "cancelled",
            StoppedBy::Disk => "disk",
            StoppedBy::Incomplete => "incomplete",
        }
    }
}

impl From<Limit> for StoppedBy {
    fn from(limit: Limit) -> StoppedBy {
        match limit {
            Limit::Time => StoppedBy::Time,
            Limit::Memory => StoppedBy::Memory,
            Limit::Nodes => StoppedBy::Nodes,
            Limit::Cancelled => StoppedBy::Cancelled,
            Limit::Disk => StoppedBy::Disk,
        }
    }
}

/// What came of a level. Serialised, it is one line of `boxwright solve --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The game.
    #[serde(serialize_with = "game_name", deserialize_with = "game_named")]
    pub game: Game,
    /// Where the level is from, as the user wrote it.
    pub source: String,
    /// Its number there, from 1.
    pub index: usize,
    /// Its name.
    pub title: Option<String>,
    /// How it ended.
    pub status: Status,
    /// Why it stopped, if it did.
    pub stopped_by: Option<StoppedBy>,
    /// The solution in LURD (Kwirk: and `s`); of a refused plan it is not given.
    pub solution: Option<String>,
    /// Its moves, pushes included (Kwirk: steps and switches).
    pub moves: Option<usize>,
    /// Its pushes (Kwirk: blocks pushed and turnstiles turned).
    pub pushes: Option<usize>,
    /// What it is proven to be the best in.
    #[serde(serialize_with = "objective_name", deserialize_with = "objective_named")]
    pub optimal: Option<Objective>,
    /// No solution has fewer pushes than this (fewer moves, if the objective counts moves first).
    pub lower_bound: Option<usize>,
    /// The strategy that was at work, with all that differs from its defaults.
    pub strategy: Option<String>,
    /// Time from the loading of the level to its answer.
    pub seconds: f64,
    /// Positions whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// The most bytes the search held.
    pub peak_bytes: usize,
    /// The most bytes it had in files, if it kept any.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub disk_bytes: u64,
    /// What is wrong with the level, all faults; or with the files of the search.
    pub error: Option<String>,
    /// Whether this was answered from a store of earlier results; all numbers are those of the attempt back then.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub from_store: bool,
    /// Distinct positions stored (not part of the line).
    #[serde(skip)]
    pub stored: u64,
    /// The plan that the verification refused, for the bug report (not part of the line).
    #[serde(skip)]
    pub refused_plan: Option<String>,
}

impl Report {
    /// A report about nothing yet.
    #[must_use]
    pub(crate) fn new(game: Game, title: Option<&str>, status: Status) -> Report {
        Report {
            game,
            source: String::new(),
            index: 1,
            title: title.map(str::to_owned),
            status,
            stopped_by: None,
            solution: None,
            moves: None,
            pushes: None,
            optimal: None,
            lower_bound: None,
            strategy: None,
            seconds: 0.0,
            expanded: 0,
            generated: 0,
            peak_bytes: 0,
            disk_bytes: 0,
            error: None,
            from_store: false,
            stored: 0,
            refused_plan: None,
        }
    }

    /// Notes that the solution is proven to be the best. The costs of a two-fold objective add up in one number, so of a
    /// very long solution nothing is proven.
    pub fn prove(&mut self, objective: Objective) {
        let too_long = |count: Option<usize>| count.is_none_or(|count| count >= LEXICOGRAPHIC_STEP as usize);
        let (first, second) = match objective {
            Objective::Any => return,
            Objective::Pushes => (self.pushes, None),
            Objective::Moves => (self.moves, None),
            Objective::PushesMoves => (self.pushes, Some(self.moves)),
            Objective::MovesPushes => (self.moves, Some(self.pushes)),
        };
        if !second.is_some_and(too_long) {
            self.optimal = Some(objective);
            self.lower_bound = first;
        }
    }

    /// The report, if its solution stands a replay on the level; or else what a refused plan is reported as.
    #[must_use]
    pub fn confirmed(self, level: &AnyLevel) -> Report {
        let Some(solution) = &self.solution else { return self };
        let refusal = match level.replay(solution) {
            Ok(replayed) if (Some(replayed.moves), Some(replayed.pushes)) == (self.moves, self.pushes) => return self,
            Ok(replayed) => format!("it has {} moves and {} pushes", replayed.moves, replayed.pushes),
            Err(refusal) => refusal,
        };
        Report {
            status: Status::Refused,
            error: Some(format!("the plan failed verification: {refusal}")),
            refused_plan: self.solution,
            solution: None,
            moves: None,
            pushes: None,
            optimal: None,
            ..self
        }
    }

    /// The line of JSON, without a line feed.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts can always be written")
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this shape")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this shape")]
fn game_name<S: Serializer>(game: &Game, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(game.name())
}

fn game_named<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Game, D::Error> {
    let name = String::deserialize(deserializer)?;
    Game::ALL.into_iter().find(|g| g.name() == name).ok_or_else(|| de::Error::custom(format!("no such game: {name}")))
}

fn objective_named<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Option<Objective>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    name.map(|name| name.parse().map_err(de::Error::custom)).transpose()
}

#[expect(clippy::ref_option, reason = "serde asks for this shape")]
fn objective_name<S: Serializer>(objective: &Option<Objective>, serializer: S) -> Result<S::Ok, S::Error> {
    objective.map(Objective::name).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_json() {
        for status in Status::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
        for by in StoppedBy::ALL {
            assert_eq!(serde_json::to_value(by).unwrap(), by.name());
        }
    }

    #[test]
    fn only_a_true_solution_is_confirmed() {
        let level = crate::source::read("x.xsb", b"######\n#@ $.#\n######\n").unwrap().levels.remove(0);
        let report = crate::solve_level(&level, &crate::Request::default(), |_| {});
        assert_eq!(report.clone().confirmed(&level), report);
        for wrong in [
            Report { solution: Some("r".to_owned()), ..report.clone() },
            Report { pushes: Some(7), ..report.clone() },
            Report { solution: Some("what?".to_owned()), ..report.clone() },
        ] {
            let refused = wrong.clone().confirmed(&level);
            assert_eq!((refused.status, refused.solution, refused.optimal), (Status::Refused, None, None));
            assert_eq!(refused.refused_plan, wrong.solution);
        }
    }

    #[test]
    fn a_line_has_the_fields_of_the_contract_in_order() {
        let report = Report {
            source: "levels/x.sok".to_owned(),
            solution: Some("rR".to_owned()),
            moves: Some(2),
            pushes: Some(1),
            optimal: Some(Objective::PushesMoves),
            seconds: 0.25,
            ..Report::new(Game::Kwirk, Some("A \"title\""), Status::Solved)
        };
        assert_eq!(
            report.to_json(),
            "{\"game\":\"kwirk\",\"source\":\"levels/x.sok\",\"index\":1,\"title\":\"A \\\"title\\\"\",\
             \"status\":\"solved\",\"stopped_by\":null,\"solution\":\"rR\",\"moves\":2,\"pushes\":1,\
             \"optimal\":\"pushes-moves\",\"lower_bound\":null,\"strategy\":null,\"seconds\":0.25,\"expanded\":0,\
             \"generated\":0,\"peak_bytes\":0,\"error\":null}"
        );
        assert_eq!(serde_json::from_str::<Report>(&report.to_json()).unwrap(), report);
    }
}
