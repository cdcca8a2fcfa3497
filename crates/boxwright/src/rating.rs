//! How hard a level is for people: the ratings of both games in one shape.
//!
//! Each game measures what matters in it along a good solution (`sokoban::rate`, `kwirk::rate`) and makes a score of it;
//! here the score gets a word, and the features names, for tables, JSON and the page.

use std::ops::Range;

use serde_json::{Map, Value, json};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use crate::game::AnyLevel;

/// A measured feature.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feature {
    /// Its key in JSON.
    pub key: &'static str,
    /// The head of its column.
    pub short: &'static str,
    /// What it is.
    pub words: &'static str,
    /// How much of it there is.
    pub value: f64,
}

/// A rated level.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// From 0 to 10.
    pub score: f64,
    /// What it is made of.
    pub features: Vec<Feature>,
}

/// A score in words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difficulty {
    /// Seen at once.
    VeryEasy,
    /// For beginners.
    Easy,
    /// A few minutes.
    Medium,
    /// Takes an idea.
    Hard,
    /// Takes an evening.
    VeryHard,
}

impl Difficulty {
    /// All of them, easiest first.
    pub const ALL: [Difficulty; 5] =
        [Difficulty::VeryEasy, Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::VeryHard];

    /// In words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Difficulty::VeryEasy => "very easy",
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::VeryHard => "very hard",
        }
    }

    /// The scores that it stands for.
    #[must_use]
    pub const fn scores(self) -> Range<f64> {
        match self {
            Difficulty::VeryEasy => 0.0..1.5,
            Difficulty::Easy => 1.5..3.0,
            Difficulty::Medium => 3.0..5.0,
            Difficulty::Hard => 5.0..7.0,
            Difficulty::VeryHard => 7.0..f64::INFINITY,
        }
    }
}

impl Rating {
    /// Rates a level along a solution, which is replayed first.
    ///
    /// # Errors
    /// Why the text is no plan, or the plan no solution.
    pub fn of(level: &AnyLevel, solution: &str) -> Result<Rating, String> {
        match level {
            AnyLevel::Sokoban(level) => {
                let plan = sokoban::Plan::parse(solution).map_err(|error| error.to_string())?;
                sokoban::rate::rate(level, &plan).map(Rating::from).map_err(|error| error.to_string())
            }
            AnyLevel::Kwirk(level) => {
                let plan = kwirk::Plan::parse(solution).map_err(|error| error.to_string())?;
                kwirk::rate::rate(level, &plan).map(Rating::from).map_err(|error| error.to_string())
            }
        }
    }

    /// The score in words.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        let fits = |d: &Difficulty| d.scores().contains(&self.score);
        Difficulty::ALL.into_iter().find(fits).unwrap_or(Difficulty::VeryEasy)
    }

    /// As JSON: score, word and features.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let features: Map<String, Value> =
            self.features.iter().map(|f| (f.key.to_owned(), json!(rounded(f.value)))).collect();
        json!({ "score": rounded(self.score), "difficulty": self.difficulty().word(), "features": features })
    }
}

/// To two decimals; more would only pretend to be exact. Whole numbers stay whole.
fn rounded(value: f64) -> Value {
    let value = (value * 100.0).round() / 100.0;
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

fn feature(key: &'static str, short: &'static str, words: &'static str, value: f64) -> Feature {
    Feature { key, short, words, value }
}

impl From<sokoban::rate::Features> for Rating {
    fn from(f: sokoban::rate::Features) -> Rating {
        let features = vec![
            feature("boxes", "boxes", "boxes", f.boxes as f64),
            feature("pushes", "pushes", "pushes of the solution", f.pushes as f64),
            feature("box_changes", "changes", "times another box is taken up", f.box_changes as f64),
            feature("away", "away", "pushes off the straight way of the box", f.away as f64),
            feature("leave_goals", "leave", "boxes that leave a goal again", f.leave_goals as f64),
            feature("choices", "choices", "pushes possible beside the solution, in each position", f.choices),
            feature("lost", "lost", "share of those after which the level is lost", f.lost),
            feature("decoys", "decoys", "lost ones that look like progress, in each position", f.decoys),
        ];
        Rating { score: f.score(), features }
    }
}

impl From<kwirk::rate::Features> for Rating {
    fn from(f: kwirk::rate::Features) -> Rating {
        let features = vec![
            feature("characters", "chars", "characters", f.characters as f64),
            feature("interactions", "pushes", "pushes and turns of the solution", f.interactions as f64),
            feature("obstacle_changes", "changes", "times another obstacle is next", f.obstacle_changes as f64),
            feature("character_changes", "hands", "times another character is next", f.character_changes as f64),
            feature("undone", "undone", "pushes and turns back to where the obstacle was before", f.undone as f64),
            feature("choices", "choices", "pushes and turns possible in each position", f.choices),
            feature("lost", "lost", "share of those after which the level is lost", f.lost),
            feature("decoys", "decoys", "obstacles that the solution never touches", f.decoys as f64),
        ];
        Rating { score: f.score(), features }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_has_a_word() {
        let word = |score| Rating { score, features: Vec::new() }.difficulty().word();
        assert_eq!([0.0, 1.5, 4.99, 5.0, 10.0].map(word), ["very easy", "easy", "medium", "hard", "very hard"]);
        for pair in Difficulty::ALL.windows(2) {
            assert_eq!(pair[0].scores().end, pair[1].scores().start);
        }
    }

    #[test]
    fn only_solutions_are_rated() {
        let level = crate::source::read("x.xsb", b"#####\n#@$.#\n#####\n").unwrap().levels.remove(0);
        let rating = Rating::of(&level, "R").unwrap().to_json();
        assert_eq!((&rating["difficulty"], &rating["features"]["pushes"]), (&json!("very easy"), &json!(1)));
        assert!(Rating::of(&level, "L").is_err() && Rating::of(&level, "x").is_err());
    }
}
