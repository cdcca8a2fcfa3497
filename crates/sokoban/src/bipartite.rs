//! Whether everybody can have one of the things he may have: bipartite matching on bit sets (Kuhn's augmenting paths, with a
//! look for what nobody has before anybody is asked to take something else).

/// Rows, each with the columns it may have.
#[derive(Clone, Debug)]
pub(crate) struct Bipartite {
    words: usize,
    rows: Vec<u64>,
    /// By column, the row that has it.
    taken: Vec<Option<u32>>,
    /// The columns that no row has.
    free: Vec<u64>,
    tried: Vec<u64>,
}

impl Bipartite {
    pub(crate) fn new(columns: usize) -> Bipartite {
        let words = columns.div_ceil(64);
        Bipartite { words, rows: Vec::new(), taken: vec![None; columns], free: vec![!0; words], tried: vec![0; words] }
    }

    /// Forgets all rows.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.taken.fill(None);
        self.free.fill(!0);
    }

    /// Another row, without columns yet.
    pub(crate) fn add_row(&mut self) -> &mut [u64] {
        let start = self.rows.len();
        self.rows.resize(start + self.words, 0);
        &mut self.rows[start..]
    }

    /// Whether all rows can have a column of their own at once.
    pub(crate) fn is_complete(&mut self) -> bool {
        (0..self.rows.len() / self.words).all(|row| {
            self.tried.fill(0);
            self.place(row)
        })
    }

    /// Gives a row a column, moving others to other columns if need be (Kuhn's augmenting paths).
    fn place(&mut self, row: usize) -> bool {
        for word in 0..self.words {
            let open = self.rows[row * self.words + word] & self.free[word];
            if open != 0 {
                self.free[word] ^= open & open.wrapping_neg();
                self.taken[word * 64 + open.trailing_zeros() as usize] = Some(row as u32);
                return true;
            }
        }
        for word in 0..self.words {
            loop {
                let open = self.rows[row * self.words + word] & !self.tried[word];
                if open == 0 {
                    break;
                }
                self.tried[word] |= open & open.wrapping_neg();
                let column = word * 64 + open.trailing_zeros() as usize;
                let holder = self.taken[column].expect("what is free was taken above");
                if self.place(holder as usize) {
                    self.taken[column] = Some(row as u32);
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright_grid::scramble;

    /// Whether the rows from this one on can have columns that are not taken, by trying all of them.
    fn can_be_complete(rows: &[u64], taken: u64) -> bool {
        let Some((first, others)) = rows.split_first() else { return true };
        (0..64).any(|column| (first & !taken) >> column & 1 != 0 && can_be_complete(others, taken | 1 << column))
    }

    #[test]
    fn it_agrees_with_trying_everything() {
        let (mut matching, mut complete) = (Bipartite::new(70), 0);
        for seed in 0..2000 {
            let columns = |row: u64| {
                let random = scramble(seed * 8 + row);
                random & random >> 8 & 0b11_1111
            };
            let rows: Vec<u64> = (0..2 + seed % 5).map(columns).collect();
            matching.clear();
            // The columns lie across the border of two words.
            for row in &rows {
                let words = matching.add_row();
                (words[0], words[1]) = (row << 61, row >> 3);
            }
            assert_eq!(matching.is_complete(), can_be_complete(&rows, 0), "seed {seed}: {rows:?}");
            complete += usize::from(can_be_complete(&rows, 0));
        }
        assert!((200..1800).contains(&complete), "{complete}");
    }
}
