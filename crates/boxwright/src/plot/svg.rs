//! A figure as the text of an SVG file.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::axis::{Scale, Tick};
use super::{Colour, Figure, Legend, Look, Panel, Point, Series};

/// Room for the ticks and the name of the axis upwards.
const LEFT: f64 = 62.0;
const RIGHT: f64 = 18.0;
/// Room for the title of a panel.
const TOP: f64 = 28.0;
/// Room for the ticks and the name of the axis to the right.
const BOTTOM: f64 = 44.0;
/// A line of the legend.
const LINE: f64 = 18.0;
/// The mark in front of a name in the legend, with the gap behind it.
const MARK: f64 = 26.0;
/// Hardly a character is wider, at 11 pixels.
const CHARACTER: f64 = 6.3;

/// Fonts and lines, then the colours: on white, and on black. Written without variables, which some viewers lack.
const STYLE: &str = "\
<style>\n\
text{font:11px system-ui,sans-serif}.b{font-weight:600}.frame,.grid{fill:none}\
.fill{fill:currentColor}.line{fill:none;stroke:currentColor;stroke-width:1.7;stroke-linejoin:round}\n\
text{fill:#24292f}.paper{fill:#fff}.frame{stroke:#8c959f}.grid{stroke:#e3e7eb}.ink{color:#24292f}\
.h0{color:#0072b2}.h1{color:#d55e00}.h2{color:#009e73}.h3{color:#a6428f}.h4{color:#8a6d00}.h5{color:#2aa1d3}\n\
@media(prefers-color-scheme:dark){\
text{fill:#e6edf3}.paper{fill:#0d1117}.frame{stroke:#6e7681}.grid{stroke:#262c34}.ink{color:#e6edf3}\
.h0{color:#4ba3e3}.h1{color:#ff8a3d}.h2{color:#2fc79a}.h3{color:#e08fcf}.h4{color:#e3c04f}.h5{color:#8fd3f4}}\n\
</style>\n";
const HUES: usize = 6;

impl Figure {
    /// The drawing.
    #[must_use]
    pub fn svg(&self) -> String {
        let across = self.across.clamp(1, self.panels.len().max(1));
        let down = self.panels.len().div_ceil(across);
        let feet: f64 = self.panels.iter().map(|panel| self.foot(panel)).fold(BOTTOM, f64::max);
        let (cell_width, cell_height) = (LEFT + self.frame.0 + RIGHT, TOP + self.frame.1 + feet);
        let width = cell_width * across as f64;
        let rows = if self.legend == Legend::Above { self.legend_rows(width - LEFT - RIGHT) } else { Vec::new() };
        let head = 12.0 + LINE * rows.len() as f64;
        let height = head + cell_height * down as f64;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\">\n<title>{}</title>\n{STYLE}\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
            escaped(&self.title)
        );
        for (line, row) in rows.iter().enumerate() {
            row.iter().for_each(|(x, series)| entry(&mut text, series, LEFT + x, 18.0 + LINE * line as f64));
        }
        for (number, panel) in self.panels.iter().enumerate() {
            let x = (number % across) as f64 * cell_width + LEFT;
            let y = (number / across) as f64 * cell_height + head + TOP;
            let _ = writeln!(text, "<g transform=\"translate({x:.0} {y:.0})\">");
            self.axes(&mut text, panel, feet);
            panel.series.iter().for_each(|series| self.series(&mut text, panel, series));
            if self.legend == Legend::Within {
                self.legend_within(&mut text, panel);
            }
            text.push_str("</g>\n");
        }
        text.push_str("</svg>\n");
        text
    }

    /// The legend of all panels in lines of at most so many pixels, each entry with its place.
    fn legend_rows(&self, width: f64) -> Vec<Vec<(f64, &Series)>> {
        let key = |series: &Series| (series.name.clone(), series.colour, series.look);
        let mut seen = Vec::new();
        let mut rows: Vec<Vec<(f64, &Series)>> = Vec::new();
        let mut x = f64::INFINITY;
        for series in self.panels.iter().flat_map(named) {
            if seen.contains(&key(series)) {
                continue;
            }
            seen.push(key(series));
            let needed = MARK + wide(&series.name);
            if x + needed > width {
                rows.push(Vec::new());
                x = 0.0;
            }
            if let Some(row) = rows.last_mut() {
                row.push((x, series));
            }
            x += needed + 18.0;
        }
        rows
    }

    /// Whether the ticks to the right have to be written aslant.
    fn is_slanted(&self, panel: &Panel) -> bool {
        let Scale::Names(names) = &panel.x.scale else { return false };
        names.iter().map(|name| wide(name)).fold(0.0, f64::max) > self.frame.0 / names.len() as f64 - 4.0
    }

    /// What a panel needs below its frame.
    fn foot(&self, panel: &Panel) -> f64 {
        if !self.is_slanted(panel) {
            return BOTTOM;
        }
        let longest = panel.x.ticks().iter().map(|tick| wide(&tick.text)).fold(0.0, f64::max);
        let name = if panel.x.name.is_empty() { 0.0 } else { LINE };
        longest * std::f64::consts::FRAC_1_SQRT_2 + 22.0 + name
    }

    /// The frame with its grid, ticks and names.
    fn axes(&self, text: &mut String, panel: &Panel, foot: f64) {
        let (width, height) = self.frame;
        let _ = writeln!(text, "<text class=\"b\" x=\"0\" y=\"-9\">{}</text>", escaped(&panel.title));
        let slanted = self.is_slanted(panel);
        let mut lines = String::new();
        for Tick { at, text: value } in panel.x.ticks() {
            let x = at * width;
            let _ = write!(lines, "M{x:.1} 0V{height:.0}");
            let value = escaped(&value);
            let _ = if slanted {
                let place = format!("translate({:.1} {:.1}) rotate(-45)", x + 4.0, height + 14.0);
                writeln!(text, "<text transform=\"{place}\" text-anchor=\"end\">{value}</text>")
            } else {
                writeln!(text, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value}</text>", height + 16.0)
            };
        }
        for Tick { at, text: value } in panel.y.ticks() {
            let y = height * (1.0 - at);
            let _ = write!(lines, "M0 {y:.1}H{width:.0}");
            let value = escaped(&value);
            let _ = writeln!(text, "<text x=\"-6\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>", y + 4.0);
        }
        let _ = writeln!(
            text,
            "<path class=\"grid\" d=\"{lines}\"/><rect class=\"frame\" width=\"{width:.0}\" height=\"{height:.0}\"/>"
        );
        let (middle, below) = (width / 2.0, height + foot - 10.0);
        let _ = writeln!(
            text,
            "<text x=\"{middle:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{}</text>\
             <text transform=\"translate(-48 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escaped(&panel.x.name),
            height / 2.0,
            escaped(&panel.y.name)
        );
    }

    fn series(&self, text: &mut String, panel: &Panel, series: &Series) {
        let (width, height) = self.frame;
        let place = |p: &Point| (panel.x.place(p.x) * width, (1.0 - panel.y.place(p.y)) * height);
        let class = class(series.colour);
        let mut path = String::new();
        match series.look {
            Look::Dots | Look::Rings | Look::Crosses => {
                for point in &series.points {
                    let (x, y) = place(point);
                    mark(text, series, x, y, &point.label);
                }
                return;
            }
            Look::Line | Look::Dashes => {
                for (number, (x, y)) in series.points.iter().map(place).enumerate() {
                    let _ = write!(path, "{}{x:.1} {y:.1}", if number == 0 { 'M' } else { 'L' });
                }
            }
            Look::Stairs => {
                for (number, (x, y)) in series.points.iter().map(place).enumerate() {
                    let _ = if number == 0 { write!(path, "M{x:.1} {height:.1}") } else { write!(path, "H{x:.1}") };
                    let _ = write!(path, "V{y:.1}");
                }
            }
        }
        if !path.is_empty() {
            let _ = writeln!(text, "<path class=\"line {class}\"{} d=\"{path}\"/>", dashes(series.look));
        }
    }

    /// A legend in the lower right corner, where rising lines leave room.
    fn legend_within(&self, text: &mut String, panel: &Panel) {
        let all: Vec<&Series> = named(panel).collect();
        let Some(widest) = all.iter().map(|series| wide(&series.name)).reduce(f64::max) else { return };
        let (width, height) = (widest + MARK + 12.0, LINE * all.len() as f64 + 8.0);
        let (left, top) = (self.frame.0 - width - 6.0, self.frame.1 - height - 6.0);
        let _ = writeln!(
            text,
            "<rect class=\"paper\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill-opacity=\"0.85\" rx=\"3\"/>"
        );
        for (number, series) in all.into_iter().enumerate() {
            entry(text, series, left + 6.0, top + 4.0 + LINE * (number as f64 + 0.5));
        }
    }
}

/// What a legend tells about.
fn named(panel: &Panel) -> impl Iterator<Item = &Series> {
    panel.series.iter().filter(|series| !series.name.is_empty())
}

/// An entry of a legend; `y` is its middle.
fn entry(text: &mut String, series: &Series, x: f64, y: f64) {
    match series.look {
        Look::Dots | Look::Rings | Look::Crosses => mark(text, series, x + 10.0, y, ""),
        Look::Line | Look::Dashes | Look::Stairs => {
            let (class, dashes) = (class(series.colour), dashes(series.look));
            let _ = writeln!(text, "<path class=\"line {class}\"{dashes} d=\"M{x:.1} {y:.1}h20\"/>");
        }
    }
    let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", x + MARK, y + 4.0, escaped(&series.name));
}

fn mark(text: &mut String, series: &Series, x: f64, y: f64, label: &str) {
    let class = class(series.colour);
    let title = if label.is_empty() { String::new() } else { format!("<title>{}</title>", escaped(label)) };
    let _ = match series.look {
        Look::Rings => {
            writeln!(text, "<circle class=\"line {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\">{title}</circle>")
        }
        Look::Crosses => {
            let (left, top) = (x - 3.5, y - 3.5);
            writeln!(text, "<path class=\"line {class}\" d=\"M{left:.1} {top:.1}l7 7m0 -7l-7 7\">{title}</path>")
        }
        _ => writeln!(
            text,
            "<circle class=\"fill {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\" fill-opacity=\"0.8\">{title}</circle>"
        ),
    };
}

fn dashes(look: Look) -> &'static str {
    if look == Look::Dashes { " stroke-dasharray=\"5 4\"" } else { "" }
}

fn class(colour: Colour) -> String {
    match colour {
        Colour::Ink => "ink".to_owned(),
        Colour::Hue(number) => format!("h{}", number % HUES),
    }
}

/// About how many pixels a text takes.
fn wide(text: &str) -> f64 {
    text.width() as f64 * CHARACTER
}

/// Text within SVG. Control characters are not allowed there at all.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Scale};
    use super::*;

    fn panel(series: Vec<Series>) -> Panel {
        let axis = |name| Axis::new(name, Scale::Linear(4.0));
        Panel { title: "a<b & \u{1}c".to_owned(), x: axis("right"), y: axis("up"), series }
    }

    fn figure(panels: Vec<Panel>) -> Figure {
        Figure { title: "T".to_owned(), panels, across: 2, frame: (200.0, 100.0), legend: Legend::Above }
    }

    fn one(name: &str, look: Look) -> Series {
        Series::new(name, Colour::Hue(0), look, vec![Point::labelled(1.0, 1.0, "x<y"), Point::new(2.0, 9.0)])
    }

    #[test]
    fn one_legend_for_all_panels_or_one_for_each() {
        let panels = || vec![panel(vec![one("s", Look::Dots), one("", Look::Line)]), panel(vec![one("s", Look::Dots)])];
        let above = figure(panels()).svg();
        assert_eq!(above.matches(">s</text>").count(), 1, "{above}");
        let within = Figure { legend: Legend::Within, ..figure(panels()) }.svg();
        assert_eq!(within.matches(">s</text>").count(), 2, "{within}");
        assert_eq!(within.matches("<g ").count(), 2);
    }

    #[test]
    fn what_is_drawn_is_well_formed() {
        let looks = [Look::Dots, Look::Rings, Look::Crosses, Look::Line, Look::Dashes, Look::Stairs];
        let text = figure(vec![panel(looks.map(|look| one("a & b", look)).into())]).svg();
        assert!(text.contains("a&lt;b &amp;  c") && text.contains("x&lt;y") && !text.contains('\u{1}'), "{text}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        // Two points as dots, two as rings, and a mark for each in the legend.
        assert_eq!(text.matches("<circle").count(), 6);
        assert!(figure(Vec::new()).svg().ends_with("</svg>\n"));
    }

    #[test]
    fn stairs_rise_at_their_points() {
        let series = Series::cumulative("", Colour::Ink, vec![2.0, 1.0, 1.0], 4.0);
        let points: Vec<(f64, f64)> = series.points.iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(points, [(1.0, 1.0), (1.0, 2.0), (2.0, 3.0), (4.0, 3.0)]);
        assert!(figure(vec![panel(vec![series])]).svg().contains("M50.0 100.0V75.0H50.0V50.0H100.0V25.0H200.0V25.0"));
    }
}
