//! Scenes as SVG, with the artwork in `art/symbols.svg`.
//!
//! A cell is 64 units wide in the artwork; every picture is drawn in these units and scaled by its outer size. Only the
//! symbols that a picture uses are written into it.

use std::collections::BTreeSet;
use std::fmt::Write;

use boxwright_grid::Direction;

use crate::lettering;
use crate::palette::Theme;
use crate::scene::{Area, Kind, Scene, Sprite};

/// The artwork. Colours are names, see [`Theme`].
pub(crate) const SYMBOLS: &str = include_str!("../art/symbols.svg");

/// Units of a cell.
pub(crate) const CELL: u32 = 64;

/// How a picture should look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Light or dark.
    pub theme: Theme,
    /// Pixels of a cell.
    pub cell: u16,
}

impl Default for Style {
    /// Light, 32 pixels a cell.
    fn default() -> Style {
        Style { theme: Theme::Light, cell: 32 }
    }
}

/// A drawing being made, in units of the artwork.
pub(crate) struct Canvas {
    body: String,
    used: BTreeSet<&'static str>,
}

impl Canvas {
    pub(crate) fn new() -> Canvas {
        Canvas { body: String::new(), used: BTreeSet::new() }
    }

    /// Draws the part of a scene within an area, with that area's corner at `left`, `top`.
    pub(crate) fn scene(&mut self, scene: &Scene, area: Area, left: f32, top: f32) {
        let (dx, dy) = (left - f32::from(area.x) * CELL as f32, top - f32::from(area.y) * CELL as f32);
        let moved = (dx, dy) != (0.0, 0.0);
        if moved {
            let _ = write!(self.body, "<g transform=\"translate({dx} {dy})\">");
        }
        scene.sprites.iter().filter(|s| s.extent().meets(area)).for_each(|sprite| self.sprite(sprite));
        if moved {
            self.body.push_str("</g>");
        }
    }

    /// Draws a line of text whose letters are `size` units high, its left end and base line at a point.
    pub(crate) fn text(&mut self, text: &str, x: f32, y: f32, size: f32, colour: &str) {
        let path = lettering::path(text, x, y, size);
        let width = size / 7.0;
        let _ = write!(
            self.body,
            "<path d=\"{path}\" fill=\"none\" stroke=\"var(--{colour})\" stroke-width=\"{width:.1}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
    }

    fn sprite(&mut self, sprite: &Sprite) {
        let (x, y) = (u32::from(sprite.x) * CELL, u32::from(sprite.y) * CELL);
        let symbol = match sprite.kind {
            Kind::Floor => "floor",
            Kind::Wall => "wall",
            Kind::Front => "front",
            Kind::Goal => "goal",
            Kind::Box => "box",
            Kind::Done => "done",
            Kind::Player => "player",
            Kind::Badge => "badge",
            Kind::Hole => "hole",
            Kind::Sunk => "sunk",
            Kind::Exit => "exit",
            Kind::Pivot => "pivot",
            Kind::Block => return self.block(sprite),
            Kind::Arm(direction) => return self.arm(x, y, direction),
            Kind::Character(index, active) => return self.character(x, y, index, active),
        };
        self.place(symbol, x, y, "");
    }

    fn place(&mut self, symbol: &'static str, x: u32, y: u32, more: &str) {
        self.used.insert(symbol);
        let _ = write!(
            self.body,
            "<use href=\"#bw-{symbol}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"{more}/>"
        );
    }

    /// A block has the size of its sprite, so it is no symbol.
    fn block(&mut self, sprite: &Sprite) {
        let (x, y) = (u32::from(sprite.x) * CELL, u32::from(sprite.y) * CELL);
        let (width, height) = (u32::from(sprite.width) * CELL, u32::from(sprite.height) * CELL);
        let _ = write!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"var(--block)\" \
             stroke=\"var(--block-edge)\" stroke-width=\"3\"/>\
             <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"var(--block-line)\"/>",
            x + 4,
            y + 4,
            width - 8,
            height - 8,
            x + 13,
            y + 13,
            width - 26,
            height - 26
        );
    }

    fn arm(&mut self, x: u32, y: u32, direction: Direction) {
        let turn = 90 * direction.index();
        let more = format!(" transform=\"rotate({turn} {} {})\"", x + CELL / 2, y + CELL / 2);
        self.place("arm", x, y, &more);
    }

    fn character(&mut self, x: u32, y: u32, index: usize, active: bool) {
        if active {
            self.place("active", x, y, "");
        }
        let colour = ["first", "second", "third", "fourth"][index & 3];
        self.place("figure", x, y, &format!(" fill=\"var(--{colour})\""));
        let number = (index + 1).to_string();
        self.text(&number, x as f32 + 28.0, y as f32 + 52.0, 11.0, "face");
    }

    /// The finished picture: so many units across and down, so many pixels a cell.
    pub(crate) fn finish(&self, width: f32, height: f32, style: Style, title: &str) -> String {
        let scale = f32::from(style.cell) / CELL as f32;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\">\n",
            (width * scale).round(),
            (height * scale).round()
        );
        if !title.is_empty() {
            let _ = writeln!(svg, "<title>{}</title>", escaped(title));
        }
        svg.push_str("<defs>\n");
        for line in SYMBOLS.lines() {
            let id = line.strip_prefix("<symbol id=\"bw-").and_then(|rest| rest.split('"').next());
            if id.is_some_and(|id| self.used.contains(id)) {
                // An arm reaches out of its cell.
                svg.push_str(&line.replacen("<symbol", "<symbol overflow=\"visible\"", 1));
                svg.push('\n');
            }
        }
        let _ = write!(svg, "</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"var(--ground)\"/>\n");
        svg.push_str(&self.body);
        svg.push_str("\n</svg>\n");
        style.theme.fill_in(&svg)
    }
}

/// One scene as the text of an SVG file.
#[must_use]
pub fn svg(scene: &Scene, style: Style, title: &str) -> String {
    cut(scene, scene.area(), style, title)
}

/// The part of a scene within an area.
pub(crate) fn cut(scene: &Scene, area: Area, style: Style, title: &str) -> String {
    let mut canvas = Canvas::new();
    canvas.scene(scene, area, 0.0, 0.0);
    let units = |cells: u16| f32::from(cells) * CELL as f32;
    canvas.finish(units(area.width), units(area.height), style, title)
}

/// Text with what XML reserves, and without what it forbids.
fn escaped(text: &str) -> String {
    let allowed = text.chars().filter(|c| !c.is_control());
    allowed.fold(String::new(), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ => out.push(c),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(text: &str) -> Scene {
        Scene::sokoban(&text.parse().unwrap())
    }

    #[test]
    fn only_used_symbols_are_written() {
        let drawing = svg(&scene("#####\n#@$.#\n#####"), Style::default(), "A <title> & more");
        assert!(drawing.contains("id=\"bw-box\"") && !drawing.contains("id=\"bw-done\""));
        assert!(drawing.contains("<title>A &lt;title&gt; &amp; more</title>"));
        assert!(drawing.contains("width=\"160\" height=\"96\""));
        assert!(!drawing.contains("var("));
    }

    #[test]
    fn themes_differ() {
        let level = scene("#####\n#@$.#\n#####");
        let dark = Style { theme: Theme::Dark, ..Style::default() };
        assert_ne!(svg(&level, Style::default(), ""), svg(&level, dark, ""));
    }
}
