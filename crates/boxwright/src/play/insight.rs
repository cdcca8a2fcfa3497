//! What is to be known of a position at once: dead squares, and whether and why it is lost.
//!
//! The rules come first, since they can say why. If none speaks, a short search looks at everything that can still
//! happen; small positions are decided that way, large ones get the benefit of the doubt.

use std::sync::Arc;
use std::time::Duration;

use boxwright_grid::{Point, Square};
use boxwright_kwirk::guide::{KwirkGuide, Variant};
use boxwright_kwirk::space::Interactions;
use boxwright_search::Domain;
use boxwright_search::guide::{Guide, Look};
use boxwright_sokoban::deadlock::explain::{Reason, explain};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use crate::game::AnyLevel;
use crate::{Request, Status, solve_level};

/// What the short search may use.
const TIME: Duration = Duration::from_millis(250);
const MEMORY: usize = 64 << 20;

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Insight {
    /// Squares that no box may be pushed to.
    pub(crate) dead: Vec<Point>,
    /// Whether nothing is left to do.
    pub(crate) is_solved: bool,
    /// Why it is lost, if it is known to be.
    pub(crate) lost: Option<Lost>,
}

/// Why a position is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lost {
    /// Which rule says so, in a word.
    pub(crate) kind: &'static str,
    /// The reason in a sentence.
    pub(crate) words: String,
    /// The boxes or characters at fault.
    pub(crate) boxes: Vec<Point>,
    /// Other squares to look at.
    pub(crate) marks: Vec<Point>,
    /// How many positions were searched, if it took a search.
    pub(crate) positions: Option<u64>,
}

/// Looks at the first position of a level; of one with faults nothing is known.
#[must_use]
pub(crate) fn inspect(level: &AnyLevel) -> Insight {
    let is_solved = level.replay("").is_ok();
    let (dead, lost) = match level {
        AnyLevel::Sokoban(level) => match sokoban::Puzzle::new(level) {
            Ok(puzzle) => (dead_squares(&puzzle), explain(&puzzle).as_ref().map(say)),
            Err(_) => return Insight::default(),
        },
        AnyLevel::Kwirk(level) => (Vec::new(), kwirk_lost(level)),
    };
    let lost = if is_solved { None } else { lost.or_else(|| searched(level)) };
    Insight { dead, is_solved, lost }
}

fn dead_squares(puzzle: &sokoban::Puzzle) -> Vec<Point> {
    let floor = puzzle.floor();
    floor.squares().filter(|&s| !puzzle.is_live(s)).map(|s| floor.point(s)).collect()
}

/// A reason in words, with what to show on the board.
fn say(reason: &Reason) -> Lost {
    let many = |list: &[Point]| list.len() > 1;
    let (kind, words, boxes, marks) = match reason {
        Reason::DeadSquare { boxes } if many(boxes) => {
            ("dead-square", "These boxes stand where no push leads to a goal.".to_owned(), boxes, &Vec::new())
        }
        Reason::DeadSquare { boxes } => {
            ("dead-square", "This box stands where no push leads to a goal.".to_owned(), boxes, &Vec::new())
        }
        Reason::Frozen { boxes } if many(boxes) => (
            "frozen",
            "These boxes hold each other: none of them can ever be pushed again.".to_owned(),
            boxes,
            &Vec::new(),
        ),
        Reason::Frozen { boxes } => ("frozen", "This box can never be pushed again.".to_owned(), boxes, &Vec::new()),
        Reason::TooFewGoals { boxes, goals } => {
            let (boxes_left, goals_left) = (boxes.len(), goals.len());
            let words = match (boxes_left, goals_left) {
                (1, _) => "This box can no longer be pushed to any goal.".to_owned(),
                (_, 0) => "These boxes can no longer be pushed to any goal.".to_owned(),
                (_, 1) => format!("These {boxes_left} boxes can only be pushed to the one goal marked."),
                _ => format!("These {boxes_left} boxes can only be pushed to the {goals_left} goals marked."),
            };
            ("goals", words, boxes, goals)
        }
        Reason::Corral { area, boxes } => {
            let words = "The marked area is closed for good: the boxes around it can only be pushed from inside.";
            ("corral", words.to_owned(), boxes, area)
        }
    };
    Lost { kind, words, boxes: boxes.clone(), marks: marks.clone(), positions: None }
}

/// What Kwirk's rules say.
fn kwirk_lost(level: &kwirk::Level) -> Option<Lost> {
    let puzzle = Arc::new(kwirk::Puzzle::new(level).ok()?);
    let space = Interactions::new(&puzzle);
    let start = space.roots().into_iter().next()?;
    let mut guide = KwirkGuide::new(&puzzle, Variant::Delivery);
    if guide.look(&space, &start, &mut Look::default()) {
        return None;
    }
    let floor = puzzle.floor();
    let points = |squares: &[Square]| -> Vec<Point> { squares.iter().map(|&s| floor.point(s)).collect() };
    let characters: Vec<Square> = puzzle.characters().into_iter().filter(|c| c.exists()).collect();
    let holes: Vec<Point> = level.board.holes().collect();
    let words = if holes.is_empty() {
        "The exit is cut off: what stands in the way can no longer be moved aside."
    } else {
        "The exit is cut off: what stands in the way can no longer be moved aside, and the blocks left do not fill the \
         holes that must be crossed."
    };
    Some(Lost { kind: "cut-off", words: words.to_owned(), boxes: points(&characters), marks: holes, positions: None })
}

/// What a short search finds out.
fn searched(level: &AnyLevel) -> Option<Lost> {
    let request = Request { time: Some(TIME), memory: MEMORY, ..Request::default() };
    let report = solve_level(level, &request, |_| {});
    (report.status == Status::Unsolvable).then(|| Lost::by_search(report.expanded))
}

impl Lost {
    /// A search has seen all that can still happen.
    #[must_use]
    pub(crate) fn by_search(positions: u64) -> Lost {
        let words = "No way is left: everything that can still happen was searched, and nothing solves the level.";
        Lost {
            kind: "searched",
            words: words.to_owned(),
            boxes: Vec::new(),
            marks: Vec::new(),
            positions: Some(positions),
        }
    }
}
