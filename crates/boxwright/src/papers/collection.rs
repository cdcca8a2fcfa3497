//! Levels that a paper names by collection and number, found in the user's files.

use crate::game::AnyLevel;
use crate::source::Source;

/// The user's files.
pub struct Collections<'a> {
    sources: &'a [Source],
}

impl<'a> Collections<'a> {
    /// Looks in these files.
    #[must_use]
    pub fn new(sources: &'a [Source]) -> Collections<'a> {
        Collections { sources }
    }

    /// Level `number` of a collection: of the first file whose name, up to what is no letter, is the collection's
    /// (`microban-1.txt` is Microban).
    #[must_use]
    pub fn level(&self, collection: &str, number: usize) -> Option<&'a AnyLevel> {
        let is_it = |source: &&Source| {
            let file = source.name.rsplit(['/', '\\', ':']).next().unwrap_or_default();
            let name: String = file.chars().take_while(|c| c.is_alphabetic()).collect();
            name.eq_ignore_ascii_case(collection)
        };
        self.sources.iter().find(is_it)?.levels.get(number.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_are_known_by_their_files() {
        let text = b"#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n";
        let sources = [
            crate::source::read("levels/xsokoban.xsb", text).unwrap(),
            crate::source::read("Microban-1.txt", text).unwrap(),
        ];
        let collections = Collections::new(&sources);
        assert!(collections.level("XSokoban", 2).is_some() && collections.level("microban", 1).is_some());
        assert!(collections.level("XSokoban", 3).is_none() && collections.level("XSokoban", 0).is_none());
        assert!(collections.level("Sasquatch", 1).is_none());
    }
}
