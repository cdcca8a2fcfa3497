//! Plots as SVG: a figure has panels, a panel has two axes and series of points.
//!
//! What is to be shown is plain data; [`Figure::svg`] draws it. A figure brings its own background and has two sets of
//! colours, for light and for dark surroundings (`prefers-color-scheme`); viewers that do not know the difference show
//! the light one. The hues are those of Okabe and Ito (2008), which people with any colour vision can tell apart, and
//! series differ by their marks as well.

mod axis;
mod svg;

pub use axis::{Axis, Scale};

/// A drawing.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// Its panels, row by row.
    pub panels: Vec<Panel>,
    /// Panels in a row.
    pub across: usize,
    /// Width and height of a panel's frame.
    pub frame: (f64, f64),
    /// Where it says what the marks mean.
    pub legend: Legend,
}

/// Where the names of the series are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legend {
    /// Above all panels, each name with its look once.
    Above,
    /// In the lower right corner of each panel, where rising lines leave room.
    Within,
}

/// A coordinate system with what is in it.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// What is drawn, the last on top.
    pub series: Vec<Series>,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    /// As the legend calls it; without a name it is not mentioned there.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// Its marks.
    pub look: Look,
    /// Its points.
    pub points: Vec<Point>,
}

/// A point in the units of the axes. What lies outside of them is drawn on their ends.
#[derive(Clone, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// Shown when pointed at.
    pub label: String,
}

/// How points are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Filled circles.
    Dots,
    /// Open circles.
    Rings,
    /// Crosses.
    Crosses,
    /// Joined by straight lines.
    Line,
    /// Joined by straight dashed lines.
    Dashes,
    /// Joined by level lines that rise at the points.
    Stairs,
}

/// A colour of the palette.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// That of the text.
    Ink,
    /// One of several; they repeat.
    Hue(usize),
}

impl Point {
    /// A point that says nothing.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y, label: String::new() }
    }

    /// A point that says something when pointed at.
    #[must_use]
    pub fn labelled(x: f64, y: f64, label: impl Into<String>) -> Point {
        Point { x, y, label: label.into() }
    }
}

impl Series {
    /// A series.
    #[must_use]
    pub fn new(name: &str, colour: Colour, look: Look, points: Vec<Point>) -> Series {
        Series { name: name.to_owned(), colour, look, points }
    }

    /// How many of the values there are up to each of them, for [`Look::Stairs`] on a plot of what was solved by when;
    /// the line goes on to `end`.
    #[must_use]
    pub fn cumulative(name: &str, colour: Colour, mut values: Vec<f64>, end: f64) -> Series {
        values.sort_by(f64::total_cmp);
        let count = values.len() as f64;
        let mut points: Vec<Point> = (1..).zip(values).map(|(n, value)| Point::new(value, f64::from(n))).collect();
        points.push(Point::new(end, count));
        Series::new(name, colour, Look::Stairs, points)
    }
}
