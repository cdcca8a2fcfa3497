//! What an observer is shown of a search at work: positions that can be played to.

mod common;

use boxwright::{AnyLevel, Request, solve_watched, source};
use boxwright_kwirk as kwirk;
use boxwright_sokoban as sokoban;
use std::time::Duration;

/// Whether every move of a text can be played.
fn is_playable(level: &AnyLevel, moves: &str) -> bool {
    match level {
        AnyLevel::Sokoban(level) => {
            let mut game = sokoban::Game::new(level);
            sokoban::Plan::parse(moves).unwrap().steps().iter().all(|&d| game.step(d) != sokoban::Step::Blocked)
        }
        AnyLevel::Kwirk(level) => {
            let mut game = kwirk::Game::new(level);
            kwirk::Plan::parse(moves).unwrap().0.iter().all(|&press| game.press(press) != kwirk::Outcome::Blocked)
        }
    }
}

fn watch(level: &AnyLevel, strategy: &str) -> usize {
    let request = Request { strategy: strategy.to_owned(), time: Some(Duration::from_secs(2)), ..Request::default() };
    let mut glimpses = 0;
    let _ = solve_watched(level, &request, |progress| {
        if let Some(moves) = progress.glimpse() {
            assert!(is_playable(level, &moves), "{strategy}: {moves}");
            glimpses += 1;
        }
    });
    glimpses
}

#[test]
fn glimpses_of_sokoban_can_be_played() {
    let level = source::read("room.xsb", common::hard_room(6).as_bytes()).unwrap().levels.remove(0);
    let glimpses: usize = ["bfs", "dfs", "astar", "fess", "auto"].iter().map(|strategy| watch(&level, strategy)).sum();
    assert!(glimpses > 0);
}

#[test]
fn glimpses_of_kwirk_can_be_played() {
    // Four characters and loose blocks in a room without a way to the exit: nobody is ever done.
    let mut text = String::from("############\n#1 2 3 4   #\n");
    for letter in ["a", "b", "c", "d"] {
        text += &format!("# {letter}  {letter}{letter}  {letter} #\n#          #\n");
    }
    text += "############\n####%#######\n";
    let level = source::read("room.kwk", text.as_bytes()).unwrap().levels.remove(0);
    assert_eq!(level.faults(), []);
    let glimpses: usize = ["bfs", "guided", "auto"].iter().map(|strategy| watch(&level, strategy)).sum();
    assert!(glimpses > 0);
}
