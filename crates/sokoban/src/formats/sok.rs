//! Writing levels as text.
//!
//! Everything about a level is written below its board, as `Key: value` lines that touch it, then its solutions: the
//! one arrangement that every reader we know gives to the right level. No run-length encoding, plain blanks for
//! floor, a single `-` for an empty row. What is written reads back as the same boards, titles, authors, properties and
//! solutions; text that would break the format (line ends in a title) is straightened.

use std::fmt::Write;

use crate::formats::Collection;
use crate::level::Level;

/// The collection as `.sok` (0.20 manner).
#[must_use]
pub fn write_sok(collection: &Collection) -> String {
    let mut out =
        String::from(":: .sok 0.20: notes; then for each level its board, its properties and its solutions\n");
    out.push_str(":: # wall  @ player  + player on goal  $ box  * box on goal  . goal\n\n");
    write_all(&mut out, collection);
    out
}

/// The collection as `.xsb`.
#[must_use]
pub fn write_xsb(collection: &Collection) -> String {
    let mut out = String::new();
    write_all(&mut out, collection);
    out
}

fn write_all(out: &mut String, collection: &Collection) {
    let Collection { title, author, notes, levels, .. } = collection;
    if title.is_some() || author.is_some() || !notes.is_empty() {
        // The key is written even without a name: it tells readers that what follows is about all levels.
        property(out, "Collection", title.as_deref().unwrap_or(""));
        if let Some(author) = author {
            property(out, "Author", author);
        }
        if !notes.is_empty() {
            property(out, "Comment", notes);
        }
        out.push('\n');
    }
    for level in levels {
        write_level(out, level);
    }
}

fn write_level(out: &mut String, level: &Level) {
    for row in level.board.to_rows() {
        out.push_str(if row.is_empty() { "-" } else { &row });
        out.push('\n');
    }
    if let Some(title) = &level.title {
        property(out, "Title", title);
    }
    if let Some(author) = &level.author {
        property(out, "Author", author);
    }
    for (key, value) in &level.properties {
        property(out, key, value);
    }
    for solution in &level.solutions {
        let _ = write!(out, "\n{}\n{}\n", one_line(&solution.title), solution.text);
    }
    out.push('\n');
}

/// Writes `Key: value`; comments may have several lines.
fn property(out: &mut String, key: &str, value: &str) {
    let plain = !value.contains('\n') && value.trim() == value && !value.is_empty();
    if !key.eq_ignore_ascii_case("comment") || plain {
        let line = format!("{}: {}", one_line(key), one_line(value));
        let _ = writeln!(out, "{}", line.trim_end());
        return;
    }
    let _ = writeln!(out, "{key}:");
    for line in value.split('\n') {
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push_str("Comment-End:\n");
}

fn one_line(text: &str) -> String {
    text.split(['\r', '\n']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
