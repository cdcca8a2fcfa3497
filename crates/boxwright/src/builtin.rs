//! The collections made for this project, embedded so that the program has something to solve wherever it runs.

/// A collection inside the program.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// Its name after `builtin:`.
    pub name: &'static str,
    /// The file it was; the ending tells the game.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! embed {
    ($($name:literal $file:literal)*) => {
        &[$(Builtin { name: $name, file: $file, text: include_str!(concat!("../../../levels/", $file)) }),*]
    };
}

/// All of them, Sokoban first, each game from easy to hard.
pub static COLLECTIONS: &[Builtin] = embed! {
    "first-steps" "sokoban/first-steps.sok"
    "workshop" "sokoban/workshop.sok"
    "garden" "kwirk/garden.kwk"
    "cellar" "kwirk/cellar.kwk"
};

/// The collections a name stands for: one of them, or all of a game; `None` if the name is unknown.
#[must_use]
pub fn named(name: &str) -> Option<Vec<&'static Builtin>> {
    let found: Vec<_> =
        COLLECTIONS.iter().filter(|c| c.name == name || c.file.split('/').next() == Some(name)).collect();
    (!found.is_empty()).then_some(found)
}

/// Every name that [`named`] knows.
#[must_use]
pub fn names() -> Vec<&'static str> {
    COLLECTIONS.iter().map(|c| c.name).chain(crate::Game::ALL.iter().map(|g| g.name())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    #[test]
    fn every_collection_is_read_without_a_fault() {
        for builtin in COLLECTIONS {
            let source = source::read(builtin.file, builtin.text.as_bytes()).unwrap();
            for (i, level) in source.levels.iter().enumerate() {
                assert_eq!(level.faults(), [], "{} {}", builtin.name, i + 1);
                assert!(level.title().is_some(), "{} {} has no title", builtin.name, i + 1);
            }
        }
    }

    #[test]
    fn names_are_unique_and_known() {
        for name in names() {
            assert!(named(name).is_some(), "{name}");
        }
        assert_eq!(named("workshop").map(|c| c.len()), Some(1));
        assert!(named("kwirk").is_some_and(|c| c.len() == 2));
        assert!(named("attic").is_none());
    }
}
