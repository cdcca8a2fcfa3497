//! Crews: the members of a portfolio as a file says.
//!
//! A crew is a TOML file: how long a member's first turn is, what that is counted in and how it grows, and the members, each
//! a strategy spec with a weight and the reason why it is in. The built-in ones are in the folder `portfolios`.

use crate::Work;
use crate::schedule::DOUBLE;
use serde::{Deserialize, Serialize};

/// The members of a portfolio.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Crew {
    /// The work of the first turn of a member of weight 1.
    #[serde(default = "first_round")]
    pub first_round: u64,
    /// How many times as long as the one before a round is.
    #[serde(default = "double")]
    pub growth: f64,
    /// What work is counted in: nodes that are `"expanded"` or `"generated"`.
    #[serde(default)]
    pub work: Work,
    /// What a member weighs once it has a solution and makes it better; those that are still looking for any
    /// then wait. If nothing is said each keeps its weight, and nobody waits.
    #[serde(default)]
    pub improving: Option<u64>,
    /// The members, in the order of their turns.
    #[serde(rename = "member", default)]
    pub members: Vec<CrewMember>,
}

/// A member.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CrewMember {
    /// Its strategy.
    pub spec: String,
    /// How much work it gets, compared with the others.
    #[serde(default = "one")]
    pub weight: u64,
    /// After so many turns it waits until there is nobody else: for members that find a solution soon or hardly ever.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// Why it is in.
    #[serde(default)]
    pub why: String,
}

fn one() -> u64 {
    1
}

fn first_round() -> u64 {
    2000
}

fn double() -> f64 {
    DOUBLE
}

impl Crew {
    /// Reads a crew.
    ///
    /// # Errors
    /// What is wrong, with line and column.
    pub fn parse(text: &str) -> Result<Crew, String> {
        let crew: Crew = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        match crew.members.iter().find(|m| m.weight == 0) {
            _ if crew.members.is_empty() => Err("a portfolio needs at least one [[member]]".to_owned()),
            _ if !(1.0..=10.0).contains(&crew.growth) => {
                Err(format!("growth: rounds can grow by a factor of 1 to 10, not {}", crew.growth))
            }
            Some(member) => Err(format!("{}: a weight of 0 is no member", member.spec)),
            None => Ok(crew),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crews_are_read_and_what_is_wrong_is_named() {
        let crew =
            Crew::parse("[[member]]\nspec = \"bfs\"\n[[member]]\nspec = \"astar\"\nweight = 3\nrounds = 2\n").unwrap();
        assert_eq!((crew.first_round, crew.members.len(), crew.members[1].weight), (2000, 2, 3));
        assert_eq!(crew.work, Work::Expanded);
        assert_eq!(Crew::parse("work = \"generated\"\n[[member]]\nspec = \"bfs\"\n").unwrap().work, Work::Generated);
        assert_eq!((crew.members[0].rounds, crew.members[1].rounds), (None, Some(2)));
        assert!(Crew::parse("").unwrap_err().contains("[[member]]"));
        assert!(Crew::parse("[[member]]\nspec = \"bfs\"\nweight = 0\n").unwrap_err().contains("bfs"));
        let growth = |text: &str| Crew::parse(&format!("growth = {text}\n[[member]]\nspec = \"bfs\"\n"));
        assert_eq!((crew.growth, growth("1.5").unwrap().growth), (2.0, 1.5));
        assert!(["0.5", "-2.0", "1e9", "nan"].iter().all(|text| growth(text).unwrap_err().contains("growth")));
        let error = Crew::parse("[[member]]\nspec = \"bfs\"\nwait = 1\n").unwrap_err();
        assert!(error.contains("line 3") && error.contains("wait"), "{error}");
    }
}
