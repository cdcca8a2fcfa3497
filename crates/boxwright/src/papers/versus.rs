//! Ours beside published, level by level: a panel with a dot and a ring above each name.

use crate::plot::{Axis, Colour, Look, Panel, Point, Scale, Series};

/// A level: how much we needed and how much was published.
#[derive(Clone, Debug)]
pub struct Versus {
    /// The level.
    pub name: String,
    /// Ours.
    pub ours: Option<Effort>,
    /// Theirs.
    pub published: Option<Effort>,
}

/// An effort, and whether it was rewarded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// How much.
    pub amount: f64,
    /// Whether that solved the level.
    pub solved: bool,
}

/// A panel of levels; `y` says what is counted. Its scale must be logarithmic to show efforts of all sizes.
#[must_use]
pub fn panel(title: &str, y: Axis, levels: &[Versus]) -> Panel {
    const OURS: Colour = Colour::Hue(0);
    const THEIRS: Colour = Colour::Hue(1);
    let points = |effort: fn(&Versus) -> Option<Effort>, solved: Option<bool>| -> Vec<Point> {
        let with_place = levels.iter().enumerate();
        let chosen = with_place.filter_map(|(i, level)| Some((i, level, effort(level)?)));
        let chosen = chosen.filter(|(_, _, effort)| solved.is_none_or(|solved| solved == effort.solved));
        chosen.map(|(i, l, e)| Point::labelled(i as f64, e.amount, format!("{}: {}", l.name, e.amount))).collect()
    };
    let (ours, theirs) = (|v: &Versus| v.ours, |v: &Versus| v.published);
    Panel {
        title: title.to_owned(),
        x: Axis::new("", Scale::Names(levels.iter().map(|level| level.name.clone()).collect())),
        y,
        series: vec![
            Series::new("", OURS, Look::Line, points(ours, None)),
            Series::new("published", THEIRS, Look::Rings, points(theirs, Some(true))),
            Series::new("published, not solved", THEIRS, Look::Crosses, points(theirs, Some(false))),
            Series::new("ours", OURS, Look::Dots, points(ours, Some(true))),
            Series::new("ours, not solved", OURS, Look::Crosses, points(ours, Some(false))),
        ],
    }
}

/// All amounts, for an axis that has room for them.
pub fn amounts(levels: &[Versus]) -> impl Iterator<Item = f64> {
    levels.iter().flat_map(|level| [level.ours, level.published]).flatten().map(|effort| effort.amount)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_and_not_solved_have_their_own_marks() {
        let effort = |amount, solved| Some(Effort { amount, solved });
        let levels = [
            Versus { name: "a".to_owned(), ours: effort(1.0, true), published: effort(2.0, false) },
            Versus { name: "b".to_owned(), ours: effort(3.0, false), published: None },
        ];
        assert_eq!(amounts(&levels).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
        let panel = panel("", Axis::decades("", amounts(&levels)), &levels);
        let counts: Vec<usize> = panel.series.iter().map(|series| series.points.len()).collect();
        assert_eq!(counts, [2, 0, 1, 1, 1]);
        assert_eq!(panel.series[4].points[0].label, "b: 3");
    }
}
