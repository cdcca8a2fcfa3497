//! The 55 situations of the rule list: what each press does, the board after it and who is active then.

mod common;

use std::collections::HashMap;

use boxwright_kwirk::{Game, Move, read};

#[derive(Default)]
struct Situation {
    words: HashMap<String, String>,
    drawings: HashMap<String, Vec<String>>,
}

const DRAWINGS: [&str; 4] = ["before", "before-under", "after", "after-under"];

fn situations(text: &str) -> Vec<Situation> {
    let mut all: Vec<Situation> = Vec::new();
    let mut section = String::new();
    for line in text.lines().filter(|l| !l.starts_with(';') && !l.is_empty()) {
        let key = line.split_once(':').filter(|(k, _)| k.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        match key {
            Some((key, value)) => {
                if key == "name" {
                    all.push(Situation::default());
                }
                let current = all.last_mut().expect("a situation starts with its name");
                section = key.to_owned();
                if DRAWINGS.contains(&key) {
                    current.drawings.insert(section.clone(), Vec::new());
                } else {
                    current.words.insert(section.clone(), value.trim().to_owned());
                }
            }
            None => {
                let current = all.last_mut().expect("a situation starts with its name");
                current.drawings.get_mut(&section).expect("a drawing").push(line.to_owned());
            }
        }
    }
    all
}

#[test]
fn every_situation_plays_as_the_cartridge_does() {
    let Some(text) = common::data("kwirk/situations.txt") else { return };
    let all = situations(&text);
    assert_eq!(all.len(), 55);
    for situation in &all {
        let name = &situation.words["name"];
        let drawing = |key: &str| situation.drawings.get(key);
        let mut text = drawing("before").expect("a board").join("\n");
        if let Some(under) = drawing("before-under") {
            text += &format!("\n@under\n{}", under.join("\n"));
        }
        let collection = read("situation.kwk", text.as_bytes()).expect(name);
        assert_eq!(collection.levels.len(), 1, "{name}");
        let level = &collection.levels[0];
        // Some situations draw no exit; nothing else may be wrong with them.
        assert!(level.faults.is_empty(), "{name}: {:?}", level.faults);

        let mut game = Game::new(level);
        let press = |c: char| game.press(Move::from_letter(c).expect("a press")).word();
        let words: Vec<&str> = situation.words["moves"].chars().filter(|c| *c != ' ').map(press).collect();
        assert_eq!(words.join(" "), situation.words["result"], "{name}");
        let (rows, under) = match drawing("after") {
            Some(rows) => (rows, drawing("after-under")),
            None => (drawing("before").expect("a board"), drawing("before-under")),
        };
        assert_eq!(&game.rows(), rows, "{name}");
        assert_eq!(game.under().as_ref(), under, "{name}");
        if let Some(active) = situation.words.get("active") {
            let now = game.active().map_or("None".to_owned(), |a| (a + 1).to_string());
            assert_eq!(&now, active, "{name}");
        }
    }
}
