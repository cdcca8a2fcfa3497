//! Pictures of both games: one artwork, drawn as SVG, from which PNG and animated GIF are made.
//!
//! A position becomes a [`Scene`], a list of sprites; [`svg()`] writes a scene with the artwork in the folder `art`;
//! [`png()`] turns such a drawing into pixels, [`gif()`] a sequence of scenes into an animation, and [`sheet()`] puts many
//! scenes on one page. The page of `boxwright serve` uses the same artwork and the same colours.

mod animation;
mod lettering;
mod palette;
mod raster;
mod scene;
mod sheet;
mod svg;

pub use animation::{MOST_FRAMES, Pace, gif, stride};
pub use palette::Theme;
pub use raster::{DrawError, MOST_PIXELS, png};
pub use scene::{Area, Kind, Scene, Sprite};
pub use sheet::{Tile, sheet};
pub use svg::{Style, svg};
