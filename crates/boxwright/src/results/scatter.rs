//! Two runs as a scatter plot: every level a dot, the one's time to the right and the other's upwards.
//!
//! Both axes are logarithmic and end at the limit; what was not solved lies on the outer edge. Below the diagonal the
//! second is faster. Between the dashed lines the difference is not significant. The drawing has no background, and its
//! colours are readable on white and on black.

use std::fmt::Write;

use super::Comparison;
use super::compare::SIGNIFICANT;
use crate::papers::kwirk::plot::escaped;

const SIDE: f64 = 420.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 20.0;
/// What took no longer is shown as this: a millisecond.
const LEAST: f64 = 1e-3;
const INK: &str = "#808890";
const FIRST: &str = "#2f81c7";
const SECOND: &str = "#d9822b";

/// The drawing, as the text of an SVG file.
#[must_use]
pub fn svg(comparison: &Comparison) -> String {
    let limit = comparison.limit.max(10.0 * LEAST);
    // The last tenth of each axis is for what was not solved.
    let place = |seconds: f64| ((seconds.max(LEAST) / LEAST).log10() / (limit / LEAST).log10()).min(1.0) * SIDE * 0.94;
    let at = |seconds: Option<f64>| seconds.map_or(SIDE * 0.98, place);
    let (x, y) = (|s: Option<f64>| LEFT + at(s), |s: Option<f64>| TOP + SIDE - at(s));
    let (width, height) = (LEFT + SIDE + 20.0, TOP + SIDE + 50.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\" fill=\"{INK}\">\n\
         <title>{} against {}: seconds per level</title>\n\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"{INK}\"/>\n",
        escaped(&comparison.names[0]),
        escaped(&comparison.names[1])
    );
    let mut decade = LEAST;
    while decade <= limit * 1.001 {
        let (right, up) = (x(Some(decade)), y(Some(decade)));
        let foot = TOP + SIDE;
        let _ = writeln!(
            text,
            "<path d=\"M{right:.1} {TOP}V{foot}M{LEFT} {up:.1}H{}\" stroke=\"{INK}\" stroke-opacity=\"0.25\"/>\
             <text x=\"{right:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{decade}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{decade}</text>",
            LEFT + SIDE,
            foot + 15.0,
            LEFT - 5.0,
            up + 4.0
        );
        // Powers of ten by multiplication would not print as such.
        decade = format!("{:.3}", decade * 10.0).parse().unwrap_or(f64::INFINITY);
    }
    band(&mut text, limit, &x, &y);
    for pair in &comparison.pairs {
        let colour = match comparison.winner(pair) {
            Some(0) => FIRST,
            Some(_) => SECOND,
            None => INK,
        };
        let [a, b] = pair.seconds;
        let _ = writeln!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"{colour}\" fill-opacity=\"0.7\"><title>{}</title></circle>",
            x(a),
            y(b),
            escaped(&pair.level)
        );
    }
    let middle = TOP + SIDE / 2.0;
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}: seconds (edge: not solved)</text>\
         <text transform=\"translate(14 {middle}) rotate(-90)\" text-anchor=\"middle\">{}: seconds</text>\n</svg>",
        LEFT + SIDE / 2.0,
        TOP + SIDE + 36.0,
        escaped(&comparison.names[0]),
        escaped(&comparison.names[1])
    );
    text
}

/// The diagonal, and the two lines where a difference becomes significant.
fn band(text: &mut String, limit: f64, x: &impl Fn(Option<f64>) -> f64, y: &impl Fn(Option<f64>) -> f64) {
    let margin = SIGNIFICANT * limit;
    let line = |shift: f64, swap: bool| -> String {
        let steps = (0..=60).map(|i| LEAST * (limit / LEAST).powf(f64::from(i) / 60.0)).filter(|s| s + shift <= limit);
        let point = |s: f64| {
            let (a, b) = if swap { (s + shift, s) } else { (s, s + shift) };
            format!("{:.1},{:.1}", x(Some(a)), y(Some(b)))
        };
        steps.map(point).collect::<Vec<_>>().join(" ")
    };
    let _ = writeln!(text, "<polyline points=\"{}\" fill=\"none\" stroke=\"{INK}\"/>", line(0.0, false));
    for swap in [false, true] {
        let points = line(margin, swap);
        let _ = writeln!(
            text,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{INK}\" stroke-dasharray=\"4 3\" stroke-opacity=\"0.7\"/>"
        );
    }
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
        let text = svg(&comparison);
        assert_eq!(text.matches("<circle").count(), 25);
        assert!(text.contains("&lt;a &amp; b&gt;") && !text.contains("a<b"));
        for value in text.split("cx=\"").skip(1).filter_map(|part| part.split('"').next()) {
            let x: f64 = value.parse().unwrap();
            assert!((LEFT..=LEFT + SIDE).contains(&x), "{x}");
        }
        assert!(!text.contains("NaN") && text.contains(">0.001<") && text.contains(">10<"), "{text}");
    }
}
