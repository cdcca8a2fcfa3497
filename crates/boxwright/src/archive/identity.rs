//! Which level a level is, whichever way it is turned, and plans carried from one of its images to another.
//!
//! A plan for a level becomes a plan for its canonical form by turning every direction with the symmetry that leads
//! there, and a plan for any other image of that form by turning it back with that image's symmetry. Nothing else about
//! a plan changes: pushes stay pushes, and in Kwirk the order of the characters is part of the form.

use boxwright_grid::{Direction, Symmetry};
use boxwright_portfolio::{Engine, Kwirk, Sokoban};
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use crate::game::{AnyLevel, Game};

/// What makes a level that level.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The game.
    pub game: Game,
    /// A short name for people.
    pub hash: String,
    /// The canonical form as text.
    pub form: String,
    /// Leads from the level to the form.
    symmetry: Symmetry,
}

impl Identity {
    /// The identity of a level. A level with faults has none. Neither has one that its decoration makes unsolvable (a
    /// box that nobody can reach), because the canonical form leaves the decoration out.
    #[must_use]
    pub fn of(level: &AnyLevel) -> Option<Identity> {
        let hopeless = match level {
            AnyLevel::Sokoban(level) => Sokoban::is_hopeless(level),
            AnyLevel::Kwirk(level) => Kwirk::is_hopeless(level),
        };
        if hopeless || !level.faults().is_empty() {
            return None;
        }
        let (form, fingerprint, symmetry) = match level {
            AnyLevel::Sokoban(level) => {
                let (form, symmetry) = sokoban::canonical_image(&level.board);
                (form.to_rows().join("\n"), form.fingerprint(), symmetry)
            }
            AnyLevel::Kwirk(level) => {
                let (form, symmetry) = kwirk::canonical_image(&level.board);
                (form.to_text(), form.fingerprint(), symmetry)
            }
        };
        Some(Identity { game: level.game(), hash: format!("{fingerprint:016x}"), form, symmetry })
    }

    /// A plan for the level as a plan for the form.
    #[must_use]
    pub fn to_form(&self, plan: &str) -> String {
        turned(plan, self.symmetry)
    }

    /// A plan for the form as a plan for the level.
    #[must_use]
    pub fn from_form(&self, plan: &str) -> String {
        turned(plan, self.symmetry.inverse())
    }
}

/// Directions turned, everything else as it is.
fn turned(plan: &str, symmetry: Symmetry) -> String {
    let turn = |letter: char| match Direction::from_letter(letter).map(|d| symmetry.direction(d).letter()) {
        Some(turned) if letter.is_ascii_uppercase() => turned.to_ascii_uppercase(),
        Some(turned) => turned,
        None => letter,
    };
    plan.chars().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Request, Status, solve_level, source};

    /// Solves the level, and carries the solution to all its images.
    fn carry(level: &AnyLevel, image: impl Fn(Symmetry) -> AnyLevel) -> bool {
        let report = solve_level(level, &Request { nodes: 2000, ..Request::default() }, |_| {});
        if report.status != Status::Solved {
            return false;
        }
        let identity = Identity::of(level).unwrap();
        let plan = identity.to_form(&report.solution.unwrap());
        for symmetry in Symmetry::ALL {
            let image = image(symmetry);
            let twin = Identity::of(&image).unwrap();
            assert_eq!((&twin.form, &twin.hash), (&identity.form, &identity.hash));
            let replayed = image.replay(&twin.from_form(&plan)).unwrap();
            assert_eq!((Some(replayed.moves), Some(replayed.pushes)), (report.moves, report.pushes));
            assert_eq!(replayed.text, twin.from_form(&plan), "upper case stays upper case");
        }
        true
    }

    #[test]
    fn solutions_of_sokoban_are_carried_to_every_image() {
        let mut carried = 0;
        for seed in 0..400 {
            let level = sokoban::random_level(seed, 7, 6, 2);
            let image = |symmetry| AnyLevel::Sokoban(sokoban::Level::new(level.board.transformed(symmetry)));
            carried += usize::from(level.check().is_empty() && carry(&AnyLevel::Sokoban(level.clone()), image));
        }
        assert!(carried > 30, "{carried}");
    }

    #[test]
    fn solutions_of_kwirk_are_carried_to_every_image() {
        let levels = source::load(&["builtin:kwirk".into()]).sources.remove(0).levels;
        let mut carried = 0;
        for level in levels.iter().take(15) {
            let AnyLevel::Kwirk(room) = level else { panic!("this is Kwirk") };
            carried += usize::from(carry(level, |symmetry| AnyLevel::Kwirk(room.transformed(symmetry))));
        }
        assert!(carried > 10, "{carried}");
    }

    #[test]
    fn what_decoration_decides_has_no_identity() {
        let read = |text: &str| source::read("x.xsb", text.as_bytes()).unwrap().levels.remove(0);
        assert!(Identity::of(&read("########\n#@$.#$.#\n########\n")).is_none());
        assert!(Identity::of(&read("########\n#@$.#* #\n########\n")).is_some());
        assert!(Identity::of(&read("#####\n# $.#\n#####\n")).is_none());
    }
}
