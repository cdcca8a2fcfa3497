//! Where levels come from: files, folders, standard input and the collections inside the program.
//!
//! A source that cannot be read does not keep the others from being read; it becomes a [`Problem`]. Which game a file
//! is for is told from its content, the ending of its name is only a hint.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use crate::builtin::{self, Builtin};
use crate::game::{AnyLevel, Game};

/// What a file says about itself, without its levels.
#[derive(Clone, Debug)]
pub enum About {
    /// A file of Sokoban levels.
    Sokoban(sokoban::Collection),
    /// A file of Kwirk levels.
    Kwirk(kwirk::Collection),
}

/// The levels of one file.
#[derive(Clone, Debug)]
pub struct Source {
    /// As the user wrote it; for a file in a folder, the folder as the user wrote it and the way from there.
    pub name: String,
    /// What the file says about itself.
    pub about: About,
    /// The levels in order, also those with faults.
    pub levels: Vec<AnyLevel>,
}

/// One level and where it is from.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name of its source.
    pub source: Arc<str>,
    /// Its number there, from 1.
    pub index: usize,
    /// The level.
    pub level: AnyLevel,
}

/// A source that gave no levels.
#[derive(Clone, Debug)]
pub struct Problem {
    /// `name: what is wrong`.
    pub message: String,
    /// Whether the user named this very source. A file without levels that was merely found in a folder is no error.
    pub asked_for: bool,
}

/// All that was read.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The sources with levels, in order.
    pub sources: Vec<Source>,
    /// The others.
    pub problems: Vec<Problem>,
}

/// Which levels of a source are meant: `1,3,5-9`. Nothing given means all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection(Vec<(usize, usize)>);

/// Endings of the files that are looked at in folders; those of Sokoban's relatives too, so that they are reported.
const EXTENSIONS: [&str; 7] = ["sok", "xsb", "txt", "slc", "kwk", "hsb", "tsb"];

/// Reads what the arguments name; nothing: every collection inside the program.
#[must_use]
pub fn load(arguments: &[OsString]) -> Loaded {
    let mut loaded = Loaded::default();
    if arguments.is_empty() {
        builtin::COLLECTIONS.iter().for_each(|collection| loaded.add_builtin(collection));
    }
    for argument in arguments {
        let name = argument.to_string_lossy();
        if let Some(name) = name.strip_prefix("builtin:") {
            match builtin::named(name) {
                Some(collections) => collections.into_iter().for_each(|collection| loaded.add_builtin(collection)),
                None => loaded.problem(
                    &format!("builtin:{name}"),
                    &format!("there is no such collection; there are: {}", builtin::names().join(", ")),
                    true,
                ),
            }
        } else if name == "-" {
            let bytes = bounded(io::stdin().lock());
            loaded.add("-", bytes, true);
        } else if Path::new(argument).is_dir() {
            loaded.add_folder(Path::new(argument));
        } else {
            loaded.add(&name, fs::File::open(argument).and_then(bounded), true);
        }
    }
    loaded
}

/// Reads the bytes of one file of either game.
///
/// # Errors
/// Why there is no level in it, in words.
pub fn read(name: &str, bytes: &[u8]) -> Result<Source, String> {
    if game_of(name, bytes) == Game::Kwirk {
        let mut collection = kwirk::read(name, bytes).map_err(|error| error.to_string())?;
        let levels = std::mem::take(&mut collection.levels).into_iter().map(AnyLevel::Kwirk).collect();
        Ok(Source { name: name.to_owned(), about: About::Kwirk(collection), levels })
    } else {
        let mut collection = sokoban::read(name, bytes).map_err(|error| error.to_string())?;
        let levels = std::mem::take(&mut collection.levels).into_iter().map(AnyLevel::Sokoban).collect();
        Ok(Source { name: name.to_owned(), about: About::Sokoban(collection), levels })
    }
}

/// The selected levels of all sources, in order.
#[must_use]
pub fn entries(sources: Vec<Source>, selection: &Selection) -> Vec<Entry> {
    let mut entries = Vec::new();
    for Source { name, levels, .. } in sources {
        let source: Arc<str> = name.into();
        let numbered = (1..).zip(levels).filter(|&(index, _)| selection.contains(index));
        entries.extend(numbered.map(|(index, level)| Entry { source: Arc::clone(&source), index, level }));
    }
    entries
}

impl Source {
    /// The text of a file with these levels: `.sok` (or `.xsb` if asked for), or `.kwk`. Levels of the other game than
    /// the file's are left out.
    #[must_use]
    pub fn to_text(&self, as_xsb: bool) -> String {
        match self.about.clone() {
            About::Sokoban(mut collection) => {
                let of_sokoban =
                    |level: &AnyLevel| if let AnyLevel::Sokoban(l) = level { Some(l.clone()) } else { None };
                collection.levels = self.levels.iter().filter_map(of_sokoban).collect();
                if as_xsb { sokoban::write_xsb(&collection) } else { sokoban::write_sok(&collection) }
            }
            About::Kwirk(mut collection) => {
                let of_kwirk = |level: &AnyLevel| if let AnyLevel::Kwirk(l) = level { Some(l.clone()) } else { None };
                collection.levels = self.levels.iter().filter_map(of_kwirk).collect();
                kwirk::write_kwk(&collection)
            }
        }
    }
}

impl About {
    /// A file that says nothing about itself.
    #[must_use]
    pub fn none(game: Game) -> About {
        match game {
            Game::Sokoban => About::Sokoban(sokoban::Collection {
                title: None,
                author: None,
                notes: String::new(),
                format: sokoban::Format::Sok,
                levels: Vec::new(),
            }),
            Game::Kwirk => About::Kwirk(kwirk::Collection::default()),
        }
    }

    /// The collection's name.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        match self {
            About::Sokoban(collection) => collection.title.as_deref(),
            About::Kwirk(collection) => collection.title.as_deref(),
        }
    }

    /// Who made all of it.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        match self {
            About::Sokoban(collection) => collection.author.as_deref(),
            About::Kwirk(collection) => collection.author.as_deref(),
        }
    }
}

impl Loaded {
    fn add(&mut self, name: &str, bytes: io::Result<Vec<u8>>, asked_for: bool) {
        match bytes.map_err(|error| plain(&error)).and_then(|bytes| read(name, &bytes)) {
            Ok(source) => self.sources.push(source),
            Err(message) => self.problem(name, &message, asked_for),
        }
    }

    fn add_builtin(&mut self, collection: &Builtin) {
        match read(collection.file, collection.text.as_bytes()) {
            Ok(source) => self.sources.push(Source { name: format!("builtin:{}", collection.name), ..source }),
            Err(message) => self.problem(collection.name, &message, true),
        }
    }

    fn add_folder(&mut self, folder: &Path) {
        let before = self.sources.len();
        let mut files = Vec::new();
        if let Err(error) = collect_files(folder, &mut files) {
            return self.problem(&folder.to_string_lossy(), &plain(&error), true);
        }
        files.sort();
        for file in files {
            self.add(&file.to_string_lossy(), fs::File::open(&file).and_then(bounded), false);
        }
        if self.sources.len() == before {
            let endings = EXTENSIONS.map(|e| format!(".{e}")).join(" ");
            let message = format!("no levels found in this folder (files that are looked at: {endings})");
            self.problem(&folder.to_string_lossy(), &message, true);
        }
    }

    fn problem(&mut self, name: &str, message: &str, asked_for: bool) {
        self.problems.push(Problem { message: format!("{name}: {message}"), asked_for });
    }
}

/// What an error of the operating system says, without its number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}

/// The level files below a folder. Links to folders are not followed: they may lead in circles.
pub(crate) fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            // A folder within that cannot be entered is no reason to give up the others.
            let _ = collect_files(&path, files);
        } else {
            let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
            if extension.is_some_and(|e| EXTENSIONS.contains(&e.as_str())) && path.is_file() {
                files.push(path);
            }
        }
    }
    Ok(())
}

/// All bytes, but hardly more than the readers accept; they say that it is too much.
pub(crate) fn bounded(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(sokoban::formats::MAX_BYTES.max(kwirk::formats::MAX_BYTES) as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn game_of(name: &str, bytes: &[u8]) -> Game {
    let ending = name.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_ascii_lowercase());
    let is_kwirk = match ending.as_str() {
        "kwk" => true,
        "slc" | "hsb" | "tsb" => false,
        _ => kwirk::is_kwirk(&kwirk::formats::decode(bytes)),
    };
    if is_kwirk { Game::Kwirk } else { Game::Sokoban }
}

impl Selection {
    /// Whether the level with this number is meant.
    #[must_use]
    pub fn contains(&self, index: usize) -> bool {
        self.0.is_empty() || self.0.iter().any(|&(first, last)| (first..=last).contains(&index))
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |&(first, last): &(usize, usize)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        f.write_str(&self.0.iter().map(range).collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Selection, String> {
        let number = |part: &str| match part.trim().parse::<usize>() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(format!("'{part}' is not a level number; write for example 1,3,5-9")),
        };
        let range = |part: &str| match part.split_once('-') {
            None => number(part).map(|n| (n, n)),
            Some((first, last)) => match (number(first)?, number(last)?) {
                (first, last) if first <= last => Ok((first, last)),
                _ => Err(format!("the range '{part}' runs backwards")),
            },
        };
        text.split(',').map(range).collect::<Result<_, _>>().map(Selection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections() {
        let selection: Selection = "1,3,5-9".parse().unwrap();
        let chosen: Vec<_> = (1..12).filter(|&n| selection.contains(n)).collect();
        assert_eq!(chosen, [1, 3, 5, 6, 7, 8, 9]);
        assert_eq!(selection.to_string(), "1,3,5-9");
        assert!(Selection::default().contains(77));
        for wrong in ["", "0", "a", "3-", "9-5", "1,,2", "-1"] {
            assert!(wrong.parse::<Selection>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_content_tells_the_game() {
        assert_eq!(read("a.txt", b"#####\n#1 %#\n#####\n").unwrap().levels[0].game(), Game::Kwirk);
        assert_eq!(read("a.txt", b"#####\n#@$.#\n#####\n").unwrap().levels[0].game(), Game::Sokoban);
        assert!(read("a.hsb", b"#####\n#1 %#\n#####\n").unwrap_err().contains("Hexoban"));
    }
}
