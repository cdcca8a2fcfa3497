//! What the page asks about a position: faults, dead squares, and whether and why it is lost.

use boxwright_grid::Point;
use boxwright_serve::Problem;
use serde::Deserialize;
use serde_json::{Value, json};

use super::level::{Sent, faults};
use crate::play::insight::{self, Lost};

#[derive(Deserialize)]
struct Asked {
    #[serde(flatten)]
    level: Sent,
}

/// Looks at a position.
pub(super) fn inspect(request: Value) -> Result<Value, Problem> {
    let Asked { level } = serde_json::from_value(request)?;
    let level = level.level()?;
    let wrong = faults(&level);
    if wrong.as_array().is_some_and(|list| !list.is_empty()) {
        return Ok(json!({ "faults": wrong, "dead": [], "solved": false, "lost": null }));
    }
    let insight = insight::inspect(&level);
    let lost = insight.lost.as_ref().map(told);
    Ok(json!({ "faults": [], "dead": places(&insight.dead), "solved": insight.is_solved, "lost": lost }))
}

fn told(lost: &Lost) -> Value {
    let (boxes, marks) = (places(&lost.boxes), places(&lost.marks));
    let mut told = json!({ "kind": lost.kind, "words": lost.words, "boxes": boxes, "marks": marks });
    if let Some(positions) = lost.positions {
        told["positions"] = json!(positions);
    }
    told
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
    fn faults_and_dead_squares_are_told() {
        let wrong = inspect(json!({ "text": "#####\n# $ #\n#####\n" })).unwrap();
        assert!(wrong["faults"].as_array().unwrap().len() > 1);
        let sound = inspect(json!({ "text": "######\n#@ $.#\n#    #\n######\n" })).unwrap();
        assert_eq!(sound["dead"].as_array().unwrap().len(), 5);
        assert!(inspect(json!({ "text": "nothing here" })).is_err());
        assert!(inspect(json!({})).is_err());
    }
}
