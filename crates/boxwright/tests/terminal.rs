//! `boxwright play` and `boxwright watch` on the screen of a terminal.

#![cfg(all(unix, feature = "terminal"))]

mod common;
mod pty;

use common::{EASY, Folder, run, run_with_input};
use pty::Pty;

const LEFT: &str = "\x1b[D";
const UP: &str = "\x1b[A";
const RIGHT: &str = "\x1b[C";
const DOWN: &str = "\x1b[B";

/// Two characters, the first behind a block.
const TWO: &str = "; Title: Two\n#########\n#1a     #\n#2     %#\n#########\n";

fn play(arguments: &[&str]) -> Pty {
    Pty::boxwright(&[&["play"], arguments].concat(), 80, 24, &[])
}

/// Column and row of some characters on the screen, the first if there are several.
fn find(screen: &str, what: &str) -> (usize, usize) {
    let place = |(row, line): (usize, &str)| line.find(what).map(|at| (line[..at].chars().count(), row));
    screen.lines().enumerate().find_map(place).unwrap_or_else(|| panic!("no {what} on\n{screen}"))
}

#[test]
fn sokoban_is_played_to_the_end() {
    let mut game = play(&["builtin:first-steps"]);
    game.picture("first-push");
    game.send(RIGHT);
    game.see("Moves 1   Pushes 1");
    game.send("u");
    game.see("Moves 0   Pushes 0");
    game.send("y");
    game.see("Moves 1   Pushes 1");
    game.send(&[RIGHT, RIGHT].concat());
    game.see("Solved in 3 moves, 3 pushes. Enter: next level");
    game.picture("solved");
    game.send("\r");
    game.see("The Other Side");
    game.send("pr");
    game.see("First Push");
    game.see("Moves 0");
    game.send("p");
    game.see("This is the first level.");
    game.send("q");
    assert_eq!(game.end(), 0);
    game.assert_restored();
}

#[test]
fn kwirk_is_played_to_the_end() {
    let mut game = play(&["builtin:garden"]);
    game.picture("garden-gate");
    game.send("h");
    game.see("Hint: push right at column 5, row 3");
    game.picture("garden-gate-hint");
    game.send(&[DOWN, RIGHT, RIGHT, RIGHT, RIGHT, DOWN, RIGHT, RIGHT, UP].concat());
    game.see("Moves 9   Interactions 2");
    game.send(RIGHT);
    game.see("Solved in 10 moves, 2 interactions.");
    game.send("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn characters_are_switched_by_key_and_click() {
    let folder = Folder::new();
    let mut game = play(&[&folder.file("two.kwk", TWO)]);
    let screen = game.see("Character 1");
    game.send("s");
    game.see("Character 2");
    game.send("1");
    game.see("Character 1");
    let (column, row) = find(&screen, "2 ");
    game.click(column, row);
    game.see("Character 2");
    // A click on the exit walks there and out; then the first is alone.
    let (column, row) = find(&screen, "⌂");
    game.click(column, row);
    game.wait("the end of character 2", |screen| !screen.contains("Character"));
    game.send("\x03");
    assert_eq!(game.end(), 0);
    game.assert_restored();
}

#[test]
fn a_lost_game_is_told_and_taken_back() {
    let mut game = play(&["builtin:first-steps", "--level", "3"]);
    game.see("Mind the Corner");
    game.send(&[RIGHT, RIGHT, RIGHT].concat());
    game.see("This can no longer be solved. This box stands where no push leads to a goal.");
    game.picture("lost");
    game.send("b");
    game.see("Back at the last good position.");
    game.see("Moves 2   Pushes 1");
    game.send("h");
    game.see("Hint: push down at column 5, row 3");
    game.send("d");
    game.picture("dead-squares");
    game.send("r");
    game.see("Moves 0");
    game.send("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn a_level_is_solved_and_watched() {
    let mut game = play(&["builtin:first-steps", "--level", "3"]);
    game.see("Mind the Corner");
    game.send("w");
    game.see("move ");
    game.send("+++");
    game.see("· solved");
    game.picture("watched");
    // Step back, then go on playing from there.
    game.send(LEFT);
    game.wait("one step back", |screen| screen.contains("Paused") && !screen.contains("solved"));
    game.send("\r");
    game.see("u undo");
    game.send(DOWN);
    game.see("Solved in");
    // And a playback that is left alone leaves the game as it was.
    game.send("rw");
    game.see("Playing");
    game.send("\x1b");
    game.see("u undo");
    game.see("Moves 0   Pushes 0");
    game.send("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn a_search_shows_how_it_goes_and_is_cancelled() {
    let folder = Folder::new();
    let mut game = play(&[&folder.file("room.xsb", common::hard_room(60)), "--time", "600s"]);
    game.see("Sokoban");
    game.send("w");
    game.see("Solving: ");
    game.wait("progress", |screen| screen.contains("positions") && !screen.contains(" 0 positions"));
    game.send("\x1b");
    game.see("Cancelled.");
    game.send("h");
    game.see("Looking for a hint: ");
    // Whoever goes on playing does not wait for an answer.
    game.send(RIGHT);
    game.wait("the game going on", |screen| screen.contains("Moves 1") && !screen.contains("Looking"));
    game.send("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn levels_are_picked_from_a_list() {
    let mut game = play(&[]);
    game.see("First Push");
    game.send(&[RIGHT, RIGHT, RIGHT].concat());
    game.see("Solved in");
    game.send("l");
    game.picture("levels");
    game.send("garden leek");
    game.see("filter: garden leek");
    game.picture("levels-filtered");
    game.send("\r");
    game.see("The Leek");
    game.send("l");
    game.see("Esc back");
    game.send("\x1b");
    game.see("u undo");
    game.send("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn the_mouse_walks_and_pushes() {
    let folder = Folder::new();
    let mut game = play(&[&folder.file("room.xsb", "########\n#      #\n#@$  . #\n#      #\n########\n")]);
    let screen = game.see("Moves 0");
    let (goal, row) = find(&screen, "◇");
    game.click(goal, row - 1);
    game.see("Moves 5   Pushes 0");
    game.send("r");
    game.see("Moves 0");
    let (column, row) = find(&screen, "[]");
    game.click(column, row);
    game.click(goal, row);
    game.see("Solved in 3 moves, 3 pushes.");
    // A box right beside: two clicks push it.
    game.send("r");
    game.see("Moves 0");
    game.click(column, row);
    game.click(column, row);
    game.see("Moves 1   Pushes 1");
    game.send("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn any_size_of_the_window_will_do() {
    let folder = Folder::new();
    let (wide, high) = (60, 40);
    let inner: String = (0..high - 2).map(|_| format!("#{}#\n", " ".repeat(wide - 2))).collect();
    let level = format!("{0}\n#@$.{1}#\n{inner}{0}\n", "#".repeat(wide), " ".repeat(wide - 5));
    let mut game = play(&[&folder.file("large.xsb", level)]);
    game.see("more →↓");
    game.send(&[DOWN; 30].concat());
    game.see("more →↑");
    game.resize(130, 50);
    game.wait("all of it", |screen| !screen.contains("more") && screen.lines().count() > 45);
    game.resize(20, 6);
    game.see("too small");
    game.resize(40, 10);
    game.picture("narrow");
    game.send("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn help_explains_the_keys() {
    let mut game = play(&["builtin:workshop"]);
    game.picture("workshop");
    game.send("?");
    game.picture("help");
    game.send("qn");
    game.see("2 of ");
    game.send("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn levels_may_come_from_standard_input() {
    let folder = Folder::new();
    let command = format!("{} play - < {}", env!("CARGO_BIN_EXE_boxwright"), folder.file("easy.xsb", EASY));
    let mut game = Pty::run(std::path::Path::new("/bin/sh"), &["-c", &command], 80, 24, &[]);
    game.see("Moves 0");
    game.send(RIGHT);
    game.see("Solved in 1 move, 1 push.");
    game.send("q");
    assert_eq!(game.end(), 0);
    game.assert_restored();
}

#[test]
fn colours_are_used_unless_unwanted() {
    let colours = |variables: &[(&str, &str)]| {
        let mut game = Pty::boxwright(&["play", "builtin:first-steps"], 80, 24, variables);
        game.see("q quit");
        let screen = game.terminal();
        let cells = (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
        let is_coloured =
            |c: &&vt100::Cell| c.fgcolor() != vt100::Color::Default || c.bgcolor() != vt100::Color::Default;
        let coloured = cells.filter(is_coloured).count();
        game.send("q");
        assert_eq!(game.end(), 0);
        coloured
    };
    assert!(colours(&[]) > 20);
    assert_eq!(colours(&[("NO_COLOR", "1")]), 0);
}

#[test]
fn a_panic_gives_the_terminal_back() {
    if std::env::var_os("BOXWRIGHT_TEST_PANIC").is_some() {
        let mut screen = boxwright::terminal::Screen::open().expect("this is a terminal");
        screen.draw(|frame| frame.render_widget("on the screen", frame.area())).expect("it can be drawn on");
        panic!("out of the blue");
    }
    let this = std::env::current_exe().expect("a program");
    let arguments = ["--exact", "a_panic_gives_the_terminal_back", "--nocapture"];
    let mut program = Pty::run(&this, &arguments, 80, 24, &[("BOXWRIGHT_TEST_PANIC", "1")]);
    assert_ne!(program.end(), 0);
    program.assert_restored();
    let screen = program.screen();
    assert!(screen.contains("out of the blue") && !screen.contains("on the screen"), "{screen}");
}

#[test]
fn solutions_are_watched() {
    let folder = Folder::new();
    let level = folder.file("two.xsb", format!("; One\n#######\n#@ $ .#\n#######\n\n; Two\n{EASY}"));
    let solution = folder.file("two.sol", "rrR\nR\n");
    let mut show = Pty::boxwright(&["watch", &level, &solution], 80, 24, &[]);
    show.see("move 3 of 3 · normal · solved");
    show.send(&format!("{LEFT}{LEFT}-"));
    show.see("Paused · move 1 of 3 · slow");
    show.send(" ");
    show.see("Playing");
    show.send("n");
    show.see("move 1 of 1 · normal · solved");
    show.send("q");
    assert_eq!(show.end(), 0);
    show.assert_restored();
    // Without a solution it is found first.
    let mut show = Pty::boxwright(&["watch", "builtin:garden", "--level", "1"], 80, 24, &[]);
    show.see("· solved");
    show.send("\x1b");
    assert_eq!(show.end(), 0);
    let wrong = run(&["watch", "--plain", &level, &folder.file("wrong.sol", "rl\nR\n")]);
    assert!(wrong.status == 1 && wrong.err.contains("two.xsb:1: refused"), "{}", wrong.err);
    assert!(wrong.out.starts_with("Two\n") && wrong.out.contains("solved: 1 move, 1 push"), "{}", wrong.out);
    let frames = run(&["watch", "--plain", &level, &solution]);
    assert!(frames.status == 0 && frames.out.contains("#   @*#\n#######\nsolved: 3 moves, 2 pushes"), "{}", frames.out);
}

#[test]
fn where_there_is_no_screen_it_goes_by_lines() {
    let ran = run_with_input(&["play", "builtin:first-steps", "--plain"], b"rrr\nn\n");
    assert!(ran.status == 0 && ran.out.contains("Solved in 3 moves, 3 pushes"), "{}", ran.out);
    assert!(ran.out.contains("The Other Side") && !ran.out.contains('\x1b'), "{}", ran.out);
    let refused = run(&["play"]);
    assert!(refused.status == 2 && refused.err.contains("--plain"), "{}", refused.err);
    let both = run_with_input(&["play", "-", "--plain"], EASY.as_bytes());
    assert!(both.status == 2 && both.err.contains("standard input"), "{}", both.err);
    let mut dumb = Pty::boxwright(&["play", "builtin:first-steps"], 80, 24, &[("TERM", "dumb")]);
    dumb.see("#@$  .#");
    dumb.send("rrr\n");
    dumb.see("Solved in 3 moves");
    dumb.send("q\n");
    assert_eq!(dumb.end(), 0);
}

#[test]
fn show_has_colours_where_they_are_wanted() {
    let ran = |color| run(&["show", "builtin:garden", "--level", "1", "--color", color]).out;
    assert!(ran("always").contains("\x1b[") && !ran("never").contains('\x1b') && !ran("auto").contains('\x1b'));
    let bare = without_colours(&ran("always"));
    assert_eq!(bare, ran("auto"));
    let mut shown = Pty::boxwright(&["show", "builtin:first-steps", "--level", "1"], 80, 24, &[]);
    shown.see("██@ []");
    assert_eq!(shown.end(), 0);
}

/// The text without escape sequences for colours.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').map_or("", |(_, rest)| rest))
}
