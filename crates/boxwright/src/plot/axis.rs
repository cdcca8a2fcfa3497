//! Axes: where a value lies, and which values are marked.

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What is measured.
    pub name: String,
    /// How.
    pub scale: Scale,
    /// Whether there is an edge beyond the end of the scale, for values that are not finite: what was not solved.
    pub edge: bool,
}

/// A scale.
#[derive(Clone, Debug)]
pub enum Scale {
    /// From 0 to a value.
    Linear(f64),
    /// Logarithmic between two positive values.
    Log(f64, f64),
    /// Names side by side; the first has the value 0.
    Names(Vec<String>),
}

/// A marked value.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tick {
    /// From 0 to 1.
    pub(super) at: f64,
    pub(super) text: String,
}

/// The part of an axis with an edge that its scale takes.
const WITHIN: f64 = 0.94;
/// Where the values lie that are not finite.
const BEYOND: f64 = 0.975;
/// A linear axis has about so many ticks.
const TICKS: f64 = 5.0;

impl Axis {
    /// An axis without an edge.
    #[must_use]
    pub fn new(name: &str, scale: Scale) -> Axis {
        Axis { name: name.to_owned(), scale, edge: false }
    }

    /// A logarithmic axis over whole powers of ten, from the largest not above all of the values to the smallest not
    /// below them. Values that are not positive are passed over.
    #[must_use]
    pub fn decades(name: &str, values: impl IntoIterator<Item = f64>) -> Axis {
        let positive = values.into_iter().filter(|v| v.is_finite() && *v > 0.0);
        let (least, most) = positive.fold((f64::INFINITY, 0.0_f64), |(a, b), v| (a.min(v), b.max(v)));
        if least > most {
            return Axis::new(name, Scale::Log(1.0, 10.0));
        }
        let (low, high) = (least.log10().floor(), most.log10().ceil());
        Axis::new(name, Scale::Log(10_f64.powf(low), 10_f64.powf(high.max(low + 1.0))))
    }

    /// A linear axis for counting up to `most`, with some room above.
    #[must_use]
    pub fn count(name: &str, most: usize) -> Axis {
        Axis::new(name, Scale::Linear(most.max(1) as f64 * 1.05))
    }

    /// The same with an edge for what is not finite.
    #[must_use]
    pub fn with_edge(self) -> Axis {
        Axis { edge: true, ..self }
    }

    /// Where a value lies, from 0 to 1.
    pub(super) fn place(&self, value: f64) -> f64 {
        if self.edge && !value.is_finite() {
            return BEYOND;
        }
        let part = match &self.scale {
            Scale::Linear(most) => value / most,
            Scale::Log(least, most) => (value.max(*least) / least).ln() / (most / least).ln(),
            Scale::Names(names) => (value + 0.5) / names.len() as f64,
        };
        // Not a number: an empty scale.
        let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
        if self.edge { part * WITHIN } else { part }
    }

    /// The marked values.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        let tick = |value: f64, text: String| Tick { at: self.place(value), text };
        match &self.scale {
            Scale::Names(names) => names.iter().enumerate().map(|(i, name)| tick(i as f64, name.clone())).collect(),
            Scale::Linear(most) => {
                let step = round_step(most / TICKS);
                let count = (most / step + 1e-9).floor() as u32;
                (0..=count).map(|i| f64::from(i) * step).map(|value| tick(value, plain(value))).collect()
            }
            Scale::Log(least, most) => {
                let first = (least.log10() - 1e-9).ceil() as i32;
                let last = (most.log10() + 1e-9).floor() as i32;
                (first..=last).map(|power| tick(10_f64.powi(power), power_of_ten(power))).collect()
            }
        }
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50 … that is not below the value. Counts are counted in whole numbers.
fn round_step(value: f64) -> f64 {
    let mut unit = 1.0;
    loop {
        if let Some(step) = [1.0, 2.0, 5.0].into_iter().map(|m| m * unit).find(|&step| step >= value) {
            return step;
        }
        unit *= 10.0;
    }
}

fn plain(value: f64) -> String {
    format!("{value:.0}")
}

/// `0.001`, `10`, `1k`, `100M`.
fn power_of_ten(power: i32) -> String {
    let zeros = |n: i32| "0".repeat(n.max(0) as usize);
    match power {
        ..0 => format!("0.{}1", zeros(-power - 1)),
        0..3 => format!("1{}", zeros(power)),
        3..6 => format!("1{}k", zeros(power - 3)),
        6..9 => format!("1{}M", zeros(power - 6)),
        _ => format!("1{}G", zeros(power - 9)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|tick| tick.text).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(texts(&Axis::new("", Scale::Linear(39.0))), ["0", "10", "20", "30"]);
        assert_eq!(texts(&Axis::new("", Scale::Linear(3.0))), ["0", "1", "2", "3"]);
        assert_eq!(texts(&Axis::new("", Scale::Log(0.001, 60.0))), ["0.001", "0.01", "0.1", "1", "10"]);
        let wide = Axis::decades("", [0.0, 3.0, 40_000_000.0, f64::INFINITY]);
        assert_eq!(texts(&wide), ["1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M"]);
        assert_eq!(texts(&Axis::decades("", [])), ["1", "10"]);
        assert_eq!(texts(&Axis::decades("", [100.0])), ["100", "1k"]);
    }

    #[test]
    fn every_value_lies_on_the_axis() {
        for scale in [Scale::Linear(0.0), Scale::Linear(5.0), Scale::Log(1.0, 100.0), Scale::Names(Vec::new())] {
            for axis in [Axis::new("", scale.clone()), Axis::new("", scale).with_edge()] {
                for value in [-1.0, 0.0, 0.5, 7.0, 1e9, f64::INFINITY, f64::NAN] {
                    assert!((0.0..=1.0).contains(&axis.place(value)), "{value} on {axis:?}");
                }
            }
        }
        let axis = Axis::new("", Scale::Log(1.0, 100.0)).with_edge();
        assert!(axis.place(1e9) < axis.place(f64::INFINITY));
        assert!((Axis::new("", Scale::Log(1.0, 100.0)).place(10.0) - 0.5).abs() < 1e-9);
    }
}
