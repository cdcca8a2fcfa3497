//! A position as characters, each with what it stands for; colours are up to whoever shows them.
//!
//! Two drawings: two columns a square, so that squares look square, and the characters of level files.

use boxwright_grid::Point;
use boxwright_sokoban::Cell;
use {boxwright_kwirk as kwirk, boxwright_sokoban as sokoban};

use super::position::Position;
use crate::game::AnyLevel;

/// What a character stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paint {
    Floor,
    Wall,
    /// The player, or a character.
    Person,
    Goal,
    /// A box or block.
    Box,
    BoxOnGoal,
    Exit,
    Hole,
    Turnstile,
}

/// A character of a drawing.
pub(crate) type Glyph = (char, Paint);

/// The rows of a level, two columns a square.
#[must_use]
pub(crate) fn squares(level: &AnyLevel) -> Vec<Vec<[Glyph; 2]>> {
    match level {
        AnyLevel::Sokoban(level) => sokoban_squares(&level.board),
        AnyLevel::Kwirk(level) => kwirk_squares(&level.board),
    }
}

/// The rows of a position, two columns a square.
#[must_use]
pub(crate) fn position(position: &Position) -> Vec<Vec<[Glyph; 2]>> {
    match position {
        Position::Sokoban(game) => sokoban_squares(game.board()),
        Position::Kwirk(game) => kwirk_squares(game.board()),
    }
}

/// The rows of a level in the characters of level files.
#[must_use]
pub(crate) fn file_rows(level: &AnyLevel) -> Vec<Vec<Glyph>> {
    let paint: fn(char) -> Paint = match level {
        AnyLevel::Sokoban(_) => |c| Cell::from_glyph(c).map_or(Paint::Floor, |cell| look(cell).1),
        AnyLevel::Kwirk(_) => kwirk_file_paint,
    };
    level.rows().iter().map(|row| row.chars().map(|c| (c, paint(c))).collect()).collect()
}

/// The lines of a position in the characters of level files, and what is beneath them.
#[must_use]
pub(crate) fn lines(position: &Position) -> Vec<String> {
    match position {
        Position::Sokoban(game) => game.board().to_rows(),
        Position::Kwirk(game) => {
            let under = game.under().into_iter().flat_map(|rows| [vec!["@under".to_owned()], rows].concat());
            game.rows().into_iter().chain(under).collect()
        }
    }
}

fn sokoban_squares(board: &sokoban::Board) -> Vec<Vec<[Glyph; 2]>> {
    let size = board.size();
    let square = |x, y| {
        let (pair, paint) = look(board.cell(Point::new(x, y)));
        pair.map(|c| (c, paint))
    };
    (0..size.height).map(|y| (0..size.width).map(|x| square(x, y)).collect()).collect()
}

/// The two columns of a square.
fn look(cell: Cell) -> ([char; 2], Paint) {
    match (cell.has_player(), cell.has_box(), cell.is_goal()) {
        _ if cell.is_wall() => (['█', '█'], Paint::Wall),
        (true, _, false) => (['@', ' '], Paint::Person),
        (true, _, true) => (['@', '◇'], Paint::Person),
        (_, true, false) => (['[', ']'], Paint::Box),
        (_, true, true) => (['◆', ' '], Paint::BoxOnGoal),
        (_, _, true) => (['◇', ' '], Paint::Goal),
        _ => ([' ', ' '], Paint::Floor),
    }
}

fn kwirk_squares(board: &kwirk::Board) -> Vec<Vec<[Glyph; 2]>> {
    let pairs = |row: &str| {
        let glyphs: Vec<Glyph> = row.chars().map(|c| (c, kwirk_paint(c))).collect();
        glyphs.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
    };
    kwirk::render::draw(board).lines().map(pairs).collect()
}

/// What a character of Kwirk's drawing stands for.
fn kwirk_paint(c: char) -> Paint {
    match c {
        '█' => Paint::Wall,
        '1'..='4' => Paint::Person,
        '⌂' => Paint::Exit,
        '◌' => Paint::Hole,
        '●' | '━' | '┃' => Paint::Turnstile,
        ' ' => Paint::Floor,
        _ => Paint::Box,
    }
}

/// What a character of a Kwirk file stands for.
fn kwirk_file_paint(c: char) -> Paint {
    match c {
        '#' => Paint::Wall,
        '1'..='4' => Paint::Person,
        '%' => Paint::Exit,
        'O' => Paint::Hole,
        '*' | '^' | '>' | '`' | '<' => Paint::Turnstile,
        'a'..='z' | 'A'..='Z' => Paint::Box,
        _ => Paint::Floor,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    fn level(text: &str) -> AnyLevel {
        source::read("x.txt", text.as_bytes()).unwrap().levels.remove(0)
    }

    #[test]
    fn squares_are_two_columns_and_know_what_they_are() {
        let drawn = squares(&level("#####\n#@$.#\n#####\n"));
        let row: String = drawn[1].iter().flatten().map(|(c, _)| c).collect();
        assert_eq!(row, "██@ []◇ ██");
        assert_eq!(drawn[1][2], [('[', Paint::Box), (']', Paint::Box)]);
        let drawn = squares(&level("######\n#1aO%#\n######\n"));
        let paints: Vec<Paint> = drawn[1].iter().map(|[(_, paint), _]| *paint).collect();
        assert_eq!(paints, [Paint::Wall, Paint::Person, Paint::Box, Paint::Hole, Paint::Exit, Paint::Wall]);
    }

    #[test]
    fn files_are_drawn_with_their_own_characters() {
        let rows = file_rows(&level("######\n#+*$.#\n######\n"));
        assert_eq!(
            rows[1][1..5],
            [('+', Paint::Person), ('*', Paint::BoxOnGoal), ('$', Paint::Box), ('.', Paint::Goal)]
        );
    }
}
