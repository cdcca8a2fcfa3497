//! Weights and their file: one line `feature = number` for each feature, comments behind `#`; a subset of TOML.

use super::{FEATURES, Features};
use std::fmt;
use std::sync::LazyLock;

/// How much each feature counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights([f64; FEATURES.len()]);

/// Why a text gives no weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// A line is no `feature = number`.
    #[error("line {line}: '{text}' is not a feature and a number, as in 'packed = 0.5'")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is there.
        text: String,
    },
    /// A line names a feature that does not exist, or one that was there before.
    #[error("line {line}: '{name}' is {}", if *again { "there twice".to_owned() } else { format!("no feature; there are {}", FEATURES.join(", ")) })]
    Name {
        /// Its number, from 1.
        line: usize,
        /// What is there.
        name: String,
        /// Whether it was there before.
        again: bool,
    },
    /// A feature has no weight.
    #[error("there is no weight for '{0}'")]
    Missing(&'static str),
}

impl Weights {
    /// What each feature counts, in the order of [`FEATURES`].
    #[must_use]
    pub const fn new(weights: [f64; FEATURES.len()]) -> Weights {
        Weights(weights)
    }

    /// Those of the program.
    #[must_use]
    pub fn learned() -> &'static Weights {
        static LEARNED: LazyLock<Weights> =
            LazyLock::new(|| Weights::parse(include_str!("weights.toml")).expect("a file of our own"));
        &LEARNED
    }

    /// What somebody believes who has learned nothing: that each box off the goals is one move away.
    #[must_use]
    pub fn naive() -> Weights {
        Weights(FEATURES.map(|name| f64::from(name == "near_end")))
    }

    /// Reads the text of a file of weights.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let mut found = [None; FEATURES.len()];
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or_default().trim();
            if content.is_empty() {
                continue;
            }
            let pair = content.split_once('=').and_then(|(name, number)| {
                let number: f64 = number.trim().parse().ok()?;
                number.is_finite().then_some((name.trim(), number))
            });
            let Some((name, number)) = pair else {
                let text = content.chars().take(40).collect();
                return Err(WeightsError::Line { line, text });
            };
            let named = || name.chars().take(40).collect();
            let Some(feature) = FEATURES.iter().position(|&feature| feature == name) else {
                return Err(WeightsError::Name { line, name: named(), again: false });
            };
            if found[feature].replace(number).is_some() {
                return Err(WeightsError::Name { line, name: named(), again: true });
            }
        }
        let mut weights = [0.0; FEATURES.len()];
        for ((weight, found), name) in weights.iter_mut().zip(found).zip(FEATURES) {
            *weight = found.ok_or(WeightsError::Missing(name))?;
        }
        Ok(Weights(weights))
    }

    /// What features are worth.
    #[inline]
    #[must_use]
    pub fn value(&self, features: &Features) -> f64 {
        self.0.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }

    /// These weights moved a part of the way to others.
    #[must_use]
    pub(super) fn toward(&self, others: &Features, part: f64) -> Weights {
        let mut moved = self.0;
        moved.iter_mut().zip(others).for_each(|(weight, other)| *weight += part * (other - *weight));
        Weights(moved)
    }
}

impl fmt::Display for Weights {
    /// As lines of a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FEATURES.iter().zip(self.0).try_for_each(|(name, weight)| writeln!(f, "{name} = {weight:.6}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let weights = Weights::new(std::array::from_fn(|n| n as f64 - 4.5));
        assert_eq!(Weights::parse(&format!("# made by hand\n{weights}\n")), Ok(weights));
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let good = Weights::naive().to_string();
        let error = |text: &str| Weights::parse(text).unwrap_err().to_string();
        assert_eq!(error(&good.replace("one = 0.000000\n", "")), "there is no weight for 'one'");
        assert_eq!(error(&format!("{good}one = 1\n")), "line 12: 'one' is there twice");
        assert!(error(&format!("\nspeed = 1\n{good}")).starts_with("line 2: 'speed' is no feature; there are packed,"));
        for wrong in ["one", "one = many", "one = inf", "one = NaN", "= 1 =", "[weights]"] {
            assert!(error(wrong).starts_with("line 1: "), "{wrong}");
        }
    }

    #[test]
    fn the_committed_weights_are_complete() {
        let text = include_str!("weights.toml");
        assert_eq!(Weights::parse(text).as_ref(), Ok(Weights::learned()));
        assert!(text.contains("boxwright train"), "it says which command made it");
        assert_ne!(Weights::learned(), &Weights::naive());
    }
}
