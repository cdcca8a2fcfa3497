//! Colours by name, for light and dark surroundings.
//!
//! The artwork says `var(--box)`, as a page's style sheet would; a page gives the names values with its own style, so it
//! changes with the reader's wish for light or dark, and a file that leaves the program gets them filled in here. Both
//! read the one list in `art/palette.txt`.

use std::sync::LazyLock;

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark ink on a light ground.
    #[default]
    Light,
    /// Light ink on a dark ground.
    Dark,
}

/// The list: name, light, dark.
const LIST: &str = include_str!("../art/palette.txt");

static COLOURS: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| {
    let line = |line: &'static str| {
        let mut words = line.split_whitespace();
        Some([words.next()?, words.next()?, words.next()?])
    };
    LIST.lines().filter(|l| !l.starts_with("# ")).filter_map(line).collect()
});

impl Theme {
    /// The colour with this name, as `#rrggbb`; magenta, which nobody overlooks, if there is none.
    #[must_use]
    pub fn colour(self, name: &str) -> &'static str {
        let column = if self == Theme::Light { 1 } else { 2 };
        COLOURS.iter().find(|row| row[0] == name).map_or("#ff00ff", |row| row[column])
    }

    /// A drawing with every `var(--name)` replaced by its colour.
    #[must_use]
    pub fn fill_in(self, drawing: &str) -> String {
        let mut out = String::with_capacity(drawing.len());
        let mut rest = drawing;
        while let Some((before, after)) = rest.split_once("var(--") {
            out.push_str(before);
            let (name, after) = after.split_once(')').unwrap_or((after, ""));
            out.push_str(self.colour(name));
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::SYMBOLS;

    #[test]
    fn every_colour_is_one_and_both_themes_have_it() {
        assert!(COLOURS.len() > 20);
        for row in COLOURS.iter() {
            for colour in &row[1..] {
                let digits = colour.strip_prefix('#').unwrap_or_default();
                assert!(digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()), "{row:?}");
            }
        }
    }

    #[test]
    fn the_artwork_uses_colours_that_there_are() {
        for theme in [Theme::Light, Theme::Dark] {
            let filled = theme.fill_in(SYMBOLS);
            assert!(!filled.contains("#ff00ff") && !filled.contains("var("), "{filled}");
        }
        assert_eq!(Theme::Light.fill_in("a var(--nonsense) b"), "a #ff00ff b");
    }
}
