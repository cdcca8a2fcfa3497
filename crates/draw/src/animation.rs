//! Animated GIFs of solutions.
//!
//! A frame redraws only the cells that changed, and only these are in the file. All frames share one palette: the colours
//! of the artwork and of its smoothed edges are few, and are made fewer by rounding until 255 are enough.

use std::collections::{HashMap, HashSet};

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::raster::{DrawError, check, rasterize};
use crate::scene::{Area, Scene};
use crate::svg::{Style, cut};

/// The most frames; a longer solution is shown in larger steps.
pub const MOST_FRAMES: usize = 1500;

/// The most pixels of all frames together.
const MOST_TOTAL_PIXELS: u64 = 40_000_000;

/// How fast an animation runs, in hundredths of a second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// For a step.
    pub step: u16,
    /// Before the first step and after the last one.
    pub rest: u16,
}

impl Default for Pace {
    /// Eight steps a second, and a second and a half at both ends.
    fn default() -> Pace {
        Pace { step: 12, rest: 150 }
    }
}

/// A frame: where it goes, what it shows, for how long.
struct Picture {
    left: u16,
    top: u16,
    pixels: Pixmap,
    delay: u16,
}

/// The bytes of a GIF file that shows these positions one after the other, over and over.
///
/// # Errors
/// If there is no position, or the picture would be too large.
pub fn gif(positions: impl IntoIterator<Item = Scene>, style: Style, pace: Pace) -> Result<Vec<u8>, DrawError> {
    let mut positions = positions.into_iter();
    let mut shown = positions.next().ok_or(DrawError::Empty)?;
    let cell = u64::from(style.cell);
    let (width, height) = (u64::from(shown.size.width) * cell, u64::from(shown.size.height) * cell);
    check(width, height)?;
    if width.max(height) > u64::from(u16::MAX) {
        return Err(DrawError::TooLarge { width, height });
    }

    let mut pictures = vec![picture(&shown, shown.area(), style, pace.rest)?];
    let mut pixels = width * height;
    for scene in positions {
        let Some(area) = shown.difference(&scene) else { continue };
        pixels += u64::from(area.width) * u64::from(area.height) * cell * cell;
        if pixels > MOST_TOTAL_PIXELS {
            return Err(DrawError::TooLarge { width, height });
        }
        pictures.push(picture(&scene, area, style, pace.step)?);
        shown = scene;
    }
    if let Some(last) = pictures.last_mut() {
        last.delay = pace.rest;
    }
    encode(&pictures, width as u16, height as u16)
}

/// How many of so many moves are made from one picture to the next.
#[must_use]
pub fn stride(moves: usize) -> usize {
    moves.div_ceil(MOST_FRAMES).max(1)
}

fn picture(scene: &Scene, area: Area, style: Style, delay: u16) -> Result<Picture, DrawError> {
    let pixels = rasterize(&cut(scene, area, style, ""))?;
    Ok(Picture { left: area.x * style.cell, top: area.y * style.cell, pixels, delay })
}

fn encode(pictures: &[Picture], width: u16, height: u16) -> Result<Vec<u8>, DrawError> {
    let fail = |error: gif::EncodingError| DrawError::Encoding(error.to_string());
    let palette = Palette::of(pictures);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.colours).map_err(fail)?;
    encoder.set_repeat(Repeat::Infinite).map_err(fail)?;
    for picture in pictures {
        let frame = Frame {
            left: picture.left,
            top: picture.top,
            width: picture.pixels.width() as u16,
            height: picture.pixels.height() as u16,
            delay: picture.delay,
            dispose: DisposalMethod::Keep,
            buffer: palette.indices(&picture.pixels).into(),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(fail)?;
    }
    drop(encoder);
    Ok(bytes)
}

/// At most 256 colours.
struct Palette {
    /// Red, green, blue, one after the other.
    colours: Vec<u8>,
    /// The number of a rounded colour.
    numbers: HashMap<[u8; 3], u8>,
    /// How many low bits are rounded away.
    bits: u8,
}

impl Palette {
    fn of(pictures: &[Picture]) -> Palette {
        // The pictures have no transparent pixels, so what is stored is the colour itself.
        let mut seen: HashSet<[u8; 3]> = HashSet::new();
        for picture in pictures {
            for pixel in picture.pixels.pixels() {
                seen.insert([pixel.red(), pixel.green(), pixel.blue()]);
            }
        }
        let mut bits = 0;
        loop {
            // The first colour met with a rounding stands for all of them; the plain colours must win, so sort.
            let mut all: Vec<[u8; 3]> = seen.iter().copied().collect();
            all.sort_unstable();
            let mut numbers = HashMap::new();
            let mut colours = Vec::new();
            for colour in all {
                let next = numbers.len();
                numbers.entry(rounded(colour, bits)).or_insert_with(|| {
                    colours.extend(colour);
                    next
                });
            }
            if numbers.len() <= 256 {
                let numbers = numbers.into_iter().map(|(colour, number)| (colour, number as u8)).collect();
                return Palette { colours, numbers, bits };
            }
            bits += 1;
        }
    }

    fn indices(&self, pixels: &Pixmap) -> Vec<u8> {
        let number = |p: &resvg::tiny_skia::PremultipliedColorU8| {
            self.numbers[&rounded([p.red(), p.green(), p.blue()], self.bits)]
        };
        pixels.pixels().iter().map(number).collect()
    }
}

fn rounded(colour: [u8; 3], bits: u8) -> [u8; 3] {
    colour.map(|channel| channel >> bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(text: &str) -> Scene {
        Scene::sokoban(&text.parse().unwrap())
    }

    #[test]
    fn frames_are_as_large_as_what_changes() {
        let positions = ["#######\n#@ $ .#\n#######", "#######\n# @$ .#\n#######", "#######\n#  @$.#\n#######"];
        let bytes = gif(positions.map(scene), Style { cell: 20, ..Style::default() }, Pace::default()).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (140, 60));
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push((frame.left, frame.top, frame.width, frame.height, frame.delay));
        }
        assert_eq!(frames, [(0, 0, 140, 60, 150), (20, 20, 40, 20, 12), (40, 20, 60, 20, 150)]);
    }

    #[test]
    fn a_frame_shows_what_the_whole_picture_would() {
        let style = Style { cell: 24, ..Style::default() };
        let after = scene("######\n# @$.#\n######");
        let area = scene("######\n#@$ .#\n######").difference(&after).unwrap();
        let (part, whole) =
            (rasterize(&cut(&after, area, style, "")), rasterize(&cut(&after, after.area(), style, "")));
        let (part, whole) = (part.unwrap(), whole.unwrap());
        for y in 0..part.height() {
            for x in 0..part.width() {
                let (px, py) = (x + u32::from(area.x) * 24, y + u32::from(area.y) * 24);
                let (here, there) = (part.pixel(x, y).unwrap(), whole.pixel(px, py).unwrap());
                // Smoothed edges may be rounded differently.
                let apart = here.red().abs_diff(there.red()).max(here.blue().abs_diff(there.blue()));
                assert!(apart <= 2, "{x},{y}: {here:?} {there:?}");
            }
        }
    }

    #[test]
    fn nothing_and_too_much_are_refused() {
        assert_eq!(gif([], Style::default(), Pace::default()), Err(DrawError::Empty));
        let wide = scene(&"#".repeat(4000));
        let style = Style { cell: 200, ..Style::default() };
        assert!(matches!(gif([wide], style, Pace::default()), Err(DrawError::TooLarge { .. })));
        assert_eq!((stride(10), stride(MOST_FRAMES + 1)), (1, 2));
    }
}
