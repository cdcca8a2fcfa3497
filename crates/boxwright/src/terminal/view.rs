//! What is on the screen: a heading, the board, the counts, a notice, and the keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::app::{App, Cover, Purpose};
use super::board::{Marks, Window};
use super::help;
use super::paint::{Mark, Tone};
use crate::cli::units::{bytes, clean, clip, count};
use crate::game::Game;
use crate::play::words;
use crate::text::wrap;

/// Less than this cannot show a game.
const LEAST: (u16, u16) = (24, 8);

impl App {
    /// Draws everything.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let screen = frame.area();
        if screen.width < LEAST.0 || screen.height < LEAST.1 {
            let message = clip(&format!("too small: {}×{} is needed", LEAST.0, LEAST.1), screen.width.into());
            frame.render_widget(Line::raw(message), screen);
            return;
        }
        if let Cover::Picker(picker) = &mut self.cover {
            picker.draw(frame, &self.entries, &self.solved, self.palette);
            return;
        }
        let inner = Rect { x: 1, width: screen.width - 2, ..screen };
        let row = |y: u16| Rect { y, height: 1, ..inner };
        // A low window goes without the comment, the empty line below it and the second line of the notice.
        let is_low = screen.height < 14;
        let lines_of_comment = if is_low { 0 } else { 1 + u16::from(screen.height >= 20) };
        let (top, bottom) = (1 + lines_of_comment + u16::from(!is_low), if is_low { 3 } else { 5 });
        self.heading(frame, row(0));
        self.comment(frame, Rect { y: 1, height: lines_of_comment, ..inner });
        let area = Rect { y: top, height: screen.height - top - bottom, ..inner };
        self.board(frame, area);
        self.counts(frame, row(area.bottom() + u16::from(!is_low)));
        let notice = Rect {
            y: screen.height - bottom + 1 + u16::from(!is_low),
            height: bottom - 2 - u16::from(!is_low),
            ..inner
        };
        self.notice(frame, notice);
        self.keys(frame, row(screen.height - 1));
        if matches!(self.cover, Cover::Help) {
            help::draw(frame, self.palette, self.only_shows());
        }
    }

    fn heading(&self, frame: &mut Frame<'_>, row: Rect) {
        let entry = &self.entries[self.number];
        let mark = if self.solved.contains_key(&self.number) { "✓ " } else { "" };
        let place = format!("{} · {} of {}", entry.level.game(), self.number + 1, self.entries.len());
        let room = usize::from(row.width).saturating_sub(place.width() + mark.width() + 2);
        let title = clip(&words::title(entry), room);
        let by = entry.level.author().map_or_else(String::new, |author| format!(" by {}", clean(author)));
        let by = clip(&by, room.saturating_sub(title.width()));
        let left = vec![
            Span::styled(title, self.palette.tone(Tone::Strong)),
            Span::styled(by, self.palette.tone(Tone::Quiet)),
        ];
        frame.render_widget(Line::from(left), row);
        let right = vec![
            Span::styled(mark, self.palette.tone(Tone::Good)),
            Span::styled(place, self.palette.tone(Tone::Quiet)),
        ];
        frame.render_widget(Line::from(right).right_aligned(), row);
    }

    fn comment(&self, frame: &mut Frame<'_>, area: Rect) {
        let entry = &self.entries[self.number];
        let text = words::comment(entry).map_or_else(|| clean(&entry.source), clean_words);
        self.paragraph(frame, area, &text, Tone::Quiet);
    }

    /// Words in as many lines as there are; how many were used.
    fn paragraph(&self, frame: &mut Frame<'_>, area: Rect, text: &str, tone: Tone) -> usize {
        let mut lines = wrap(text, area.width.into());
        if lines.len() > area.height.into() {
            lines.truncate(area.height.into());
            if let Some(last) = lines.last_mut() {
                *last = clip(&format!("{last} …"), area.width.into());
            }
        }
        for (line, y) in lines.iter().zip(area.y..) {
            let row = Rect { y, height: 1, ..area };
            frame.render_widget(Line::styled(clip(line, area.width.into()), self.palette.tone(tone)), row);
        }
        lines.len()
    }

    fn board(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let position = self.on_screen().at();
        let window = Window::new(area, position.size(), position.actor(), self.shift);
        window.draw(position, &self.marks(), self.palette, frame.buffer_mut());
        (self.window, self.shift) = (window, window.shift());
    }

    fn marks(&self) -> Marks {
        let mut marks = Marks::default();
        let mut mark = |points: &[_], with| marks.squares.extend(points.iter().map(|&point| (point, with)));
        let position = self.on_screen().at();
        if self.shows_dead {
            mark(self.dead_squares(), Mark::Dead);
        }
        if position.character().is_some() {
            mark(position.actor().as_slice(), Mark::Active);
        }
        if self.playback.is_some() {
            return marks;
        }
        if let Some(lost) = &self.lost {
            mark(&lost.marks, Mark::LostSquare);
            mark(&lost.boxes, Mark::Lost);
        }
        if let Some(place) = self.chosen {
            mark(&position.cells_of(place), Mark::Chosen);
        }
        marks.arrow = self.hint.as_ref().map(|hint| (hint.point, hint.direction));
        marks
    }

    fn counts(&self, frame: &mut Frame<'_>, row: Rect) {
        let session = self.on_screen();
        let position = session.at();
        let measures = words::measures(position.game(), &session.measures());
        let named = |&(name, number): &(&str, u32)| (format!("{name} {number}"), Tone::Quiet);
        let (first, rest) = measures.split_at(2);
        let mut parts: Vec<(String, Tone)> = first.iter().map(|m| (named(m).0, Tone::Plain)).collect();
        parts.extend(position.boxes_home().map(|(home, all)| (format!("Home {home}/{all}"), Tone::Plain)));
        parts.extend(position.character().map(|(active, _)| (format!("Character {active}"), Tone::Plain)));
        parts.extend(rest.iter().map(named));
        let more = self.window.more();
        let more = if more.is_empty() { more } else { format!("more {more}") };
        // What does not fit is left out rather than cut.
        let mut room = usize::from(row.width).saturating_sub(more.width());
        let mut line = Vec::new();
        for (text, tone) in parts {
            let Some(left) = room.checked_sub(text.width() + 3) else { break };
            room = left;
            line.push(Span::styled(text + "   ", self.palette.tone(tone)));
        }
        frame.render_widget(Line::from(line), row);
        frame.render_widget(Line::styled(more, self.palette.tone(Tone::Quiet)).right_aligned(), row);
    }

    fn notice(&self, frame: &mut Frame<'_>, area: Rect) {
        let (text, tone) = self.news();
        let lines = self.paragraph(frame, area, &text, tone);
        if let (Some(playback), true) = (&self.playback, area.height > 1 && lines < 2) {
            let (moment, total) = (playback.session().moment(), playback.session().total().max(1));
            let bar = usize::from(area.width.min(60));
            let done = bar * moment / total;
            let bar =
                vec![Span::raw("━".repeat(done)), Span::styled("─".repeat(bar - done), self.palette.tone(Tone::Quiet))];
            frame.render_widget(Line::from(bar), Rect { y: area.y + 1, height: 1, ..area });
        }
    }

    /// What is to be said now.
    fn news(&self) -> (String, Tone) {
        if let Some((purpose, search)) = &self.search {
            let (statistics, time) = search.statistics();
            let what = if *purpose == Purpose::Hint { "Looking for a hint" } else { "Solving" };
            let seconds = time.as_secs_f64();
            let speed = (statistics.expanded as f64 / seconds.max(1e-3)) as u64;
            let (nodes, speed, bytes) = (count(statistics.expanded), count(speed), bytes(statistics.bytes));
            let depth = statistics.depth;
            let text = format!(
                "{what}: {nodes} positions · {speed}/s · depth {depth} · {bytes} · {seconds:.0} s · Esc cancels"
            );
            return (text, Tone::Plain);
        }
        if self.way_back.is_some() {
            return ("Looking for the last good position …".to_owned(), Tone::Plain);
        }
        if let Some(message) = &self.message {
            return (clean(message), Tone::Plain);
        }
        if let Some(playback) = &self.playback {
            let (session, speed) = (playback.session(), playback.speed());
            let state = if playback.is_playing() { "Playing" } else { "Paused" };
            let ending = if session.at().is_solved() { " · solved" } else { "" };
            let tone = if session.at().is_solved() { Tone::Good } else { Tone::Plain };
            return (format!("{state} · move {} of {} · {speed}{ending}", session.moment(), session.total()), tone);
        }
        if let Some(fault) = &self.fault {
            return (format!("This level has a fault: {}", clean(fault)), Tone::Bad);
        }
        if self.is_solved() {
            let m = self.session.measures();
            let length = words::length(self.session.at().game(), m.moves as usize, m.pushes as usize);
            let next = if self.number + 1 < self.entries.len() { " Enter: next level" } else { "" };
            return (format!("Solved in {length}.{next}"), Tone::Good);
        }
        if let Some(lost) = &self.lost {
            let words = &lost.words;
            return (format!("This can no longer be solved. {words} b: back to the last good position"), Tone::Bad);
        }
        self.hint.as_ref().map_or((String::new(), Tone::Plain), |hint| (format!("Hint: {}", hint.words), Tone::Plain))
    }

    fn keys(&self, frame: &mut Frame<'_>, row: Rect) {
        let is_kwirk = self.session.at().game() == Game::Kwirk;
        let keys: &[(&str, &str)] = match (&self.playback, self.only_shows()) {
            (Some(_), false) => &[
                ("space", "play/pause"),
                ("←→", "step"),
                ("+-", "speed"),
                ("Enter", "play on"),
                ("Esc", "back"),
                ("?", "keys"),
            ],
            (Some(_), true) => &[
                ("space", "play/pause"),
                ("←→", "step"),
                ("+-", "speed"),
                ("n", "next"),
                ("l", "levels"),
                ("?", "keys"),
                ("q", "quit"),
            ],
            (None, true) => &[("n", "next"), ("p", "previous"), ("l", "levels"), ("?", "keys"), ("q", "quit")],
            (None, false) if is_kwirk => &[
                ("u", "undo"),
                ("s", "switch"),
                ("h", "hint"),
                ("w", "watch"),
                ("r", "restart"),
                ("n", "next"),
                ("l", "levels"),
                ("?", "keys"),
                ("q", "quit"),
            ],
            (None, false) => &[
                ("u", "undo"),
                ("y", "redo"),
                ("h", "hint"),
                ("w", "watch"),
                ("r", "restart"),
                ("n", "next"),
                ("l", "levels"),
                ("?", "keys"),
                ("q", "quit"),
            ],
        };
        // A narrow window shows the first and the last two, which tell of the others.
        let width = |keys: &[(&str, &str)]| keys.iter().map(|(k, w)| k.width() + w.width() + 3).sum::<usize>();
        let mut shown = keys.to_vec();
        while width(&shown) > usize::from(row.width) + 2 && shown.len() > 2 {
            shown.remove(shown.len() - 3);
        }
        let spans = shown.iter().flat_map(|(key, what)| {
            [
                Span::styled(*key, self.palette.tone(Tone::Strong)),
                Span::styled(format!(" {what}  "), self.palette.tone(Tone::Quiet)),
            ]
        });
        frame.render_widget(Line::from(spans.collect::<Vec<_>>()), row);
    }
}

/// The words of a text, which may have several lines, without what could control the terminal.
fn clean_words(text: &str) -> String {
    clean(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}
