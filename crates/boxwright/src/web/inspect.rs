//! What the page asks about a position: faults, dead squares, whether and why it is lost, and how hard it is if a solution
//! is sent along.

use boxwright_grid::Point;
use boxwright_serve::Problem;
use serde::Deserialize;
use serde_json::{Value, json};

use super::level::{Sent, faults};
use crate::play::insight::{self, Lost};
use crate::rating::Rating;

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
    let insight = insight::inspect(&level);
    let lost = insight.lost.as_ref().map(told);
    let rating = level_sent.solution.as_deref().and_then(|solution| Rating::of(&level, solution).ok());
    let rating = rating.as_ref().map(rating_in_words);
    let dead = places(&insight.dead);
    Ok(json!({ "faults": [], "dead": dead, "solved": insight.is_solved, "lost": lost, "rating": rating }))
}

fn told(lost: &Lost) -> Value {
    let (boxes, marks) = (places(&lost.boxes), places(&lost.marks));
    let mut told = json!({ "kind": lost.kind, "words": lost.words, "boxes": boxes, "marks": marks });
    if let Some(positions) = lost.positions {
        told["positions"] = json!(positions);
    }
    told
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
