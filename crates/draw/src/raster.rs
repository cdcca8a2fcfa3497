//! SVG to pixels.
//!
//! The drawings come from this crate, so there is nothing to load and no text in them. Pictures have a largest size:
//! whoever asks for a poster of a thousand levels gets an answer, not an exhausted machine.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The most pixels of a picture.
pub const MOST_PIXELS: u64 = 40_000_000;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DrawError {
    /// Too many pixels.
    #[error("the picture would have {width}×{height} pixels, more than {} million; choose smaller cells", MOST_PIXELS / 1_000_000)]
    TooLarge {
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
    },
    /// There is nothing to draw.
    #[error("there is nothing to draw")]
    Empty,
    /// The encoder failed.
    #[error("the picture cannot be written: {0}")]
    Encoding(String),
}

/// Draws the text of an SVG file in its own size.
pub(crate) fn rasterize(svg: &str) -> Result<Pixmap, DrawError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| DrawError::Encoding(error.to_string()))?;
    let size = tree.size().to_int_size();
    check(u64::from(size.width()), u64::from(size.height()))?;
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or(DrawError::Empty)?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Whether a picture of that size is not too large.
pub(crate) fn check(width: u64, height: u64) -> Result<(), DrawError> {
    match width.saturating_mul(height) {
        0 => Err(DrawError::Empty),
        pixels if pixels > MOST_PIXELS => Err(DrawError::TooLarge { width, height }),
        _ => Ok(()),
    }
}

/// The bytes of a PNG file of a drawing.
///
/// # Errors
/// If the picture would be too large.
pub fn png(svg: &str) -> Result<Vec<u8>, DrawError> {
    rasterize(svg)?.encode_png().map_err(|error| DrawError::Encoding(error.to_string()))
}
