//! What hands do: keys, clicks and the wheel.

use std::time::Instant;

use boxwright_grid::{Direction, Point};
use boxwright_kwirk::Move;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::app::{App, Cover};
use super::picker::{Choice, Picker};
use super::routes;

impl App {
    /// Something was done; the size of the screen is asked for at every drawing.
    pub(super) fn hear(&mut self, event: &Event) {
        match *event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            return self.quit();
        }
        match &mut self.cover {
            Cover::Picker(picker) => {
                let choice = picker.key(key, &self.entries);
                self.pick(choice);
            }
            Cover::Help => self.cover = Cover::None,
            Cover::None => {
                if self.key_anywhere(key.code) {
                } else if self.playback.is_some() {
                    self.key_of_playback(key.code);
                } else if !self.only_shows() {
                    self.key_of_play(key.code);
                }
            }
        }
    }

    /// Keys that mean the same whatever is shown; whether it was one.
    fn key_anywhere(&mut self, code: KeyCode) -> bool {
        match lower(code) {
            KeyCode::Char('?') => self.cover = Cover::Help,
            KeyCode::Char('l') => self.cover = Cover::Picker(Picker::new(&self.entries, self.number)),
            KeyCode::Char('n') => self.turn_over(1),
            KeyCode::Char('p') => self.turn_over(-1),
            KeyCode::Char('q') if self.playback.is_none() || self.only_shows() => self.quit(),
            KeyCode::Esc if self.only_shows() && self.search.is_none() => self.quit(),
            KeyCode::Esc if self.playback.is_none() => {
                if self.search.is_some() {
                    self.rest();
                    self.message = Some("Cancelled.".to_owned());
                } else {
                    self.rest();
                }
            }
            _ => return false,
        }
        true
    }

    fn key_of_play(&mut self, code: KeyCode) {
        match lower(code) {
            KeyCode::Left => self.step(Direction::Left),
            KeyCode::Up => self.step(Direction::Up),
            KeyCode::Right => self.step(Direction::Right),
            KeyCode::Down => self.step(Direction::Down),
            KeyCode::Char('u' | 'z') | KeyCode::Backspace => self.go(self.session.moment().saturating_sub(1)),
            KeyCode::Char('y') => self.go(self.session.moment() + 1),
            KeyCode::Char('r') | KeyCode::Home => self.go(0),
            KeyCode::End => self.go(self.session.total()),
            KeyCode::Char('h') => self.advise(),
            KeyCode::Char('w') => self.solve(),
            KeyCode::Char('b') => self.back(),
            KeyCode::Char('d') => self.shows_dead = !self.shows_dead,
            KeyCode::Char('s' | ' ') | KeyCode::Tab => {
                self.rest();
                self.press(Move::Switch);
            }
            KeyCode::Char(c @ '1'..='4') => self.switch_to(c as usize - '0' as usize),
            KeyCode::Enter if self.is_solved() => self.turn_over(1),
            _ => {}
        }
    }

    fn key_of_playback(&mut self, code: KeyCode) {
        let Some(playback) = &mut self.playback else { return };
        match lower(code) {
            KeyCode::Char(' ') => playback.toggle(Instant::now()),
            KeyCode::Left => playback.step(-1),
            KeyCode::Right => playback.step(1),
            KeyCode::PageUp => playback.step(-10),
            KeyCode::PageDown => playback.step(10),
            KeyCode::Home => playback.go(0),
            KeyCode::End => playback.go(usize::MAX),
            KeyCode::Char('+' | '=') | KeyCode::Up => playback.hurry(1),
            KeyCode::Char('-') | KeyCode::Down => playback.hurry(-1),
            KeyCode::Enter if !self.only_shows() => self.take_over(),
            KeyCode::Esc | KeyCode::Char('q' | 'w') if !self.only_shows() => self.stop_showing(),
            _ => {}
        }
    }

    fn step(&mut self, direction: Direction) {
        self.rest();
        self.press(Move::Step(direction));
    }

    fn switch_to(&mut self, character: usize) {
        let presses = self.session.at().switches_to(character);
        if !presses.is_empty() {
            self.rest();
            for press in presses {
                self.press(press);
            }
        }
    }

    fn pick(&mut self, choice: Choice) {
        match choice {
            Choice::Open => {}
            Choice::Closed => self.cover = Cover::None,
            Choice::Level(number) => {
                self.cover = Cover::None;
                self.open(number);
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        match &mut self.cover {
            Cover::Picker(picker) => {
                let choice = picker.mouse(mouse);
                self.pick(choice);
            }
            Cover::Help if matches!(mouse.kind, MouseEventKind::Down(_)) => self.cover = Cover::None,
            Cover::Help => {}
            Cover::None => match mouse.kind {
                MouseEventKind::ScrollUp => self.shift.1 -= 1,
                MouseEventKind::ScrollDown => self.shift.1 += 1,
                MouseEventKind::ScrollLeft => self.shift.0 -= 1,
                MouseEventKind::ScrollRight => self.shift.0 += 1,
                MouseEventKind::Down(MouseButton::Left) => {
                    if let Some(playback) = &mut self.playback {
                        playback.toggle(Instant::now());
                    } else if let Some(point) = self.window.square_at(mouse.column, mouse.row) {
                        self.click(point);
                    }
                }
                _ => {}
            },
        }
    }

    /// A click: there goes the chosen box, or another is chosen, or a character takes over, or somebody walks there.
    fn click(&mut self, point: Point) {
        if self.only_shows() {
            return;
        }
        let at = self.session.at();
        if let Some(character) = at.character_at(point) {
            return self.switch_to(character);
        }
        let neighbour = Direction::ALL.into_iter().map(Move::Step).find(|&press| at.ahead(press) == Some(point));
        if let Some(place) = at.pushable_at(point) {
            let is_chosen = self.chosen == Some(place);
            self.rest();
            // A second click pushes what is right beside whoever moves, and lets go of anything else.
            match neighbour.filter(|_| is_chosen) {
                Some(press) => {
                    self.press(press);
                }
                None => self.chosen = (!is_chosen).then_some(place),
            }
            return;
        }
        if let Some(place) = self.chosen {
            match routes::push(at, place, point) {
                Some(way) => self.walk(way),
                None => {
                    self.rest();
                    self.message = Some("It cannot be pushed there by itself.".to_owned());
                }
            }
        } else if let Some(way) = routes::walk(at, point).filter(|way| !way.is_empty()) {
            self.walk(way);
        } else if let Some(press) = neighbour {
            self.rest();
            self.press(press);
        }
    }
}

/// Letters mean the same in either case.
fn lower(code: KeyCode) -> KeyCode {
    if let KeyCode::Char(c) = code { KeyCode::Char(c.to_ascii_lowercase()) } else { code }
}
