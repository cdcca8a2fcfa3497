//! Run-length encoding, as older level files and solutions use it: `3#4-p.#`, `2(3(dr)R)`.
//!
//! A decimal count stands before a character or before a group in parentheses; groups nest. A count of ten digits
//! fits on a postcard and would fill a disk, so nothing is expanded beyond a limit, and [`measure`] can tell how long
//! a text would become without expanding it. Time and memory are linear in the input and the limit.

/// How deep groups may nest.
pub const MAX_DEPTH: usize = 100;

/// Why a text cannot be expanded. Places count characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum RleError {
    /// The result would be too long.
    #[error("expands to more than {limit} characters")]
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// Groups within groups within groups …
    #[error("groups are nested more than {MAX_DEPTH} deep at character {at}")]
    TooDeep {
        /// The opening parenthesis.
        at: usize,
    },
    /// A `)` too many, or a missing one.
    #[error("a group is not closed, or never opened, at character {at}")]
    Unbalanced {
        /// Where.
        at: usize,
    },
    /// A count with nothing to repeat, or a count of zero.
    #[error("a count that repeats nothing at character {at}")]
    IdleCount {
        /// Where.
        at: usize,
    },
}

/// What a text expands to: a sequence of things, or only their number.
trait Output {
    fn len(&self) -> usize;
    /// Appends the part from `start` again, `times` times; the result is known to be within the limit.
    fn repeat(&mut self, start: usize, times: usize);
}

impl<T: Copy> Output for Vec<T> {
    fn len(&self) -> usize {
        self.len()
    }
    fn repeat(&mut self, start: usize, times: usize) {
        let end = self.len();
        self.reserve((end - start) * times);
        if end - start == 1 {
            self.resize(end + times, self[start]);
            return;
        }
        for _ in 0..times {
            self.extend_from_within(start..end);
        }
    }
}

impl Output for usize {
    fn len(&self) -> usize {
        *self
    }
    fn repeat(&mut self, start: usize, times: usize) {
        *self += (*self - start) * times;
    }
}

/// Expands a text to at most `limit` things. `item` says what a character (with its place, from 1) stands for, or that
/// it is to be skipped; digits and parentheses never reach it.
///
/// # Errors
/// Those of `item`, and [`RleError`].
pub fn expand<T: Copy, E: From<RleError>>(
    text: &str,
    limit: usize,
    mut item: impl FnMut(usize, char) -> Result<Option<T>, E>,
) -> Result<Vec<T>, E> {
    let add = |output: &mut Vec<T>, at, c| {
        let thing = item(at, c)?;
        output.extend(thing);
        Ok(thing.is_some())
    };
    run(text, limit, Vec::new(), add)
}

/// The number of characters a text would expand to, if it is at most `limit`.
///
/// # Errors
/// [`RleError`].
pub fn measure(text: &str, limit: usize) -> Result<usize, RleError> {
    run(text, limit, 0, |length, _, _| {
        *length += 1;
        Ok(true)
    })
}

/// The one loop behind both: `add` appends what a character stands for and says whether that was anything.
fn run<O: Output, E: From<RleError>>(
    text: &str,
    limit: usize,
    mut output: O,
    mut add: impl FnMut(&mut O, usize, char) -> Result<bool, E>,
) -> Result<O, E> {
    // The groups that are open: where their content begins in the output, and how often it is wanted.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut count: Option<usize> = None;
    let mut at = 0;
    for (index, c) in text.chars().enumerate() {
        at = index + 1;
        if let Some(digit) = c.to_digit(10) {
            count = Some(count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        if count == Some(0) {
            return Err(RleError::IdleCount { at }.into());
        }
        let (start, times) = match c {
            '(' if open.len() == MAX_DEPTH => return Err(RleError::TooDeep { at }.into()),
            '(' => {
                open.push((output.len(), count.take().unwrap_or(1)));
                continue;
            }
            ')' if count.is_some() => return Err(RleError::IdleCount { at }.into()),
            ')' => open.pop().ok_or(RleError::Unbalanced { at })?,
            _ => {
                let start = output.len();
                if !add(&mut output, at, c)? {
                    continue;
                }
                (start, count.take().unwrap_or(1))
            }
        };
        let total = (output.len() - start).saturating_mul(times).saturating_add(start);
        if total > limit {
            return Err(RleError::TooLong { limit }.into());
        }
        // An empty group is nothing however often it is wanted.
        if output.len() > start {
            output.repeat(start, times - 1);
        }
    }
    if count.is_some() {
        return Err(RleError::IdleCount { at }.into());
    }
    if !open.is_empty() {
        return Err(RleError::Unbalanced { at }.into());
    }
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str, limit: usize) -> Result<String, RleError> {
        let all = expand::<char, RleError>(text, limit, |_, c| Ok(Some(c)))?;
        assert_eq!(measure(text, limit), Ok(all.len()));
        Ok(all.into_iter().collect())
    }

    #[test]
    fn counts_and_groups() {
        assert_eq!(expanded("3#4-p.#", 100).unwrap(), "###----p.#");
        assert_eq!(expanded("2(3(#)#)#", 100).unwrap(), "#########");
        assert_eq!(expanded("2(a|)b", 100).unwrap(), "a|a|b");
        assert_eq!(expanded("999999999()x", 100).unwrap(), "x");
    }

    #[test]
    fn limits_hold_exactly() {
        assert_eq!(expanded("5#", 5).unwrap(), "#####");
        assert_eq!(expanded("5#", 4), Err(RleError::TooLong { limit: 4 }));
        assert_eq!(expanded("999999999999999999999999999#", 9), Err(RleError::TooLong { limit: 9 }));
        assert_eq!(measure("9999(9999(9999(9999(l))))", 1 << 20), Err(RleError::TooLong { limit: 1 << 20 }));
        assert_eq!(measure(&"(".repeat(200), 9), Err(RleError::TooDeep { at: MAX_DEPTH + 1 }));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(measure("2(#", 9), Err(RleError::Unbalanced { at: 3 }));
        assert_eq!(measure("#)", 9), Err(RleError::Unbalanced { at: 2 }));
        assert_eq!(measure("#3", 9), Err(RleError::IdleCount { at: 2 }));
        assert_eq!(measure("0#", 9), Err(RleError::IdleCount { at: 2 }));
        assert_eq!(measure("(3)", 9), Err(RleError::IdleCount { at: 3 }));
    }
}
