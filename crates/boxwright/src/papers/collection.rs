//! Levels that a paper names by collection and number, found in the user's files.

use boxwright_kwirk as kwirk;

use crate::game::AnyLevel;
use crate::source::Source;

/// The user's files.
#[derive(Clone, Copy, Debug)]
pub struct Collections<'a> {
    sources: &'a [Source],
}

impl<'a> Collections<'a> {
    /// Looks in these files.
    #[must_use]
    pub fn new(sources: &'a [Source]) -> Collections<'a> {
        Collections { sources }
    }

    /// The first file whose name, up to what is no letter, is the collection's (`microban-1.txt` is Microban).
    fn source(&self, collection: &str) -> Option<&'a Source> {
        let is_it = |source: &&Source| {
            let name: String = base(&source.name).chars().take_while(|c| c.is_alphabetic()).collect();
            name.eq_ignore_ascii_case(collection)
        };
        self.sources.iter().find(is_it)
    }

    /// The files of some collections alone, the first of each.
    ///
    /// # Errors
    /// If a collection is missing.
    pub fn only(&self, collections: &[&str]) -> Result<Vec<Source>, String> {
        let find = |name: &&str| {
            let source = self.source(name).cloned();
            source
                .ok_or_else(|| format!("no file of {name} is there: its name would begin with {}", name.to_lowercase()))
        };
        collections.iter().map(find).collect()
    }

    /// Level `number` of a collection.
    #[must_use]
    pub fn level(&self, collection: &str, number: usize) -> Option<&'a AnyLevel> {
        self.source(collection)?.levels.get(number.checked_sub(1)?)
    }

    /// The level of Kwirk that is alone in a file of this name (`easy-01.txt` or `.kwk` is `easy-01`).
    ///
    /// # Errors
    /// If there is no such file, or something else is in it.
    pub fn puzzle(&self, name: &str) -> Result<&'a kwirk::Level, String> {
        let is_it = |source: &&Source| stem(&source.name) == name;
        let source = self.sources.iter().find(is_it);
        let source = source.ok_or_else(|| format!("there is no file {name}.txt or {name}.kwk"))?;
        match &source.levels[..] {
            [AnyLevel::Kwirk(level)] => Ok(level),
            _ => Err(format!("{}: not a file with one level of Kwirk", source.name)),
        }
    }

    /// All flawless levels of Sokoban, each called by its file's name without folder and ending, and its number.
    #[must_use]
    pub fn sokoban(&self) -> Vec<(String, &'a AnyLevel)> {
        let named = |source: &'a Source| {
            let numbered = (1..).zip(&source.levels);
            numbered.map(move |(number, level)| (format!("{} {number}", stem(&source.name)), level))
        };
        let is_good = |level: &AnyLevel| matches!(level, AnyLevel::Sokoban(_)) && level.faults().is_empty();
        self.sources.iter().flat_map(named).filter(|(_, level)| is_good(level)).collect()
    }

    /// The names of the files with levels of Sokoban, without folders, as arguments of a command.
    #[must_use]
    pub fn files(&self) -> String {
        let sokoban = self.sources.iter().filter(|s| s.levels.iter().any(|l| matches!(l, AnyLevel::Sokoban(_))));
        sokoban.map(|source| base(&source.name)).collect::<Vec<_>>().join(" ")
    }
}

/// The name of a file without its folder.
fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// The same without its ending.
fn stem(name: &str) -> &str {
    let base = base(name);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem)
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
            crate::source::read("going-up/easy-01.txt", b"#####\n#1 %#\n#####\n").unwrap(),
        ];
        let collections = Collections::new(&sources);
        assert!(collections.level("XSokoban", 2).is_some() && collections.level("microban", 1).is_some());
        assert!(collections.level("XSokoban", 3).is_none() && collections.level("XSokoban", 0).is_none());
        assert!(collections.level("Sasquatch", 1).is_none());
        assert!(collections.puzzle("easy-01").is_ok());
        assert!(collections.puzzle("easy-02").unwrap_err().contains("easy-02.kwk"));
        assert!(collections.puzzle("xsokoban").unwrap_err().contains("one level of Kwirk"));
        assert_eq!(collections.files(), "xsokoban.xsb Microban-1.txt");
        let names: Vec<String> = collections.sokoban().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["xsokoban 1", "xsokoban 2", "Microban-1 1", "Microban-1 2"]);
        assert_eq!(collections.only(&["Microban"]).unwrap()[0].name, "Microban-1.txt");
        assert!(collections.only(&["Sasquatch"]).unwrap_err().contains("begin with sasquatch"));
    }
}
