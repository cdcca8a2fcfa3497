//! Sheets: many levels on one picture, each with its number and title.
//!
//! Every level gets a tile of the same size, in which it is drawn as large as it fits, so that a collection of small and
//! large levels makes an even page.

use crate::lettering::fitted;
use crate::raster::{DrawError, check};
use crate::scene::Scene;
use crate::svg::{CELL, Canvas, Style};

/// A level on a sheet.
#[derive(Clone, Debug)]
pub struct Tile {
    /// What stands above it.
    pub caption: String,
    /// What is drawn.
    pub scene: Scene,
}

/// Units around a tile.
const GAP: f32 = 48.0;
/// Height of the captions' letters.
const LETTERS: f32 = 26.0;
/// Units for a caption.
const CAPTION: f32 = 56.0;

/// The levels in rows of `columns`, as the text of an SVG file. The largest level has cells of the style's size.
///
/// # Errors
/// If there are no levels, or the sheet would be too large.
pub fn sheet(tiles: &[Tile], columns: usize, style: Style) -> Result<String, DrawError> {
    let columns = columns.clamp(1, tiles.len().max(1));
    let side = |length: fn(&Scene) -> u16| tiles.iter().map(|t| length(&t.scene)).max().unwrap_or(0);
    let unit = CELL as f32;
    let width = f32::from(side(|s| s.size.width)) * unit;
    let height = f32::from(side(|s| s.size.height)) * unit;
    let rows = tiles.len().div_ceil(columns);
    let total_width = GAP + columns as f32 * (width + GAP);
    let total_height = GAP + rows as f32 * (height + CAPTION + GAP);
    let scale = f32::from(style.cell) / unit;
    check((total_width * scale) as u64, if tiles.is_empty() { 0 } else { (total_height * scale) as u64 })?;

    let mut canvas = Canvas::new();
    for (number, Tile { caption, scene }) in tiles.iter().enumerate() {
        let left = GAP + (number % columns) as f32 * (width + GAP);
        let top = GAP + (number / columns) as f32 * (height + CAPTION + GAP);
        canvas.text(&fitted(caption, LETTERS, width), left, top + LETTERS, LETTERS, "ink");
        canvas.scene(scene, scene.area(), left, top + CAPTION);
    }
    Ok(canvas.finish(total_width, total_height, style, ""))
}
