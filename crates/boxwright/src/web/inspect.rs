//! What is to be known of a position at once: faults, dead squares, whether and why it is lost, and how hard it is if a
//! solution is sent along.
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
use boxwright_serve::Problem;
use boxwright_sokoban::deadlock::explain::{Reason, explain};
use serde::Deserialize;
use serde_json::{Value, json};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use super::level::{Sent, faults};
use crate::game::AnyLevel;
use crate::rating::Rating;
use crate::{Request, Status, solve_level};

/// What the short search may use.
const TIME: Duration = Duration::from_millis(250);
const MEMORY: usize = 64 << 20;

#[derive(Deserialize)]
struct Asked {
    #[serde(flatten)]
    level: Sent,
}

/// Looks at a position.
pub(super) fn inspect(request: Value) -> Result<Value, Problem> {
    let Asked { level: level_sent } = serde_json::from_value(request)?;
    let level = level_sent.level()?;
    let wrong = faults(&level);
    if wrong.as_array().is_some_and(|list| !list.is_empty()) {
        return Ok(json!({ "faults": wrong, "dead": [], "solved": false, "lost": null, "rating": null }));
    }
    let solved = level.replay("").is_ok();
    let (dead, lost) = match &level {
        AnyLevel::Sokoban(level) => {
            let puzzle = sokoban::Puzzle::new(level).map_err(|_| "the level has faults")?;
            (dead_squares(&puzzle), explain(&puzzle).map(|reason| say(&reason)))
        }
        AnyLevel::Kwirk(level) => (Vec::new(), kwirk_lost(level)),
    };
    let lost = if solved { None } else { lost.or_else(|| searched(&level)) };
    let rating = level_sent.solution.as_deref().and_then(|solution| Rating::of(&level, solution).ok());
    let rating = rating.as_ref().map(rating_in_words);
    Ok(json!({ "faults": [], "dead": places(&dead), "solved": solved, "lost": lost, "rating": rating }))
}

/// A rating as JSON, with a sentence for people.
fn rating_in_words(rating: &Rating) -> Value {
    let mut said = rating.to_json();
    let amount = |value: f64| if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") };
    let features: Vec<String> = rating.features.iter().map(|f| format!("{} {}", amount(f.value), f.short)).collect();
    let word = rating.difficulty().word();
    said["words"] = json!(format!("Difficulty: {word}, {:.1} of 10 ({}).", rating.score, features.join(", ")));
    said
}

fn places(points: &[Point]) -> Vec<[u16; 2]> {
    points.iter().map(|p| [p.x, p.y]).collect()
}

fn dead_squares(puzzle: &sokoban::Puzzle) -> Vec<Point> {
    let floor = puzzle.floor();
    floor.squares().filter(|&s| !puzzle.is_live(s)).map(|s| floor.point(s)).collect()
}

/// A reason in words, with what to show on the board.
fn say(reason: &Reason) -> Value {
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
    json!({ "kind": kind, "words": words, "boxes": places(boxes), "marks": places(marks) })
}

/// What Kwirk's rules say.
fn kwirk_lost(level: &kwirk::Level) -> Option<Value> {
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
    Some(json!({ "kind": "cut-off", "words": words, "boxes": places(&points(&characters)), "marks": places(&holes) }))
}

/// What a short search finds out.
fn searched(level: &AnyLevel) -> Option<Value> {
    let request = Request { time: Some(TIME), memory: MEMORY, ..Request::default() };
    let report = solve_level(level, &request, |_| {});
    (report.status == Status::Unsolvable).then(|| {
        let words = "No way is left: everything that can still happen was searched, and nothing solves the level.";
        json!({ "kind": "searched", "words": words, "boxes": [], "marks": [], "positions": report.expanded })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(text: &str) -> Value {
        let said = inspect(json!({ "text": text })).unwrap();
        assert_eq!(said["faults"], json!([]), "{said}");
        said["lost"].clone()
    }

    #[test]
    fn lost_positions_are_explained() {
        let corner = lost("######\n#$ @.#\n#    #\n######\n");
        assert_eq!((&corner["kind"], &corner["boxes"]), (&json!("dead-square"), &json!([[1, 1]])));
        assert_eq!(lost("######\n#@ $.#\n######\n"), Value::Null);
        assert_eq!(lost("######\n#@  *#\n######\n"), Value::Null);
        assert_eq!(lost("#####\n#1aa#\n###%#\n#####\n")["kind"], "cut-off");
        assert_eq!(lost("#####\n#1 %#\n#####\n"), Value::Null);
    }

    #[test]
    fn a_solution_that_is_sent_along_is_rated() {
        let rating = |solution: &str| {
            inspect(json!({ "text": "######\n#@ $.#\n######\n", "solution": solution })).unwrap()["rating"].clone()
        };
        let said = rating("rR");
        assert_eq!((&said["difficulty"], &said["features"]["pushes"]), (&json!("very easy"), &json!(1)));
        assert!(said["words"].as_str().unwrap().starts_with("Difficulty: very easy"), "{said}");
        assert_eq!(rating("l"), Value::Null);
    }

    #[test]
    fn faults_and_dead_squares_are_told() {
        let wrong = inspect(json!({ "text": "#####\n# $ #\n#####\n" })).unwrap();
        assert!(wrong["faults"].as_array().unwrap().len() > 1);
        let sound = inspect(json!({ "text": "######\n#@ $.#\n#    #\n######\n" })).unwrap();
        assert_eq!(sound["dead"].as_array().unwrap().len(), 5);
        assert!(inspect(json!({ "text": "nothing here" })).is_err());
        assert!(inspect(json!({})).is_err());
    }
}
