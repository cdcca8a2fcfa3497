//! Drawing a board as text.
//!
//! Two drawings: [`render`] in the glyphs of the `.kwk` format, one character a cell, and [`draw`] for terminals, two
//! columns a cell so that cells look square. In the latter a block of any size is one framed thing, and what stands
//! over an open hole (which decides whether it can be pushed) is drawn with double lines. No colours here.

use boxwright_grid::{Direction, Point};

use crate::board::{Block, Board, Terrain, Turnstile, neighbour};

/// The glyph of an arm that points in a direction, indexed by direction.
pub(crate) const ARM_GLYPHS: [char; 4] = ['^', '>', '`', '<'];

/// The rows in `.kwk` glyphs, each with a line feed. Holes beneath things are not shown; see [`under`].
#[must_use]
pub fn render(board: &Board) -> String {
    rows(board).into_iter().flat_map(|row| [row, "\n".to_owned()]).collect()
}

/// The rows in `.kwk` glyphs; blocks keep their letters, even where equal ones touch.
#[must_use]
pub fn rows(board: &Board) -> Vec<String> {
    lines(&glyphs(board), board, 1)
}

/// The holes beneath what [`rows`] draws (`O`, else `.`), or `None` if there are none.
#[must_use]
pub fn under(board: &Board) -> Option<Vec<String>> {
    let map = glyphs(board);
    let covered = |p: Point| board.is_hole(p) && map[board.size().index(p)] != 'O';
    let layer: Vec<char> = board.size().points().map(|p| if covered(p) { 'O' } else { '.' }).collect();
    layer.contains(&'O').then(|| lines(&layer, board, 1))
}

/// A drawing for terminals, two columns a cell, each row with a line feed.
#[must_use]
pub fn draw(board: &Board) -> String {
    let size = board.size();
    let mut cells: Vec<char> = Vec::with_capacity(size.area() * 2);
    for point in size.points() {
        cells.extend(match (board.terrain(point), board.is_hole(point)) {
            (Terrain::Wall, _) => ['█', '█'],
            (Terrain::Exit, _) => ['⌂', ' '],
            (Terrain::Floor, true) => ['◌', ' '],
            (Terrain::Floor, false) => [' ', ' '],
        });
    }
    let mut put = |point: Point, pair: [char; 2]| {
        if board.contains(point) {
            cells[size.index(point) * 2..][..2].copy_from_slice(&pair);
        }
    };
    for &block in &board.blocks {
        board.cells(block).for_each(|p| put(p, frame(block, p, board.is_hole(p))));
    }
    for &turnstile in &board.turnstiles {
        draw_turnstile(board, turnstile, &mut put);
    }
    for (i, point) in board.characters.iter().enumerate() {
        if let Some(point) = *point {
            put(point, [(b'1' + i as u8) as char, ' ']);
        }
    }
    lines(&cells, board, 2).into_iter().flat_map(|row| [row, "\n".to_owned()]).collect()
}

fn glyphs(board: &Board) -> Vec<char> {
    let size = board.size();
    let ground = |p| match board.terrain(p) {
        Terrain::Wall => '#',
        Terrain::Exit => '%',
        Terrain::Floor if board.is_hole(p) => 'O',
        Terrain::Floor => ' ',
    };
    let mut map: Vec<char> = size.points().map(ground).collect();
    let mut put = |point: Point, glyph| {
        if board.contains(point) {
            map[size.index(point)] = glyph;
        }
    };
    for &block in &board.blocks {
        board.cells(block).for_each(|p| put(p, block.letter));
    }
    for turnstile in &board.turnstiles {
        put(turnstile.pivot, '*');
        for arm in turnstile.arms.iter() {
            if let Some(point) = neighbour(turnstile.pivot, arm) {
                put(point, ARM_GLYPHS[arm.index()]);
            }
        }
    }
    for (i, point) in board.characters.iter().enumerate() {
        if let Some(point) = *point {
            put(point, (b'1' + i as u8) as char);
        }
    }
    map
}

fn lines(map: &[char], board: &Board, columns: usize) -> Vec<String> {
    // `chunks` refuses a width of 0, which an empty board has.
    let width = usize::from(board.size().width) * columns;
    map.chunks(width.max(1)).map(|row| row.iter().collect()).collect()
}

/// The piece of a block's frame in one of its cells.
fn frame(block: Block, point: Point, over_hole: bool) -> [char; 2] {
    let (first, last) = (point.x == block.origin.x, point.x - block.origin.x + 1 == block.width);
    let (top, bottom) = (point.y == block.origin.y, point.y - block.origin.y + 1 == block.height);
    let [horizontal, vertical, tl, tr, bl, br, left, right] = if over_hole {
        ['═', '║', '╔', '╗', '╚', '╝', '{', '}']
    } else {
        ['─', '│', '┌', '┐', '└', '┘', '[', ']']
    };
    // A block one row high has no room for corners and gets brackets.
    let (edge, l, r) = match (top, bottom) {
        (true, true) => (horizontal, left, right),
        (true, false) => (horizontal, tl, tr),
        (false, true) => (horizontal, bl, br),
        (false, false) => (if over_hole { '◌' } else { ' ' }, vertical, vertical),
    };
    [if first { l } else { edge }, if last { r } else { edge }]
}

fn draw_turnstile(board: &Board, turnstile: Turnstile, put: &mut impl FnMut(Point, [char; 2])) {
    // The line runs on from the pivot through the second column of its cell to an arm on the right.
    let to_the_right = turnstile.arms.contains(Direction::Right);
    put(turnstile.pivot, ['●', if to_the_right { '━' } else { ' ' }]);
    for arm in turnstile.arms.iter() {
        let Some(point) = neighbour(turnstile.pivot, arm) else { continue };
        let vertical = matches!(arm, Direction::Up | Direction::Down);
        put(
            point,
            match (vertical, board.is_hole(point)) {
                (true, false) => ['┃', ' '],
                (true, true) => ['║', ' '],
                (false, false) => ['━', '━'],
                (false, true) => ['═', '═'],
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read;

    #[test]
    fn blocks_of_every_shape_read_as_one_thing() {
        let text = "########\n#1aabbb#\n#%aac* #\n#Od c` #\n########\n@under\n........\n........\n..O.....\n..O.....\n........\n";
        let board = read("x.kwk", text.as_bytes()).expect("the text is a level").levels.remove(0).board;
        assert_eq!(render(&board), text[..45].to_owned());
        let expected = "\
████████████████
██1 ┌──┐[────]██
██⌂ ╚═─┘┌┐●   ██
██◌ {}  └┘┃   ██
████████████████
";
        assert_eq!(draw(&board), expected);
        assert!(draw(&board).lines().all(|l| l.chars().count() == 16));
    }

    #[test]
    fn an_empty_board_draws_as_nothing() {
        assert_eq!((render(&Board::default()), draw(&Board::default())), (String::new(), String::new()));
        assert_eq!(under(&Board::default()), None);
    }
}
