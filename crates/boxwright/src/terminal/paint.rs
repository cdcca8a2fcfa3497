//! Colours, few and calm; without them (`NO_COLOR`) shapes, bold and reversed characters say the same.

use ratatui::style::{Color, Modifier, Style};

use crate::play::drawing::Paint;

/// The colours, if there are any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Palette {
    has_colours: bool,
}

/// What stands out on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// A square that no box may be pushed to.
    Dead,
    /// A square that belongs to why the game is lost.
    LostSquare,
    /// A box at fault.
    Lost,
    /// The box that was clicked.
    Chosen,
    /// The character that moves next.
    Active,
    /// What to push next.
    Hint,
}

/// How something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    Plain,
    Quiet,
    Good,
    Bad,
    Strong,
}

impl Palette {
    /// The colours that the user wants.
    #[must_use]
    pub(super) fn from_environment() -> Palette {
        Palette { has_colours: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    fn colour(self, colour: Color) -> Style {
        if self.has_colours { Style::new().fg(colour) } else { Style::new() }
    }

    /// The style of a character of the board.
    #[must_use]
    pub(super) fn paint(self, paint: Paint) -> Style {
        match paint {
            Paint::Floor => Style::new(),
            Paint::Wall if self.has_colours => Style::new().fg(Color::DarkGray),
            Paint::Wall => Style::new().add_modifier(Modifier::DIM),
            Paint::Person => self.colour(Color::Cyan).add_modifier(Modifier::BOLD),
            Paint::Goal => self.colour(Color::Green),
            Paint::BoxOnGoal | Paint::Exit => self.colour(Color::Green).add_modifier(Modifier::BOLD),
            Paint::Box => self.colour(Color::Yellow),
            Paint::Hole => self.colour(Color::Blue),
            Paint::Turnstile => self.colour(Color::Magenta),
        }
    }

    /// The style of a marked square.
    #[must_use]
    pub(super) fn mark(self, mark: Mark, below: Style) -> Style {
        match mark {
            Mark::Dead => Style::new().add_modifier(Modifier::DIM),
            Mark::LostSquare => self.colour(Color::Red),
            Mark::Lost => self.colour(Color::Red).add_modifier(Modifier::REVERSED),
            Mark::Chosen | Mark::Active => below.add_modifier(Modifier::REVERSED),
            Mark::Hint => self.colour(Color::Yellow).add_modifier(Modifier::REVERSED | Modifier::BOLD),
        }
    }

    /// The style of words.
    #[must_use]
    pub(super) fn tone(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Quiet => Style::new().add_modifier(Modifier::DIM),
            Tone::Good => self.colour(Color::Green).add_modifier(Modifier::BOLD),
            Tone::Bad => self.colour(Color::Red).add_modifier(Modifier::BOLD),
            Tone::Strong => Style::new().add_modifier(Modifier::BOLD),
        }
    }
}
