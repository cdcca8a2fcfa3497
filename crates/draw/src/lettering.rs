//! Letters drawn as strokes, so that pictures look the same wherever they are made.
//!
//! A picture with text in a font depends on the fonts of the machine, and carrying a font would be most of the program.
//! Sheets need titles and numbers only, so this is a small alphabet of its own: capitals, figures and some signs on a
//! grid of four by six. Small letters are drawn as capitals, unknown ones as a box.

use std::fmt::Write;

/// From one letter to the next, in columns of the grid.
const ADVANCE: f32 = 5.8;

/// The height of a letter, in rows of the grid.
const HEIGHT: f32 = 6.0;

/// The strokes of a character: points as two digits (column, row above the base line), strokes separated by `|`.
const fn strokes(character: char) -> &'static str {
    match character {
        ' ' => "",
        'A' => "00 04 26 44 40|02 42",
        'B' => "03 33 45 36 06 00 30 41 42 33",
        'C' => "45 36 16 05 01 10 30 41",
        'D' => "00 06 26 44 42 20 00",
        'E' => "46 06 00 40|03 33",
        'F' => "46 06 00|03 33",
        'G' => "45 36 16 05 01 10 30 41 43 23",
        'H' => "00 06|40 46|03 43",
        'I' => "10 30|16 36|20 26",
        'J' => "46 41 30 10 01",
        'K' => "00 06|46 02|13 40",
        'L' => "06 00 40",
        'M' => "00 06 23 46 40",
        'N' => "00 06 40 46",
        'O' | '0' => "10 01 05 16 36 45 41 30 10",
        'P' => "00 06 36 45 44 33 03",
        'Q' => "10 01 05 16 36 45 41 30 10|22 40",
        'R' => "00 06 36 45 44 33 03|23 40",
        'S' => "45 36 16 05 04 13 33 42 41 30 10 01",
        'T' => "06 46|26 20",
        'U' => "06 01 10 30 41 46",
        'V' => "06 20 46",
        'W' => "06 10 23 30 46",
        'X' => "00 46|06 40",
        'Y' => "06 23 46|23 20",
        'Z' => "06 46 00 40",
        '1' => "15 26 20|10 30",
        '2' => "05 16 36 45 44 00 40",
        '3' => "05 16 36 45 44 33 23|33 42 41 30 10 01",
        '4' => "30 36 02 42",
        '5' => "46 06 03 33 42 41 30 10 01",
        '6' => "45 36 16 05 01 10 30 41 42 33 03",
        '7' => "06 46 10",
        '8' => "13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33",
        '9' => "01 10 30 41 45 36 16 05 04 13 43",
        '.' => "20",
        ',' => "21 10",
        ':' => "21|24",
        ';' => "21 10|24",
        '!' => "26 22|20",
        '?' => "05 16 36 45 44 23 22|20",
        '\'' | '’' => "26 25",
        '"' => "16 15|36 35",
        '-' | '–' | '—' => "13 33",
        '+' => "13 33|22 24",
        '=' => "12 32|14 34",
        '_' => "00 40",
        '/' => "00 46",
        '(' | '[' => "36 25 21 30",
        ')' | ']' => "16 25 21 10",
        '#' => "10 16|30 36|02 42|04 44",
        '%' => "00 46|16|30",
        '*' => "12 34|14 32|21 25",
        '&' => "40 04 05 16 25 24 02 01 10 20 42",
        '×' => "12 34|14 32",
        '·' => "23",
        '…' => "00|20|40",
        _ => "00 06 46 40 00",
    }
}

/// How wide a line of text is, if its letters are `size` units high.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    (text.chars().count() as f32 * ADVANCE - (ADVANCE - 4.0)).max(0.0) * size / HEIGHT
}

/// The text as the data of an SVG path to be stroked; its left end and base line at `x`, `y`.
pub(crate) fn path(text: &str, x: f32, y: f32, size: f32) -> String {
    let unit = size / HEIGHT;
    let mut path = String::new();
    for (place, character) in text.chars().enumerate() {
        let left = x + place as f32 * ADVANCE * unit;
        let capital = character.to_uppercase().next().unwrap_or(character);
        for stroke in strokes(capital).split('|') {
            for (number, point) in stroke.split(' ').enumerate() {
                let [column, row] = point.as_bytes() else { continue };
                let (px, py) = (left + f32::from(column - b'0') * unit, y - f32::from(row - b'0') * unit);
                let _ = write!(path, "{}{px:.1} {py:.1}", if number == 0 { 'M' } else { 'L' });
            }
            if stroke.len() == 2 {
                path.push_str("h.1"); // a dot
            }
        }
    }
    path
}

/// The text, cut with an ellipsis if it is wider than `room`.
pub(crate) fn fitted(text: &str, size: f32, room: f32) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let letters = ((room * HEIGHT / size + 1.8) / ADVANCE).max(1.0) as usize;
    text.chars().take(letters - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_on_the_line_and_side_by_side() {
        assert_eq!(path("L", 10.0, 20.0, 6.0), "M10.0 14.0L10.0 20.0L14.0 20.0");
        assert_eq!(path("l", 10.0, 20.0, 6.0), path("L", 10.0, 20.0, 6.0));
        assert!(path(" L", 0.0, 6.0, 6.0).starts_with("M5.8 0.0"));
        assert_eq!(path(".", 0.0, 0.0, 6.0), "M2.0 0.0h.1");
        assert_eq!(width("LL", 6.0), 9.8);
    }

    #[test]
    fn every_stroke_stays_on_its_grid() {
        for character in (' '..='~').chain("’–×·…漢".chars()) {
            let capital = character.to_uppercase().next().unwrap();
            for point in strokes(capital).split(['|', ' ']).filter(|p| !p.is_empty()) {
                let digits = point.as_bytes();
                assert!(digits.len() == 2 && digits[0] <= b'4' && digits[1] <= b'6', "{character}: {point}");
            }
        }
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(fitted("short", 6.0, 100.0), "short");
        let cut = fitted("a rather long title", 6.0, 40.0);
        assert!(cut.ends_with('…') && width(&cut, 6.0) <= 40.0, "{cut}");
        assert_eq!(fitted("ab", 6.0, 0.0), "…");
    }
}
