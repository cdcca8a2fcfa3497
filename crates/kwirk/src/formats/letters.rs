//! Letters for the blocks of a drawing, such that blocks that touch have different ones.
//!
//! Blocks keep their letters where they can: a drawing that was read is written again with the letters it had. In
//! mid-game two blocks of one letter may have come to touch; one of them then gets another letter. If that is not
//! possible (a long block may touch more than 25 others), all letters are given anew. Rectangles that touch by
//! their sides form a planar graph, in which some block always touches at most five others; taking such blocks away
//! one by one and giving letters in the opposite order therefore needs no more than six.

use boxwright_grid::Direction;

use crate::board::{Block, Board};

/// The letter of each block, in the order of `board.blocks`.
pub(super) fn letters(board: &Board) -> Vec<char> {
    let touching = touching(board);
    keep_letters(&board.blocks, &touching).unwrap_or_else(|| new_letters(&touching))
}

/// For each block, the blocks it shares a side with.
fn touching(board: &Board) -> Vec<Vec<usize>> {
    let size = board.size();
    let mut owner = vec![usize::MAX; size.area()];
    for (i, &block) in board.blocks.iter().enumerate() {
        board.cells(block).for_each(|p| owner[size.index(p)] = i);
    }
    let mut touching = vec![Vec::new(); board.blocks.len()];
    for point in size.points() {
        for direction in [Direction::Right, Direction::Down] {
            let Some(next) = size.step(point, direction) else { continue };
            let (a, b) = (owner[size.index(point)], owner[size.index(next)]);
            if a != b && a != usize::MAX && b != usize::MAX {
                touching[a].push(b);
                touching[b].push(a);
            }
        }
    }
    for list in &mut touching {
        list.sort_unstable();
        list.dedup();
    }
    touching
}

fn keep_letters(blocks: &[Block], touching: &[Vec<usize>]) -> Option<Vec<char>> {
    let mut letters: Vec<char> = blocks.iter().map(|b| b.letter).collect();
    let mut used = [false; 26];
    for letter in letters.iter().filter(|c| c.is_ascii_lowercase()) {
        used[(*letter as u8 - b'a') as usize] = true;
    }
    for i in 0..blocks.len() {
        let clashes = touching[i].iter().any(|&j| j < i && letters[j] == letters[i]);
        if letters[i].is_ascii_lowercase() && !clashes {
            continue;
        }
        let free = |c: &char| touching[i].iter().all(|&j| letters[j] != *c);
        let fresh = ('a'..='z').find(|c| !used[(*c as u8 - b'a') as usize]);
        letters[i] = fresh.or_else(|| ('a'..='z').find(free))?;
        used[(letters[i] as u8 - b'a') as usize] = true;
    }
    Some(letters)
}

fn new_letters(touching: &[Vec<usize>]) -> Vec<char> {
    // Buckets by number of neighbours left; entries that are out of date are skipped.
    let mut left: Vec<usize> = touching.iter().map(Vec::len).collect();
    let mut buckets = vec![Vec::new(); left.iter().max().map_or(0, |m| m + 1)];
    for (i, &n) in left.iter().enumerate() {
        buckets[n].push(i);
    }
    let mut taken = vec![false; touching.len()];
    let mut order = Vec::with_capacity(touching.len());
    let mut smallest = 0;
    while smallest < buckets.len() {
        let Some(i) = buckets[smallest].pop() else {
            smallest += 1;
            continue;
        };
        if taken[i] || left[i] != smallest {
            continue;
        }
        taken[i] = true;
        order.push(i);
        for &j in touching[i].iter().filter(|&&j| !taken[j]) {
            left[j] -= 1;
            buckets[left[j]].push(j);
        }
        smallest = smallest.saturating_sub(1);
    }
    let mut letters = vec!['?'; touching.len()];
    for &i in order.iter().rev() {
        let free = |c: &char| touching[i].iter().all(|&j| letters[j] != *c);
        letters[i] = ('a'..='z').find(free).unwrap_or('a');
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright_grid::{Point, Size};

    fn board(size: Size, blocks: Vec<Block>) -> Board {
        let mut board = Board::new(size);
        board.blocks = blocks;
        board
    }

    fn assert_proper(board: &Board) {
        let letters = letters(board);
        for (i, a) in board.blocks.iter().enumerate() {
            for (j, b) in board.blocks.iter().enumerate() {
                assert!(i == j || !a.touches(*b) || letters[i] != letters[j], "{a:?} and {b:?}");
            }
        }
        assert!(letters.iter().all(char::is_ascii_lowercase));
    }

    #[test]
    fn one_block_may_touch_more_others_than_there_are_letters() {
        let block = |x, y, width| Block { origin: Point::new(x, y), width, height: 1, letter: 'a' };
        let mut blocks: Vec<Block> = (0..50).flat_map(|x| [block(x, 0, 1), block(x, 2, 1)]).collect();
        blocks.push(block(0, 1, 50));
        assert_proper(&board(Size::new(50, 3), blocks));
    }

    #[test]
    fn letters_are_kept_where_possible() {
        let block = |x, letter| Block { origin: Point::new(x, 0), width: 1, height: 1, letter };
        let kept = board(Size::new(9, 1), vec![block(0, 'x'), block(1, 'y'), block(2, 'x'), block(5, 'y')]);
        assert_eq!(letters(&kept), ['x', 'y', 'x', 'y']);
        let clash = board(Size::new(9, 1), vec![block(0, 'x'), block(1, 'x'), block(3, 'É')]);
        assert_eq!(letters(&clash), ['x', 'a', 'b']);
    }
}
