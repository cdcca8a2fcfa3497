//! Opened states per solver and puzzle, as a drawing.
//!
//! One panel per solver: ours as filled dots on a line, the published ones as rings, on a logarithmic scale. A puzzle
//! that was not solved has a cross where the search stopped. The drawing has no background, and its colours are
//! readable on white and on black.

use std::fmt::Write;

use super::run::{Column, Experiment, Row};

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 62.0;
const INK: &str = "#808890";
const OURS: &str = "#2f81c7";
const THEIRS: &str = "#d9822b";

/// The drawing, as the text of an SVG file.
#[must_use]
pub fn svg(experiment: &Experiment) -> String {
    let columns: Vec<&Column> = experiment.columns.iter().filter(|c| !c.rows.is_empty()).collect();
    let states = columns.iter().flat_map(|c| &c.rows).flat_map(|r| [Some(r.ours.s), r.published.as_ref().map(|p| p.s)]);
    let most = states.flatten().max().unwrap_or(1).max(10);
    let decades = (most as f64).log10().ceil();
    let across = columns.len().clamp(1, 2);
    let down = columns.len().div_ceil(2).max(1);
    let (width, height) = (WIDTH * across as f64, HEIGHT * down as f64 + 24.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\" fill=\"{INK}\">\n\
         <title>States opened per solver and puzzle</title>\n"
    );
    let _ = writeln!(
        text,
        "<circle cx=\"60\" cy=\"12\" r=\"4\" fill=\"{OURS}\"/><text x=\"70\" y=\"16\">ours</text>\
         <circle cx=\"120\" cy=\"12\" r=\"4\" fill=\"none\" stroke=\"{THEIRS}\" stroke-width=\"1.6\"/>\
         <text x=\"130\" y=\"16\">published</text>\
         <text x=\"210\" y=\"16\">\u{d7} not solved; states opened, logarithmic</text>"
    );
    for (number, column) in columns.iter().enumerate() {
        let (x, y) = ((number % 2) as f64 * WIDTH, (number / 2) as f64 * HEIGHT + 24.0);
        let _ = writeln!(text, "<g transform=\"translate({x} {y})\">");
        panel(&mut text, column, decades);
        text.push_str("</g>\n");
    }
    text.push_str("</svg>\n");
    text
}

fn panel(text: &mut String, column: &Column, decades: f64) {
    let (inner_width, inner_height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let x = |i: usize| LEFT + inner_width * (i as f64 + 0.5) / column.rows.len() as f64;
    let y = |s: u64| TOP + inner_height * (1.0 - (s.max(1) as f64).log10() / decades);
    let title = format!("Table {}: {}", column.table, column.solver.name);
    let _ =
        writeln!(text, "<text x=\"{LEFT}\" y=\"{:.0}\" font-weight=\"bold\">{}</text>", TOP - 10.0, escaped(&title));
    for decade in 0..=decades as u32 {
        let at = y(10_u64.pow(decade));
        let label = match decade {
            0..3 => 10_u64.pow(decade).to_string(),
            3..6 => format!("{}k", 10_u64.pow(decade - 3)),
            _ => format!("{}M", 10_u64.pow(decade - 6)),
        };
        let _ = writeln!(
            text,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"{INK}\" stroke-opacity=\"0.35\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
    }
    let points: Vec<String> =
        column.rows.iter().enumerate().map(|(i, row)| format!("{:.1},{:.1}", x(i), y(row.ours.s))).collect();
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{OURS}\" stroke-opacity=\"0.5\"/>",
        points.join(" ")
    );
    for (i, row) in column.rows.iter().enumerate() {
        let at = x(i);
        if let Some(published) = &row.published {
            theirs(text, at, y(published.s), published.m.is_some());
        }
        ours(text, at, y(row.ours.s), row);
        let foot = HEIGHT - BOTTOM + 14.0;
        let _ = writeln!(
            text,
            "<text transform=\"translate({:.1} {foot:.1}) rotate(-45)\" text-anchor=\"end\">{}</text>",
            at + 4.0,
            escaped(&row.puzzle)
        );
    }
}

fn ours(text: &mut String, x: f64, y: f64, row: &Row) {
    let _ = if row.our_m().is_some() {
        writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{OURS}\"/>")
    } else {
        cross(text, x, y, OURS)
    };
}

fn theirs(text: &mut String, x: f64, y: f64, solved: bool) {
    let _ = if solved {
        writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"none\" stroke=\"{THEIRS}\" stroke-width=\"1.6\"/>"
        )
    } else {
        cross(text, x, y, THEIRS)
    };
}

fn cross(text: &mut String, x: f64, y: f64, colour: &str) -> std::fmt::Result {
    writeln!(
        text,
        "<path d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\" stroke=\"{colour}\" stroke-width=\"1.6\"/>",
        x - 4.0,
        y - 4.0
    )
}

/// Text within SVG.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
