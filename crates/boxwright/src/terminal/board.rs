//! The board on the screen: two columns a square, in the middle if it fits, else the part around whoever moves.

use std::collections::HashMap;

use boxwright_grid::{Direction, Point, Size};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::paint::{Mark, Palette};
use crate::play::drawing;
use crate::play::position::Position;

/// Which part of a board is where on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Window {
    /// Where the part is drawn.
    place: Rect,
    /// The square in its top left corner.
    first: (u16, u16),
    board: Size,
    /// How far the eye could wander.
    shift: (i32, i32),
}

/// What stands out, and the arrow of a hint.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub(super) squares: HashMap<Point, Mark>,
    pub(super) arrow: Option<(Point, Direction)>,
}

impl Window {
    /// Puts a board into an area. `shift` is how far the eye has wandered from where it would look by itself.
    #[must_use]
    pub(super) fn new(area: Rect, board: Size, eye: Option<Point>, shift: (i32, i32)) -> Window {
        let eye = eye.unwrap_or(Point::new(board.width / 2, board.height / 2));
        let across = fit(area.width / 2, board.width, eye.x, shift.0);
        let down = fit(area.height, board.height, eye.y, shift.1);
        let place = Rect::new(area.x + 2 * across.left, area.y + down.left, 2 * across.shown, down.shown);
        Window { place, first: (across.first, down.first), board, shift: (across.shift, down.shift) }
    }

    /// How far the eye has wandered, which is no farther than the edge.
    #[must_use]
    pub(super) fn shift(&self) -> (i32, i32) {
        self.shift
    }

    /// The square at a place of the screen.
    #[must_use]
    pub(super) fn square_at(&self, column: u16, row: u16) -> Option<Point> {
        let inside = self.place.contains((column, row).into());
        let square = |p: Rect| Point::new(self.first.0 + (column - p.x) / 2, self.first.1 + row - p.y);
        inside.then(|| square(self.place))
    }

    /// In which directions there is more of the board.
    #[must_use]
    pub(super) fn more(&self) -> String {
        let (x, y) = self.first;
        let hidden = [
            ('←', x > 0),
            ('→', x + self.place.width / 2 < self.board.width),
            ('↑', y > 0),
            ('↓', y + self.place.height < self.board.height),
        ];
        hidden.iter().filter(|(_, there)| *there).map(|(arrow, _)| arrow).collect()
    }

    /// Draws the part of the position.
    pub(super) fn draw(&self, position: &Position, marks: &Marks, palette: Palette, buffer: &mut Buffer) {
        let squares = drawing::position(position);
        for (row, y) in (0..self.place.height).zip(self.first.1..) {
            for (column, x) in (0..self.place.width / 2).zip(self.first.0..) {
                let Some(&pair) = squares.get(usize::from(y)).and_then(|row| row.get(usize::from(x))) else { continue };
                let point = Point::new(x, y);
                let mark = marks.squares.get(&point).copied();
                let arrow = marks.arrow.filter(|(at, _)| *at == point).map(|(_, direction)| direction);
                let is_empty = pair.iter().all(|(c, _)| *c == ' ');
                for (side, (c, paint)) in (0..).zip(pair) {
                    let style = palette.paint(paint);
                    let (c, style) = match (mark, arrow) {
                        (_, Some(direction)) => (pointer(direction), palette.mark(Mark::Hint, style)),
                        (Some(Mark::Dead), _) if !is_empty => (c, style),
                        (Some(Mark::Dead), _) => (if side == 0 { '·' } else { ' ' }, palette.mark(Mark::Dead, style)),
                        (Some(Mark::LostSquare), _) if is_empty => ('░', palette.mark(Mark::LostSquare, style)),
                        (Some(mark), _) => (c, palette.mark(mark, style)),
                        (None, None) => (c, style),
                    };
                    let cell = (self.place.x + 2 * column + side, self.place.y + row);
                    buffer[cell].set_char(c).set_style(style);
                }
            }
        }
    }
}

/// A row or column of squares in the room there is.
struct Fit {
    /// The room left free before it.
    left: u16,
    /// The first square shown.
    first: u16,
    /// How many are shown.
    shown: u16,
    shift: i32,
}

fn fit(room: u16, length: u16, eye: u16, shift: i32) -> Fit {
    if length <= room {
        return Fit { left: (room - length) / 2, first: 0, shown: length, shift: 0 };
    }
    let clamp = |first: i32| first.clamp(0, i32::from(length - room));
    let by_itself = clamp(i32::from(eye) - i32::from(room / 2));
    let first = clamp(by_itself.saturating_add(shift));
    Fit { left: 0, first: first as u16, shown: room, shift: first - by_itself }
}

fn pointer(direction: Direction) -> char {
    match direction {
        Direction::Up => '↑',
        Direction::Right => '→',
        Direction::Down => '↓',
        Direction::Left => '←',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_board_is_in_the_middle_and_a_large_one_follows_the_eye() {
        let area = Rect::new(0, 2, 41, 10);
        let small = Window::new(area, Size::new(6, 4), None, (0, 0));
        assert_eq!((small.place, small.more()), (Rect::new(14, 5, 12, 4), String::new()));
        assert_eq!(small.square_at(14, 5), Some(Point::new(0, 0)));
        assert_eq!(small.square_at(25, 8), Some(Point::new(5, 3)));
        assert_eq!((small.square_at(26, 8), small.square_at(13, 5)), (None, None));

        let large = |x, y, shift| Window::new(area, Size::new(50, 30), Some(Point::new(x, y)), shift);
        assert_eq!((large(0, 0, (0, 0)).first, large(0, 0, (0, 0)).more()), ((0, 0), "→↓".to_owned()));
        assert_eq!((large(25, 15, (0, 0)).first, large(25, 15, (0, 0)).more()), ((15, 10), "←→↑↓".to_owned()));
        assert_eq!((large(49, 29, (99, 99)).first, large(49, 29, (99, 99)).shift()), ((30, 20), (0, 0)));
        assert_eq!(large(25, 15, (0, -3)).first, (15, 7));
    }
}
