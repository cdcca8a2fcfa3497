//! Words put into lines.

use unicode_width::UnicodeWidthStr;

/// The text in lines of at most so many columns, broken at blanks.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is one");
        if last.is_empty() {
            last.push_str(word);
        } else if last.width() + 1 + word.width() <= columns {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The text with a capital letter in front.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrap("one two  three\nfour", 9), ["one two", "three", "four"]);
        assert_eq!(wrap("unbreakable it is", 4), ["unbreakable", "it", "is"]);
        // Wide characters take two columns.
        assert_eq!(wrap("\u{7bb1} \u{7bb1} \u{7bb1}", 5), ["\u{7bb1} \u{7bb1}", "\u{7bb1}"]);
        assert_eq!(wrap("", 5), [""]);
    }

    #[test]
    fn capitals() {
        assert_eq!((capital("übung"), capital("")), ("Übung".to_owned(), String::new()));
    }
}
