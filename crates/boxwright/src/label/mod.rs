//! Labels for data sets of small levels: the optimal solution and its cost, and how far every position is from solved.
//!
//! Learning needs answers by the million rather than hard ones. So levels stream through ([`Levels`]): they are read a
//! piece at a time, solved on all cores ([`in_order`]) and written in the order of the input, and what is in memory at
//! any moment does not depend on how many there are. A label is a function of its level and of the [`Options`] alone (no
//! times, no names of machines), so that runs can be compared byte by byte, and one that was killed goes on where its
//! output ends ([`resume`]).
//!
//! Solutions come from the strategy `optimal` and are replayed before anybody sees them. Published labels for Boxoban
//! have holes where their search gave up; docs/labels.md compares.

mod job;
mod ordered;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod resume;
mod stream;
mod to_go;
mod write;

use boxwright_search::Objective;
use serde::Serialize;

use crate::game::AnyLevel;
use crate::report::{Status, StoppedBy};
use crate::solve::{Request, solve_level};

pub use job::{Event, Lines, Sink, Trouble, label_all};
pub use ordered::{Enough, in_order};
pub use stream::{Levels, Streamed};
pub use to_go::{MAX_SQUARES, Positions, all_positions};
pub use write::{CSV_HEADER, Format};

/// What is to be known of every level.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the solution is best in: any objective but [`Objective::Any`].
    pub objective: Objective,
    /// Which positions get their cost-to-go.
    pub to_go: ToGo,
    /// The most positions of a level that [`ToGo::All`] lists; a level with more is `stopped`.
    pub max_positions: usize,
    /// Whether the label has the board in it.
    pub board: bool,
    /// The limits of each level; its strategy and objective are not looked at.
    pub limits: Request,
}

/// Which positions of a level get their cost-to-go: the cost of the cheapest way from there to a solved position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ToGo {
    /// None but the first one, whose is the cost of the level.
    #[default]
    None,
    /// Those along the solution.
    Path,
    /// Those along the solution, and all that can be reached.
    All,
}

/// What is known of a level. Serialised, it is one line of JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Label {
    /// Where the level is from, as the user wrote it.
    pub source: String,
    /// Its number there, from 1.
    pub index: usize,
    /// What the solution is best in.
    pub objective: &'static str,
    /// The level's name.
    pub title: Option<String>,
    /// The board, its rows joined by bars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How it ended.
    pub status: Status,
    /// The least number of what the objective counts (first); proven.
    pub cost: Option<usize>,
    /// The moves of the solution.
    pub moves: Option<usize>,
    /// The pushes of the solution.
    pub pushes: Option<usize>,
    /// The solution, replayed: `lurd`, capitals push.
    pub solution: Option<String>,
    /// How many positions the search expanded: how hard the level was.
    pub expanded: u64,
    /// The cost-to-go before each move of the solution, and after the last one; empty without a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_go: Option<Vec<usize>>,
    /// All positions that can be reached; empty if they were not found.
    #[serde(flatten)]
    pub positions: Option<Positions>,
    /// What is wrong with the level, or why there is no answer.
    pub error: Option<String>,
}

impl Label {
    /// The label of a level, `None` if the search was cancelled.
    #[must_use]
    pub fn of(streamed: &Streamed, options: &Options) -> Option<Label> {
        let Streamed { source, index, level, lines_before } = streamed;
        let board = options.board.then(|| level.rows().join("|"));
        let title = level.title().map(str::to_owned);
        let mut label = Label::blank(source.to_string(), *index, title, board, options.objective);
        label.to_go = (options.to_go != ToGo::None).then(Vec::new);
        label.positions = (options.to_go == ToGo::All).then(Positions::default);
        let AnyLevel::Sokoban(of_sokoban) = level else {
            label.error = Some(format!("{source}: labels are for Sokoban, this is Kwirk"));
            return Some(label);
        };
        let request =
            Request { strategy: "optimal".to_owned(), objective: options.objective, ..options.limits.clone() };
        let report = solve_level(level, &request, |_| {});
        if report.stopped_by == Some(StoppedBy::Cancelled) {
            return None;
        }
        label.status = report.status;
        label.expanded = report.expanded;
        label.error = match report.status {
            Status::Invalid => {
                let place = |mut fault: crate::Fault| {
                    fault.line += lines_before;
                    format!("{source}:{fault}")
                };
                Some(level.faults().into_iter().map(place).collect::<Vec<_>>().join("; "))
            }
            Status::Stopped => report.stopped_by.map(|by| format!("stopped by the limit of {}", by.name())),
            _ => report.error,
        };
        if report.status == Status::Solved {
            let counts_pushes = matches!(options.objective, Objective::Pushes | Objective::PushesMoves);
            (label.moves, label.pushes) = (report.moves, report.pushes);
            let proven = report.optimal.is_some();
            label.cost = if counts_pushes { report.pushes } else { report.moves }.filter(|_| proven);
            if let (Some(to_go), Some(solution), true) = (&mut label.to_go, &report.solution, proven) {
                *to_go = along(solution, counts_pushes);
            }
            label.solution = report.solution;
        }
        if options.to_go == ToGo::All && matches!(report.status, Status::Solved | Status::Unsolvable) {
            match all_positions(of_sokoban, options.objective, options.max_positions) {
                Ok(positions) => label.positions = Some(positions),
                Err(why) => label.error = Some(why),
            }
        }
        Some(label)
    }

    /// A label that says nothing yet.
    fn blank(
        source: String,
        index: usize,
        title: Option<String>,
        board: Option<String>,
        objective: Objective,
    ) -> Label {
        Label {
            source,
            index,
            objective: objective.name(),
            title,
            board,
            status: Status::Invalid,
            cost: None,
            moves: None,
            pushes: None,
            solution: None,
            expanded: 0,
            to_go: None,
            positions: None,
            error: None,
        }
    }
}

/// The cost-to-go along an optimal solution: what is left of it, because every part of a cheapest way is one.
fn along(solution: &str, counts_pushes: bool) -> Vec<usize> {
    let mut left = vec![0];
    for letter in solution.bytes().rev() {
        left.push(left[left.len() - 1] + usize::from(!counts_pushes || letter.is_ascii_uppercase()));
    }
    left.reverse();
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str, objective: Objective, to_go: ToGo) -> Label {
        let level = crate::source::read("x.xsb", text.as_bytes()).unwrap().levels.remove(0);
        let streamed = Streamed { source: "x.xsb".into(), index: 1, level, lines_before: 7 };
        let limits = Request::default();
        let options = Options { objective, to_go, max_positions: 1000, board: true, limits };
        Label::of(&streamed, &options).unwrap()
    }

    #[test]
    fn a_solved_level() {
        let label = label("######\n#@ $.#\n######\n", Objective::Pushes, ToGo::Path);
        assert_eq!((label.status, label.cost, label.moves), (Status::Solved, Some(1), Some(2)));
        assert_eq!((label.solution.as_deref(), label.to_go), (Some("rR"), Some(vec![1, 1, 0])));
        assert_eq!(label.board.as_deref(), Some("######|#@ $.#|######"));
    }

    #[test]
    fn the_rest_of_an_optimal_solution_is_what_there_is_to_go() {
        assert_eq!(along("lRRu", true), [2, 2, 1, 0, 0]);
        assert_eq!(along("lRRu", false), [4, 3, 2, 1, 0]);
        assert_eq!(along("", false), [0]);
    }

    #[test]
    fn faults_have_their_line_in_the_file() {
        let label = label("#####\n# $ #\n#####\n", Objective::Moves, ToGo::All);
        assert_eq!((label.status, label.cost), (Status::Invalid, None));
        assert_eq!((label.to_go, label.positions), (Some(vec![]), Some(Positions::default())));
        assert!(label.error.as_deref().unwrap().starts_with("x.xsb:8:1: "), "{:?}", label.error);
    }

    #[test]
    fn a_level_without_a_solution_has_positions_that_are_all_dead() {
        let label = label("######\n#$ @.#\n######\n", Objective::Moves, ToGo::All);
        assert_eq!((label.status, label.cost), (Status::Unsolvable, None));
        assert!(label.positions.unwrap().position_costs.iter().all(|&cost| cost == -1));
    }
}
