//! `boxwright render` from the outside.

mod common;

use common::{EASY, Folder, run};
use std::fs;

#[test]
fn pictures_of_one_level_and_sheets_of_many() {
    let folder = Folder::new();
    let (one, sheet, png) = (folder.at("one.svg"), folder.at("sheet.svg"), folder.at("sheet.png"));
    assert_eq!(run(&["render", "builtin:cellar", "--level", "2", "--output", &one]).status, 0);
    assert_eq!(run(&["render", "builtin:cellar", "--output", &sheet, "--columns", "3"]).status, 0);
    assert_eq!(run(&["render", "builtin:cellar", "--output", &png, "--cell", "8", "--dark"]).status, 0);
    let (one, sheet) = (fs::read_to_string(one).unwrap(), fs::read_to_string(sheet).unwrap());
    assert!(one.contains("<title>The Queue</title>") && one.contains("bw-pivot"));
    assert!(sheet.len() > 10 * one.len());
    assert!(fs::read(png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_solution_is_played() {
    let folder = Folder::new();
    let (level, gif) = (folder.file("easy.xsb", EASY), folder.at("easy.gif"));
    assert_eq!(run(&["render", &level, "--output", &gif]).status, 0);
    assert!(fs::read(&gif).unwrap().starts_with(b"GIF89a"));
    let wrong = run(&["render", &level, "--output", &gif, "--solution", "l"]);
    assert!(wrong.status == 2 && wrong.err.contains("blocked"), "{}", wrong.err);
}

#[test]
fn what_cannot_be_drawn_is_refused_in_words() {
    let folder = Folder::new();
    let refused = |arguments: &[&str], words: &str| {
        let ran = run(&[&["render"], arguments].concat());
        assert!(ran.status == 2 && ran.err.contains(words), "{arguments:?}: {}", ran.err);
    };
    refused(&["builtin:cellar", "--output", &folder.at("x.bmp")], ".svg, .png or .gif");
    refused(&["builtin:cellar", "--output", &folder.at("x.gif")], "one level");
    refused(&["builtin:cellar", "--output", &folder.at("x.png"), "--cell", "256"], "smaller cells");
    let unsolvable = folder.file("dead.xsb", common::UNSOLVABLE);
    refused(&[&unsolvable, "--output", &folder.at("x.gif")], "no solution to play");
}
