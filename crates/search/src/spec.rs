//! Strategy specs: `NAME` or `NAME(key=value,…)`.
//!
//! A strategy is described by one [`StrategyInfo`]: its name, what it is, and its options with their ranges and
//! defaults. Parsing, checking, error messages, help and `boxwright strategies` all come from that table.

use std::fmt;

/// What a strategy is called, what it does and what can be set.
#[derive(Clone, Copy, Debug)]
pub struct StrategyInfo {
    /// As written in a spec.
    pub name: &'static str,
    /// One line for the list.
    pub summary: &'static str,
    /// Where the idea comes from.
    pub source: &'static str,
    /// What can be set.
    pub options: &'static [OptionInfo],
}

/// One option of a strategy.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// As written in a spec.
    pub key: &'static str,
    /// What may stand behind `=`.
    pub values: Values,
    /// What holds if it is not given.
    pub default: &'static str,
    /// One line for the list.
    pub help: &'static str,
}

/// What an option may be set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number in this range.
    Whole(u32, u32),
    /// A number with at most one digit after the point, in this range.
    Tenths(f64, f64),
}

impl Values {
    fn accepts(self, text: &str) -> bool {
        match self {
            Values::Words(words) => words.contains(&text),
            Values::Whole(low, high) => text.parse::<u32>().is_ok_and(|n| (low..=high).contains(&n)),
            Values::Tenths(low, high) => tenths(text).is_some_and(|n| (low..=high).contains(&(f64::from(n) / 10.0))),
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Words(words) => f.write_str(&words.join("|")),
            Values::Whole(low, high) => write!(f, "{low}..{high}"),
            Values::Tenths(low, high) => write!(f, "{low:.1}..{high:.1}"),
        }
    }
}

/// Ten times a decimal number with at most one digit behind the point.
fn tenths(text: &str) -> Option<u32> {
    let (whole, digit) = text.split_once('.').unwrap_or((text, "0"));
    let digits_only = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if !digits_only(whole) || !digits_only(digit) || digit.len() != 1 {
        return None;
    }
    whole.parse::<u32>().ok()?.checked_mul(10)?.checked_add(digit.parse().ok()?)
}

/// A spec that was checked against the table: every option has a valid value.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The strategy.
    pub info: &'static StrategyInfo,
    values: Vec<(&'static OptionInfo, String)>,
}

impl Spec {
    /// Reads a spec; what is not given has its default.
    ///
    /// # Errors
    /// If the text is malformed or names a strategy, key or value that does not exist; the error lists what does.
    pub fn parse(text: &str, strategies: &'static [StrategyInfo]) -> Result<Spec, SpecError> {
        let text = text.trim();
        let (name, arguments) = match text.split_once('(') {
            None => (text, None),
            Some((name, rest)) => {
                let inside = rest.strip_suffix(')').ok_or_else(|| SpecError::Unclosed(text.to_owned()))?;
                (name.trim(), Some(inside))
            }
        };
        let info = strategies
            .iter()
            .find(|s| s.name == name)
            .ok_or_else(|| SpecError::UnknownStrategy { name: name.to_owned(), strategies })?;
        let mut values: Vec<_> = info.options.iter().map(|o| (o, o.default.to_owned())).collect();
        let mut seen = Vec::new();
        for argument in arguments.into_iter().flat_map(|a| a.split(',')).map(str::trim).filter(|a| !a.is_empty()) {
            let (key, value) =
                argument.split_once('=').ok_or_else(|| SpecError::NotAPair { argument: argument.to_owned(), info })?;
            let (key, value) = (key.trim(), value.trim());
            let slot = values
                .iter_mut()
                .find(|(o, _)| o.key == key)
                .ok_or_else(|| SpecError::UnknownKey { key: key.to_owned(), info })?;
            if seen.contains(&slot.0.key) {
                return Err(SpecError::Twice(slot.0.key));
            }
            if !slot.0.values.accepts(value) {
                return Err(SpecError::BadValue { option: slot.0, value: value.to_owned() });
            }
            seen.push(slot.0.key);
            value.clone_into(&mut slot.1);
        }
        Ok(Spec { info, values })
    }

    /// The value of an option.
    ///
    /// # Panics
    /// If the strategy has no such option: that is a slip in the code, not in the input.
    #[must_use]
    pub fn get(&self, key: &str) -> &str {
        self.option(key).unwrap_or_else(|| panic!("{} has no option {key}", self.info.name))
    }

    /// The value of an option, if the strategy has it.
    #[must_use]
    pub fn option(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(o, _)| o.key == key).map(|(_, value)| value.as_str())
    }

    /// The value of a whole-number option.
    ///
    /// # Panics
    /// If the strategy has no such option or it is not a whole number.
    #[must_use]
    pub fn whole(&self, key: &str) -> u32 {
        self.get(key).parse().expect("checked when the spec was read")
    }

    /// Ten times the value of a decimal option.
    ///
    /// # Panics
    /// If the strategy has no such option or it is not a decimal number.
    #[must_use]
    pub fn tenths(&self, key: &str) -> u32 {
        tenths(self.get(key)).expect("checked when the spec was read")
    }
}

impl fmt::Display for Spec {
    /// The shortest text that means the same: options with their default are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given: Vec<_> =
            self.values.iter().filter(|(o, v)| o.default != v).map(|(o, v)| format!("{}={v}", o.key)).collect();
        if given.is_empty() {
            f.write_str(self.info.name)
        } else {
            write!(f, "{}({})", self.info.name, given.join(","))
        }
    }
}

/// What is wrong with a spec, and what would be right.
#[derive(Clone, Debug)]
pub enum SpecError {
    /// The closing parenthesis is missing.
    Unclosed(String),
    /// No strategy has that name.
    UnknownStrategy {
        /// What was written.
        name: String,
        /// What there is.
        strategies: &'static [StrategyInfo],
    },
    /// The strategy has no option of that name.
    UnknownKey {
        /// What was written.
        key: String,
        /// The strategy.
        info: &'static StrategyInfo,
    },
    /// An argument without `=`.
    NotAPair {
        /// What was written.
        argument: String,
        /// The strategy.
        info: &'static StrategyInfo,
    },
    /// The value is not one the option takes.
    BadValue {
        /// The option.
        option: &'static OptionInfo,
        /// What was written.
        value: String,
    },
    /// An option was given twice.
    Twice(&'static str),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Unclosed(text) => write!(f, "'{text}' lacks its closing parenthesis"),
            SpecError::UnknownStrategy { name, strategies } => {
                let names: Vec<_> = strategies.iter().map(|s| s.name).collect();
                write!(f, "unknown strategy '{name}'; there are: {}", names.join(", "))
            }
            SpecError::UnknownKey { key, info } => {
                write!(f, "{} has no option '{key}'; it has: {}", info.name, option_list(info))
            }
            SpecError::NotAPair { argument, info } => {
                write!(f, "'{argument}' is not key=value; {} has: {}", info.name, option_list(info))
            }
            SpecError::BadValue { option, value } => {
                write!(f, "{} cannot be '{value}'; it is one of {}", option.key, option.values)
            }
            SpecError::Twice(key) => write!(f, "{key} is given twice"),
        }
    }
}

impl std::error::Error for SpecError {}

fn option_list(info: &StrategyInfo) -> String {
    if info.options.is_empty() {
        return "no options".to_owned();
    }
    info.options.iter().map(|o| format!("{}={}", o.key, o.values)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    static TABLE: [StrategyInfo; 2] = [
        StrategyInfo { name: "plain", summary: "", source: "", options: &[] },
        StrategyInfo {
            name: "rich",
            summary: "",
            source: "",
            options: &[
                OptionInfo { key: "metric", values: Values::Words(&["pull", "manhattan"]), default: "pull", help: "" },
                OptionInfo { key: "n", values: Values::Whole(1, 5), default: "2", help: "" },
                OptionInfo { key: "weight", values: Values::Tenths(1.0, 9.9), default: "1.5", help: "" },
            ],
        },
    ];

    #[test]
    fn reads_and_writes() {
        let spec = Spec::parse(" rich( metric = manhattan , n=3)", &TABLE).unwrap();
        assert_eq!((spec.get("metric"), spec.whole("n"), spec.tenths("weight")), ("manhattan", 3, 15));
        assert_eq!(spec.to_string(), "rich(metric=manhattan,n=3)");
        assert_eq!(Spec::parse("rich()", &TABLE).unwrap().to_string(), "rich");
        assert_eq!(Spec::parse("plain", &TABLE).unwrap().to_string(), "plain");
    }

    #[test]
    fn says_what_would_be_right() {
        let error = |text| Spec::parse(text, &TABLE).unwrap_err().to_string();
        assert_eq!(error("poor"), "unknown strategy 'poor'; there are: plain, rich");
        assert_eq!(
            error("rich(m=1)"),
            "rich has no option 'm'; it has: metric=pull|manhattan, n=1..5, weight=1.0..9.9"
        );
        assert_eq!(error("plain(m=1)"), "plain has no option 'm'; it has: no options");
        assert_eq!(error("rich(n=6)"), "n cannot be '6'; it is one of 1..5");
        assert_eq!(error("rich(weight=1.55)"), "weight cannot be '1.55'; it is one of 1.0..9.9");
        assert_eq!(error("rich(n=1,n=1)"), "n is given twice");
        assert_eq!(error("rich(n=1"), "'rich(n=1' lacks its closing parenthesis");
        assert!(error("rich(pull)").starts_with("'pull' is not key=value"));
    }
}
