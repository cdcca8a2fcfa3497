//! The list of all levels: type to filter, choose with arrows or the mouse.

use std::collections::HashMap;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, ListState};

use super::paint::{Palette, Tone};
use crate::cli::units::{clip, fit};
use crate::play::words;
use crate::source::Entry;

/// The list.
pub(super) struct Picker {
    filter: String,
    /// The numbers of the levels that pass the filter.
    found: Vec<usize>,
    state: ListState,
    /// Where the rows were drawn.
    place: Rect,
}

/// What came of a key or a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// Nothing yet.
    Open,
    /// The list is to go.
    Closed,
    /// This level was chosen.
    Level(usize),
}

impl Picker {
    /// All levels, one of them chosen.
    #[must_use]
    pub(super) fn new(entries: &[Entry], chosen: usize) -> Picker {
        let state = ListState::default().with_selected(Some(chosen));
        Picker { filter: String::new(), found: (0..entries.len()).collect(), state, place: Rect::default() }
    }

    /// A key was pressed.
    pub(super) fn key(&mut self, key: KeyEvent, entries: &[Entry]) -> Choice {
        match key.code {
            KeyCode::Esc if self.filter.is_empty() => return Choice::Closed,
            KeyCode::Esc => self.refine(entries, String::clear),
            KeyCode::Enter => return self.chosen(),
            KeyCode::Up => self.go(-1),
            KeyCode::Down => self.go(1),
            KeyCode::PageUp => self.go(-isize::from(self.page())),
            KeyCode::PageDown => self.go(isize::from(self.page())),
            KeyCode::Home => self.go(isize::MIN),
            KeyCode::End => self.go(isize::MAX),
            KeyCode::Backspace => self.refine(entries, |filter| {
                filter.pop();
            }),
            // More than anybody types would only cost time.
            KeyCode::Char(c) if !c.is_control() && self.filter.len() < 60 => {
                self.refine(entries, |filter| filter.push(c));
            }
            _ => {}
        }
        Choice::Open
    }

    /// The mouse did something.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Choice {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.go(-1),
            MouseEventKind::ScrollDown => self.go(1),
            MouseEventKind::Down(MouseButton::Left) if self.place.contains((mouse.column, mouse.row).into()) => {
                let row = self.state.offset() + usize::from(mouse.row - self.place.y);
                if row < self.found.len() {
                    return Choice::Level(self.found[row]);
                }
            }
            _ => {}
        }
        Choice::Open
    }

    fn chosen(&self) -> Choice {
        let chosen = self.state.selected().and_then(|row| self.found.get(row));
        chosen.map_or(Choice::Open, |&level| Choice::Level(level))
    }

    fn page(&self) -> i16 {
        self.place.height.max(2) as i16 - 1
    }

    fn go(&mut self, by: isize) {
        let row = self.state.selected().unwrap_or(0).saturating_add_signed(by);
        self.state.select(Some(row.min(self.found.len().saturating_sub(1))));
    }

    fn refine(&mut self, entries: &[Entry], change: impl FnOnce(&mut String)) {
        let before = self.state.selected().and_then(|row| self.found.get(row)).copied();
        change(&mut self.filter);
        let wanted = self.filter.to_lowercase();
        let passes = |entry: &Entry| {
            let text = format!("{} {} {}", words::title(entry), entry.source, entry.level.game()).to_lowercase();
            wanted.split_whitespace().all(|word| text.contains(word))
        };
        self.found = (0..entries.len()).filter(|&number| passes(&entries[number])).collect();
        // The level that was chosen stays so, if it is still there.
        let row = before.and_then(|level| self.found.iter().position(|&found| found == level));
        self.state = ListState::default().with_selected(Some(row.unwrap_or(0)));
    }

    /// Draws the list; `solved` has the moves of what was solved in this run.
    pub(super) fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        entries: &[Entry],
        solved: &HashMap<usize, u32>,
        palette: Palette,
    ) {
        let area = frame.area();
        let (quiet, strong) = (palette.tone(Tone::Quiet), palette.tone(Tone::Strong));
        let filter = if self.filter.is_empty() {
            Span::styled("type to filter", quiet)
        } else {
            Span::styled(format!("filter: {}", clip(&self.filter, 40)), strong)
        };
        let number = format!("{} of {} levels", self.found.len(), entries.len());
        let head = Line::from(vec![
            Span::styled(" Levels  ", strong),
            filter,
            Span::styled(format!("  {number}, {} solved in this run", solved.len()), quiet),
        ]);
        frame.render_widget(head, Rect { height: 1, ..area });
        let keys = Line::styled(" ↑ ↓ choose   Enter play   Esc back", quiet);
        frame.render_widget(keys, Rect { y: area.bottom() - 1, height: 1, ..area });
        self.place = Rect { y: area.y + 2, height: area.height.saturating_sub(4), ..area };

        // Only rows near the screen are made: a collection may have a hundred thousand.
        let all = self.found.len();
        let height = usize::from(self.place.height);
        let selected = self.state.selected().unwrap_or(0).min(all.saturating_sub(1));
        let least = (selected + 1).saturating_sub(height);
        let offset = self.state.offset().clamp(least, selected.max(least));
        *self.state.offset_mut() = offset;
        let shown = &self.found[offset.min(all)..(offset + height).min(all)];
        let title_width = usize::from(area.width).saturating_sub(56).clamp(12, 40);
        let source_width = usize::from(area.width).saturating_sub(37 + title_width);
        let row = |&number: &usize| {
            let entry = &entries[number];
            let size = entry.level.size();
            let (mark, moves) = solved.get(&number).map_or((' ', String::new()), |m| ('✓', format!("{m} moves")));
            let title = fit(&words::title(entry), title_width);
            let size = format!("{}×{}", size.width, size.height);
            let about = format!("{:<8}{size:<8}", entry.level.game().to_string());
            Line::from(vec![
                Span::styled(format!(" {mark} "), palette.tone(Tone::Good)),
                Span::raw(format!("{:>4}  {title}  ", number + 1)),
                Span::styled(format!("{about}{moves:<10}{}", clip(file_name(&entry.source), source_width)), quiet),
            ])
        };
        let mut state = ListState::default().with_selected(Some(selected - offset.min(selected)));
        let chosen = ratatui::style::Style::new().add_modifier(ratatui::style::Modifier::REVERSED);
        let list = List::new(shown.iter().map(row)).highlight_style(chosen);
        frame.render_stateful_widget(list, self.place, &mut state);
        if shown.is_empty() {
            frame.render_widget(Line::styled("   no level has all these words", quiet), self.place);
        }
    }
}

/// The last part of a path, which tells more than the first.
fn file_name(source: &str) -> &str {
    source.rsplit(['/', '\\']).next().unwrap_or(source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{self, Selection};

    fn keys(picker: &mut Picker, entries: &[Entry], codes: &[KeyCode]) -> Choice {
        codes.iter().map(|&code| picker.key(code.into(), entries)).last().unwrap()
    }

    #[test]
    fn typing_filters_and_the_chosen_level_stays() {
        let entries = source::entries(source::load(&[]).sources, &Selection::default());
        let mut picker = Picker::new(&entries, 3);
        assert_eq!(keys(&mut picker, &entries, &[KeyCode::Enter]), Choice::Level(3));
        let kwirk = entries.iter().position(|e| e.level.game() == crate::Game::Kwirk).unwrap();
        let typed: Vec<KeyCode> = "LEEK kwirk".chars().map(KeyCode::Char).collect();
        keys(&mut picker, &entries, &typed);
        assert_eq!((picker.found.len(), picker.chosen()), (1, Choice::Level(kwirk + 1)));
        assert_eq!(keys(&mut picker, &entries, &[KeyCode::Esc, KeyCode::Enter]), Choice::Level(kwirk + 1));
        assert_eq!(keys(&mut picker, &entries, &[KeyCode::End, KeyCode::Enter]), Choice::Level(entries.len() - 1));
        assert_eq!(keys(&mut picker, &entries, &[KeyCode::Char('\u{7bb1}'), KeyCode::Enter]), Choice::Open);
        assert_eq!(keys(&mut picker, &entries, &[KeyCode::Backspace, KeyCode::Esc]), Choice::Closed);
    }
}
