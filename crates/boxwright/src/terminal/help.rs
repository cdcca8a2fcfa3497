//! The page that `?` shows.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph};

use super::paint::{Palette, Tone};

/// Keys and what they do; no key: a heading.
const PLAY: &[(&str, &str)] = &[
    ("", "Play"),
    ("← ↑ ↓ →", "move and push"),
    ("u  y", "undo, redo"),
    ("r", "restart"),
    ("s  1-4", "switch characters (Kwirk)"),
    ("h", "hint: what to push next"),
    ("b", "back to the last good position"),
    ("w", "solve from here and watch"),
    ("d", "show dead squares (Sokoban)"),
    ("n  p  l", "next, previous, list of levels"),
    ("Esc", "cancel what is going on"),
    ("click", "walk there; a box, then where to push it"),
    ("q", "quit"),
];

const WATCH: &[(&str, &str)] = &[
    ("", "Watch"),
    ("space", "play, pause"),
    ("←  →", "one move back, on"),
    ("PgUp PgDn", "ten moves back, on"),
    ("Home End", "the first, the last position"),
    ("+  -", "faster, slower"),
    ("Enter", "go on playing from here"),
    ("Esc", "back to the game"),
];

/// Draws it over everything; what does not fit is cut.
pub(super) fn draw(frame: &mut Frame<'_>, palette: Palette, only_shows: bool) {
    let row = |&(key, what): &(&'static str, &'static str)| match key {
        "" => Line::styled(what, palette.tone(Tone::Strong)),
        key => Line::from(vec![Span::raw(format!("{key:<11}")), Span::styled(what, palette.tone(Tone::Quiet))]),
    };
    let without_game = |(key, _): &&(&str, &str)| !(only_shows && matches!(*key, "Enter" | "Esc"));
    let mut lines: Vec<Line<'_>> = Vec::new();
    if !only_shows {
        lines.extend(PLAY.iter().map(row));
    }
    lines.extend(WATCH.iter().filter(without_game).map(row));
    if only_shows {
        lines.push(row(&("n  p  l", "next, previous, list of levels")));
        lines.push(row(&("q", "quit")));
    }
    let screen = frame.area();
    let (width, height) = (56.min(screen.width), (lines.len() as u16 + 2).min(screen.height));
    let place = Rect::new((screen.width - width) / 2, (screen.height - height) / 2, width, height);
    let frame_of_help = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(palette.tone(Tone::Quiet))
        .title(" Keys ")
        .title_bottom(Line::from(" any key closes this ").right_aligned())
        .padding(Padding::horizontal(1));
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(frame_of_help), place);
}
