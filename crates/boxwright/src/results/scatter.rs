//! Two runs as a scatter plot: every level a dot, the one's time to the right and the other's upwards.
//!
//! Both axes are logarithmic and end at the limit; what was not solved lies on the outer edge. Below the diagonal the
//! second is faster. Between the dashed lines the difference is not significant.

use super::Comparison;
use super::compare::SIGNIFICANT;
use crate::plot::{Axis, Colour, Figure, Legend, Look, Panel, Point, Scale, Series};

/// What took no longer is shown as this: a millisecond.
const LEAST: f64 = 1e-3;

/// The plot.
#[must_use]
pub(super) fn figure(comparison: &Comparison) -> Figure {
    let limit = comparison.limit.max(10.0 * LEAST);
    let [a, b] = &comparison.names;
    let axis = |name: &str| {
        let name = format!("{name}: seconds (edge: not solved)");
        Axis::new(&name, Scale::Log(LEAST, limit)).with_edge()
    };
    let mut series = vec![Series::new("", Colour::Ink, Look::Line, line(limit, 0.0, false))];
    for swapped in [false, true] {
        series.push(Series::new("", Colour::Ink, Look::Dashes, line(limit, SIGNIFICANT * limit, swapped)));
    }
    for (winner, colour, name) in [
        (None, Colour::Ink, "no significant difference".to_owned()),
        (Some(0), Colour::Hue(0), format!("{a} is better")),
        (Some(1), Colour::Hue(1), format!("{b} is better")),
    ] {
        let seconds = |time: Option<f64>| time.unwrap_or(f64::INFINITY);
        let dots = comparison.pairs.iter().filter(|pair| comparison.winner(pair) == winner);
        let dots = dots.map(|p| Point::labelled(seconds(p.seconds[0]), seconds(p.seconds[1]), p.level.as_str()));
        series.push(Series::new(&name, colour, Look::Dots, dots.collect()));
    }
    Figure {
        title: format!("{a} against {b}: seconds per level"),
        panels: vec![Panel { title: String::new(), x: axis(a), y: axis(b), series }],
        across: 1,
        frame: (420.0, 420.0),
        legend: Legend::Above,
    }
}

/// Where the second takes `margin` longer than the first, or the reverse.
fn line(limit: f64, margin: f64, swapped: bool) -> Vec<Point> {
    let steps = (0..=60).map(|i| LEAST * (limit / LEAST).powf(f64::from(i) / 60.0)).filter(|s| s + margin <= limit);
    steps.map(|s| if swapped { Point::new(s + margin, s) } else { Point::new(s, s + margin) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Pair;

    #[test]
    fn every_level_is_a_dot_within_the_frame() {
        let times = [None, Some(0.0), Some(0.02), Some(5.0), Some(11.0)];
        let pair = |a, b| Pair { level: "<a & b>".to_owned(), seconds: [a, b] };
        let pairs: Vec<Pair> = times.iter().flat_map(|&a| times.iter().map(move |&b| pair(a, b))).collect();
        let names = ["bfs".to_owned(), "a<b".to_owned()];
        let comparison = Comparison { names, pairs, left_out: 0, limit: 10.0 };
        let text = figure(&comparison).svg();
        // The legend has three more.
        assert_eq!(text.matches("<circle").count(), 25 + 3);
        assert!(text.contains("&lt;a &amp; b&gt;") && !text.contains("a<b"));
        let within = text.split("<g ").nth(1).unwrap();
        for value in within.split("cx=\"").skip(1).filter_map(|part| part.split('"').next()) {
            let x: f64 = value.parse().unwrap();
            assert!((0.0..=420.0).contains(&x), "{x}");
        }
        assert!(!text.contains("NaN") && text.contains(">0.001<") && text.contains(">10<"), "{text}");
    }
}
